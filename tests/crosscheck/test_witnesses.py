"""Routes: what each answers, and where it does not apply."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.crosscheck import witnesses
from rropt.crosscheck.crosschecking import Disagreement

ALL = ["published", "derived", "cvxpy statement", "pattern program", "brute force"]


def test_every_route_takes_part():
    table = rr.crosscheck(rr.Problem(rr.LocalDP("ln(3)"), rr.Guess(["1/2", "3/10", "1/5"])))
    assert [row.route for row in table.rows] == ["certificate", *ALL]
    exact = {row.route: row.exact for row in table.rows}
    assert exact["certificate"] == exact["published"] == exact["derived"] == "3/5"
    assert exact["brute force"] == "3/5"
    assert "difference" in str(table) and len(table.to_json()) == 6


def test_a_wrong_route_is_an_error(monkeypatch):
    problem = rr.Problem(rr.LocalDP("ln(3)"), rr.Trace(3))
    wrong = witnesses.Found(Fraction(2), Fraction(2), 2.0, "2", sp.Integer(2))
    monkeypatch.setitem(witnesses.ROUTES, "published", lambda design: wrong)
    with pytest.raises(Disagreement, match="published"):
        rr.crosscheck(problem, ["published"])


def test_tiny_utilities_are_compared_in_their_own_units():
    """epsilon = 1/1000: the information is about 1e-7."""
    prior = ["1/2", "1/4", "1/4"]
    table = rr.crosscheck(rr.Problem(rr.LocalDP("1/1000"), rr.MutualInformation(prior)))
    assert "pattern program" in [row.route for row in table.rows]


@pytest.mark.parametrize(
    "privacy, objective, outputs",
    [
        (rr.LocalDP.from_gamma("1.000000000001"), rr.Variance("1/2"), 2),
        (rr.LocalDP.from_gamma("1.000000000001"), rr.Warner("1/4"), None),
        (rr.LocalDP.from_gamma("1.000000000001", "1e-30"), rr.Variance("1/2"), None),
        (rr.LocalDP.from_gamma("1.000000000001"), rr.FDivergence("kullback-leibler"), None),
        (rr.LocalDP.from_gamma("1.001"), rr.Warner("1/4"), None),
        (rr.LocalDP.from_gamma("1.1", "1e-8"), rr.EOptimal(["1/3"] * 3), None),
        (rr.LocalDP.from_gamma("1.001", "1/10"), rr.MutualInformation("1/6,1/3,1/2"), None),
    ],
)
def test_doubles_are_not_heard_where_they_cannot_tell_the_level(privacy, objective, outputs):
    """Clarabel and HiGHS had been called disagreements, or had failed, at their own tolerances."""
    table = rr.crosscheck(rr.Problem(privacy, objective, outputs))
    assert not {"cvxpy statement", "pattern program"} & {row.route for row in table.rows}


def test_no_route_speaks_of_levels_that_it_does_not_know() -> None:
    matrix = rr.optimal(rr.Privacy([[1, 3], [2, 1]]), rr.Guess("1/2,1/2"))
    assert witnesses.published(matrix) is None and witnesses.derived(matrix) is None
    worst = rr.optimal(rr.LocalDP("ln(3)"), rr.Mean([0, 1, 2]))
    assert witnesses.patterns(worst) is None and witnesses.brute_force(worst) is None
    many = rr.optimal(rr.LocalDP("ln(3)"), rr.Guess(["1/9"] * 9))
    assert witnesses.statement(many) is None and witnesses.patterns(many) is None
    assert witnesses.brute_force(many) is None


def test_each_route_holds_the_optimum_of_a_small_design() -> None:
    design = rr.optimal(rr.LocalDP("1/2"), rr.Guess("1/2,3/10,1/5"))
    for route in witnesses.ROUTES.values():
        found = route(design)
        assert found is not None
        assert found.lo <= design.bound and found.hi >= design.value


def test_a_variance_is_told_in_its_own_units() -> None:
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/4"))
    for name in ("derived", "brute force", "pattern program"):
        found = witnesses.ROUTES[name](design)
        assert found is not None and found.number == pytest.approx(15 / 16, rel=1e-6)
