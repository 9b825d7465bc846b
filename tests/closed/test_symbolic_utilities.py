"""Utilities as expressions, beside their values."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.closed import symbolic_utilities
from rropt.closed.symbols import gamma, pi
from rropt.patterns.extreme import evaluate
from rropt.utility import information

pytestmark = pytest.mark.quick


def test_every_divergence_has_its_expression():
    """A new divergence is one entry in each of the two tables."""
    assert set(symbolic_utilities.DIVERGENCES) == set(information.DIVERGENCES)


ALL = [
    rr.Trace(2),
    rr.Variance("1/4"),
    rr.Guess("1/4,3/4"),
    rr.Gain([[1, 0], [0, 3], [1, 1]], "1/4,3/4"),
    rr.MutualInformation("1/4,3/4"),
    *(rr.FDivergence(name) for name in information.DIVERGENCES),
]


@pytest.mark.parametrize("objective", ALL, ids=lambda o: getattr(o, "divergence", o.name))
@pytest.mark.parametrize("pattern", [(0, 1), (1, 0), (0, 0), (2, 0)])
def test_the_expression_has_the_value_of_the_utility(objective, pattern) -> None:
    point = evaluate(pattern, Fraction(3))
    told = symbolic_utilities.utility(objective, symbolic_utilities.entries(pattern), point)
    lo, hi = objective.bounds(point)
    known = {gamma: 3, pi: sp.Rational(1, 4)}
    assert float(lo) == pytest.approx(float(told.subs(known)), rel=1e-12, abs=1e-15)
    assert hi - lo <= abs(hi) / 2**60


@pytest.mark.parametrize("objective", ALL[2:4], ids=lambda o: o.name)
def test_pieces_of_a_decision_are_all_its_actions(objective) -> None:
    for pattern in ((0, 1), (1, 0), (-1, 0)):
        found = symbolic_utilities.pieces(objective, pattern)
        values = [float(piece.subs(gamma, 3)) for _, piece in found]
        assert max(values) == pytest.approx(
            float(objective.bounds(evaluate(pattern, Fraction(3)))[0])
        )
        assert len(found) == (2 if isinstance(objective, rr.Guess) else 3)


def test_a_prior_of_expressions_takes_the_place_of_the_numbers() -> None:
    q = sp.Symbol("q")
    found = symbolic_utilities.pieces(rr.Guess("1/2,1/2"), (0, 1), (q, 1 - q))
    assert [piece for _, piece in found] == [q, gamma * (1 - q)]


def test_tidy_keeps_the_value_and_names_each_logarithm_once() -> None:
    expression = (
        sp.log(gamma / (gamma + 1)) + gamma * sp.log((gamma + 1) / gamma) - sp.log(1 / gamma)
    )
    tidied = symbolic_utilities.tidy(expression)
    assert float(tidied.subs(gamma, 7)) == pytest.approx(float(expression.subs(gamma, 7)))
    assert len(tidied.atoms(sp.log)) <= 3


def test_a_users_own_utility_has_no_expression() -> None:
    own = rr.Custom(lambda r: max(r), 2)
    assert not symbolic_utilities.has_expression(own)
    assert all(map(symbolic_utilities.has_expression, ALL))
    with pytest.raises(NotImplementedError, match="no expression for"):
        symbolic_utilities.utility(own, (gamma, sp.Integer(1)), (Fraction(3), Fraction(1)))
