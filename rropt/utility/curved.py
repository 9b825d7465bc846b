"""Curved objectives: criteria of the efficient estimate of the distribution pi on k truths.

With `J = sum_r w_r r r' / (pi.r)` the covariance for one respondent is `Cov = J^-1 - pi pi'`.

| objective | minimises |
|---|---|
| those of `at_prior` | a criterion of Cov at one distribution |
| Average, Minimax | the average or the largest of A- or c-criteria over several |
| VarianceOverInterval(lo, hi) | the largest variance of a proportion over an interval, k = 2 |
| those of `worst_case` | the largest over all distributions |

The optimum depends on the distribution that the survey is meant to find. `Minimax` may subtract an
offset from each (the best value there: minimax regret).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from rropt.channel import Channel
from rropt.exact import (
    InputError,
    Number,
    Numbers,
    exact,
    exact_vector,
    listed,
    of_size,
    text,
)
from rropt.exact.certified_number import CertifiedNumber, largest, sum_of
from rropt.exact.convert import dot
from rropt.exact.entries import identity, scaled
from rropt.exact.frozen import fill
from rropt.utility.base import prior_of_two
from rropt.utility.objective import Objective
from rropt.utility.table_information import variance

Vector = tuple[Fraction, ...]
Matrix = tuple[Vector, ...]


@dataclass(frozen=True)
class Scenario:
    """One distribution pi that may be true, its weight, and the offset of its criterion."""

    prior: Vector
    weight: Fraction = Fraction(1)
    offset: Fraction = Fraction(0)


class Curved(Objective):
    """What every curved objective provides."""

    is_minimised = True
    earns = "information"
    scenarios: tuple[Scenario, ...]
    robust: str = ""

    @property
    def truths(self) -> int:  # type: ignore[override]
        return len(self.scenarios[0].prior)

    def statement(self) -> dict[str, Any]:
        """The objective as a certificate states it."""
        if self.contrast is None:
            return {"name": self.name}
        return {"name": self.name, "contrasts": [[text(c) for c in self.contrast]]}

    def criterion(self) -> Matrix:
        """The matrix E of a criterion tr(E Cov)."""
        if self.contrast is None:
            return identity(self.truths)
        return tuple(scaled(self.contrast, a) for a in self.contrast)

    def worth(self, table: Channel) -> CertifiedNumber:
        """The average over the scenarios, or the largest after their offsets."""
        ends = [self.at(scenario.prior, table) for scenario in self.scenarios]
        if self.robust == "minimax":
            offsets = [scenario.offset for scenario in self.scenarios]
            return largest(end - offset for end, offset in zip(ends, offsets, strict=True))
        weights = [scenario.weight for scenario in self.scenarios]
        return sum_of(end * weight for end, weight in zip(ends, weights, strict=True))

    def at(self, prior: Vector, table: Channel) -> CertifiedNumber:
        """The criterion at one distribution: the variances of the contrasts, summed."""
        contrasts = identity(self.truths) if self.contrast is None else (self.contrast,)
        taken = sum((dot(c, prior) ** 2 for c in contrasts), Fraction(0))
        return variance(table.rows, prior, contrasts, taken)


@dataclass(frozen=True, init=False)
class _Robust(Curved):
    """An A- or c-optimal criterion over several distributions."""

    scenarios: tuple[Scenario, ...]
    contrast: Vector | None
    combined: ClassVar[str]
    """How the criteria of several priors become one, in a word."""

    @property
    def name(self) -> str:  # type: ignore[override]
        return "a-optimal" if self.contrast is None else "c-optimal"

    @property
    def label(self) -> str:  # type: ignore[override]
        what = "trace of the covariance" if self.contrast is None else "variance of a contrast"
        return f"{self.combined} {what} over priors"

    def statement(self) -> dict[str, Any]:
        return {**super().statement(), "over": self.robust}

    def _set(self, scenarios: list[Scenario], contrast: Any) -> None:
        lengths = {len(scenario.prior) for scenario in scenarios}
        if len(lengths) != 1:
            raise InputError("priors must be one or more distributions on the same categories")
        vector = None if contrast is None else contrast_vector(contrast, lengths.pop())
        fill(self, scenarios=tuple(scenarios), contrast=vector)


class Average(_Robust):
    """The criterion averaged over weighted distributions: priors = [(weight, prior), ...].

    >>> Average([("1/2", ["1/2", "1/2"]), ("1/2", ["9/10", "1/10"])]).robust
    'average'
    """

    robust = "average"
    combined = "average"

    def __init__(
        self, priors: Iterable[tuple[Number, Numbers]], contrast: Numbers | None = None
    ) -> None:
        pairs = [listed(pair, "priors", "pairs (weight, prior)") for pair in _priors(priors)]
        if any(len(pair) != len(("weight", "prior")) for pair in pairs):
            raise InputError("priors must be a list of pairs (weight, prior)")
        weights = [exact(w, "weight") for w, _ in pairs]
        if any(w <= 0 for w in weights) or sum(weights) != 1:
            raise InputError("weights of priors must be positive and sum to one")
        inner = _distributions(prior for _, prior in pairs)
        self._set(list(map(Scenario, inner, weights)), contrast)


def _priors(priors: Any) -> list[Any]:
    return listed(priors, "priors", "distributions")


def _distributions(priors: Iterable[Any]) -> list[Vector]:
    """Each called by its place, where it is refused."""
    return [prior_of_two(prior, True, f"priors[{n}]") for n, prior in enumerate(priors)]


class Minimax(_Robust):
    """The largest criterion over some distributions, minus an offset for each if given.

    >>> Minimax([["3/4", "1/4"], ["1/4", "3/4"]]).robust
    'minimax'
    """

    robust = "minimax"
    combined = "largest"

    @property
    def is_regret(self) -> bool:  # type: ignore[override]
        return any(scenario.offset for scenario in self.scenarios)

    def __init__(
        self,
        priors: Iterable[Numbers],
        contrast: Numbers | None = None,
        offsets: Numbers | None = None,
    ) -> None:
        inner = _distributions(_priors(priors))
        shifts = [Fraction(0)] * len(inner) if offsets is None else exact_vector(offsets, "offsets")
        if len(shifts) != len(inner):
            raise InputError(f"offsets must have one entry for each prior, got {len(shifts)}")
        pairs = zip(inner, shifts, strict=True)
        weight = Fraction(1, max(1, len(inner)))
        self._set([Scenario(prior, weight, shift) for prior, shift in pairs], contrast)


@dataclass(frozen=True, init=False, repr=False)
class VarianceOverInterval(Curved):
    """The largest variance of an estimated proportion over an interval of prevalences; k = 2.

    `scenarios` are the prevalences at which the search has looked; it adds the worst ones.

    >>> VarianceOverInterval("1/20", "1/2").robust
    'minimax'
    """

    low: Fraction
    high: Fraction
    seen: tuple[Fraction, ...] = field(compare=False)
    label = "largest variance over an interval of prevalences"
    name = "variance"
    robust = "minimax"
    contrast = Fraction(0), Fraction(1)
    truths = 2

    def __init__(self, low: Number, high: Number, seen: tuple[Fraction, ...] = ()) -> None:
        ends = exact(low, "low"), exact(high, "high")
        if not 0 < ends[0] <= ends[1] < 1:
            raise InputError(
                f"low and high must satisfy 0 < low <= high < 1, got {ends[0]}, {ends[1]}"
            )
        fill(self, low=ends[0], high=ends[1], seen=seen or tuple(sorted(set(ends))))

    @property
    def scenarios(self) -> tuple[Scenario, ...]:  # type: ignore[override]
        return tuple(Scenario((1 - p, p), Fraction(1, len(self.seen))) for p in self.seen)

    def __repr__(self) -> str:
        return f"VarianceOverInterval({self.low}, {self.high})"

    def statement(self) -> dict[str, Any]:
        return {**super().statement(), "interval": [text(self.low), text(self.high)]}

    @property
    def formula(self) -> str:
        return ""

    def worth(self, table: Channel) -> CertifiedNumber:
        from rropt.utility.worst_case_value import over_prevalences

        return over_prevalences(self.low, self.high, table)

    def with_prevalence(self, prevalence: Fraction) -> VarianceOverInterval:
        """One more prevalence to look at."""
        return VarianceOverInterval(self.low, self.high, (*self.seen, prevalence))


def contrast_vector(contrast: Any, truths: int) -> Vector:
    vector = of_size(exact_vector(contrast, "contrast"), truths, "contrast")
    if len(set(vector)) == 1:
        raise InputError("contrast must not be constant: its value is known without a survey")
    return vector
