"""The rows of two truths: the Hilbert basis against all sums, cards against all cards."""

from __future__ import annotations

from fractions import Fraction
from math import gcd

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rropt.design.deployed.whole_reports import (
    WholeLimit,
    hilbert_basis,
    two_report_tables,
    whole_reports,
)

directions = st.tuples(st.integers(0, 20), st.integers(0, 20)).filter(any)
levels = st.fractions(min_value=1, max_value=9, max_denominator=12)


def primitive(ray: tuple[int, int]) -> tuple[int, int]:
    return ray[0] // gcd(*ray), ray[1] // gcd(*ray)


def limit(form: tuple[Fraction, Fraction], most: Fraction = Fraction(0)) -> WholeLimit:
    return WholeLimit(((Fraction(1), form),), most)


@given(directions, directions, st.integers(1, 14))
def test_the_basis_is_what_is_no_sum_of_two_others(low, high, total) -> None:
    low, high = sorted(map(primitive, (low, high)), key=lambda ray: Fraction(ray[1], sum(ray)))
    assume(low != high)
    inside = {
        (a, b)
        for a in range(total + 1)
        for b in range(total + 1)
        if (a or b) and low[0] * b >= low[1] * a and a * high[1] >= b * high[0]
    }
    sums = {(a + c, b + d) for a, b in inside for c, d in inside}
    assert hilbert_basis(low, high, total) == sorted(inside - sums)


@pytest.mark.everything
@given(levels, levels, st.integers(1, 12))
def test_every_private_row_is_a_sum_of_the_listed_ones(g, h, total) -> None:
    """And every listed one is private."""
    limits = [limit((Fraction(1), -g)), limit((-h, Fraction(1)))]
    rows = whole_reports(limits, total)
    private = {
        (a, b)
        for a in range(total + 1)
        for b in range(total + 1)
        if (a or b) and a <= g * b and b <= h * a
    }
    reached = {(0, 0)}
    for size in range(1, 2 * total + 1):
        reached |= {
            (a, size - a)
            for a in range(size + 1)
            if any((a - n, size - a - m) in reached for n, m in rows)
        }
    assert set(rows) <= private <= reached


@pytest.mark.everything
@given(levels, levels, st.sampled_from([Fraction(0), Fraction(1, 10)]), st.integers(1, 10))
def test_the_tables_of_two_reports_are_the_farthest_private_ones(g, h, delta, total) -> None:
    limits = [limit((Fraction(1), -g), delta), limit((-h, Fraction(1)), delta)]

    def is_private(a: int, b: int) -> bool:
        rows = [(a, b), (total - a, total - b)]
        first = sum(max(Fraction(0), x - g * y) for x, y in rows)
        second = sum(max(Fraction(0), y - h * x) for x, y in rows)
        return first <= delta * total and second <= delta * total

    farthest = {}
    for a in range(total + 1):
        for b in range(a + 1, total + 1):
            if is_private(a, b):
                farthest[a] = b
    found = {one[0]: one[1] for one, _ in two_report_tables(limits, total)}
    assert found == farthest
