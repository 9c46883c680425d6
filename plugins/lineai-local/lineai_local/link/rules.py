"""What differs between languages when names are resolved: the policy that each language fills in.

The evaluator asks these questions; a language answers by overriding a method. The defaults suit a
language with lexical scopes, modules that are files, and no overloading.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lineai_local.languages.registry import language
from lineai_local.link.values import (
    External,
    ExternalInstance,
    FunctionValue,
    InstanceValue,
    Unknown,
    Value,
    Values,
)

if TYPE_CHECKING:
    from lineai_local.facts import Import, Name
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Program, Unit


class Rules:
    """The linking policy of one language. One instance serves one program; ``prepare`` is called first."""

    language = ""
    """Name of the language, as in ``FileFacts.language``."""

    builtins: frozenset[str] = frozenset()
    """Names that exist without a declaration."""

    class_scope_is_lexical = False
    """Whether a method sees its class's names without a receiver (Java) or not (Python)."""

    constructor = "constructor"
    """Name of the method that runs when a class is called or constructed."""

    call_method = ""
    """Name of the method that runs when an object is called (Python's ``__call__``)."""

    transparent_decorators: frozenset[str] = frozenset()
    """Decorators (last name segment) that do not hand the function to anybody else."""

    def prepare(self, program: Program) -> None:
        """Build the language's own indexes (module names, packages) over the program."""

    def label(self, kind: str) -> str:
        """Return the node label for a definition's kind, e.g. ``PythonMethodEntity``."""
        prefix = language(self.language).label
        if kind in ("function", "method", "constructor", "property", "lambda"):
            return f"{prefix}MethodEntity"
        return f"{prefix}SourceFileEntity" if kind == "module" else f"{prefix}ClassEntity"

    # Names and modules

    def resolve_import(self, evaluator: Evaluator, unit: Unit, item: Import) -> Values:
        """Return what the local name of an import denotes."""
        return (External(f"{item.module}.{item.symbol}" if item.symbol else item.module),)

    def imported_module(self, evaluator: Evaluator, unit: Unit, item: Import) -> Values:
        """Return the module that an import statement names: modules, packages or externals."""
        return (External(item.module),)

    def module_member(self, evaluator: Evaluator, module: Value, name: str) -> Values | None:
        """Return what ``module.name`` denotes beyond the module's own bindings, exports and star imports.

        ``module`` is a ``ModuleValue`` or ``PackageValue``: the place for submodules. ``None``: nothing.
        """
        return None

    def lookup_outer(self, evaluator: Evaluator, unit: Unit, name: Name) -> Values | None:
        """Return what a name denotes that no scope binds: same package, wildcard imports, globals."""
        return None

    def lookup_callee(self, evaluator: Evaluator, unit: Unit, name: Name) -> Values | None:
        """Return what a bare name denotes where it is called, in languages that keep methods apart.

        ``None`` means that the ordinary look-up applies.
        """
        return None

    def lookup_called(self, evaluator: Evaluator, unit: Unit, call: int) -> Values | None:
        """Return what a call runs, overloads not yet chosen, in languages with rules of their own for it.

        ``None`` means that the ordinary look-up applies.
        """
        return None

    def written_name(self, name: str) -> str:
        """Return a name as the source writes it, without what ``method_key`` or the like adds to it."""
        return name

    def method_key(self, name: str) -> str:
        """Return the name under which classes keep the methods called ``name``.

        A language in which fields and methods do not share a name space binds its methods under a key
        of their own.
        """
        return name

    # Types

    def instance_of_external(
        self, evaluator: Evaluator, name: str, arguments: tuple[Values, ...]
    ) -> Values | None:
        """Return an object of the external type ``name`` applied to ``arguments`` (special forms).

        ``Optional[X]``, ``Union[X, Y]``, ``ClassVar[X]`` … are not objects of their own. ``None`` means
        an ordinary ``ExternalInstance``.
        """
        return None

    def collection_type(self, kind: str) -> str:
        """Return the external type name of a container literal (``list``, ``dict``, ``object`` …)."""
        return kind

    def parameter(self, evaluator: Evaluator, definition: int, position: int) -> Values | None:
        """Return the values of a parameter that has no annotation, if the language can tell."""
        return None

    def function_result(self, evaluator: Evaluator, definition: int, results: Values) -> Values:
        """Return what calling a function gives, from its declared or inferred results (generators …)."""
        return results

    # Values from outside

    def external_member(self, evaluator: Evaluator, value: ExternalInstance, name: str) -> Values | None:
        """Return ``value.name`` for an object of an external type; ``None``: an external of that name."""
        return None

    def external_call(self, evaluator: Evaluator, unit: Unit, name: str, call: int) -> Values | None:
        """Return the result of calling the external function or class ``name``.

        ``call`` is the call's expression number in ``unit``. ``None``: an ``ExternalInstance`` of that
        name if it looks like a class, else unknown.
        """
        return None

    def is_type_name(self, name: str) -> bool:
        """Return whether an external's name looks like that of a class, so that calling it constructs."""
        last = name.rpartition(".")[2]
        return last[:1].isupper()

    def element(self, evaluator: Evaluator, value: Value) -> Values | None:
        """Return what iterating over the value yields; ``None`` if the language cannot tell."""
        if isinstance(value, ExternalInstance) and value.arguments:
            return value.arguments[0]
        return None

    def subscript(self, evaluator: Evaluator, value: Value, unit: Unit, key: int) -> Values | None:
        """Return ``value[key]``; ``key`` is an expression number or ``NONE``."""
        if isinstance(value, ExternalInstance) and value.arguments:
            return value.arguments[-1]
        return None

    def entry(self, evaluator: Evaluator, value: Value, position: int) -> Values | None:
        """Return the ``position``-th part of a value that is taken apart."""
        if isinstance(value, ExternalInstance) and value.name == "tuple" and position < len(value.arguments):
            return value.arguments[position]
        return self.element(evaluator, value)

    def awaited(self, evaluator: Evaluator, value: Value) -> Values:
        """Return what ``await value`` gives."""
        return (value,)

    def entered(self, evaluator: Evaluator, value: Value) -> Values:
        """Return what a ``with`` statement binds for the context manager ``value``."""
        return (value,)

    # Members

    def constructors(self, evaluator: Evaluator, definition: int) -> Values:
        """Return the functions, all overloads of them, that may run when the class is constructed."""
        unit = evaluator.program.unit_of(definition)
        return evaluator.members.inherited(unit, definition, self.constructor) or ()

    def class_member(self, evaluator: Evaluator, definition: int, name: str) -> Values | None:
        """Return the members called ``name`` that the class itself declares implicitly, or ``None``."""
        return None

    def inherited_from_outside(self, evaluator: Evaluator, value: InstanceValue, name: str) -> Values | None:
        """Return what an object offers under a name that no class of the index above its own declares.

        ``None`` suits languages without static types: the subclasses are searched, then bases outside.
        """
        return None

    def function_member(self, evaluator: Evaluator, value: FunctionValue, name: str) -> Values:
        """Return ``function.name``; for ``call`` and ``bind`` it is the function again."""
        return (Unknown(f"attribute '{name}' of a function"),)

    def implementers(self, evaluator: Evaluator, definition: int) -> Sequence[int] | None:
        """Return the classes whose objects may stand in for one of the class ``definition``.

        ``None``: those that name it as their base, and what is below them.
        """
        return None

    def is_dynamic(self, evaluator: Evaluator, definition: int) -> bool:
        """Return whether the class answers to names it does not declare (Python's ``__getattr__``)."""
        return False

    def select_overloads(
        self,
        evaluator: Evaluator,
        candidates: Sequence[FunctionValue],
        unit: Unit,
        arguments: Sequence[int],
    ) -> Sequence[FunctionValue]:
        """Return the candidates of one name that a call with these argument expressions can mean."""
        return candidates

    def is_structural(self, evaluator: Evaluator, definition: int) -> bool:
        """Return whether an object fits the type by what it has, without naming it as a base."""
        return False

    def may_call_back(self, base: str, method: str) -> bool:
        """Return whether ``base``, a class outside the index, may call a subclass's method of that name.

        A language in which overriding is marked in the source leaves this to the mark.
        """
        return False

    def overrides(self, evaluator: Evaluator, method: int, inherited: int) -> bool:
        """Return whether ``method`` overrides ``inherited``, a method of the same name in an ancestor."""
        definitions = evaluator.program.definitions
        return definitions[method].signature == definitions[inherited].signature

    def infer(self, evaluator: Evaluator, definition: int, unit: Unit, call: int) -> dict[str, Values] | None:
        """Return what a generic function's type parameters stand for in a call.

        ``None``: match the declared types of the parameters with the arguments.
        """
        return None

    def referenced(self, evaluator: Evaluator, unit: Unit, number: int, values: Values) -> Values:
        """Return which of ``values`` the reference ``number`` means: the place to choose overloads."""
        return values

    overloads = False
    """Whether a class may declare several methods of one name, told apart by their parameters."""

    def expected(self, evaluator: Evaluator, unit: Unit, number: int) -> Values:
        """Return the type that is expected where the ``Expected`` expression ``number`` stands."""
        return (Unknown("an object of the type that its place expects"),)

    def lambda_parameter(
        self, evaluator: Evaluator, unit: Unit, definition: int, position: int
    ) -> Values | None:
        """Return the type of an unannotated parameter of an anonymous function, from where it is passed.

        ``definition`` is the function's number in the file; see ``Unit.argument_context``.
        """
        return None
