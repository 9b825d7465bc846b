"""Exact numbers at the door, and rigorous enclosures of exp and log.

Every number that enters rropt passes through `exact`: an int, a Fraction, a decimal or fraction
string, a sympy rational, or a float, which means the decimal that it prints as. A privacy level
becomes a `Gamma`, the likelihood-ratio bound gamma = e^epsilon: exact where it is rational
(`"ln(3)"`), otherwise a rational enclosure `lo <= e^epsilon <= hi` proved by ball arithmetic.
"""

from __future__ import annotations

import math
import numbers
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Any

GAMMA_BITS = 64
"""Relative width of an enclosure of e^epsilon is about 2^-GAMMA_BITS."""

MAX_DIGITS = 4000
"""Longest accepted number, in characters (Python's own conversion limit is 4300)."""

_DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,4})?", re.ASCII)
_FRACTION = re.compile(r"[+-]?\d+/\d+", re.ASCII)
_LOGARITHM = re.compile(r"\s*(?:ln|log)\s*\(\s*([^()]+?)\s*\)\s*", re.ASCII)

Table = tuple[tuple[Fraction, ...], ...]


class InputError(ValueError):
    """A refused input: the message names the parameter, the rule and the value."""


def exact(value: Any, name: str = "value") -> Fraction:
    """The exact rational that `value` denotes.

    >>> exact("0.1"), exact("1/3"), exact(0.1), exact(2)
    (Fraction(1, 10), Fraction(1, 3), Fraction(1, 10), Fraction(2, 1))
    """
    if isinstance(value, bool):
        raise InputError(f"{name} must be a number, got {value!r}")
    if isinstance(value, (int, Fraction)):
        return Fraction(value)
    if isinstance(value, str):
        return _from_text(value, name)
    if isinstance(value, numbers.Integral):
        return Fraction(int(value))
    if isinstance(value, numbers.Real) and isinstance(value, float):
        return _from_float(float(value), name)
    return _from_foreign(value, name)


def _from_text(value: str, name: str) -> Fraction:
    word = value.strip()
    if len(word) > MAX_DIGITS:
        raise InputError(f"{name} must have at most {MAX_DIGITS} characters, got {len(word)}")
    if not (_DECIMAL.fullmatch(word) or _FRACTION.fullmatch(word)):
        raise InputError(
            f"{name} must be a whole number, a decimal or a fraction such as 1/3, got {value!r}"
        )
    try:
        return Fraction(word)
    except ZeroDivisionError:
        raise InputError(f"{name} must not have a zero denominator, got {value!r}") from None


def _from_float(value: float, name: str) -> Fraction:
    if not math.isfinite(value):
        raise InputError(f"{name} must be finite, got {value!r}")
    return Fraction(repr(value))


def _from_foreign(value: Any, name: str) -> Fraction:
    """Sympy rationals, flint rationals and NumPy scalars, recognised by what they carry."""
    if getattr(value, "is_Rational", False):
        return Fraction(int(value.p), int(value.q))
    if type(value).__module__.startswith("flint") and hasattr(value, "q"):
        return Fraction(int(value.p), int(value.q))
    if isinstance(value, numbers.Real) and hasattr(value, "dtype"):
        return _from_text(str(value), name)
    raise InputError(
        f"{name} must be an exact number, got {value!r} of type {type(value).__name__}"
    )


def text(value: Fraction) -> str:
    """The canonical string of a rational: lowest terms, no denominator 1.

    >>> text(Fraction(6, 8)), text(Fraction(4, 2))
    ('3/4', '2')
    """
    return str(value)


def exact_vector(values: Iterable[Any], name: str = "vector") -> tuple[Fraction, ...]:
    """A non-empty vector of exact numbers; an error names the entry."""
    if isinstance(values, str):
        values = values.split(",")
    try:
        items = list(values)
    except TypeError:
        raise InputError(f"{name} must be a list of numbers, got {values!r}") from None
    if not items:
        raise InputError(f"{name} must not be empty")
    return tuple(exact(item, f"{name}[{i}]") for i, item in enumerate(items))


def prior_vector(
    values: Iterable[Any], name: str = "prior", positive: bool = False
) -> tuple[Fraction, ...]:
    """A probability vector, exactly: entries non-negative (or positive), sum one.

    >>> prior_vector(["0.7", "0.2", "0.1"])
    (Fraction(7, 10), Fraction(1, 5), Fraction(1, 10))
    """
    prior = exact_vector(values, name)
    for i, entry in enumerate(prior):
        if entry < 0 or (positive and entry == 0):
            rule = "positive" if positive else "non-negative"
            raise InputError(f"{name}[{i}] must be {rule}, got {entry}")
    if sum(prior) != 1:
        raise InputError(f"{name} must sum to one, got {sum(prior)}")
    return prior


def probability(value: Any, name: str) -> Fraction:
    """An exact number between 0 and 1, ends included."""
    number = exact(value, name)
    if not 0 <= number <= 1:
        raise InputError(f"{name} must lie between 0 and 1, got {number}")
    return number


def whole(value: Any, name: str, least: int = 0) -> int:
    """An exact whole number, at least `least`."""
    number = exact(value, name)
    if number.denominator != 1 or number < least:
        raise InputError(f"{name} must be a whole number of at least {least}, got {number}")
    return int(number)


def exact_table(rows: Any, name: str = "table") -> Table:
    """A non-empty rectangular table of exact numbers."""
    if isinstance(rows, str) or not hasattr(rows, "__iter__"):
        raise InputError(f"{name} must be a list of rows, got {rows!r}")
    listed = list(rows)
    if not listed:
        raise InputError(f"{name} must not be empty")
    table = tuple(exact_vector(row, f"{name} row {i}") for i, row in enumerate(listed))
    for i, row in enumerate(table):
        if len(row) != len(table[0]):
            raise InputError(
                f"{name} must be rectangular: row 0 has {len(table[0])} entries, "
                f"row {i} has {len(row)}"
            )
    return table


def common_denominator(values: Iterable[Fraction]) -> int:
    """The least common denominator of some rationals."""
    return math.lcm(*(value.denominator for value in values))


def over_common_denominator(values: Sequence[Fraction]) -> tuple[tuple[int, ...], int]:
    """Numerators over the least common denominator, and that denominator."""
    denominator = common_denominator(values)
    return tuple(v.numerator * (denominator // v.denominator) for v in values), denominator


def exp_bounds(exponent: Fraction, bits: int = GAMMA_BITS) -> tuple[Fraction, Fraction]:
    """Rationals lo <= e^exponent <= hi with hi - lo about e^exponent 2^-bits.

    >>> lo, hi = exp_bounds(Fraction(1))
    >>> lo < Fraction("2.7182818284590452353602874713526624977572") < hi
    True
    """
    return _ball_bounds(lambda flint, x: x.exp(), exponent, bits)


def log_bounds(argument: Fraction, bits: int = GAMMA_BITS) -> tuple[Fraction, Fraction]:
    """Rationals lo <= ln(argument) <= hi, argument > 0; exact for argument 1.

    >>> log_bounds(Fraction(1))
    (Fraction(0, 1), Fraction(0, 1))
    """
    if argument <= 0:
        raise InputError(f"the argument of a logarithm must be positive, got {argument}")
    if argument == 1:
        return Fraction(0), Fraction(0)
    return _ball_bounds(lambda flint, x: x.log(), argument, bits)


def _ball_bounds(function: Any, argument: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Evaluate in ball arithmetic with growing precision until the relative width suffices."""
    import flint

    precision = bits + 32 + max(0, abs(argument.numerator // argument.denominator).bit_length())
    while True:
        with flint.ctx.workprec(precision):
            point = flint.arb(flint.fmpq(argument.numerator, argument.denominator))
            ball = function(flint, point)
            lo, hi = dyadic(ball.lower()), dyadic(ball.upper())
        if (hi - lo) * 2**bits <= max(abs(lo), abs(hi)):
            return lo, hi
        precision *= 2


def dyadic(point: Any) -> Fraction:
    """The exact value of an arb that is a single point."""
    mantissa, exponent = point.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def enclosure_text(lo: Fraction, hi: Fraction, digits: int = 20) -> tuple[str, str]:
    """Two decimals that enclose [lo, hi], `digits` significant ones; exact where both are equal.

    >>> enclosure_text(Fraction(2, 3), Fraction(3, 4), 4)
    ('0.6666', '0.75')
    """
    if lo == hi:
        return text(lo), text(hi)
    return _decimal(lo, ROUND_FLOOR, digits), _decimal(hi, ROUND_CEILING, digits)


def _decimal(value: Fraction, rounding: str, digits: int) -> str:
    """One correctly rounded division: as many significant digits, in the direction asked for."""
    context = Context(prec=digits, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN)
    return str(context.divide(Decimal(value.numerator), Decimal(value.denominator)))


def round_down(value: Fraction, bits: int) -> Fraction:
    """The largest multiple of 2^-bits not above `value`."""
    return Fraction(math.floor(value * 2**bits), 2**bits)


def round_up(value: Fraction, bits: int) -> Fraction:
    """The smallest multiple of 2^-bits not below `value`."""
    return Fraction(math.ceil(value * 2**bits), 2**bits)


@dataclass(frozen=True)
class Gamma:
    """The bound gamma = e^epsilon on likelihood ratios: lo <= gamma <= hi, equal when exact.

    Tables are built to be private for `lo`, bounds are proved for `hi`, so that rounding never
    costs privacy. `epsilon` is the rational epsilon that was asked for, if one was.
    """

    lo: Fraction
    hi: Fraction
    epsilon: Fraction | None = None

    @property
    def is_exact(self) -> bool:
        """Whether gamma itself is a known rational."""
        return self.lo == self.hi

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

    def epsilon_bounds(self, bits: int = GAMMA_BITS) -> tuple[Fraction, Fraction]:
        """Rationals that enclose epsilon = ln gamma; equal when epsilon is a known rational."""
        if self.epsilon is not None:
            return self.epsilon, self.epsilon
        return log_bounds(self.lo, bits)[0], log_bounds(self.hi, bits)[1]

    def describe(self) -> str:
        """`epsilon = 1/2`, or `epsilon = ln(3)` where gamma is rational."""
        if self.epsilon is not None:
            return f"epsilon = {self.epsilon}"
        return f"epsilon = ln({self.lo})" if self.is_exact else f"epsilon = ln({float(self):.10g})"

    def __float__(self) -> float:
        return float((self.lo + self.hi) / 2)


def gamma_from_value(value: Any, name: str = "gamma") -> Gamma:
    """The exact Gamma of a rational likelihood-ratio bound, at least 1.

    >>> gamma_from_value("5/2").exact
    Fraction(5, 2)
    """
    gamma = exact(value, name)
    if gamma < 1:
        raise InputError(f"{name} must be at least 1, got {gamma}")
    return Gamma(gamma, gamma, Fraction(0) if gamma == 1 else None)


def gamma_from_epsilon(epsilon: Any, name: str = "epsilon") -> Gamma:
    """The Gamma of a privacy level epsilon: a rational, or "ln(a/b)" for an exact gamma.

    >>> gamma_from_epsilon("ln(3)").exact
    Fraction(3, 1)
    >>> gamma = gamma_from_epsilon("1/2")
    >>> gamma.lo < gamma.hi, float(gamma)
    (True, 1.6487212707001282)
    """
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
        raise InputError(f"{name} must be at least 0, got {value}")
    if value > 1000:
        raise InputError(f"{name} must be at most 1000, got {value}")
    if value == 0:
        return Gamma(Fraction(1), Fraction(1), value)
    bits = GAMMA_BITS + max(0, (1 / value).__ceil__().bit_length())
    lo, hi = exp_bounds(value, bits)
    return Gamma(round_down(lo, bits), round_up(hi, bits), value)
