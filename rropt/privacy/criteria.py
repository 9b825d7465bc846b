"""Privacy criteria, each reduced to one pair (gamma, delta) and, for delta = 0, to one boundary h.

| criterion | gamma |
|---|---|
| LocalDP(epsilon, delta) | e^epsilon |
| BayesFactor(gamma) | gamma |
| BetaFactor(beta) | beta |
| Rho1Rho2(rho1, rho2) | rho2 (1 - rho1) / (rho1 (1 - rho2)) |
| StrictInformation(h_lower, h_upper) | B(min(h_upper(p), 1 - h_lower(1 - p))) |
| CanonicalStrictInformation(h) | B(h) |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.channel import Channel
from rropt.exact import (
    Gamma,
    InputError,
    Number,
    exact,
    gamma_from_epsilon,
    gamma_from_value,
    probability,
    shown,
)
from rropt.exact.frozen import fill
from rropt.privacy.breach_region import (
    BreachRegion,
    factor_pieces,
    level_pieces,
    threshold_pieces,
)

if TYPE_CHECKING:
    from rropt.strict.result import StrictBound


@dataclass(frozen=True)
class Criterion:
    """What every criterion amounts to: likelihood ratios at most gamma, up to a mass delta."""

    gamma: Gamma
    delta: Fraction

    def on(self, truths: int, labels: Sequence[str] | None = None) -> Criterion:
        """The criterion on so many truths: a matrix may depend on them, a number does not."""
        return self

    def satisfied_by(self, channel: Channel) -> bool:
        """Whether the exact table satisfies the criterion, decided exactly.

        The table needs some least gamma for this delta; that rational is compared with gamma.
        """
        needed = channel.gamma_for(self.delta) if self.delta else channel.parity()
        answer = self.gamma.reaches(needed)
        if answer is None:
            raise InputError(
                f"whether the table satisfies {self.describe()} is undecided: "
                f"its parity lies inside the enclosure of gamma"
            )
        return answer

    def breach_region(self) -> BreachRegion:
        """The (prior, posterior) pairs that the criterion forbids; only for delta = 0."""
        if self.delta != 0:
            raise InputError(f"a breach region needs delta = 0, got {self.delta}")
        return self._region()

    def _region(self) -> BreachRegion:
        return BreachRegion(self.describe(), self._boundaries, level_pieces(self.gamma))

    def _boundaries(self) -> tuple[Any, Any]:
        """The lowest and highest posterior allowed, as sympy expressions in the prior p."""
        from rropt.privacy.boundaries import precise_boundaries

        return precise_boundaries(self.gamma)

    def describe(self) -> str:
        """The guarantee in one phrase, as the reports print it."""
        suffix = f", delta = {self.delta}" if self.delta else ""
        return self.gamma.describe() + suffix

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.describe()})"


@dataclass(frozen=True, init=False, repr=False)
class LocalDP(Criterion):
    """(epsilon, delta) local differential privacy; `epsilon` may be "ln(3)".

    >>> LocalDP("ln(3)").satisfied_by(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    True
    """

    def __init__(self, epsilon: Number, delta: Number = 0) -> None:
        fill(self, gamma=gamma_from_epsilon(epsilon), delta=probability(delta, "delta"))

    @classmethod
    def from_gamma(cls, gamma: Number, delta: Number = 0) -> LocalDP:
        """The same criterion, named by gamma = e^epsilon."""
        level = cls.__new__(cls)
        fill(level, gamma=gamma_from_value(gamma), delta=probability(delta, "delta"))
        return level


@dataclass(frozen=True, init=False, repr=False)
class BetaFactor(Criterion):
    """Posterior / prior between 1 / beta and beta for every event (chai-nayak/def-1.2).

    >>> BetaFactor("5/2").describe()
    'epsilon = ln(5/2)'
    """

    def __init__(self, beta: Number) -> None:
        number = exact(beta, "beta")
        if number <= 1:
            raise InputError(f"beta must be greater than 1, got {number}")
        fill(self, gamma=gamma_from_value(number, "beta"), delta=Fraction(0))

    def _boundaries(self) -> tuple[Any, Any]:
        from rropt.privacy.boundaries import factor_boundaries

        return factor_boundaries(self.gamma.exact)

    def _region(self) -> BreachRegion:
        beta = self.gamma.exact
        return BreachRegion(f"beta = {beta}", self._boundaries, factor_pieces(beta))


@dataclass(frozen=True, init=False, repr=False)
class BayesFactor(Criterion):
    """Every Bayes factor at most gamma (chai-nayak/eq-3.6); gamma = 1 is epsilon = 0.

    >>> BayesFactor(1).gamma == LocalDP(0).gamma
    True
    """

    def __init__(self, gamma: Number) -> None:
        fill(self, gamma=gamma_from_value(gamma), delta=Fraction(0))


@dataclass(frozen=True, init=False, repr=False)
class Rho1Rho2(Criterion):
    """No event moves from prior below rho1 to posterior above rho2, or back (chai-nayak/def-1.1).

    >>> Rho1Rho2("1/10", "1/2").gamma.exact
    Fraction(9, 1)
    """

    rho1: Fraction
    rho2: Fraction

    def __init__(self, rho1: Number, rho2: Number) -> None:
        low = exact(rho1, "rho1")
        high = exact(rho2, "rho2")
        if not 0 < low < high < 1:
            got = f"{shown(low)}, {shown(high)}"
            raise InputError(f"rho1 and rho2 must satisfy 0 < rho1 < rho2 < 1, got {got}")
        gamma = gamma_from_value(high * (1 - low) / (low * (1 - high)))
        fill(self, gamma=gamma, delta=Fraction(0), rho1=low, rho2=high)

    def _boundaries(self) -> tuple[Any, Any]:
        from rropt.privacy.boundaries import threshold_boundaries

        return threshold_boundaries(self.rho1, self.rho2)

    def _region(self) -> BreachRegion:
        pieces = threshold_pieces(self.rho1, self.rho2)
        return BreachRegion(f"{self.rho1}-to-{self.rho2}", self._boundaries, pieces)


class OfBoundaries(Criterion):
    """Posteriors between boundaries that may be anything: `bound` is the B(h) that they come to."""

    bound: StrictBound

    def _region(self) -> BreachRegion:
        return BreachRegion(self.describe(), self._boundaries)

    def satisfied_by(self, channel: Channel) -> bool:
        """eta(P) <= B(h), exactly (chai-nayak/thm-3.1)."""
        parity = channel.parity()
        answer = self.bound.reaches(parity)
        if answer is None:
            most = self.bound.bound
            raise InputError(f"whether parity {parity} is at most B(h) = {most} is undecided")
        return answer


@dataclass(frozen=True, init=False, repr=False)
class StrictInformation(OfBoundaries):
    """h_lower(prior) <= posterior <= h_upper(prior) for every event (chai-nayak/def-2.2).

    >>> StrictInformation("p/2", "Min(1, 3*p)").gamma.exact
    Fraction(2, 1)
    """

    h_lower: Any
    h_upper: Any
    bound: StrictBound = field(compare=False)

    def __init__(self, h_lower: Any, h_upper: Any) -> None:
        from rropt.privacy.boundaries import star, strict_boundaries
        from rropt.strict.bound import bound_of

        lower, upper = strict_boundaries(h_lower, h_upper)
        bound = bound_of(star(lower, upper))
        fill(self, gamma=bound.gamma, delta=Fraction(0), bound=bound)
        fill(self, h_lower=lower, h_upper=upper)

    def _boundaries(self) -> tuple[Any, Any]:
        return self.h_lower, self.h_upper

    def describe(self) -> str:
        return f"{self.h_lower} <= posterior <= {self.h_upper}, {self.gamma.describe()}"


@dataclass(frozen=True, init=False, repr=False)
class CanonicalStrictInformation(OfBoundaries):
    """posterior <= h(prior) for every event, with p <= h(p) <= 1 (chai-nayak/def-3.1).

    >>> CanonicalStrictInformation("Min(1, p + 1/5)").gamma.exact
    Fraction(9, 4)
    """

    h: Any
    bound: StrictBound = field(compare=False)

    def __init__(self, h: Any) -> None:
        from rropt.strict.bound import bound_of
        from rropt.strict.expression import boundary_expression

        expression = boundary_expression(h)
        bound = bound_of(expression)
        fill(self, gamma=bound.gamma, delta=Fraction(0), h=expression, bound=bound)

    def _boundaries(self) -> tuple[Any, Any]:
        from rropt.privacy.boundaries import mirrored

        return mirrored(self.h), self.h

    def describe(self) -> str:
        return f"posterior <= {self.h}, {self.gamma.describe()}"
