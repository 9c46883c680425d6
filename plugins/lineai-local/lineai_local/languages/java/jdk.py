"""What the linker must know of Java's own library: hierarchy, element types, functional interfaces.

The table is ``jdk.txt``. Types of ``java.lang`` go by their simple name, as they do in source; all others
are fully qualified where they are declared and in the linker's values, and simple inside the table.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lineai_local.languages.typed.library import Library
from lineai_local.languages.typed.table import read_table

_LANG = (
    "Void Iterable Override Deprecated SuppressWarnings FunctionalInterface SafeVarargs Process "
    "ProcessBuilder Runtime StrictMath SecurityException StackOverflowError OutOfMemoryError "
    "LinkageError VirtualMachineError NoClassDefFoundError ExceptionInInitializerError "
    "ArrayIndexOutOfBoundsException ArrayStoreException StringIndexOutOfBoundsException "
    "NegativeArraySizeException EnumConstantNotPresentException Package Module ThreadDeath "
    "InheritableThreadLocal Readable StackWalker"
)


@cache
def library() -> Library:
    """Return the known types by their name: simple in ``java.lang``, qualified elsewhere."""
    return Library(read_table(Path(__file__).with_name("jdk.txt"), "Object"), "Object", "Iterable")


@cache
def lang_names() -> frozenset[str]:
    """Return the known simple names of ``java.lang``."""
    return frozenset(_LANG.split()) | {name for name in library().types if "." not in name}
