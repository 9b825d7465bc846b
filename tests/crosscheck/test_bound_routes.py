"""B(h) by three routes: values by hand, every criterion of chai-nayak, and wrong routes."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import pytest
import sympy as sp

from rropt.closed.recalled.recall import Disagreement
from rropt.crosscheck import bound_routes
from rropt.crosscheck.bound_routes import (
    CHAI_NAYAK,
    crosscheck_bound,
    crosscheck_criterion,
    ratio,
    smooth_pieces,
    symbolic_bound,
)
from rropt.crosscheck.found import NotPosed
from rropt.strict.evaluate import P
from rropt.strict.expression import boundary_expression

BY_HAND = {
    "Min(1, p + 1/5)": Fraction(9, 4),
    "sqrt(p)": Fraction(2),
    "p**(2/3)": Fraction(3, 2),
    "Min(1, 2*p)": Fraction(2),
    "Min(1, 3*p/(1+2*p))": Fraction(3),
    "Piecewise((1/2, p < 1/10), (1, True))": Fraction(9),
    "1 - (1-p)**2": Fraction(2),
    "p": Fraction(1),
}
"""p + c: ((1 + c) / (1 - c))^2; p^a: 1 / a; a factor b: b; gamma; rho 1/10 to 1/2: 9."""


@pytest.mark.everything
@pytest.mark.parametrize("h", BY_HAND)
def test_values_by_hand(h) -> None:
    found = crosscheck_bound(h)
    assert [row.route for row in found.rows] == ["certificate", "symbolic", "numeric"]
    assert {row.exact for row in found.rows[:2]} == {str(BY_HAND[h])}
    assert abs(found.rows[2].difference) < 1e-5
    assert "symbolic" in str(found) and len(found.to_json()) == 3


DEMANDS = {
    "chai-nayak/def-1.1": 9,  # rho2 (1 - rho1) / (rho1 (1 - rho2))
    "chai-nayak/def-1.2": Fraction(3, 2),
    "chai-nayak/def-2.1": 3,
    "chai-nayak/def-2.2": Fraction(2),  # 1 - h_l(1 - p) = (1 + p) / 2: (1 + p) / p at p = 1
    "chai-nayak/lem-3.1": Fraction(9, 4),
    "chai-nayak/eq-3.5": 3,
    "chai-nayak/eq-3.6": 20,
    "a concave boundary": 2,
}


@pytest.mark.everything
@pytest.mark.parametrize("name", CHAI_NAYAK)
def test_every_criterion_of_chai_nayak(name) -> None:
    """By hand, and as the gamma that the criterion itself says."""
    criterion = CHAI_NAYAK[name]
    found = crosscheck_criterion(criterion)
    assert {row.exact for row in found.rows if row.exact} == {str(DEMANDS[name])}
    assert criterion.gamma.exact == DEMANDS[name] and len(found.rows) == 3


def test_no_demand_is_infinite_by_all() -> None:
    assert [row.number for row in crosscheck_bound("1").rows] == [inf] * 3


@pytest.mark.everything
def test_what_is_not_algebraic_has_two_routes() -> None:
    found = crosscheck_bound("log(1+p)/log(2)")
    assert [row.route for row in found.rows] == ["certificate", "numeric"]
    assert "algebraic" in found.silent["symbolic"]
    alone = crosscheck_bound("Piecewise((1/10, Eq(p, 1/20)), (1, True))")
    assert "single prior" in alone.silent["numeric"]


@pytest.mark.parametrize("route", ["symbolic_bound", "numeric_bound"])
def test_a_wrong_route_is_a_disagreement(monkeypatch, route) -> None:
    """(1 - p) h / p without its second denominator."""
    monkeypatch.setattr(bound_routes, "ratio", lambda h, p: (1 - p) * h / p)
    only = {"symbolic_bound": "numeric_bound", "numeric_bound": "symbolic_bound"}[route]

    def silent(h):
        raise NotPosed("left out")

    monkeypatch.setattr(bound_routes, only, silent)
    with pytest.raises(Disagreement, match="disagree about B"):
        crosscheck_bound("Min(1, p + 1/5)")


def test_pieces_and_the_ratio() -> None:
    h = boundary_expression("Min(1, Max(p, 1/3))")
    assert set(smooth_pieces(h)) == {sp.Integer(1), P, sp.Rational(1, 3)}
    assert ratio(sp.Rational(1, 2), sp.Rational(1, 4)) == 3
    assert symbolic_bound(h).lo == 1
