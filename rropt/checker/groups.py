"""Variances in fixed groups of respondents, the randomness of the reports and in the worst
population.

An unbiased estimator x of contrasts c with second moments m_j = sum_i x_i^2 P(i|j) has the variance
m_j - c_j^2 at truth j. A group with shares q has q.m - sum_j q_j c_j^2, linear in q: its maximum is
at a truth. Respondents drawn from q have q.m - (c.q)^2, concave in q: below its tangent at any s,
so that it is at most max_j m_j - 2 (c.s) c_j + (c.s)^2.
"""

from fractions import Fraction
from functools import partial
from typing import Any

from .fields import Vector, Vectors, exact_dot, exact_sum
from .private_table import PrivateTable
from .scenarios import LARGER, Goal, Scenario, moments_at_truths, read_alone, squared_means
from .statement import GROUP, GROUPS, WORST_POPULATION, said
from .verdict import Doubts, Size, need, well_formed


def squares(contrasts: Vectors) -> list[Fraction]:
    """sum of c_j^2 over contrasts, one entry a truth."""
    columns = zip(*contrasts, strict=True)
    return [exact_sum([x * x for x in column]) for column in columns]


def variances_at_truths(over: str, at: Scenario) -> list[Fraction]:
    """The variance at each truth; of a population the tangent there."""
    if over == WORST_POPULATION:
        means = [exact_dot(c, at.prior) for c in at.contrasts]
        square = exact_dot(means, means)
        less = [2 * exact_dot(means, c) - square for c in zip(*at.contrasts, strict=True)]
    else:
        less = squares(at.contrasts)
    return [moment - x for moment, x in zip(moments_at_truths(at), less, strict=True)]


def subtracted(over: str, contrasts: Vectors, prior: Vector) -> Fraction:
    """What second moments at a prior are less; in a group sum_j q_j c_j^2."""
    if over == WORST_POPULATION:
        return squared_means(contrasts, prior)
    return exact_dot(squares(contrasts), prior)


def read_over(
    over: Any, given: Any, words: str, contrasts: Vectors, table: PrivateTable, size: Size
) -> Goal:
    """The variance in a group, or where it is worst."""
    well_formed(over in GROUPS, "not over groups or priors")
    at = read_alone(given, table, size, contrasts, contrasts, partial(subtracted, over))

    def verify_value(value: Fraction, doubts: Doubts) -> None:
        own = at.own if over == GROUP else max(variances_at_truths(over, at))
        need(value >= own, LARGER)

    return Goal(said(over, words, at.prior), [at], verify_value, at.verify_bound)
