"""Real algebraic numbers: told apart exactly, named, and found again in an enclosure."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
import sympy
from flint import fmpz_poly

from rropt.strict.algebraic_numbers import (
    ONE_ROOT,
    ZERO_ROOT,
    RealRoot,
    Undecided,
    in_order,
    root_inside,
    roots_of,
)
from rropt.strict.real_intervals import RealInterval

SQUARE_TWO = fmpz_poly([-2, 0, 1])
NEAR = F("1.41421356237309504880168872420969807856967187537694")
"""The square root of two, cut after fifty digits."""


def test_roots_are_found_with_their_factors_and_in_order() -> None:
    """(x^2 - 2)(2 x - 3) x: a cubic has one real root only where the discriminant says so."""
    product = SQUARE_TWO * fmpz_poly([-3, 2]) * fmpz_poly([0, 1])
    ordered = in_order(roots_of(product))
    assert [root.rational for root in ordered] == [None, F(0), None, F(3, 2)]
    assert ordered[0] == RealRoot((-2, 0, 1), 0) and ordered[2] == RealRoot((-2, 0, 1), 1)
    assert len(roots_of(fmpz_poly([-2, 0, 0, 1]))) == 1
    assert roots_of(fmpz_poly([1, 0, 1])) == []


def test_a_double_root_is_one_number() -> None:
    (root,) = set(roots_of(SQUARE_TWO * SQUARE_TWO)) - {RealRoot((-2, 0, 1), 0)}
    assert root.named() == sympy.sqrt(2)


def test_numbers_a_hair_apart_are_told_apart() -> None:
    root, cut = RealRoot((-2, 0, 1), 1), RealRoot.of(NEAR)
    assert cut.before(root) and not root.before(cut)
    assert root.before(RealRoot.of(NEAR + F(1, 10**50)))
    assert not root.before(root)
    low, high = root.bounds()
    assert low**2 < 2 < high**2 and high - low < F(1, 10**50)
    assert RealRoot.of(F(2, 3)).bounds() == (F(2, 3), F(2, 3))


def test_names_of_numbers() -> None:
    assert RealRoot.of(F(-2, 3)).rational == F(-2, 3)
    golden = RealRoot((-1, -1, 1), 1)
    assert sympy.simplify(golden.named() - (1 + sympy.sqrt(5)) / 2) == 0
    cubic = RealRoot((-2, 0, 0, 1), 0)
    assert float(cubic.named()) == pytest.approx(2 ** (1 / 3))


def test_the_root_in_an_enclosure_is_the_one_that_stays() -> None:
    """An interval that holds both roots does not decide; one that becomes finer does."""
    both = RealInterval.of(F(-2), F(2))
    with pytest.raises(Undecided):
        root_inside(SQUARE_TWO, lambda: both)
    right = RealInterval.of(F(1), F(2))
    assert root_inside(SQUARE_TWO, lambda: right) == RealRoot((-2, 0, 1), 1)
    with pytest.raises(Undecided):
        root_inside(fmpz_poly([5]), lambda: right)
    with pytest.raises(Undecided):
        root_inside(SQUARE_TWO, lambda: RealInterval.of(F(3), F(4)))


def test_the_ends_of_the_priors() -> None:
    assert ZERO_ROOT.rational == 0 and ONE_ROOT.rational == 1 and ZERO_ROOT.before(ONE_ROOT)
