"""What a name of a type, field or method denotes: packages, imports, nesting and inheritance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineai_local.facts import NONE
from lineai_local.languages.java.builder import method_key
from lineai_local.languages.java.jdk import lang_names, library
from lineai_local.link.program import TYPE_KINDS
from lineai_local.link.values import ClassValue, External, FunctionValue, PackageValue, Unknown, Values

if TYPE_CHECKING:
    from lineai_local.facts import Import, Name
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Program, Unit

_OUTSIDE_ROOTS = frozenset(
    {"java", "javax", "jdk", "sun", "com", "org", "net", "io", "jakarta", "kotlin", "scala"}
)

_OBJECT_METHODS = frozenset(library().types["Object"].methods)


class ClassIndex:
    """The classes of a program by qualified name, and the packages that hold them."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._classes: dict[str, list[int]] = {}
        self._packages: set[str] = set()
        for unit in program.units:
            if unit.facts.language != "java":
                continue
            for number, item in enumerate(unit.facts.definitions):
                if item.kind in TYPE_KINDS and _is_member(unit, item.parent):
                    self._classes.setdefault(item.qualified, []).append(unit.first + number)
            package = unit.facts.package
            while package and package not in self._packages:
                self._packages.add(package)
                package = package.rpartition(".")[0]

    def find(self, unit: Unit | None, qualified: str) -> int:
        """Return the class of that name as seen from a file, or ``NONE``.

        Of several (a copy in another repository, a test double), the one with the longest common path wins.
        """
        found = self._classes.get(qualified)
        if not found:
            return NONE
        if len(found) == 1 or unit is None:
            return found[0]
        return max(found, key=lambda number: self._nearness(unit, number))

    def _nearness(self, unit: Unit, number: int) -> tuple[bool, int, int]:
        other = self._program.unit_of(number)
        shared = 0
        for left, right in zip(unit.path.split("/"), other.path.split("/"), strict=False):
            if left != right:
                break
            shared += 1
        return other.repository == unit.repository, shared, -number

    def is_package(self, name: str) -> bool:
        """Return whether a package, or the beginning of one, has this name."""
        return name in self._packages

    def type_or_package(self, qualified: str) -> Values | None:
        """Return the class or package with a qualified name, or ``None``."""
        number = self.find(None, qualified)
        if number != NONE:
            return (ClassValue(number),)
        return (PackageValue("java", qualified),) if self.is_package(qualified) else None


def _is_member(unit: Unit, parent: int) -> bool:
    """Return whether a definition is reachable by a qualified name, neither local nor anonymous."""
    while parent > 0:
        item = unit.facts.definitions[parent]
        if item.kind not in TYPE_KINDS or item.name.startswith("<"):
            return False
        parent = item.parent
    return True


class Naming:
    """Name look-up by Java's rules, beyond the scopes of one file."""

    def __init__(self, program: Program) -> None:
        self.classes = ClassIndex(program)

    def imported(self, evaluator: Evaluator, unit: Unit, item: Import) -> Values:
        """Return what the name of a single import denotes: a class, or a static field."""
        if not item.static:
            number = self.classes.find(unit, f"{item.module}.{item.symbol}")
            return (
                (ClassValue(number),)
                if number != NONE
                else (External(_known(f"{item.module}.{item.symbol}")),)
            )
        owner = self.classes.find(unit, item.module)
        if owner == NONE:
            return (External(f"{item.module}.{item.symbol}"),)
        found = evaluator.members.inherited(unit, owner, item.symbol)
        return (Unknown(f"'{item.symbol}' is not in {item.module}"),) if found is None else found

    def outer(self, evaluator: Evaluator, unit: Unit, name: Name) -> Values | None:
        """Return what a name denotes that neither scopes nor single imports bind."""
        package = unit.facts.package
        number = self.classes.find(unit, f"{package}.{name.id}" if package else name.id)
        if number != NONE:
            return (ClassValue(number),)
        found = self._starred(evaluator, unit, name.id)
        if found is not None:
            return found
        if name.id in lang_names():
            return (External(name.id),)
        modules = [item.module for item in unit.star_imports if not item.static]
        listed = [module for module in modules if f"{module}.{name.id}" in library().types]
        outside = listed or [module for module in modules if not self.classes.is_package(module)]
        if name.id[:1].isupper():
            return (External(f"{outside[0]}.{name.id}"),) if len(outside) == 1 else None
        if self.classes.is_package(name.id):
            return (PackageValue("java", name.id),)
        return (External(name.id),) if name.id in _OUTSIDE_ROOTS else None

    def _starred(self, evaluator: Evaluator, unit: Unit, name: str) -> Values | None:
        for item in unit.star_imports:
            number = self.classes.find(unit, f"{item.module}.{name}")
            if number != NONE:
                return (ClassValue(number),)
        for item in unit.star_imports:
            owner = self.classes.find(unit, item.module) if item.static else NONE
            found = None if owner == NONE else evaluator.members.inherited(unit, owner, name)
            if found is not None:
                return found
        return None

    def package_member(self, package: str, name: str) -> Values:
        """Return a class or package inside a package."""
        qualified = f"{package}.{name}"
        return self.classes.type_or_package(qualified) or (External(_known(qualified)),)

    def callee(self, evaluator: Evaluator, unit: Unit, name: Name) -> Values:
        """Return the methods that an unqualified call may mean: those of the innermost class that has any."""
        key = method_key(name.id)
        outside = ""
        scope = name.scope
        while scope != NONE:
            item = unit.facts.scopes[scope]
            if item.kind == "class":
                owner = unit.first + item.definition
                if evaluator.members.inherited(unit, owner, key) is not None:
                    return evaluator.members.find(unit, evaluator.own_instance(owner), key)
                outside = outside or evaluator.hierarchy.open_base(owner)
            elif item.kind == "module" and (scope, key) in unit.bindings:
                return tuple(
                    FunctionValue(unit.first + binding.definition) for binding in unit.bindings[scope, key]
                )
            scope = item.parent
        found = self._static_methods(evaluator, unit, name.id)
        if found:
            return found
        if name.id in _OBJECT_METHODS:
            return (External(f"Object.{key}"),)
        return (External(f"{outside}.{key}"),) if outside else (Unknown(f"no method '{name.id}' is visible"),)

    def from_outside(self, evaluator: Evaluator, definition: int, name: str) -> Values:
        """Return what a class has under a name that none of its bases in the index declares."""
        if name.removesuffix("()") in _OBJECT_METHODS:
            return (External(f"Object.{name}"),)
        outside = evaluator.hierarchy.open_base(definition)
        if outside:
            return (External(f"{outside}.{name}"),)
        owner = evaluator.program.definitions[definition].name
        return (Unknown(f"{owner} has no visible '{name.removesuffix('()')}'", absent=True),)

    def _static_methods(self, evaluator: Evaluator, unit: Unit, name: str) -> Values:
        """Return the methods that static imports bring in; single imports hide those on demand."""
        outside = ""
        for wanted in (name, "*"):
            found: dict[FunctionValue, None] = {}
            for item in unit.facts.imports:
                if not item.static or item.symbol != wanted:
                    continue
                owner = self.classes.find(unit, item.module)
                if owner == NONE:
                    outside = outside or item.module
                    continue
                for value in evaluator.members.inherited(unit, owner, method_key(name)) or ():
                    if isinstance(value, FunctionValue):
                        found[value] = None
            if found:
                return tuple(found)
        return (External(f"{outside}.{method_key(name)}"),) if outside else ()


def _known(qualified: str) -> str:
    """Return the name under which an external type is known: simple for those of ``java.lang``."""
    package, _, name = qualified.rpartition(".")
    return name if package == "java.lang" and name in lang_names() else qualified
