"""Evidence for determinants and eigenvalues, against numpy."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.engine.ratio_certificate import evidence
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.engine.ratio_evidence import JudgedTable
from rropt.design.problem import Problem, resolved

PRIOR = [F(1, 2), F(1, 3), F(1, 6)]


def known_of(objective):
    optimum = ratio_optimum(resolved(Problem(rr.LocalDP.from_gamma(3), objective)))
    judged = JudgedTable(optimum.question, optimum.found, optimum.best, optimum.best)
    rows = np.array([[float(x) for x in r] for r in optimum.best.patterns])
    masses = np.array([float(w) for w in optimum.best.weights])
    information = (rows * (masses / (rows @ np.array(PRIOR, dtype=float)))[:, None]).T @ rows
    return evidence(judged), np.linalg.inv(information)


def test_the_value_of_a_determinant_is_that_of_the_inverse_information() -> None:
    known, inverse = known_of(rr.DOptimal(PRIOR))
    assert float(known.value) == pytest.approx(3 * np.linalg.det(inverse), rel=1e-10)


def test_the_value_of_an_eigenvalue_is_a_little_above_it() -> None:
    known, inverse = known_of(rr.EOptimal(PRIOR))
    prior = np.array(PRIOR, dtype=float)
    largest = np.linalg.eigvalsh(inverse - np.outer(prior, prior))[-1]
    assert largest < float(known.value) < largest * (1 + 1e-9)
