"""The log-likelihood of independent groups of reports, in doubles, for many questions at once.

    l(x) = sum_g sum_i n_gi log (C_g x_g)_i,   x_g the distribution of truths in group g.

A contrast is a linear function of all x_g together; its profile is the largest l(x) at a value of
it. One group is an ordinary estimate, two are compared, several add up to a population.

Covariances are inverses of an information in the simplex's tangent,

    J = A' W A,   W = diag(n_i / p_i^2) as observed, diag(n / p_i) as expected,   p = A x.

With Z a basis of the directions that keep every group's sum, the covariance is Z (Z'JZ)^-1 Z'. The
rank of Z'JZ is known exactly; directions in which the reports do not change are left out.

Profile limits are the values of a contrast that are not much less likely than the best,

    limits = { t : R(t) <= cutoff },   R(t) = 2 (max l - max { l(x) : c . x = t }).

R is convex with its minimum 0 at the estimate. Each end is found by Newton steps on sqrt(R), which
is nearly a straight line, with R' from the price of the equation c . x = t; ends at which R stays
below the cutoff are the smallest or largest value that the contrast can have. All ends are found
together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

import numpy as np

from rropt.channel import Channel
from rropt.survey.group_maxima import Shares, group_maxima
from rropt.survey.identification import Vector, identified, unseen_by
from rropt.survey.line_search import newton_roots
from rropt.survey.simplex_search import interior_maximum

NEXT_TO_NEVER = 1e-100
"""A report that is given less often has rows of this size: their squares are still doubles."""

SUM_DIGITS = 9
"""Of a sum of counts: the doubles of shares of a whole number lose no more."""

NEXT_TO_ZERO = 1e-30
"""A starting share, so near an end that a double holds nothing between."""


@dataclass(frozen=True, eq=False)
class SampledLikelihood:
    """Channels, counts of reports and likeliest distributions, one of each a group."""

    channels: tuple[Channel, ...]
    counts: tuple[np.ndarray, ...]
    maximum: np.ndarray
    part: float | None = None
    """Of finite groups of people that was asked, where records stand for those of a survey."""

    @cached_property
    def parts(self) -> tuple[SampledLikelihood, ...]:
        """The likelihood of each group by itself."""
        if len(self.channels) == 1:
            return (self,)
        groups = zip(self.channels, self.counts, self.of_truths(self.maximum), strict=True)
        return tuple(SampledLikelihood((c,), (n,), own, self.part) for c, n, own in groups)

    @cached_property
    def heights(self) -> list[int]:
        """The number of possible reports of each group."""
        return [int(used.sum()) for used in self.given]

    def of_truths(self, numbers: np.ndarray) -> list[np.ndarray]:
        """What all truths have on the last axis, group by group."""
        return np.split(numbers, np.cumsum([c.shape[1] for c in self.channels])[:-1], axis=-1)

    def of_reports(self, numbers: np.ndarray) -> list[np.ndarray]:
        """What all possible reports have on the last axis, group by group."""
        return np.split(numbers, np.cumsum(self.heights)[:-1], axis=-1)

    @cached_property
    def given(self) -> tuple[np.ndarray, ...]:
        """The reports of each group that its channel can give."""
        return tuple(np.array([any(row) for row in c.numerators]) for c in self.channels)

    @cached_property
    def rows(self) -> np.ndarray:
        """The tables, one below the other, each over its own group's truths."""
        tables = [_table(c)[used] for c, used in zip(self.channels, self.given, strict=True)]
        return block_diagonal(tables)

    @cached_property
    def groups(self) -> np.ndarray:
        """One row a group: 1 at its truths."""
        return block_diagonal([np.ones((1, c.shape[1])) for c in self.channels])

    @cached_property
    def observed(self) -> np.ndarray:
        """The counts of all possible reports."""
        return np.concatenate([n[used] for n, used in zip(self.counts, self.given, strict=True)])

    @property
    def plain(self) -> bool:
        """Whether reports are those of one group, each of which counts alike."""
        return len(self.channels) == 1 and self.part is None

    @property
    def total(self) -> float:
        """Number of reports in all groups together."""
        return float(self.observed.sum())

    @property
    def shares(self) -> np.ndarray:
        """The observed part of all reports that each one has, as one row."""
        return self.observed[None] / self.total

    @cached_property
    def sizes(self) -> np.ndarray:
        """Number of reports in each group; the counts that a plan expects add up to a whole one."""
        return np.array([round(float(n.sum()), SUM_DIGITS) for n in self.counts])

    @cached_property
    def centre(self) -> np.ndarray:
        """The uniform distribution in every group."""
        return (self.groups / self.groups.sum(axis=1, keepdims=True)).sum(axis=0)

    def extremes(self, contrast: np.ndarray) -> tuple[float, float]:
        """The smallest and the largest value of a contrast over all distributions."""
        inside = [contrast[group > 0] for group in self.groups]
        return float(sum(c.min() for c in inside)), float(sum(c.max() for c in inside))

    def face(self, contrast: np.ndarray, sign: int) -> np.ndarray:
        """The truths at which a contrast is largest (sign 1) or smallest in their group."""
        signed = sign * contrast
        best = [signed[group > 0].max() for group in self.groups]
        return signed == np.array(best) @ self.groups

    def drop(self, points: np.ndarray) -> np.ndarray:
        """2 (maximum - l) at each point, from the changes of the reports' probabilities."""
        top = self.rows @ self.maximum
        seen = self.observed > 0
        change = ((points - self.maximum) @ self.rows.T)[:, seen] / top[seen]
        possible = (points @ self.rows.T)[:, seen] > 0
        with np.errstate(divide="ignore"):
            terms = np.where(possible, np.log1p(np.maximum(change, -1)), -np.inf)
        return np.maximum(-2 * terms @ self.observed[seen], 0)

    def profile(self, contrasts: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The likeliest point with each value of each contrast, and the slope of its drop.

        The values lie strictly between the extremes.
        """
        if len(self.centre) == 2:
            return self._two_truths(contrasts, values)
        rows = np.array([self.from_end(c, v) for c, v in zip(contrasts, values, strict=True)])
        groups = np.broadcast_to(self.groups, (len(contrasts), *self.groups.shape))
        equations = np.concatenate([groups, rows[:, None]], axis=1)
        start = np.array([self.inside(c, v) for c, v in zip(contrasts, values, strict=True)])
        many = np.broadcast_to(self.shares, (len(contrasts), self.shares.shape[1]))
        found = interior_maximum(self.rows, many, equations, start)
        # R' is -2 n times the price of the contrast's equation, which is the last.
        return found.points, -2 * self.total * found.prices[:, -1]

    def _two_truths(
        self, contrasts: np.ndarray, values: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """The same for one group of two truths, where the value determines the point."""
        across = contrasts[:, 1] - contrasts[:, 0]
        share = (values - contrasts[:, 0]) / across
        points = np.stack([1 - share, share], axis=1)
        seen = self.observed > 0
        ratios = self.observed[seen] / (points @ self.rows[seen].T)
        scores = ratios @ (self.rows[seen, 1] - self.rows[seen, 0])
        return points, -2 * scores / across

    def expected_shares(self, point: np.ndarray) -> np.ndarray:
        """The expected part of all reports that each one has at a point."""
        weights = np.repeat(self.sizes, self.heights)
        return weights * (self.rows @ point) / self.total

    @cached_property
    def unseen(self) -> tuple[tuple[Vector, ...], ...]:
        """For each group, the directions in which no report that was seen changes."""
        pairs = zip(self.channels, self.counts, strict=True)
        return tuple(unseen_by(c, tuple((n > 0).tolist())) for c, n in pairs)

    @cached_property
    def observed_covariance(self) -> np.ndarray:
        """The inverse of the observed information at the maximum."""
        return block_diagonal([part._observed_covariance() for part in self.parts])

    def _observed_covariance(self) -> np.ndarray:
        """Of one group."""
        seen = self.observed > 0
        weights = self.observed[seen] / (self.rows[seen] @ self.maximum) ** 2
        # Without the direction of the sum, and without those that seen reports hide.
        rank = len(self.centre) - 1 - len(self.unseen[0])
        return tangent_covariance(self.rows[seen], weights, rank)

    def expected_covariance(self, point: np.ndarray) -> np.ndarray:
        """The inverse of the expected information at a point.

        A report that is never given there stands for one that is next to never given.
        """
        own = zip(self.parts, self.of_truths(point), strict=True)
        return block_diagonal([part._expected_covariance(there) for part, there in own])

    def _expected_covariance(self, point: np.ndarray) -> np.ndarray:
        """Of one group."""
        chances = np.maximum(self.rows @ point, NEXT_TO_NEVER)
        rank = identified(self.channels[0]).rank - 1
        return tangent_covariance(self.rows, self.sizes[0] / chances, rank)

    def largest_on(self, truths: np.ndarray, shares: Shares) -> np.ndarray:
        """The maxima where only these truths occur, at least one in each group."""
        found = []
        groups = zip(self.parts, self.of_truths(truths), self.of_reports(shares), strict=True)
        for part, own, given in groups:
            rows = part.rows[:, own]
            possible = rows.max(axis=1) > 0
            points = np.zeros((len(shares), len(own)))
            points[:, own] = group_maxima(rows[possible], given[:, possible], part.total)
            found.append(points)
        return np.concatenate(found, axis=1)

    def from_end(self, contrast: np.ndarray, value: float) -> np.ndarray:
        """The contrast less its nearer extreme, which keeps its equation apart from the sums'."""
        sign = 1 if value >= contrast @ self.centre else -1
        best = [(sign * contrast[group > 0]).max() for group in self.groups]
        return contrast - sign * (np.array(best) @ self.groups)

    def inside(self, contrast: np.ndarray, value: float) -> np.ndarray:
        """A positive point where the contrast has the value."""
        sign = 1 if value >= contrast @ self.centre else -1
        face = self.face(contrast, sign).astype(float) * self.groups
        corner = (face / face.sum(axis=1, keepdims=True)).sum(axis=0)
        from_centre = contrast @ (corner - self.centre)
        if from_centre == 0:
            return self.centre
        # The contrast is linear on the way to the corner, and takes all values of its side there.
        part = (value - contrast @ self.centre) / from_centre
        return np.maximum(self.centre + part * (corner - self.centre), NEXT_TO_ZERO)


def together(models: Iterable[SampledLikelihood]) -> SampledLikelihood:
    """The likelihood of all groups; each keeps its own maximum."""
    parts = list(models)
    return SampledLikelihood(
        tuple(chain.from_iterable(part.channels for part in parts)),
        tuple(chain.from_iterable(part.counts for part in parts)),
        np.concatenate([part.maximum for part in parts]),
    )


def _table(channel: Channel) -> np.ndarray:
    """The table in doubles; a likelihood takes a row that is too small for them as a larger one."""
    table = channel.to_numpy()
    for i, row in enumerate(channel.numerators):
        top = max(row)
        if top and table[i].max() < NEXT_TO_NEVER:
            table[i] = [NEXT_TO_NEVER * (entry / top) for entry in row]
    return table


def block_diagonal(tables: Sequence[np.ndarray]) -> np.ndarray:
    """The tables along a diagonal, zeros elsewhere.

    >>> block_diagonal([np.array([[1.0]]), np.array([[2.0, 3.0]])]).tolist()
    [[1.0, 0.0, 0.0], [0.0, 2.0, 3.0]]
    """
    whole = np.zeros(np.sum([table.shape for table in tables], axis=0))
    corner = np.zeros(2, int)
    for table in tables:
        (top, left), (bottom, right) = corner, corner + table.shape
        whole[top:bottom, left:right] = table
        corner += table.shape
    return whole


def tangent_covariance(rows: np.ndarray, weights: np.ndarray, rank: int) -> np.ndarray:
    """The generalised inverse of rows' diag(weights) rows where the sum of truths is kept.

    >>> table = np.array([[0.75, 0.25], [0.25, 0.75]])
    >>> covariance = tangent_covariance(table, 100 / np.array([0.6, 0.4]), 1)
    >>> covariance.round(6).tolist()
    [[0.0096, -0.0096], [-0.0096, 0.0096]]
    """
    tangent = _tangent(rows.shape[1])
    scaled = np.sqrt(weights)[:, None] * (rows @ tangent)
    _, singular, right = np.linalg.svd(scaled, full_matrices=False)
    # With the scaled rows U S V' the inverse of Z'JZ is V S^-2 V'.
    root = tangent @ (right[:rank].T / singular[:rank])
    return root @ root.T


@lru_cache(maxsize=32)
def _tangent(width: int) -> np.ndarray:
    """An orthonormal basis of the directions with sum zero, one a column."""
    return np.linalg.svd(np.ones((1, width)))[2][1:].T


CLOSE = 1e-10
"""An end is found to this part of its distance from the estimate, however small that is."""

FLAT = 1e-6
"""Of the cutoff: where R is smaller it has no slope to follow, as between values that fit alike."""


def limits_at(
    model: SampledLikelihood, contrast: np.ndarray, signs: np.ndarray, cutoffs: np.ndarray
) -> np.ndarray:
    """The lower (sign -1) or upper (1) limits of a contrast, one for each cutoff.

    >>> from rropt.channel import Channel
    >>> counts = np.array([90, 10])
    >>> model = SampledLikelihood((Channel.identity(2),), (counts,), counts / 100)
    >>> both, cutoffs = np.array([1, 1]), np.array([1.0, 3.8415])
    >>> limits_at(model, np.array([0.0, 1.0]), both, cutoffs).round(4).tolist()
    [0.1326, 0.1688]
    """
    ends = np.empty(len(signs))
    drops = np.empty(len(signs))
    for sign, extreme in zip((-1, 1), model.extremes(contrast), strict=True):
        here = signs == sign
        if here.any():
            ends[here] = extreme
            drops[here] = model.drop(model.largest_on(model.face(contrast, sign), model.shares))
    # R is convex: not above the cutoff at the extreme, it is nowhere above before it.
    inner = np.flatnonzero(drops > cutoffs)
    if len(inner):
        contrasts = np.tile(contrast, (len(inner), 1))
        ends[inner] = _inner_ends(model, contrasts, cutoffs[inner], ends[inner])
    return ends


def _first_values(
    model: SampledLikelihood, contrasts: np.ndarray, cutoffs: np.ndarray, outside: np.ndarray
) -> np.ndarray:
    """As far from the estimate as its standard error says, or half of the way."""
    inside = contrasts @ model.maximum
    spreads = np.einsum("cj,jk,ck->c", contrasts, model.observed_covariance, contrasts)
    reach = np.sqrt(np.maximum(cutoffs * spreads, 0))
    far = np.abs(outside - inside)
    return inside + np.sign(outside - inside) * np.where(reach < far / 2, reach, far / 2)


def _inner_ends(
    model: SampledLikelihood, contrasts: np.ndarray, cutoffs: np.ndarray, outside: np.ndarray
) -> np.ndarray:
    """The values between the estimate and `outside` at which R is the cutoff."""

    def tried(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        points, slopes = model.profile(contrasts, values)
        drops = model.drop(points)
        with np.errstate(divide="ignore", invalid="ignore"):
            # Newton for sqrt(R), whose derivative is R' / (2 sqrt(R)).
            steps = 2 * np.sqrt(drops) * (np.sqrt(cutoffs) - np.sqrt(drops)) / slopes
        steps[drops < FLAT * cutoffs] = np.nan
        return drops > cutoffs, steps

    start = _first_values(model, contrasts, cutoffs, outside)
    return newton_roots(tried, contrasts @ model.maximum, outside, start, CLOSE)
