"""Sums of variances of contrasts: at a prior, or over what is worst.

A contrast of the shares q of truths is c.q: all shares, one contrast, a mean of the values of the
truths, or the share of truth 1 of two. Their variances are taken at a prior; over several, their
average with weights, or the largest of them; in fixed groups, the randomness of the reports alone;
over all priors; and over an interval of shares.

An unbiased estimator x of contrasts c with second moments m_j = sum_i x_i^2 P(i|j) has the variance
m_j - c_j^2 at truth j. A group with shares q has q.m - sum_j q_j c_j^2, linear in q: its maximum is
at a truth. Respondents drawn from q have q.m - (c.q)^2, concave in q: below its tangent at any s,
so that it is at most max_j m_j - 2 (c.s) c_j + (c.s)^2.

For the share p of truth 1 of two the variance is the parabola m_0 + (m_1 - m_0) p - p^2, m_j the
second moment at truth j: largest at (m_1 - m_0)/2, or at the end of the interval next to it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .fields import Vector, Vectors, exact_dot, exact_sum, listed, named, rationals, record
from .objectives import Objective
from .private_table import unit_vectors
from .scenarios import AVERAGE, MINIMAX, ONE, Scenario, moments_at_truths
from .statement import GROUP, GROUPS, OF_SHARES, WORST_POPULATION, item, said
from .verdict import Size, well_formed

VARIANCE = "a variance of an unbiased estimator of {} from one respondent"

SEVERAL = [AVERAGE, MINIMAX]
"""Over what there are several scenarios, and offsets."""


@dataclass(frozen=True)
class OverPriors(Objective):
    """An average or a maximum, as `over` says."""

    over: str = ""

    def check_scenarios(self, scenarios: list[Scenario]) -> None:
        """Any number of them, with any offsets; one where nothing is said."""
        if not self.over:
            super().check_scenarios(scenarios)

    def own(self, scenarios: list[Scenario]) -> Fraction:
        own = [at.own for at in scenarios]
        return max(own) if self.over == MINIMAX else averaged(scenarios, own)

    def bound(self, scenarios: list[Scenario], paid: Fraction) -> Fraction:
        """An average is at most the maximum, so one bound serves both."""
        return averaged(scenarios, [at.proved for at in scenarios]) - paid

    def sentence(self, scenarios: list[Scenario]) -> str:
        return over_scenarios(self.over, self.words, scenarios)


@dataclass(frozen=True)
class WorstPrevalence(OverPriors):
    """The variance of a share at the worst prevalence of an interval."""

    low: Fraction = Fraction(0)
    high: Fraction = ONE

    def check_scenarios(self, scenarios: list[Scenario]) -> None:
        well_formed(0 <= self.low <= self.high <= 1, "no interval of shares")
        well_formed(not any(at.offset for at in scenarios), "an interval has no offset")
        inside = all(self.low <= at.prior[1] <= self.high for at in scenarios)
        well_formed(inside, "a prior is outside the interval")

    def own(self, scenarios: list[Scenario]) -> Fraction:
        a, b = second_moments(scenarios[0])
        worst = min(max((b - a) / 2, self.low), self.high)
        return a + (b - a) * worst - worst**2

    def sentence(self, scenarios: list[Scenario]) -> str:
        ends = f"from {item(self.low)} to {item(self.high)}"
        return f"a maximum over the shares of truth 1 {ends} of {self.words}"


@dataclass(frozen=True)
class OverGroups(Objective):
    """In a fixed group, in the worst one, or in the worst population, as `over` says."""

    over: str = ""

    def corner(self, prior: Vector) -> Fraction:
        """Of a group sum_j q_j c_j^2."""
        if self.over == WORST_POPULATION:
            return super().corner(prior)
        return exact_dot(squares(self.contrasts), prior)

    def own(self, scenarios: list[Scenario]) -> Fraction:
        (at,) = scenarios
        return at.own if self.over == GROUP else max(variances_at_truths(self.over, at))

    def sentence(self, scenarios: list[Scenario]) -> str:
        return said(self.over, self.words, scenarios[0].prior)


def squares(contrasts: Vectors) -> list[Fraction]:
    """sum of c_j^2 over contrasts, one entry a truth."""
    columns = zip(*contrasts, strict=True)
    return [exact_sum([x * x for x in column]) for column in columns]


def second_moments(at: Scenario) -> list[Fraction]:
    """sum_i x_i^2 P(i|j) of all estimators together, truth by truth."""
    return moments_at_truths(at, [ONE] * len(at.estimators))


def variances_at_truths(over: str, at: Scenario) -> list[Fraction]:
    """The variance at each truth; of a population the tangent there."""
    if over == WORST_POPULATION:
        means = [exact_dot(c, at.prior) for c in at.contrasts]
        square = exact_dot(means, means)
        less = [2 * exact_dot(means, c) - square for c in zip(*at.contrasts, strict=True)]
    else:
        less = squares(at.contrasts)
    return [moment - x for moment, x in zip(second_moments(at), less, strict=True)]


def averaged(scenarios: list[Scenario], numbers: Vector) -> Fraction:
    """The mean with the weights of the scenarios."""
    return exact_dot([at.weight for at in scenarios], numbers)


def over_scenarios(over: str, words: str, scenarios: Sequence[Scenario]) -> str:
    """The objective with its priors, and with their weights and offsets where there are any."""
    offsets = any(at.offset for at in scenarios)
    less = " less the offset" if offsets else ""
    if over == AVERAGE:
        names = "(prior, weight, offset)" if offsets else "(prior, weight)"
        places: list[Any] = [[at.prior, at.weight] for at in scenarios]
        whole = "an average"
    else:
        names = "(prior, offset)" if offsets else "the priors"
        places = [[at.prior] if offsets else at.prior for at in scenarios]
        whole = "a maximum"
    if offsets:
        places = [[*p, at.offset] for p, at in zip(places, scenarios, strict=True)]
    where = f"in {item(places)}" if names != "the priors" else item(places)
    return f"{whole} over {names} {where} of {words}{less}"


def read(value: dict[str, Any], truths: int, size: Size) -> Objective:
    """The contrasts of the name, and over what their variances are taken."""
    if value["name"] == "a-optimal":
        size.allow(truths**2)
    words, contrasts = READERS[value["name"]](value, truths)
    if "interval" in value:
        well_formed("over" not in value, "an interval is over all its priors")
        low, high = rationals(value["interval"], 2)
        return WorstPrevalence(words, contrasts, low=low, high=high)
    if "over" not in value:
        return Objective(words, contrasts)
    over = named(value["over"], [*SEVERAL, *GROUPS])
    made = OverPriors if over in SEVERAL else OverGroups
    return made(words, contrasts, over=over)


def _all_shares(value: dict[str, Any], truths: int) -> tuple[str, Vectors]:
    record(value, "name", "over")
    return f"a trace {OF_SHARES}", unit_vectors(truths)


def _one_contrast(value: dict[str, Any], truths: int) -> tuple[str, Vectors]:
    record(value, "name contrasts", "over")
    (row,) = listed(value["contrasts"], 1)
    contrast = rationals(row, truths)
    return VARIANCE.format(f"the contrast {item(contrast)}"), [contrast]


def _mean(value: dict[str, Any], truths: int) -> tuple[str, Vectors]:
    record(value, "name values", "over")
    values = rationals(value["values"], truths)
    return VARIANCE.format(f"a mean of truths with values {item(values)}"), [values]


def _share(value: dict[str, Any], truths: int) -> tuple[str, Vectors]:
    record(value, "name contrasts", "over interval")
    contrasts = [rationals(row, truths) for row in listed(value["contrasts"], 1)]
    well_formed(contrasts == [[0, 1]], "a share is that of truth 1 of two")
    return VARIANCE.format("the share of truth 1"), contrasts


READERS = {
    "a-optimal": _all_shares,
    "c-optimal": _one_contrast,
    "mean": _mean,
    "variance": _share,
}
