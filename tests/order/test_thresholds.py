"""How far a mechanism dominates a family: sharp, and in closed form."""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import product

import pytest
from hypothesis import given

import rropt as rr
from rropt.exact import InputError
from rropt.order import closed_thresholds, compare, family_of, subset_selection, threshold
from tests.order.test_complete import gammas, uniform_member


@pytest.mark.everything
@given(gammas, gammas)
def test_a_family_dominates_itself_up_to_its_own_level(one, other):
    found = threshold(subset_selection(3, 2, one), subset_selection(3, 2, other))
    assert found.gamma == one


@pytest.mark.parametrize("k, d, gamma", [(3, 2, 4), (4, 2, 3), (4, 3, "5/2"), (5, 2, 7)])
def test_subset_selection_against_response_by_the_symmetric_garbling(k, d, gamma):
    """By symmetry the best garbling reports a uniformly chosen member: a closed form."""
    P = subset_selection(k, d, gamma)
    found = threshold(P, subset_selection(k, 1, 2))
    assert found.gamma == uniform_member(k, d, gamma)


@pytest.mark.parametrize("k, gamma", [(3, 4), (4, 3)])
def test_thresholds_are_sharp(k, gamma):
    hair = F(1, 10**30)
    for d, (P, A) in product(range(2, k), [(0, 1), (1, 0)]):
        pair = (subset_selection(k, d, gamma), subset_selection(k, 1, gamma))
        found = threshold(pair[P], pair[A])
        assert (found.garbling @ pair[P]).rows == found.family.at(found.gamma).rows
        assert compare(found.family.at(found.gamma), pair[P]).relation == "better"
        assert compare(found.family.at(found.gamma + hair), pair[P]).garbling is None


@pytest.mark.parametrize("k, gamma", [(3, "3/2"), (4, 3), (5, 20)])
def test_the_exact_programs_have_the_thresholds_in_closed_form(k, gamma):
    response = subset_selection(k, 1, gamma)
    for d in range(2, k):
        subsets = subset_selection(k, d, gamma)
        found = threshold(subsets, response).gamma, threshold(response, subsets).gamma
        assert found == closed_thresholds(k, d, gamma)


def test_the_truth_dominates_a_family_without_end():
    found = threshold(rr.Channel.identity(3), subset_selection(3, 2, 2))
    assert found.gamma == math.inf
    assert found.family.at(math.inf).rows == (found.garbling @ rr.Channel.identity(3)).rows


def test_a_family_passes_through_its_member():
    P = subset_selection(4, 2, 5)
    assert family_of(P).at(5).rows == P.merge_proportional().rows
    assert family_of(P).at(1).parity() == 1


def test_a_family_goes_from_nothing_to_everything() -> None:
    """Warner: shares 1/2, each truth in half of them; at gamma 3 it is the table again."""
    family = family_of([["3/4", "1/4"], ["1/4", "3/4"]])
    assert family.cover == F(1, 2)
    assert family.at(1).rows == ((F(1, 2), F(1, 2)),) * 2
    assert family.at(math.inf).rows == ((1, 0), (0, 1))
    assert [family.level(1 / (1 + (F(g) - 1) / 2)) for g in (1, 3, 7)] == [1, 3, 7]
    assert family.level(F(0)) == math.inf
    with pytest.raises(InputError, match="at least 1"):
        family.at("1/2")
