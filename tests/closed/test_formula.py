"""A formula is its text: exact where sympy is, enclosed where sympy evaluates, printed the same."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import sympy as sp

from rropt.closed.formula import Formula, Relation
from rropt.closed.recalled.published import FORMS
from rropt.exact import Gamma

pytestmark = pytest.mark.quick

NAMES = {"gamma": Fraction(7, 3), "delta": Fraction(1, 10), "pi": Fraction(1, 4), "k": Fraction(5)}
LEVEL = Gamma(NAMES["gamma"], NAMES["gamma"])


@pytest.mark.parametrize("form", [form for form in FORMS if form.of], ids=lambda form: form.id)
def test_the_value_is_sympys(form):
    at = {name: sp.Rational(x.numerator, x.denominator) for name, x in NAMES.items()}
    theirs = sp.sympify(form.text, {name: sp.Symbol(name) for name in NAMES}).subs(at)
    assert form.formula.exact(NAMES) == Fraction(int(theirs.p), int(theirs.q))


@pytest.mark.parametrize(
    "text", ["log(gamma)/(2*(gamma + 2)) - log(2/(k + 1))", "gamma**(3/2) - exp(-pi)", "sqrt(k)/k"]
)
def test_enclosures_hold_sympys_digits_and_shrink(text):
    at = {sp.Symbol(name): sp.Rational(x.numerator, x.denominator) for name, x in NAMES.items()}
    symbols = {name: sp.Symbol(name) for name in NAMES}
    digits = Fraction(str(sp.sympify(text, symbols).subs(at).evalf(60)))
    widths = []
    for bits in (64, 128):
        lo, hi = Formula(text).enclosure(NAMES, LEVEL, bits)
        assert lo - Fraction(1, 10**50) < digits < hi + Fraction(1, 10**50)
        widths.append(hi - lo)
    assert 0 < widths[1] < widths[0] / 2**50


@pytest.mark.parametrize(
    "text, value",
    [("sqrt(9/4)", "3/2"), ("log(1)", "0"), ("(1/4)**(3/2)", "1/8"), ("exp(0) - 1", "0")],
)
def test_what_is_rational_after_all_is_exact(text, value):
    assert Formula(text).exact({}) == Fraction(value)
    assert Formula(f"{text} + log(2)").exact({}) is None


def test_a_pole_is_an_error_and_no_number():
    with pytest.raises(ZeroDivisionError):
        Formula("1/(gamma - 7/3)").exact(NAMES)
    with pytest.raises(ArithmeticError):
        Formula("log(2)/(gamma - gamma)").enclosure({}, Gamma(2, 3, Fraction(1)), 64)


def test_a_name_without_a_value_is_an_error():
    with pytest.raises(ArithmeticError, match="no value is known for k"):
        Formula("k").enclosure({}, LEVEL, 64)


@pytest.mark.parametrize("seed", range(20))
def test_a_relation_is_that_of_the_numbers(seed):
    rng = random.Random(seed)
    a, b = (Fraction(rng.randint(0, 3), rng.randint(1, 3)) for _ in range(2))
    values = {"delta": a, "pi": b}
    told = {
        "delta < pi": a < b, "delta <= pi": a <= b, "delta == pi": a == b,
        "delta != pi": a != b, "delta >= pi": a >= b, "delta > pi": a > b,
    }  # fmt: skip
    assert {text: Relation(text).holds(values, LEVEL) for text in told} == told
