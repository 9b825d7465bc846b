"""The staircases of one number, against brute force and counts of theorems."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from rropt.checker.staircases import number_of_staircases, staircases
from rropt.checker.verdict import Malformed
from tests.certificates import F


def brute_extremes(k: int, gamma: Fraction, delta: Fraction):
    """Every vector of levels whose values are tied together by steps of gamma."""
    if not delta:
        return list(product((F(1), gamma), repeat=k))
    found = set()
    for levels in product(range(k + 1), repeat=k):  # 0 is outside, t is gamma^(t - 1)
        used = {t for t in levels if t}
        if used and used == set(range(1, max(used) + 1)):
            found.add(tuple(gamma ** (t - 1) if t else F(0) for t in levels))
    return sorted(found)


@pytest.mark.parametrize(("k", "count"), [(2, 5), (3, 25), (4, 149), (5, 1081)])
def test_the_staircases_are_counted(k, count):
    found = []
    for row in staircases([1] * k, [1] * k, F(3)):
        values = {c: F(v) for c, v, _ in row}
        least = min(v for v in values.values() if v)
        found.append(tuple(values[c] / least for c in range(k)))
    assert len(found) == len(set(found)) == count
    assert set(found) == {tuple(r) for r in brute_extremes(k, F(3), F(1, 9))}
    assert number_of_staircases([1] * k) == count


def test_idle_classes_stay_outside_and_many_truths_are_not_counted():
    """Of two classes of two, one idle: 1; 2; 2 and below it one, at the truths of the other."""
    rows = staircases([2, 2], [2, 0], F(3))
    assert len(rows) == number_of_staircases([2, 0]) == 3
    assert all((run.value, run.number) == (0, 2) for row in rows for run in row if run.truth == 1)
    with pytest.raises(Malformed):
        number_of_staircases([1] * 15)
