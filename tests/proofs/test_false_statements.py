"""Deliberately false statements: every method must refuse them, attacked or not."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from rropt.proofs.goals import (
    argued,
    contradicted,
    decide,
    every,
    fold,
    holds,
    identity,
    integers,
    printed,
    reals,
    sample,
    within,
)
from rropt.proofs.ledger import Ledger, Unproved

x, y, g = reals("x y g")
n = integers("n")
UNIT = (x >= 0, x <= 1, y >= 0, y <= 1)

FALSE = {
    "inequality": holds(2 * x * y - x - y + 1 >= sp.Rational(1, 100), *UNIT),
    "inequality off by a hair": holds(
        x * (1 - x) <= sp.Rational(2499, 10000), *UNIT, squares=[x - sp.Rational(1, 2)]
    ),
    "strict at a corner": holds(2 * x * y - x - y + 1 > 0, *UNIT),
    "reversed": holds(2 * x * y - x - y + 1 <= 0, *UNIT),
    "identity": identity((x + 1) ** 2, x**2 + 2 * x + 2),
    "identity with a wrong exponent": identity(x**n * x, x ** (n + 2), n >= 0),
    "undefined at a point": holds(sp.Eq(x / y, x / y, evaluate=False), *UNIT),
    "quotient undefined at a point": holds(x / (1 - y) >= 0, *UNIT),
    "disjunction": holds(sp.Or(x > sp.Rational(1, 2), y > sp.Rational(1, 2)), *UNIT),
    "implication": holds(sp.Implies(x >= y, x > y), *UNIT),
    "equivalence": holds(sp.Equivalent(x * y > 0, x > 0), *UNIT),
    "not equal": holds(sp.Ne(x, y), *UNIT),
    "solvers": holds(x**2 + y**2 >= 2 * x * y + 1, by="smt"),
    "interval": within(sp.exp(x) > 1 + x + x**2, [(x, 1, 2)]),
    "enumeration": every({"k": range(5)}, lambda k: k * k > k, "k^2 > k"),
    "sample": sample(lambda: range(5), lambda k: k * k >= k, "k^2 >= k"),
    "no case at all": sample(lambda: [], lambda k: True, "nothing"),
    "argument": argued("two steps", identity(x, x + 0), identity(x, x + 1)),
    "premise of a lemma": fold({y: (1, x * y)}, y >= 1, fixed=[x >= 0]),
    "decimal": printed(sp.exp(1), "2.719"),
    "decimal cut off instead of rounded": printed(sp.Rational(2, 3), "0.666"),
    "contradictory look": holds(x > 2, x >= 1, x <= 2),
}


@pytest.mark.everything
@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_is_not_proved(name):
    assert decide(FALSE[name]).status != "proved"


@pytest.mark.everything
@pytest.mark.parametrize("name", FALSE)
def test_the_method_itself_refuses_without_the_attack(name):
    with pytest.raises(Unproved):
        FALSE[name].prove(Ledger())


@pytest.mark.parametrize("name", ["inequality", "strict at a corner", "implication", "identity"])
def test_the_attack_finds_a_counterexample_that_replays(name):
    witness = FALSE[name].attack()
    assert FALSE[name].replays(witness)


def test_a_counterexample_that_is_none_does_not_replay():
    goal = FALSE["strict at a corner"]
    assert not goal.replays({"at": {"x": "1/2", "y": "1/2"}, "fails": ""})
    assert not goal.replays({"at": {"x": "0", "y": "2"}, "fails": ""})


def test_what_contradicts_a_statement_must_be_proved_itself():
    assert contradicted("two is two", identity(x, x + 0)).attack() == {"because": "two is two"}
    assert contradicted("one is two", identity(x, x + 1)).attack() is None


@pytest.mark.everything
@pytest.mark.parametrize("k", range(1, 6))
def test_the_minimum_found_by_certificate_is_the_true_one(k):
    """x^2 - k x >= -k^2/4, tight at x = k/2: nothing larger is proved."""
    least = -sp.Rational(k * k, 4)
    square = [x - sp.Rational(k, 2)]
    assert decide(holds(x**2 - k * x >= least, squares=square)).status == "proved"
    above = holds(x**2 - k * x >= least + sp.Rational(1, 1000), squares=square)
    with pytest.raises(Unproved):
        above.prove(Ledger())


def test_exact_values_are_used_not_floats():
    tiny = Fraction(1, 10**40)
    small = sp.Rational(tiny.numerator, tiny.denominator)
    assert decide(holds(x > small, sp.Eq(x, 2 * small))).status == "proved"
    assert decide(holds(x > small, sp.Eq(x, small))).status != "proved"
