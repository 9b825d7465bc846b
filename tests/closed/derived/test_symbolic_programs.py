"""Programs with parameters: their bases at a point, as functions."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import sympy as sp

import rropt as rr
from rropt.closed.derived.symbolic_programs import SymbolicProgram, program
from rropt.closed.derived.validity import Box

gamma, delta, pi = sp.symbols("gamma delta pi")


ANY = rr.LocalDP("ln(3)", "1/10")


def _problem(objective, outputs=None, privacy=ANY):
    return rr.Problem(privacy, objective, outputs)


def _same(left, right):
    return sp.cancel(left - right) == 0


def test_every_piece_is_an_optimal_solution():
    """Weights are a mechanism, prices add up to the value: at a point of each piece."""
    answer = rr.derive(_problem(rr.Guess(["1/2", "3/10", "1/5"])), (1, "oo"), delta=0)
    for piece in answer.pieces:
        g = piece.point[gamma]
        rows = [
            [w.subs(gamma, g) * sp.Rational(str(g)) ** t for t in r] for r, _, w in piece.patterns
        ]
        assert [sum(column) for column in zip(*rows, strict=True)] == [1, 1, 1]
        assert _same(sum(piece.prices), piece.value)


def test_a_logical_variable_of_an_equality_must_stay_zero():
    """A basis with such a variable holds only where its value vanishes: both signs are asked."""
    fixed = SymbolicProgram((), (), 1, False, Box(((gamma, Fraction(1), None),)))
    solved = SimpleNamespace(basis=(0,), weights=[gamma - 2])
    assert fixed._signs(solved) == [gamma - 2, 2 - gamma]


def test_a_basis_solved_in_symbols_is_the_certified_design_at_its_point() -> None:
    for objective, d in ((rr.Guess("1/2,3/10,1/5"), "0"), (rr.Guess("2/3,1/3"), "1/10")):
        box = Box(((gamma, Fraction(1), None),))
        problem = rr.Problem(rr.LocalDP("ln(3)", d), objective)
        parametric = program(problem, box, {delta: Fraction(d)})
        point = {gamma: Fraction(4)}
        solved = parametric.solve(point)
        value = rr.optimal(rr.LocalDP.from_gamma(4, d), objective).value
        assert solved.value.subs(gamma, 4) == sp.Rational(str(value))
        assert min(w.subs(gamma, 4) for w in solved.weights) >= 0
        assert all(c.subs(gamma, 4) >= 0 for c in parametric.conditions(solved))


def test_a_basis_that_is_not_optimal_violates_a_condition() -> None:
    """Equal weights on the three patterns of one low truth: feasible, and worse."""
    problem = rr.Problem(rr.LocalDP("ln(3)"), rr.Guess("1/2,3/10,1/5"))
    parametric = program(problem, Box(((gamma, Fraction(1), None),)), {delta: Fraction(0)})
    low = tuple(
        next(j for j, c in enumerate(parametric.columns)
             if c.pattern == p and c.piece == f"guess {n}")
        for n, p in ((0, (1, 0, 1)), (0, (1, 1, 0)), (1, (0, 1, 1)))
    )  # fmt: skip
    solved = parametric.solved(low)
    assert all(w.subs(gamma, 4) > 0 for w in solved.weights)
    assert any(c.subs(gamma, 4) < 0 for c in parametric.conditions(solved))


def test_equal_masses_have_one_row_for_all_truths_and_one_for_all_pairs() -> None:
    problem = rr.Problem(rr.LocalDP("ln(3)", "1/10"), rr.Guess(["1/4"] * 4))
    box = Box(((gamma, Fraction(1), None), (delta, Fraction(0), Fraction(1))))
    parametric = program(problem, box, {})
    assert parametric.symmetric and parametric.equalities == 1
    assert parametric.rhs == (1, delta) and parametric.rational
