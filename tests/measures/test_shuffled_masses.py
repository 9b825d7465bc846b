"""Laws kept from below, and bounds of counts and blankets, against exact enumeration."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction as F
from math import comb

import pytest

from rropt.exact.precision import working_precision
from rropt.measures.crowd_bounds import Blanket
from rropt.measures.shuffled_crowd import CrowdTest, ShuffledCrowd
from rropt.measures.shuffled_masses import (
    KeptLaw,
    binomial,
    bound_of_blanket,
    bounds_of_count,
    pairs_of_test,
    power,
)
from tests.checker.histograms import delta_among, delta_of_all

BITS = 80
ONE = 1 << BITS
TABLE = ((F(4, 5), F(1, 3)), (F(1, 5), F(2, 3)))
THREE = ((F(3, 5), F(1, 5), F(1, 5)), (F(1, 5), F(3, 5), F(1, 5)), (F(1, 5), F(1, 5), F(3, 5)))


@pytest.fixture(autouse=True)
def precise() -> Iterator[None]:
    with working_precision(BITS + 32):
        yield


@pytest.mark.parametrize(("n", "p"), [(0, F(1, 3)), (7, F(1, 3)), (300, F(1, 100)), (40, F(1))])
def test_binomials_are_kept_from_below(n: int, p: F) -> None:
    law = binomial(n, p, BITS)
    for i in range(n + 1):
        exact = comb(n, i) * p**i * (1 - p) ** (n - i)
        assert 0 <= exact * ONE - law.at(i) <= 1 + law.missing
    assert 0 <= law.missing <= n + 1 + ONE >> 40


def test_a_power_and_its_tails() -> None:
    law = power(KeptLaw.of([(0, F(1, 4)), (2, F(3, 4))], BITS), 3)
    assert law.at(6) <= F(27, 64) * ONE <= law.at(6) + law.missing
    assert law.from_on(3) == law.at(4) + law.at(6) and law.from_on(-5) == sum(law.masses)
    assert law.reversed(6).at(0) == law.at(6) and law.from_on(99) == 0


@pytest.mark.parametrize("number", range(6))
def test_a_count_is_bounded_as_closely_as_masses_are_kept(number: int) -> None:
    gammas = [F(1), F(6, 5), F(3)]
    groups = [(5 - number, F(1, 5)), (number, F(2, 3))]
    found = bounds_of_count(groups, (F(1, 5), F(2, 3)), gammas, BITS)
    columns = list(zip(*TABLE, strict=True))
    for gamma, bound in zip(gammas, found, strict=True):
        exact = delta_among(columns, (5 - number, number), gamma)
        assert exact <= bound <= exact + F(1, 1 << 60)


@pytest.mark.parametrize("gamma", [F(1), F(5, 4), F(2)])
def test_a_blanket_is_above_every_crowd(gamma: F) -> None:
    crowd = ShuffledCrowd(THREE, 4, None, 1.0, 1e-6)
    exact = delta_of_all(list(zip(*THREE, strict=True)), 4, gamma)
    assert exact <= bound_of_blanket(Blanket(crowd, (0, 1, 2), 8), gamma, BITS)


def test_both_masses_of_a_test() -> None:
    """One other with truth 0, yes scored: 0, 1 or 2 of them say yes."""
    crowd = ShuffledCrowd(TABLE, 2, None, 1.0, 1e-6)
    pairs = pairs_of_test(CrowdTest(crowd, (1, 0), (1, 0), (0, 1)), F(1), BITS)
    own = [(F(1, 3), F(4, 5)), (F(2, 3), F(1, 5))]
    other = [F(4, 5), F(1, 5)]
    for total, (p, q) in enumerate(pairs):
        ways = [(i, total - i) for i in (0, 1) if total - i in (0, 1)]
        first = sum(own[i][0] * other[j] for i, j in ways) * ONE
        second = sum(own[i][1] * other[j] for i, j in ways) * ONE
        assert first - 4 <= p <= first and second <= q <= second + 4
