"""Patterns by their levels are the patterns, and the optima found with them are exact."""

from fractions import Fraction

import pytest

import rropt as rr
from rropt.design.linear.columns import solve_columns
from rropt.design.linear.staircase import solve_staircases
from rropt.design.problem import Problem
from rropt.patterns.extreme import evaluate, excess, extreme_patterns, ordered_pairs
from rropt.patterns.shapes import ladder_of, shapes
from rropt.utility import MutualInformation


@pytest.mark.parametrize("gamma", [Fraction(1), Fraction(3, 2), Fraction(7)])
@pytest.mark.parametrize(("truths", "delta"), [(2, 1), (3, 1), (4, 1), (4, 0)])
def test_entries_and_excesses_are_those_of_the_patterns(truths, delta, gamma):
    ladder, unit = ladder_of(gamma, truths)
    pairs = ordered_pairs(truths)
    listed = shapes(truths, bool(delta))
    assert [s.exponents for s in listed] == list(extreme_patterns(truths, Fraction(delta)))
    for shape in listed:
        r = evaluate(shape.exponents, gamma)
        assert [Fraction(x, unit) for x in shape.entries(ladder)] == list(r)
        found = {pairs[i]: Fraction(x, unit) for i, x in shape.excesses(ladder).items()}
        assert found == excess(r, gamma)


PRIORS = [
    ["0.8", "0.2"],
    ["0.5", "0.3", "0.2"],
    ["0.41", "0.29", "0.19", "0.11"],
    ["0.31", "0.27", "0.2", "0.13", "0.09"],
    ["0.4", "0.2", "0.19", "0.1", "0.06", "0.05"],
]


@pytest.mark.parametrize("prior", PRIORS, ids=len)
@pytest.mark.parametrize("level", ["ln(11/10)", "1/2", "ln(3)", "4"])
@pytest.mark.parametrize("delta", [0, "1/20"])
def test_prices_cover_every_pattern_and_pay_for_the_table(prior, level, delta):
    """Primal and dual feasible with equal values, in exact arithmetic, at both ends of gamma."""
    if delta and len(prior) > 4:
        pytest.skip("more staircases than a test should evaluate")
    problem = Problem(rr.LocalDP(level, delta), MutualInformation(prior))
    found = solve_staircases(problem) if delta else solve_columns(problem)
    gamma = problem.gamma.hi
    for exponents in extreme_patterns(len(prior), problem.delta):
        r = evaluate(exponents, gamma)
        surplus = excess(r, gamma)
        price = sum(y * x for y, x in zip(found.prices, r, strict=True))
        price += sum(z * surplus.get(pair, 0) for pair, z in found.pair_prices.items())
        assert price >= problem.objective.bounds(r)[1]
    bound = sum(found.prices) + problem.delta * sum(found.pair_prices.values())
    worth = [problem.objective.bounds(r)[1] for r in found.patterns]
    value = sum(w * u for w, u in zip(found.weights, worth, strict=True))
    rows = [[w * x for x in r] for w, r in zip(found.weights, found.patterns, strict=True)]
    assert [sum(column) for column in zip(*rows, strict=True)] == [1] * len(prior)
    assert value == bound if problem.gamma.is_exact else value <= bound
