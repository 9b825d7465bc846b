"""Do people follow the table? Ranges, tests and stated shares of those who do not."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.estimating import (
    cheating_estimate,
    compliance_test,
    goodness_of_fit,
    identified_range,
    with_cheaters,
    with_stated_cheaters,
)
from rropt.exact import InputError

LABELS = ["no", "yes"]
WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], LABELS)
OTHER = Channel.from_rows([["1/3", "2/3"], ["2/3", "1/3"]], LABELS)


def expected(channel, truths, cheaters, n):
    shares = channel.to_numpy() @ truths + np.array([cheaters, 0])
    return [round(x) for x in n * shares]


def test_two_tables_identify_the_cheaters():
    """No report is missing from 70% no, 18% yes and 12% who always say no."""
    counts = [expected(c, np.array([0.7, 0.18]), 0.12, 120_000) for c in (WARNER, OTHER)]
    answer = cheating_estimate([WARNER, OTHER], counts, LABELS[:1] * 2)
    assert answer.identified.everything
    assert answer.value == pytest.approx([0.7, 0.18, 0.12], abs=1e-4)
    assert compliance_test(answer).p_value < 1e-6


@pytest.mark.everything
def test_half_of_the_surveys_without_cheaters_show_none():
    """The mixture at the boundary: p is 1 for half of them, and below 0.1 for few."""
    rng, p_values = np.random.default_rng(4), []
    for _ in range(24):
        counts = [rng.multinomial(1000, c.to_numpy() @ [0.75, 0.25]) for c in (WARNER, OTHER)]
        answer = cheating_estimate([WARNER, OTHER], counts, ["no", "no"])
        p_values.append(compliance_test(answer).p_value)
    assert 6 <= sum(p == 1 for p in p_values) <= 18
    assert sum(p <= 0.1 for p in p_values) <= 6


def test_one_table_gives_a_range():
    """60% no: from no cheater and 0.3 yes to no honest no: yes v with 3/4 v = 0.4."""
    answer = cheating_estimate([WARNER], [[600, 400]], ["no"])
    assert not answer.identified.everything
    known = identified_range(answer, [0, 1, 0])
    assert (known.low, known.high) == pytest.approx((0.3, 0.4 / 0.75))
    assert known.interval.low < known.low < known.high < known.interval.high
    cheaters = identified_range(answer, [0, 0, 1])
    assert (cheaters.low, cheaters.high) == pytest.approx((0, 1 - 0.4 / 0.75))


def test_the_range_covers_every_truth_that_gives_the_reports():
    answer = cheating_estimate([WARNER], [[6000, 4000]], ["no"])
    interval = identified_range(answer, [0, 1, 0]).interval
    for cheaters in (0, 0.2, 0.4):
        yes = (0.4 - 0.25 * (1 - cheaters)) / 0.5
        assert interval.low < yes < interval.high


def test_a_stated_share_moves_the_estimate():
    for share in ("0", "1/10", "3/5"):
        found = rr.estimate(WARNER, [600, 400], noncompliance=f"no={share}").of(1)
        free = (0.4 / (1 - float(F(share))) - 0.25) / 0.5
        assert found.value == pytest.approx(min(free, 1), abs=1e-9)
        interval = found.interval()
        assert interval.low <= found.value <= interval.high


def test_a_stated_share_that_the_reports_contradict_is_seen_in_the_fit():
    fits = [
        goodness_of_fit(with_stated_cheaters(WARNER, "no", share), [600, 400]).p_value
        for share in ("0", "3/5")
    ]
    assert fits[0] == 1 and fits[1] < 0.01


def test_refusals():
    with pytest.raises(InputError, match="noncompliance must be one of no, yes"):
        with_cheaters(WARNER, "never")
    with pytest.raises(InputError, match="below 1"):
        with_stated_cheaters(WARNER, "no", 1)
    with pytest.raises(InputError, match="one for each channel"):
        cheating_estimate([WARNER, OTHER], [[1, 2], [3, 4]], ["no"])
