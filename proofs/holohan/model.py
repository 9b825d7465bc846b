"""The paper's symbols: mechanism (2), estimator (4), variance (6), and the feasible region (12).

`g` stands for e^epsilon, so a statement for all epsilon >= 0 is one for all g >= 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import wraps
from typing import Any

import sympy as sp

from ..claims import Statement, as_statement, states
from ..goals import Goal, Holds, holds, integers, reals
from ..goals.schema import Group

p00, p11, pi, g, d, t = reals("p00 p11 pi gamma delta t")
n, N = integers("n N")

half = sp.Rational(1, 2)
s = p00 + p11 - 1
ZERO = (1 - pi) * p00 + pi * (1 - p11)
ONE = pi * p11 + (1 - pi) * (1 - p00)
ESTIMATOR = (p00 - 1) / s + N / (s * n)
UNIT = (p00 >= 0, p00 <= 1, p11 >= 0, p11 <= 1)
PRIOR = (pi >= 0, pi <= 1)
INNER = (pi > 0, pi < 1)
PRIVATE = (g >= 1, d >= 0, d <= 1)
RELAXED = (g >= 1, d > 0, d <= 1)
PURE = (g > 1,)
ALIVE = sp.Or(g > 1, d > 0)
TIME = (t >= 0, t <= 1)
BOUNDED = d <= 1  # the paper does not say it; what needs it names it in `assuming`
DELTA_BOUND = "delta <= 1"


def any_delta(*goals: Goal) -> list[Goal]:
    """The goals without delta <= 1."""
    return [_any_delta(goal) for goal in goals]


def _any_delta(goal: Goal) -> Goal:
    if isinstance(goal, Group):
        return replace(goal, goals=tuple(any_delta(*goal.goals)))
    if isinstance(goal, Holds):
        return replace(goal, hypotheses=tuple(h for h in goal.hypotheses if h != BOUNDED))
    return goal


def for_any_delta(claim: Callable[[], Any]) -> Callable[[], Any]:
    """The claim, whose proof does not need delta <= 1."""

    @wraps(claim)
    def stronger() -> Any:
        made = claim()
        if isinstance(made, list):
            return any_delta(*made)
        made = as_statement(made)
        return replace(
            made,
            goals=tuple(any_delta(*made.goals)),
            under=tuple(any_delta(*made.under)),
            right=tuple(any_delta(*made.right)),
        )

    return stronger


def up_to_one(*goals: Goal, beyond: Goal) -> Statement:
    """Goals that hold for delta <= 1 only, and what fails beyond."""
    return states(beyond, *any_delta(*goals), assuming=DELTA_BOUND, under=goals)


def beyond_one(label: str) -> Goal:
    """A statement about delta >= 1 that would need delta = 1."""
    return holds(sp.Eq(d, 1), d >= 1, label=label)


def var(a: Any, b: Any, prior: Any = pi, size: Any = n) -> Any:
    """Formula (6) at p00 = a, p11 = b."""
    total = a + b - 1
    return (sp.Rational(1, 4) - (a - half - prior * total) ** 2) / (total**2 * size)


def tight(a: Any, b: Any) -> tuple[Any, Any]:
    """(11a) and (11b) at p00 = a, p11 = b, as inequalities."""
    return b <= g * (1 - a) + d, a <= g * (1 - b) + d


def region(a: Any = p00, b: Any = p11) -> tuple[Any, ...]:
    """R' as Definition 2 has it, with p00 + p11 > 1."""
    other = (1 - b <= g * a + d, 1 - a <= g * b + d)
    return (a >= 0, a <= 1, b >= 0, b <= 1, *tight(a, b), *other, a + b > 1)


def reduced(a: Any = p00, b: Any = p11) -> tuple[Any, ...]:
    """R' as the paper simplifies it."""
    return (a <= 1, b <= 1, a + b > 1, *tight(a, b))


def r(x: Any, delta: Any = d) -> Any:
    """r_delta(t) of (22)."""
    return (1 + delta / g) * (1 - x) + (g + delta) / (g + 1) * x


def q(x: Any, delta: Any = d) -> Any:
    """s_delta(t) of (22)."""
    return (g + delta) / (g + 1) * x


def t0(delta: Any = d) -> Any:
    """t_0(epsilon, delta) of Lemma 5."""
    return delta * (g + 1) / (g + delta)


def level(delta: Any = d, gamma: Any = g) -> Any:
    """g(epsilon, delta) of (23)."""
    return delta * (gamma + delta) / (gamma + 2 * delta - 1) ** 2


SYMMETRIC = (g + d) / (g + 1)


def exact_var(a: Fraction, b: Fraction, prior: Fraction) -> Fraction:
    """Formula (6) with n = 1 on fractions.

    >>> exact_var(Fraction(1), Fraction(1, 4), Fraction(1, 4))
    Fraction(15, 16)
    """
    total = a + b - 1
    return (Fraction(1, 4) - (a - Fraction(1, 2) - prior * total) ** 2) / total**2


def minimisers(gamma: Fraction, delta: Fraction, prior: Fraction) -> set[tuple[Fraction, Fraction]]:
    """The best tables among the three end points of the segments of R''.

    >>> sorted(minimisers(Fraction(11, 10), Fraction(1, 10), Fraction(1, 2)))
    [(Fraction(1, 10), Fraction(1, 1)), (Fraction(1, 1), Fraction(1, 10))]
    """
    middle = (gamma + delta) / (gamma + 1)
    ends = {(middle, middle)} | ({(Fraction(1), delta), (delta, Fraction(1))} if delta else set())
    values = {(a, b): exact_var(a, b, prior) for a, b in ends if a + b > 1}
    best = min(values.values(), default=None)
    return {e for e, v in values.items() if v == best}
