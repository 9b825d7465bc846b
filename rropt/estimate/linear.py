"""The unbiased linear estimate: `estimate = L y / n` with `L C = I`, never clipped.

With as many reports as truths L is the inverse of the channel. With more reports there are many
unbiased L; the one used is efficient at a reference prior u (uniform unless given):

    L = (C^T W C)^-1 C^T W,   W = diag(1 / (C u)).

It does not depend on the data, so the estimate is exactly unbiased for every true distribution.
The covariance is the plug-in `(L diag(p) L^T - estimate estimate^T) / n`, p the observed
proportions (`vinterbo/eq/cov-hat`; for two answers it is `holohan/cor-1` at the estimate).

Where the channel's columns are linearly dependent only some contrasts are identified; L then
estimates those (it is the weighted pseudo-inverse) and the others are refused, or shown as nan.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.estimate.identify import Identified, identified
from rropt.exact import InputError, exact_vector, prior_vector

EXACT_SIZE = 200
"""Largest square table that is inverted exactly; larger ones in doubles."""


@dataclass(frozen=True, eq=False)
class Estimate:
    """An estimated distribution of truths with its uncertainty.

    `value` and `covariance` are in doubles, nan where the channel does not identify a truth.
    """

    channel: Channel
    counts: tuple[int, ...]
    prior: tuple[Fraction, ...]

    @property
    def n(self) -> int:
        """Number of reports."""
        return sum(self.counts)

    @property
    def proportions(self) -> np.ndarray:
        """Observed proportions of the reports."""
        return np.array(self.counts, dtype=float) / self.n

    @property
    def identified(self) -> Identified:
        """What the channel allows to be estimated."""
        return identified(self.channel)

    @cached_property
    def left_inverse(self) -> np.ndarray:
        """The matrix L, truths by reports."""
        return left_inverse(self.channel, self.prior)

    @cached_property
    def value(self) -> np.ndarray:
        """The unbiased estimate: may lie below 0 or above 1."""
        return self._known(self.left_inverse @ self.proportions)

    @cached_property
    def covariance(self) -> np.ndarray:
        """Estimated covariance matrix of the estimate."""
        known = self._known(self.left_inverse)
        centre = known @ self.proportions
        return ((known * self.proportions) @ known.T - np.outer(centre, centre)) / self.n

    @property
    def stderr(self) -> np.ndarray:
        """Estimated standard error of each proportion."""
        return np.sqrt(np.maximum(np.diag(self.covariance), 0))

    def contrast(self, coefficients: Iterable[Any]) -> Functional:
        """The linear combination `sum_j c_j pi_j`; refused where it is not identified."""
        weights = exact_vector(coefficients, "contrast")
        if len(weights) != self.channel.shape[1]:
            raise InputError(
                f"contrast must have {self.channel.shape[1]} entries, got {len(weights)}"
            )
        self.identified.require(weights)
        scores = np.array([float(c) for c in weights]) @ self.left_inverse
        return Functional(tuple(_tidy(scores)), self.counts)

    def of(self, truth: int) -> Functional:
        """The proportion of one truth, by index."""
        width = self.channel.shape[1]
        if not 0 <= truth < width:
            raise InputError(f"truth must be an index below {width}, got {truth}")
        return self.contrast([int(j == truth) for j in range(width)])

    def _known(self, array: np.ndarray) -> np.ndarray:
        """The array with nan in the rows of truths that are not identified."""
        unknown = [j for j, known in enumerate(self.identified.truths) if not known]
        if not unknown:
            return array
        marked = array.copy()
        marked[unknown] = np.nan
        return marked


@dataclass(frozen=True)
class Functional:
    """A number estimated by averaging a score: each report i counts `scores[i]`."""

    scores: tuple[float, ...]
    counts: tuple[int, ...]

    @property
    def n(self) -> int:
        """Number of reports."""
        return sum(self.counts)

    @property
    def value(self) -> float:
        """The average score: unbiased."""
        return float(np.dot(self.scores, self.counts)) / self.n

    @property
    def second_moment(self) -> float:
        """The average squared score."""
        return float(np.dot(np.square(self.scores), self.counts)) / self.n

    @property
    def stderr(self) -> float:
        """The standard deviation of the scores over the square root of n."""
        centred = np.subtract(self.scores, self.value) ** 2
        return float(np.sqrt(np.dot(centred, self.counts))) / self.n

    @property
    def range(self) -> tuple[float, float]:
        """The smallest and the largest score."""
        return min(self.scores), max(self.scores)

    @property
    def binary(self) -> bool:
        """Whether the scores take two values, so that the sum is exactly binomial."""
        return len(set(self.scores)) == 2


def estimate(channel: Channel, counts: Iterable[Any], prior: Any = None) -> Estimate:
    """The unbiased estimate of the distribution of truths from the counts of the reports.

    `prior` is the distribution at which the estimate is efficient if there are more reports than
    truths; uniform by default, and without effect for a square table.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> answer = estimate(warner, [600, 400])
    >>> answer.value.round(12).tolist(), answer.stderr.round(4).tolist()
    ([0.7, 0.3], [0.031, 0.031])
    """
    width = channel.shape[1]
    reference = [Fraction(1, width)] * width if prior is None else prior
    weights = prior_vector(reference, "prior", positive=True)
    if len(weights) != width:
        raise InputError(f"prior must have {width} entries, one a truth, got {len(weights)}")
    return Estimate(channel, report_counts(channel, counts), weights)


def report_counts(channel: Channel, counts: Iterable[Any]) -> tuple[int, ...]:
    """The counts as whole numbers, one a report of the channel, at least one report."""
    numbers = exact_vector(counts, "counts")
    if len(numbers) != channel.shape[0]:
        raise InputError(
            f"counts must have {channel.shape[0]} entries, one a report, got {len(numbers)}"
        )
    for i, number in enumerate(numbers):
        if number.denominator != 1 or number < 0:
            raise InputError(f"counts[{i}] must be a whole number of at least 0, got {number}")
    if not any(numbers):
        raise InputError("counts must contain at least one report, got none")
    return tuple(int(number) for number in numbers)


@lru_cache(maxsize=32)
def left_inverse(channel: Channel, prior: tuple[Fraction, ...]) -> np.ndarray:
    """The matrix L in doubles; L C = I where everything is identified.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> left_inverse(warner, (Fraction(1, 2), Fraction(1, 2))).tolist()
    [[1.5, -0.5], [-0.5, 1.5]]
    """
    inverse = _inverse(channel)
    if inverse is None:
        inverse = _weighted_inverse(channel, prior)
    inverse.flags.writeable = False
    return inverse


def _inverse(channel: Channel) -> np.ndarray | None:
    """The inverse of a square table of full rank, each entry rounded once."""
    exactly = exact_inverse(channel)
    return None if exactly is None else np.array([[float(x) for x in row] for row in exactly])


@lru_cache(maxsize=8)
def exact_inverse(channel: Channel) -> tuple[tuple[Fraction, ...], ...] | None:
    """The exact inverse of a square table of full rank up to EXACT_SIZE truths, otherwise None."""
    import flint

    size = channel.shape[1]
    if channel.shape[0] != size or size > EXACT_SIZE or identified(channel).rank < size:
        return None
    inverse = flint.fmpz_mat([list(row) for row in channel.numerators]).inv()
    entries = [Fraction(int(x.p) * channel.denominator, int(x.q)) for x in inverse.entries()]
    return tuple(tuple(entries[j * size : (j + 1) * size]) for j in range(size))


def _weighted_inverse(channel: Channel, prior: tuple[Fraction, ...]) -> np.ndarray:
    """(C^T W C)^-1 C^T W, or its pseudo-inverse where the rank falls short."""
    table = channel.to_numpy()
    expected = np.array([float(p) for p in channel.report_distribution(prior)])
    used = expected > 0
    weights = np.sqrt(expected[used])[:, None]
    inverse = np.zeros(table.T.shape)
    rank = identified(channel).rank
    inverse[:, used] = _pseudo_inverse(table[used] / weights, rank) / weights.T
    return inverse


def unbiased_exact(channel: Channel, counts: Sequence[int]) -> tuple[Fraction, ...]:
    """The estimate for a square invertible channel as exact rationals.

    >>> unbiased_exact(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]), (2, 1))
    (Fraction(5, 6), Fraction(1, 6))
    """
    import flint

    size = channel.shape[1]
    if channel.shape[0] != size or identified(channel).rank < size:
        raise InputError(f"channel must be square and invertible, got shape {channel.shape}")
    table = flint.fmpz_mat([list(row) for row in channel.numerators])
    scaled = flint.fmpz_mat([[int(count) * channel.denominator] for count in counts])
    solution = table.solve(scaled)
    total = sum(counts)
    return tuple(Fraction(int(x.p), int(x.q)) / total for x in solution.entries())


def _pseudo_inverse(table: np.ndarray, rank: int) -> np.ndarray:
    """The pseudo-inverse of a table whose exact rank is known: no tolerance decides it."""
    left, singular, right = np.linalg.svd(table, full_matrices=False)
    return (right[:rank].T / singular[:rank]) @ left[:, :rank].T


def _tidy(scores: np.ndarray) -> list[float]:
    """Scores that differ by rounding only become equal, so that a binomial is recognised."""
    scale = np.abs(scores).max()
    keys = np.round(scores / scale, 12) if scale else scores
    representative: dict[float, float] = {}
    return [representative.setdefault(k, float(s)) for k, s in zip(keys, scores, strict=True)]
