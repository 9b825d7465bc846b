"""The pattern program in doubles, by known values and by numpy."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

import rropt as rr
from rropt.crosscheck.scipy_program import criterion, linear_program, rows_of, smooth_program

SKEW = "1/2,1/3,1/6"


@pytest.mark.parametrize("d", ["0", "1/10"])
def test_rows_have_largest_entry_one_and_their_excess(d: str) -> None:
    problem = rr.Problem(rr.LocalDP("ln(3)", d), rr.Guess(SKEW))
    rows, spent, limits = rows_of(problem)
    assert rows.max(axis=1) == pytest.approx(np.ones(len(rows)))
    pairs = list(permutations(range(3), 2))
    if d == "0":
        assert len(rows) == 6 and spent.shape == (6, 0) and len(limits) == 0
        return
    assert len(rows) == 25 and limits.tolist() == [0.1] * 6
    for row, excess in zip(rows, spent, strict=True):
        assert excess == pytest.approx([max(0, row[a] - 3 * row[b]) for a, b in pairs])


@pytest.mark.parametrize(
    "privacy, objective, value",
    [
        (rr.LocalDP("ln(3)"), rr.Guess("1/2,3/10,1/5"), 0.6),
        (rr.LocalDP("ln(3)", "1/10"), rr.Trace(3), 1.92),
        (rr.Privacy([[1, 3], ["3/2", 1]]), rr.Guess("1/2,1/2"), 9 / 14),
        (
            rr.Privacy([[1, 3], ["3/2", 1]], [[0, "1/10"], ["1/50", 0]]),
            rr.Variance("1/3"),
            2529 / 4900,
        ),
    ],
)
def test_known_values(privacy, objective, value: float) -> None:
    problem = rr.Problem(privacy, objective)
    found, weights = linear_program(problem)
    assert found == pytest.approx(value, rel=1e-7)
    assert rows_of(problem)[0].T @ np.array(weights) == pytest.approx(np.ones(problem.truths))


def test_a_smooth_criterion_agrees_and_others_are_left_out() -> None:
    problem = rr.Problem(rr.LocalDP("ln(3)", "1/10"), rr.AOptimal(SKEW))
    found = smooth_program(problem)
    bound = rr.optimal(problem.privacy, problem.objective).bound
    assert found is not None and found[0] == pytest.approx(float(bound), rel=1e-5)
    for objective in (rr.EOptimal(SKEW), rr.Minimax([SKEW]), rr.AOptimal(["1/4"] * 4)):
        assert smooth_program(rr.Problem(rr.LocalDP("ln(3)"), objective)) is None


def test_criteria_by_their_definition() -> None:
    P = np.array([[0.6, 0.2, 0.1], [0.3, 0.5, 0.2], [0.1, 0.3, 0.7]])
    pi = np.array([1 / 2, 1 / 3, 1 / 6])
    inverse = np.linalg.inv(P)
    cov = inverse @ np.diag(P @ pi) @ inverse.T - np.outer(pi, pi)
    c = np.array([1.0, 0, -1])
    spectrum = np.sort(np.linalg.eigvalsh(cov))[1:]
    assert criterion(rr.AOptimal(SKEW), P) == pytest.approx(np.trace(cov))
    assert criterion(rr.COptimal(SKEW, [1, 0, -1]), P) == pytest.approx(c @ cov @ c)
    assert criterion(rr.EOptimal(SKEW), P) == pytest.approx(spectrum[-1])
    assert criterion(rr.DOptimal(SKEW), P) == pytest.approx(np.log(spectrum).sum())
    average = rr.Average([("1/4", SKEW), ("3/4", ["1/3"] * 3)])
    fair = criterion(rr.AOptimal(["1/3"] * 3), P)
    assert criterion(average, P) == pytest.approx(np.trace(cov) / 4 + 3 * fair / 4)
