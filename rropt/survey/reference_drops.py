"""How R = 2 (max l - max l at the hypothesis) is distributed if the truth is one given point.

All outcomes are enumerated where they are few; otherwise outcomes are drawn, always the same ones
for the same question. Nothing here is asymptotic: this is what the chi-square stands for.

The counts of a group are listed report by report within so many standard deviations, and what is
less likely than NEGLIGIBLE is left out: together less than 1e-8 where outcomes are as many as they
may be. Groups are independent.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, inf, lgamma, sqrt
from typing import Any

import numpy as np

from rropt.survey.group_maxima import SAME, Shares
from rropt.survey.sampled_likelihood import SampledLikelihood

MOST_PEOPLE = 1e8
"""Of a finite population; numpy's generator takes ten times as many."""

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
    """Outcomes, one a row, and their chances; None if they are more than `most`, weighted or of a
    finite population.

    >>> from rropt.channel import Channel
    >>> likelihood = SampledLikelihood((Channel.identity(2),), (np.array([3, 0]),), np.ones(2) / 2)
    >>> outcomes, chances = likely_outcomes(likelihood, np.array([0.5, 0.5]), 9)
    >>> outcomes.tolist(), chances.round(9).tolist()
    ([[0.0, 3.0], [1.0, 2.0], [2.0, 1.0], [3.0, 0.0]], [0.125, 0.375, 0.375, 0.125])
    """
    outcomes = np.zeros((1, 0))
    logarithms = np.zeros(1)
    if model.part:
        return None
    of_reports = model.of_reports(model.rows @ truth)
    for size, chances in zip(model.sizes, of_reports, strict=True):
        # Sums of weights are no counts, and are not enumerated.
        part = None if size % 1 else outcomes_of_group(int(size), chances, ROOM * most)
        if part is None or len(outcomes) * len(part[0]) > ROOM * most:
            return None
        left = np.repeat(outcomes, len(part[0]), axis=0)
        outcomes = np.concatenate([left, np.tile(part[0], (len(outcomes), 1))], axis=1)
        logarithms = np.add.outer(logarithms, part[1]).ravel()
        # Further groups only lower a chance: what is negligible already stays so.
        kept = logarithms > np.log(NEGLIGIBLE)
        outcomes = outcomes[kept]
        logarithms = logarithms[kept]
    return None if len(outcomes) > most else (outcomes, np.exp(logarithms))


def outcomes_of_group(
    size: int, chances: np.ndarray, most: int
) -> tuple[np.ndarray, np.ndarray] | None:
    """The multinomial outcomes of one group, with the logarithms of their chances."""
    counts = np.zeros((1, 0))
    last = len(chances) - 1
    for chance in chances[:last]:
        likely = _likely_counts(size, float(chance))
        if len(counts) * len(likely) > most:
            return None
        column = np.array(likely, dtype=float)
        repeated = np.repeat(counts, len(column), axis=0)
        counts = np.column_stack([repeated, np.tile(column, len(counts))])
        counts = counts[counts.sum(axis=1) <= size]
    counts = np.column_stack([counts, size - counts.sum(axis=1)])
    # 0 log 0 stands for 0.
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(counts > 0, counts * np.log(chances), 0.0)
    logarithms = lgamma(size + 1) + (terms - log_factorials(counts)).sum(axis=1)
    kept = logarithms > np.log(NEGLIGIBLE)
    return counts[kept], logarithms[kept]


def _likely_counts(size: int, chance: float) -> range:
    # A chance next to one may be rounded beyond it.
    reach = DEVIATIONS * sqrt(max(size * chance * (1 - chance), 0.0)) + RARE
    low, high = max(0.0, size * chance - reach), min(size, size * chance + reach)
    return range(floor(low), floor(high) + 1)


def drawn(
    model: SampledLikelihood, truth: np.ndarray, repetitions: int, rng: np.random.Generator
) -> np.ndarray:
    """Counts of possible reports, one outcome a row, each group with its own number of reports."""
    parts = []
    for part, shares in zip(model.parts, model.of_truths(truth), strict=True):
        size = max(1, round(float(part.sizes[0])))
        people = round(size / part.part) if part.part else inf
        if people > MOST_PEOPLE:
            chances = part.rows @ shares
            # Rounded chances must add up to one.
            parts.append(rng.multinomial(size, chances / chances.sum(), repetitions))
            continue
        # The nearest whole numbers of people have each truth: whom one asks, and what they say.
        with_truth = np.diff((shares.cumsum() * people).round(), prepend=0.0).astype(int)
        asked = rng.multivariate_hypergeometric(with_truth, size, repetitions)
        table = part.rows / part.rows.sum(axis=0)
        parts.append(np.sum([*map(rng.multinomial, asked.T, table.T)], axis=0))
    return np.concatenate(parts, axis=1).astype(float)


def log_factorials(counts: np.ndarray) -> np.ndarray:
    """log n! of each count, by a table for each column: scipy's costs half a second."""
    columns = []
    for column in counts.T:
        first = int(column.min())
        table = np.array([lgamma(n + 1) for n in range(first, int(column.max()) + 1)])
        columns.append(table[(column - first).astype(int)])
    return np.column_stack(columns)


MOST_OUTCOMES, MOST_QUICK_OUTCOMES = 2000, 12_000
"""Outcomes that are listed, the second where each of them has a closed form or one unknown: 61
reports of three kinds, 20 of four, nearly any of two, 30 expected of a rare kind in two groups."""

SEED = 0
"""The same question has the same answer."""


@dataclass(frozen=True)
class ReferenceDrops:
    """Drops in increasing order with their chances; `exact` unless they were drawn.

    `tops` are the likeliest points of the outcomes, one a row.
    """

    drops: np.ndarray
    chances: np.ndarray
    exact: bool
    tops: np.ndarray

    def error(self, chance: float) -> float:
        """Two standard errors of a chance that was drawn; 0 of an exact one."""
        return 0.0 if self.exact else 2 * sqrt(max(chance * (1 - chance), 0) / len(self.drops))

    def at_least(self, drop: Any) -> Any:
        """The chance of such a drop or a larger one: the p-value, of each of several drops.

        It is never 0 for drawn ones, which are counted with the one that was observed.
        """
        above = np.append(np.cumsum(self.chances[::-1])[::-1], 0.0)
        chance = above[np.searchsorted(self.drops, drop - SAME)]
        count = len(self.drops)
        return chance if self.exact else (chance * count + 1) / (count + 1)

    def signed(self, contrast: np.ndarray, value: float, sign: float) -> ReferenceDrops:
        """The same with the roots of drops in their place, positive on one side of a value."""
        roots = sign * signed_roots(self.drops, self.tops, contrast, value)
        return in_order(roots, self.chances, self.exact, self.tops)


def in_order(
    drops: np.ndarray, chances: np.ndarray, exact: bool, tops: np.ndarray
) -> ReferenceDrops:
    """The outcomes with the smallest drop first."""
    order = np.argsort(drops)
    return ReferenceDrops(drops[order], chances[order], exact, tops[order])


def outcomes_at(
    model: SampledLikelihood, truth: np.ndarray, repetitions: int
) -> tuple[np.ndarray, np.ndarray, bool]:
    """Counts of reports at a truth, their chances, and whether they are all that are likely."""
    several = len(model.channels) > 1
    most = MOST_QUICK_OUTCOMES if several and two_each(model) else MOST_OUTCOMES
    listed = likely_outcomes(model, truth, most)
    if listed is None:
        outcomes = drawn(model, truth, repetitions, np.random.default_rng(SEED))
        return outcomes, np.full(repetitions, 1 / repetitions), False
    return *listed, True


def maxima(model: SampledLikelihood, shares: Shares) -> np.ndarray:
    """The likeliest point for each row of shares."""
    return model.largest_on(np.ones(len(model.centre), bool), shares)


def two_each(model: SampledLikelihood) -> bool:
    """Whether every group has two truths, so that its maximum is one root."""
    return all(channel.shape[1] == 2 for channel in model.channels)


def drops_between(outcomes: np.ndarray, higher: np.ndarray, lower: np.ndarray) -> np.ndarray:
    """Twice what the log-likelihood falls from some chances of reports to others, by outcome.

    It is infinite where the lower ones exclude what was seen.

    >>> drops_between(np.array([[1.0, 1.0]]), np.array([[0.5, 0.5]]), np.array([[1.0, 0.0]]))
    array([inf])
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = outcomes * np.log(lower / higher)
    return np.maximum(-2 * np.where(outcomes > 0, terms, 0).sum(axis=1), 0)


def signed_roots(drops: Any, tops: np.ndarray, contrast: np.ndarray, value: float) -> Any:
    """The roots of drops, negative where the contrast at the top is below the value.

    >>> signed_roots(np.array([4.0, 1.0]), np.eye(2), np.array([0.0, 1.0]), 0.5).tolist()
    [-2.0, 1.0]
    """
    return np.sqrt(drops) * np.sign(tops @ contrast - value)
