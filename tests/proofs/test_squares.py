"""Inequalities of the means and their relatives, proved by a certificate without a hint."""

from __future__ import annotations

import pytest
import sympy as sp
from rropt.proofs.conjecture import prove
from rropt.proofs.squares import candidates

a, b, c, d = sp.symbols("a b c d")
ABOVE = (a >= 0, b >= 0, c >= 0)

TRUE = {
    "two numbers": (a**2 + b**2 >= 2 * a * b, ()),
    "three squares": (a**2 + b**2 + c**2 >= a * b + b * c + c * a, ()),
    "four fourth powers": (a**4 + b**4 + c**4 + d**4 >= 4 * a * b * c * d, ()),
    "three cubes": (a**3 + b**3 + c**3 >= 3 * a * b * c, ABOVE),
    "Cauchy and Schwarz": ((a**2 + b**2) * (c**2 + d**2) >= (a * c + b * d) ** 2, ()),
    "quotients": (a / b + b / a >= 2, (a > 0, b > 0)),
}


@pytest.mark.everything
@pytest.mark.parametrize("name", TRUE)
def test_it_is_proved_without_a_solver(name):
    relation, given = TRUE[name]
    found = prove(relation, *given)
    assert (found.verdict, found.evidence) == ("proved", "machine")
    assert found.record["grade"] in ("A", "B"), found.record["method"]


@pytest.mark.everything
def test_a_little_more_is_refuted():
    assert prove(a**3 + b**3 + c**3 >= sp.Rational(31, 10) * a * b * c, *ABOVE).status == 1
    assert prove(a**2 + b**2 >= sp.Rational(21, 10) * a * b).status == 1


def test_the_candidates_are_few():
    assert candidates(a**2 >= 0, [a]) == (a,)
    assert len(candidates(a**4 + b**4 + c**4 >= 0, [a, b, c])) == 15 + 6
    assert candidates(sp.exp(a) > 0, [a]) == ()
