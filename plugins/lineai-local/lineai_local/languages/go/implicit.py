"""What the Go tool chain and the standard library call although no code names it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lineai_local.store import NodeRow

_TEST = re.compile(r"(?:Test|Benchmark|Fuzz|Example)(?:[^a-z].*)?")

LIBRARY_METHODS = frozenset(
    {
        "Accept", "Addr", "As", "At", "Bounds", "Cause", "Close", "CloseNotify", "ColorModel", "Context",
        "Control", "Deadline", "Decode", "Done", "Enabled", "Encode", "Err", "Error", "Flush", "Format",
        "GoString", "GobDecode", "GobEncode", "Handle", "Hijack", "ImportFrom", "Info", "Init", "Int63", "Is",
        "IsBoolFlag", "IsDir", "Len", "Less", "Lock", "LocalAddr", "Log", "MarshalBinary", "MarshalJSON",
        "MarshalText", "MarshalXML", "MarshalXMLAttr", "MarshalYAML", "ModTime", "Mode", "Name", "Network",
        "Next", "Open", "Pop", "Push", "Read", "ReadAt", "ReadByte", "ReadDir", "ReadFile", "ReadFrom",
        "ReadRune", "ReadString", "RemoteAddr", "RoundTrip", "Run", "Scan", "Seed", "Seek", "ServeHTTP",
        "Set", "SetCookies", "SetDeadline", "SetReadDeadline", "SetWriteDeadline", "Size", "Stat", "String",
        "Sub", "Sum", "Swap", "Sys", "Temporary", "Timeout", "Type", "Uint64", "Unlock", "UnmarshalBinary",
        "UnmarshalJSON", "UnmarshalText", "UnmarshalXML", "UnmarshalXMLAttr", "UnmarshalYAML", "UnreadByte",
        "UnreadRune", "Unwrap", "Value", "Visit", "WithAttrs", "WithGroup", "Write", "WriteAt", "WriteByte",
        "WriteHeader", "WriteString", "WriteTo",
    }
)  # fmt: skip
"""Methods of the interfaces through which the standard library and common encoders call foreign objects."""


def implicit(node: NodeRow) -> str:
    """Return why something may call the function without naming it in code, or the empty string."""
    if node.kind == "method":
        if node.name in LIBRARY_METHODS:
            return "an interface of the standard library has a method of this name"
        return ""
    if node.name == "init":
        return "it runs when its package is loaded"
    if node.name == "main" and node.symbol.endswith("::main.main"):
        return "it is how a program starts"
    if node.path.endswith("_test.go") and (_TEST.fullmatch(node.name)):
        return "a test runner finds it by its name"
    return ""
