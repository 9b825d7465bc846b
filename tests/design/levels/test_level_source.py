"""Curved designs under a matrix: the search and its exact evidence, by printed values."""

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.curved.linearise import Information
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.levels.level_source import source_of
from rropt.design.problem import Problem
from rropt.privacy import Privacy

pytestmark = pytest.mark.quick

A = ["2/5", "3/10", "1/5", "1/10"]


@pytest.mark.parametrize(
    ("privacy", "objective", "value"),
    [
        (rr.MetricDP.path("ln(2)").on(4), rr.AOptimal(A), 10.8779505187575),
        (
            rr.MetricDP.path("ln(3/2)").on(5),
            rr.COptimal([F(n, 15) for n in (5, 4, 3, 2, 1)], [-2, -1, 0, 1, 2]),
            2206 / 225,
        ),
        (rr.HighLow([0], "ln(3)").on(4), rr.AOptimal(A), 1.3),
    ],
    ids=["path", "contrast", "high-low"],
)
def test_the_search_ends_at_the_printed_value(privacy, objective, value):
    best = ratio_optimum(Problem(privacy, objective)).best
    rows = [[w * x for x in r] for w, r in zip(best.weights, best.patterns, strict=True)]
    assert privacy.levels.obeyed_by(rows)
    at = Information.of(best.patterns, best.weights, objective.prior)
    assert float(at.trace(objective.criterion())[0]) == pytest.approx(value, rel=1e-12)


def test_the_start_is_inside_the_region():
    privacy = Privacy([[1, 3, 4], [2, 1, 2], [4, 3, 1]], [[0, "1/9", 0], [0] * 3, [0] * 3])
    source = source_of(Problem(privacy, rr.AOptimal(["1/2", "1/4", "1/4"])))
    rows, moved = source.arrays()
    chosen, weights = source.start(rows)
    assert weights.min() > 0
    assert rows[chosen].T @ weights == pytest.approx(np.ones(3))
    assert source.surplus(chosen, float).T @ weights <= 1 / 18 + 1e-12
    assert np.ptp(moved - rows, axis=1) == pytest.approx(np.zeros(len(rows)), abs=1e-15)


def test_equal_truths_are_not_identified():
    privacy = Privacy([[1, 1, 3], [1, 1, 3], [3, 3, 1]])
    source = source_of(Problem(privacy, rr.AOptimal(["1/2", "1/4", "1/4"])))
    with pytest.raises(rr.InputError, match="identifies"):
        source.start(source.arrays()[0])
