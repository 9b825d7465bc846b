"""Min, Max and Piecewise taken out of sums: the same function, of branches that are smooth."""

from __future__ import annotations

import pytest
import sympy

from rropt.strict.evaluate import CHOICES, P
from rropt.strict.expression import boundary_expression
from rropt.strict.lifting import MOST_BRANCHES, lifted

HALF = sympy.Rational(1, 2)


@pytest.mark.everything
@pytest.mark.parametrize(
    "h",
    [
        "1 - Min(p, 1/3)/2",
        "p*Max(p, 1/2) + Min(1/4, p)",
        "-2*Min(p, 1-p)",
        "Abs(p - 1/2) + 1/2",
        "(1-p)*Piecewise((p, p < 1/3), (1/2, True)) - 1",
        "Min(p, Max(1/4, 1-p)) * exp(p)",
        "sqrt(p)*(1 - Max(p, 1/2))",
    ],
)
def test_values_stay_and_choices_come_first(h: str) -> None:
    expression = boundary_expression(h)
    found = lifted(expression)
    assert isinstance(found, CHOICES)
    for n in range(1, 24):
        at = sympy.Rational(n, 24)
        assert sympy.simplify(found.subs(P, at).doit() - expression.subs(P, at)) == 0


def test_a_negative_factor_turns_a_minimum_round() -> None:
    found = lifted(-3 * sympy.Min(P, HALF))
    assert isinstance(found, sympy.Max) and set(found.args) == {-3 * P, -3 * HALF}
    found = lifted(3 * sympy.Min(P, HALF))
    assert isinstance(found, sympy.Min)


def test_a_factor_of_no_known_sign_is_left_alone() -> None:
    expression = (P - HALF) * sympy.Min(P, HALF)
    assert lifted(expression) == expression
    smooth = P**2 + 1
    assert lifted(smooth) == smooth


def test_more_branches_than_are_few_are_left_as_they_are_written() -> None:
    choices = [sympy.Min(P, sympy.Rational(1, n)) for n in range(2, 9)]
    expression = sympy.Add(*choices)
    assert 2 ** len(choices) > MOST_BRANCHES
    assert lifted(expression) == expression
