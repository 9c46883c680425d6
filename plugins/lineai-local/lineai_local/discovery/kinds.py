"""What a file is to the index, judged by its name alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import cache

from lineai_local.languages.registry import language_for


class Role(Enum):
    """How a file takes part in the index."""

    SOURCE = "source"
    """Analysed: its language is known."""
    FOREIGN = "foreign"
    """Source code of a language that is not analysed; the names in it are remembered."""
    TEMPLATE = "template"
    """Text with expressions in it; the names in them are remembered."""
    CONFIG = "config"
    """Tells where modules and applications are."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A file's role, its language, and the indexed languages whose code it can call."""

    role: Role
    language: str
    speaks_to: tuple[str, ...] = ()


_FOREIGN = {
    "Kotlin": (".kt .kts", "java"),
    "Scala": (".scala .sc", "java"),
    "Groovy": (".groovy", "java"),
    "Clojure": (".clj .cljc", "java"),
    "JSP": (".jsp .jspx .tag", "java"),
    "Vue": (".vue", "typescript"),
    "Svelte": (".svelte", "typescript"),
    "Astro": (".astro", "typescript"),
    "CoffeeScript": (".coffee", "typescript"),
    "Cython": (".pyx .pxd .pxi", "python"),
    "C": (".c .h", ""),
    "C++": (".cc .cpp .cxx .hpp .hh .hxx", ""),
    "C#": (".cs", ""),
    "Dart": (".dart", ""),
    "Elixir": (".ex .exs", ""),
    "Erlang": (".erl", ""),
    "F#": (".fs", ""),
    "Go": (".go", ""),
    "Haskell": (".hs", ""),
    "Julia": (".jl", ""),
    "Lua": (".lua", ""),
    "Objective-C": (".m .mm", ""),
    "OCaml": (".ml .mli", ""),
    "Perl": (".pl .pm", ""),
    "PHP": (".php", ""),
    "R": (".r", ""),
    "Ruby": (".rb", ""),
    "Rust": (".rs", ""),
    "Swift": (".swift", ""),
    "Visual Basic": (".vb", ""),
}
_TEMPLATES = ".html .htm .xhtml .jinja .jinja2 .j2 .djhtml .ejs .hbs .mustache .ftl"
_CONFIGS = frozenset(
    {
        "build.gradle",
        "build.gradle.kts",
        "go.mod",
        "package.json",
        "pnpm-workspace.yaml",
        "pom.xml",
        "pyproject.toml",
        "settings.gradle",
        "settings.gradle.kts",
        "setup.cfg",
    }
)
_TSCONFIG = re.compile(r"[jt]sconfig.*\.json")

_BY_SUFFIX = {
    suffix: Kind(Role.FOREIGN, name, (target,) if target else ())
    for name, (suffixes, target) in _FOREIGN.items()
    for suffix in suffixes.split()
} | {
    suffix: Kind(Role.TEMPLATE, "template", ("java", "python", "typescript")) for suffix in _TEMPLATES.split()
}


def kind_of(path: str) -> Kind | None:
    """Return what the file at ``path`` is to the index, or ``None`` if it does not matter."""
    name = path.rpartition("/")[2]
    stem, dot, suffix = name.rpartition(".")
    by_suffix = _of_suffix(f".{suffix}".lower()) if stem and dot else None
    if by_suffix is not None and by_suffix.role is Role.SOURCE:
        return by_suffix
    if name in _CONFIGS or _TSCONFIG.fullmatch(name):
        return Kind(Role.CONFIG, "configuration")
    return by_suffix


@cache
def _of_suffix(suffix: str) -> Kind | None:
    language = language_for(f"name{suffix}")
    if language is not None:
        return Kind(Role.SOURCE, language, (language,))
    return _BY_SUFFIX.get(suffix)
