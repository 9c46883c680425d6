"""What the Java platform and the frameworks around it call although no code names it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lineai_local.store import NodeRow

_SERIALIZATION = frozenset(
    {"readObject", "readObjectNoData", "readResolve", "writeObject", "writeReplace"}
)  # fmt: skip
_NAME = re.compile(r"@([\w.]+)")
_INERT = frozenset(
    {
        "Beta", "CanIgnoreReturnValue", "CheckForNull", "CheckReturnValue", "Contract", "Deprecated",
        "FunctionalInterface", "Generated", "GuardedBy", "Immutable", "Incubating", "Internal", "NonNull",
        "Nonnull", "NotNull", "NotThreadSafe", "Nullable", "Override", "SafeVarargs", "SuppressFBWarnings",
        "SuppressWarnings", "ThreadSafe", "VisibleForTesting",
    }
)  # fmt: skip
"""Annotations that tell readers and compilers something, and make nobody call a method."""

_TEST_FILE = re.compile(r"(?:.*/)?(?:Test\w*|\w*Tests?|\w*TestCase)\.java")


def implicit(node: NodeRow) -> str:
    """Return why something may call the method without naming it in code, or the empty string."""
    modifiers = json.loads(node.modifiers)
    if node.name == "main" and "static" in modifiers:
        return "it is how a program starts"
    if node.name in _SERIALIZATION:
        return "serialization calls it by its name"
    for annotation in json.loads(node.annotations):
        name = _NAME.match(annotation)
        if name is not None and name[1].rpartition(".")[2] not in _INERT:
            return f"whoever reads its annotation @{name[1]} may call it"
    if node.name.startswith("test") and _TEST_FILE.fullmatch(node.path):
        return "a test runner finds it by its name"
    return ""
