"""Certificates of curved designs: exact prices, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from rropt import (
    AOptimal,
    COptimal,
    LocalDP,
    optimal,
)
from rropt.certificate import Certificate, CertificateError, LargeCertificate
from rropt.design.curved import gradient_certificate
from rropt.design.curved.evidence import evidence
from rropt.design.curved.gradient_certificate import linear_part, relative_gap, tangent_utilities
from rropt.design.curved.linearise import exact_table
from rropt.design.curved.path import search
from rropt.design.problem import Problem
from rropt.exact import InputError

SKEWED = ["7/10", "3/20", "1/10", "1/20"]


THREE = LocalDP.from_gamma(3)


def test_a_certificate_that_is_too_large_is_refused_as_such(monkeypatch) -> None:
    """Nine places of a grid have too many extreme rows; the level is not too extreme."""

    def refuse(problem, found, rows=None):
        raise LargeCertificate("the problem must be smaller")

    monkeypatch.setattr(gradient_certificate, "certify", refuse)
    with pytest.raises(LargeCertificate, match="must be smaller"):
        gradient_certificate.solve(Problem(THREE, AOptimal(SKEWED)))


def test_a_rounded_table_without_a_certificate_is_refused(monkeypatch) -> None:
    """A table that cannot be certified is never returned, and never an internal error."""

    def refuse(problem, found, rows=None):
        raise CertificateError("refuted: a near miss")

    whole = gradient_certificate.certify
    monkeypatch.setattr(
        gradient_certificate,
        "certify",
        lambda problem, found, rows=None: (whole if rows is None else refuse)(problem, found, rows),
    )
    with pytest.raises(InputError, match="1/1000000 near the optimum could not be certified"):
        optimal(THREE, AOptimal(SKEWED), denominator=10**6, crosscheck=False)


def test_the_part_of_t_and_the_linear_part_are_the_square_of_the_tangent() -> None:
    """s (v.r)^2 / (pi.r) = s (t.r)^2 / (pi.r) + s (2 m t + m^2 pi).r on every pattern."""
    found = next(search(Problem(THREE, AOptimal(SKEWED))))
    known = evidence(AOptimal(SKEWED), found, exact_table(found), exact_table(found))
    (place,) = known.places
    linear = np.array(linear_part(known.places), dtype=float)
    rows, prior = found.pool.rows, np.array(place.scenario.prior, dtype=float)
    tangents = np.array(place.tangents, dtype=float)
    whole = ((rows @ tangents.T) ** 2).sum(axis=1) / (rows @ prior)
    assert tangent_utilities(found.pool, known.places) + rows @ linear == pytest.approx(whole)


def test_the_certificate_of_a_search_is_tight_and_names_its_proof() -> None:
    for objective, proof in (
        (AOptimal(SKEWED), "extremes"),
        (COptimal(SKEWED, [1, -1, 0, 0]), "line"),
    ):
        certified = gradient_certificate.solve(Problem(THREE, objective))
        assert certified.bound <= certified.value[1]
        assert relative_gap(certified.certificate) < gradient_certificate.TIGHT
        assert certified.certificate.data["cover"]["proof"] == proof


def test_the_relative_gap_is_a_share_of_the_bound() -> None:
    assert relative_gap(Certificate({"gap": "1/10", "bound": "-2"})) == Fraction(1, 20)
    assert relative_gap(Certificate({"gap": "1/10", "bound": "0"})) == Fraction(1, 10)
