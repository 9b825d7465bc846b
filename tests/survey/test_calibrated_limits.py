"""What a calibrated interval promises: its coverage, summed exactly over all outcomes."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom, chi2

from rropt.channel import Channel
from rropt.survey import calibrated_limits, likelihood_estimate
from rropt.survey.calibrated_limits import _left_out, acceptance_cutoff, compatible
from rropt.survey.ratio_hypothesis import RatioHypothesis, value_held
from rropt.survey.reference_drops import ReferenceDrops
from rropt.survey.sampled_likelihood import together

TABLES = {
    "revealing": [["1", "1/5"], ["0", "4/5"]],
    "forced": [["11/12", "1/6"], ["1/12", "5/6"]],
    "warner": [["3/4", "1/4"], ["1/4", "3/4"]],
}
SHARES = (0, 0.01, 0.05, 0.1, 0.25, 0.5)


def coverage(rows, n, method):
    """The chance that the interval holds the share of yes, for each of SHARES."""
    channel = Channel.from_rows(rows)
    table = channel.to_numpy()
    found = [
        likelihood_estimate(channel, [n - x, x]).of(1).interval("0.95", method)
        for x in range(n + 1)
    ]
    chances = []
    for share in SHARES:
        held = np.array([share in ends for ends in found])
        chances.append(binom.pmf(np.arange(n + 1), n, table[1] @ [1 - share, share]) @ held)
    return np.array(chances)


@pytest.mark.everything
@pytest.mark.parametrize("name", TABLES)
def test_coverage_of_few_reports(name):
    """Above 0.975 only where an outcome's own chance forces it: its omission falls below 0.93."""
    found = coverage(TABLES[name], 20, "likelihood")
    assert found.min() >= 0.93
    if name != "revealing":
        assert found.max() <= 0.98


def held_difference(first, second, shares):
    """The chance, over nearly all reports of two groups, that their true difference is accepted."""
    channel = Channel.from_rows(TABLES["revealing"])
    chances = [
        binom.pmf(np.arange(n + 1), n, 0.8 * x)
        for n, x in zip((first, second), shares, strict=True)
    ]
    held = seen = 0.0
    for i in range(first + 1):
        for j in np.flatnonzero(chances[0][i] * chances[1] > 1e-4).tolist():
            groups = [
                likelihood_estimate(channel, [first - i, i]),
                likelihood_estimate(channel, [second - j, j]),
            ]
            model = together(group.model for group in groups)
            chance = chances[0][i] * chances[1][j]
            contrast = np.array([0.0, 1.0, 0.0, -1.0])
            seen += chance
            held_there = value_held(model, contrast, shares[0] - shares[1])
            held += chance * compatible(held_there, 3.8415, 0.05)
    return held / seen


@pytest.mark.everything  # thousands of hypotheses, each with its own enumeration
@pytest.mark.parametrize("shares", [(0.146, 0.043), (0.146, 0.146)])
def test_differences_of_small_and_large_groups_are_held(monkeypatch, shares):
    assert 0.94 <= held_difference(20, 200, shares) <= 0.975
    monkeypatch.setattr(calibrated_limits, "LEAST_OF_GROUPS", calibrated_limits.LEAST_KEPT)
    assert held_difference(20, 200, shares) < 0.93  # what a group by itself does with


def test_the_chi_square_cutoff_alone_misses():
    """At two expected reports of the revealing kind: 1 - P(0) - P(5 or more)."""
    channel = Channel.from_rows(TABLES["revealing"])
    held = [
        0.05 in likelihood_estimate(channel, [50 - x, x]).of(1).interval(method="profile")
        for x in range(12)
    ]
    plain = binom.pmf(np.arange(12), 50, 0.04) @ np.array(held)
    assert plain == pytest.approx(0.856, abs=1e-3)


def test_a_cutoff_is_kept_moved_up_or_moved_down():
    smooth = ReferenceDrops(
        np.linspace(0.001, 10, 10_000), np.full(10_000, 1e-4), True, np.zeros((10_000, 1))
    )
    assert acceptance_cutoff(smooth, 9.5, 0.05) == 9.5
    assert acceptance_cutoff(smooth, 9.74, 0.05) == 9.74
    assert acceptance_cutoff(smooth, 9.0, 0.05) == pytest.approx(9.3, abs=2e-3)
    assert acceptance_cutoff(smooth, 9.9, 0.05) == pytest.approx(9.625, abs=2e-3)
    atom = ReferenceDrops(
        np.array([0.0, 1.0, 2.0, 5.0]), np.array([0.5, 0.35, 0.14, 0.01]), True, np.zeros((4, 1))
    )
    assert acceptance_cutoff(atom, 3.84, 0.05) == 2.0
    assert acceptance_cutoff(atom, 1.5, 0.05) == 2.0
    coarse = ReferenceDrops(
        np.array([0.0, 1.0, 5.0]), np.array([0.5, 0.465, 0.035]), True, np.zeros((3, 1))
    )
    assert acceptance_cutoff(coarse, 6.0, 0.05) == 1.0


@pytest.mark.parametrize("level", [0.95, 0.99, 0.995, 0.999, 0.9999, 0.999999])
def test_drawn_cutoffs_of_a_chi_square_law_are_its_quantiles_at_any_level(level):
    """Of 399 the largest is 9.1: that of 0.9999 is 15.1, and was moved down to it."""
    places = (np.arange(399) + 0.5) / 399
    law = ReferenceDrops(chi2.ppf(places, 1), np.full(399, 1 / 399), False, np.zeros((399, 1)))
    quantile = chi2.ppf(level, 1)
    assert acceptance_cutoff(law, quantile, 1 - level) == pytest.approx(quantile, rel=1e-9)
    # A law that is wider by a half moves it as far.
    wide = ReferenceDrops(1.5 * law.drops, law.chances, False, law.tops)
    assert acceptance_cutoff(wide, quantile, 1 - level) == pytest.approx(1.5 * quantile, rel=0.1)


@pytest.mark.parametrize("rows", [["3/4", "1/4"], ["1", "1/5"]])
@pytest.mark.parametrize("count", [3, 12, 30])
def test_intervals_of_higher_levels_hold_those_of_lower_ones(rows, count):
    channel = Channel.from_rows([rows, [str(1 - Fraction(p)) for p in rows]])
    share = likelihood_estimate(channel, [count - count // 4, count // 4]).of(1)
    low = high = share.value
    for level in ("0.9", "0.95", "0.99", "0.995", "0.999", "0.9999"):
        found = share.interval(level)
        slack = 1e-4 * (high - low)
        assert 0 <= found.low <= low + slack and high - slack <= found.high <= 1
        low, high = found.low, found.high


def test_outcomes_that_are_not_needed_are_left_out():
    """0.99 below the cutoff: the fourth outcome has 0.05 and may be missed, the third may not."""
    chances = np.array([0.5, 0.35, 0.09, 0.05, 0.01])
    coarse = ReferenceDrops(np.array([0.0, 1.0, 2.0, 3.0, 5.0]), chances, True, np.zeros((5, 1)))
    assert [_left_out(coarse, drop, 3.5, 0.05) for drop in (2.0, 3.0)] == [False, True]
    assert not any(_left_out(coarse, drop, 2.5, 0.05) for drop in (1.0, 2.0))


@pytest.mark.everything
@pytest.mark.parametrize("counts", [[400, 20, 5], [60, 39, 1]])
def test_three_truths_are_moved_by_drawn_reports_alike_each_time(counts):
    truth = Channel.from_rows([["1", "1/5", "1/5"], ["0", "4/5", "0"], ["0", "0", "4/5"]])
    answer = likelihood_estimate(truth, counts).of(2)
    first, second = answer.interval(), answer.interval()
    assert (first.low, first.high) == (second.low, second.high)
    assert 0 <= first.low < answer.value < first.high


def _named(truths, counts):
    """An estimate where a report says its truth with twice the chance of each other one."""
    rows = [[2 if i == j else 1 for j in range(truths)] for i in range(truths)]
    channel = Channel.from_rows([[f"{x}/{truths + 1}" for x in row] for row in rows])
    return likelihood_estimate(channel, counts)


@pytest.mark.parametrize("truths, draws", [(5, {1999}), (6, {399}), (8, {399}), (9, set())])
def test_so_many_outcomes_are_drawn_for_so_many_truths(monkeypatch, truths, draws):
    """All have one truth, so that every limit of another is at the boundary."""
    asked = []
    reference = RatioHypothesis.reference

    def recorded(hypothesis, repetitions):
        asked.append(repetitions)
        return reference(hypothesis, repetitions)

    monkeypatch.setattr(RatioHypothesis, "reference", recorded)
    counts = [2000 if i == 0 else 1000 for i in range(truths)]
    share = _named(truths, counts).of(1)
    found, plain = share.interval(), share.interval(method="profile")
    assert set(asked) == draws
    assert found.low == plain.low == 0
    assert found.high == pytest.approx(plain.high, rel=0.5)
    assert draws or found == plain
