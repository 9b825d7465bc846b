"""Rows taken apart into extreme patterns, against the walk over all of them."""

from __future__ import annotations

import random
from fractions import Fraction as F

import pytest

from rropt.patterns.alcoved import alcoved_patterns, extreme_parts, tight_groups
from rropt.privacy import Privacy
from rropt.privacy.levels import OO


def random_matrix(generator, k, unbound=0.0):
    entries = [F(n, 10) for n in range(12, 60)]
    rows = [[generator.choice(entries) for _ in range(k)] for _ in range(k)]
    for a in range(k):
        for b in range(k):
            if a == b:
                rows[a][b] = F(1)
            elif generator.random() < unbound:
                rows[a][b] = OO
    rows[0][1] = min(rows[0][1], F(6))
    return Privacy([["oo" if g == OO else g for g in row] for row in rows]).levels.lo


@pytest.mark.parametrize("unbound", [0.0, 0.4])
@pytest.mark.parametrize("k", [2, 3, 4])
def test_parts_are_extreme_and_add_up(k, unbound):
    generator = random.Random(10 * k + int(unbound > 0))
    for _ in range(10):
        matrix = random_matrix(generator, k, unbound)
        patterns = alcoved_patterns(matrix)
        weights = [F(generator.randint(0, 3)) for _ in patterns]
        weights[0] += 1
        row = [sum(w * r[j] for w, r in zip(weights, patterns, strict=True)) for j in range(k)]
        parts = extreme_parts(row, matrix)
        assert len(parts) <= k and set(parts) <= set(patterns) and min(parts.values()) > 0
        assert row == [sum(w * r[j] for r, w in parts.items()) for j in range(k)]


def test_a_pattern_is_extreme_exactly_when_tight_pairs_connect_its_support():
    generator = random.Random(5)
    matrix = random_matrix(generator, 4, 0.3)
    patterns = alcoved_patterns(matrix)
    for r in patterns:
        assert len(tight_groups(r, matrix)) == 1
        assert extreme_parts(r, matrix) == {r: F(1)}
    between = [x + y for x, y in zip(patterns[0], patterns[-1], strict=True)]
    assert len(tight_groups(between, matrix)) > 1


def test_on_twenty_four_truths_nothing_is_listed():
    k = 24
    matrix = [[F(1) if a == b else F(3, 2) ** abs(a - b) for b in range(k)] for a in range(k)]
    row = [F(10 + j % 3) for j in range(k)]
    parts = extreme_parts(row, matrix)
    assert len(parts) <= k
    assert row == [sum(w * r[j] for r, w in parts.items()) for j in range(k)]
