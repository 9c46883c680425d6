"""What is particular to linking Python."""

from __future__ import annotations

from lineai_local.link.rules import Rules


class PythonRules(Rules):
    """The linking policy of Python."""

    language = "python"
