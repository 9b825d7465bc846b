"""Mutual information with few different shares: patterns up to the order of truths of one share.

Truths of one share are not told apart, so some optimum is unchanged when they change places: only
*types* matter, how many truths of each class c of n_c are high, h_c. There are prod (n_c + 1) types
in place of 2^k patterns, and the program has a row a class:

    maximise sum_t w_t u(t)   with   sum_t w_t (n_c + (gamma - 1) h_c(t)) / n_c = 1.

Doubles choose among the types, rationals decide. A type becomes the shifts of one of its patterns
in which the highs of all classes go round at once, so that each truth is high equally often.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Any

import numpy as np

from rropt.design.engine.pattern_program import Column, PatternProgram
from rropt.design.problem import MOST_ENTRIES, Optimum, Problem
from rropt.patterns.extreme import Pattern
from rropt.utility import MutualInformation

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
    primal = _program(problem.objective, classes, problem.gamma.lo)
    found = primal.solve()
    priced = found
    if not problem.gamma.is_exact:
        # The table must be private at the lower end, the prices must bound at the upper one.
        priced = _program(problem.objective, classes, problem.gamma.hi).solve(found.basis)
    prices = [Fraction(0)] * problem.truths
    for truths, price in zip(classes, priced.prices, strict=True):
        for truth in truths:
            # The row of a class is its mean: each truth pays its share of the price.
            prices[truth] = price / len(truths)
    types = _types(classes)
    chosen = [types[n] for n in primal.chosen]
    used = [(t, w) for t, w in zip(chosen, found.weights, strict=True) if w]
    if sum(_period(t, classes) for t, _ in used) * problem.truths > MOST_ENTRIES:
        return None
    return _written(used, classes, problem.gamma.lo, prices)


def _types(classes: Sequence[Sequence[int]]) -> list[Type]:
    """How many truths of each class are high: not none, and not all."""
    sizes = [len(truths) for truths in classes]
    every = product(*(range(n + 1) for n in sizes))
    # A pattern that is constant tells nothing, and its price, sum y, is not negative.
    return [t for t in every if any(t) and list(t) != sizes]


def _program(
    utility: MutualInformation, classes: Sequence[Sequence[int]], gamma: Fraction
) -> PatternProgram:
    """A pattern of each type, with what the truths of each class have on average."""

    def column(pattern: Pattern) -> Column:
        return {
            n: sum((pattern[j] for j in truths), Fraction(0)) / len(truths)
            for n, truths in enumerate(classes)
        }

    def float_columns(rows: np.ndarray) -> np.ndarray:
        return np.stack([rows[:, truths].mean(axis=1) for truths in classes], axis=1)

    return PatternProgram(
        [pattern_of(t, classes, gamma) for t in _types(classes)],
        column,
        float_columns,
        lambda pattern: utility.bounds(pattern)[1],
        lambda rows: utility.floats(rows),
        [Fraction(1)] * len(classes),
        len(classes),
    )


def _classes(prior: Sequence[Fraction]) -> list[list[int]]:
    """The truths of each share."""
    found: dict[Fraction, list[int]] = {}
    for truth, share in enumerate(prior):
        found.setdefault(share, []).append(truth)
    return list(found.values())


def pattern_of(one: Type, classes: Sequence[Sequence[int]], gamma: Any) -> Pattern:
    """The first truths of each class are high."""
    return _shifted(one, classes, gamma, 0)


def _shifted(one: Type, classes: Sequence[Sequence[int]], gamma: Any, shift: int) -> Pattern:
    high = {
        truths[(place + shift) % len(truths)]
        for count, truths in zip(one, classes, strict=True)
        for place in range(count)
    }
    low = type(gamma)(1)  # a double beside doubles
    return tuple(gamma if j in high else low for j in range(sum(map(len, classes))))


def _period(one: Type, classes: Sequence[Sequence[int]]) -> int:
    """After so many shifts all classes are back."""
    # A class that is all low or all high is the same after every shift.
    moving = (len(c) for h, c in zip(one, classes, strict=True) if 0 < h < len(c))
    return lcm(1, *moving)


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
