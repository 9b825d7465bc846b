"""Objectives without a prior: the worst case over all populations, and means of numbers.

An estimator gives report i the number x_i, unbiased at every truth: sum_i x_i P(i|j) = c_j. With
its second moments m_j = sum_i x_i^2 P(i|j) the variance from one respondent is

| respondents | variance | worst case |
|---|---|---|
| drawn from a population q | q.m - (c.q)^2 | over q (concave) |
| a fixed group with shares q | sum_j q_j (m_j - c_j^2), of the reports alone | over truths |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.exact import (
    InputError,
    Number,
    Numbers,
    exact,
    exact_vector,
    of_size,
    prior_vector,
    text,
    whole,
)
from rropt.exact.certified_number import CertifiedNumber
from rropt.exact.entries import identity
from rropt.exact.frozen import fill
from rropt.utility.binned_density import (
    BinnedDensity,
    ShareOfDensity,
    shares_of_points,
    shares_without_ends,
    spread_of_shift,
)
from rropt.utility.curved import Curved, Scenario, Vector, contrast_vector

GROUP = "group"
POPULATION = "population"
WORST = "worst"
LEAST_POINTS = 2
LEAST_INSIDE = 3
"""With a density, which has no mass at the ends themselves."""

POINTS = 41
"""With a density, where no other number was asked for: 2e-4 of the variance in two seconds."""

MOST_TRUTHS = 3000
"""Of all shares: as many prices are checked at equal ones, and their contrasts are a matrix."""

SHIFTS = 2**16
"""Of a grid: 2^-32 of what they add to the variance is more than a continuous shift would add."""


@dataclass(frozen=True, init=False)
class WorstCase(Curved):
    """The sum of the variances of some contrasts, for the worst population or the worst group.

    Without a contrast those of all shares (A-optimal), and their number is `truths`.

    >>> WorstCase([1, -1, 0]).truths, WorstCase(truths=4, respondents="group").name
    (3, 'a-optimal')
    """

    name: str
    contrasts: tuple[Vector, ...]
    respondents: str
    """Drawn from a population, or a fixed group."""

    robust = "worst"
    spread = Fraction(0)
    """What a random shift of numbers adds to a variance."""

    def __init__(
        self,
        contrast: Numbers | None = None,
        respondents: str = POPULATION,
        truths: Number | None = None,
    ) -> None:
        _refuse_respondents(respondents, "respondents")
        if contrast is None:
            name = "a-optimal"
            contrasts = identity(_few(whole(truths, "truths", least=2)))
        else:
            vector = exact_vector(contrast, "contrast")
            name = "c-optimal"
            contrasts = (contrast_vector(vector, len(vector)),)
        fill(self, name=name, contrasts=contrasts, respondents=respondents)

    @property
    def prior(self) -> Vector | None:
        """The shares of the truths; None for the worst case over all of them."""
        return None

    @property
    def scenarios(self) -> tuple[Scenario, ...]:  # type: ignore[override]
        return () if self.prior is None else (Scenario(self.prior),)

    @property
    def truths(self) -> int:  # type: ignore[override]
        return len(self.contrasts[0])

    @property
    def contrast(self) -> Vector | None:  # type: ignore[override]
        return self.contrasts[0] if len(self.contrasts) == 1 else None

    @property
    def label(self) -> str:  # type: ignore[override]
        whom = "population" if self.respondents == POPULATION else "fixed group"
        what = "trace of the covariance" if len(self.contrasts) > 1 else "variance of a contrast"
        return f"{what}, worst {whom}"

    @property
    def over(self) -> str:
        """The reading, as certificates name it."""
        return f"worst-{self.respondents}"

    def statement(self) -> dict[str, Any]:
        return {**super().statement(), "over": self.over}

    @property
    def formula(self) -> str:
        return ""

    def worth(self, table: Channel) -> CertifiedNumber:
        from rropt.utility.worst_case_value import worst_variance

        return worst_variance(self, table)


@dataclass(frozen=True, init=False)
class WorstProportion(WorstCase):
    """The variance of an estimated proportion, for the worst population or the worst group.

    >>> import rropt as rr
    >>> rr.optimal(rr.LocalDP("ln(3)"), WorstProportion("group")).value
    3/4
    """

    def __init__(self, respondents: str = POPULATION) -> None:
        super().__init__(["0", "1"], respondents)
        fill(self, name="variance")

    @property
    def label(self) -> str:  # type: ignore[override]
        whom = "population" if self.respondents == POPULATION else "fixed group"
        return f"variance of a proportion, worst {whom}"


@dataclass(frozen=True, init=False)
class WorstDeterminant(WorstCase):
    """The log-determinant of the covariance of all shares, for the worst population.

    It is convex in the table and concave in the population, so that one prior is the worst.

    >>> WorstDeterminant(3).name, WorstDeterminant(3).truths
    ('d-optimal', 3)
    """

    def __init__(self, truths: Any, respondents: str = POPULATION) -> None:
        if respondents != POPULATION:
            raise InputError(
                "respondents must be population for d-optimal: the determinant for a fixed group "
                "is not convex in the table, and has no saddle point"
            )
        super().__init__(None, respondents, truths)
        fill(self, name="d-optimal")

    @property
    def dimensions(self) -> int:  # type: ignore[override]
        return self.truths - 1

    def worth(self, table: Channel) -> CertifiedNumber:
        from rropt.utility.worst_case_value import worst_determinant

        return worst_determinant(self, table)

    @property
    def label(self) -> str:  # type: ignore[override]
        return "log-determinant of the covariance, worst population"


@dataclass(frozen=True, init=False)
class Mean(WorstCase):
    """The variance of an estimated mean of truths that are numbers.

    For the worst fixed group, the worst population, or a fixed group with the shares `prior`; or
    for all numbers from `low` to `high`, the worst of them or on average over the density whose
    shares of equally wide parts of the interval are the `prior`: by the best mechanism without a
    table, or where `points` are asked for by a table on so many equally spaced ones, each number
    moved at random to one of its neighbours. `worst` is "group", which True says
    too, or "population".

    >>> Mean([0, "1/2", 1]).over, Mean(low=-1, high=1, points=5).values[1]
    ('worst-group', Fraction(-1, 2))
    >>> Mean(low=-1, high=1, prior=["1/4", "3/4"], points=3).prior
    (Fraction(1, 8), Fraction(1, 2), Fraction(3, 8))
    """

    shares: Vector | None
    interval: bool
    grid: bool
    """Whether a number of points was asked for."""

    bins: Vector

    def __init__(
        self,
        values: Numbers | None = None,
        prior: Numbers | None = None,
        worst: str | bool = GROUP,
        low: Number | None = None,
        high: Number | None = None,
        points: Number | None = None,
    ) -> None:
        whole_interval = values is None
        if whole_interval:
            numbers = _grid(low, high, points)
        elif (low, high, points) == (None, None, None):
            numbers = _numbers(values)
        else:
            raise InputError("values must not be given together with low, high, points")
        if is_worst(prior):
            prior = None
        if isinstance(worst, bool):
            _refuse_either(worst, prior)
            worst = GROUP
        _refuse_respondents(worst, "worst")
        if worst == POPULATION and (whole_interval or prior is not None):
            raise InputError("worst must be group for an interval of numbers and for a prior")
        bins: Vector = ()
        if whole_interval and prior is not None:
            bins = prior_vector(prior)
            points = POINTS if points is None else whole(points, "points", least=LEAST_INSIDE)
            numbers = _grid(low, high, points)
            density = BinnedDensity(numbers[0], numbers[-1], bins)
            prior = [share.mass for share in shares_of_points(numbers, density)]
        fill(self, name="mean", contrasts=(numbers,), respondents=worst)
        fill(self, shares=_shares(prior, len(numbers)), bins=bins)
        fill(self, interval=whole_interval, grid=points is not None)

    @property
    def prior(self) -> Vector | None:
        return self.shares

    @property
    def values(self) -> Vector:
        """The numbers that are the truths, or only the ends of all of them."""
        return self.contrasts[0]

    @property
    def numbers(self) -> Vector:
        return self.values

    @property
    def everywhere(self) -> bool:
        return self.interval and not self.grid

    @property
    def spread(self) -> Fraction:  # type: ignore[override]
        """What the shifts between the points of a grid add to a variance."""
        if not self.interval:
            return Fraction(0)
        return spread_of_shift(self.values[1] - self.values[0], SHIFTS)

    @property
    def density(self) -> BinnedDensity:
        """The density, where there is one."""
        return BinnedDensity(self.values[0], self.values[-1], self.bins)

    @property
    def inner(self) -> list[ShareOfDensity]:
        """What each point has of the density in the bound."""
        return shares_without_ends(self.values, shares_of_points(self.values, self.density))

    @property
    def label(self) -> str:  # type: ignore[override]
        if self.interval:
            ends = f"{text(self.values[0])} to {text(self.values[-1])}"
            whom = "average over a density" if self.bins else "worst fixed group"
            return f"variance of a mean of numbers from {ends}, {whom}"
        if self.shares is not None:
            return "variance of a mean in a fixed group"
        whom = "population" if self.respondents == POPULATION else "fixed group"
        return f"variance of a mean, worst {whom}"

    @property
    def about(self) -> str:  # type: ignore[override]
        return "every private mechanism on the interval" if self.interval else super().about

    def phrase(self) -> str:
        if self.everywhere:
            return self.label
        if self.interval:
            bins = f" with shares {','.join(map(text, self.bins))}" if self.bins else ""
            return f"{self.label}{bins}, {self.truths} points"
        return super().phrase()

    @property
    def over(self) -> str:
        if self.interval:
            return "density" if self.bins else "numbers"
        return super().over if self.shares is None else "group"

    def statement(self) -> dict[str, Any]:
        said = {"name": self.name, "values": [text(x) for x in self.values], "over": self.over}
        if self.interval:
            said["shifts"] = str(SHIFTS)
        if self.bins:
            said["shares"] = [text(x) for x in self.bins]
        return said


def is_worst(prior: Any) -> bool:
    """Whether the worst of all distributions is meant."""
    return isinstance(prior, str) and prior.strip() == WORST


def _few(truths: int) -> int:
    if truths > MOST_TRUTHS:
        raise InputError(
            f"truths must be at most {MOST_TRUTHS} for the worst of all shares, got {truths}; "
            "equal shares are the worst at one number, so that a uniform prior has the same table"
        )
    return truths


def refuse_of_worst(**given: Any) -> None:
    """What says more of the worst case is not for a prior."""
    for name, value in given.items():
        if value is not None:
            raise InputError(f'{name} must be left out unless the prior is "worst", got {value!r}')


def _refuse_respondents(respondents: Any, name: str) -> None:
    if not isinstance(respondents, str) or respondents not in (GROUP, POPULATION):
        raise InputError(f"{name} must be group or population, got {respondents!r}")


def _refuse_either(worst: bool, prior: Any) -> None:
    """The worst of all groups and the average over a prior exclude each other."""
    if worst == (prior is not None):
        raise InputError(
            "prior must be left out with worst=True, the worst of all groups, and be given with "
            "worst=False, the average over it"
        )


def _numbers(values: Any) -> Vector:
    numbers = exact_vector(values, "values")
    if len(set(numbers)) < LEAST_POINTS:
        raise InputError("values must be at least two different numbers")
    return numbers


def _grid(low: Any, high: Any, points: Any) -> Vector:
    if low is None or high is None:
        raise InputError("values must be given, or low and high")
    start = exact(low, "low")
    end = exact(high, "high")
    if start >= end:
        raise InputError(f"low must be below high, got {text(start)}, {text(end)}")
    number = LEAST_POINTS if points is None else whole(points, "points", least=LEAST_POINTS)
    return tuple(start + (end - start) * Fraction(i, number - 1) for i in range(number))


def _shares(prior: Any, truths: int) -> Vector | None:
    if prior is None:
        return None
    return of_size(prior_vector(prior), truths, "prior")
