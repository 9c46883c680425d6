"""What in a graph belongs to a REST interface."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lineai_core.plugin import ImpactGraph, Node, UnresolvedReference

_VERBS = "get|post|put|delete|patch|head|options"
_TITLES = "|".join(verb.title() for verb in _VERBS.split("|"))
_ROUTE = re.compile(
    rf"""
      (?<![A-Za-z])(?i:(?:{_VERBS}|request)mapping)\b    # Spring
    | (?i:\bhttp(?:{_VERBS})\b)                           # ASP.NET
    | ^[@\[]?(?:Route|AcceptVerbs)\b                      # ASP.NET
    | ^@?(?:[\w.]+\.)?(?:{_VERBS.upper()}|Path)\b(?!\.)   # JAX-RS
    | ^@?(?:{_TITLES}|All)\((?!\s*\{{?\s*["']\s*(?i:delete)\s) # NestJS, Micronaut; not MyBatis' SQL
    | ^@?[\w.]+\.(?:{_VERBS}|route|api_route|websocket)    # Flask, FastAPI
      \(\s*(?:(?:rule|path)\s*=\s*)?[rbuf]*["'][/{{"']
    | ^[\w.]+\.(?:get|post|put|delete|route|api_route|websocket)$  # the same, its arguments not recorded
    | ^@?(?:[\w.]+\.)?(?:api_view|action|require_(?:GET|POST|safe|http_methods))\b  # Django
    """,
    re.VERBOSE,
)
_CONTROLLER = re.compile("controller|restendpoint|apiendpoint|webservice", re.IGNORECASE)
# Types of a call of one endpoint by another element.
CALLS = frozenset({"INVOKES_ENDPOINT", "REFERENCES_ENDPOINT"})


def routes(node: Node) -> tuple[str, ...]:
    """Return those of a method's annotations that bind it to a route, whatever the framework."""
    if not node.is_method:
        return ()
    return tuple(text for text in node.texts("annotations") if _ROUTE.search(text.strip()))


def controllers(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Return the nodes whose label is that of an API controller."""
    labels = {node.label: node for node in nodes}
    found = {label for label, node in labels.items() if _CONTROLLER.search(label) and not node.is_method}
    return tuple(node for node in nodes if node.label in found) if found else ()


def endpoint_name(node: Node) -> str:
    """Return an endpoint as ``VERB path``, or its name if the payload gives neither."""
    return " ".join(filter(None, (node.text("httpVerb").upper(), node.text("path")))) or node.name


def serves(graph: ImpactGraph, node: Node) -> bool:
    """Whether a method answers HTTP requests itself."""
    if routes(node):
        return True
    neighbours = [edge.start for edge in graph.incoming(node.id)]
    neighbours += [edge.end for edge in graph.outgoing(node.id) if edge.type not in CALLS]
    return any(neighbour.label == "Endpoint" for neighbour in neighbours)


def sought_endpoint(reference: UnresolvedReference) -> str:
    """Return the HTTP endpoint that an unresolved reference calls, as far as it is known, else nothing."""
    known = reference.endpoint
    verb_and_path = " ".join(filter(None, (known.get("httpMethod", ""), known.get("path", ""))))
    return verb_and_path or "; ".join(f"{key}={value}" for key, value in sorted(known.items()))
