"""A call of a public name without what it needs is refused in the words of whoever called it.

Python names the method that a class inherits, and no example: `rr.Guess()` was refused by
"UnderPrior.__init__() missing 1 required positional argument: 'prior'".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import Parameter, Signature, signature
from types import FunctionType
from typing import Any

from rropt.exact.near import near
from rropt.exact.number import InputError


class CallError(InputError, TypeError):
    """A call without an argument that is needed, or with one that is not there."""


def naming(thing: Any, package: str, name: str) -> Any:
    """What stands in the package under the name: a class or a function that says what is wrong.

    >>> import rropt
    >>> rropt.Trace()
    Traceback (most recent call last):
        ...
    rropt.needed_arguments.CallError: categories must be given, as in Trace(3)
    """
    if isinstance(thing, FunctionType):
        function = _naming(thing, lambda _: thing)
        function.__module__, function.__qualname__ = package, name  # where pickle looks for it
        return function
    if isinstance(thing, type):
        _name_those_of_class(thing)
    return thing


def _name_those_of_class(thing: type) -> None:
    """In the class itself, or in that of rropt from which it has its `__init__`."""
    owner = next(kind for kind in thing.__mro__ if "__init__" in vars(kind))
    made = vars(owner)["__init__"]
    if isinstance(made, FunctionType) and not hasattr(made, "__wrapped__"):
        owner.__init__ = _naming(made, lambda args: type(args[0]))  # type: ignore[misc]


def _naming(function: FunctionType, called: Callable[[tuple[Any, ...]], Any]) -> Any:
    """The function; `called` finds in the arguments what the caller wrote before the bracket."""

    @wraps(function)
    def checked(*args: Any, **given: Any) -> Any:
        try:
            return function(*args, **given)
        except TypeError:
            said = refusal(called(args), function, args, given)
            if said is None:
                raise
            raise CallError(said) from None

    return checked


def refusal(
    called: Any, function: Callable[..., Any], args: tuple[Any, ...], given: Mapping[str, Any]
) -> str | None:
    """What is wrong with the arguments themselves, if something is.

    >>> refusal(pow, lambda base, exponent=2: None, (3,), {"exponet": 3})
    'pow has no parameter exponet, did you mean exponent? It takes base, exponent'
    """
    told = signature(function)
    try:
        told.bind(*args, **given)
    except TypeError as error:
        name, names = called.__name__, [each for each in told.parameters if each != "self"]
        unknown = [each for each in given if each not in names]
        missing = _missing(told, args, given)
        if missing:
            return f"{' and '.join(missing)} must be given{_as_in_example(called)}"
        if unknown:
            hint = near(unknown[0], names) or "."
            return f"{name} has no parameter {unknown[0]}{hint} It takes {', '.join(names)}"
        return f"{name} takes {', '.join(names)}: {error}"
    return None


def _missing(told: Signature, args: tuple[Any, ...], given: Mapping[str, Any]) -> list[str]:
    later = [each for each in list(told.parameters.values())[len(args) :] if each.name not in given]
    many = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    return [each.name for each in later if each.default is each.empty and each.kind not in many]


def _as_in_example(called: Any) -> str:
    """The first call in its docstring's examples that stands on one line."""
    opening = f"{called.__name__}("
    for line in (called.__doc__ or "").splitlines():
        _, found, rest = line.partition(opening)
        if line.strip().startswith(">>>") and found:
            call = _to_closing_bracket(opening + rest)
            if call:
                return f", as in {call}"
    return ""


def _to_closing_bracket(call: str) -> str:
    """As far as the bracket that closes the first one; nothing where none does.

    >>> _to_closing_bracket("f(g(1), 2).h(3)"), _to_closing_bracket("f(g(1),")
    ('f(g(1), 2)', '')
    """
    depth = 0
    for place, letter in enumerate(call, 1):
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0 and letter in ")]}":
            return call[:place]
    return ""
