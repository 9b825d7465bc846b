"""Real algebraic numbers: told apart exactly, named, and found again in an enclosure.

Defining equations of algebraic functions: irreducible, the same for every spelling.
"""

from __future__ import annotations

from fractions import Fraction as F

import pytest
import sympy
from flint import fmpq, fmpz_poly

from rropt.strict.algebraic_numbers import (
    BOTTOM,
    DIAGONAL,
    ONE_ROOT,
    TOP,
    ZERO_ROOT,
    DefiningEquations,
    RealRoot,
    Undecided,
    degree_bound,
    in_order,
    is_level,
    level_points,
    ratio_equation,
    root_inside,
    roots_of,
    sign_of,
    stationary_points,
    values_at,
)
from rropt.strict.evaluate import P
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


AROUND_HALF = DefiningEquations(F(1, 2))


def equation(e: sympy.Expr):
    return AROUND_HALF.of(e)


def rationals(roots: list[RealRoot]) -> list[F | None]:
    return [root.rational for root in in_order(roots)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (sympy.sqrt(P**2 + 2 * P + 1), 1 + P),
        (sympy.sqrt(P) * sympy.sqrt(P), P),
        (sympy.sqrt(P) * sympy.sqrt(1 + P), sympy.sqrt(P + P**2)),
        (1 / (sympy.sqrt(1 + P) - 1), (sympy.sqrt(1 + P) + 1) / P),
    ],
)
def test_two_spellings_have_one_equation(one: sympy.Expr, other: sympy.Expr) -> None:
    assert equation(one) == equation(other) or equation(one) == -equation(other)


def test_the_branch_at_the_probe_is_chosen() -> None:
    """sqrt((p - 1/4)^2) is p - 1/4 around 1/2 and 1/4 - p around 1/8."""
    quarter = sympy.Rational(1, 4)
    root = sympy.sqrt(P**2 - P / 2 + quarter**2)
    assert is_level(AROUND_HALF.of(root - P + quarter), BOTTOM)
    assert is_level(DefiningEquations(F(1, 8)).of(root + P - quarter), BOTTOM)
    assert not is_level(DefiningEquations(F(1, 8)).of(root - P + quarter), BOTTOM)


def test_levels_are_met_at_their_points() -> None:
    """sqrt(p) is p at 0 and 1, p (2 - p) is 1 at 1."""
    assert rationals(level_points(equation(sympy.sqrt(P)), DIAGONAL)) == [0, 1]
    assert rationals(level_points(equation(P * (2 - P)), TOP)) == [1]
    assert is_level(equation(P), DIAGONAL) and is_level(equation(sympy.Integer(1)), TOP)


def test_turning_points_of_the_odds_ratio() -> None:
    """u = p + 1/5: ((1-p)/p) (u/(1-u)) turns where u (1-u) = p (1-p), at p = 2/5."""
    found = stationary_points(equation(P + sympy.Rational(1, 5)))
    assert found is not None and F(2, 5) in rationals(found)
    assert stationary_points(equation(3 * P / (1 + 2 * P))) is None


def test_the_equation_of_the_ratio_gives_its_values() -> None:
    """At p = 1/4, u = sqrt(p) = 1/2: f = 3 * 1 = 3."""
    ratio = ratio_equation(equation(sympy.sqrt(P)))
    values = values_at(ratio, RealRoot.of(F(1, 4)))
    assert values(3) == 0 and values(2) != 0
    direct = values_at(equation(sympy.sqrt(P)), RealRoot.of(F(1, 4)))
    assert direct(2) != 0 and direct(fmpq(1, 2)) == 0


def test_signs_of_numbers() -> None:
    assert sign_of(sympy.sqrt(2) - sympy.Rational(14142135623, 10**10)) == 1
    assert sign_of(sympy.sqrt(5 + 2 * sympy.sqrt(6)) - sympy.sqrt(2) - sympy.sqrt(3)) == 0
    assert sign_of(sympy.exp(1) - 3) == -1
    assert sign_of(sympy.log(4) - 2 * sympy.log(2)) in (0, None)


def test_what_is_not_algebraic_is_undecided() -> None:
    for e in (sympy.log(P), sympy.exp(P), sympy.sin(P) + P):
        with pytest.raises(Undecided):
            equation(e)


def test_degrees_are_bounded_before_anything_is_expanded() -> None:
    assert degree_bound((1 + P) ** 3 * P - P**2) >= 4
    assert degree_bound((P**64) ** 64) >= 64 * 64
    assert degree_bound(sympy.Integer(7)) == 0
