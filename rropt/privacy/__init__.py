"""Privacy criteria, each reduced to one pair (gamma, delta).

Local differential privacy, beta-factor privacy, rho1-to-rho2 privacy, a bound on Bayes factors and
any strict-information criterion are, for an exact table P, the same demand with different numbers:
`eta(P) <= gamma` (chai-nayak/thm-3.1), and for (epsilon, delta) privacy `profile(gamma) <= delta`.

| criterion | gamma |
|---|---|
| LocalDP(epsilon, delta) | e^epsilon |
| BetaFactor(beta) | beta |
| Rho1Rho2(rho1, rho2) | rho2 (1 - rho1) / (rho1 (1 - rho2)) |
| BayesFactor(gamma) | gamma |
| StrictInformation(h_lower, h_upper) | B(min(h_upper(p), 1 - h_lower(1 - p))) |
| CanonicalStrictInformation(h) | B(h) |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.exact import (
    Gamma,
    InputError,
    exact,
    gamma_from_epsilon,
    gamma_from_value,
    probability,
)


@dataclass(frozen=True)
class Criterion:
    """What every criterion amounts to: likelihood ratios at most gamma, up to a mass delta."""

    gamma: Gamma
    delta: Fraction

    def satisfied_by(self, channel: Channel) -> bool:
        """Whether the exact table satisfies the criterion; undecidable enclosures are refused."""
        if channel.profile(self.gamma.lo) <= self.delta:
            return True
        if channel.profile(self.gamma.hi) > self.delta:
            return False
        raise InputError(
            f"the table's parity lies inside the enclosure of e^{self.gamma.epsilon}; undecided"
        )

    def describe(self) -> str:
        """The guarantee in one phrase, as the reports print it."""
        suffix = f", delta = {self.delta}" if self.delta else ""
        return self.gamma.describe() + suffix


class LocalDP(Criterion):
    """(epsilon, delta) local differential privacy; `epsilon` may be "ln(3)".

    >>> LocalDP("ln(3)").satisfied_by(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    True
    """

    def __init__(self, epsilon: Any, delta: Any = 0) -> None:
        super().__init__(gamma_from_epsilon(epsilon), probability(delta, "delta"))

    @classmethod
    def from_gamma(cls, gamma: Any, delta: Any = 0) -> LocalDP:
        """The same criterion, named by gamma = e^epsilon."""
        level = cls.__new__(cls)
        Criterion.__init__(level, gamma_from_value(gamma), probability(delta, "delta"))
        return level


class BetaFactor(Criterion):
    """Posterior / prior between 1 / beta and beta for every event (chai-nayak/def-1.2)."""

    def __init__(self, beta: Any) -> None:
        super().__init__(_above_one(beta, "beta"), Fraction(0))


class BayesFactor(Criterion):
    """Every Bayes factor at most gamma (chai-nayak/eq-3.6)."""

    def __init__(self, gamma: Any) -> None:
        super().__init__(_above_one(gamma, "gamma"), Fraction(0))


class Rho1Rho2(Criterion):
    """No event moves from prior below rho1 to posterior above rho2, or back (chai-nayak/def-1.1).

    >>> Rho1Rho2("1/10", "1/2").gamma.exact
    Fraction(9, 1)
    """

    def __init__(self, rho1: Any, rho2: Any) -> None:
        low, high = exact(rho1, "rho1"), exact(rho2, "rho2")
        if not 0 < low < high < 1:
            raise InputError(f"rho1 and rho2 must satisfy 0 < rho1 < rho2 < 1, got {low}, {high}")
        super().__init__(gamma_from_value(high * (1 - low) / (low * (1 - high))), Fraction(0))


def _above_one(value: Any, name: str) -> Gamma:
    number = exact(value, name)
    if number <= 1:
        raise InputError(f"{name} must be greater than 1, got {number}")
    return gamma_from_value(number, name)
