"""What one more installed plugin costs the start: processor time, lazy and switched off.

``python benchmarks/plugins.py`` prints the milliseconds of processor time per plugin: the best of several
starts of ``lineai tools`` with 30 generated plugins, less the best of those with none, divided by 30.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

PLUGINS, STARTS = 30, 7
MAIN = "import sys; from lineai_core.cli.main import main; sys.exit(main())"
MEASURED = f"""
import subprocess, sys, resource
subprocess.run([sys.executable, "-c", {MAIN!r}, "tools"], stdout=subprocess.DEVNULL, check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime)
"""
SOURCE = """
from lineai_core.plugin import Tool, hookimpl
LINEAI_PLUGIN_API = 1
async def handle(call):
    from generated_{n}_work import answer
    return await answer(call)
@hookimpl
def lineai_tools(ctx):
    whole = {{"type": "object", "properties": {{}}}}
    return [Tool(name="generated-{n}", title="G", description="G.", handler=handle,
                 input_schema=whole, output_schema=whole)]
"""


def install(folder: Path) -> None:
    for n in range(PLUGINS):
        info = folder / f"generated_{n}-1.0.dist-info"
        info.mkdir(parents=True)
        (folder / f"generated_{n}.py").write_text(SOURCE.format(n=n), encoding="utf-8")
        metadata = f"Metadata-Version: 2.1\nName: generated-{n}\nVersion: 1.0\n"
        (info / "METADATA").write_text(metadata, encoding="utf-8")
        points = f"[lineai.plugins]\ngenerated-{n} = generated_{n}\n"
        (info / "entry_points.txt").write_text(points, encoding="utf-8")


def milliseconds(folder: Path | None, plugins: str) -> float:
    environment = {
        **os.environ,
        "LINEAI_PLUGINS": plugins,
        "LINEAI_CONFIG": os.devnull,
        "LINEAI_LOG_LEVEL": "error",
    }
    environment |= {"PYTHONPATH": str(folder)} if folder else {}
    starts = [
        subprocess.run(
            [sys.executable, "-c", MEASURED], env=environment, stdout=subprocess.PIPE, text=True, check=True
        )
        for _ in range(STARTS)
    ]
    return min(float(start.stdout) for start in starts) * 1000


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        install(folder)
        none = milliseconds(None, "none")
        print(f"no plugin:       {none:.0f} ms")
        for what, plugins in (("lazy", "generated-*"), ("switched off", "none")):
            cost = (milliseconds(folder, plugins) - none) / PLUGINS
            print(f"{what + ':':16} {cost:.2f} ms for each of {PLUGINS}")


if __name__ == "__main__":
    main()
