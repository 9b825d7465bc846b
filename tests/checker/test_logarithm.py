"""The logarithms and roots of the checker against ball arithmetic of another library."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from random import Random

import pytest
from flint import arb, ctx, fmpq

from rropt.checker.logarithm import (
    BITS,
    ERROR,
    MAX_LOGARITHMS,
    PARTS,
    few_logarithms,
    log_ends,
    log_of_ratio,
)
from rropt.checker.verdict import Malformed
from tests.certificates import F

pytestmark = pytest.mark.quick


@contextmanager
def digits(bits: int) -> Iterator[None]:
    old, ctx.prec = ctx.prec, bits
    try:
        yield
    finally:
        ctx.prec = old


def ball(x: Fraction) -> arb:
    return arb(fmpq(x.numerator, x.denominator))


def is_near(x: Fraction) -> bool:
    """|log - 2^512 ln x| <= ERROR, proved by ball arithmetic."""
    with digits(2000):
        return bool(distance(x) <= ERROR)


def distance(x: Fraction) -> arb:
    """|log - 2^512 ln x|."""
    return abs(arb(log_of_ratio(*x.as_integer_ratio(), BITS)) - ball(x).log() * arb(2) ** BITS)


NEAR_ONE = [
    1 + sign * F(1, 2**e) for e in (1, 2, 10, 64, 300, 471, 472, 512, 513, 4000) for sign in (1, -1)
]
HUGE = [F(b) ** e for b in (2, 3, 10, 10**50 + 7) for e in (1, -1, 64, -64, 400, -400)]
EDGES = [
    F(1),
    F(2),
    F(1, 2),
    F(2**64 - 1, 2**63),
    F(2**64 + 1, 2**63),
    F(2**512 - 1),
    F(1, 2**512 + 1),
]
EDGES += [F(2**20000 + 1), F(1, 2**20000 - 1), F(3**9000, 2**100), F(10**4299 + 1, 10**4299)]


@pytest.mark.parametrize("x", [*NEAR_ONE, *HUGE, *EDGES])
def test_a_logarithm_is_within_its_error(x):
    assert is_near(x)


@pytest.mark.parametrize("seed", range(20))
def test_logarithms_of_random_rationals(seed):
    rng = Random(seed)
    for _ in range(30):
        n, d = (rng.getrandbits(rng.choice([3, 20, 64, 512, 2000])) + 1 for _ in range(2))
        assert is_near(F(n, d))
        assert is_near(1 + F(1, n) / d)


def test_the_logarithm_of_one_is_exact():
    assert log_ends(F(1)) == (0, 0)


def test_the_error_of_a_logarithm_has_room():
    """A thousand units of 2^-512 for the series, and e times as many for ln 2: far below 2^-472."""
    with digits(3000):
        worst = max(map(distance, [*NEAR_ONE, *HUGE, *EDGES]))
        assert worst < ERROR / 1000


@pytest.mark.parametrize("bits", [48, 64, 114, 160, 354, BITS])
def test_coarse_logarithms_are_within_the_same_error(bits):
    """In units of 2^-bits; a ratio need not be in lowest terms."""
    between = [F(n, 2 * PARTS) for n in range(PARTS + 1, 4 * PARTS, 34)]  # furthest from the parts
    for x in [*NEAR_ONE, *HUGE, *EDGES, *between, F(3), F(1, 3), F(4, 3), F(2, 3)]:
        found = log_of_ratio(6 * x.numerator, 6 * x.denominator, bits)
        with digits(2000):
            assert abs(arb(found) - ball(x).log() * arb(2) ** bits) <= ERROR


def test_as_many_as_the_most_and_no_more():
    few_logarithms(MAX_LOGARITHMS)
    with pytest.raises(Malformed):
        few_logarithms(MAX_LOGARITHMS + 1)
