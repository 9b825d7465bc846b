"""Short numbers that meet equations exactly."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np
import pytest

from rropt.exact.linear_algebra import products
from rropt.exact.short_numbers import short_numbers


def columns_of(seed: int, number: int, equations: int) -> list[tuple[Fraction, ...]]:
    """Columns of multiples of 2^-48."""
    whole = np.random.default_rng(seed).integers(1, 2**48, size=(number, equations)).tolist()
    return [tuple(Fraction(x, 2**48) for x in row) for row in whole]


@pytest.mark.parametrize("number", [12, 20])
def test_numbers_meet_equations_are_near_and_have_short_denominators(number: int) -> None:
    """Solved for four of them alone they have denominators of about 190 bits."""
    columns = columns_of(3, number, 4)
    doubles = np.array(columns, dtype=float)
    wanted = [Fraction(1), Fraction(0), Fraction(-2), Fraction(1, 3)]
    near = np.linalg.lstsq(doubles.T, np.array(wanted, dtype=float))[0]
    (found,) = short_numbers(columns, [wanted], [near.tolist()], range(number))
    assert products([found], list(zip(*columns, strict=True)))[0] == wanted
    assert np.array(found, dtype=float) == pytest.approx(near, abs=1e-12 * np.abs(near).max())
    assert lcm(*(x.denominator for x in found)).bit_length() < 125


def test_as_many_numbers_as_equations_are_those_that_solve_them() -> None:
    columns = columns_of(4, 3, 3)
    wanted = [Fraction(1), Fraction(2), Fraction(3)]
    (found,) = short_numbers(columns, [wanted], [[0.1, 0.2, 0.3]], range(3))
    assert products([found], list(zip(*columns, strict=True)))[0] == wanted


def test_blocks_of_equations_are_no_further_from_the_numbers() -> None:
    """In a skewed lattice some vectors of a short basis are long: steps are as much shorter."""
    left = [(x, Fraction(0)) for (x,) in columns_of(5, 2, 1)]
    right = [(Fraction(0), y) for (y,) in columns_of(6, 3, 1)]
    columns = [*left, *right]
    near = [0.5, -0.25, 1.0, 0.5, -1.0]
    sums = np.array(near) @ np.array(columns, dtype=float)
    wanted = [Fraction(round(x * 2**60), 2**60) for x in sums.tolist()]
    (found,) = short_numbers(columns, [wanted], [near], range(5))
    assert np.array(found, dtype=float) == pytest.approx(near, abs=1e-12)


def test_sums_that_contradict_each_other_are_refused() -> None:
    columns = [(Fraction(n), Fraction(2 * n)) for n in (1, 2, 3)]
    with pytest.raises(ArithmeticError, match="do not follow"):
        short_numbers(columns, [[Fraction(1), Fraction(1)]], [[0.1] * 3], range(3))
