"""The linking policy of SQL: routines are named by what contains them, and nothing else."""

from __future__ import annotations

from lineai_local.link.rules import Rules


class SqlRules(Rules):
    """Tables are linked by ``lineai_local.database``; this only names the nodes of files and routines."""

    language = "sql"
