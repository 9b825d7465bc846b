"""The symbols of closed forms are the plain ones, which everybody can make.

Formulas as the expressions that print as them.
"""

from __future__ import annotations

import math

import pytest
import sympy
import sympy as sp

import rropt as rr
from rropt.closed import formula, symbols
from rropt.closed.formula import Formula
from rropt.closed.recalled.published import FORMS


def test_a_symbol_made_elsewhere_is_the_same():
    for name in ("gamma", "delta", "pi", "k"):
        assert sympy.symbols(name) - getattr(symbols, name) == 0


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.id)
def test_a_published_form_prints_as_the_expression_that_it_is(form):
    assert str(form.expression) == form.text


def test_a_number_times_a_sum_is_not_multiplied_out():
    assert str(Formula("gamma/(2*(gamma + 2))").expression) == "gamma/(2*(gamma + 2))"
    assert str(Formula("3*(gamma + 2)/4").expression) == "3*(gamma + 2)/4"


@pytest.mark.everything
@pytest.mark.parametrize(
    "objective",
    [
        rr.Guess(["1/2", "3/10", "1/5"]),
        rr.MutualInformation(["1/2", "1/3", "1/6"]),
        rr.FDivergence("hellinger"),
        rr.FDivergence("jensen-shannon"),
        rr.DOptimal(["1/3", "2/3"]),
    ],
    ids=lambda objective: objective.label,
)
@pytest.mark.parametrize("delta", ["0", "1/10"])
def test_what_is_recalled_prints_as_the_expression_that_it_is(objective, delta):
    design = rr.optimal(rr.LocalDP("ln(5/2)", delta), objective)
    found = formula(design)
    if found is not None:
        assert str(found) == str(design.closed_form)


@pytest.mark.parametrize(
    "text",
    ["a - b - c", "a - (b - c)", "-a*b/c/2", "a/(b*c)", "2*(a + b)/3", "a**-2 + sqrt(b)",
     "-(a - b)**3", "log(a/b)*exp(-c)", "a*(b + c)*(b - c)/(2*a - 1)", "1 - -a"],
)  # fmt: skip
def test_the_expression_has_the_value_of_the_text(text: str) -> None:
    """By Python's own arithmetic at a point."""
    place = {"a": 1.25, "b": 0.75, "c": 2.5}
    found = Formula(text).expression
    known = {sp.Symbol(name): value for name, value in place.items()}
    functions = {"log": math.log, "sqrt": math.sqrt, "exp": math.exp}
    expected = eval(text, {"__builtins__": {}}, place | functions)
    assert float(found.subs(known)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("text", ["q % 2", "q // 2", "q << 1", "q @ q", "f(q)", "q and q"])
def test_what_is_no_arithmetic_is_refused(text: str) -> None:
    with pytest.raises(rr.InputError, match="numbers or expressions"):
        symbols.written(text, {"q"}, "prior")
