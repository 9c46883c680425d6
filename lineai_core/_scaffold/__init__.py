"""The package that ``lineai plugin new`` makes: a copy of the repository's example, renamed."""

from lineai_core._scaffold.copying import Exists, write_package
from lineai_core._scaffold.names import BadName, Names

__all__ = ["BadName", "Exists", "Names", "write_package"]
