"""Weights, strata, clusters and finite populations against the textbook formulas by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, inf

import numpy as np
import pytest
from scipy.stats import chi2

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.survey import likelihood_estimate, survey_estimate
from rropt.survey.weighted_survey import SurveyContrast, SurveyErrors

TRUTH = Channel.identity(2)
WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
TALL = Channel.from_rows([["1/2", "1/8"], ["1/4", "1/4"], ["1/8", "1/2"], ["1/8", "1/8"]])
RNG = np.random.default_rng(8)
ANSWERS = RNG.integers(0, 2, 60)
WEIGHTS = RNG.integers(1, 9, 60)


def test_equal_weights_are_the_likelihood_with_one_degree_less():
    reports = [0] * 50 + [1] * 20 + [2] * 60 + [3] * 30
    survey, plain = survey_estimate(TALL, reports), likelihood_estimate(TALL, [50, 20, 60, 30])
    assert survey.value == pytest.approx(plain.value)
    assert survey.of(1).design_effect == pytest.approx(1, rel=0.15)
    square = survey_estimate(WARNER, [0] * 60 + [1] * 40)
    known = likelihood_estimate(WARNER, [60, 40])
    assert square.covariance == pytest.approx(known.covariance * 100 / 99)


@pytest.mark.parametrize("clusters", [None, np.arange(60) // 5])
def test_reports_that_are_all_alike_are_as_sure_as_independent_ones(clusters):
    """Nobody has the trait: intervals had no width. Kish's effect of weights is n W2 / W^2."""
    revealing = Channel.from_rows([["1", "1/5"], ["0", "4/5"]])
    plain = likelihood_estimate(revealing, [60, 0])
    survey = survey_estimate(revealing, [0] * 60, clusters=clusters)
    assert survey.stderr == pytest.approx(plain.stderr)
    assert survey.of(1).interval().high >= plain.of(1).interval(method="profile").high * 0.999
    weighted = survey_estimate(revealing, [0] * 60, weights=WEIGHTS, clusters=clusters)
    kish = 60 * (WEIGHTS @ WEIGHTS) / WEIGHTS.sum() ** 2
    assert weighted.of(1).design_effect == pytest.approx(kish)
    assert any("how clusters differ" in note for note in weighted.notes) == (clusters is not None)
    census = survey_estimate(TRUTH, [0] * 60, population=60)
    assert census.stderr == pytest.approx([0, 0])


def test_weights_of_direct_answers():
    """Hajek's mean: n / (n - 1) sum w^2 (x - p)^2 / W^2."""
    survey = survey_estimate(TRUTH, ANSWERS, weights=WEIGHTS)
    share = WEIGHTS @ ANSWERS / WEIGHTS.sum()
    variance = 60 / 59 * (WEIGHTS**2 @ (ANSWERS - share) ** 2) / WEIGHTS.sum() ** 2
    assert survey.value[1] == pytest.approx(share)
    assert survey.stderr[1] ** 2 == pytest.approx(variance)
    assert survey.of(1).stderr == pytest.approx(survey.stderr[1])
    scaled = survey_estimate(TRUTH, ANSWERS, weights=WEIGHTS * 7)
    assert scaled.covariance == pytest.approx(survey.covariance)


def test_clusters_of_direct_answers():
    """The ratio estimate: 12 / 11 sum_c (sum w (x - p))^2 / W^2."""
    clusters = np.arange(60) // 5
    survey = survey_estimate(TRUTH, ANSWERS, weights=WEIGHTS, clusters=clusters)
    share = WEIGHTS @ ANSWERS / WEIGHTS.sum()
    sums = np.bincount(clusters, WEIGHTS * (ANSWERS - share))
    assert survey.stderr[1] ** 2 == pytest.approx(12 / 11 * (sums @ sums) / WEIGHTS.sum() ** 2)
    assert survey.freedom == 11
    assert "Student's t with 11 degrees of freedom" in survey.summary()
    assert survey.to_json()["design_degrees_of_freedom"] == 11
    assert "Student" not in survey_estimate(TRUTH, ANSWERS, weights=WEIGHTS).summary()


def test_strata_of_a_randomized_table():
    """Within strata: 2 (x - lambda) / (a - b) of each record around its stratum's mean."""
    strata = np.arange(60) % 3
    survey = survey_estimate(WARNER, ANSWERS, weights=WEIGHTS, strata=strata)
    share = WEIGHTS @ ANSWERS / WEIGHTS.sum()
    influence = 2 * WEIGHTS * (ANSWERS - share) / WEIGHTS.sum()
    variance = sum(20 * influence[strata == h].var(ddof=1) for h in range(3))
    assert survey.stderr[1] ** 2 == pytest.approx(variance)


def test_a_census_leaves_only_what_the_table_draws():
    """Everybody was asked: nothing is left of direct answers, 3/4 / n of Warner's."""
    direct = survey_estimate(TRUTH, ANSWERS, population=60)
    assert direct.stderr[1] == pytest.approx(0, abs=1e-12)
    random = survey_estimate(WARNER, ANSWERS, population=60)
    assert random.stderr[1] ** 2 == pytest.approx(0.75 / 60)
    half = survey_estimate(TRUTH, ANSWERS, population=120)
    whole = survey_estimate(TRUTH, ANSWERS)
    assert half.stderr[1] ** 2 == pytest.approx(whole.stderr[1] ** 2 / 2)
    groups = np.arange(60) % 2
    named = survey_estimate(TRUTH, ANSWERS, strata=groups, population={0: 60, 1: 60})
    assert named.stderr[1] < survey_estimate(TRUTH, ANSWERS, strata=groups).stderr[1]


@pytest.mark.everything
def test_clusters_are_covered():
    """Whole villages alike: the plain interval covers 0.6 of the time, this one 0.95."""
    rng, held, plain = np.random.default_rng(3), [], []
    for _ in range(80):
        villages = rng.beta(1, 3, 40)
        truths = rng.random((40, 25)) < villages[:, None]
        yes = (rng.random((40, 25)) < np.where(truths, 0.9, 0.1)).astype(int).ravel()
        channel = Channel.from_rows([["9/10", "1/10"], ["1/10", "9/10"]])
        survey = survey_estimate(channel, yes, clusters=np.repeat(np.arange(40), 25))
        held.append(0.25 in survey.of(1).interval())
        counts = [len(yes) - yes.sum(), yes.sum()]
        plain.append(0.25 in likelihood_estimate(channel, counts).of(1).interval(method="profile"))
    assert np.mean(held) > 0.9 > 0.8 > np.mean(plain)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"weights": [1, 2]}, "weights must have one entry for each report"),
        ({"weights": [1, 2, -1]}, "at least 0"),
        ({"strata": ["a", "a", "b"]}, "two clusters or records"),
        ({"population": 2}, "at least its sample"),
        ({"population": {"x": 9}}, "one number where there are no strata"),
    ],
)
def test_refusals(given, message):
    with pytest.raises(InputError, match=message):
        _ = survey_estimate(WARNER, [0, 1, 1], **given).covariance
    with pytest.raises(InputError, match="got 1 of 3 that do not fit"):
        survey_estimate(WARNER, [0, "private", 1])


def test_the_share_of_the_only_truth_has_no_error() -> None:
    only = Channel.from_rows([["1/2"], ["1/2"]])
    found = survey_estimate(only, [0, 1, 1, 0], weights=[1, 2, 1, 1]).of(0)
    assert (found.value, found.stderr, found.design_effect) == (1, 0, 1)


def test_an_interval_has_the_design_effect():
    answers, weights = RNG.integers(0, 2, 2400), RNG.integers(1, 9, 2400)
    survey = survey_estimate(WARNER, answers, weights=weights)
    found = survey.of(1).interval()
    assert "design effect" in found.method
    assert found.width / 2 == pytest.approx(1.96 * survey.stderr[1], rel=0.01)
    villages = [(np.arange(400) < 120 + 20 * village).astype(int) for village in range(6)]
    clustered = survey_estimate(
        WARNER, np.concatenate(villages), clusters=np.repeat(np.arange(6), 400)
    )
    half = clustered.of(1).interval().width / 2
    assert half == pytest.approx(2.5706 * clustered.stderr[1], rel=0.1)
    assert survey_estimate(WARNER, [0] * 30 + [1] * 8).of(1).interval().low >= 0


PLAIN = likelihood_estimate(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]), [600, 400])


def survey(effect: float, freedom: float) -> SurveyContrast:
    """Warner's 400 of 1000 with a variance that is a multiple of that of a simple survey."""
    share = PLAIN.of(1)
    spread = PLAIN.covariance * effect
    return SurveyContrast(
        share.model, share.coefficients, SurveyErrors(spread, spread, spread, freedom)
    )


def test_without_a_design_it_is_the_plain_contrast() -> None:
    found = survey(1.0, inf)
    assert found.design_effect == pytest.approx(1) and found.value == pytest.approx(0.3)
    ends, plain = found.interval(), PLAIN.of(1).interval()
    assert (ends.low, ends.high) == pytest.approx((plain.low, plain.high), rel=1e-3)


def test_a_design_effect_of_four_doubles_the_interval() -> None:
    wide, narrow = survey(4.0, inf).interval(), survey(1.0, inf).interval()
    assert wide.width == pytest.approx(2 * narrow.width, rel=1e-2)
    assert survey(4.0, inf).stderr == pytest.approx(2 * survey(1.0, inf).stderr)


def test_few_clusters_have_students_quantile() -> None:
    """t of 4 degrees: 2.776 for 1.960."""
    ratio = survey(1.0, 4).interval().width / survey(1.0, inf).interval().width
    assert ratio == pytest.approx(2.7764 / 1.95996, rel=1e-2)
    with pytest.raises(InputError, match="more than strata for an interval"):
        survey(1.0, 0).interval()
    with pytest.raises(InputError, match="at least 1 more than strata for a test"):
        survey(1.0, 0).test("1/4")


def test_a_quantile_of_thousands_ends_at_the_range() -> None:
    """Student's t of one degree at 0.999999 is 636,619: no value is looked at on its way."""
    few = survey_estimate(TRUTH, [0, 0, 1, 0, 1, 1], clusters=[0, 0, 0, 1, 1, 1])
    assert tuple(few.of(1).interval("0.999999")) == pytest.approx((0, 1), abs=1e-6)


def test_clusters_with_the_same_sums_have_the_error_of_independent_records() -> None:
    """Six clusters of two with the trait and two without have no variance, and the interval had no
    width: 24 records by themselves have 1/4 / 24."""
    found = survey_estimate(TRUTH, [0, 1] * 12, clusters=np.arange(24) // 4)
    error = np.array([[1, -1], [-1, 1]]) / 96
    plain = found.of(1)
    by_hand = SurveyContrast(plain.model, plain.coefficients, SurveyErrors(error, error, error, 5))
    assert found.stderr[1] == pytest.approx(0, abs=1e-9)
    assert tuple(plain.interval()) == pytest.approx(tuple(by_hand.interval()))
    p_value = plain.test("1/3").p_value
    assert p_value > 0.05 and p_value == pytest.approx(by_hand.test("1/3").p_value)
    assert "the same sums" in found.notes[0] and found.notes[0] in found.summary()
    uneven = survey_estimate(TRUTH, [0, 1] * 11 + [0, 0], clusters=np.arange(24) // 4)
    assert uneven.stderr[1] > 0 and not uneven.notes
    census = survey_estimate(TRUTH, [0, 1] * 12, clusters=np.arange(24) // 4, population=6)
    assert tuple(census.of(1).interval()) == (0.5, 0.5)


@pytest.mark.parametrize("freedom", [inf, 5])
def test_the_test_at_an_end_has_the_level_of_the_interval(freedom: float) -> None:
    found = survey(2.5, freedom)
    for end in (found.interval().low, found.interval().high):
        assert found.test(Fraction(end)).p_value == pytest.approx(0.05, abs=1e-6)
    assert found.test(Fraction(3, 2)).p_value == 0
    assert found.test(Fraction(3, 10)).p_value == pytest.approx(1, abs=1e-3)
    with pytest.raises(InputError, match="alternative must be two-sided with weights"):
        found.test(Fraction(3, 10), "less")


def test_a_stratum_of_which_nobody_has_it_is_not_sure_of_all() -> None:
    """50 of 1,000 people, none with the trait, and 36 of 40 of 50: the linearised variance is that
    of the 40 alone, and an interval from it missed one in a hundred of the thousand. Those with
    the trait tell nothing of the thousand, of whom three in a hundred may have it."""
    answers, strata = [0] * 54 + [1] * 36, ["most"] * 50 + ["few"] * 40
    weights, people = [20] * 50 + ["5/4"] * 40, {"most": 1000, "few": 50}
    found = survey_estimate(TRUTH, answers, weights, strata=strata, population=people)
    share = 45 / 1050
    assert found.value[1] == pytest.approx(share)
    linear = (1 - 40 / 50) * (5 / 4) ** 2 * 40 / 39 * 40 * 0.9 * 0.1
    assert found.stderr[1] == pytest.approx(linear**0.5 / 1050)
    records = np.array([50, 4, 36])
    told = np.array([0.95 * 20**2, *[0.2 * (5 / 4) ** 2] * 2]) * records
    leverages = np.array([(1 - share) ** -2, (1 - share) ** -2, share**-2])
    rare = told * leverages
    wanted = told.sum() * (1 / share + 1 / (1 - share))
    freedom = rare.sum() ** 2 / (rare**2 / records).sum() * rare.sum() / wanted
    more = 4 / (freedom + 4) * (told.sum() * share * (1 - share) - linear)
    error = (linear + more) / 1050**2 * np.array([[1, -1], [-1, 1]])
    plain = found.of(1)
    by_hand = replace(plain, errors=replace(plain.errors, covariance=error, cautious=error))
    assert tuple(plain.interval()) == pytest.approx(tuple(by_hand.interval()), rel=1e-3)
    assert comb(970, 50) / comb(1000, 50) > 0.2
    assert plain.interval().high > 75 / 1050 > share + 1.96 * found.stderr[1]
    assert plain.test("55/1050").p_value > 0.05


def test_a_census_of_those_who_have_it_says_nothing_of_others() -> None:
    """All 20 of one stratum were asked, of whom four have the trait, and 20 of 400, of whom none
    has it, as happens in 0.53 of surveys if twelve of them do: the interval ended at ten."""
    answers = [1] * 4 + [0] * 36
    found = survey_estimate(
        TRUTH,
        answers,
        ["1"] * 20 + ["20"] * 20,
        strata=["small"] * 20 + ["large"] * 20,
        population={"small": 20, "large": 400},
    ).of(1)
    assert comb(388, 20) / comb(400, 20) > 0.5
    assert found.interval().high > 16 / 420
    assert found.test("16/420").p_value > 0.05 > found.test("90/420").p_value


def test_nobody_of_twelve_of_thirty_has_it() -> None:
    """C(30 - 4, 12) / C(30, 12) = 0.112: four of thirty may have it, and the interval ended at 2.7
    as that of 20 reports does, whose chi-square cutoff 0.8 of the surveys of three people keep."""
    found = survey_estimate(TRUTH, [0] * 12, population=30).of(1)
    assert comb(26, 12) / comb(30, 12) == pytest.approx(0.1117, abs=1e-4)
    assert 4 / 30 < found.interval().high < 8 / 30
    assert found.test("4/30").p_value > 0.05 > found.test("8/30").p_value
    assert "calibrated" in found.interval().method


@pytest.mark.parametrize(
    ("asked", "people"), [(12, 30), pytest.param(40, 50, marks=pytest.mark.everything)]
)
def test_a_trait_of_a_finite_population_is_covered(asked: int, people: int) -> None:
    """Each number of people with the trait, by the hypergeometric law: 0.80 of three of thirty
    people were covered by chi-square, 0.90 of eight and of 13 of fifty where ends fell between."""
    found = [
        survey_estimate(TRUTH, [0] * (asked - seen) + [1] * seen, population=people)
        .of(1)
        .interval()
        for seen in range(asked + 1)
    ]
    held = [
        sum(
            comb(holders, seen) * comb(people - holders, asked - seen) / comb(people, asked)
            for seen, (low, high) in enumerate(found)
            if low <= holders / people <= high
        )
        for holders in range(people + 1)
    ]
    assert min(held) >= 0.93 and np.mean(held) <= 0.985


def test_equal_weights_are_no_weights() -> None:
    """Of 50 people with a weight of one an eleventh was covered in 0.91, by counts in 0.93."""
    weighted = survey_estimate(TRUTH, [0] * 47 + [1] * 3, weights=[7] * 50).of(1)
    counted = likelihood_estimate(TRUTH, [47, 3]).of(1)
    assert tuple(weighted.interval()) == pytest.approx(tuple(counted.interval()))
    assert weighted.test("1/5").p_value == pytest.approx(counted.test("1/5").p_value)


@pytest.mark.everything
@pytest.mark.parametrize(
    ("sizes", "weight", "heavy", "light"),
    [
        ((5, 45), 10, 0.3, 0.0),
        ((5, 45), 10, 0.1, 0.1),
        ((5, 45), 10, 0.02, 0.02),
        ((20, 80), 5, 0.1, 0.0),
        ((10, 40), 4, 0.2, 0.05),
        ((2, 48), 10, 0.5, 0.0),
    ],
)
def test_weights_of_a_rare_trait_are_covered(
    sizes: tuple[int, int], weight: int, heavy: float, light: float
) -> None:
    """Few people of a large weight beside others: 0.80, 0.80 and 0.995 were covered, by the design
    effect 0.867, 0.904 and 0.75 of the last, as the variance at the estimate does not know how many
    of the heaviest have it."""
    many, others = sizes
    share = (weight * many * heavy + others * light) / (weight * many + others)
    weights = [weight] * many + [1] * others
    held = 0.0
    for a, b in product(range(many + 1), range(others + 1)):
        chance = comb(many, a) * heavy**a * (1 - heavy) ** (many - a)
        chance *= comb(others, b) * light**b * (1 - light) ** (others - b)
        if chance > 1e-3:
            answers = [1] * a + [0] * (many - a) + [1] * b + [0] * (others - b)
            low, high = survey_estimate(TRUTH, answers, weights).of(1).interval()
            held += chance * (low <= share <= high)
    assert held > 0.93


def test_nobody_of_the_heaviest_has_it() -> None:
    """Nobody of 20 people of weight 5, nor of 80 of weight 1. Of a tenth of the 20 nobody has it in
    0.12 of surveys: a share of 0.056, which the interval left out."""
    found = survey_estimate(TRUTH, [0] * 100, [5] * 20 + [1] * 80).of(1)
    kept = 1 - np.exp(-chi2.ppf(0.95, 1) / 2 / 0.72 / 20)
    assert found.interval().high == pytest.approx(kept * 100 / 180, rel=1e-3)
    assert found.test(Fraction(1, 18)).p_value > 0.05
    assert found.test(Fraction(found.interval().high)).p_value == pytest.approx(0.05, abs=1e-6)
    assert found.test(Fraction(1, 12)).p_value < 0.05
    rows = [["1", "1/5", "1/5"], ["0", "4/5", "0"], ["0", "0", "4/5"]]
    answers = [0] * 90 + [1] * 10  # of the second truth ten of weight 1
    third = survey_estimate(Channel.from_rows(rows), answers, [5] * 20 + [1] * 80).of(2)
    assert third.interval().high >= kept * 5 / 4 * 100 / 180 * 0.999
    many = survey_estimate(TRUTH, [0] * 100, [Fraction(n) for n in range(1, 101)]).of(1)
    assert not many.errors.strata


def test_two_people_of_large_weight_are_covered() -> None:
    """Of two of weight 10 half have the trait, of 48 of weight 1 nobody: enumerated. Distances from
    the likeliest value of the strata in place of their values left it out where both told it."""
    rows = [["1", "1/5"], ["0", "4/5"]]
    weights = [10] * 2 + [1] * 48
    strata = ["few"] * 2 + ["most"] * 48
    true, chance = Fraction(10, 68), 0.8 * 0.5
    kept = 0.0
    for told in range(3):
        answers = [1] * told + [0] * (50 - told)
        found = survey_estimate(Channel.from_rows(rows), answers, weights, strata=strata).of(1)
        low, high = found.interval()
        held = low <= true <= high
        assert held == (found.test(true).p_value >= 0.05)
        kept += held * comb(2, told) * chance**told * (1 - chance) ** (2 - told)
    assert kept > 0.93


@pytest.mark.everything
def test_strata_with_a_rare_trait_are_covered() -> None:
    """The surveys of which that is one: their intervals held 0.49 of the time."""
    rng = np.random.default_rng(6)
    people = [np.arange(1000) < 10, np.arange(50) < 45]
    strata, held = ["most"] * 50 + ["few"] * 40, 0
    for _ in range(200):
        asked = [
            rng.choice(all_, n, replace=False) for all_, n in zip(people, (50, 40), strict=True)
        ]
        answers = np.concatenate(asked).astype(int)
        weights = [20] * 50 + ["5/4"] * 40
        sizes = {"most": 1000, "few": 50}
        found = survey_estimate(TRUTH, answers, weights, strata=strata, population=sizes)
        low, high = found.of(1).interval()
        held += low <= 55 / 1050 <= high
    assert held / 200 > 0.93
