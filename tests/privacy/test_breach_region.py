"""One type for every breach region: by pieces where they are rational, else by expressions."""

from __future__ import annotations

import pickle
from fractions import Fraction as F

import pytest
import sympy

import rropt as rr
from rropt.privacy.breach_region import BreachRegion
from rropt.strict.evaluate import P

RATIONAL = [rr.BetaFactor(3), rr.BayesFactor("5/2"), rr.Rho1Rho2("1/4", "3/5")]
GRID = [F(step, 20) for step in range(1, 20, 2)] + [F(1, 4), F(3, 5), F(1, 3)]


@pytest.mark.parametrize("criterion", RATIONAL, ids=repr)
def test_pieces_and_expressions_forbid_the_same(criterion):
    by_pieces = criterion.breach_region()
    by_expressions = BreachRegion("the same", by_pieces.written)
    for prior in GRID:
        assert by_pieces.allowed(prior) == by_expressions.allowed(prior)
        for posterior in (*by_pieces.allowed(prior), F(1, 10), F(9, 10)):
            one = by_pieces.contains(prior, posterior)
            assert one == by_expressions.contains(prior, posterior)


@pytest.mark.parametrize("criterion", RATIONAL, ids=repr)
def test_a_criterion_and_the_flat_name_give_one_region(criterion):
    assert rr.region(criterion) == criterion.breach_region()
    assert pickle.loads(pickle.dumps(rr.region(criterion))) == rr.region(criterion)


def test_an_irrational_level_is_decided_exactly():
    region = rr.region(rr.LocalDP(1))
    low, high = region.allowed("1/2")
    assert sympy.simplify(high - sympy.E / (1 + sympy.E)) == 0
    assert sympy.simplify(low - 1 / (1 + sympy.E)) == 0
    below, above = F("0.731058578630004"), F("0.731058578630005")
    assert not region.contains("1/2", below) and region.contains("1/2", above)


def test_a_square_root_forbids_what_is_above_it():
    region = rr.CanonicalStrictInformation("p**(1/2)").breach_region()
    assert region.allowed("1/4")[1] == F(1, 2)
    assert region.contains("1/2", "0.70711") and not region.contains("1/2", "0.70710")
    assert region.upper == sympy.sqrt(P)


def test_what_is_impossible_or_certain_remains_so():
    for criterion in RATIONAL:
        region = criterion.breach_region()
        assert region.contains(0, "1/100") and not region.contains(0, 0)
        assert region.contains(1, "99/100") and not region.contains(1, 1)
