"""From a relaxation to a table of types with exact weights.

What is listed gets weights that are solved for (`repair`): with many classes such numbers are
long. Where types are met one after the other weights are short, and add up to a little less than a
table; types with one class high fill what its columns lack.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from rropt.channel.pattern_type import Type, class_means
from rropt.design.curved.class_columns import random_types
from rropt.design.curved.class_relaxation import Relaxation, Relaxed, of_one_truth
from rropt.design.curved.class_slices import Slices
from rropt.design.curved.share_classes import ShareClasses
from rropt.design.curved.share_types import ShareTypes
from rropt.design.engine.repair import BUDGET_BITS, table_of_parts
from rropt.design.problem import Problem
from rropt.exact.block_form import dot
from rropt.exact.bounds import dyadic_near
from rropt.patterns.extreme import Pattern

STARTS = 1500
"""Types with which the search for a few begins."""

MOST_EVEN = 8
"""Classes of one share each for which a convex relaxation is tried before slices."""

WEIGHT_BITS, LEFT = 44, 2.0**-24
"""Of weights of types that are not listed, and what they leave to types of one class: more than
dependencies of 1e-9 may change the sums."""


def relaxed_prices(
    problem: Problem, classes: ShareClasses, types: ShareTypes
) -> tuple[Relaxed, np.ndarray]:
    """Tangents and prices, and types to begin with: by slices where shares of classes differ."""
    weights, name = [float(q) for q in classes.prior], problem.objective.name
    gamma, sizes = float(problem.gamma.hi), classes.sizes
    if classes.are_of_one_truth:
        return of_one_truth(gamma), random_types(types, STARTS)
    if are_sliced(classes, name):
        relaxed, moments = Slices(sizes, weights, gamma, _unit(problem)).best()
        return relaxed, moments.drawn(STARTS)
    relaxed = Relaxation(sizes, weights, gamma, power_of(name)).best()
    return relaxed, random_types(types, STARTS)


def are_sliced(classes: ShareClasses, name: str) -> bool:
    """Whether slices come first: for a trace, where truths of a class differ or classes are many.

    Twelve classes of five truths, shares as 1/j at epsilon 3, took 32 s and left 4e-3 without.
    """
    return name == "a-optimal" and not (classes.are_even and len(classes.sizes) <= MOST_EVEN)


def _unit(problem: Problem) -> float:
    """About a variance of k-ary response or of halves of all truths, whichever is less."""
    k, rise = problem.truths, float(problem.gamma.hi - 1)
    return min((k + rise) ** 2 / (k * rise**2), 4 * (1 + rise / 2) ** 2 / rise**2)


def weighted_types(
    types: ShareTypes, chosen: list[Type], floats: list[float]
) -> dict[Type, Fraction]:
    """Exact weights near these."""
    sizes, gamma = types.sizes, types.gamma
    rows: list[Pattern] = [tuple(class_means(t, sizes, gamma)) for t in chosen]
    if types.given:
        balanced = _balanced(np.array(rows, dtype=float), np.array(floats))
        return _filled(chosen, rows, balanced, sizes, gamma)
    table = table_of_parts(rows, rows, (0, Fraction(1)), np.array(floats), BUDGET_BITS)
    return dict(zip(chosen, table.weights, strict=True))


def _balanced(rows: np.ndarray, weights: np.ndarray) -> list[float]:
    """With the least change, in shares of them, of which rows add up to ones.

    Weights of six truths in five classes ended at sums that lacked 4e-8 of one, of others more than
    one: types of one class do not mend that.

    >>> found = _balanced(np.array([[3.0, 1.0], [1.0, 3.0]]), np.array([0.2, 0.3]))
    >>> [round(w, 9) for w in found]
    [0.25, 0.25]
    """
    weighted = rows * weights[:, None]
    shares = np.linalg.lstsq(weighted.T, 1 - weighted.sum(axis=0), rcond=None)[0]
    found: list[float] = (weights * (1 + shares)).tolist()
    return found


def _filled(
    chosen: list[Type],
    rows: list[tuple[Fraction, ...]],
    floats: list[float],
    sizes: tuple[int, ...],
    gamma: Fraction,
) -> dict[Type, Fraction]:
    """Short weights, and what columns lack of one by types with one class high.

    With a_c of class c: sum a + (gamma - 1) a_c is what the columns of class c lack.
    """
    unit = max(floats)
    weights = [dyadic_near(w * (1 - LEFT), unit, WEIGHT_BITS) for w in floats]
    table = {t: w for t, w in zip(chosen, weights, strict=True) if w}
    columns = zip(*rows, strict=True)
    lacking = [1 - dot(weights, column) for column in columns]
    whole = sum(lacking, Fraction(0)) / (gamma - 1 + len(sizes))
    for c, lack in enumerate(lacking):
        one: Type = tuple(n if d == c else 0 for d, n in enumerate(sizes))
        table[one] = table.get(one, Fraction(0)) + (lack - whole) / (gamma - 1)
    if min(table.values()) < 0:
        raise ArithmeticError("the rounded weights of a table of classes are not one")
    return table


def power_of(name: str) -> int:
    """X is this power of the tangents."""
    return 2 if name == "a-optimal" else 1
