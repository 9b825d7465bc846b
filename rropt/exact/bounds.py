"""Rigorous rational enclosures of exp and log, and rounding in a stated direction.

The functions are evaluated in ball arithmetic (python-flint) with growing precision until the
enclosure is as narrow as asked for; its ends are the exact dyadic ends of the ball.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from math import floor, log2
from typing import Any

from rropt.exact.convert import ball
from rropt.exact.number import InputError, shown, text
from rropt.exact.precision import working_precision

Ends = tuple[Fraction, Fraction]

GAMMA_BITS = 64
"""Relative width of an enclosure of e^epsilon is about 2^-GAMMA_BITS."""

DIGITS = 20
"""Of a decimal that is written: 2^-GAMMA_BITS is about 5e-20."""

SHORT_BITS = 96
"""Of a number that need not be exact: 2^-95 of it is lost."""

LONGEST_WRITTEN = 4096
"""Bits of the longest rational that is written out; Python refuses more than 4300 digits."""


def exp_bounds(exponent: Fraction, bits: int = GAMMA_BITS) -> tuple[Fraction, Fraction]:
    """Rationals lo <= e^exponent <= hi with hi - lo about e^exponent 2^-bits.

    >>> lo, hi = exp_bounds(Fraction(1))
    >>> lo < Fraction("2.7182818284590452353602874713526624977572") < hi
    True
    """
    return _ball_bounds(lambda x: x.exp(), exponent, bits)


def log_bounds(argument: Fraction, bits: int = GAMMA_BITS) -> tuple[Fraction, Fraction]:
    """Rationals lo <= ln(argument) <= hi, argument > 0; exact for argument 1.

    >>> log_bounds(Fraction(1))
    (Fraction(0, 1), Fraction(0, 1))
    """
    if argument <= 0:
        raise InputError(f"the argument of a logarithm must be positive, got {shown(argument)}")
    if argument == 1:
        return Fraction(0), Fraction(0)
    return _ball_bounds(lambda x: x.log(), argument, bits)


def sum_of_logs(
    terms: Sequence[tuple[int, int, int]], unit: int = 1, bits: int = GAMMA_BITS
) -> Ends:
    """Rationals around the sum of mass ln(top / bottom) / unit, which is not zero.

    `terms` are (mass, top, bottom): fractions took four fifths of the time of an information.

    >>> lo, hi = sum_of_logs([(2, 3, 1), (-1, 2, 1)])
    >>> lo < Fraction("1.5040773967762740733732583523868748") < hi
    True
    """
    from flint import arb, fmpq

    def summed() -> Any:
        return sum([arb(fmpq(top, bottom)).log() * mass for mass, top, bottom in terms]) / unit

    return _narrowed(summed, bits, bits + 32)


def root_below(value: Fraction, degree: int = 2, bits: int = GAMMA_BITS) -> Fraction:
    """A rational at most value^(1/degree), exact where that is rational, else within 2^-bits.

    Beside zero and beside one it is closer, so that so many bits of the root, and of its distance
    from one, are right.

    >>> root_below(Fraction(9, 4)), root_below(Fraction(8), 3)
    (Fraction(3, 2), Fraction(2, 1))
    """
    top = _whole_root(value.numerator, degree)
    bottom = _whole_root(value.denominator, degree)
    if top**degree == value.numerator and bottom**degree == value.denominator:
        return Fraction(top, bottom)
    places = bits + _lost(value)
    scaled = (value.numerator << degree * places) // value.denominator
    return Fraction(_whole_root(scaled, degree), 1 << places)


def root_ends(
    value: Fraction, degree: int = 2, bits: int = GAMMA_BITS
) -> tuple[Fraction, Fraction]:
    """Rationals lo <= value^(1/degree) <= hi, equal where the root is rational.

    >>> lo, hi = root_ends(Fraction(2))
    >>> lo**2 < 2 < hi**2
    True
    """
    low = root_below(value, degree, bits)
    return low, low if low**degree == value else low + Fraction(1, 1 << bits + _lost(value))


def _lost(value: Fraction) -> int:
    """Leading zero bits, about, of the smaller of the value and its distance from one."""
    small = min(value, abs(value - 1))
    return max(0, small.denominator.bit_length() - small.numerator.bit_length())


def _whole_root(value: int, degree: int) -> int:
    """The largest integer r with r^degree <= value."""
    from flint import fmpz

    return int(fmpz(value).root(degree))


def root_bounds(
    argument: Fraction, degree: int, bits: int = GAMMA_BITS
) -> tuple[Fraction, Fraction]:
    """Rationals lo <= argument^(1 / degree) <= hi, argument > 0, also where the degree is large.

    >>> lo, hi = root_bounds(Fraction(2), 2)
    >>> lo**2 < 2 < hi**2
    True
    """
    return _ball_bounds(lambda x: x.root(degree), argument, bits)


def normal_bounds(
    argument: Fraction, bits: int = GAMMA_BITS
) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    """Enclosures of the normal distribution function and of its density.

    >>> (low, high), _ = normal_bounds(Fraction(1))
    >>> low < Fraction("0.84134474606854294858523254563") < high
    True
    """
    return _ball_bounds(_normal, argument, bits), _ball_bounds(_normal_density, argument, bits)


def _normal(x: Any) -> Any:
    import flint

    return (-x / flint.arb(2).sqrt()).erfc() / 2


def _normal_density(x: Any) -> Any:
    import flint

    return (-x * x / 2).exp() / (2 * flint.arb.pi()).sqrt()


def _ball_bounds(
    function: Callable[[Any], Any], argument: Fraction, bits: int
) -> tuple[Fraction, Fraction]:
    """A function of a rational."""
    size = abs(argument.numerator // argument.denominator).bit_length()
    return _narrowed(lambda: function(ball(argument)), bits, bits + 32 + size)


def _narrowed(value: Callable[[], Any], bits: int, precision: int) -> Ends:
    """Evaluate in ball arithmetic with growing precision until the relative width suffices."""
    ((low, high),) = narrowed_together(lambda: [value()], bits, precision)
    return dyadic(low), dyadic(high)


def narrowed_together(
    values: Callable[[], Sequence[Any]], bits: int, precision: int
) -> list[tuple[Any, Any]]:
    """The same of several values, none of them zero, their ends as points: to set the precision
    takes as long as a logarithm.
    """
    while True:
        with working_precision(precision):
            found = values()
            if all(x.rel_accuracy_bits() >= bits + 2 for x in found):  # radius below 2^-(bits + 2)
                return [(x.lower(), x.upper()) for x in found]
        precision *= 2


def dyadic(point: Any) -> Fraction:
    """The exact value of an arb that is a single point."""
    (whole,), unit = whole_dyadics([point])
    return Fraction(whole, unit)


def whole_dyadics(points: Iterable[Any]) -> tuple[list[int], int]:
    """The exact values of such points as whole numbers over one power of two.

    >>> from flint import arb
    >>> whole_dyadics([arb(0.5), arb(3)])
    ([1, 6], 2)
    """
    parts = [point.mid().man_exp() for point in points]
    least = min([0, *[int(exponent) for _, exponent in parts]])
    return [int(mantissa) << int(exponent) - least for mantissa, exponent in parts], 1 << -least


def short(value: Fraction, up: bool = True, bits: int = SHORT_BITS) -> Fraction:
    """The number, or one of as many bits just above it, or just below.

    >>> short(Fraction(2, 3)), short(Fraction(22, 7), bits=4), short(Fraction(22, 7), False, 4)
    (Fraction(2, 3), Fraction(13, 4), Fraction(3, 1))
    """
    n = value.numerator
    d = value.denominator
    if max(n.bit_length(), d.bit_length()) <= bits:
        return value
    shift = bits - n.bit_length() + d.bit_length()
    scaled = (n << shift, d) if shift >= 0 else (n, d << -shift)
    whole = -(-scaled[0] // scaled[1]) if up else scaled[0] // scaled[1]
    return Fraction(whole) / Fraction(2) ** shift


def step_of(size: float | Fraction, bits: int) -> Fraction:
    """The step of numbers of about this size with so many bits.

    >>> step_of(5.0, 3), step_of(0.0, 4)
    (Fraction(1, 2), Fraction(1, 16))
    """
    return Fraction(2) ** (floor(log2(size or 1.0)) - bits)


def dyadic_near(value: float | Fraction, size: float | Fraction, bits: int) -> Fraction:
    """The nearest multiple of the step of numbers of about this size with so many bits.

    >>> dyadic_near(Fraction(1, 3), 1.0, 4)
    Fraction(5, 16)
    """
    power = floor(log2(size or 1.0)) - bits
    top, bottom = value.as_integer_ratio()
    top <<= max(0, -power)
    bottom <<= max(0, power)
    whole, rest = divmod(top, bottom)
    whole += 2 * rest + (whole & 1) > bottom  # of two the even one: up always would be a bias
    return Fraction(whole << max(0, power), 1 << max(0, -power))


def simple_below(value: Fraction, most: int) -> Fraction:
    """The largest fraction not above the number whose denominator is at most so large.

    >>> simple_below(Fraction(355, 113), 10), simple_below(Fraction(7, 5), 10)
    (Fraction(25, 8), Fraction(7, 5))
    """
    near = value.limit_denominator(most)
    if near <= value:
        return near
    # Its neighbour c/d below among such fractions has (near - c/d) = 1 / (b d), b that of near.
    b = near.denominator
    least = pow(near.numerator, -1, b) if b > 1 else 1
    d = least + (most - least) // b * b
    return near - Fraction(1, b * d)


def enclosure_text(lo: Fraction, hi: Fraction, digits: int = DIGITS) -> tuple[str, str]:
    """Two decimals that enclose [lo, hi], `digits` significant ones; exact where both are equal.

    >>> enclosure_text(Fraction(2, 3), Fraction(3, 4), 4)
    ('0.6666', '0.75')
    """
    if lo == hi:
        return text(lo), text(hi)
    return decimal_text(lo, ROUND_FLOOR, digits), decimal_text(hi, ROUND_CEILING, digits)


def json_number(value: Any) -> Any:
    """The JSON form of an exact number, an enclosure, infinity or nothing.

    A number too long to be read is enclosed as well.

    >>> json_number(Fraction(3, 4)), json_number((Fraction(1), Fraction(1))), json_number(math.inf)
    ('3/4', '1', 'oo')
    """
    low, high = value if isinstance(value, tuple) else (value, value)
    if low is None:
        return None
    if low == math.inf:
        return "oo"
    long = max(_bits(low), _bits(high)) > LONGEST_WRITTEN
    if low == high and not long:
        return text(Fraction(low))
    return [decimal_text(low, ROUND_FLOOR), decimal_text(high, ROUND_CEILING)]


def _bits(value: Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def decimal_text(value: Fraction, rounding: str, digits: int = DIGITS) -> str:
    """One correctly rounded division: as many significant digits, in the direction asked for."""
    context = Context(prec=digits, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN)
    return str(context.divide(Decimal(value.numerator), Decimal(value.denominator)))


def rounded_text(value: Fraction, digits: int, rounding: str | None = None) -> str:
    """So many significant digits as people write them, the nearest ones unless a direction is said.

    >>> rounded_text(Fraction(2, 3), 4), rounded_text(Fraction(2, 3), 4, ROUND_FLOOR)
    ('0.6667', '0.6666')
    """
    if rounding is not None:
        value = Fraction(decimal_text(value, rounding, digits))
    return f"{float(value):.{digits}g}"


def rounded_ends(
    lo: Fraction, hi: Fraction, digits: int, rounding: str | None = None
) -> tuple[str, str]:
    """Both ends of an enclosure as people write them; where a direction is said, twice the end
    that lies there, rounded so: what may be claimed of a bound.

    >>> rounded_ends(Fraction(2, 3), Fraction(3, 4), 1)
    ('0.7', '0.8')
    >>> rounded_ends(Fraction(2, 3), Fraction(3, 4), 1, ROUND_FLOOR)
    ('0.6', '0.6')
    """
    if rounding is None:
        return rounded_text(lo, digits), rounded_text(hi, digits)
    claimed = rounded_text(lo if rounding == ROUND_FLOOR else hi, digits, rounding)
    return claimed, claimed


def round_down(value: Fraction, bits: int) -> Fraction:
    """The largest multiple of 2^-bits not above `value`."""
    return Fraction(math.floor(value * 2**bits), 2**bits)


def round_up(value: Fraction, bits: int) -> Fraction:
    """The smallest multiple of 2^-bits not below `value`."""
    return Fraction(math.ceil(value * 2**bits), 2**bits)
