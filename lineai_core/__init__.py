"""Lineai Core: a plugin server for code-impact analysis over the Model Context Protocol.

Nothing is imported here, so that ``lineai --help`` and ``lineai plugins`` start fast.
"""

__version__ = "0.1.0"
