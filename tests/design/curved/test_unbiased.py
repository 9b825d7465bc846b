"""Exactly unbiased estimators with short numbers, and the tangents beside them."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from random import Random

import pytest

from rropt import AOptimal, Channel, EOptimal, LocalDP, linear_estimator, optimal
from rropt.design.curved.evidence import _roots
from rropt.design.curved.linearise import Information, summing
from rropt.design.curved.unbiased import covariance, second_moments, short, unbiased

ONE = Fraction(1)


def table(rng: Random, k: int, reports: int, spread: Fraction) -> list[list[Fraction]]:
    """A random private-looking table: rows near multiples of the ones vector, up to `spread`."""
    rows = [[1 + spread * rng.randint(0, 99) for _ in range(k)] for _ in range(reports)]
    sums = [sum(column) for column in zip(*rows, strict=True)]
    return [[x / s for x, s in zip(row, sums, strict=True)] for row in rows]


def prior(rng: Random, k: int) -> tuple[Fraction, ...]:
    masses = [Fraction(rng.choice([1, 7, 10**6])) for _ in range(k)]
    return tuple(m / sum(masses) for m in masses)


def units(k: int) -> list[tuple[Fraction, ...]]:
    return [tuple(Fraction(i == j) for j in range(k)) for i in range(k)]


def dot(x, y) -> Fraction:
    return sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0))


def places(seeds: range):
    """Random tables at random priors, also nearly without information."""
    for seed in seeds:
        rng = Random(seed)
        k = rng.randint(2, 5)
        spread = Fraction(1, rng.choice([1, 10**3, 10**9, 10**12]))
        rows = table(rng, k, k + rng.randint(0, 4), spread)
        yield rows, Information.of(rows, [ONE] * len(rows), prior(rng, k)), rng


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


def test_tangents_add_up_and_reach_the_variance() -> None:
    """2 c.v - v'Jv - (c.pi)^2 is at most the least variance; here it is nearly that."""
    for rows, at, _ in places(range(200, 220)):
        best = linear_estimator(Channel.from_rows(rows), at.prior, crosscheck=False).covariance
        for i, c in enumerate(units(len(at.prior))):
            v = at.tangent(c)
            assert sum(v) == Fraction(float(at.prior[i]))
            cost = sum(dot(v, r) ** 2 / dot(at.prior, r) for r in rows)
            reached = 2 * dot(c, v) - cost - at.prior[i] ** 2
            assert 0 <= best[i][i] - reached <= best[i][i] / 10**12


def test_the_factor_is_triangular_and_near() -> None:
    """det W and det X are products of the scales; tr W J^-1 and tr X J are k, nearly."""
    for rows, at, _ in places(range(300, 320)):
        k = len(at.prior)
        scales, contrasts, tangents = at.factor()
        for i, (s, c, v) in enumerate(zip(scales, contrasts, tangents, strict=True)):
            assert c[i] == 1 and not any(c[i + 1 :])
            assert v[i] * s == 1 and not any(v[:i])
        moments = second_moments(at, unbiased(at, contrasts))
        mean = dot(scales, moments) / k
        assert 1 - Fraction(1, 10**13) <= mean <= 1 + Fraction(1, 10**13)
        low, high = at.determinant()
        assert high <= k * mean**k / prod(scales) <= low * (1 + Fraction(1, 10**20))
        costs = [
            s * sum(dot(v, r) ** 2 / dot(at.prior, r) for r in rows)
            for s, v in zip(scales, tangents, strict=True)
        ]
        assert abs(sum(costs) - k) < Fraction(1, 10**12)


def test_roots_leave_a_dominant_diagonal() -> None:
    for _, at, _ in places(range(400, 420)):
        C = covariance(at, unbiased(at, units(len(at.prior))))
        value, roots = _roots(C)
        for i, row in enumerate(C):
            rest = [
                value * (i == j) - x - sum(f[i] * f[j] for f in roots) for j, x in enumerate(row)
            ]
            assert 2 * rest[i] >= sum(map(abs, rest))


def test_eigenvalues_are_bounded_tightly() -> None:
    design = optimal(LocalDP(1), EOptimal(["1/2", "3/10", "1/5"]), crosscheck=False)
    assert 0 <= design.gap <= design.bound / 10**9


def test_sums_are_kept_at_the_largest_entry() -> None:
    assert summing([0.5, -2.0, 1.0], ONE) == (Fraction(1, 2), Fraction(-1, 2), ONE)
    assert summing([3.0, 0.25, 0.5], ONE, Fraction(2)) == (2, Fraction(1, 4), Fraction(-5, 4))
    assert summing([3.0], ONE, Fraction(2)) == (2,)


@pytest.mark.parametrize("value", [Fraction(1, 3**200), -Fraction(7**90, 3**160), Fraction(5, 7)])
def test_short_numbers_lie_on_the_named_side(value: Fraction) -> None:
    above, below = short(value), short(value, up=False)
    assert below <= value <= above
    assert above - below <= abs(value) / 2**94
    for end in (above, below):
        assert end == value or end.denominator & (end.denominator - 1) == 0
        assert end == value or end.numerator.bit_length() <= 97
