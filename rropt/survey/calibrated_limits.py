"""Profile intervals whose cutoff is moved where the chi-square distribution misses.

They are those of contrasts of shares, of one group or several, and of ratios of odds. With few
reports of a kind, or near the boundary of the simplex, the chance that R(t) stays below the
chi-square cutoff is not the level: at two expected reports of a revealing kind it is 0.84.
The cutoff is then moved, just so far that the chance, at the likeliest truth with the value t, is
from LEAST_KEPT to MOST_KEPT. Where outcomes are so coarse that no cutoff's is, it is the smallest
one with a chance that is not below, and less likely outcomes that are not needed are left out.
What the chi-square distribution already keeps stays as it is, and the limits of many truths do.

What decides is the information at a value (the reports expected of each kind, the distance from
the boundary in standard errors), never the number of reports or an absolute distance.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from rropt.exact import one_of
from rropt.survey.group_maxima import SAME
from rropt.survey.line_search import bisected, outermost_accepted
from rropt.survey.quantiles import confidence_level, normal_quantile, told_risk
from rropt.survey.quantities import Interval
from rropt.survey.ratio_hypothesis import RatioHypothesis
from rropt.survey.reference_drops import ReferenceDrops, two_each
from rropt.survey.results import SingleResult
from rropt.survey.sampled_likelihood import SampledLikelihood

LEAST_KEPT = Fraction(7, 5)
MOST_KEPT = Fraction(1, 2)
"""Times the risk: a level of 0.95 is kept from 0.93 to 0.975, the level of one side, which is what
the chi-square cutoff keeps at an end of the range."""

LEAST_OF_GROUPS = Fraction(1)
"""The same of several groups: the chance at the likeliest truth is not that at the true one, whose
shares are others. Of 20 and 200 reports that reveal the trait differences were kept in 0.917."""

DRAWS_OF_SEVERAL = 399
"""Outcomes drawn for a limit of more than FEW truths, with a standard error of 0.011: of so many as
a test has all limits of eight took 40 s."""

FEW, MOST_CALIBRATED = 5, 8
"""Truths of a group. Beyond 8 the chi-square cutoff stands: at limits for 12 and 16
truths, most of them rare, it kept 0.91 to 0.99; drawing took 36 s for 11 truths, 324 s for 25."""

FURTHEST = 1.0
"""Added to the root of the cutoff: a moved cutoff of 0.95 was never above 4.1, and this is 8.8."""

STEP, FINE = 1 / 4, 0.01
FINE_SEARCH, FINEST_SEARCH = (1 / 8, 0.01), (1 / 32, 1e-4)
"""Between the roots of R at which an end is looked for, and the part of its distance from the
estimate to which it is then found: of drawn outcomes, of enumerated ones of several groups, and of
one. Most ends move by less than a quarter, but counts jump: at ten expected reports of a kind one
more of them is a third. One value takes 20 to 50 ms, 10 ms and 0.5 ms."""


def acceptance_cutoff(
    reference: ReferenceDrops, cutoff: float, risk: float, lost: Fraction = LEAST_KEPT
) -> float:
    """The cutoff nearest to the given one whose chance is within the tolerance of 1 - risk.

    A moved one is aimed well inside the tolerance where it can be: drawn chances have an error,
    and intervals also hold what lies between accepted values.

    >>> drops, chances = np.array([0.0, 1.0, 9.0]), np.array([0.5, 0.46, 0.04])
    >>> coin = ReferenceDrops(drops, chances, True, drops[:, None])
    >>> acceptance_cutoff(coin, 3.84, 0.05), acceptance_cutoff(coin, 0.5, 0.05)
    (3.84, 1.0)
    """
    if not reference.exact:
        told, larger = told_risk(risk, len(reference.drops))
        if told > risk:
            return larger * acceptance_cutoff(reference, cutoff / larger, told, lost)
    least, most = 1 - float(lost) * risk, 1 - float(MOST_KEPT) * risk
    chance = float(reference.chances[reference.drops <= cutoff + SAME].sum())
    # A drawn chance above `most` by less than its error is no reason for a shorter interval.
    if least <= chance <= most + 2 * reference.error(chance):
        return cutoff
    # Outcomes of one drop are accepted together: only the last of them ends a step.
    ends = np.append(np.diff(reference.drops) > SAME, True)
    drops = reference.drops[ends]
    chances = np.cumsum(reference.chances)[ends]
    if chance < least:
        # Drawn chances aim halfway to the nominal one, so that their error does not undo it.
        room = 0.0 if reference.exact else (1 - risk - least) / 2
        first = int(np.searchsorted(chances, least + room - SAME))
        return float(drops[min(first, len(drops) - 1)])
    # First well inside the tolerance, then anywhere in it.
    for limit in ((1 - risk + most) / 2, most):
        last = int(np.searchsorted(chances, limit + SAME, side="right")) - 1
        if last >= 0 and chances[last] >= least - SAME:
            return min(cutoff, float(drops[last]))
    # No step ends within the tolerance: the first whose chance is not below it.
    return min(cutoff, float(drops[last + 1]))


def _left_out(
    reference: ReferenceDrops, drop: float, cutoff: float, risk: float, lost: Fraction = LEAST_KEPT
) -> bool:
    """Whether all outcomes below a cutoff are too likely, and do without those of this drop.

    They are left out from the largest drop down, as long as the chance of the others allows it.
    """
    if not reference.exact:
        return False
    below = reference.drops <= cutoff + SAME
    chance = float(reference.chances[below].sum())
    while chance > 1 - float(MOST_KEPT) * risk + SAME and below.any():
        last = reference.drops[below][-1]
        alike = below & (reference.drops >= last - SAME)
        rest = chance - float(reference.chances[alike].sum())
        if rest >= 1 - float(lost) * risk:
            if abs(last - drop) <= SAME:
                return True
            chance = rest
        below = below & ~alike
    return False


def compatible(hypothesis: RatioHypothesis, cutoff: float, risk: float) -> bool:
    """Whether a drop is not too large, by the cutoff at the likeliest truth of a hypothesis."""
    drop = hypothesis.drop
    # What a law of as many effective reports is sure of need not be so of those that were weighted.
    if hypothesis.is_regular or (hypothesis.model.part is not None and drop <= cutoff):
        return drop <= cutoff
    reference = hypothesis.reference(drawn_for(hypothesis))
    lost = LEAST_KEPT if hypothesis.model.plain else LEAST_OF_GROUPS
    moved = acceptance_cutoff(reference, cutoff, risk, lost)
    return drop <= moved + SAME and not _left_out(reference, drop, moved, risk, lost)


def drawn_for(hypothesis: RatioHypothesis) -> int:
    """The number of outcomes that are drawn where they are not enumerated: as for a test."""
    tests = hypothesis.draws[-1]
    return tests if most_truths(hypothesis.model) <= FEW else min(tests, DRAWS_OF_SEVERAL)


def most_truths(model: SampledLikelihood) -> int:
    """Of a group."""
    return max(channel.shape[1] for channel in model.channels)


Ends = tuple[float, float]

PROFILE, CALIBRATED = "profile likelihood", "calibrated profile likelihood"


class ProfiledNumber(SingleResult):
    """A number that follows from the truths of sampled groups: its intervals by the likelihood.

    The ends are sought among values in the units of a profile R, which is 0 at the `likeliest`.
    """

    model: SampledLikelihood

    @property
    def nobs(self) -> int:
        """Number of reports in all groups."""
        return round(self.model.total)

    @property
    @abstractmethod
    def likeliest(self) -> float:
        """The value at which R is 0."""

    @abstractmethod
    def held(self, value: float) -> RatioHypothesis:
        """The hypothesis of a value."""

    @abstractmethod
    def profiled(self, signs: np.ndarray, roots: np.ndarray) -> Iterable[float]:
        """Where the root of R has given values, below (sign -1) or above (1) the likeliest.

        It is the extreme value where the root is smaller: the places that are tried are apart by
        parts of a standard error, be it that of a share of one half or of one of a millionth.
        """

    @abstractmethod
    def between(self, ends: tuple[float, float], level: Fraction, method: str) -> Interval:
        """The interval whose ends are these values."""

    def near(self, value: float, fine: float) -> float:
        """How near an end at a value is found: a part of its distance from the likeliest."""
        return fine * abs(value - self.likeliest)

    def interval(self, level: Any = "0.95", method: str = "likelihood") -> Interval:
        """The values whose likelihood is not too far below the maximum.

        `method` is "profile" for the chi-square cutoff, or "likelihood": the cutoff is moved where
        the chi-square distribution misses. What was done is the method of the interval.
        """
        confidence = confidence_level(level)
        one_of(method, ("likelihood", "profile"), "method")
        # Chi-square with one degree of freedom: its quantile is that of a normal variable, squared.
        root = normal_quantile(confidence)
        plain = self.plain_ends(root)
        risk = float(1 - confidence)
        ends = self.moved_ends(plain, root, risk) if method == "likelihood" else plain
        return self.between(ends, confidence, PROFILE if ends == plain else CALIBRATED)

    def plain_ends(self, root: float) -> Ends:
        """Where the root of R has this value."""
        low, high = self.profiled(np.array([-1, 1]), np.full(2, root))
        return low, high

    def moved_ends(self, plain: Ends, root: float, risk: float) -> Ends:
        """The same with the cutoff moved, so that the ends miss at no more than the risk."""
        low, high = plain
        below = LimitSearch(self, -1, root**2, risk)
        above = LimitSearch(self, 1, root**2, risk)
        return below.kept_or_moved(low), above.kept_or_moved(high)


@dataclass(frozen=True)
class LimitSearch:
    """On one side of the likeliest value, which values are compatible with the reports."""

    number: ProfiledNumber
    sign: int
    cutoff: float
    risk: float

    def kept_or_moved(self, end: float) -> float:
        """The plain end, or the outermost value that its own cutoff accepts."""
        model = self.number.model
        if most_truths(model) > MOST_CALIBRATED:
            return end
        at_end = self.number.held(end)
        # At an extreme of the range the end is the estimate, and nothing lies beyond.
        if at_end.is_regular or end == self.number.likeliest:
            return end
        # Enumerated chances are exact and cheap: these are searched from far outside, but not for
        # weights, whose Student's quantile may be thousands.
        alike = model.part is None and two_each(model)
        if alike and at_end.reference(drawn_for(at_end)).exact:
            return self._outermost(*(FINEST_SEARCH if len(model.centre) == 2 else FINE_SEARCH))
        return self._nearest(end)

    def _outermost(self, step: float, fine: float) -> float:
        """From far outside inwards, as what is accepted may have gaps: for enumerated counts."""
        values = self._values(sqrt(self.cutoff) + FURTHEST, 0, -step)
        return outermost_accepted(
            self._accepts, values, self.number.likeliest, None, self._close(fine)
        )

    def _nearest(self, end: float) -> float:
        """The same around the plain end, where outcomes are drawn or many, which costs more.

        Where the end is accepted and the next value is not, the end stands: outcomes that it just
        excludes may be so likely that the values beyond it must not be. Of a finite population the
        next whole person is nearer than the next value.
        """
        close = self._close(FINE)
        root = sqrt(self.cutoff)
        # The chi-square cutoff accepts too much: the end is sought inwards.
        if not self._accepts(end):
            inwards = self._values(root - STEP, 0, -STEP)
            return outermost_accepted(self._accepts, inwards, self.number.likeliest, end, close)
        # Outwards, until a value is rejected.
        accepted = end
        for value in self._values(root + STEP, root + FURTHEST + STEP, STEP):
            if not self._accepts(value):
                if accepted == end and not self.number.model.part:
                    return end
                return bisected(self._accepts, accepted, value, close(value))[1]
            accepted = value
        return accepted

    def _accepts(self, value: float) -> bool:
        return compatible(self.number.held(value), self.cutoff, self.risk)

    def _values(self, first: float, last: float, step: float) -> Iterable[float]:
        """Where the root of R goes up or down by steps."""
        roots = np.arange(first, last, step)
        return self.number.profiled(np.full(len(roots), self.sign), roots)

    def _close(self, fine: float) -> Callable[[float], float]:
        return lambda outer: self.number.near(outer, fine)
