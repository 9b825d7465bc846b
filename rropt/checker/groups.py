"""Variances in fixed groups of respondents, the randomness of the reports alone, and in the worst
population.

An unbiased estimator x of contrasts c with second moments m_j = sum_i x_i^2 P(i|j) has the variance
m_j - c_j^2 at truth j. A group with shares q has q.m - sum_j q_j c_j^2, linear in q: its maximum is
at a truth. Respondents drawn from q have q.m - (c.q)^2, concave in q: below its tangent at any s,
so that it is at most max_j m_j - 2 (c.s) c_j + (c.s)^2.
"""

from fractions import Fraction
from functools import partial
from typing import Any

from .private_table import PrivateTable
from .scenarios import ONE, Scenario, moments_at_truths, read_at_prior, squared_means
from .statement import item
from .vectors import Vector, Vectors, exact_dot, exact_sum
from .verdict import Size, well_formed

GROUP, WORST_GROUP, WORST_POPULATION = "group", "worst-group", "worst-population"


def squares(contrasts: Vectors) -> list[Fraction]:
    """sum of c_j^2 over contrasts, one entry a truth."""
    columns = zip(*contrasts, strict=True)
    return [exact_sum([x * x for x in column]) for column in columns]


def mean_square(contrasts: Vectors, prior: Vector) -> Fraction:
    """sum_j q_j c_j^2."""
    return exact_dot(squares(contrasts), prior)


def second_moments(at: Scenario) -> list[Fraction]:
    """sum_i x_i^2 P(i|j) of all estimators together, truth by truth."""
    return moments_at_truths(at, [ONE] * len(at.estimators))


def variances_at_truths(at: Scenario) -> list[Fraction]:
    """The variance at each truth."""
    pairs = zip(second_moments(at), squares(at.contrasts), strict=True)
    return [moment - square for moment, square in pairs]


def worst_population(at: Scenario) -> Fraction:
    """The most that the variance is over all priors, by the tangent at the stated one."""
    means = [exact_dot(c, at.prior) for c in at.contrasts]
    square = exact_dot(means, means)
    moments = zip(second_moments(at), zip(*at.contrasts, strict=True), strict=True)
    return max(moment + square - 2 * exact_dot(means, c) for moment, c in moments)


def in_group(words: str, prior: Vector) -> str:
    """How a sentence names a variance in a group with these shares."""
    return f"{words} of a fixed group with shares {item(prior)}"


def in_worst_group(words: str) -> str:
    """How it names the largest one."""
    return f"a maximum over all fixed groups of {words}"


def in_worst_population(words: str) -> str:
    """How it names the largest one over all priors."""
    return f"a maximum over all priors of {words}"


def read_over(
    over: Any, given: Any, table: PrivateTable, size: Size, words: str, contrasts: Vectors
) -> tuple[str, Scenario, Fraction]:
    """What is estimated, the scenario, and the variance there, or where it is worst."""
    well_formed(over in (GROUP, WORST_GROUP, WORST_POPULATION), "not over groups or priors")
    subtracted = squared_means if over == WORST_POPULATION else mean_square
    at = read_at_prior(given, table, size, contrasts, contrasts, partial(subtracted, contrasts))
    if over == GROUP:
        return in_group(words, at.prior), at, at.own
    if over == WORST_GROUP:
        return in_worst_group(words), at, max(variances_at_truths(at))
    return in_worst_population(words), at, worst_population(at)
