"""From the facts of single files to one graph: names, receivers and types resolved across files."""

from lineai_local.link.linker import link
from lineai_local.link.program import SourceFile

__all__ = ["SourceFile", "link"]
