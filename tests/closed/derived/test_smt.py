"""Questions to two solvers, and what is made of their answers."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt import extras
from rropt.closed.derived import smt
from rropt.closed.derived.region_cover import Cover
from rropt.closed.derived.smt import script, verdicts
from rropt.closed.derived.validity import Box, Condition, ValidityRegion
from rropt.exact import InputError

ANY = rr.LocalDP("ln(3)", "1/10")


ALL = {"gamma": (1, "oo"), "delta": (0, 1)}


def _problem(objective, outputs=None, privacy=ANY):
    return rr.Problem(privacy, objective, outputs)


def test_both_solvers_must_agree():
    assert not Cover("", script="x", verdicts=(("z3", "unsat"), ("cvc5", "unknown"))).proved
    x, y = sp.symbols("x y")
    box = Box(((x, Fraction(0), None), (y, Fraction(0), Fraction(1))))
    assert dict(verdicts(script(box, [ValidityRegion((Condition(x - y),))]))) == {
        "z3": "sat",
        "cvc5": "sat",
    }


@pytest.mark.everything
def test_without_solvers_two_parameters_are_refused(monkeypatch):
    real = extras.import_module

    def without(name):
        if name in ("z3", "cvc5"):
            raise ImportError(name)
        return real(name)

    monkeypatch.setattr(extras, "import_module", without)
    with pytest.raises(InputError, match=r"must be proved by z3.*\[prove\]"):
        rr.derive(_problem(rr.Variance("1/4"), 2), **ALL, prior=(0, 1))


def test_terms_are_evaluated_by_the_solver_as_sympy_does() -> None:
    x = sp.Symbol("x")
    box = Box(((x, Fraction(0), Fraction(5)),))
    for polynomial in (x**3 - 2 * x, -x / 7 + sp.Rational(2, 3), (x - 1) * (x - 4)):
        for value in (Fraction(1, 3), Fraction(4)):
            told = polynomial.subs(x, sp.Rational(str(value)))
            fixed = f"(assert (= x {smt.term(sp.Rational(str(value)))}))"
            claim = f"(assert (not (= {smt.term(polynomial)} {smt.term(told)})))"
            text = "\n".join([*smt.opening(box), fixed, claim, "(check-sat)"])
            assert smt.verdicts(text) == (("z3", "unsat"), ("cvc5", "unsat"))
    with pytest.raises(ArithmeticError, match="not a polynomial"):
        smt.term(sp.sqrt(x))


def test_a_condition_and_its_negation_part_every_point() -> None:
    x = sp.Symbol("x")
    assert smt.holds(Condition(x)) == "(>= x 0.0)" and smt.fails(Condition(x)) == "(< x 0.0)"
    assert smt.holds(Condition(x, True)) == "(> x 0.0)"
    assert smt.fails(Condition(x, True)) == "(<= x 0.0)"


def test_points_are_rational_and_as_asked_also_near_irrational_models() -> None:
    x = sp.Symbol("x")
    line = Box(((x, Fraction(0), Fraction(2)),))
    near = smt.point_inside(line, [x**2 - 2, sp.Rational(1415, 1000) - x])
    assert near is not None and near[x] ** 2 > 2 and near[x] < Fraction(1415, 1000)
    gap = smt.uncovered(
        line, [ValidityRegion((Condition(x - 1),)), ValidityRegion((Condition(-x),))]
    )
    assert gap is not None and 0 < gap[x] < 1
    assert smt.uncovered(line, [ValidityRegion((Condition(x),))]) is None
