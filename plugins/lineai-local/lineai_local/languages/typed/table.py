"""A table of what a library declares: hierarchy, element types, functional types, results.

A type is written on one line, ``name<parameters> : bases``; below it, indented, the methods whose result
or function argument matters, as ``name(parameters) result``, and fields, as ``NAME, NAME: type``. ``*``
marks the one method of a functional type. Single capital letters that are no parameters of the type are
the method's own. Types may be fully qualified where they are declared; inside the table they are simple.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple


class Type(NamedTuple):
    """A type as the table writes it: a name (qualified, or a type parameter) and its arguments."""

    name: str
    arguments: tuple[Type, ...] = ()


class Method(NamedTuple):
    """A method of a library type; if it is ``variadic``, its last parameter takes any number of values."""

    parameters: tuple[Type, ...]
    result: Type
    variadic: bool = False

    def accepts(self, count: int) -> bool:
        """Return whether the method can be called with so many arguments."""
        fixed = len(self.parameters)
        return count == fixed or (self.variadic and count >= fixed - 1)


class LibraryType(NamedTuple):
    """A library type: type parameters, bases, methods and fields by name, the abstract method if only one."""

    parameters: tuple[str, ...]
    bases: tuple[Type, ...]
    methods: dict[str, list[Method]]
    functional: list[Method]
    fields: dict[str, Type]


_TOKEN = re.compile(r"[\w.?]+|[<>,\[\]]")
_HEAD = re.compile(r"([\w.]+)(?:<([\w,]+)>)?(?: : (.*))?")
_METHOD = re.compile(r"(\*?)(\w+)\((.*)\) (.*)")


def read_table(file: Path, root: str) -> dict[str, LibraryType]:
    """Return the types that a table declares, by name; ``?`` in it stands for the type ``root``."""
    lines = file.read_text(encoding="utf-8").splitlines()
    heads = [match for line in lines if line[0] != " " and (match := _HEAD.fullmatch(line))]
    names = {_short(head[1]): head[1] for head in heads} | {"?": root}
    found: dict[str, LibraryType] = {}
    current = LibraryType((), (), {}, [], {})
    for line in lines:
        method = _METHOD.fullmatch(line.strip()) if line[0] == " " else None
        if method is not None:
            variadic = method[3].endswith("...")
            parameters = _types(method[3].removesuffix("..."), names)
            entry = Method(parameters, _types(method[4], names)[0], variadic)
            current.methods.setdefault(method[2], []).append(entry)
            if method[1]:
                current.functional.append(entry)
        elif line[0] == " ":
            for name in line.partition(":")[0].split(","):
                current.fields[name.strip()] = _types(line.partition(":")[2], names)[0]
        elif head := _HEAD.fullmatch(line):
            names_of = tuple(head[2].split(",")) if head[2] else ()
            current = found[head[1]] = LibraryType(names_of, _types(head[3] or "", names), {}, [], {})
    return found


def _short(name: str) -> str:
    """Return a name as the table uses it: without the package, but with an enclosing class."""
    return ".".join(part for part in name.split(".") if part[:1].isupper()) or name


def _types(written: str, names: dict[str, str]) -> tuple[Type, ...]:
    """Return the types in a comma-separated list."""
    stack: list[list[Type]] = [[]]
    for token in _TOKEN.findall(written):
        match token:
            case "<":
                stack.append([])
            case ">":
                arguments = stack.pop()
                stack[-1][-1] = stack[-1][-1]._replace(arguments=tuple(arguments))
            case "[":
                stack[-1][-1] = Type("Array", (stack[-1][-1],))
            case "]" | ",":
                pass
            case _:
                stack[-1].append(Type(names.get(token, token)))
    return tuple(stack[0])
