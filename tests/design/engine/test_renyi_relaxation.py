"""Curved objectives of two truths under Renyi budgets, against the linear route and by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.design.engine.renyi_relaxation import merged, refuse_loose, within_reach
from rropt.design.problem import Problem

TWO = rr.RenyiDP(2, "1/2")


def table(*rows):
    return tuple(tuple(map(F, row)) for row in rows)


@pytest.mark.everything
@pytest.mark.parametrize("privacy", [TWO, rr.ZeroConcentratedDP("1/2")], ids=["order 2", "zCDP"])
@pytest.mark.parametrize(
    ("objective", "times"),
    [
        (rr.AOptimal(["2/3", "1/3"]), 2),
        (rr.EOptimal(["2/3", "1/3"]), 2),
        (rr.COptimal(["2/3", "1/3"], [1, -1]), 4),
    ],
    ids=["a", "e", "c"],
)
def test_of_two_truths_every_criterion_is_the_variance(privacy, objective, times):
    # The covariance of both shares is (v, -v; -v, v), v the variance of the linear route.
    expected = times * float(rr.optimal(privacy, rr.Variance("1/3")).bound)
    design = rr.optimal(privacy, objective)
    assert privacy.satisfied_by(design.channel)
    assert float(design.bound) <= expected * (1 + 1e-6)
    assert expected * (1 - 1e-6) <= float(design.value)
    assert float(design.gap) <= 1e-3 * expected


@pytest.mark.everything
def test_models_and_worst_cases_have_answers_too():
    model = rr.ForModel(rr.Logit(-1, 1), points=[[0], [1], [2]], coefficients=[1])
    for objective in (rr.Mean([0, 1]), rr.VarianceOverInterval("1/10", "1/3"), model):
        design = rr.optimal(TWO, objective)
        assert design.check().verdict == "verified"
        assert TWO.satisfied_by(design.channel)
        assert float(design.gap) < 1e-5 * float(design.value)
        # Order 2 at 1/2 allows what pure epsilon 1/2 does, and a table of no pure epsilon 1.
        pure = [float(rr.optimal(rr.LocalDP(e), objective).value) for e in ("1/2", "1")]
        assert pure[1] < float(design.value) < pure[0]


@pytest.mark.everything
def test_a_table_over_a_denominator_keeps_the_budget():
    design = rr.optimal(TWO, rr.AOptimal(["9/10", "1/10"]), denominator=1000)
    assert TWO.satisfied_by(design.channel)
    assert all((1000 * x).denominator == 1 for row in design.channel.rows for x in row)


@pytest.mark.everything
def test_a_loose_bound_is_refused_and_not_sold():
    with pytest.raises(rr.InputError, match="percent only"):
        rr.optimal(rr.ZeroConcentratedDP("1/50"), rr.AOptimal(["9/10", "1/10"]))


def test_only_what_is_looser_than_a_hundredth_is_refused():
    problem = Problem(TWO.on(2), rr.AOptimal(["1/2", "1/2"]))
    refuse_loose(problem, F(1, 100))
    with pytest.raises(rr.InputError, match="2 percent only"):
        refuse_loose(problem, F(2, 100))
    refuse_loose(Problem(rr.LocalDP(1), rr.AOptimal(["1/2", "1/2"])), F(2, 100))


def test_three_truths_are_refused_with_what_works():
    with pytest.raises(rr.InputError, match=r"categories must be 2 .* mutual information"):
        rr.optimal(TWO, rr.AOptimal(["1/2", "1/4", "1/4"]))


def test_merging_stops_at_its_loss_and_keeps_the_columns():
    near = table(["2", "1"], ["200001/100000", "1"], ["1", "2"])
    assert merged(near, 1e-9) == ((F(400001, 100000), F(2)), (F(1), F(2)))
    assert merged(near, 0.0) == near
    assert merged(near, 100.0) == ((F(500001, 100000), F(4)),)


def test_a_revealing_report_is_far_from_all_others():
    rows = table([1, 0], [1, 1])
    assert merged(rows, 100.0) == rows
    assert within_reach(rows, F(8)) == table([1, "1/8"], [1, 1])
