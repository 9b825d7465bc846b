"""A call of a public name that is not as it should be is refused in the words of whoever called it.

Python names the method that a class inherits, and no example: `rr.Guess()` was refused by
"UnderPrior.__init__() missing 1 required positional argument: 'prior'". What holds for public
functions and classes holds for the methods of whatever they answer: they are named when a public
function answers one for the first time.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache, wraps
from inspect import Parameter, Signature, signature
from types import FunctionType
from typing import Any

from rropt.exact.near import near
from rropt.exact.number import InputError

OPTIONS = re.compile(r"Unpack\[(\w+)\]")
"""How a function says that its other options are those of a typed dictionary."""

ANY = "..."
"""Stands for any other options."""


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
        _name_those_of(thing)
    return thing


@cache
def _name_those_of(kind: type) -> None:
    """Of a class, in itself and in those of its package from which it inherits."""
    for owner in kind.__mro__:
        if owner.__module__.partition(".")[0] == __package__:
            _name_methods(owner)


@cache
def _name_methods(owner: type) -> None:
    """Those that stand in the class: how it is made, and what is public."""
    for name, member in list(vars(owner).items()):
        kind = type(member)
        if name == "__init__" and kind is FunctionType:
            setattr(owner, name, _naming(member, lambda args: type(args[0])))
        elif not name.startswith("_") and kind is FunctionType:
            setattr(owner, name, _naming(member))
        elif not name.startswith("_") and kind in (classmethod, staticmethod):
            setattr(owner, name, kind(_naming(member.__func__)))


def _naming(
    function: FunctionType, called: Callable[[tuple[Any, ...]], Any] | None = None
) -> FunctionType:
    """The function; `called` finds in the arguments what the caller wrote before the bracket."""

    @wraps(function)
    def checked(*args: Any, **given: Any) -> Any:
        try:
            found = function(*args, **given)
        except TypeError as error:
            if isinstance(error, CallError):
                raise
            said = refusal(called(args) if called else function, function, args, given)
            if said is None:
                raise
            raise CallError(said) from None
        _name_those_of(type(found))  # type: ignore[arg-type]
        if called is not None:  # not of every method: a design is made with thirty calls of them
            for kind in map(type, getattr(found, "__dict__", {}).values()):
                _name_those_of(kind)
        return found

    return checked  # type: ignore[return-value]


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
        others = ""
    except TypeError as error:
        others = str(error)
    name = called.__name__
    names = list(_names(told))
    unknown = [each for each in given if each not in names]
    missing = _missing(told, args, given)
    if unknown and ANY not in names:
        hint = near(unknown[0], names) or "."
        return f"{name} has no parameter {unknown[0]}{hint} It takes {', '.join(names)}"
    if missing:
        return f"{' and '.join(missing)} must be given{_as_in_example(called)}"
    return f"{name} takes {', '.join(names) or 'nothing'}: {others}" if others else None


def _names(told: Signature) -> Iterator[str]:
    """The parameters, and the options of a typed dictionary; `ANY` for others."""
    for name, each in told.parameters.items():
        if each.kind is Parameter.VAR_KEYWORD:
            stated = OPTIONS.fullmatch(str(each.annotation))
            yield from _keys(stated[1]) if stated else (ANY,)
        elif name not in ("self", "cls"):
            yield name


def _keys(name: str) -> list[str]:
    """Of the typed dictionary of this name, if its module is in use, as it is where it refused."""
    rooms = [vars(room) for key, room in sys.modules.items() if key.startswith(f"{__package__}.")]
    return next((list(room[name].__annotations__) for room in rooms if name in room), [ANY])


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
