"""A mechanism for bounded numbers: unbiased reports, with a variance that is quadratic in them.

In units in which the numbers are -1 to 1 the variance of a report on x is m + s x^2, by symmetry;
both are enclosed, from formulas in epsilon and e^epsilon, in ball arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.devices.noise import Bounds, notebook_facts
from rropt.devices.validated import level
from rropt.exact import Gamma, InputError, exact, text
from rropt.exact.bounds import dyadic
from rropt.exact.convert import ball
from rropt.exact.precision import working_precision

BITS = 128
"""Of the balls: enclosures of 30 digits, beside four times the bits of e^epsilon, which cancel
where the variance of a report on an end is 1 / e^epsilon: with 128 its lower end was below 0. So do
those of 1 / epsilon where it is small: the square wave has e^epsilon - 1 - epsilon below."""

Form = Callable[[Any, Any], tuple[Any, Any]]
"""(epsilon, e^epsilon) to (m, s)."""


@dataclass(frozen=True)
class NumberMechanism:
    """Its level, the interval, the variance of a report on its middle and on its ends."""

    name: str
    asked: Gamma
    low: Fraction
    high: Fraction
    at_middle: Bounds
    at_ends: Bounds
    note: str = ""

    _repr_html_ = notebook_facts

    @property
    def parameters(self) -> tuple[tuple[str, Any], ...]:
        """What defines the mechanism."""
        ends = f"{text(self.low)} to {text(self.high)}"
        return (("level", self.asked.describe()), ("numbers", ends))

    @property
    def variance(self) -> Bounds:
        """Of a report on the worst number: a parabola is largest in its middle or at its ends."""
        low = max(self.at_middle[0], self.at_ends[0])
        return low, max(self.at_middle[1], self.at_ends[1])


def number_mechanism(
    name: str, form: Form, epsilon: Any, gamma: Any, low: Any, high: Any, note: str = ""
) -> NumberMechanism:
    """The mechanism of this form on the numbers from low to high."""
    asked = level(epsilon, gamma)
    ends = exact(low, "low"), exact(high, "high")
    if ends[0] >= ends[1]:
        raise InputError(f"low must be below high, got {text(ends[0])}, {text(ends[1])}")
    unit = ((ends[1] - ends[0]) / 2) ** 2
    size = asked.hi + 1 / (asked.epsilon or asked.lo - 1)
    with working_precision(BITS + 4 * int(size).bit_length()):
        exponent, power = _balls(asked)
        middle, slope = form(exponent, power)
        found = _ends(middle, unit), _ends(middle + slope, unit)
    return NumberMechanism(name, asked, *ends, *found, note)


def _balls(asked: Gamma) -> tuple[Any, Any]:
    """epsilon and e^epsilon."""
    if asked.epsilon is not None:
        exponent = ball(asked.epsilon)
        return exponent, exponent.exp()
    power = ball(asked.lo).union(ball(asked.hi))
    return power.log(), power


def _ends(enclosed: Any, unit: Fraction) -> Bounds:
    return unit * dyadic(enclosed.lower()), unit * dyadic(enclosed.upper())
