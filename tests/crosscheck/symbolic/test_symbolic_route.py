"""The symbolic route: its answers are exact, and mutations of it are seen."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.recalled.recall import Disagreement
from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.question_catalogue import cells, compared
from rropt.crosscheck.symbolic import symbolic_route
from rropt.crosscheck.symbolic.exact_limits import GammaPower
from rropt.crosscheck.symbolic.symbolic_route import symbolic

SKEWED = ["1/2", "1/3", "1/6"]
QUESTIONS = (
    (rr.LocalDP("ln(3)"), rr.Guess(SKEWED)),
    (rr.LocalDP("1/2"), rr.MutualInformation(SKEWED)),
    (rr.LocalDP("ln(3)"), rr.AOptimal(["1/3"] * 3)),
    (rr.LocalDP("ln(3)", "1/10"), rr.Guess(SKEWED)),
    (rr.LocalDP(2), rr.AOptimal(SKEWED)),
    (rr.Privacy([[1, "3/2"], [3, 1]]), rr.Warner("1/4")),
    (rr.OneSided([1], "1/2"), rr.Variance("worst")),
)
IDS = [f"{goal.name}-{type(level).__name__}" for level, goal in QUESTIONS]


def test_the_value_is_exact() -> None:
    found = symbolic(rr.Problem(rr.LocalDP("ln(3)"), rr.Guess(["1/2", "3/10", "1/5"])))
    assert found.lo == found.hi == Fraction(3, 5) and found.exact == "3/5"
    found = symbolic(rr.Problem(rr.LocalDP(1), rr.Variance("1/4"), 2))
    gamma = sp.E
    assert sp.simplify(sp.sympify(found.exact) - gamma / (gamma - 1) ** 2) == sp.Rational(3, 16)
    assert found.hi - found.lo < Fraction(1, 10**40)


@pytest.mark.everything
@pytest.mark.parametrize(("privacy", "objective"), QUESTIONS, ids=IDS)
@pytest.mark.parametrize("mutation", ["dropped", "looser"])
def test_a_mutation_is_a_disagreement(monkeypatch, privacy, objective, mutation) -> None:
    """One inequality left out, or one constant a thousandth larger."""
    design = rr.optimal(privacy, objective)
    assert [row.route for row in rr.crosscheck(design, ["symbolic"]).rows][1:] == ["symbolic"]
    true = symbolic_route.exact_limits

    def more(power: GammaPower) -> GammaPower:
        return replace(power, factor=power.factor * Fraction(1001, 1000))

    def mutated(problem):
        limits = true(problem)
        if mutation == "dropped":
            if limits.budgets:
                return replace(limits, budgets=limits.budgets[1:])
            return replace(limits, hard=limits.hard[1:])
        budgets = tuple(replace(b, most=b.most * Fraction(1001, 1000)) for b in limits.budgets)
        hard = tuple(tuple(more(x) if x.factor < 0 else x for x in form) for form in limits.hard)
        return replace(limits, hard=hard, budgets=budgets)

    monkeypatch.setattr(symbolic_route, "exact_limits", mutated)
    try:
        rr.crosscheck(design, ["symbolic"])
    except Disagreement as error:
        assert "symbolic" in str(error)
    else:
        with pytest.raises(NotPosed):
            symbolic(design.problem)


@pytest.mark.everything
def test_more_than_half_of_the_catalogue_have_formulas() -> None:
    some = [found for found in map(compared, list(cells())[11::83]) if found.rows]
    assert len(some) > 20
    answered = [row.route for found in some for row in found.rows]
    assert answered.count("symbolic") >= 0.5 * len(some)


def test_what_it_cannot_do_has_a_reason() -> None:
    for problem, reason in (
        (rr.Problem(rr.LocalDP(1), rr.MutualInformation(SKEWED), 2), "literature"),
        (rr.Problem(rr.LocalDP(1), rr.EOptimal(SKEWED)), "no symbolic solution"),
        (rr.Problem(rr.LocalDP(1), rr.Mean(low=0, high=1)), "interval"),
    ):
        with pytest.raises(NotPosed, match=reason):
            symbolic(problem)
