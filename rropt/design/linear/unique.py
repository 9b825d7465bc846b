"""Is the optimal table the only one?

Every optimal table splits into extreme patterns whose price equals their utility (complementary
slackness). So if these tight patterns are just those in use, if their columns and the priced
excesses determine the weights, and if the utility is strictly smaller on merged patterns, the
table is unique up to the order and the splitting of its reports. Decided exactly; where prices or
utilities are enclosures the question is left open.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from rropt.channel import Channel
from rropt.design.problem import Optimum, Problem, linear_utility
from rropt.exact.convert import dot, fmpq
from rropt.patterns.extreme import Pattern
from rropt.privacy.bound_forms import LOW

MOST_TRUTHS = {False: 10, True: 5}
"""Largest number of truths for which the tight patterns are listed: pure, and with deltas."""


def only_table(problem: Problem, optimum: Optimum, table: Channel) -> tuple[Channel, ...] | None:
    """The table alone when it is proved to be the only optimum, else None.

    >>> from rropt import LocalDP, Trace, optimal
    >>> len(optimal(LocalDP("ln(3)"), Trace(3)).optima)
    1
    """
    if not problem.is_exact or problem.levels is not None:
        return None
    if problem.gamma.hi == 1 or problem.delta == 1:
        return None
    if problem.truths > MOST_TRUTHS[not problem.is_pure]:
        return None
    tight = _tight(problem, optimum)
    if tight is None or {_ray(r) for r in tight} != {_ray(r) for r in optimum.patterns}:
        return None
    if _can_merge(problem, tight) or not _independent(problem, optimum, tight):
        return None
    return (table,)


def _ray(pattern: Pattern) -> Pattern:
    return tuple(entry / sum(pattern) for entry in pattern)


def _tight(problem: Problem, optimum: Optimum) -> list[Pattern] | None:
    """The extreme patterns whose price is their utility; None where a utility is no rational."""
    utility, cone = linear_utility(problem), problem.cone
    tight = []
    for r in cone.patterns(LOW):
        lo, hi = utility.bounds(r)
        if lo != hi:
            return None
        charge = dot(optimum.prices, r)
        if optimum.pair_prices:
            spent = cone.excesses(LOW, r)
            charge += sum((optimum.pair_prices.get(key, 0) * x for key, x in spent.items()), 0)
        if charge == lo:
            tight.append(r)
    return tight


def _can_merge(problem: Problem, tight: list[Pattern]) -> bool:
    """Whether two tight patterns can share a report at no loss: then there are many optima."""
    utility = linear_utility(problem)

    def worth(r: Pattern) -> Fraction:
        return utility.bounds(r)[0]

    return any(
        worth(tuple(a + b for a, b in zip(r, s, strict=True))) == worth(r) + worth(s)
        for r, s in combinations(tight, 2)
    )


def _independent(problem: Problem, optimum: Optimum, tight: list[Pattern]) -> bool:
    """Whether the columns and the priced excesses leave no freedom in the weights."""
    import flint

    priced = sorted(optimum.pair_prices)
    spent = [problem.cone.excesses(LOW, r) if priced else {} for r in tight]
    both = zip(tight, spent, strict=True)
    rows = [[*r, *(x.get(key, Fraction(0)) for key in priced)] for r, x in both]
    matrix = flint.fmpq_mat([list(map(fmpq, row)) for row in rows])
    return matrix.rank() == len(tight)
