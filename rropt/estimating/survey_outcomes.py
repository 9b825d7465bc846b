"""The outcomes of a survey whose truth is known: the likely ones with their chances, or some drawn.

The counts of a group are listed report by report within so many standard deviations, and what is
less likely than NEGLIGIBLE is left out: together less than 1e-8 where outcomes are as many as they
may be. Groups are independent.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import lgamma

import numpy as np

from rropt.estimating.sampled_likelihood import SampledLikelihood

ROOM = 4
"""Times as many are looked at before the unlikely ones are left out: a ball in its cube."""

NEGLIGIBLE = 1e-14
"""The chance of an outcome that is left out."""

DEVIATIONS = 7.5
"""Standard deviations of a count within which it is listed: a normal tail of 6e-14."""

RARE = 25.0
"""Counts beyond them of rare reports: from 33 up if 1 is expected, 1e-37."""


def likely_outcomes(
    model: SampledLikelihood, truth: np.ndarray, most: int
) -> tuple[np.ndarray, np.ndarray] | None:
    """Outcomes, one a row, and their chances; None if they are more than `most`, or weighted.

    >>> from rropt.channel import Channel
    >>> likelihood = SampledLikelihood((Channel.identity(2),), (np.array([3, 0]),), np.ones(2) / 2)
    >>> outcomes, chances = likely_outcomes(likelihood, np.array([0.5, 0.5]), 9)
    >>> outcomes.tolist(), chances.round(9).tolist()
    ([[0.0, 3.0], [1.0, 2.0], [2.0, 1.0], [3.0, 0.0]], [0.125, 0.375, 0.375, 0.125])
    """
    outcomes = np.zeros((1, 0))
    logarithms = np.zeros(1)
    for size, chances in zip(model.sizes, report_chances(model, truth), strict=True):
        part = None if size % 1 else _of_one_group(int(size), chances, ROOM * most)
        if part is None or len(outcomes) * len(part[0]) > ROOM * most:
            return None
        left = np.repeat(outcomes, len(part[0]), axis=0)
        outcomes = np.concatenate([left, np.tile(part[0], (len(outcomes), 1))], axis=1)
        logarithms = np.add.outer(logarithms, part[1]).ravel()
        kept = logarithms > np.log(NEGLIGIBLE)
        outcomes, logarithms = outcomes[kept], logarithms[kept]
    return None if len(outcomes) > most else (outcomes, np.exp(logarithms))


def _of_one_group(
    size: int, chances: np.ndarray, most: int
) -> tuple[np.ndarray, np.ndarray] | None:
    """The multinomial outcomes of one group, with the logarithms of their chances."""
    counts, last = np.zeros((1, 0)), len(chances) - 1
    for chance in chances[:last]:
        column = _likely_counts(size, float(chance))
        if len(counts) * len(column) > most:
            return None
        repeated = np.repeat(counts, len(column), axis=0)
        counts = np.column_stack([repeated, np.tile(column, len(counts))])
        counts = counts[counts.sum(axis=1) <= size]
    counts = np.column_stack([counts, size - counts.sum(axis=1)])
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(counts > 0, counts * np.log(chances), 0.0)
    logarithms = lgamma(size + 1) + (terms - log_factorials(counts)).sum(axis=1)
    kept = logarithms > np.log(NEGLIGIBLE)
    return counts[kept], logarithms[kept]


def _likely_counts(size: int, chance: float) -> np.ndarray:
    reach = DEVIATIONS * np.sqrt(size * chance * (1 - chance)) + RARE
    low, high = max(0.0, size * chance - reach), min(size, size * chance + reach)
    return np.arange(np.floor(low), np.floor(high) + 1)


def drawn(
    model: SampledLikelihood, truth: np.ndarray, repetitions: int, rng: np.random.Generator
) -> np.ndarray:
    """Counts of possible reports, one outcome a row, each group with its own number of reports."""
    parts = []
    for size, chances in zip(model.sizes, report_chances(model, truth), strict=True):
        parts.append(
            rng.multinomial(max(1, round(float(size))), chances / chances.sum(), repetitions)
        )
    return np.concatenate(parts, axis=1).astype(float)


def report_chances(model: SampledLikelihood, truth: np.ndarray) -> Iterator[np.ndarray]:
    """The chances of the possible reports of each group."""
    heights = [int(used.sum()) for used in model.given]
    return iter(np.split(model.rows @ truth, np.cumsum(heights)[:-1]))


def log_factorials(counts: np.ndarray) -> np.ndarray:
    """log n! of each count, by a table for each column: scipy's costs half a second."""
    columns = []
    for column in counts.T:
        first = int(column.min())
        table = np.array([lgamma(n + 1) for n in range(first, int(column.max()) + 1)])
        columns.append(table[(column - first).astype(int)])
    return np.column_stack(columns)
