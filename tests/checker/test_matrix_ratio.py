"""u(r) = max_x 2 x'P r - x'D(r) x, and the elimination by which it is found."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from rropt.checker.matrix_ratio import MatrixRatio
from rropt.checker.verdict import Refuted
from rropt.checker.whole_rows import plain_row
from tests.gradients import dot, solve

F = Fraction


def test_one_direction_is_a_square_over_a_mean() -> None:
    """With d = (1, 0) for both truths D(r) = (r_0 + r_1) e_0 e_0', P = ((2, 1), (0, 0))."""
    one = [[F(1), F(0)]]
    ratio = MatrixRatio([[F(2), F(1)], [F(0), F(0)]], [one, one])
    assert ratio.ends(plain_row((3, 1))) == (F(49, 4), F(49, 4))
    assert ratio.seen == {0, 1}


@pytest.mark.parametrize("seed", range(8))
def test_it_is_the_largest_over_x(seed: int) -> None:
    """At x with D x = P r the slope is zero, and the value x'P r."""
    rng = Random(seed)
    k = rng.choice([2, 3, 4])
    slopes = [[F(rng.randint(-3, 3)) for _ in range(k)] for _ in range(k)]
    directions = [[[F(rng.randint(-3, 3), 2) for _ in range(k)] for _ in range(2)] for _ in slopes]
    row = tuple(rng.randint(1, 4) for _ in range(k))
    whole = [[F(0)] * k for _ in range(k)]
    for x, given in zip(row, directions, strict=True):
        for d in given:
            whole = [[w + x * a * b for w, b in zip(line, d, strict=True)]
                     for line, a in zip(whole, d, strict=True)]  # fmt: skip
    top = [dot(line, row) for line in slopes]
    best = solve(whole, top)
    ratio = MatrixRatio(slopes, directions)
    if best is None:
        with pytest.raises(Refuted, match="infinite"):
            ratio.ends(plain_row(row))
    else:
        assert ratio.ends(plain_row(row))[0] == dot(best, top)


def test_what_is_out_of_range_is_infinite() -> None:
    ratio = MatrixRatio([[F(1), F(0)], [F(0), F(1)]], [[[F(1), F(0)]], []])
    with pytest.raises(Refuted, match="infinite"):
        ratio.ends(plain_row((1, 1)))
