"""Plans against the closed formulas, each with its near miss, and against simulation.

The first number of reports that reaches a power, and the one from which it is kept.
"""

from fractions import Fraction
from functools import partial
from math import ceil, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, chi2, ncx2, norm

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.survey import unbiased_estimate as unbiased
from rropt.survey.planning import Bits, Categories, Proportion, Strata, TwoGroups, plan
from rropt.survey.planning.open_quantity import reports_for_power
from rropt.survey.planning.survey_power import Power, k_randomized_response

SIDED = {1: "one-sided", 2: "two-sided"}

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
TALL = Channel.from_rows([["1/2", "1/8"], ["1/4", "1/4"], ["1/8", "1/2"], ["1/8", "1/8"]])
KRR = Channel.from_rows([["1/2" if i == j else "1/4" for j in range(3)] for i in range(3)])


@pytest.mark.everything
def test_an_accuracy_in_percent_is_the_share_that_it_says():
    asked = partial(plan, Proportion("20%", "10%"), channel=WARNER)
    assert asked(margin="2%") == asked(margin="0.02")
    assert asked(stderr="1.5%", level="90%") == asked(stderr="0.015", level="0.9")
    assert asked(power="80%") == asked(power="0.8")
    with pytest.raises(InputError, match="margin must be below 1/2"):
        asked(margin="50%")


in_the_limit = partial(plan, method="normal")


def warner_variance(pi):
    """`holohan/eq-8` with p_w = 3/4 and n = 1."""
    return (0.25 - (0.25 - pi / 2) ** 2) / 0.25


@pytest.mark.parametrize("margin", ["0.01", "0.02", "0.05"])
@pytest.mark.parametrize("pi", ["0.05", "1/4", "1/2"])
def test_sample_size_of_a_proportion_is_the_textbook_formula(pi, margin):
    variance = warner_variance(float(Fraction(pi)))
    expected = ceil(norm.ppf(0.975) ** 2 * variance / float(margin) ** 2)
    answer = in_the_limit(Proportion(pi), channel=WARNER, margin=margin)
    assert (answer.n, answer.open, answer.answer) == (expected, "n", expected)
    assert in_the_limit(Proportion(pi), channel=WARNER, n=expected).margin <= float(margin)
    assert in_the_limit(Proportion(pi), channel=WARNER, n=expected - 1).margin > float(margin)


def test_holohans_example_1_variance():
    """`holohan/ex-1.1`: epsilon 1/2, delta 1/10, pi 1/4 has variance 2.372 for one report."""
    p = Fraction(str((1.6487212707001282 + 0.1) / 2.6487212707001282))
    channel = Channel.from_rows([[p, 1 - p], [1 - p, p]])
    answer = plan(Proportion("1/4"), channel=channel, n=1)
    assert answer.stderr**2 == pytest.approx(2.372, abs=5e-4)


def test_chebyshev_margin_needs_more():
    """20 * 0.91 / 0.0004 = 45500 exactly: one report less is not enough, one more is too many."""
    answer = plan(Proportion("1/5"), channel=WARNER, margin="0.02", method="chebyshev")
    assert answer.n == 45_500
    assert answer.n > plan(Proportion("1/5"), channel=WARNER, margin="0.02").n


@given(st.integers(5, 10**7), st.sampled_from(["1/20", "1/3", "1/2"]))
def test_stderr_and_n_invert_each_other(n, pi):
    """From 5 reports on the error is below half of what can vary, as it must be."""
    reached = in_the_limit(Proportion(pi), channel=WARNER, n=n)
    again = in_the_limit(Proportion(pi), channel=WARNER, stderr=reached.stderr * (1 + 1e-12))
    assert again.n == n


@pytest.mark.parametrize("sides", [1, 2])
def test_power_of_a_proportion(sides):
    """Size 5%, 0.1 against 0.2: the normal formula with the two variances, by hand."""
    null, planned = sqrt(warner_variance(0.1)), sqrt(warner_variance(0.2))
    critical = norm.isf(0.05 / sides) * null
    expected = norm.cdf((0.1 * sqrt(900) - critical) / planned)
    expected += norm.cdf((-0.1 * sqrt(900) - critical) / planned) if sides == 2 else 0
    question = Proportion("0.2", null="0.1")
    answer = in_the_limit(question, channel=WARNER, n=900, alternative=SIDED[sides])
    assert answer.open == "power"
    assert answer.power == pytest.approx(expected)
    least = in_the_limit(question, channel=WARNER, power="0.9", alternative=SIDED[sides]).n
    assert in_the_limit(question, channel=WARNER, n=least, alternative=SIDED[sides]).power >= 0.9
    assert in_the_limit(question, channel=WARNER, n=least - 1, alternative=SIDED[sides]).power < 0.9


def test_power_is_what_a_simulation_finds():
    question, n = Proportion("0.2", null="0.1"), 900
    planned = plan(question, channel=WARNER, n=n).power
    hits = np.random.default_rng(1).binomial(n, 0.35, 20_000)
    z = (hits / n - 0.3) / sqrt(0.3 * 0.7 / n)
    found = (np.abs(z) > norm.ppf(0.975)).mean()
    assert found == pytest.approx(planned, abs=0.02)


def test_two_groups():
    variance = warner_variance(0.3) / 0.25 + warner_variance(0.2) / 0.75
    answer = in_the_limit(TwoGroups("0.3", "0.2", share="1/4"), channel=WARNER, n=10_000)
    assert answer.stderr == pytest.approx(sqrt(variance / 10_000))
    pooled = warner_variance(0.225) * (4 + 4 / 3)
    critical = norm.ppf(0.975) * sqrt(pooled)
    power = norm.cdf((10 - critical) / sqrt(variance)) + norm.cdf((-10 - critical) / sqrt(variance))
    assert (answer.open, answer.power) == ("power", pytest.approx(power))
    alike = in_the_limit(TwoGroups("0.3", "0.3"), channel=WARNER, margin="0.05")
    assert alike.n == ceil(norm.ppf(0.975) ** 2 * 4 * warner_variance(0.3) / 0.05**2)
    assert alike.power is None


def test_categories_hold_each_alone_or_all_together():
    """As `estimate` prints them; together they need more, but less than Bonferroni's."""
    prior = ["1/2", "3/10", "1/5"]
    shares = 0.25 + np.array([0.5, 0.3, 0.2]) / 4
    variance = (16 * shares * (1 - shares)).max()
    answer = plan(Categories(prior), channel=KRR, n=5000)
    assert answer.stderr == pytest.approx(sqrt(variance / 5000))
    assert answer.margin == pytest.approx(norm.isf(0.05 / 2) * answer.stderr)
    assert answer.open == "margin" and not answer.simultaneous
    together = plan(Categories(prior), channel=KRR, n=5000, simultaneous=True)
    assert together.margin == pytest.approx(drawn_quantile(shares) * answer.stderr, rel=5e-3)
    assert together.margin < 0.99 * norm.isf(0.05 / 6) * answer.stderr
    assert "all of them together" in str(together) and "each of them alone" in str(answer)


def test_only_shares_hold_together():
    """Those of two truths mirror each other: each alone is both together."""
    alone = plan(Proportion("1/5"), channel=WARNER, n=500)
    assert plan(Proportion("1/5"), channel=WARNER, n=500, simultaneous=True).margin == alone.margin
    for one in (TwoGroups("1/4", "1/5"), Strata(["1/4", "1/5"], ["1/2", "1/2"])):
        with pytest.raises(InputError, match="simultaneous must be left out for one number"):
            plan(one, channel=WARNER, n=500, simultaneous=True)


def drawn_quantile(shares):
    """Of the largest of 400,000 drawn standardised deviations of the shares of reports."""
    covariance = np.diag(shares) - np.outer(shares, shares)
    drawn = np.random.default_rng(0).multivariate_normal(np.zeros(3), covariance, 400_000)
    return np.quantile(np.abs(drawn / np.sqrt(np.diag(covariance))).max(axis=1), 0.95)


def test_chebyshev_knows_only_how_many_numbers_hold_together():
    prior = ["1/2", "3/10", "1/5"]
    found = plan(Categories(prior), channel=KRR, n=5000, method="chebyshev", simultaneous=True)
    assert found.margin == pytest.approx(sqrt(60) * found.stderr)


def test_power_of_categories_is_non_central_chi_square():
    planned, null = ["1/2", "3/10", "1/5"], ["1/3", "1/3", "1/3"]
    shares = 0.25 + np.array([0.5, 0.3, 0.2]) / 4
    shift = ((shares - 1 / 3) ** 2 * 3).sum()
    answer = in_the_limit(Categories(planned, null), channel=KRR, n=500)
    assert answer.power == pytest.approx(ncx2.sf(chi2.isf(0.05, 2), 2, 500 * shift))
    least = in_the_limit(Categories(planned, null), channel=KRR, power="0.8").n
    assert in_the_limit(Categories(planned, null), channel=KRR, n=least - 1).power < 0.8


@pytest.mark.everything
@pytest.mark.parametrize("sides", [1, 2])
def test_a_hypothesis_of_nobody_is_refuted_by_one_report(sides):
    """Direct answers, nobody against one in ten: 1 - 0.9^n, at least 0.9 from n = 22 on."""
    question, truth = Proportion("1/10", null=0), Channel.identity(2)
    assert plan(question, channel=truth, n=1, alternative=SIDED[sides]).power == pytest.approx(0.1)
    assert plan(question, channel=truth, power="0.9", alternative=SIDED[sides]).n == 22
    everybody = Proportion("9/10", null=1)
    assert plan(everybody, channel=truth, n=7, alternative=SIDED[sides]).power == pytest.approx(
        1 - 0.9**7
    )
    some = Channel.from_rows([["1/2", 0], ["1/2", "2/3"], [0, "1/3"]])
    assert plan(question, channel=some, n=50, alternative=SIDED[sides]).power < 1


@pytest.mark.everything
@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_power_of_categories_that_the_hypothesis_excludes():
    """Power by simulating the same test: a report of the third category rejects, or Pearson's."""
    truth, n = Channel.identity(3), 40
    question = Categories(["0.6", "0.38", "0.02"], null=["1/2", "1/2", 0])
    counts = np.random.default_rng(2).multinomial(n, [0.6, 0.38, 0.02], 100_000)
    both = counts[:, :2].sum(axis=1)
    pearson = (counts[:, 0] - counts[:, 1]) ** 2 / both
    found = ((counts[:, 2] > 0) | (pearson > chi2.isf(0.05, 1))).mean()
    assert plan(question, channel=truth, n=n).power == pytest.approx(found, abs=0.03)
    rare = Categories(["1/2", "0.48", "0.02"], null=["1/2", "1/2", 0])
    assert plan(rare, channel=truth, n=1).power < 0.1
    assert 105 < plan(rare, channel=truth, power="0.9").n < 115  # 1 - 0.95 0.98^n: 112
    certain = Categories(["0", "0", "1"], null=["1/2", "1/2", 0])
    assert plan(certain, channel=truth, n=1).power == 1


@pytest.mark.parametrize("rare", ["1e-9", "1e-300", "1e-400"])
def test_a_hypothesis_of_hardly_anybody_is_refuted_surely(rare):
    """A fifth of a hundred reports are of a category of which there should be next to none."""
    rest = str(1 - Fraction(rare))
    question = Categories(["1/5", "4/5"], null=[rare, rest])
    assert plan(question, channel=Channel.identity(2), n=100).power == pytest.approx(1)


def test_sizes_close_to_zero():
    """Power of a test of size 1e-20, by scipy's upper tail."""
    level = "0." + "9" * 20
    answer = in_the_limit(Proportion("0.2", null="0.1"), channel=WARNER, n=10_000, level=level)
    null, planned = sqrt(warner_variance(0.1)), sqrt(warner_variance(0.2))
    expected = norm.cdf((0.1 * 100 - norm.isf(0.5e-20) * null) / planned)
    assert answer.power == pytest.approx(expected)


@pytest.mark.everything
def test_bits_are_the_categories_of_the_tensor_product():
    prior = ["1/2", "1/4", "1/8", "1/8"]
    question, dense = Bits(2, prior), Categories(prior)
    tensor = WARNER.tensor(WARNER)
    answer, expected = plan(question, channel=WARNER, n=999), plan(dense, channel=tensor, n=999)
    assert answer.margin == pytest.approx(expected.margin)
    null = ["1/4"] * 4
    answer = plan(Bits(2, prior, null), channel=WARNER, n=999)
    assert answer.power == pytest.approx(plan(Categories(prior, null), channel=tensor, n=999).power)
    assert (
        plan(Bits(3), channel=WARNER, stderr="0.01").n
        > plan(Bits(2), channel=WARNER, stderr="0.01").n
    )


def test_a_larger_channel_is_planned_with_its_efficient_estimate():
    answer = plan(Proportion("3/10"), channel=TALL, n=400)
    scores = unbiased(TALL, [1, 1, 1, 1], ["7/10", "3/10"]).left_inverse[1]
    shares = np.array([float(p) for p in TALL.report_distribution(["7/10", "3/10"])])
    assert answer.stderr == pytest.approx(sqrt((scores**2 @ shares - 0.09) / 400))


@pytest.mark.everything
@pytest.mark.parametrize(
    ("question", "goal"),
    [
        (Proportion("1/5"), {"margin": "0.02"}),
        (TwoGroups("1/5", "3/10"), {"stderr": "0.02"}),
        (Categories(["1/2", "1/4", "1/4"]), {"margin": "0.05"}),
        (Bits(3), {"margin": "0.2"}),
        (Proportion("1/5", "1/10"), {"power": "0.9"}),
    ],
    ids=["proportion", "groups", "categories", "bits", "power"],
)
def test_epsilon_is_the_smallest_that_reaches_the_goal(question, goal):
    answer = plan(question, n=20_000, **goal)
    assert answer.open == "epsilon"
    (name, wanted), *_ = goal.items()
    step = Fraction(1, 10_000)
    at, below = (
        getattr(plan(question, n=20_000, epsilon=e), name)
        for e in (answer.epsilon, answer.epsilon - step)
    )
    better = (lambda x: x >= float(wanted)) if name == "power" else (lambda x: x <= float(wanted))
    assert better(at) and not better(below)


def test_an_epsilon_may_stand_for_other_channels():
    """Half of the answers become coins: the same accuracy takes a larger epsilon."""

    mixed = Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])

    def halved(epsilon):
        rows = k_randomized_response(2, epsilon).rows
        return Channel.from_rows(
            [
                [(x + y) / 2 for x, y in zip(a, b, strict=True)]
                for a, b in zip(rows, mixed.rows, strict=True)
            ]
        )

    usual = plan(Proportion("1/5"), n=20_000, margin="0.04")
    other = plan(Proportion("1/5"), n=20_000, margin="0.04", family=halved)
    assert other.epsilon > usual.epsilon
    assert other.margin <= 0.04
    assert other.channel == halved(other.epsilon)


def test_an_epsilon_stands_for_k_ary_randomized_response():
    assert plan(Proportion("1/5"), epsilon="ln(3)", margin="0.02").n == 8740
    assert plan(Bits(2), epsilon="1", n=100).channel == k_randomized_response(2, "1/2")
    assert plan(Bits(1), epsilon="ln(3)", n=100).channel.parity() <= 3


@pytest.mark.parametrize(
    ("prior", "n", "wanted"),
    [("1", 50, "0.1"), ("1/50", 30, "0.1"), ("1/4", 100_000, "0.3"), ("1/5", 4, "0.4")],
)
def test_the_least_epsilon_of_a_margin_reaches_it_and_none_below_does(prior, n, wanted):
    """Margins of a sixth less were planned where the end of the range cuts the interval."""
    found = plan(Proportion(prior), n=n, margin=wanted)
    below = found.epsilon - Fraction(1, 10_000)
    margins = [plan(Proportion(prior), n=n, epsilon=x).margin for x in (found.epsilon, below)]
    assert margins[0] == found.margin <= float(wanted) < margins[1]


@pytest.mark.everything
def test_no_reported_margin_is_wider_than_the_goal():
    """It was by 1 %: 0.10086 with 126 reports."""
    question = Strata(["1/5", "1/2"], [1, 0], ["1/2", "1/2"])
    found = plan(question, epsilon=5, margin="0.1")
    fewer = plan(question, epsilon=5, n=found.n - 1)
    assert found.margin <= 0.1 < fewer.margin


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "two more of these must be given"),
        ({"n": 10}, "is computed: design or epsilon; margin, stderr or power"),
        ({"channel": WARNER, "n": 10, "margin": "0.1"}, "nothing is left to compute"),
        ({"channel": WARNER, "epsilon": 1, "n": 10}, "only one of design and epsilon"),
        ({"channel": WARNER, "margin": 1, "stderr": 1}, "only one of margin and stderr"),
        ({"channel": WARNER, "n": 0}, "at least 1"),
        ({"channel": WARNER, "margin": 0}, "margin must be positive"),
        ({"channel": WARNER, "power": 2}, "power must lie between"),
        ({"channel": WARNER, "power": 1}, "power must be below 1"),
        ({"channel": WARNER, "power": "0." + "9" * 20}, "power must be below 1"),
        ({"channel": WARNER, "n": 10**400}, "n must be at most"),
        ({"channel": WARNER, "n": 9, "level": "0." + "9" * 300}, "level must be at most"),
        ({"channel": WARNER, "margin": "1/10", "level": 1}, "level"),
        ({"channel": WARNER, "margin": "1/10", "method": "exact"}, "method"),
        ({"channel": WARNER, "margin": "1/10", "alternative": "less"}, "two-sided or one-sided"),
        ({"channel": KRR, "margin": "1/10"}, "two truths"),
        ({"epsilon": 0, "margin": "1/10"}, "epsilon must be positive"),
        ({"epsilon": "1e-300", "n": 10}, "epsilon must be larger"),
        ({"n": 3, "margin": "1/100"}, "up to epsilon 20 with 3 reports"),
    ],
)
def test_bad_plans_are_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        plan(Proportion("1/5"), **arguments)


def test_the_largest_sample_is_the_largest_that_may_be_given():
    """8.7e14 reports lie between 2^49 and 10^15: n is normal_quantile^2 variance / margin^2."""
    variance = Proportion("1/4").variance(WARNER)
    expected = norm.isf(0.025) ** 2 * float(variance) / (7e-8) ** 2
    assert 2**49 < expected < 10**15
    found = plan(Proportion("1/4"), channel=WARNER, margin="7e-8").n
    assert found == pytest.approx(expected, rel=1e-12)
    with pytest.raises(InputError, match="none up to 1000000000000000 reports"):
        plan(Proportion("1/4"), channel=WARNER, margin="6e-8")


EVEN = ["1/4"] * 4
SKEW = ["1/2", "1/4", "1/8", "1/8"]


@pytest.mark.parametrize(
    ("question", "goal", "message"),
    [
        (Categories(["1/2", "1/4", "1/4"]), {"power": "0.9"}, "null must be given with a power"),
        (Bits(2, SKEW), {"power": "0.9"}, "null must be given with a power"),
        (Bits(2, SKEW, EVEN[:3]), {"power": "0.9"}, "null must have 4 cells, got 3"),
        (Bits(2, EVEN[:3], SKEW), {"power": "0.9"}, "prior must have 4 cells, got 3"),
        (Bits(2, EVEN, ["1/2"] * 4), {"power": "0.9"}, "null must sum to one"),
    ],
)
def test_a_power_is_against_a_stated_hypothesis(question, goal, message):
    with pytest.raises(InputError, match=message):
        plan(question, epsilon=1, **goal)


@pytest.mark.everything
@pytest.mark.parametrize(
    ("question", "goal"),
    [
        (Categories(["1/2", "1/4", "1/4"], ["1/3"] * 3), {"power": "0.9"}),
        (Bits(2, SKEW, EVEN), {"power": "0.9"}),
        (Proportion("1/5"), {"margin": "0.1"}),
        (TwoGroups("1/5", "1/5"), {"margin": "0.1"}),
    ],
)
def test_one_side_of_nothing_is_refused(question, goal):
    """The test of a distribution has no sides, and a margin has two."""
    with pytest.raises(InputError, match="alternative must be two-sided where"):
        plan(question, epsilon=1, alternative="one-sided", **goal)
    assert plan(question, epsilon=1, alternative="two-sided", **goal).n > 1


def test_hypotheses_without_a_difference_are_refused():
    with pytest.raises(InputError, match="null must differ"):
        plan(Proportion("1/5", null="1/5"), channel=WARNER, power="0.9")
    with pytest.raises(InputError, match="must differ for a power"):
        plan(TwoGroups("1/5", "1/5"), channel=WARNER, power="0.9")
    with pytest.raises(InputError, match="strictly between"):
        plan(TwoGroups("1/5", "1/4", share=0), channel=WARNER, power="0.9")
    useless = Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
    with pytest.raises(InputError, match="identify every proportion"):
        plan(Proportion("1/5"), channel=useless, n=10)


REVEALING = Channel.from_rows([["1", "1/5"], ["0", "4/5"]])
FORCED = Channel.from_rows([["11/12", "1/6"], ["1/12", "5/6"]])


def ratio_power(channel, planned, null, n, sides):
    """The chi-square test of the likelihood ratio, summed over all counts by scipy."""
    low, high = (float(x) for x in channel.rows[1])
    hits = np.arange(n + 1)
    under = low + (high - low) * null
    best = np.clip(hits / n, low, high)
    drops = 2 * (binom.logpmf(hits, n, best) - binom.logpmf(hits, n, under))
    rejected = drops >= chi2.isf(0.05 if sides == 2 else 0.1, 1)
    if sides == 1:
        rejected &= hits / n > under
    return binom.pmf(hits, n, low + (high - low) * planned)[rejected].sum()


@pytest.mark.everything
@pytest.mark.parametrize(
    ("channel", "planned", "null", "goal", "sides", "first", "kept"),
    [
        (REVEALING, "1/20", "1/100", 0.8, 2, 137, 167),
        (WARNER, "1/4", "1/5", 0.9, 2, 3848, 3919),
        (FORCED, "1/50", "0", 0.8, 1, 2211, 2315),
    ],
    ids=["revealing", "warner", "forced"],
)
def test_published_numbers(channel, planned, null, goal, sides, first, kept):
    """Printed: 137, 167; 3919 (the printed 3881 is not the first: 3848 has 0.9002); 2211, 2315."""
    question = Proportion(planned, null)
    answer = plan(question, channel=channel, power=goal, alternative=SIDED[sides])
    assert (answer.first, answer.n, answer.power_error) == (first, kept, 0)
    true, hypothesis = float(Fraction(planned)), float(Fraction(null))
    for n in (first, kept, kept + 1, 3881 if channel is WARNER else kept):
        assert ratio_power(channel, true, hypothesis, n, sides) >= goal
    for n in (first - 1, kept - 1):
        assert ratio_power(channel, true, hypothesis, n, sides) < goal
    again = plan(question, channel=channel, n=kept, alternative=SIDED[sides])
    assert again.power == pytest.approx(ratio_power(channel, true, hypothesis, kept, sides))


def test_the_promise_of_the_limit_is_not_kept():
    """111 reports are promised 0.80 by the normal limit, and have 0.65."""
    limit = plan(Proportion("1/20", "1/100"), channel=REVEALING, power="0.8", method="normal")
    found = plan(Proportion("1/20", "1/100"), channel=REVEALING, n=limit.n)
    assert 105 < limit.n < 115 and limit.power >= 0.8
    assert found.power == pytest.approx(0.65, abs=0.02)


def group_power(first, second, n):
    """Of two groups of a revealing table, summed over all pairs of counts by scipy."""
    sizes = round(n / 2), n - round(n / 2)
    hits = np.meshgrid(*(np.arange(size // 3) for size in sizes), indexing="ij")
    pooled = sum(hits) / n
    likely = [
        binom.logpmf(h, size, h / size) - binom.logpmf(h, size, pooled)
        for h, size in zip(hits, sizes, strict=True)
    ]
    chances = binom.pmf(hits[0], sizes[0], 0.8 * first) * binom.pmf(hits[1], sizes[1], 0.8 * second)
    return chances[2 * sum(likely) >= chi2.isf(0.05, 1)].sum()


@pytest.mark.everything
def test_two_groups_are_enumerated_with_both_numbers():
    """5% against 10% of a revealing table."""
    question = TwoGroups("1/20", "1/10")
    answer = plan(question, channel=REVEALING, power="0.8")
    assert answer.power_error == 0 and answer.first < answer.n
    for n in (answer.first, answer.n, answer.n + 1):
        assert group_power(0.05, 0.1, n) >= 0.8
    for n in (answer.first - 1, answer.n - 1):
        assert group_power(0.05, 0.1, n) < 0.8
    again = plan(question, channel=REVEALING, n=answer.n)
    assert again.power == pytest.approx(group_power(0.05, 0.1, answer.n), abs=1e-9)


def test_a_drawn_power_is_reached_by_more_than_its_error():
    kept, first = reports_for_power(lambda n: Power(min(1.0, n / 1000), 0.02), 0.8, 500, 0.05)
    assert 800 <= first <= 820 <= kept <= 840


def test_jumps_are_searched_to_the_end():
    """A power that holds at 100, fails at 103 and at 120, and holds from 121 on."""
    failing = {*range(100), 103, 120}
    kept, first = reports_for_power(
        lambda n: Power(float(n not in failing), 0.0, 8.0), 0.5, 100, 0.05
    )
    assert (first, kept) == (100, 121)
    kept, first = reports_for_power(lambda n: Power(float(n >= 400), 0.0, 8.0), 0.5, 100, 0.05)
    assert (first, kept) == (400, 400)
    kept, first = reports_for_power(lambda n: Power(float(n >= 3), 0.0, 8.0), 0.5, 100, 0.05)
    assert (first, kept) == (3, 3)


def test_strata_in_proportion_and_not():
    """sum w^2 V / share by hand; in proportion it is sum w V."""
    variances = [4 * s * (1 - s) for s in (0.375, 0.3)]
    even = plan(Strata(["1/4", "1/10"], ["3/4", "1/4"]), channel=WARNER, n=1000)
    assert even.stderr**2 * 1000 == pytest.approx(0.75 * variances[0] + 0.25 * variances[1])
    skew = plan(Strata(["1/4", "1/10"], ["3/4", "1/4"], ["1/2", "1/2"]), channel=WARNER, n=1000)
    expected = 2 * (0.5625 * variances[0] + 0.0625 * variances[1])
    assert skew.stderr**2 * 1000 == pytest.approx(expected)
    assert skew.half_width == pytest.approx(skew.margin, rel=0.01)
