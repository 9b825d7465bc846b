"""Near misses of a predicate: its comparisons turned round, and its cases disturbed."""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice
from types import CellType, CodeType, FunctionType
from typing import Any

Predicate = Callable[[Any], bool]
OPPOSITE = {"<": ">=", "<=": ">", "==": "!=", "!=": "==", ">": "<=", ">=": "<"}
MOST = 4  # the first comparison decides nearly always; more cost time only
DEPTH = 2  # a predicate is a line that calls a helper that calls one


@dataclass(frozen=True)
class Once:
    """One computation, as a predicate of a case that it does not look at."""

    computation: Callable[[], bool]

    def __call__(self, case: Any) -> bool:
        return self.computation()


def turned(predicate: Callable[..., bool]) -> list[Callable[..., bool]]:
    """The predicate with one comparison, in its code or in what it calls, turned round.

    >>> [false(3) for false in turned(lambda n: n > 2)]
    [False]
    >>> turned(lambda n: True)
    []
    """
    if isinstance(predicate, Once):
        return [Once(false) for false in turned(predicate.computation)]
    return list(islice(_turned(predicate, DEPTH), MOST))


def _turned(predicate: Any, depth: int) -> Iterator[Callable[..., bool]]:
    function = getattr(predicate, "__wrapped__", predicate)
    if not isinstance(function, FunctionType):
        return
    for code in _changed(function.__code__):
        yield _function(function, code)
    if depth:
        yield from _called(function, depth)


def _function(like: FunctionType, code: CodeType) -> FunctionType:
    return FunctionType(code, like.__globals__, like.__name__, like.__defaults__, like.__closure__)


def _called(function: FunctionType, depth: int) -> Iterator[FunctionType]:
    """The function with a variant of one that it calls, found by its global or enclosed name."""
    for name in _names(function.__code__):
        for variant in _turned(function.__globals__.get(name), depth - 1):
            scope = {**function.__globals__, name: variant}
            code, defaults = function.__code__, function.__defaults__
            yield FunctionType(code, scope, function.__name__, defaults, function.__closure__)
    cells = function.__closure__ or ()
    for k, cell in enumerate(cells):
        for variant in _turned(cell.cell_contents, depth - 1):
            closure = (*cells[:k], CellType(variant), *cells[k + 1 :])
            scope, defaults = function.__globals__, function.__defaults__
            yield FunctionType(function.__code__, scope, function.__name__, defaults, closure)


def _names(code: CodeType) -> list[str]:
    inner = [name for c in code.co_consts if isinstance(c, CodeType) for name in _names(c)]
    return list(dict.fromkeys([*code.co_names, *inner]))


def _changed(code: CodeType) -> Iterator[CodeType]:
    """Each code with one comparison turned round, here or in a nested function."""
    for place in dis.get_instructions(code):
        argument = _opposite(place)
        if argument is not None:
            raw = bytearray(code.co_code)
            raw[place.offset + 1] = argument
            yield code.replace(co_code=bytes(raw))
    for k, inner in enumerate(code.co_consts):
        if isinstance(inner, CodeType):
            for changed in _changed(inner):
                consts = (*code.co_consts[:k], changed, *code.co_consts[k + 1 :])
                yield code.replace(co_consts=consts)


def _opposite(place: dis.Instruction) -> int | None:
    """The argument of the opposite comparison."""
    if place.arg is None:
        return None
    if place.opname in ("IS_OP", "CONTAINS_OP"):
        return place.arg ^ 1
    if place.opname != "COMPARE_OP":
        return None
    name = place.argrepr.removeprefix("bool(").removesuffix(")")
    if name not in OPPOSITE:
        return None
    return place.arg + _argument(OPPOSITE[name]) - _argument(name)


@cache
def _argument(name: str) -> int:
    """That of a comparison as this Python compiles it.

    From 3.12 on it holds the outcomes that are true as well, by which a comparison that has run a
    few times is decided.
    """
    return next(
        place.arg or 0
        for place in dis.get_instructions(compile(f"a {name} b", "", "eval"))
        if place.opname == "COMPARE_OP"
    )


@dataclass(frozen=True)
class Disturbed:
    """The predicate at a case whose k-th number is moved."""

    predicate: Predicate
    place: int

    def __call__(self, case: Any) -> bool:
        return self.predicate(_moved(case, [self.place]))


def _moved(case: Any, left: list[int]) -> Any:
    """The case with one number moved by 1 (whole) or 1/7; `left` counts down to its place."""
    if isinstance(case, (tuple, list)):
        return type(case)(_moved(part, left) for part in case)
    if isinstance(case, bool) or not isinstance(case, (int, Fraction)):
        return case
    left[0] -= 1
    step = 1 if isinstance(case, int) else Fraction(1, 7)
    return case + step if left[0] == -1 else case
