"""Attack a statement before proving it: exact sampling of its declared domain.

Values come from a pool of boundary, degenerate and ordinary rationals; ties are made by solving
each relation for each variable in which it is linear. Every point is checked exactly against
the hypotheses, and a violation is an exact counterexample.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import floor
from typing import Any

import sympy as sp

from .exactly import NotRational, all_true, evaluate, truth

Point = dict[sp.Symbol, Fraction]

POOL = tuple(
    map(
        Fraction,
        [
            "0",
            "1",
            "1/2",
            "1/4",
            "3/4",
            "1/3",
            "2/3",
            "2",
            "3",
            "1/10",
            "9/10",
            "5/4",
            "3/2",
            "-1",
            "10",
            "1/100",
            "99/100",
            "101/100",
            "-1/2",
            "-2",
            "100",
            "4/5",
            "1/5",
        ],
    )
)
WHOLE = tuple(map(Fraction, (1, 2, 3, 0, 4, 5, 10, -1)))
EFFORT = 300
MOST_WHOLE = 120  # 2^120 is still quick; n^2 < 100 n fails at 100 first


def relations(statements: Iterable[Any]) -> list[Any]:
    """All the comparisons inside the statements."""
    return sorted(
        set().union(*(sp.sympify(s).atoms(sp.core.relational.Relational) for s in statements)),
        key=str,
    )


def _pool(symbol: sp.Symbol, given: Sequence[Any]) -> list[Fraction]:
    """The values that the one-variable hypotheses allow; all, where ties must find the others."""
    own = [h for h in given if h.free_symbols == {symbol}]
    start = WHOLE if symbol.is_integer else POOL
    signed = [
        v
        for v in start
        if not (symbol.is_positive and v <= 0) and not (symbol.is_nonnegative and v < 0)
    ]
    for values in (signed, _near(symbol, own)):
        allowed = [v for v in values if all(_true(h, {symbol: v}) for h in own)]
        if allowed:
            return allowed
    return signed


def _near(symbol: sp.Symbol, given: Sequence[Any]) -> list[Fraction]:
    """The bounds that hypotheses such as n >= 101 name, and what lies next to them."""
    numbers = {side for h in relations(given) for side in h.args if side.is_Rational}
    places = sorted(Fraction(int(v.p), int(v.q)) for v in numbers)
    middles = [(a + b) / 2 for a, b in pairwise(places)]
    steps = (1, 2, 3, Fraction(1, 2), Fraction(1, 100))
    around = [v + s * sign for v in places for s in steps for sign in (1, -1)]
    values = dict.fromkeys([*places, *middles, *around])
    if symbol.is_integer:
        return list(dict.fromkeys(Fraction(floor(v)) for v in values))
    return list(values)


def _true(statement: Any, point: Point) -> bool:
    try:
        return truth(statement, point) is True
    except ZeroDivisionError:
        return False


def _linear(statements: Sequence[Any], symbols: Sequence[sp.Symbol]) -> list[tuple]:
    """Pairs (variable, its value at a tie) for each relation linear in it."""
    wanted = set(symbols)
    return [
        tie for relation in relations(statements) for tie in _ties_of(relation) if tie[0] in wanted
    ]


@cache
def _ties_of(relation: Any) -> list[tuple]:
    top = sp.fraction(sp.together(relation.lhs - relation.rhs))[0]
    found: list[tuple] = []
    if top.has(sp.zoo, sp.nan, sp.oo):
        return found
    for s in sorted(top.free_symbols, key=str):
        if not s.is_integer and top.is_polynomial(s) and sp.degree(top, s) == 1:
            slope, rest = sp.Poly(top, s).all_coeffs()
            found.append((s, -rest / slope))
    return found


@cache
def feasible(symbols: tuple[sp.Symbol, ...], given: tuple[Any, ...]) -> Point | None:
    """Some point of the domain, if the sampling meets one."""
    return next(points(symbols, given), None)


def _candidates(symbols: Sequence[sp.Symbol], given: Sequence[Any], seed: int) -> Iterator[Point]:
    pools = {s: _pool(s, given) for s in symbols}
    if not all(pools.values()):
        return
    few = max(2, int(EFFORT ** (1 / max(1, len(symbols)))))
    for values in product(*(pools[s][:few] for s in symbols)):
        yield dict(zip(symbols, values, strict=False))
    chance = random.Random(seed)
    while True:
        yield {
            s: chance.choice(pools[s]) if chance.random() < 0.8 else _somewhere(s, chance)
            for s in symbols
        }


def _somewhere(symbol: sp.Symbol, chance: random.Random) -> Fraction:
    if symbol.is_integer:
        return Fraction(chance.randint(-MOST_WHOLE, MOST_WHOLE))
    return Fraction(chance.randint(-30, 60), chance.randint(1, 40))


def _tied(point: Point, tie: tuple) -> Point | None:
    symbol, value = tie
    try:
        return {**point, symbol: evaluate(value, {k: v for k, v in point.items() if k != symbol})}
    except (ZeroDivisionError, NotRational):
        return None


def points(
    symbols: Sequence[sp.Symbol],
    given: Sequence[Any],
    ties: Sequence[Any] = (),
    effort: int = EFFORT,
    seed: int = 1,
) -> Iterator[Point]:
    """Points of the domain, boundary and degenerate ones first, then ties and random ones.

    >>> x = sp.Symbol("x")
    >>> [str(p[x]) for p in points([x], [x >= 0, x <= 1])][:3:2]
    ['0', '1']
    """
    if not symbols:
        yield {}
        return
    solved: list[tuple] | None = None
    chance = random.Random(seed)
    for count, start in enumerate(_candidates(symbols, given, seed)):
        if count >= 3 * effort:
            return
        if admits(start, given):
            yield start
        solved = _linear([*given, *ties], symbols) if solved is None else solved
        tied = _tied(start, chance.choice(solved)) if solved else None
        if tied is not None and admits(tied, given):
            yield tied


def admits(point: Point, given: Sequence[Any]) -> bool:
    """Does the point satisfy the hypotheses and the assumptions on its symbols?"""
    return all(_allowed(s, v) for s, v in point.items()) and all_true(given, point)


def _allowed(symbol: sp.Symbol, value: Fraction) -> bool:
    return not (
        (symbol.is_positive and value <= 0)
        or (symbol.is_nonnegative and value < 0)
        or (symbol.is_integer and value.denominator != 1)
    )


def violated(conclusion: Any, point: Point) -> bool:
    """Certainly false at the point, or undefined there."""
    try:
        return truth(conclusion, point) is False
    except ZeroDivisionError:
        return True


def _size(point: Point) -> int:
    return sum(abs(v.numerator) + 2 * v.denominator for v in point.values())


def counterexample(
    symbols: Sequence[sp.Symbol], given: Sequence[Any], conclusion: Any, effort: int = EFFORT
) -> Point | None:
    """The simplest point found where the hypotheses hold and the conclusion fails.

    >>> x = sp.Symbol("x")
    >>> counterexample([x], [x >= 0], x**2 >= x)
    {x: Fraction(1, 2)}
    """
    found = [p for p in points(symbols, given, [conclusion], effort) if violated(conclusion, p)]
    return min(found, key=lambda p: (_ties(given, p), _size(p)), default=None)


def _ties(given: Sequence[Any], point: Point) -> int:
    """How many hypotheses hold with equality only: a counterexample inside the domain says more."""
    weak = [h for h in given if isinstance(h, (sp.LessThan, sp.GreaterThan))]
    return sum(evaluates_equal(h, point) for h in weak)


def evaluates_equal(relation: Any, point: Point) -> bool:
    try:
        return evaluate(relation.lhs - relation.rhs, point) == 0
    except (ZeroDivisionError, NotRational):
        return False
