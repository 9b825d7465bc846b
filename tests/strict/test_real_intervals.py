"""Intervals round outward: the true value of every operation is inside, at few bits too."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import mpmath
import pytest

from rropt.exact import dyadic
from rropt.exact.precision import working_precision
from rropt.strict.real_intervals import UNIT, WHOLE, RealInterval, Undefined

FEW_BITS = 20


@pytest.mark.parametrize("exponent", [2, 3, 7, -1, -3])
def test_whole_powers_are_rounded_outward(exponent: int) -> None:
    """Each end of a power of many bits is moved outward, never to the nearest."""
    random = Random(3)
    for _ in range(50):
        base = Fraction(random.getrandbits(18) | 1, 1 << 18) * random.choice([1, -1])
        with working_precision(FEW_BITS):
            found = RealInterval.of(base).power(Fraction(exponent))
        assert found.lo.is_exact() and found.hi.is_exact()
        assert dyadic(found.lo) <= base**exponent <= dyadic(found.hi)
        assert dyadic(found.lo) < dyadic(found.hi)


@pytest.mark.parametrize("name", ["exp", "log", "erf", "erfinv", "sin", "cos"])
def test_functions_are_rounded_outward(name: str) -> None:
    random = Random(5)
    for _ in range(20):
        x = Fraction(random.randint(1, 999), 1000)
        with working_precision(FEW_BITS):
            found = getattr(RealInterval.of(x), name)()
        with mpmath.workdps(50):
            true = getattr(mpmath, name)(mpmath.mpf(x.numerator) / x.denominator)
            ends = [mpmath.mpf(d.numerator) / d.denominator for d in map(dyadic, found_ends(found))]
            assert ends[0] < true < ends[1]


def found_ends(span: RealInterval) -> tuple[object, object]:
    return span.lo, span.hi


def test_an_infinite_end_is_no_value() -> None:
    """Zero times any real number is zero; a product of unbounded sets is unbounded."""
    zero = RealInterval.of(Fraction(0))
    assert (zero * WHOLE).sign == 0
    above = RealInterval.of(Fraction(0), Fraction(1)).inverse()
    assert above.lo == 1 and not above.hi.is_finite()
    product = RealInterval.of(Fraction(0), Fraction(1)) * above
    assert product.lo == 0 and not product.hi.is_finite()


@pytest.mark.parametrize(
    "operation",
    [
        lambda: RealInterval.of(Fraction(-1)).log(),
        lambda: RealInterval.of(Fraction(-1)).power(Fraction(1, 2)),
        lambda: (UNIT - UNIT).inverse(),
        lambda: RealInterval.of(Fraction(2)).erfinv(),
    ],
)
def test_what_has_a_value_nowhere_is_undefined(operation) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(Undefined):
        operation()
