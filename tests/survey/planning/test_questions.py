"""A proportion, a difference, strata: variances, hypotheses, margins, and what is refused."""

from fractions import Fraction as F

import numpy as np
import pytest
from scipy.stats import binom, norm

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.survey import likelihood_estimate, weighted_sum
from rropt.survey.planning import Bits, Categories, Proportion, Strata, TwoGroups, plan

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
TOLD = Channel.identity(2)


def test_a_difference_adds_the_variances_of_its_shares_of_reports():
    """Told truths: p (1 - p) / s + q (1 - q) / (1 - s)."""
    question = TwoGroups("1/2", "1/5", "1/4")
    assert question.variance(TOLD) == F(1, 4) * 4 + F(4, 25) * F(4, 3)


def test_what_is_no_share_is_refused_at_once():
    for made, said in [
        (lambda: Proportion(2), "prior must lie between 0 and 1, got 2"),
        (lambda: Proportion("1/4", null=7), "null must lie between 0 and 1, got 7"),
        (lambda: TwoGroups("1/4", "-1/3"), "second must lie"),
        (lambda: TwoGroups("1/4", "1/3", 1), "share must lie strictly"),
        (lambda: Strata(["1/4", 3], ["1/2", "1/2"]), "priors must lie between 0 and 1, got 3"),
        (lambda: Categories(["1/2", "1/4"]), "prior must sum to one, got 3/4"),
        (lambda: Categories(["1/2", "1/2"], ["1/2"]), "null must sum to one"),
        (lambda: Bits(0), "bits must be a whole number of at least 1"),
    ]:
        with pytest.raises(InputError, match=said):
            made()


def test_the_power_of_a_difference_is_against_the_pooled_share():
    question = TwoGroups("1/2", "1/4")
    pooled = 0.375
    spreads = (4 * pooled * (1 - pooled)) ** 0.5, (2 * 0.25 + 2 * 3 / 16) ** 0.5
    cut = norm.isf(0.025) * spreads[0]
    expected = norm.sf((cut - 2.5) / spreads[1]) + norm.cdf((-cut - 2.5) / spreads[1])
    assert question.power(TOLD, 100, F(1, 20), 2) == pytest.approx(expected, rel=1e-9)


def test_a_hypothesis_that_one_report_refutes():
    one_sided = Channel.from_rows([[1, "1/2"], [0, "1/2"]])
    question = Proportion("1/5", null=0)
    assert question.power(one_sided, 10, F(1, 20), 1) == pytest.approx(1 - 0.9**10)
    strata = Strata(["1/5", "1/5"], ["1/2", "1/2"], null=0)
    assert strata.power(one_sided, 10, F(1, 20), 2) == pytest.approx(1 - 0.9**10)


def test_planned_estimates_are_the_second_truths_share_and_a_difference():
    one = Proportion("1/4").planned_estimates(WARNER, 100)
    assert one.contrasts.tolist() == [[0, 1]] and one.truth.tolist() == [0.75, 0.25]
    two = TwoGroups("1/4", "1/2", "1/5").planned_estimates(WARNER, 100)
    assert two.contrasts.tolist() == [[0, 1, 0, -1]]
    assert (two.contrasts @ two.truth).item() == -0.25
    assert [int(n) for n in np.ravel(two.model.sizes)] == [20, 80]


def test_one_report_of_each_group_at_least():
    two = TwoGroups("1/4", "1/2", "1/1000").planned_estimates(WARNER, 10)
    assert [int(n) for n in np.ravel(two.model.sizes)] == [1, 9]


def test_who_has_a_hypothesis():
    assert not Proportion("1/4").has_hypothesis and Proportion("1/4", "1/2").has_hypothesis
    assert TwoGroups("1/4", "1/2").has_hypothesis and not TwoGroups("1/4", "1/4").has_hypothesis
    assert Proportion("1/4").numbers == 1 and Proportion("1/4").has_sides


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: Proportion("1/4").power(WARNER, 9, F(1, 20), 2), "null must be given"),
        (lambda: Proportion("1/4", "1/4").power(WARNER, 9, F(1, 20), 2), "must differ"),
        (lambda: TwoGroups("1/4", "1/4").power(WARNER, 9, F(1, 20), 2), "must differ for a power"),
        (lambda: TwoGroups("1/4", "1/2", 1).variance(WARNER), "share must lie strictly"),
        (lambda: Proportion("5/4").variance(WARNER), "prior must lie between 0 and 1"),
        (lambda: plan(Proportion("1/5"), channel=Channel.identity(3), n=9), "must have two truths"),
    ],
)
def test_refused(ask, said):
    with pytest.raises(InputError, match=said):
        ask()


OUTER = F("83010348331692982272/244301417015980109555")
FOUR = Channel.from_rows(
    [
        ["1/10", 0],
        [0, "1/10"],
        [OUTER, F(9, 10) - OUTER],
        [F(9, 10) - OUTER, OUTER],
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
    planned = Proportion("1/4").planned_estimates(FOUR, 101).model
    (counts,) = planned.counts
    assert planned.sizes.tolist() == [101]
    assert any(count % 1 for count in counts)
    likeliest = likelihood_estimate(FOUR, counts.tolist())
    assert likeliest.value == pytest.approx([0.75, 0.25], abs=1e-6)


def test_the_margin_of_categories_is_that_of_the_intervals_that_an_estimate_prints():
    krr = Channel.from_rows([["3/4" if i == j else "1/8" for j in range(3)] for i in range(3)])
    answer = plan(Categories(["1/2", "3/10", "1/5"]), channel=krr, n=4000)
    counts = [round(4000 * p) for p in krr.report_distribution(("1/2", "3/10", "1/5"))]
    widths = [likelihood_estimate(krr, counts).of(j).interval().width for j in range(3)]
    assert answer.half_width == pytest.approx(max(widths) / 2, rel=1e-3)
    assert answer.margin == pytest.approx(answer.half_width, rel=0.01)


@pytest.mark.everything
def test_the_power_is_what_the_test_of_the_weighted_sum_rejects():
    """Each of 60 drawn surveys is given to the test that `estimate` runs."""
    question = Strata(["1/4", "1/2"], ["1/2", "1/2"], None, "1/4")
    answer = plan(question, channel=WARNER, n=400)
    rng = np.random.default_rng(3)
    hits = rng.binomial(200, [0.375, 0.5], (60, 2))
    rejected = []
    for first, second in hits.tolist():
        strata = [likelihood_estimate(WARNER, [200 - x, x]) for x in (first, second)]
        whole = weighted_sum(strata, ["1/2", "1/2"], [0, 1])
        rejected.append(whole.test("1/4").p_value <= 0.05)
    assert np.mean(rejected) == pytest.approx(answer.power, abs=0.15)
    enumerated = 0.7240  # all pairs of counts, each with the test's answer and its chance
    assert answer.power == pytest.approx(enumerated, abs=0.001)


@pytest.mark.everything
def test_strata_alike_are_one_population():
    alike = Strata(["1/4", "1/4"], ["1/2", "1/2"], None, "1/8")
    one = plan(Proportion("1/4", "1/8"), channel=WARNER, n=300)
    assert plan(alike, channel=WARNER, n=300).power == pytest.approx(one.power, abs=0.02)
    whole, limit = (
        plan(q, channel=WARNER, n=300, method="normal") for q in (alike, one_question())
    )
    assert whole.power == pytest.approx(limit.power, abs=1e-6)


def one_question():
    return Proportion("1/4", "1/8")


@pytest.mark.parametrize(
    ("null", "said"),
    [("1/4", "null must differ"), ("2", "null must"), (None, "null must be given")],
)
def test_hypotheses_that_are_none(null, said):
    with pytest.raises(InputError, match=said):
        plan(Strata(["1/4", "1/4"], ["1/2", "1/2"], None, null), channel=WARNER, power="0.8")


def test_a_stratum_of_nobody_needs_a_share_of_the_reports():
    with pytest.raises(InputError, match=r"weights\[1\] must be positive"):
        plan(Strata(["1/4", "1/2"], ["1", "0"]), channel=WARNER, n=100)
    shared = plan(Strata(["1/4", "1/2"], ["1", "0"], ["1/2", "1/2"]), channel=WARNER, n=100)
    assert shared.stderr**2 * 100 == pytest.approx(2 * 4 * 0.375 * 0.625)
