"""The mean of numbers from reports that carry numbers."""

from __future__ import annotations

import math
import statistics
from fractions import Fraction

import pytest

import rropt as rr
from rropt.estimating.estimated_mean import EstimatedMean, estimate_mean

F = Fraction


def test_mean_and_standard_error_are_those_of_the_sample() -> None:
    numbers, counts = [F(-2), F(1, 2), F(3)], [2, 3, 5]
    sample = [float(x) for x, n in zip(numbers, counts, strict=True) for _ in range(n)]
    found = estimate_mean(numbers, counts)
    assert float(found.value) == pytest.approx(statistics.mean(sample))
    assert found.stderr == pytest.approx(statistics.stdev(sample) / math.sqrt(10))


def test_too_few_reports_and_levels_are_refused() -> None:
    with pytest.raises(rr.InputError, match="at least 2"):
        estimate_mean([F(0), F(1)], [1, 0])
    with pytest.raises(rr.InputError, match="level"):
        EstimatedMean(F(0), 1.0, 5).interval(1)


def test_a_column_of_numbers_comes_back_as_its_mean() -> None:
    """Two columns of 3,000: the estimate is within five standard errors of the truth."""
    for design in (
        rr.optimal(rr.LocalDP(3), rr.Mean(low=0, high=10, points=5)),
        rr.optimal(rr.LocalDP(3), rr.Mean([2, 10, 5])),
    ):
        column = [2, 5, 10, 10, 2] * 600
        found = design.estimate(design.randomize(column))
        assert abs(float(found.value) - 5.8) < 5 * found.stderr
        low, high = found.interval()
        assert low < float(found.value) < high


def test_the_function_and_the_method_are_one_estimate_of_the_mean() -> None:
    """`rr.estimate` gave the shares of the numbers, and the method dropped a prior in silence."""
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Mean([0, 20]))
    asked = {"counts": [60, 40]}
    assert rr.estimate(design, **asked) == design.estimate(**asked)
    assert isinstance(rr.estimate(design, **asked), EstimatedMean)
    assert rr.estimate(design.channel, **asked).params.sum() == pytest.approx(1)
    for other, said in (
        ({"prior": "1/2,1/2"}, "prior must be left out for a design for a mean"),
        ({"weights": [1, 2]}, "weights must be left out for a design for a mean"),
        ({"method": "wald"}, "method must be left out for a design for a mean: it is linear"),
    ):
        with pytest.raises(rr.InputError, match=said):
            design.estimate(**asked, **other)


def test_a_number_outside_is_refused_at_the_door() -> None:
    design = rr.optimal(rr.LocalDP(3), rr.Mean(low=0, high=10, points=3))
    with pytest.raises(rr.InputError, match="numbers from 0 to 10"):
        design.randomize([5, 11.25])


def test_an_interval_does_not_leave_the_range_of_the_numbers() -> None:
    """Twelve reports of one kind: the normal interval would have no width or go beyond."""
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Mean([0, 20]))
    first, second = design.channel.reports
    for counts in ({first: 11, second: 1}, {first: 1, second: 11}):
        low, high = design.estimate(counts).interval("0.999")
        assert 0 <= low <= high <= 20 and (low == 0 or high == 20)
    inside = design.estimate({first: 5000, second: 5000}).interval()
    assert tuple(inside) == pytest.approx((10 - 0.39, 10 + 0.39), abs=0.01)


def test_an_estimate_beyond_the_numbers_is_told_as_it_is_and_says_so() -> None:
    """Reports of one kind alone: the number behind each lies outside 0 to 20."""
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Mean([0, 20]))
    first, second = design.channel.reports
    for report, end in ((first, "at least 0"), (second, "at most 20")):
        found = design.estimate({report: 12})
        assert not 0 <= found.value <= 20
        assert f"beyond the numbers, {end}:" in found.notes[0]
        assert found.notes[0] in found.summary()
    assert design.estimate({first: 6, second: 6}).notes == ()
