"""What certificates of ratios rest on, and near misses.

Evidence for determinants and eigenvalues, against numpy.
"""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.checker import check
from rropt.design.engine.ratio_certificate import evidence
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.engine.ratio_evidence import JudgedTable
from rropt.design.problem import Problem, resolved

SKEWED = ["7/10", "3/20", "1/10", "1/20"]
THREE = rr.LocalDP.from_gamma(3)
OBJECTIVES = {
    "A": rr.AOptimal(SKEWED),
    "c": rr.COptimal(SKEWED, [1, -1, 0, 0]),
    "D": rr.DOptimal(SKEWED),
    "E": rr.EOptimal(SKEWED),
    "average": rr.Average([("1/2", SKEWED), ("1/2", SKEWED[::-1])]),
    "minimax": rr.Minimax([SKEWED, SKEWED[::-1]]),
    "population": rr.AOptimal("worst", 4),
    "group": rr.AOptimal("worst", 4, "group"),
    "mean": rr.Mean([0, 1, 3, 4]),
    "determinant": rr.DOptimal("worst", 4),
}


@pytest.mark.everything
@pytest.mark.parametrize("privacy", [THREE, rr.LocalDP(1, "1/100")], ids=["number", "delta"])
@pytest.mark.parametrize("name", OBJECTIVES)
def test_near_misses_are_refused(name: str, privacy) -> None:
    found = ratio_optimum(resolved(Problem(privacy, OBJECTIVES[name])))
    data = found.certificate.data
    assert check(data).verdict == "verified"
    assert found.certified.relative_gap < F(1, 10**8)
    more = F(data["bound"]) * (1 + F(1, 10**6))
    assert check(data | {"bound": str(more), "gap": str(F(data["value"]) - more)}).status == 1
    less = F(data["value"]) * (1 - F(1, 10**6))
    assert check(data | {"value": str(less), "gap": str(less - F(data["bound"]))}).status == 1


def test_one_ratio_is_covered_along_a_line_and_several_at_one_prior_by_a_form() -> None:
    proofs = {"A": "form", "c": "line", "mean": "line", "D": "form", "E": "form"}
    for name, proof in (proofs | {"average": "extremes", "population": "form"}).items():
        found = ratio_optimum(resolved(Problem(THREE, OBJECTIVES[name])))
        assert found.certificate.data["cover"]["proof"] == proof


@pytest.mark.everything
def test_different_shares_of_seventeen_truths_are_certified() -> None:
    """2380 sets of four are all as good: their patterns are seen to be covered without a look."""
    design = rr.optimal(THREE, rr.AOptimal([F(j, 153) for j in range(1, 18)]), crosscheck=False)
    assert design.certificate.data["cover"] == {"proof": "form"}
    assert design.gap < F(1, 10**12) * design.value.hi


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
