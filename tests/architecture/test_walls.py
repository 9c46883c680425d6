"""Which module may do what; each test is one sentence."""

import ast

PUBLIC = {"lineai_core.plugin", "lineai_core.http", "lineai_core.testing"}
LEAVES = {"hookspecs.py", "types.py", "state.py", "errors.py"}
LONGEST = 400


def imported(sources, name):
    """Return the modules that import ``name`` or a part of it."""
    return {
        source
        for source in sources
        for module, _ in source.imports()
        if module == name or module.startswith(f"{name}.")
    }


def test_the_boundary_imports_no_other_room_at_run_time(core):
    for source in core:
        if source.place in LEAVES:
            for module, _ in source.imports(at_run_time=True):
                assert not module.startswith("lineai_core"), f"{source} imports {module}"


def test_only_the_sdk_room_of_the_server_imports_the_protocol_sdk(core, plugins):
    """The rest of the server has to start without it: importing it costs more than everything else."""
    for sdk in ("mcp", "mcp_types", "anyio", "pydantic", "starlette", "uvicorn"):
        importers = imported(core, sdk)
        assert all(source.place.startswith("_server/sdk/") for source in importers), importers
    assert not imported(plugins, "mcp")
    assert imported(core, "mcp")


def test_only_the_http_room_imports_the_http_library(core, plugins):
    importers = imported([*core, *plugins], "httpx")
    assert {f"{s.package}/{s.room}" for s in importers} == {"lineai_core/_http"}


def test_only_the_config_room_reads_a_variable(core, plugins):
    """Elsewhere the environment may be handed on to a child process, or a variable set for a library."""
    for source in [*core, *plugins]:
        if (source.package, source.room) == ("lineai_core", "_config"):
            continue
        for module, names in source.imports():
            assert module != "os" or not {"environ", "environb", "getenv"} & set(names), source
        for node in ast.walk(source.tree):
            assert not _reads_a_variable(node), f"{source}:{node.lineno} reads a variable"


def _reads_a_variable(node):
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os":
        return node.attr in ("getenv", "getenvb", "environb")
    environ = "os.environ"
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        return ast.unparse(node.value) == environ
    if isinstance(node, ast.Compare):
        return any(ast.unparse(operand) == environ for operand in node.comparators)
    return isinstance(node, ast.Call) and ast.unparse(node.func) in (f"{environ}.get", f"{environ}.pop")


def test_plugins_import_of_the_core_only_what_is_public(plugins):
    assert plugins
    for source in plugins:
        for module, names in source.imports():
            if module.partition(".")[0] == "lineai_core":
                modules = {f"lineai_core.{name}" for name in names} if module == "lineai_core" else {module}
                assert modules <= PUBLIC, f"{source} imports {sorted(modules)}"


def test_the_tests_of_plugins_import_of_the_core_only_what_is_public(root):
    files = [
        file for name in ("test_*.py", "conftest.py") for file in root.glob(f"plugins/*/tests/**/{name}")
    ]
    for file in files:
        if "cases" in file.parts:  # source code to be analysed, whatever it imports
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("lineai_core"):
                assert node.module in PUBLIC, f"{file} imports {node.module}"


def test_plugins_do_not_import_each_other_unless_they_depend_on_each_other(plugins, root):
    for source in plugins:
        project = root / "plugins" / source.package.replace("_", "-") / "pyproject.toml"
        declared = project.read_text(encoding="utf-8")
        for module, _ in source.imports():
            other = module.partition(".")[0]
            if other.startswith("lineai_") and other not in ("lineai_core", source.package):
                assert f'"{other.replace("_", "-")}' in declared, f"{source} imports {module}"


def test_only_the_command_line_prints(core, plugins):
    for source in [*core, *plugins]:
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                to_a_stream = any(keyword.arg == "file" for keyword in node.keywords)
                assert (source.package, source.room) == ("lineai_core", "cli") or to_a_stream, (
                    f"{source}:{node.lineno} prints"
                )


def test_no_command_of_the_core_writes_to_the_diverted_output(core):
    for source in core:
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                assert any(keyword.arg == "file" for keyword in node.keywords), f"{source}:{node.lineno}"


def test_no_file_is_longer_than_a_reader_can_hold(core, plugins):
    for source in [*core, *plugins]:
        assert len(source.text.splitlines()) <= LONGEST, source
