"""One contrast where one number protects some truths alone, of classes of any number of truths."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.checker.plain import proves
from rropt.design.curved.contrast_design import contrast_design
from rropt.design.problem import Problem, resolved
from rropt.design.solve import solve

EIGHTH = F(1, 8)


def posed(privacy, prior, contrast):
    return resolved(Problem(privacy, rr.COptimal(prior, contrast)))


@pytest.mark.everything
@pytest.mark.parametrize(
    ("prior", "contrast", "protect"),
    [
        ([F(1, 4)] * 4, [1, -1, 0, 0], [0, 1]),
        ([F(1, 2), *[EIGHTH] * 4], [1, 1, 0, 0, 0], [0, 2]),
        ([EIGHTH, F(1, 2), *[EIGHTH] * 3], [2, 0, -1, 0, 1], [1, 3, 4]),
        ([*[EIGHTH] * 4, F(1, 2)], [0, 0, 1, 1, 1], [4]),
    ],
)
@pytest.mark.parametrize("epsilon", ["ln(3)", "1/2", 4])
def test_classes_are_worth_what_all_patterns_are(prior, contrast, protect, epsilon):
    """The search over every extreme pattern of the matrix knows no classes."""
    problem = posed(rr.OneSided(protect, epsilon), prior, contrast)
    found, other = contrast_design(problem), solve(problem.privacy, problem.objective)
    assert float(found.value) == pytest.approx(float(other.value), rel=1e-9)
    assert found.gap <= F(1, 10**9) * found.bound.hi
    assert problem.privacy.satisfied_by(found.channel)


def test_a_difference_of_two_protected_truths():
    """As worked out by hand in `tests.checker.test_protected_classes`."""
    problem = posed(rr.OneSided([0, 1], "ln(3)"), [F(1, 4)] * 4, [1, -1, 0, 0])
    found = contrast_design(problem)
    assert float(found.value) == pytest.approx(3, rel=1e-12)
    assert proves(found.certificate.data)


@pytest.mark.everything
@pytest.mark.parametrize("k", [13, 100])
def test_more_truths_than_their_patterns_allow(k, tmp_path):
    """The table for four truths at other shares: the least second moment, by the same tangent."""
    contrast = [1, -1, *[0] * (k - 2)]
    design = rr.optimal(rr.OneSided([0, 1], "ln(3)"), rr.COptimal([F(1, k)] * k, contrast))
    own = F(1, 2)
    # Rows (3, 1, 1, ...) / 4 and (1, 3, 1, ...) / 4 with the numbers 2 and -2; singles have 0.
    second = 4 * (2 * F(1, k) + own * F(k - 2, k))
    assert float(design.value) == pytest.approx(float(second), rel=1e-9)
    assert design.check().verdict == "verified"
    design.save(tmp_path / "study.json")
    again = rr.load(tmp_path / "study.json")
    assert (again.problem, again.value) == (design.problem, design.value)
    reports = design.randomize([j % k for j in range(50)])
    assert len(reports) == 50


def test_reports_of_one_unprotected_truth_each_are_utility_optimised():
    privacy = rr.UtilityOptimized([0, 1], "ln(3)")
    contrast = [1, -1, *[0] * 11]
    design = rr.optimal(privacy, rr.COptimal([F(1, 13)] * 13, contrast))
    assert privacy.on(13).satisfied_by(design.channel)
    assert float(design.value) == pytest.approx(4 * (2 / 13 + 11 / 26), rel=1e-9)


@pytest.mark.everything
def test_a_table_too_large_for_a_certificate_is_refused():
    contrast = [1, -1, *[0] * 1298]
    with pytest.raises(rr.InputError, match="must be smaller"):
        rr.optimal(rr.OneSided([0, 1], "ln(3)"), rr.COptimal([F(1, 1300)] * 1300, contrast))


def test_more_entries_than_patterns_allow_are_refused():
    with pytest.raises(rr.InputError, match="at most 12"):
        rr.optimal(rr.OneSided([0, 1], "ln(3)"), rr.COptimal([F(1, 20)] * 20, range(20)))
