"""Profile limits whose cutoff is moved where the chi-square distribution misses.

With few reports of a kind, or near the boundary of the simplex, the chance that R(t) stays below
the chi-square cutoff is not the level: at two expected reports of a revealing kind it is 0.84.
The cutoff is then moved, just so far that the chance, at the likeliest truth with the value t, is
within TOLERANCE of the risk; where outcomes are so coarse that no cutoff is, it is the smallest
one with a chance that is not below. What the chi-square distribution already keeps stays as it is;
so it does at an end of the contrast's range, where there is one side only, with half of the risk.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rropt.estimating.profile_limits import drop_at, likeliest_at, profile_limits
from rropt.estimating.reference_drops import (
    SAME,
    ReferenceDrops,
    Shares,
    loose_maxima,
    maxima,
    reference_drops,
    two_truth_maxima,
)
from rropt.estimating.sampled_likelihood import SampledLikelihood

TOLERANCE = Fraction(2, 5)
"""Of the risk: a level of 0.95 is kept within 0.93 and 0.97."""

ENOUGH = 20
"""Expected reports of every kind from which the chi-square cutoff keeps 0.93 to 0.97 (measured for
binomial and Poisson counts: 0.930 to 0.963 from 10, 0.939 to 0.961 from 20)."""

MOST_DRAWN = 1e15
"""Beyond so many reports a double does not hold their number."""

CLEAR = 3.0
"""Standard errors from the boundary at which the chi-square cutoff does not notice it."""

DRAWS, DRAWS_OF_TWO = 2000, 10_000
"""Outcomes drawn for one value: 20 ms for two truths (10,000), 40 ms for five (2000), whose chance
of 0.95 has a standard error of 0.005: with 1000 one in twenty would be beyond 0.936 to 0.964."""

AT_END = 0.001
"""Of its range: a value so near to an end is as good as the end, where the chance of a drop below
the cutoff is that of one side. Beyond it 0.975 is brought to 0.97, which moves a limit by a
twentieth of its distance."""

FINE, FINEST = 0.01, 1e-4
"""A moved end is found to these parts of its distance from the estimate, the second if exact."""

FIRST_STEP = 1 / 16
"""Of the distance; most ends move by less than a fifth of it."""

STEP = 1 / 16
GRID = np.arange(32, 5, -1) * STEP
"""Where an exact end is looked for, from twice the distance inwards: its cutoffs jump."""


def acceptance_cutoff(
    reference: ReferenceDrops, cutoff: float, risk: float, one_side: bool = False
) -> float:
    """The cutoff nearest to the given one whose chance is within the tolerance of 1 - risk.

    A moved one is aimed half of the tolerance inside where it can be: drawn chances have an error,
    and intervals also hold what lies between accepted values. At an end, where there is one side
    only, the given one may keep 1 - risk / 2.

    >>> drops, chances = np.array([0.0, 1.0, 9.0]), np.array([0.5, 0.46, 0.04])
    >>> coin = ReferenceDrops(drops, chances, True, drops[:, None])
    >>> acceptance_cutoff(coin, 3.84, 0.05), acceptance_cutoff(coin, 0.5, 0.05)
    (3.84, 1.0)
    """
    slack = float(TOLERANCE) * risk
    least, most = 1 - risk - slack, 1 - risk + slack
    chance = float(reference.chances[reference.drops <= cutoff + SAME].sum())
    kept = 1 - risk / 2 + reference.error(chance) if one_side else most
    if least <= chance <= kept:
        return cutoff
    ends = np.append(np.diff(reference.drops) > SAME, True)
    drops, chances = reference.drops[ends], np.cumsum(reference.chances)[ends]
    if chance < least:
        room = 0.0 if reference.exact else slack / 2
        first = int(np.searchsorted(chances, least + room - SAME))
        return float(drops[min(first, len(drops) - 1)])
    for limit in (most - slack / 2, most):
        last = int(np.searchsorted(chances, limit + SAME, side="right")) - 1
        if last >= 0 and chances[last] >= least - SAME:
            return min(cutoff, float(drops[last]))
    return min(cutoff, float(drops[last + 1]))


def calibrated_limits(
    model: SampledLikelihood, contrasts: np.ndarray, cutoff: float, risk: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Lower limits, upper limits, and whether one of the two was moved."""
    lows, highs = profile_limits(model, contrasts, cutoff)
    moved = np.zeros(len(contrasts), dtype=bool)
    for i, contrast in enumerate(contrasts):
        for ends in (lows, highs):
            end = _kept_or_moved(model, contrast, float(ends[i]), cutoff, risk)
            moved[i] |= end != ends[i]
            ends[i] = end
    return lows, highs, moved


def accepted(
    model: SampledLikelihood, contrast: np.ndarray, value: float, cutoff: float, risk: float
) -> bool:
    """Whether the reports are compatible with a value, by the cutoff at the likeliest truth."""
    drop = drop_at(model, contrast, value)
    if regular(model, likeliest_at(model, contrast, value)):
        return drop <= cutoff
    reference = value_reference(model, contrast, value)
    one_side = at_end(model, contrast, value)
    return drop <= acceptance_cutoff(reference, cutoff, risk, one_side) + SAME


def value_reference(
    model: SampledLikelihood, contrast: np.ndarray, value: float, repetitions: int | None = None
) -> ReferenceDrops:
    """The distribution of R(value) at the likeliest truth that has the value."""
    truth = likeliest_at(model, contrast, value)
    restricted = restricted_to(model, contrast, value)
    draws = repetitions or (DRAWS_OF_TWO if len(model.centre) == 2 else DRAWS)
    return reference_drops(model, truth, restricted, draws)


def restricted_to(
    model: SampledLikelihood, contrast: np.ndarray, value: float
) -> Callable[[Shares], np.ndarray]:
    """For shares of reports, the likeliest points where the contrast has the value."""
    low, high = model.extremes(contrast)
    if low == high:
        return lambda shares: maxima(model, shares)
    if value in (low, high):
        face = model.face(contrast, 1 if value == high else -1)
        return lambda shares: model.largest_on(face, shares)
    if two_equal_groups(model, contrast, value):
        return lambda shares: np.tile(_pooled_maxima(model, shares), 2)
    start = model.inside(contrast, value)
    if len(start) == 2:
        return lambda shares: np.broadcast_to(start, (len(shares), 2))
    equations = np.concatenate([model.groups, model.from_end(contrast, value)[None]])
    return lambda shares: loose_maxima(model, shares, equations, start)


def two_equal_groups(model: SampledLikelihood, contrast: np.ndarray, value: float) -> bool:
    """Whether the value says that two groups of two truths have the same distribution."""
    two = [channel.shape[1] for channel in model.channels] == [2, 2]
    return two and value == 0 and bool(np.all(contrast[:2] == -contrast[2:]))


def _pooled_maxima(model: SampledLikelihood, shares: Shares) -> np.ndarray:
    """The likeliest distribution of both groups together, their like reports added up."""
    rows, first = model.rows, int(model.given[0].sum())
    if model.channels[0].numerators != model.channels[1].numerators:
        return two_truth_maxima(rows[:, :2] + rows[:, 2:], shares)
    return two_truth_maxima(rows[:first, :2], shares[:, :first] + shares[:, first:])


def regular(model: SampledLikelihood, point: np.ndarray) -> bool:
    """Whether every report is expected often and every truth is clear of zero at a point."""
    if model.total > MOST_DRAWN:
        return True
    expected = model.total * model.expected_shares(point)
    if expected.min() < ENOUGH:
        return False
    errors = np.sqrt(np.maximum(np.diag(model.expected_covariance(point)), 0))
    return bool(np.all(point > CLEAR * errors))


def at_end(model: SampledLikelihood, contrast: np.ndarray, value: float) -> bool:
    """Whether a value is an end of its range, or as good as one."""
    low, high = model.extremes(contrast)
    return min(value - low, high - value) <= AT_END * (high - low)


def _kept_or_moved(
    model: SampledLikelihood, contrast: np.ndarray, end: float, cutoff: float, risk: float
) -> float:
    """The outermost value that its own cutoff accepts, looked for around the plain end."""
    if regular(model, likeliest_at(model, contrast, end)):
        return end
    search = _LimitSearch(model, contrast, cutoff, risk, end)
    if len(model.centre) == 2 and value_reference(model, contrast, end).exact:
        return search.outermost()
    if not search.accepts(end):
        return search.inwards()
    return search.outwards()


@dataclass(frozen=True)
class _LimitSearch:
    """Around one end of the plain interval."""

    model: SampledLikelihood
    contrast: np.ndarray
    cutoff: float
    risk: float
    end: float

    @property
    def estimate(self) -> float:
        return float(self.contrast @ self.model.maximum)

    @property
    def furthest(self) -> float:
        """The extreme value on this side of the estimate."""
        low, high = self.model.extremes(self.contrast)
        above = self.end > self.estimate or (self.end == self.estimate and self.end == high)
        return high if above else low

    @property
    def reach(self) -> float:
        """The distance of the end, or a small one where the estimate is itself extreme."""
        low, high = self.model.extremes(self.contrast)
        return max(abs(self.end - self.estimate), FINE * (high - low))

    def accepts(self, value: float) -> bool:
        return accepted(self.model, self.contrast, value, self.cutoff, self.risk)

    def value(self, part: float) -> float:
        """Parts of the way from the estimate to the end, 1 at the end; beyond it at most so far."""
        sign = 1 if self.furthest > self.estimate else -1
        moved = self.estimate + sign * part * self.reach
        return min(moved, self.furthest) if sign == 1 else max(moved, self.furthest)

    def outermost(self) -> float:
        """All values on a grid are tried, as what is accepted may have gaps."""
        if self.furthest == self.estimate:
            return self.end
        for part in GRID:
            if self.accepts(self.value(part)):
                return self._between(part, part + STEP, FINEST)
        return self.end

    def inwards(self) -> float:
        """Doubled steps from the end, which is rejected, until a value is accepted."""
        step = FIRST_STEP
        while step < 1 and not self.accepts(self.value(1 - step)):
            step *= 2
        return self._between(max(1 - step, 0.0), 1 - step / 2 if step > FIRST_STEP else 1.0)

    def outwards(self) -> float:
        """Doubled steps from the end, which is accepted, until a value is rejected.

        Where the very first is, the end stands: outcomes that it just excludes may be so likely
        that the values beyond it must not be.
        """
        step = FIRST_STEP
        if self.end == self.furthest or not self.accepts(self.value(1 + step)):
            return self.end
        while self.accepts(self.value(1 + step)):
            if self.value(1 + step) == self.furthest:
                return self.furthest
            step *= 2
        return self._between(1 + step / 2, 1 + step)

    def _between(self, accepted: float, rejected: float, fine: float = FINE) -> float:
        """Bisection down to this part of the distance; the outer end, so that nothing is lost."""
        while rejected - accepted > fine:
            middle = (accepted + rejected) / 2
            if self.accepts(self.value(middle)):
                accepted = middle
            else:
                rejected = middle
        return self.value(rejected)
