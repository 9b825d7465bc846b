"""Largest eigenvalues and determinants whose certificates Coq decides: forged ones are refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rropt.proofs.kernel import theorem_of_spectra
from rropt.proofs.kernel.classes_written_out import squares_of

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

FORGERIES = (*STRONGER_CLAIMS, biased_estimator)
ROWS = [["1", "3", "4"], ["2", "1", "3"], ["4", "3", "1"]]
SKEWED = ["1/2", "1/4", "1/4"]


def designs():
    """One number, a delta, a matrix; a prior and the worst one."""
    return {
        "eigenvalue": rr.optimal(rr.LocalDP("1/2"), rr.EOptimal(SKEWED)),
        "eigenvalue, delta": rr.optimal(rr.LocalDP("ln(3)", "1/20"), rr.EOptimal(["3/4", "1/4"])),
        "determinant": rr.optimal(rr.LocalDP("1/2"), rr.DOptimal(SKEWED)),
        "determinant, matrix": rr.optimal(rr.Privacy(ROWS), rr.DOptimal(SKEWED)),
        "eigenvalue, a class": rr.optimal(rr.LocalDP("1/2"), rr.EOptimal(["1/3"] * 3)),
        "determinant, a class": rr.optimal(rr.LocalDP("1/2"), rr.DOptimal(["1/3"] * 3)),
        "determinant, worst prior": rr.optimal(rr.LocalDP("ln(3)"), rr.DOptimal("worst", 2)),
        "a class, worst prior": rr.optimal(rr.LocalDP("ln(3)"), rr.DOptimal("worst", 3)),
    }


@pytest.mark.everything
@needs_coq
def test_certificates_of_designs_are_accepted(folder):
    assert_accepted(folder, theorem_of_spectra, designs())


def warner():
    """Warner's device at gamma 3 for the shares 3/4 and 1/4: the variance of a share is 15/16.

    Both shares add up to one: the largest eigenvalue of their covariance, its only other one
    being 0, is twice that variance, 15/8.
    """
    return {
        "format": "rropt-certificate/2",
        "kind": "gradient",
        "privacy": {"gamma": "3", "delta": "0"},
        "patterns": [["3/4", "1/4"], ["1/4", "3/4"]],
        "weights": ["1", "1"],
        "value": "15/8",
        "bound": "15/8",
        "gap": "0",
        "cover": {"proof": "extremes"},
    }


def of_the_eigenvalue():
    """The direction d = (-1, 1) has d.d = 2 and d.q = -1/2; its tangent v = (-9/4, 7/4) has
    v.d = 4 and costs 10 at (3, 1), 6 at (1, 3): prices 3 and 1, (8 - 1/4 - 4) / 2 = 15/8.
    """
    at = {
        "prior": ["3/4", "1/4"],
        "weight": "1",
        "offset": "0",
        "estimators": [["3/2", "-1/2"], ["-1/2", "3/2"]],
        "tangents": [["-9/4", "7/4"]],
    }
    objective = {"name": "e-optimal", "contrasts": [["-1", "1"]], "roots": []}
    return warner() | {"objective": objective, "scenarios": [at], "prices": ["3", "1"]}


def of_the_determinant():
    """2/3 (3/2, -3/4)^2 and 8/5 (0, 5/8)^2 cost 4 at (3, 1) and at (1, 3): prices 1 and 1,
    2 (2/2)^2 (2/3 9/4) (8/5 25/64) = 15/8.
    """
    at = {
        "prior": ["3/4", "1/4"],
        "weight": "1",
        "offset": "0",
        "estimators": [["3/2", "-1/2"], ["1/4", "5/4"]],
        "tangents": [["3/2", "-3/4"], ["0", "5/8"]],
    }
    contrasts = [["1", "0"], ["1/2", "1"]]
    objective = {"name": "d-optimal", "contrasts": contrasts, "scales": ["2/3", "8/5"]}
    return warner() | {"objective": objective, "scenarios": [at], "prices": ["1", "1"]}


def root_too_many(c):
    c["objective"]["roots"] = [[str(TINY), "0"]]


def no_triangle(c):
    c["scenarios"][0]["tangents"][1][0] = str(TINY)


def other_scale(c):
    scales = c["objective"]["scales"]
    scales[0] = str(Fraction(scales[0]) + TINY)


@pytest.mark.everything
@needs_coq
def test_forged_eigenvalues_are_refused(folder):
    changes = (*FORGERIES, root_too_many)
    assert_refused(folder, theorem_of_spectra, of_the_eigenvalue(), changes)


@pytest.mark.everything
@needs_coq
def test_forged_determinants_are_refused(folder):
    changes = (*FORGERIES, no_triangle, other_scale)
    assert_refused(folder, theorem_of_spectra, of_the_determinant(), changes)


@pytest.mark.everything
@needs_coq
@pytest.mark.parametrize("objective", [rr.EOptimal, rr.DOptimal])
def test_forged_classes_are_refused(folder, objective):
    good = certificate(rr.optimal(rr.LocalDP("ln(3)"), objective(["1/3"] * 3)))
    assert good["kind"] == "symmetric"
    assert_refused(folder, theorem_of_spectra, good, STRONGER_CLAIMS)


def test_forms_are_squares_of_vectors_that_begin_or_end_in_order():
    form = [[Fraction(x) for x in row] for row in ((4, 2, 1), (2, 3, 1), (1, 1, 2))]
    for reverse in (False, True):
        squares = squares_of(form, reverse)
        for a in range(3):
            assert [sum(s * v[a] * v[b] for s, v in squares) for b in range(3)] == form[a]
            beyond = squares[a][1][a + 1 :] if reverse else squares[a][1][:a]
            assert squares[a][1][a] == 1 and not any(beyond)


def test_a_mean_of_eigenvalues_is_told_by_their_product():
    """Of three shares two eigenvalues are not zero: the square of their geometric mean."""
    data = certificate(rr.optimal(rr.LocalDP("ln(3)"), rr.DOptimal(["1/3"] * 3)))
    said = theorem_of_spectra.statement(data)
    value = Fraction(data["value"])
    assert said.endswith(f"this table, private, has at most {value**2}")
    assert "at the shares 1/3, 1/3, 1/3 below" in said


def test_the_sentence_has_the_numbers_of_the_certificate():
    said = "no table that obeys the levels has a {} of the covariance of the shares {} below 15/8"
    reached = ", and this table, private, has at most 15/8"
    at = "at the shares 3/4, 1/4"
    eigenvalue = said.format("largest eigenvalue", at) + reached
    assert theorem_of_spectra.statement(of_the_eigenvalue()) == eigenvalue
    product = "product of the non-zero eigenvalues"
    determinant = of_the_determinant()
    assert theorem_of_spectra.statement(determinant) == said.format(product, at) + reached
    determinant["objective"]["over"] = "worst-population"
    worst = said.format(product, "at the worst shares") + reached
    assert theorem_of_spectra.statement(determinant) == worst
    of_a_class = rr.optimal(rr.LocalDP("ln(3)"), rr.DOptimal("worst", 3)).certificate.data
    assert "at the worst shares below" in theorem_of_spectra.statement(of_a_class)
