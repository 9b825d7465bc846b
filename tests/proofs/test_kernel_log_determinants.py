"""Log-determinants of models whose certificates Coq decides: forged ones are refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rropt.proofs.kernel import theorem_of_entropies, theorem_of_log_determinants

import rropt as rr
from tests.proofs.kernel_forgeries import (
    TINY,
    answers,
    assert_accepted,
    assert_refused,
    certificate,
    cheaper_price,
    lowered_bound,
    needs_coq,
    raised_value,
    stronger_privacy,
)

LOGIT = rr.Logit("-1/2", "1")
HALVES = ["1/2", "1/2"]


def of_the_model(privacy, models=LOGIT, over=None):
    return rr.optimal(privacy, rr.ForModel(models, [0, 1], HALVES, target="D", over=over))


def designs():
    """One guess and several; an enclosed number, a delta."""
    both = [LOGIT, rr.Logit("0", "1/2")]
    return {
        "an enclosed number": of_the_model(rr.LocalDP("1/2")),
        "a delta": of_the_model(rr.LocalDP("ln(3)", "1/20")),
        "on average": of_the_model(rr.LocalDP("ln(3)"), both, "average"),
        "at worst": of_the_model(rr.LocalDP("ln(3)"), both, "minimax"),
    }


@pytest.mark.everything
@needs_coq
def test_certificates_of_designs_are_accepted(folder):
    assert_accepted(folder, theorem_of_log_determinants, designs())


def genuine():
    """At gamma 3 the certificate has a gap below a thousandth of what the forgeries change."""
    data = certificate(of_the_model(rr.LocalDP("ln(3)")))
    assert Fraction(data["bound"]) - Fraction(data["value"]) < TINY / 1000
    return data


def moved_entry(row, place):
    row[place] = str(Fraction(row[place]) + TINY)


def biased_numbers(c):
    moved_entry(c["scenarios"][0]["estimators"][0][0], 0)


def steeper(c):
    moved_entry(c["scenarios"][0]["points"][0][2][1], 0)


def tangent_beyond_its_end(c):
    moved_entry(c["scenarios"][0]["tangents"][0], 1)


def contrast_beyond_its_end(c):
    moved_entry(c["scenarios"][0]["contrasts"][0], 1)


@pytest.mark.everything
@needs_coq
def test_forged_log_determinants_are_refused(folder):
    changes = (
        raised_value,
        lowered_bound,
        cheaper_price,
        stronger_privacy,
        biased_numbers,
        steeper,
        tangent_beyond_its_end,
        contrast_beyond_its_end,
    )
    assert_refused(folder, theorem_of_log_determinants, genuine(), changes)


@pytest.mark.everything
@needs_coq
def test_a_number_below_a_logarithm_is_refused(folder, monkeypatch):
    right = theorem_of_entropies.log_above
    monkeypatch.setattr(theorem_of_entropies, "log_above", lambda *asked: right(*asked) - TINY)
    assert answers(folder, theorem_of_log_determinants, [genuine()]) == [False]


def test_the_sentence_has_the_numbers_of_the_certificate():
    data = {"bound": "1/8", "value": "1/9", "objective": {"name": "log-determinant"}}
    said = "no table that obeys the levels has a log-determinant of the information of the "
    reached = " above 1/8, and this table, private, has at least 1/9"
    assert theorem_of_log_determinants.statement(data) == f"{said}coefficients{reached}"
    data["objective"]["over"] = "minimax"
    worst = theorem_of_log_determinants.statement(data)
    assert worst == f"{said}coefficients at the worst guess{reached}"
