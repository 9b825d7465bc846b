"""A planned margin is the half-width that `estimate` reports at the expected counts."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom

from rropt.channel import Channel
from rropt.estimating import likelihood_estimate
from rropt.planning import Categories, Proportion, plan
from rropt.planning.expected_margin import expected_estimate

OUTER = Fraction("83010348331692982272/244301417015980109555")
FOUR = Channel.from_rows(
    [
        ["1/10", 0],
        [0, "1/10"],
        [OUTER, Fraction(9, 10) - OUTER],
        [Fraction(9, 10) - OUTER, OUTER],
    ]
)


@pytest.mark.everything
def test_the_margin_of_four_reports_is_what_estimate_reports():
    """The normal limit says 930; the interval there is a tenth wider than was asked for."""
    limit = plan(Proportion("1/100"), channel=FOUR, margin="0.02", method="normal")
    assert limit.n == 930
    answer = plan(Proportion("1/100"), channel=FOUR, margin="0.02")
    expected = [round(answer.n * p) for p in FOUR.report_distribution(("99/100", "1/100"))]
    found = likelihood_estimate(FOUR, expected).of(1).interval()
    assert found.width / 2 == pytest.approx(answer.margin, rel=0.1)
    assert answer.margin <= 0.02 * 1.01
    assert plan(Proportion("1/100"), channel=FOUR, n=930).margin > 0.02


def test_a_margin_is_held_where_the_end_of_the_range_cuts_the_interval():
    """Of Warner at 1/100 with margin 1/50 the half-width alone would be held in 0.91 of surveys."""
    warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    answer = plan(Proportion("1/100"), channel=warner, margin="0.02")
    hits = np.arange(answer.n + 1)
    found = np.clip(2 * (hits / answer.n - 0.25), 0, 1)
    chances = binom.pmf(hits, answer.n, 0.255)
    assert chances[np.abs(found - 0.01) <= 0.02].sum() == pytest.approx(0.95, abs=0.005)
    assert answer.half_width < answer.margin


@pytest.mark.everything
def test_the_margin_is_held_by_simulated_surveys():
    """|estimate - truth| <= margin in 95% of surveys, within two points."""
    answer = plan(Proportion("1/5"), channel=FOUR, margin="0.05")
    table = FOUR.to_numpy()
    counts = np.random.default_rng(2).multinomial(answer.n, table @ [0.8, 0.2], 400)
    held = [abs(likelihood_estimate(FOUR, c).value[1] - 0.2) <= 0.05 for c in counts]
    assert np.mean(held) == pytest.approx(0.95, abs=0.025)


def test_expected_counts_need_not_be_whole():
    answer = expected_estimate(FOUR, (Fraction(3, 4), Fraction(1, 4)), 100)
    assert float(sum(answer.counts)) == pytest.approx(100)
    assert answer.value == pytest.approx([0.75, 0.25], abs=1e-6)


def test_the_margin_of_categories_is_that_of_the_intervals_that_an_estimate_prints():
    krr = Channel.from_rows([["3/4" if i == j else "1/8" for j in range(3)] for i in range(3)])
    answer = plan(Categories(["1/2", "3/10", "1/5"]), channel=krr, n=4000)
    counts = [round(4000 * p) for p in krr.report_distribution(("1/2", "3/10", "1/5"))]
    widths = [likelihood_estimate(krr, counts).of(j).interval().width for j in range(3)]
    assert answer.half_width == pytest.approx(max(widths) / 2, rel=1e-3)
    assert answer.margin == pytest.approx(answer.half_width, rel=0.01)
