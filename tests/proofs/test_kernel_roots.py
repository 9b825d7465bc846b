"""Hellinger divergences whose certificates Coq decides: forged ones are refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rropt.proofs.kernel import theorem_of_roots

import rropt as rr
from tests.proofs.kernel_forgeries import (
    TINY,
    answers,
    assert_accepted,
    assert_refused,
    cheaper_price,
    heavier_row,
    hellinger,
    lowered_bound,
    needs_coq,
    raised_value,
    stronger_privacy,
)

ROWS = [["1", "3", "4"], ["2", "1", "3"], ["4", "3", "1"]]


def designs():
    """One number, a delta, a matrix, a truth that may be told."""
    hellinger = rr.FDivergence("hellinger")
    of_three = rr.FDivergence("hellinger", (0, 2), 3)
    return {
        "an enclosed number": rr.optimal(rr.LocalDP("1/2"), hellinger),
        "a delta": rr.optimal(rr.LocalDP("ln(3)", "1/20"), hellinger),
        "a matrix": rr.optimal(rr.Privacy(ROWS), of_three),
        "one-sided": rr.optimal(rr.Privacy([["1", "oo"], ["3", "1"]]), hellinger),
    }


@pytest.mark.everything
@needs_coq
def test_certificates_of_designs_are_accepted(folder):
    assert_accepted(folder, theorem_of_roots, designs())


def by_hand():
    return hellinger({"gamma": "4", "delta": "0"})


def weaker_privacy(data):
    data["privacy"]["gamma"] = str(4 + TINY)


@pytest.mark.everything
@needs_coq
def test_forged_certificates_are_refused(folder):
    changes = (
        raised_value,
        lowered_bound,
        cheaper_price,
        heavier_row,
        stronger_privacy,
        weaker_privacy,
    )
    assert_refused(folder, theorem_of_roots, by_hand(), changes)


@pytest.mark.everything
@needs_coq
def test_a_number_below_a_root_is_refused(folder, monkeypatch):
    right = theorem_of_roots.root_above
    monkeypatch.setattr(theorem_of_roots, "root_above", lambda x: right(x) - TINY)
    assert answers(folder, theorem_of_roots, [by_hand()]) == [False]


def test_the_numbers_lie_above_the_roots():
    for x in (Fraction(0), Fraction(1, 30), Fraction(9, 25), Fraction(3), Fraction(10**6, 7)):
        above = theorem_of_roots.root_above(x)
        assert x <= above**2 <= x + Fraction(1, 10**40) * (1 + x)


def test_the_sentence_has_the_numbers_of_the_certificate():
    said = theorem_of_roots.statement(by_hand())
    assert said == (
        "no table that obeys the levels has hellinger above 2/5, "
        "and this table, private, has at least 2/5"
    )
