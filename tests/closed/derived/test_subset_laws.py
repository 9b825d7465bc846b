"""Laws of subsets at equal masses.

Steps decided by algebra: what holds, and what only nearly does.

The best guess for every number of truths.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.subset_laws import (
    GuessLaw,
    ProofStep,
    Q,
    following,
    guess_steps,
    m,
    mass,
    subset_law,
)
from rropt.closed.symbols import gamma
from rropt.design.answer import ends


def _equal(k):
    return [Fraction(1, k)] * k


def test_best_sizes_and_switches():
    """holds for A-optimality: gamma = sqrt((k-m)(k-m-1)/(m(m+1))); here sqrt(42/2), sqrt(30/6)."""
    law = rr.derive_for_every_k(rr.AOptimal(_equal(3)))
    lo, hi = law.switch(k=8, m=1)
    assert lo**2 <= 21 <= hi**2 and hi - lo < Fraction(1, 10**11)
    assert [law.best_size(8, g) for g in ("6/5", "3/2", "3", "5")] == [4, 3, 2, 1]


def test_unequal_masses_have_no_law():
    assert subset_law(rr.AOptimal(["1/2", "1/4", "1/4"])) is None


@pytest.mark.everything
@pytest.mark.parametrize("objective", [rr.MutualInformation, rr.AOptimal, rr.DOptimal, rr.EOptimal])
@pytest.mark.parametrize("truths, g", [(5, Fraction(3, 2)), (6, Fraction(5)), (7, Fraction(2))])
def test_the_best_size_has_the_certified_value_and_is_the_first_that_is_enough(
    objective, truths: int, g: Fraction
) -> None:
    law = subset_law(objective(_equal(truths)))
    level = {gamma: sp.Rational(str(g))}
    values = {m: float(law.at(truths, m).subs(level)) for m in range(1, truths)}
    best = (max if law.best == "max" else min)(values.values())
    design = rr.optimal(rr.LocalDP.from_gamma(g), objective(_equal(truths)))
    assert best == pytest.approx(float(ends(design.value)[0]), rel=1e-9)
    enough = [
        m
        for m in range(1, law.largest(truths) + 1)
        if (condition := law.enough_at(truths, m)) is None or condition.subs(level) >= 0
    ]
    assert values[enough[0]] == pytest.approx(best, rel=1e-12)


def test_every_step_of_a_law_holds_and_moved_a_little_does_not() -> None:
    law = subset_law(rr.AOptimal(_equal(3)))
    assert all(step.holds for step in law.steps)
    for step in law.steps:
        assert not ProofStep(step.says, zero=step.zero + sp.Symbol("t", positive=True)).holds


x, y = sp.symbols("x y", positive=True)


@pytest.mark.parametrize(
    "step, holds",
    [
        (ProofStep("nothing"), True),
        (ProofStep("identity", zero=(x**2 - y**2) / (x - y) - x - y), True),
        (ProofStep("nearly", zero=(x**2 - y**2) / (x - y) - x - y + sp.Rational(1, 10**30)), False),
        (ProofStep("logarithms as symbols", zero=x * sp.log(y) - sp.log(y) * x), True),
        (ProofStep("another logarithm", zero=sp.log(x) - sp.log(y)), False),
        (ProofStep("a sum", least=x + y / 3), True),
        (ProofStep("a quotient of negatives", least=(-x - 1) / (-y - 2)), True),
        (ProofStep("a negative", least=-x / (y + 1)), False),
        (ProofStep("no coefficients of one sign", least=x**2 - x + 1), False),
        (ProofStep("both", zero=x - x, least=x - y), False),
        (ProofStep("a number", least=sp.Integer(-1)), False),
    ],
    ids=lambda value: value.says if isinstance(value, ProofStep) else "",
)
def test_steps(step: ProofStep, holds: bool) -> None:
    assert step.holds is holds


@pytest.mark.everything
def test_guess_and_trace_with_delta():
    rng = random.Random(5)
    guess, trace = rr.derive_for_every_k(rr.Guess(_equal(2))), rr.derive_for_every_k(rr.Trace(2))
    for k in (3, 4, 6):
        weights = [rng.randint(1, 9) for _ in range(k)]
        masses = [Fraction(w, sum(weights)) for w in weights]
        g, d = Fraction(rng.randint(11, 50), 10), Fraction(rng.randint(1, 9), 20)
        privacy = rr.LocalDP.from_gamma(g, d)
        assert (
            guess.value_at(g, delta=d, prior=masses) == rr.optimal(privacy, rr.Guess(masses)).value
        )
        assert trace.value_at(g, k=k, delta=d) == rr.optimal(privacy, rr.Trace(k)).value


def test_each_step_of_the_guess_is_needed_as_it_stands():
    """A term more in an identity, or a sign turned, is refused."""
    for step in guess_steps():
        assert step.holds
        assert not type(step)(step.says, zero=step.zero + 1).holds
        if step.least != 0:
            assert not type(step)(step.says, least=-step.least).holds


def test_the_range_of_a_size_is_where_it_is_the_best_of_all() -> None:
    masses = [Fraction(4, 10), Fraction(3, 10), Fraction(2, 10), Fraction(1, 10)]
    law = GuessLaw(trace=False)
    for g in (Fraction(11, 10), Fraction(3, 2), Fraction(5, 2), Fraction(7)):
        values = [g * sum(masses[:t]) / (g + t - 1) for t in range(1, 5)]
        for t in (1, 2, 3):
            place = {Q: sum(masses[:t]), mass: masses[t - 1], following: masses[t], m: t, gamma: g}
            place = {symbol: sp.Rational(str(x)) for symbol, x in place.items()}
            begins, ends = (relation.subs(place) for relation in law.where)
            best = values[t - 1] == max(values)
            assert best == bool(ends and (t == 1 or begins))
