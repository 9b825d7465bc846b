"""Laws from below: against exact binomials and products of polynomials."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from math import comb

import pytest

from rropt.checker.lattice_laws import Law, PairSum, binomial_law, point_law, power_law, sum_law
from rropt.checker.verdict import Malformed, Size

pytestmark = pytest.mark.quick


def size() -> Size:
    return Size(1, 96)


def exact_binomial(n: int, p: F) -> list[F]:
    return [comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(n + 1)]


def chances(law: Law) -> dict[int, F]:
    return {i: F(mass, 1 << law.bits) for i, mass in enumerate(law.masses, law.first)}


@pytest.mark.everything
@pytest.mark.parametrize("n", [1, 2, 7, 60, 400])
@pytest.mark.parametrize("p", ["1/2", "1/1000", "999/1000", "2/7", "3/4"])
@pytest.mark.parametrize("bits", [16, 40, 200])
def test_a_binomial_is_just_below_the_exact_one(n: int, p: str, bits: int) -> None:
    law = binomial_law(n, F(p), bits, size())
    exact = exact_binomial(n, F(p))
    found = chances(law)
    for i, chance in enumerate(exact):
        kept = found.pop(i, F(0))
        assert kept <= chance < kept + F(n + 4, 1 << bits) + chance / (1 << 20)
    assert not found, "nothing is kept where nothing can be"


@pytest.mark.parametrize("p", [F(0), F(1)])
def test_a_certain_answer(p: F) -> None:
    assert binomial_law(5, p, 20, size()) == point_law(5 * int(p), 20)
    assert binomial_law(0, F(1, 3), 20, size()) == point_law(0, 20)


@pytest.mark.parametrize("n", [1, 2, 3, 9, 30])
def test_a_power_is_just_below_the_exact_one(n: int) -> None:
    """Of the masses as they are: 1/4 at 2, 1/3 at 3, 5/12 at 5."""
    bits = 60
    parts = {2: F(1, 4), 3: F(1, 3), 5: F(5, 12)}
    masses = [int(parts.get(i, F(0)) * (1 << bits)) for i in range(2, 6)]
    law = power_law(Law(2, masses, bits), n, size())
    wanted = {0: F(1)}
    for _ in range(n):
        longer: dict[int, F] = {}
        for (i, x), (j, y) in product(wanted.items(), parts.items()):
            longer[i + j] = longer.get(i + j, F(0)) + x * y
        wanted = longer
    for i, kept in chances(law).items():
        assert 0 <= wanted.get(i, F(0)) - kept <= F(law.missing, 1 << bits)
    assert law.missing < 1000 * n


def test_a_pair_is_looked_at_without_its_product() -> None:
    left = binomial_law(30, F(1, 3), 80, size())
    right = binomial_law(20, F(4, 5), 80, size())
    pair, whole = PairSum(left, right), sum_law(left, right, size())
    for point in range(-3, 55):
        assert abs(pair.at(point) - whole.at(point)) <= 1
        assert 0 <= pair.from_on(point) - whole.from_on(point) <= 60, "roundings of one and of many"
    exact = sum(
        x * y
        for (i, x), (j, y) in product(
            enumerate(exact_binomial(30, F(1, 3))), enumerate(exact_binomial(20, F(4, 5)))
        )
        if i + j >= 25
    )
    kept = F(pair.from_on(25), 1 << 80)
    assert kept <= exact <= kept + F(pair.missing, 1 << 80)


def test_a_law_turned_round() -> None:
    law = Law(3, [1, 2, 4], 16)
    assert law.reversed(10) == Law(5, [4, 2, 1], 16)
    assert (law.at(4), law.at(9), law.from_on(4), law.from_on(-5)) == (2, 0, 6, 7)


def test_too_much_is_refused_before_it_is_done() -> None:
    with pytest.raises(Malformed, match="too large"):
        binomial_law(2**31 - 1, F(1, 2), 1024, Size(1, 14_000))
    wide = Law(0, [1] * 400_000, 1024)
    with pytest.raises(Malformed, match="too large"):
        sum_law(wide, wide, size())
