"""Squares found by a semidefinite program: the identity is expanded here again."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from rropt.proofs.certificates import Constraint
from rropt.proofs.gram import search_gram, sum_of_squares

R, x, y, z = sp.ring("x y z", sp.QQ)
ABOVE = (x, y, z)
VASC = (x**2 + y**2 + z**2) ** 2 - 3 * (x**3 * y + y**3 * z + z**3 * x)

# (target, constraints, equalities)
TRUE = {
    "no zero": (2 * x**4 - 3 * x**3 + 2 * x**2 - x + 1, (), ()),
    "means of three": (x**3 + y**3 + z**3 - 3 * x * y * z, ABOVE, ()),
    "Vasc: equality at (sin^2(4 pi/7), ...)": (VASC, (), ()),
    "Schur of the second degree": (
        x**2 * (x - y) * (x - z) + y**2 * (y - x) * (y - z) + z**2 * (z - x) * (z - y),
        ABOVE,
        (),
    ),
    "on a circle": (1 - 2 * x * y, (), (x**2 + y**2 - 1,)),
    "in a disc": (2 - x - y, (2 - x**2 - y**2,), ()),
}


def expanded(found, constraints, equalities):
    total = R.zero
    for summand in found.squares:
        weight = R.domain(summand.weight.numerator, summand.weight.denominator)
        value = summand.square**2 * weight
        for i in summand.factors:
            value *= constraints[i]
        total += value
    for i, multiple in found.multiples:
        total += multiple * equalities[i]
    return total


@pytest.mark.parametrize("name", TRUE)
def test_the_squares_add_up(name):
    target, constraints, equalities = TRUE[name]
    found = sum_of_squares(target, constraints, equalities, [])
    assert expanded(found, constraints, equalities) == target
    assert all(summand.weight > 0 for summand in found.squares)


@pytest.mark.parametrize(
    "target",
    [
        x**4 * y**2 + x**2 * y**4 + 1 - 3 * x**2 * y**2,  # Motzkin: not negative, no sum of squares
        VASC - x**4 / 100,
        x**2 - x,
    ],
)
def test_what_is_no_sum_of_squares_is_not_found(target):
    assert sum_of_squares(target, [], [], []) is None


def test_a_large_program_is_not_begun():
    """Six variables, eight hypotheses, degree six: twelve thousand unknowns."""
    _, *variables = sp.ring("a b c d e f", sp.QQ)
    total = sum(v**6 for v in variables)
    assert sum_of_squares(total, [*variables, total, total + 1], [], []) is None


def test_a_strict_claim_has_a_term_without_a_square():
    low = x**2 - 2 * x + 1
    found = search_gram(R, [], Constraint(low + R.domain(1, 8), strict=True))
    plain = [t for t in found["terms"] if t["square"] is None]
    assert all(Fraction(t["coefficient"]) > 0 for t in plain) and plain
    assert search_gram(R, [], Constraint(low, strict=True)) is None
    assert search_gram(R, [], Constraint(low)) is not None
