"""Gamma: the bound e^epsilon on likelihood ratios, exact where it is rational, else enclosed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.exact.bounds import GAMMA_BITS, exp_bounds, log_bounds, round_down, round_up
from rropt.exact.number import InputError, exact, in_double, shown

_LOGARITHM = re.compile(r"\s*(?:ln|log)\s*\(\s*([^()]+?)\s*\)\s*", re.ASCII)

MAX_EPSILON = 700
"""Largest rational epsilon: e^epsilon still fits in a double."""

MAX_GAMMA = 2**1010
"""Just above e^700."""


@dataclass(frozen=True)
class Gamma:
    """The bound gamma = e^epsilon on likelihood ratios: lo <= gamma <= hi, equal when exact.

    Tables are built to be private for `lo`, bounds are proved for `hi`, so that rounding never
    costs privacy. `epsilon` is the rational epsilon that was asked for, if one was.

    >>> import rropt as rr
    >>> rr.LocalDP("ln(3)").gamma
    Gamma(lo=Fraction(3, 1), hi=Fraction(3, 1), epsilon=None)
    """

    lo: Fraction
    hi: Fraction
    epsilon: Fraction | None = None

    @property
    def is_exact(self) -> bool:
        """Whether gamma itself is a known rational."""
        return self.lo is self.hi or self.lo == self.hi

    @property
    def exact(self) -> Fraction:
        """The rational gamma; an error where only an enclosure is known."""
        if not self.is_exact:
            raise InputError(f"gamma must be rational here, got {self.describe()}")
        return self.lo

    def reaches(self, ratio: Fraction | float) -> bool | None:
        """Whether ratio <= gamma, decided exactly; None inside an enclosure of unknown origin.

        e^epsilon is irrational for a rational epsilon other than 0, so finer bounds always decide.
        """
        if ratio <= self.lo:
            return True
        if ratio > self.hi or isinstance(ratio, float):
            return False
        if self.epsilon is None:
            return None
        bits = 2 * GAMMA_BITS
        while True:
            lo, hi = exp_bounds(self.epsilon, bits)
            if ratio <= lo or ratio > hi:
                return ratio <= lo
            bits *= 2

    def epsilon_bounds(self) -> tuple[Fraction, Fraction]:
        """Rationals that enclose epsilon = ln gamma; equal when epsilon is a known rational."""
        if self.epsilon is not None:
            return self.epsilon, self.epsilon
        return log_bounds(self.lo, GAMMA_BITS)[0], log_bounds(self.hi, GAMMA_BITS)[1]

    def describe(self) -> str:
        """`epsilon = 1/2`, or `epsilon = ln(3)` where gamma is rational."""
        if self.epsilon is not None:
            return f"epsilon = {self.epsilon}"
        return f"epsilon = ln({self.lo})" if self.is_exact else f"epsilon = ln({float(self):.10g})"

    def __float__(self) -> float:
        return in_double((self.lo + self.hi) / 2)


def gamma_from_value(value: Any, name: str = "gamma") -> Gamma:
    """The exact Gamma of a rational likelihood-ratio bound, at least 1.

    >>> gamma_from_value("5/2").exact
    Fraction(5, 2)
    """
    gamma = exact(value, name)
    if gamma < 1:
        raise InputError(f"{name} must be at least 1, got {shown(gamma)}")
    if gamma > MAX_GAMMA:
        raise InputError(f"{name} must be at most e^{MAX_EPSILON}, got {shown(gamma)}")
    return Gamma(gamma, gamma, Fraction(0) if gamma == 1 else None)


def gamma_from_epsilon(epsilon: Any, name: str = "epsilon") -> Gamma:
    """The Gamma of a privacy level epsilon: a rational, or "ln(a/b)" for an exact gamma.

    >>> gamma_from_epsilon("ln(3)").exact
    Fraction(3, 1)
    >>> gamma = gamma_from_epsilon("1/2")
    >>> gamma.lo < gamma.hi, float(gamma)
    (True, 1.6487212707001282)
    """
    if type(epsilon).__module__.startswith("sympy") and str(epsilon).startswith("log("):
        epsilon = str(epsilon)
    if isinstance(epsilon, str) and (logarithm := _LOGARITHM.fullmatch(epsilon)):
        argument = exact(logarithm.group(1), f"the argument of {name}")
        if argument < 1:
            raise InputError(f"{name} must be at least 0, got {epsilon}")
        return gamma_from_value(argument, name)
    return _rational_epsilon(_epsilon_number(epsilon, name), name)


def _epsilon_number(epsilon: Any, name: str) -> Fraction:
    try:
        return exact(epsilon, name)
    except InputError as error:
        if isinstance(epsilon, str):
            raise InputError(
                f'{name} must be a number such as 1, 0.5, 1/2 or "ln(3)", got {epsilon!r}'
            ) from None
        raise error


def _rational_epsilon(value: Fraction, name: str) -> Gamma:
    if value < 0:
        raise InputError(f"{name} must be at least 0, got {shown(value)}")
    if value > MAX_EPSILON:
        raise InputError(f"{name} must be at most {MAX_EPSILON}, got {shown(value)}")
    if value == 0:
        return Gamma(Fraction(1), Fraction(1), value)
    bits = GAMMA_BITS + max(0, (1 / value).__ceil__().bit_length())
    lo, hi = exp_bounds(value, bits)
    return Gamma(round_down(lo, bits), round_up(hi, bits), value)
