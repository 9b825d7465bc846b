"""Verdicts on Blackwell's order beside sympy and cvxpy."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import rropt as rr
from rropt.closed.recalled.recall import Disagreement
from rropt.crosscheck import order_routes
from rropt.crosscheck.order_routes import crosscheck_order
from rropt.exact import InputError

WARNER = [["3/4", "1/4"], ["1/4", "3/4"]]
TRUTH = [["1", "0"], ["0", "1"]]


def _table(drawn, reports, truths):
    columns = []
    for _ in range(truths):
        parts = [drawn.randint(1, 9) for _ in range(reports)]
        columns.append([Fraction(part, sum(parts)) for part in parts])
    return [list(row) for row in zip(*columns, strict=True)]


def _product(C, P):
    columns = list(zip(*P, strict=True))
    return [[sum(c * p for c, p in zip(row, col, strict=True)) for col in columns] for row in C]


@pytest.mark.parametrize("seed", range(4))
def test_a_garbling_and_any_other_table(seed) -> None:
    drawn = random.Random(seed)
    P = _table(drawn, 3, 3)
    found = crosscheck_order(rr.compare(_product(_table(drawn, 3, 3), P), P))
    assert [row.route for row in found.rows] == ["certificate", "symbolic", "numeric"]
    assert all(row.answers[0] is not False for row in found.rows)
    crosscheck_order(rr.compare(_table(drawn, 3, 3), P))


@pytest.mark.quick
def test_dependent_reports_leave_two_routes() -> None:
    again = [["3/8", "1/8"], ["3/8", "1/8"], ["1/4", "3/4"]]
    found = rr.crosscheck(rr.compare(again, WARNER))
    assert "depend on each other" in found.silent["symbolic"]
    assert [row.answers for row in found.rows] == [(True, True)] * 2
    assert "numeric      yes (" in str(found) and "symbolic is silent" in str(found)
    assert found.to_json()[0]["answers"] == {"A = C P": True, "P = C A": True}


LEVELS = {
    "gamma": (rr.LocalDP("ln(3)"), rr.Guess(["1/2", "1/4", "1/4"])),
    "delta": (rr.LocalDP("ln(3)", "1/10"), rr.Guess(["1/2", "1/2"])),
    "matrix": (rr.Privacy([["1", "2", "3"], ["2", "1", "2"], ["4", "2", "1"]]), rr.Trace(3)),
    "irrational": (rr.LocalDP("1"), rr.Trace(3)),
    "renyi": (rr.RenyiDP(2, "1/2"), rr.Trace(2)),
}


@pytest.mark.everything
@pytest.mark.parametrize("name", LEVELS)
def test_a_best_table_and_one_with_noise(name) -> None:
    privacy, objective = LEVELS[name]
    table = rr.optimal(privacy, objective).channel
    try:
        best = rr.admissible(table, privacy)
    except InputError:
        assert name == "renyi"
        return
    assert rr.crosscheck(best).rows[-1].answers == (best.admissible,)
    noise = [[(9 * x + Fraction(1, len(table.rows))) / 10 for x in row] for row in table.rows]
    worse = rr.crosscheck(rr.admissible(noise, privacy))
    assert [row.answers for row in worse.rows] == [(False,)] * len(worse.rows)
    assert worse.rows[-1].route == "numeric"


@pytest.mark.everything
@pytest.mark.parametrize("delta", ["0", "1/10"])
@pytest.mark.parametrize("seed", range(4))
def test_any_table_at_its_own_level(seed, delta) -> None:
    """Random tables are hardly ever admissible; staircases of two values are."""
    drawn = random.Random(seed)
    table = rr.Channel.from_rows(_table(drawn, 3, 3))
    level = rr.LocalDP.from_gamma(table.gamma_for(Fraction(delta)), delta)
    crosscheck_order(rr.admissible(table, level))


@pytest.mark.quick
@pytest.mark.parametrize(("route", "name"), [("numeric", "residual"), ("symbolic", "is_garbling")])
def test_a_wrong_route_of_the_order_is_a_disagreement(monkeypatch, route, name) -> None:
    """A residual that is nothing calls every table a garbling."""
    wrong = {"numeric": 0.0, "symbolic": True}[route]
    monkeypatch.setattr(getattr(order_routes, route), name, lambda A, P: wrong)
    with pytest.raises(Disagreement, match=f"{route} and certificate disagree about the order"):
        crosscheck_order(rr.compare(TRUTH, WARNER))


@pytest.mark.quick
@pytest.mark.parametrize("route", ["numeric", "symbolic"])
def test_a_dropped_constraint_is_seen(monkeypatch, route) -> None:
    """Without its inequalities every report can be taken apart."""
    name = {"numeric": "limits_of", "symbolic": "exact_limits"}[route]
    known = getattr(order_routes, name)

    def weaker(question):
        return known(type(question)(privacy=rr.LocalDP("ln(4)"), truths=2))

    monkeypatch.setattr(order_routes, name, weaker)
    with pytest.raises(Disagreement, match=f"{route} and certificate disagree"):
        crosscheck_order(rr.admissible(WARNER, 3))


def test_what_is_too_close_for_doubles_is_no_disagreement() -> None:
    """1e-12 beside a garbling of Warner's table, and beside an admissible one."""
    near = Fraction(1, 10**12)
    beside = [[Fraction(3, 4) + near, Fraction(1, 4)], [Fraction(1, 4) - near, Fraction(3, 4)]]
    found = rr.crosscheck(rr.compare(beside, WARNER))
    assert [row.answers[0] for row in found.rows] == [False, False, None]
    level = rr.LocalDP.from_gamma(3 + 10**6 * near)
    found = rr.crosscheck(rr.admissible(WARNER, rr.LocalDP.from_gamma(3 + near)))
    assert [row.answers for row in found.rows] == [(False,), (False,), (None,)]
    assert rr.crosscheck(rr.admissible(WARNER, level)).rows[0].answers == (False,)


def test_routes_are_not_chosen_for_a_verdict() -> None:
    with pytest.raises(InputError, match="routes must be left out"):
        rr.crosscheck(rr.compare(TRUTH, WARNER), ["numeric"])
