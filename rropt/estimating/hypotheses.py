"""What every test gives: a statistic and a p-value, by the normal distribution or at an end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

from rropt.estimating.quantiles import normal_cdf
from rropt.estimating.quantities import Quantities
from rropt.estimating.results import finite
from rropt.exact import InputError, exact


@dataclass(frozen=True)
class HypothesisTest(Quantities):
    """A statistic, the probability of one as extreme under the hypothesis, and the method."""

    statistic: float
    p_value: float
    method: str
    degrees: int | None = None
    """Of the chi-square distribution that the statistic is compared with, where it is."""

    @property
    def title(self) -> str:
        """By what method."""
        return f"Test: {self.method}"

    @property
    def known(self) -> dict[str, Any]:
        """The p-value and the statistic, with the degrees of freedom of one that has them."""
        degrees = {} if self.degrees is None else {"degrees of freedom": self.degrees}
        return {"p": self.p_value, "statistic": self.statistic, **degrees, "method": self.method}

    def __str__(self) -> str:
        """One line.

        >>> HypothesisTest(3.84, 0.05, "lr", 1).summary()
        'lr: chi2(1) = 3.8400, p = 0.05'
        """
        word = "statistic" if self.degrees is None else f"chi2({self.degrees})"
        return f"{self.method}: {word} = {self.statistic:.4f}, p = {self.p_value:.4g}"

    def to_json(self) -> dict[str, Any]:
        """Plain data; null for an infinite statistic."""
        found = {"statistic": finite(self.statistic), "p_value": finite(self.p_value)}
        return {**found, "method": self.method, "degrees": self.degrees}


def value_in_double(value: Any) -> float:
    """The value of a hypothesis, which must not overflow."""
    try:
        return float(exact(value, "value"))
    except OverflowError:
        raise InputError("value must be small enough for a double, got more than 1e308") from None


def impossible_value(distance: float, alternative: str) -> HypothesisTest:
    """The hypothesis is a value that no truth has."""
    return excluded(distance, alternative, "the value is impossible under this channel")


def excluded(distance: float, alternative: str, method: str) -> HypothesisTest:
    """All tail, on the side where the hypothesis lies."""
    tail = tail_of(alternative)
    statistic = inf if distance > 0 else -inf
    p_value = tail(1.0, 0.0) if distance > 0 else tail(0.0, 1.0)
    return HypothesisTest(statistic, p_value, method)


def normal_test(distance: float, stderr: float, alternative: str) -> HypothesisTest:
    """Of a number at so many standard errors from its hypothesis."""
    tail = tail_of(alternative)
    if stderr == 0:
        z = 0.0 if distance == 0 else inf if distance > 0 else -inf
    else:
        z = distance / stderr
    return HypothesisTest(z, tail(normal_cdf(z), normal_cdf(-z)), "normal")


def tail_of(alternative: str) -> Callable[[float, float], float]:
    """The p-value of an alternative from the chances of less and of more."""
    if alternative not in _ALTERNATIVES:
        raise InputError(
            f"alternative must be one of {', '.join(_ALTERNATIVES)}, got {alternative!r}"
        )
    return _ALTERNATIVES[alternative]


_ALTERNATIVES: dict[str, Callable[[float, float], float]] = {
    "two-sided": lambda less, greater: min(1.0, 2 * min(less, greater)),
    "less": lambda less, greater: less,
    "greater": lambda less, greater: greater,
}
