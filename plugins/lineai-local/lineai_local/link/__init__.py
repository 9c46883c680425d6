"""From the facts of single files to one graph: names, receivers and types resolved across files."""

from lineai_local.link.linker import SourceFile, link

__all__ = ["SourceFile", "link"]
