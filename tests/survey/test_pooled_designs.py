"""Pooled tables, repeated reports, several items and cheaters, against their own likelihoods."""

from __future__ import annotations

import csv
from fractions import Fraction as F
from itertools import product

import numpy as np
import polars
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import chi2_contingency, multinomial

import rropt as rr
from rropt.channel import Channel
from rropt.exact import InputError
from rropt.survey import (
    SeveralItems,
    cheating_estimate,
    combined_counts,
    goodness_of_fit,
    identified_range,
    likelihood_estimate,
    pooled_design,
    repeated_channel,
    with_cheaters,
    with_stated_cheaters,
)

LABELS = ["no", "yes"]
WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], LABELS)
OTHER = Channel.from_rows([["1/3", "2/3"], ["2/3", "1/3"]], LABELS)
FORCED = Channel.from_rows([["11/12", "1/6"], ["1/12", "5/6"]], ["no", "yes"])
KRR = Channel.from_rows([["1/2" if i == j else "1/4" for j in range(3)] for i in range(3)])


def test_a_pool_has_one_likelihood():
    counts = [[610, 390], [420, 80]]
    answer = likelihood_estimate(*pooled_design([WARNER, FORCED], counts))

    def log_likelihood(share):
        parts = zip((WARNER, FORCED), counts, strict=True)
        return sum(
            n @ np.log(c.to_numpy() @ [1 - share, share])
            for c, n in ((c, np.array(n)) for c, n in parts)
        )

    best = minimize_scalar(
        lambda s: -log_likelihood(s), bounds=(0, 1), method="bounded", options={"xatol": 1e-10}
    ).x
    assert answer.value[1] == pytest.approx(best, abs=1e-6)
    step = 1e-4
    bend = (
        log_likelihood(best + step) + log_likelihood(best - step) - 2 * log_likelihood(best)
    ) / step**2
    assert answer.stderr[1] ** -2 == pytest.approx(-bend, rel=1e-4)
    alone = [
        likelihood_estimate(c, n).stderr[1] for c, n in zip((WARNER, FORCED), counts, strict=True)
    ]
    assert answer.stderr[1] < min(alone)


def test_a_pool_of_the_same_table_is_the_sum():
    pooled = likelihood_estimate(*pooled_design([KRR, KRR], [[30, 40, 30], [20, 10, 20]]))
    whole = likelihood_estimate(KRR, [50, 50, 50])
    assert pooled.value == pytest.approx(whole.value, abs=1e-6)
    assert pooled.stderr == pytest.approx(whole.stderr, rel=1e-5)
    with pytest.raises(InputError, match="same truths in each table, got 0, 1 and 0, 1, 2"):
        pooled_design([WARNER, KRR], [[1, 2], [1, 2, 3]])
    turned = WARNER.relabel(truths=["1", "0"])
    with pytest.raises(InputError, match="got 0, 1 and 1, 0"):
        pooled_design([WARNER, turned], [[1, 2], [1, 2]])
    with pytest.raises(InputError, match="one for each channel"):
        pooled_design([WARNER], [[1, 2], [1, 2]])


def test_repeated_reports_tell_more_and_cost_more():
    """Three fresh reports: binomial counts of yes, a likelihood ratio of 27."""
    thrice = repeated_channel(WARNER, 3)
    assert thrice.parity() == 27
    assert [float(x) for x in thrice.columns[1]] == pytest.approx(
        [1 / 64, 9 / 64, 27 / 64, 27 / 64]
    )
    assert combined_counts(WARNER, {(0, 1, 0): 30, (1, 1, 1): 10}, 3) == (0, 30, 0, 10)
    once = likelihood_estimate(WARNER, [600, 400]).stderr[1]
    shares = thrice.to_numpy() @ [0.7, 0.3]
    often = likelihood_estimate(thrice, [round(x) for x in 1000 * shares]).stderr[1]
    mean_of_three = np.sqrt((0.21 + 0.75 / 3) / 1000)
    assert often < mean_of_three < once


def test_several_items_have_a_joint_distribution_and_a_budget():
    items = SeveralItems((WARNER, KRR))
    assert items.gamma == WARNER.parity() * KRR.parity()
    joint = np.array([[0.3, 0.2, 0.1], [0.1, 0.1, 0.2]])
    counts = [round(x) for x in 10**6 * (items.channel.to_numpy() @ joint.ravel())]
    answer = likelihood_estimate(items.channel, counts)
    assert answer.value == pytest.approx(joint.ravel(), abs=1e-4)
    assert answer.contrast(items.marginal(0, 1)).value == pytest.approx(0.4, abs=1e-4)
    assert answer.contrast(items.marginal(1, 2)).value == pytest.approx(0.3, abs=1e-4)
    with pytest.raises(InputError, match="must exist"):
        items.marginal(1, 3)


CARD = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"], ["no", "yes"])
FORM = Channel.from_rows([["4/5", "1/10"], ["1/5", "9/10"]], ["no", "yes"], ["no", "yes"])


def test_people_who_answered_by_several_designs_are_one_likelihood():
    """The maximum of sum_d n_d log p_d(pi), by a search along the one free share."""
    said = ["yes"] * 30 + ["no"] * 70 + ["yes"] * 45 + ["no"] * 55
    data = polars.DataFrame({"said": said, "by": [1] * 100 + [2] * 100})
    found = rr.estimate({1: CARD, 2: FORM}, data, column="said", design_column="by")

    def away(share):
        card, form = 0.25 + 0.5 * share, 0.2 + 0.7 * share
        seen = 30 * np.log(card) + 70 * np.log(1 - card)
        return -(seen + 45 * np.log(form) + 55 * np.log(1 - form))

    best = minimize_scalar(away, bounds=(0, 1), method="bounded", options={"xatol": 1e-10})
    assert found.params["yes"] == pytest.approx(best.x, abs=1e-6)
    assert found.nobs == 200


def test_several_columns_have_the_joint_distribution_of_their_truths():
    told = {"a": ["no"] * 60 + ["yes"] * 40, "b": ["no"] * 40 + ["yes"] * 40 + ["no"] * 20}
    data = polars.DataFrame(told)
    found = rr.estimate({"a": CARD, "b": FORM}, data, column=["a", "b"])
    table = np.kron(*(channel.to_numpy().astype(float) for channel in (CARD, FORM)))
    shares = np.linalg.solve(table, np.array([40, 20, 20, 20]) / 100)
    assert (shares > 0).all()
    assert list(found.params) == pytest.approx(shares, abs=1e-9)
    same = rr.estimate(CARD, data, column=["a", "b"])
    assert list(same.params.index) == ["no,no", "no,yes", "yes,no", "yes,yes"]


def test_joint_names_of_labels_with_commas_are_read_back_as_a_csv_line():
    """'a' and 'b,c' is another answer than 'a,b' and 'c'."""
    labels = ["a", "a,b"], ["b,c", 'the "c"', "c"]
    first = WARNER.relabel(labels[0], labels[0])
    items = SeveralItems((first, KRR.relabel(labels[1], labels[1])))
    for names in (items.channel.truths, items.channel.reports):
        assert [tuple(fields) for fields in csv.reader(names)] == [*product(*labels)]
    assert items.channel.rows == first.tensor(KRR).rows
    data = polars.DataFrame({"x": ["a", "a,b"] * 20, "y": ["b,c", "c"] * 20})
    found = rr.estimate({"x": first, "y": items.items[1]}, data, column=["x", "y"])
    assert found.params['a,"b,c"'] > 0.4 < found.params['"a,b",c']


@pytest.mark.parametrize(
    ("design", "more", "message"),
    [
        (CARD, {"column": "a", "design_column": "b"}, "design must be a dictionary"),
        ({1: CARD, 2: FORM}, {"column": ["a"], "design_column": "b"}, "each name one column"),
        (CARD, {"column": ["a"]}, "column must name two or more columns"),
        (CARD, {"column": ["a", "a"]}, "each once, got 2 names"),
        ({"a": CARD}, {"column": ["a", "b"]}, "got none for 'b'"),
        (CARD, {"column": ["a", "b"], "by": "c"}, "must be left out for several"),
        ([CARD] * 17, {"column": ["a", "b"]}, "design must be a Design"),
        (CARD, {"column": [f"c{i}" for i in range(17)]}, "at most 100000 whole answers"),
    ],
)
def test_designs_and_columns_that_do_not_go_together_are_refused(design, more, message):
    with pytest.raises(InputError, match=message):
        rr.estimate(design, polars.DataFrame({"a": ["no", "yes"], "b": ["no", "no"]}), **more)


def expected(channel, truths, cheaters, n):
    shares = channel.to_numpy() @ truths + np.array([cheaters, 0])
    return [round(x) for x in n * shares]


def test_two_tables_identify_the_cheaters():
    """No report is missing from 70% no, 18% yes and 12% who always say no."""
    counts = [expected(c, np.array([0.7, 0.18]), 0.12, 120_000) for c in (WARNER, OTHER)]
    answer = cheating_estimate([WARNER, OTHER], counts, LABELS[:1] * 2)
    assert answer.identified.everything
    assert answer.value == pytest.approx([0.7, 0.18, 0.12], abs=1e-4)
    assert answer.of("cheater").test(0).p_value < 1e-6


@pytest.mark.everything
def test_half_of_the_surveys_without_cheaters_show_none():
    """The mixture at the boundary: p is 1 for half of them, and below 0.1 for few."""
    rng, p_values = np.random.default_rng(4), []
    for _ in range(24):
        counts = [rng.multinomial(1000, c.to_numpy() @ [0.75, 0.25]) for c in (WARNER, OTHER)]
        answer = cheating_estimate([WARNER, OTHER], counts, ["no", "no"])
        p_values.append(answer.of("cheater").test(0).p_value)
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


def truthful(counts):
    """The test of true answers to two questions, a row of counts for each answer to the first."""
    items = SeveralItems(tuple(Channel.identity(size) for size in np.shape(counts)))
    return items.independence_test(np.ravel(counts).tolist())


@pytest.mark.parametrize(
    "counts",
    [[[300, 200], [150, 350]], [[220, 180, 200], [150, 260, 190]], [[90, 80, 85]] * 3],
)
def test_independence_of_many_true_answers_is_that_of_a_contingency_table(counts):
    statistic, p_value, freedom, _ = chi2_contingency(
        counts, correction=False, lambda_="log-likelihood"
    )
    found = truthful(counts)
    assert found.statistic == pytest.approx(statistic, abs=1e-6)
    assert found.p_value == pytest.approx(p_value, abs=1e-6)
    degrees = "degree" if freedom == 1 else "degrees"
    assert f"{freedom} {degrees} of freedom" in found.method


def test_independence_of_few_true_answers_is_enumerated():
    """Against all tables of 12 people, at the likeliest independent shares."""
    counts = np.array([[6, 1], [2, 3]])
    shares = np.outer(counts.sum(axis=1), counts.sum(axis=0)).ravel() / 144
    chance = 0.0
    for table in product(range(13), repeat=3):
        if sum(table) > 12:
            continue
        own = np.reshape([*table, 12 - sum(table)], (2, 2))
        expected = np.outer(own.sum(axis=1), own.sum(axis=0)) / 12
        seen = own > 0
        ratio = 2 * (own[seen] * np.log(own[seen] / expected[seen])).sum()
        if ratio >= truthful(counts).statistic - 1e-7:
            chance += multinomial.pmf(own.ravel(), 12, shares)
    assert truthful(counts).p_value == pytest.approx(chance, abs=1e-9)
    assert truthful(counts).method == "likelihood ratio, exact"


def test_a_report_that_is_never_given_tells_nothing_of_independence():
    """It comes first, so that whatever is not counted is not mixed with what is."""
    rows = [["0", "0"], ["3/4", "1/4"], ["1/4", "3/4"]]
    wide = Channel.from_rows(rows)
    plain = Channel.from_rows(rows[1:])
    counts = np.array([[120, 60], [70, 90]])
    padded = np.pad(counts, ((1, 0), (1, 0)))
    found = SeveralItems((wide, wide)).independence_test(padded.ravel().tolist())
    assert found == SeveralItems((plain, plain)).independence_test(counts.ravel().tolist())
    assert found.p_value < 0.01
