"""Largest eigenvalues of the worst group that Coq decides: forged certificates are refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rropt.proofs.kernel import kernel_verdict, theorem_of_group_eigenvalues

import rropt as rr
from tests.proofs.kernel_forgeries import (
    STRONGER_CLAIMS,
    TINY,
    assert_accepted,
    assert_refused,
    biased_estimator,
    certificate,
    needs_coq,
)

ROWS = [["1", "3", "4"], ["2", "1", "3"], ["4", "3", "1"]]


def designs():
    """One number, a delta, a matrix."""
    return {
        "an enclosed number": rr.optimal(rr.LocalDP("1/2"), rr.EOptimal("worst", 3, "group")),
        "a delta": rr.optimal(rr.LocalDP("ln(3)", "1/20"), rr.EOptimal("worst", 2, "group")),
        "a matrix": rr.optimal(rr.Privacy(ROWS), rr.EOptimal("worst", 3, "group")),
    }


@pytest.mark.everything
@needs_coq
def test_certificates_of_designs_are_accepted(folder):
    assert_accepted(folder, theorem_of_group_eigenvalues, designs())


def by_hand():
    """Warner's device at gamma 3: the reports (3/2, -1/2) and (-1/2, 3/2) for a truth of either.

    At truth 0 they have M = 3/4 (3/2, -1/2)(3/2, -1/2)' + 1/4 (-1/2, 3/2)(-1/2, 3/2)', and M less
    e e' is 3/4 (1, -1)(1, -1)', whose eigenvalue is 3/2. The directions (1, -1) / 2 of both truths
    have the traces 1/2 and 1/2, and 2 x'Vr - r_0 (x.d)^2 - r_1 (x.d)^2 with V = (1, -1; -1, 1) is
    largest, with the value 4 (r_0 - r_1)^2 / (r_0 + r_1), for x.d of 2 (r_0 - r_1) / (r_0 + r_1):
    4 at the rows (3, 1) and (1, 3), so that prices of 1 pay, and 4 - 1/2 - 2 is left.
    """
    at = {
        "prior": ["1/2", "1/2"],
        "weight": "1",
        "offset": "0",
        "estimators": [["3/2", "-1/2"], ["-1/2", "3/2"]],
        "tangents": [["1", "-1"], ["-1", "1"]],
    }
    directions = [[["1/2", "-1/2"]], [["-1/2", "1/2"]]]
    return {
        "format": "rropt-certificate/2",
        "kind": "gradient",
        "privacy": {"gamma": "3", "delta": "0"},
        "objective": {"name": "e-optimal", "over": "worst-group", "directions": directions},
        "patterns": [["3", "1"], ["1", "3"]],
        "weights": ["1/4", "1/4"],
        "scenarios": [at],
        "prices": ["1", "1"],
        "value": "3/2",
        "bound": "3/2",
        "gap": "0",
        "cover": {"proof": "extremes"},
    }


def longer_direction(data):
    direction = data["objective"]["directions"][0][0]
    direction[0] = str(Fraction(direction[0]) + TINY)


def steeper_tangent(data):
    row = data["scenarios"][0]["tangents"][0]
    row[0] = str(Fraction(row[0]) + TINY)


@pytest.mark.everything
@needs_coq
def test_forged_certificates_are_refused(folder):
    changes = (*STRONGER_CLAIMS, biased_estimator, longer_direction, steeper_tangent)
    assert_refused(folder, theorem_of_group_eigenvalues, by_hand(), changes)


def test_what_is_written_by_hand_is_what_the_design_has():
    design = certificate(rr.optimal(rr.LocalDP("ln(3)"), rr.EOptimal("worst", 2, "group")))
    assert kernel_verdict.route(design) is theorem_of_group_eigenvalues
    assert abs(Fraction(design["bound"]) - Fraction(3, 2)) < TINY
    assert rr.check(by_hand()).verdict == "verified"


def test_the_sentence_has_the_numbers_of_the_certificate():
    said = theorem_of_group_eigenvalues.statement(by_hand())
    assert said == (
        "no table that obeys the levels has a largest eigenvalue of the covariance of the reports "
        "alone, of the worst group, below 3/2, and this table, private, has at most 3/2"
    )
