"""Statements as texts: what is read, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from rropt.proofs.exactly import evaluate
from rropt.proofs.text import read

import rropt as rr

x, y = sp.symbols("x y")


@pytest.mark.parametrize(
    "text",
    [
        "x + 2*y - 3/4",
        "-x**2",
        "(x - y)*(x + y)/(1 + x**2)",
        "2**3 - x/4*y",
        "abs(x - 3) + max_",
        "1.25*x",
    ],
)
def test_a_text_has_the_value_that_python_gives_it(text):
    """Python's own evaluation over fractions."""
    place = {"x": Fraction(3, 7), "y": Fraction(-5, 2), "max_": Fraction(1, 3)}
    expected = eval(text.replace("3/4", "Fraction(3, 4)"), {"Fraction": _exact}, place)
    e = read(text)
    found = evaluate(e, {s: place[str(s)] for s in e.free_symbols})
    assert abs(found - Fraction(expected)) < Fraction(1, 10**12)


def _exact(a: int, b: int) -> Fraction:
    return Fraction(a, b)


def test_nothing_of_a_text_is_evaluated():
    assert read("x/x") == sp.Mul(x, sp.Pow(x, -1, evaluate=False), evaluate=False)
    assert read("sqrt(x)**2").exp == 2
    assert read("0.1") == sp.Rational(1, 10) and read("1/3") == sp.Rational(1, 3)


def test_rows_of_comparisons_and_words_are_statements():
    chain = read("0 <= x < y and not x == 1 or y != 2")
    assert chain.atoms(sp.Symbol) == {x, y}
    assert read("n > 0", integers=["n"]).free_symbols.pop().is_integer
    assert read("Implies(x > 1, x > 0)").func is sp.Implies


@pytest.mark.parametrize(
    "text",
    ["", "x +", "f(x) > 0", "x > 'a'", "__import__('os')", "x.real > 0", "[x] > 0", "x and y",
     "sqrt(x, y) > 0", "sqrt > 0", "x in y", "x // 2 == 0", "lambda: x", "not x", "x = 1",
     "(x > 0) + 1 > 0", "x" * 20_000, "(" * 3000 + "x" + ")" * 3000],
)  # fmt: skip
def test_what_is_no_formula_is_refused_with_a_sentence(text):
    with pytest.raises(rr.InputError, match="a statement must"):
        read(text)
