"""From what a person or an assistant writes to the definition that is meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from lineai_local.discovery import kind_of
from lineai_local.graph import DATABASE_KINDS
from lineai_local.problems import BadSymbol
from lineai_local.store import NodeRow, View

FORMS = (
    "path/to/file.py::Qualified.Name (path relative to the repository's root), path/to/file.py:LINE, "
    "Qualified.Name, or Name"
)
_MODULE = "<module>"
_NOT_NAMED = DATABASE_KINDS | {"module"}
_MOST_SUGGESTIONS = 8
_LONGEST = 2000
_PLACE = re.compile(r"(.+\.\w+):(\d+)")


@dataclass(frozen=True, slots=True)
class Target:
    """What a symbol names: one definition, or the overloads of one method."""

    symbol: str
    nodes: tuple[NodeRow, ...]


def find_symbol(view: View, text: str) -> Target:
    """Return what ``text`` names.

    Accepted are the forms in ``FORMS``; a name may leave out what stands before it as long as it stays
    unique, and end with ``()`` or a list of parameter types. Raises ``BadSymbol``, with suggestions,
    if it names nothing, several things, or something that is not indexed.
    """
    asked = text.strip().strip("`'\"").strip().replace("\\", "/")
    asked = asked.removeprefix("./")
    if len(asked) > _LONGEST:
        raise BadSymbol(f"The symbol has {len(asked)} characters, more than {_LONGEST}.")
    if not asked:
        raise BadSymbol(f"No symbol is named. Accepted forms: {FORMS}.")
    path, double, qualified = asked.partition("::")
    if double:
        return _in_path(view, text, path.removeprefix("./"), qualified.strip())
    place = _PLACE.fullmatch(asked)
    if place is not None:
        return _at_line(view, text, place[1], int(place[2]))
    if "/" in asked or ":" in asked or kind_of(asked) is not None:
        raise _refusal(view, text, asked)
    return _by_name(view, text, asked)


def base_symbol(node: NodeRow) -> str:
    """Return the node's symbol without the signature that tells overloads apart."""
    path, _, qualified = node.symbol.partition("::")
    return f"{path}::{qualified.partition('(')[0]}"


def _in_path(view: View, text: str, path: str, qualified: str) -> Target:
    nodes = _file_nodes(view, text, path)
    if not qualified:
        raise BadSymbol(f"{text!r} names no symbol in the file. {_did_you_mean(nodes)}")
    if qualified == _MODULE:
        found = [node for node in nodes if node.kind == "module"]
    else:
        found = _matching([node for node in nodes if node.kind != "module"], qualified)
    if not found:
        close = get_close_matches(_plain(qualified), [node.qualified for node in nodes], 5, 0.5)
        near = view.named(_last(qualified)) or [node for node in nodes if node.qualified in close] or nodes
        raise BadSymbol(f"There is no symbol {qualified!r} in {nodes[0].path}. {_did_you_mean(near)}")
    return _one(text, found)


def _file_nodes(view: View, text: str, path: str) -> list[NodeRow]:
    """Return the nodes of the file that ``path`` names: exactly, by its end, or as an absolute path."""
    candidates = [path]
    parts = path.split("/")
    candidates += ["/".join(parts[start:]) for start in range(1, len(parts))]
    for candidate in candidates:
        files = view.files("path = ?", (candidate,))
        if not files and candidate == path:
            files = [f for f in view.files("path LIKE ?", (f"%{path}",)) if f.path.endswith(f"/{path}")]
        for file in files:
            if file.status != "indexed":
                raise BadSymbol(
                    f"{file.path} is in no view of the code: {file.reason or 'it is configuration'}."
                )
        paths = sorted({file.path for file in files})
        if len(paths) > 1:
            raise BadSymbol(f"{text!r} is ambiguous: {', '.join(paths[:_MOST_SUGGESTIONS])}.")
        if paths:
            return view.in_file(paths[0])
    name = path.rpartition("/")[2]
    same = [file.path for file in view.files("path LIKE ?", (f"%{name}",))]
    hint = f"Did you mean {', '.join(same[:_MOST_SUGGESTIONS])}?" if same else f"Accepted forms: {FORMS}."
    raise BadSymbol(f"There is no file {path!r} in the index. {hint}")


def _at_line(view: View, text: str, path: str, line: int) -> Target:
    nodes = _file_nodes(view, text, path)
    around = [node for node in nodes if node.line <= line <= node.end_line and node.kind != "module"]
    module = [node for node in nodes if node.kind == "module"]
    if not around:
        return _one(text, module)
    return _one(text, [max(around, key=lambda node: (node.line, -node.end_line))])


def _by_name(view: View, text: str, asked: str) -> Target:
    named = [node for node in view.named(_last(asked)) if node.kind not in _NOT_NAMED]
    found = _matching(named, asked)
    if not found:
        raise _refusal(view, text, asked)
    return _one(text, found)


def _matching(nodes: Iterable[NodeRow], asked: str) -> list[NodeRow]:
    """Return the nodes that ``asked`` names: by their whole qualified name if any, else by its end."""
    compact = asked.replace(" ", "")
    signature = compact[len(_plain(compact)) :]
    plain = _plain(compact)
    fitting = [node for node in nodes if signature in ("", "()") or _signature(node) == signature]
    exact = [node for node in fitting if _plain(node.qualified) == plain]
    return exact or [node for node in fitting if f".{_dotted(node)}".endswith(f".{plain}")]


def _one(text: str, nodes: Sequence[NodeRow]) -> Target:
    meant = sorted({(node.repository, base_symbol(node)) for node in nodes})
    if len(meant) > 1:
        shown = ", ".join(f"`{symbol}`" for _, symbol in meant[:_MOST_SUGGESTIONS])
        more = f" and {len(meant) - _MOST_SUGGESTIONS} more" if len(meant) > _MOST_SUGGESTIONS else ""
        raise BadSymbol(f"{text!r} is ambiguous; it may be {shown}{more}. Write one of them.")
    symbols = {node.symbol for node in nodes}
    return Target(symbols.pop() if len(symbols) == 1 else meant[0][1], tuple(nodes))


def _refusal(view: View, text: str, asked: str) -> BadSymbol:
    if kind_of(asked) is not None and ":" not in asked:
        nodes = _file_nodes(view, text, asked)
        return BadSymbol(f"{text!r} names a file, not a symbol. {_did_you_mean(nodes)}")
    name = _last(re.split(r"[:/]", asked)[-1])
    near = [node for node in view.named(name) if node.kind not in DATABASE_KINDS] or _similar(view, name)
    hint = _did_you_mean(near) if near else "Nothing in the index has a similar name."
    return BadSymbol(f"There is no symbol {text!r} in the index. {hint} Accepted forms: {FORMS}.")


def _similar(view: View, name: str) -> list[NodeRow]:
    names = view.names(name[:1])
    folded = [other for other in names if other.casefold() == name.casefold()]
    close = folded or get_close_matches(name, names, 3, 0.6)
    return [node for other in close for node in view.named(other) if node.kind not in DATABASE_KINDS]


def _did_you_mean(nodes: Sequence[NodeRow]) -> str:
    symbols = list(dict.fromkeys(base_symbol(node) for node in nodes if node.kind != "module"))
    shown = ", ".join(f"`{symbol}`" for symbol in symbols[:_MOST_SUGGESTIONS])
    more = f" (and {len(symbols) - _MOST_SUGGESTIONS} more)" if len(symbols) > _MOST_SUGGESTIONS else ""
    return f"Did you mean {shown}{more}?" if shown else f"Accepted forms: {FORMS}."


def _plain(qualified: str) -> str:
    return qualified.partition("(")[0]


def _last(qualified: str) -> str:
    return _plain(qualified).strip().rpartition(".")[2]


def _signature(node: NodeRow) -> str:
    return node.qualified[len(_plain(node.qualified)) :].replace(" ", "") or _parameters(node)


def _parameters(node: NodeRow) -> str:
    last = node.identity.rpartition("|")[2]
    return last[len(_plain(last)) :].replace(" ", "")


def _dotted(node: NodeRow) -> str:
    """Return the qualified name behind the file's own dotted path: ``src.pkg.calc.Rate.net``."""
    module = node.path.rpartition(".")[0].removesuffix("/__init__").replace("/", ".")
    return f"{module}.{_plain(node.qualified)}"
