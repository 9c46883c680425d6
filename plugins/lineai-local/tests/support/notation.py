"""Expressions in a short notation that a test can be read by, the same for every language."""

from lineai_local import facts as f
from lineai_local.facts import NONE, FileFacts


def show(facts: FileFacts, number: int) -> str:
    """Return expression ``number`` of a file: ``a.b(<int>)``, ``each rows``, ``a Order``; ``-`` for none."""
    if number == NONE:
        return "-"

    def each(numbers: tuple[int, ...]) -> str:
        return ", ".join(show(facts, item) for item in numbers)

    match facts.expressions[number]:
        case f.Name(id=name):
            return name
        case f.Attribute(value=value, name=name):
            return f"{show(facts, value)}.{name}"
        case f.Call(function=function, arguments=arguments):
            return f"{show(facts, function)}({each(arguments)})"
        case f.New(annotation=annotation, arguments=arguments):
            return f"new {show(facts, annotation)}({each(arguments)})"
        case f.Subscript(value=value, key=key):
            return f"{show(facts, value)}[{show(facts, key)}]"
        case f.Applied(base=base, arguments=arguments):
            return f"{show(facts, base)}<{each(arguments)}>"
        case f.Choice(options=options):
            return f"({' | '.join(show(facts, item) for item in options)})"
        case f.Collection(kind="object", keys=keys, elements=elements):
            pairs = zip(keys, elements, strict=True)
            return f"{{{', '.join(f'{key}: {show(facts, item)}' for key, item in pairs)}}}"
        case f.Collection(kind=kind, elements=elements):
            return f"{kind}({each(elements)})"
        case f.Element(value=value):
            return f"each {show(facts, value)}"
        case f.Entry(value=value, position=position):
            return f"part {position} of {show(facts, value)}"
        case f.Enter(value=value):
            return f"enter {show(facts, value)}"
        case f.Await(value=value):
            return f"await {show(facts, value)}"
        case f.Typed(annotation=annotation):
            return f"a {show(facts, annotation)}"
        case f.BuiltIn(name=name):
            return f"<{name}>"
        case f.Function(definition=definition):
            item = facts.definitions[definition]
            return item.qualified if item.kind != "lambda" else "lambda"
        case f.This():
            return "this"
        case f.Super():
            return "super"
        case f.Opaque():
            return "?"
    raise AssertionError("not an expression")


def sites(facts: FileFacts, kind: str = "call") -> list[str]:
    """Return the expressions of a file's sites of one kind, in source order."""
    return [show(facts, site.expression) for site in facts.sites if site.kind == kind]
