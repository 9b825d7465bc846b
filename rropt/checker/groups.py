"""Variances in fixed groups of respondents: the randomness of the reports alone.

An unbiased estimator x of contrasts c with second moments m_j = sum_i x_i^2 P(i|j) has the variance
m_j - c_j^2 at truth j. A group with shares q has q.m - sum_j q_j c_j^2, linear in q: its maximum is
at a truth.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from .limits import Size
from .numbers_at_prior import moments_at_truths
from .private_table import PrivateTable
from .scenarios import ONE, Scenario, read_at_prior
from .statement import item
from .vectors import Vector, Vectors, exact_dot, exact_sum
from .verdict import well_formed

GROUP, WORST_GROUP = "group", "worst-group"


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


def in_group(words: str, prior: Vector) -> str:
    """How a sentence names a variance in a group with these shares."""
    return f"{words} of a fixed group with shares {item(prior)}"


def in_worst_group(words: str) -> str:
    """How it names the largest one."""
    return f"a maximum over all fixed groups of {words}"


def read_group(
    over: Any, given: Any, table: PrivateTable, size: Size, words: str, contrasts: Vectors
) -> tuple[str, Scenario, Fraction]:
    """What is estimated, the scenario, and the variance in its group, or in the worst one."""
    well_formed(over in (GROUP, WORST_GROUP), "not of groups")
    at = read_at_prior(given, table, size, contrasts, contrasts, partial(mean_square, contrasts))
    if over == GROUP:
        return in_group(words, at.prior), at, at.own
    return in_worst_group(words), at, max(variances_at_truths(at))
