"""Routes: what each answers, and the reason where it has no answer."""

from __future__ import annotations

from fractions import Fraction

import pytest

import rropt as rr
from rropt.crosscheck import all_routes
from rropt.crosscheck.crosschecking import Disagreement
from rropt.crosscheck.found import Found, NotPosed

pytestmark = pytest.mark.quick

SKEWED = ["1/2", "3/10", "1/5"]


def test_every_route_takes_part() -> None:
    table = rr.crosscheck(rr.Problem(rr.LocalDP("ln(3)"), rr.Guess(SKEWED)))
    assert [row.route for row in table.rows] == ["certificate", *all_routes.ROUTES]
    exact = {row.route: row.exact for row in table.rows}
    assert exact["certificate"] == exact["published"] == exact["symbolic"] == "3/5"
    assert "difference" in str(table) and len(table.to_json()) == len(table.rows)


@pytest.mark.parametrize("route", all_routes.ROUTES)
def test_a_wrong_route_is_an_error(monkeypatch, route) -> None:
    problem = rr.Problem(rr.LocalDP("ln(3)"), rr.Trace(3))
    wrong = Found(Fraction(2), Fraction(2), 2.0, "2", "nothing")
    monkeypatch.setitem(all_routes.ROUTES, route, lambda design: wrong)
    with pytest.raises(Disagreement, match=route):
        rr.crosscheck(problem, [route])


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
        (rr.Privacy([[1, "1.000001"], [2, 1]]), rr.Guess(["1/3", "2/3"]), None),
        (rr.Privacy([[1, 3], [2, 1]], "1/100000"), rr.Guess(["1/3", "2/3"]), None),
    ],
)
def test_doubles_are_not_heard_where_they_cannot_tell_the_level(privacy, objective, outputs):
    """Clarabel had been called a disagreement, or had failed, at its own tolerance."""
    table = rr.crosscheck(rr.Problem(privacy, objective, outputs))
    assert not {"numeric", "random tables"} & {row.route for row in table.rows}
    assert "doubles" in table.silent["numeric"]


def test_a_route_without_an_answer_says_why() -> None:
    matrix = rr.optimal(rr.Privacy([[1, 3], [2, 1]]), rr.Guess("1/2,1/2"))
    with pytest.raises(NotPosed, match="one number"):
        all_routes.published(matrix)
    many = rr.optimal(rr.LocalDP("ln(3)"), rr.Guess([Fraction(1, 12)] * 12))
    with pytest.raises(NotPosed, match="at most 10 truths"):
        all_routes.by_programs(many)
    with pytest.raises(NotPosed, match="few truths"):
        all_routes.by_tables(many)


def test_each_route_holds_the_optimum_of_a_small_design() -> None:
    design = rr.optimal(rr.LocalDP("1/2"), rr.Guess(SKEWED))
    for route in all_routes.ROUTES.values():
        found = route(design)
        assert found.lo <= design.bound and found.hi >= design.value


def test_a_variance_is_told_in_its_own_units() -> None:
    """Holohan's theorem 2: 3/4 + 3/16."""
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/4"))
    for route in all_routes.ROUTES.values():
        assert route(design).number == pytest.approx(15 / 16, rel=1e-6)


@pytest.mark.parametrize("epsilon", ["1/40", 1, 10])
@pytest.mark.parametrize("shares", [["1/2", 0, "1/2"], ["1/2", "1/4", "1/4"]])
def test_a_group_s_mean_is_resolved_near_a_level_of_one_and_far_from_it(epsilon, shares) -> None:
    """Entries that differ by a fortieth lost 3e-5 of the value, and were called a disagreement; at
    e^10 the value is 3e-4 of what is taken off.
    """
    design = rr.optimal(rr.LocalDP(epsilon), rr.Mean([1, -2, 0], shares))
    table = design.crosscheck()
    assert "numeric" in {row.route for row in table.rows}


def test_information_of_truths_without_a_share_has_a_symbolic_optimum() -> None:
    """A report that they alone give is worth nothing: it was divided by its chance of zero."""
    objective = rr.MutualInformation([0, "31/32", "1/32"])
    table = rr.optimal(rr.LocalDP(1, delta="1/2"), objective).crosscheck()
    assert "symbolic" in {row.route for row in table.rows}


def test_a_thousand_truths_are_too_many_for_both_routes() -> None:
    """A million inequalities of a thousand numbers each were written out, for half an hour."""
    design = rr.optimal(rr.LocalDP(1), rr.AOptimal("uniform", categories=1000))
    for route, words in (("symbolic", "formulas"), ("numeric", "programs")):
        with pytest.raises(NotPosed, match=f"{words} are posed for at most"):
            all_routes.ROUTES[route](design)
