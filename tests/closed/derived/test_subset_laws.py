"""Laws of subsets at equal masses."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.proof_steps import ProofStep
from rropt.closed.derived.subset_laws import subset_law
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
