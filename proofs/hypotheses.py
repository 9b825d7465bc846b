"""Which further hypothesis makes a false statement true: the weakest of a stated family.

The family: the sign of an irreducible factor of the conclusion, of a symbol or of a difference of
two symbols, strict or not, or that it is not zero; and a symbol at least or at most 1/2, 1 or 2.
Weakest means: it keeps the most of the sampled points of the domain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice
from typing import Any

import sympy as sp

from .attack import Point, admits, points, violated
from .goals import Holds, decide
from .goals.base import Decision

SAMPLE = 200  # points; with 60 two of 20 trials proposed a hypothesis that the next points refuted
MOST = 12  # attempts to prove; the first or second succeeds where one does
BOUNDS = (sp.Rational(1, 2), sp.Integer(1), sp.Integer(2))


def family(goal: Holds) -> list[Any]:
    """Every hypothesis that is considered.

    >>> x = sp.Symbol("x")
    >>> goal = Holds(x**2 >= x)
    >>> [str(h) for h in family(goal)][:5]
    ['Ne(x, 0)', 'x >= 0', 'x <= 0', 'x > 0', 'x < 0']
    """
    shapes = [f for f in dict.fromkeys(_shapes(goal)) if _is_real(f)]
    signs = [h for f in shapes for h in (sp.Ne(f, 0), f >= 0, f <= 0, f > 0, f < 0)]
    bounds = [h for s in goal.symbols for c in BOUNDS for h in (s >= c, s <= c)]
    known = {*goal.hypotheses, sp.true, sp.false}
    return [h for h in (*signs, *bounds) if h not in known]


def _is_real(shape: Any) -> bool:
    """Whether it may be compared; sympy knows of numbers that are none of the reals."""
    return bool(shape.free_symbols) and not shape.has(sp.zoo, sp.nan, sp.oo, sp.I)


def _shapes(goal: Holds) -> Iterator[Any]:
    yield from goal.symbols
    for relation in goal.conclusion.atoms(sp.core.relational.Relational):
        for part in sp.fraction(sp.cancel(relation.lhs - relation.rhs)):
            yield from _factors(part)
    yield from (a - b for a, b in combinations(goal.symbols, 2))


def _factors(part: Any) -> list[Any]:
    try:
        return [factor for factor, _ in sp.factor_list(part)[1]]
    except sp.PolynomialError:  # exp(x) beside abs(x)
        return [part]


def weakest(goal: Holds) -> tuple[Any, Decision] | None:
    """The hypothesis and the decision under it, or None.

    >>> x = sp.Symbol("x")
    >>> str(weakest(Holds(x**3 >= 0))[0])
    'x >= 0'
    """
    met = islice(points(goal.symbols, goal.domain, [goal.conclusion]), SAMPLE)
    sample = list({tuple(sorted(p.items(), key=str)): p for p in met}.values())
    wrong = [p for p in sample if violated(goal.conclusion, p)]
    kept = {h: _kept(h, sample) for h in family(goal) if not _kept(h, wrong)}
    order = sorted((h for h in kept if kept[h]), key=lambda h: -kept[h])
    for hypothesis in order[:MOST]:
        decision = decide(replace(goal, hypotheses=(*goal.hypotheses, hypothesis), at=()))
        if decision.status == "proved":
            return hypothesis, decision
    return None


def _kept(hypothesis: Any, sample: Sequence[Point]) -> int:
    return sum(admits(point, [hypothesis]) for point in sample)
