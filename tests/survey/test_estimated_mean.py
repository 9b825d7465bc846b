"""The mean of numbers from reports that carry numbers, and intervals against counted outcomes."""

from __future__ import annotations

import math
import statistics
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom, chisquare, norm

import rropt as rr
from rropt.channel import Channel
from rropt.data.number_sampler import CutMechanism, ListedNumbers, ShiftedTable, ShiftedWindows
from rropt.survey.estimated_mean import EstimatedMean, ReportMoments, estimate_mean, number_sampler

F = Fraction

BIT = ReportMoments.at([0, 1], [1.0, 2.0], (-0.5, 1.5))
"""Of two numbers by Warner's 3/4."""


def test_mean_and_standard_error_are_those_of_the_sample() -> None:
    numbers, counts = [F(-2), F(1, 2), F(3)], [2, 3, 5]
    sample = [float(x) for x, n in zip(numbers, counts, strict=True) for _ in range(n)]
    found = estimate_mean(numbers, counts, BIT)
    assert float(found.value) == pytest.approx(statistics.mean(sample))
    assert found.stderr == pytest.approx(statistics.stdev(sample) / math.sqrt(10))


def test_too_few_reports_and_levels_are_refused() -> None:
    with pytest.raises(rr.InputError, match="at least 2"):
        estimate_mean([F(0), F(1)], [1, 0], BIT)
    with pytest.raises(rr.InputError, match="level"):
        EstimatedMean(F(0), 1.0, 5, BIT).interval(1)


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


QUANTILE = norm.isf(0.025)


@pytest.mark.parametrize("epsilon", [1, 4, 6])
@pytest.mark.parametrize("n", [2, 5, 30, 300])
def test_of_two_numbers_every_mean_is_held_by_the_counts(epsilon: int, n: int) -> None:
    """Wilson's interval of 30 reports held a mean of 0.001 at epsilon 6 in 0.86."""
    design = rr.optimal(rr.LocalDP(epsilon), rr.Mean([0, 1]))
    first, second = design.channel.reports
    low_chance, high_chance = (float(x) for x in design.channel.rows[1])
    found = [design.estimate(counts={first: n - k, second: k}).interval() for k in range(n + 1)]
    low, high = np.array([tuple(ends) for ends in found]).T
    held = []
    for mean in (0, *np.geomspace(1e-4, 0.5, 200)):
        chances = binom.pmf(range(n + 1), n, low_chance + (high_chance - low_chance) * mean)
        held.append(chances[(low <= mean) & (mean <= high)].sum())
    assert min(held) > 0.935


@pytest.mark.parametrize("numbers", [[0, 1, 2], [0, 1, 5, 20, 100]])
@pytest.mark.parametrize(
    ("epsilon", "n"),
    [
        (4, 2),
        (4, 5),
        (6, 10),
        pytest.param(8, 30, marks=pytest.mark.everything),
        pytest.param(6, 100, marks=pytest.mark.everything),
    ],
)
def test_few_reports_hold_a_mean_of_rare_large_numbers(
    epsilon: int, n: int, numbers: list[int]
) -> None:
    """By their own spread two reports held the mean of equal shares in 0.35, ten of a tenth at the
    largest number in 0.61."""
    design = rr.optimal(rr.LocalDP(epsilon), rr.Mean(numbers))
    moments = ReportMoments.of(design)
    (written,) = design.certificate.data["scenarios"][0]["estimators"]
    # All are told from the middle of the numbers.
    reports = np.array([float(Fraction(x) - moments.middle) for x in written])
    rng = np.random.default_rng(4)
    some = np.eye(len(numbers))
    for shares in (some[0], some[1], some.mean(axis=0), 0.9 * some[0] + 0.1 * some[-1]):
        mean = shares @ numbers - float(moments.middle)
        chances = design.channel.to_numpy() @ shares
        outcomes, times = np.unique(
            rng.multinomial(n, chances / chances.sum(), 500), axis=0, return_counts=True
        )
        held = 0
        for counts, often in zip(outcomes, times.tolist(), strict=True):
            low, high = moments.near(counts @ reports / n, counts @ reports**2 / n, n, QUANTILE)
            held += often * (low - 1e-9 <= mean <= high + 1e-9)
        assert held / 500 > 0.925


def test_few_reports_of_several_numbers_hold_a_mean_near_the_end() -> None:
    """Thirty people of the least of four numbers: their spread alone held it in 0.19."""
    design = rr.optimal(rr.LocalDP(6), rr.Mean([0, 1, 2, 3]))
    moments = design.estimate({design.channel.reports[0]: 30}).moments
    chances = design.channel.to_numpy()[:, 0]
    (written,) = design.certificate.data["scenarios"][0]["estimators"]
    numbers = np.array([float(Fraction(x) - moments.middle) for x in written])
    least = -float(moments.middle)
    held, by_spread = [], []
    for counts in np.random.default_rng(2).multinomial(30, chances / chances.sum(), 2000):
        value, square = counts @ numbers / 30, counts @ numbers**2 / 30
        low, high = moments.near(value, square, 30, QUANTILE)
        held.append(low <= least + 1e-12 <= high + 1e-9)
        by_spread.append(abs(value - least) <= QUANTILE * ((square - value**2) / 29) ** 0.5)
    assert np.mean(held) > 0.9 and np.mean(by_spread) < 0.3


def test_hulls_are_the_least_and_largest_second_moments_of_a_mean() -> None:
    """By linear programs over the distributions of the numbers; between them it is what was seen
    about the mean, with four more reports."""
    from scipy.optimize import linprog

    numbers, moments = [3.0, 0.0, 1.0, 2.0, 5.0], [9.0, 4.0, 1.0, 8.0, 30.0]
    found = ReportMoments.at(numbers, moments, (-2, 8))
    assert (found.low, found.high) == (0, 5)
    for mean in (0.0, 0.7, 1.9, 2.5, 4.0, 5.0):
        at_mean = {"A_eq": [numbers, [1] * 5], "b_eq": [mean, 1]}
        least = linprog(moments, **at_mean).fun - mean**2
        largest = -linprog([-m for m in moments], **at_mean).fun - mean**2
        for value, square in ((2.0, 4.1), (2.0, 15.0), (3.5, 80.0)):
            gap = abs(value - mean)
            likely = (10 * (square - value**2 + gap**2) + 25) / 14 + 2.5 * gap
            skew = gap * (8 - mean if value > mean else mean + 2) / 3
            expected = (10 * gap**2 + skew) / (np.clip(likely, least, largest) + skew)
            assert found.squared_quantile(mean, value, square, 10) == pytest.approx(expected)


def test_the_ends_are_where_the_distance_is_that_of_the_variance() -> None:
    """By a fine grid of means, over pieces of both hulls; none is so near: the end of the range."""
    moments = ReportMoments.at([0, 1, 2, 6], [3.0, 2.0, 7.0, 40.0], (-1, 9))
    grid = np.linspace(0, 6, 3_001)
    for value, square, n in ((0.4, 4, 20), (3.0, 12, 90), (-0.5, 3, 10), (6.5, 43, 30)):
        squared = [moments.squared_quantile(mean, value, square, n) for mean in grid]
        held = grid[np.array(squared) <= QUANTILE**2]
        ends = moments.near(value, square, n, QUANTILE)
        assert ends == pytest.approx((held[0], held[-1]), abs=4e-3)
    assert moments.near(-9, 81, 100, QUANTILE) == (0, 0)


def test_a_test_rejects_what_the_interval_excludes() -> None:
    design = rr.optimal(rr.LocalDP(3), rr.Mean([0, 1, 4]))
    found = design.estimate({design.channel.reports[0]: 60, design.channel.reports[-1]: 20})
    low, high = found.interval()
    assert 0 < low < high < 4
    for end in (low, high):
        assert found.test(end).p_value == pytest.approx(0.05)
    assert found.test(found.value).p_value == 1


@pytest.mark.parametrize("epsilon", ["1/2", pytest.param("3/2", marks=pytest.mark.everything)])
def test_of_all_numbers_of_an_interval(epsilon: int | str) -> None:
    """Five reports on the least number, and no report beyond those that are said to be possible."""
    design = rr.optimal(rr.LocalDP(epsilon), rr.Mean(low=-1, high=3))
    moments = ReportMoments.of(design)
    assert moments.middle == 1
    told = np.array(design.randomize([-1] * 2_000), dtype=float) - 1
    assert moments.reports[0] - 0.01 <= told.min() and told.max() <= moments.reports[1] + 0.01
    held = 0
    for five in told.reshape(400, 5):
        low, _ = moments.near(five.mean(), (five**2).mean(), 5, QUANTILE)
        held += low <= -2 + 1e-9
    assert held / 400 > 0.92


@pytest.mark.parametrize("beside", [10**6, 10**10, -(10**10), 10**12])
def test_numbers_far_from_zero_have_the_interval_of_those_near_it(beside: int) -> None:
    """Beside 10^10 the interval was 1.619 to 1.631, and that the mean is 3 had p = 0.73."""
    near = rr.optimal(rr.LocalDP(1), rr.Mean([0, 1, 5])).estimate(counts=[300, 200, 250, 250])
    design = rr.optimal(rr.LocalDP(1), rr.Mean([beside, beside + 1, beside + 5]))
    far = design.estimate(counts=[300, 200, 250, 250])
    assert near.interval().low == pytest.approx(1.289, abs=1e-3)
    for end, there in zip(near.interval(), far.interval(), strict=True):
        assert there - beside == pytest.approx(end, abs=3e-4)  # doubles are 1e-4 apart there
    assert far.stderr == pytest.approx(near.stderr)
    assert far.test(beside + 3).p_value == pytest.approx(near.test(3).p_value, rel=1e-6)


def test_an_interval_far_from_zero_too() -> None:
    ends = []
    for low in (0, 10**9):
        design = rr.optimal(rr.LocalDP(1), rr.Mean(low=low, high=low + 4))
        reports = [str(report + low) for report in (-4.0, 1.5, 0.25, 2.0, 5.5)]
        ends.append([end - low for end in design.estimate(reports).interval()])
    assert ends[1] == pytest.approx(ends[0], abs=1e-5)


pytestmark = pytest.mark.quick


@pytest.mark.parametrize(
    ("mean", "kind"),
    [
        (rr.Mean([0, 1, 2]), ListedNumbers),
        (rr.Mean(low=0, high=2, points=5), ShiftedTable),
        (rr.Mean(low=0, high=2), CutMechanism),
    ],
)
def test_lists_grids_and_intervals_have_ways_of_their_own(mean: rr.Mean, kind: type) -> None:
    sampler = number_sampler(rr.optimal(rr.LocalDP(1), mean))
    assert isinstance(sampler, kind)


def test_windows_have_all_chances_and_the_mean_at_each_place() -> None:
    """1/unit times the weights, and gamma times those inside: exactly one, and the number."""
    windows = number_sampler(rr.optimal(rr.LocalDP(2), rr.Mean(low=0, high=2)))
    assert isinstance(windows, ShiftedWindows)
    assert windows.points[0] == 0 and windows.points[-1] == 2
    for place in (0, 17, len(windows.points) // 2):
        *_, upper, lower = windows.chances(place)
        total, mean = upper + lower, 2 * upper
        for first, last, weight, told in windows.windows:
            level = windows.gamma if first <= place <= last else 1
            total += windows.unit * weight * level
            mean += windows.unit * weight * level * Fraction(told)
        assert total == 1 and mean == windows.points[place]


def test_truths_of_one_number_that_levels_tell_apart_are_answered_by_their_names() -> None:
    """The last truth is next to the one before and far from the first, whose number it has."""
    path = rr.MetricDP.path(1)
    named = rr.optimal(path, rr.Mean([0, 1, 2, 0]), truths=["a", "b", "c", "d"])
    chance = named.channel.rows
    far = [row[0] / row[2] for row in chance]
    assert max(far) > math.e  # By the first for the last, reports would break the level.
    n = 4000
    drawn = rr.simulate(named, ["d"] * n, seed=1)
    counts = [drawn.count(report) for report in named.channel.reports]
    expected = [float(n * row[3]) for row in chance]
    assert chisquare(counts, expected).pvalue > 1e-3
    with pytest.raises(rr.InputError, match="answers must hold only the labels 'a', 'b', 'c', 'd'"):
        named.randomize([0, 2])


def test_such_truths_without_names_of_their_own_are_refused() -> None:
    unnamed = rr.optimal(rr.MetricDP.path(1), rr.Mean([0, 1, 2, 0]))
    with pytest.raises(rr.InputError, match="truths must have names where several have the same"):
        unnamed.randomize([0, 2])
    apart = rr.optimal(rr.MetricDP.path(1), rr.Mean([0, 1, 2, 5]))
    assert len(apart.randomize([0, 5])) == 2
    alike = rr.optimal(rr.LocalDP(1), rr.Mean([0, 1, 2, 0]))
    assert len(alike.randomize([0, 2])) == 2  # One number holds between all truths.


def test_other_designs_have_none() -> None:
    assert number_sampler(rr.optimal(rr.LocalDP(1), rr.Trace(3))) is None
    assert number_sampler(Channel.identity(2)) is None
