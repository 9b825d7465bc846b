"""The information of an exact table in balls."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from rropt.design.curved.linearise import Information, summing
from rropt.design.engine.ratio_evidence import best_numbers
from rropt.design.engine.repair import given_table
from tests.random_information import ONE, dot, places, units


def test_the_factor_is_triangular_and_near() -> None:
    """det W and det X are products of squares; tr W J^-1 and tr X J are k, nearly."""
    for rows, at, _ in places(range(300, 320)):
        k = len(at.prior)
        contrasts, tangents = at.factor()
        for i, (c, v) in enumerate(zip(contrasts, tangents, strict=True)):
            assert not any(c[i + 1 :]) and not any(v[:i])
        table = given_table(rows)
        numbers = table.estimators(contrasts, best_numbers(table, contrasts, at.prior))
        mean = sum(table.moments(numbers, at.prior)) / k
        assert 1 - Fraction(1, 10**13) <= mean <= 1 + Fraction(1, 10**13)
        volume = prod(c[i] ** 2 for i, c in enumerate(contrasts))
        low, high = at.determinant()
        assert high <= k * mean**k / volume <= low * (1 + Fraction(1, 10**20))
        costs = [sum(dot(v, r) ** 2 / dot(at.prior, r) for r in rows) for v in tangents]
        assert abs(sum(costs) - k) < Fraction(1, 10**12)


def test_sums_are_kept_at_the_largest_entry() -> None:
    assert summing([0.5, -2.0, 1.0], ONE) == (Fraction(1, 2), Fraction(-1, 2), ONE)
    assert summing([3.0, 0.25, 0.5], ONE, Fraction(2)) == (2, Fraction(1, 4), Fraction(-5, 4))
    assert summing([3.0], ONE, Fraction(2)) == (2,)


def test_the_trace_and_the_determinant_of_told_truths() -> None:
    """J = diag(1 / pi): Cov = diag(pi) - pi pi', k det J^-1 = k prod pi."""
    at = Information.of(units(3), [ONE] * 3, (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)))
    identity = tuple(units(3))
    low, high = at.trace(identity)
    expected = 1 - (Fraction(1, 4) + Fraction(1, 9) + Fraction(1, 36))
    assert low <= expected <= high and high - low < Fraction(1, 10**100)
    low, high = at.determinant()
    assert low <= Fraction(3, 36) <= high and high - low < Fraction(1, 10**100)
