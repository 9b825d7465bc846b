"""A number with proved ends: what is printed, compared and computed is never more than is known."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rropt.exact.certified_number import CertifiedNumber, Overlapping, largest

RATIONALS = st.fractions(-50, 50, max_denominator=40)
NUMBERS = st.tuples(RATIONALS, RATIONALS).map(lambda ends: CertifiedNumber(min(ends), max(ends)))


def inside(number: CertifiedNumber, share: F) -> F:
    return number.lo + share * (number.hi - number.lo)


SHARES = st.fractions(0, 1, max_denominator=7)


@pytest.mark.everything
@given(NUMBERS, NUMBERS, SHARES, SHARES)
def test_operations_keep_what_is_inside(a, b, s, t):
    x, y = inside(a, s), inside(b, t)
    for found, exact in ((a + b, x + y), (a - b, x - y), (a * b, x * y), (-a, -x), (3 - a, 3 - x)):
        assert found.lo <= exact <= found.hi
    assert largest([a, b]).lo <= max(x, y) <= largest([a, b]).hi
    if not b.straddles_zero:
        assert (a / b).lo <= x / y <= (a / b).hi


def test_a_quotient_by_what_may_be_zero_is_refused():
    with pytest.raises(ZeroDivisionError):
        CertifiedNumber.of(1) / CertifiedNumber(F(-1), F(1))


def test_an_exact_number_is_the_rational():
    third = CertifiedNumber.of(F(1, 3))
    assert third == F(1, 3) and third.exact == F(1, 3) and hash(third) == hash(F(1, 3))
    assert third + 1 == F(4, 3) and 1 / third == 3
    assert str(third) == "1/3" and third.to_json() == "1/3"


def test_with_a_float_the_result_is_one():
    assert CertifiedNumber.of(F(1, 4)) * 2.0 == 0.5
    assert isinstance(1.0 / CertifiedNumber.of(F(1, 4)), float)


def test_an_enclosure_equals_no_number_inside():
    root = CertifiedNumber(F("1.41"), F("1.42"))
    assert root != F("1.41") and root.exact is None
    assert root == (F("1.41"), F("1.42"))
    assert root.to_json() == ["141/100", "71/50"]


def test_overlapping_enclosures_are_not_ordered():
    a, b = CertifiedNumber(F(1), F(3)), CertifiedNumber(F(2), F(4))
    with pytest.raises(Overlapping):
        assert a < b
    with pytest.raises(Overlapping):
        assert a >= b
    assert a < 4 and a <= 3 and CertifiedNumber(F(5), F(6)) > a


@pytest.mark.parametrize(
    ("low", "high", "printed"),
    [
        ("1.41421", "1.41422", "1.4142..."),
        ("-6.67", "-6.66", "-6.6..."),
        ("0.000012345", "0.000012346", "1.234...e-5"),
        ("0.00012345", "0.00012346", "0.0001234..."),
        ("-0.5", "0.5", "[-0.5, 0.5]"),
        ("0.9999", "1.0001", "[0.9999, 1.0001]"),
        ("0.011", "0.012", "0.01..."),
        # zeros before the first digit are shared by numbers that have nothing in common
        ("0.012", "0.098", "[0.012, 0.098]"),
        ("1.8e-8", "1.1e-7", "[1.8e-8, 1.1e-7]"),
        ("0", "1e-30", "[0, 1e-30]"),
        ("-1e-400", "1e-400", "[-1e-400, 1e-400]"),
        ("1234567", "1234568", "[1234567, 1234568]"),
        ("666666.66666", "777777.77777", "[666666, 777778]"),
        ("1.234e400", "1.235e400", "1.23...e400"),
    ],
)
def test_the_digits_that_are_printed_are_shared(low, high, printed):
    assert str(CertifiedNumber(F(low), F(high))) == printed


def test_what_is_beyond_doubles_is_infinite_among_them():
    assert float(CertifiedNumber(F("1e400"), F("2e400"))) == math.inf
    assert float(CertifiedNumber.of(F("-1e400"))) == -math.inf
    assert str(CertifiedNumber(F(1), math.inf)) == "[1, oo]"


def test_infinities():
    nothing = CertifiedNumber.of(math.inf)
    assert float(nothing) == math.inf and nothing.is_infinite and nothing.to_json() == "oo"
    assert str(-nothing) == "-oo" and nothing.exact is None and nothing > 3
