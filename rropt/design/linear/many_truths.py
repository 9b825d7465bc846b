"""Mutual information of many truths.

**Few different shares.** Truths of one share are not told apart, so some optimum is unchanged when
they change places: only *types* matter, how many truths of each class c of n_c are high, h_c. There
are prod (n_c + 1) types in place of 2^k patterns, and the program has a row a class:

    maximise sum_t w_t u(t)   with   sum_t w_t (n_c + (gamma - 1) h_c(t)) / n_c = 1.

A type becomes the shifts of one of its patterns in which the highs of all classes go round at once,
by as many places as leave each truth high equally often.

**Truths that answer alike are one truth.** Where some columns of a table are equal the information
H(report) - sum_j q_j H(column j) is that of the table on groups of truths, with the mass of a group
as its share. Prices are those of all truths (`proportional_mixture`) and know nothing of groups:
the gap says what these lose.

A pattern is worth as much as its prices where its mass is the best one, c. Twenty groups of
different masses have a million sums, among which there are some within 1e-6 of it, while the best
share of high truths is not small; where it is, from epsilon 4 on, more groups have nearer sums. Of
steep shares (as 2^-j) the heaviest truths stay alone, and a group has all of the lightest.

**Where the best mass has few truths** each truth has a price of its own, found from the table of a
mixture by all sets that pay too little (`least_prices`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import gcd, lcm, prod
from operator import mul

import numpy as np

from rropt import lp
from rropt.design.linear.columns import MOST_TRUTHS, solve_columns
from rropt.design.linear.least_prices import LeastPrices, prices_of_heavy
from rropt.design.linear.proportional_mixture import (
    ENOUGH,
    covered,
    lost,
    solve_mixture,
)
from rropt.design.problem import MOST_ENTRIES, Optimum, Problem, refuse_large_table
from rropt.exact import InputError
from rropt.exact.entries import picked
from rropt.patterns.extreme import MOST_TRUTHS_PURE, Pattern
from rropt.utility import MutualInformation

MOST_PRIOR_BITS = 256
"""Of the common denominator of shares: beyond, 2^24 patterns take a checker too long."""

MORE_GROUPS = 50, 80
"""Groups that are tried where a gap is wider than enough: at epsilon 4 twenty of 300 shares between
1 and 10 lose 4.7e-3, fifty 1.4e-7, and eighty 1e-9. They have as many reports."""

WIDE = 0.05
"""A wider gap is not shown."""

UNEVEN = 1.5, 0.5
"""Wanted masses of the groups fall evenly between these multiples of their mean: sums of equal ones
would all be multiples of one."""


def solve_many(problem: Problem) -> Optimum:
    """By the types of its patterns, by all of them, or by a mixture."""
    found = solve_types(problem)
    if found is not None:
        return found
    whole = lcm(*[q.denominator for q in problem.objective.prior])
    if problem.truths <= MOST_TRUTHS and whole.bit_length() <= MOST_PRIOR_BITS:
        return solve_columns(problem)
    return solve_merged(problem)


def solve_merged(problem: Problem) -> Optimum:
    """The table of all truths, or of groups where that loses too much or could not be written."""
    utility = problem.objective
    truths = utility.truths
    refuse_large_table(MOST_TRUTHS_PURE, truths)
    priced = prices_of_heavy(utility.prior, problem.gamma)
    best = solve_mixture(problem, priced)
    for number in (MOST_TRUTHS_PURE, *MORE_GROUPS):
        if lost(best) > ENOUGH and number < truths and number * truths <= MOST_ENTRIES:
            best = min(best, _of_groups(problem, number, priced), key=lost)
    if best is None or lost(best) > WIDE:
        raise InputError(
            f"categories must be at most {MOST_TRUTHS_PURE} for {utility.label} at this prior and "
            f"level, where groups of truths lose more than a share of {WIDE}, got {truths}; at a "
            "smaller epsilon they lose less"
        )
    return best


def _of_groups(problem: Problem, number: int, priced: LeastPrices | None) -> Optimum | None:
    """The table in which the truths of a group answer alike, with its worth."""
    groups = share_groups(problem.objective.prior, number)
    shares = [Fraction(0)] * number
    for share, group in zip(problem.objective.prior, groups, strict=True):
        shares[group] += share
    small = replace(problem, objective=MutualInformation(shares))
    if number <= MOST_TRUTHS_PURE:
        solved: Optimum | None = solve_columns(small)
    else:
        solved = solve_mixture(small, prices_of_heavy(shares, small.gamma))
    if solved is None:
        return None
    patterns = [picked(pattern, groups) for pattern in solved.patterns]
    return covered(problem, patterns, solved.weights, priced)


def share_groups(prior: Sequence[Fraction], number: int) -> list[int]:
    """The group of each truth: heavy ones are alone, each other goes to the group that lacks most.

    >>> share_groups([Fraction(n, 10) for n in (1, 5, 1, 1, 1, 1)], 3)
    [1, 0, 1, 1, 2, 1]
    """
    masses = np.array([float(q) for q in prior])
    order = np.argsort(-masses, kind="stable").tolist()
    groups = [0] * len(masses)
    alone = 0
    rest = float(masses.sum())
    while alone < number - 1 and masses[order[alone]] * (number - alone) >= rest:
        groups[order[alone]] = alone
        rest -= masses[order[alone]]
        alone += 1
    wanted = np.linspace(*UNEVEN, number - alone)
    lacking = rest * wanted / wanted.sum()
    for truth in order[alone:]:
        group = int(lacking.argmax())
        lacking[group] -= masses[truth]
        groups[truth] = alone + group
    return groups


MOST_TYPES = 20_000
"""Columns of a program with as many rows as there are classes."""

Type = tuple[int, ...]


def solve_types(problem: Problem) -> Optimum | None:
    """The optimum, written out; None where types or reports are too many.

    >>> from rropt.privacy import LocalDP
    >>> prior = [Fraction(1, 40)] * 20 + [Fraction(1, 4)] * 2
    >>> optimum = solve_types(Problem(LocalDP("ln(3)"), MutualInformation(prior)))
    >>> len(set(optimum.prices))
    2
    """
    classes = _classes(problem.objective.prior)
    if prod(len(truths) + 1 for truths in classes) > MOST_TYPES:
        return None
    types = _types(classes)
    found = _solved(problem.objective, classes, types, problem.gamma.lo)
    priced = found
    if not problem.gamma.is_exact:
        # The table must be private at the lower end, the prices must bound at the upper one.
        priced = _solved(problem.objective, classes, types, problem.gamma.hi, found.basis)
    prices = [Fraction(0)] * problem.truths
    for truths, price in zip(classes, priced.dual_eq, strict=True):
        for truth in truths:
            # The row of a class is its mean: each truth pays its share of the price.
            prices[truth] = -price / len(truths)
    used = [(t, w) for t, w in zip(types, found.x, strict=True) if w]
    if sum(_period(t, classes) for t, _ in used) * problem.truths > MOST_ENTRIES:
        return None
    return _written(used, classes, problem.gamma.lo, prices)


def _types(classes: Sequence[Sequence[int]]) -> list[Type]:
    """How many truths of each class are high: not none, and not all."""
    sizes = [len(truths) for truths in classes]
    every = product(*(range(n + 1) for n in sizes))
    # A pattern that is constant tells nothing, and its price, sum y, is not negative.
    return [t for t in every if any(t) and list(t) != sizes]


def _solved(
    utility: MutualInformation,
    classes: Sequence[Sequence[int]],
    types: Sequence[Type],
    gamma: Fraction,
    start: Sequence[int] | None = None,
) -> lp.Solution:
    """The best weights of types, of which each class has a mean; as the least of minus gains."""
    masses, _ = utility.whole
    own = [masses[truths[0]] for truths in classes]
    gains, unit = utility.gains_at_masses([sum(map(mul, t, own)) for t in types], gamma)
    means = []
    for truths in classes:
        n = len(truths)
        means.append([1 + (gamma - 1) * Fraction(h, n) for h in range(n + 1)])
    columns = [{c: means[c][h] for c, h in enumerate(one)} for one in types]
    costs = [Fraction(-gain, unit) for gain in gains]
    right = [Fraction(1)] * len(classes)
    return lp.decide(lp.pose_columns(costs, columns, right, len(classes)), start)


def _classes(prior: Sequence[Fraction]) -> list[list[int]]:
    """The truths of each share."""
    found: dict[Fraction, list[int]] = {}
    for truth, share in enumerate(prior):
        found.setdefault(share, []).append(truth)
    return list(found.values())


def _shifted(one: Type, classes: Sequence[Sequence[int]], gamma: Fraction, shift: int) -> Pattern:
    """By as many places of a class as its highs and all of its truths are multiples of."""
    high = {
        truths[(place + shift * gcd(count, len(truths))) % len(truths)]
        for count, truths in zip(one, classes, strict=True)
        for place in range(count)
    }
    return tuple(gamma if j in high else Fraction(1) for j in range(sum(map(len, classes))))


def _period(one: Type, classes: Sequence[Sequence[int]]) -> int:
    """After so many shifts all classes are back; one that is all low or all high stays."""
    return lcm(*(len(c) // gcd(h, len(c)) for h, c in zip(one, classes, strict=True)))


def _written(
    used: Sequence[tuple[Type, Fraction]],
    classes: Sequence[Sequence[int]],
    gamma: Fraction,
    prices: Sequence[Fraction],
) -> Optimum:
    """The shifts of each type, equally weighted."""
    patterns: list[Pattern] = []
    weights: list[Fraction] = []
    for one, weight in used:
        period = _period(one, classes)
        patterns += [_shifted(one, classes, gamma, s) for s in range(period)]
        weights += [weight / period] * period
    return Optimum(tuple(patterns), tuple(weights), tuple(prices))
