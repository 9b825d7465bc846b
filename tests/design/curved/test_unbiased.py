"""Exactly unbiased estimators with short numbers, and the tangents beside them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rropt import AOptimal, Channel, LocalDP, linear_estimator, optimal
from rropt.design.curved.linearise import Information
from rropt.design.curved.unbiased import covariance, second_moments, short, unbiased
from tests.random_information import ONE, dot, places, units


@pytest.mark.everything
def test_estimators_are_unbiased_and_nearly_the_best() -> None:
    """Never below the least covariance, which is exact here, and above it by next to nothing."""
    for rows, at, rng in places(range(40)):
        wanted = [*units(len(at.prior)), tuple(Fraction(rng.randint(-5, 5), 3) for _ in at.prior)]
        for c, x in zip(wanted, unbiased(at, wanted), strict=True):
            assert [dot(x, column) for column in zip(*rows, strict=True)] == list(c)
            best = linear_estimator(Channel.from_rows(rows), at.prior, crosscheck=False).covariance
            least = dot(c, [dot(row, c) for row in best])
            variance = second_moments(at, [x])[0] - dot(c, at.prior) ** 2
            assert least <= variance <= least + (least + dot(c, c)) / 10**20


def test_numbers_are_those_of_doubles_but_for_k_reports() -> None:
    design = optimal(LocalDP.from_gamma(3), AOptimal(["0.4", "0.3", "0.2", "0.1"]))
    rows = design.channel.rows
    at = Information.of(rows, [ONE] * len(rows), AOptimal(["0.4", "0.3", "0.2", "0.1"]).prior)
    for x in unbiased(at, units(4)):
        assert sum(v != Fraction(float(v)) for v in x) <= 4
        assert all(v.denominator.bit_length() < 400 for v in x)


def test_a_square_table_has_one_unbiased_estimator() -> None:
    """It is the inverse of the table, whatever the prior; Warner's variance is 3/4 + 9/100."""
    rows = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]
    at = Information.of(rows, [ONE, ONE], (Fraction(9, 10), Fraction(1, 10)))
    assert unbiased(at, units(2)) == [(Fraction(3, 2), -Fraction(1, 2)), (-Fraction(1, 2), 3 / 2)]
    assert covariance(at, unbiased(at, units(2)))[0][0] == Fraction(21, 25)
    design = optimal(LocalDP.from_gamma(3), AOptimal(["1/2", "1/2"]))
    assert design.value == 2


def test_covariances_are_those_of_the_linear_estimator() -> None:
    for rows, at, _ in places(range(100, 110)):
        best = linear_estimator(Channel.from_rows(rows), at.prior, crosscheck=False).covariance
        found = covariance(at, unbiased(at, units(len(at.prior))))
        for i, row in enumerate(found):
            for j, x in enumerate(row):
                assert abs(x - best[i][j]) ** 2 <= best[i][i] * best[j][j] / 10**20


@pytest.mark.parametrize("value", [Fraction(1, 3**200), -Fraction(7**90, 3**160), Fraction(5, 7)])
def test_short_numbers_lie_on_the_named_side(value: Fraction) -> None:
    above, below = short(value), short(value, up=False)
    assert below <= value <= above
    assert above - below <= abs(value) / 2**94
    for end in (above, below):
        assert end == value or end.denominator & (end.denominator - 1) == 0
        assert end == value or end.numerator.bit_length() <= 97
