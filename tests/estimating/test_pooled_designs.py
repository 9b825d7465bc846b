"""Pooled tables, repeated reports and several items, against their own likelihoods."""

import numpy as np
import polars
import pytest
from scipy.optimize import minimize_scalar

import rropt as rr
from rropt.channel import Channel
from rropt.estimating import (
    SeveralItems,
    combined_counts,
    likelihood_estimate,
    pooled_design,
    repeated_channel,
)
from rropt.exact import InputError

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])
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
    with pytest.raises(InputError, match="same truths"):
        pooled_design([WARNER, KRR], [[1, 2], [1, 2, 3]])
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


@pytest.mark.parametrize(
    ("design", "more", "message"),
    [
        (CARD, {"column": "a", "design_column": "b"}, "design must be two or more"),
        ({1: CARD, 2: FORM}, {"column": ["a"], "design_column": "b"}, "each name one column"),
        (CARD, {"column": ["a"]}, "two or more of different questions"),
        (CARD, {"column": ["a", "a"]}, "columns must be different ones"),
        ({"a": CARD}, {"column": ["a", "b"]}, "got none for 'b'"),
        (CARD, {"column": ["a", "b"], "by": "c"}, "must be left out for several"),
        ([CARD] * 17, {"column": ["a", "b"]}, "design must be a Design"),
        (CARD, {"column": [f"c{i}" for i in range(17)]}, "at most 100000 whole answers"),
    ],
)
def test_designs_and_columns_that_do_not_go_together_are_refused(design, more, message):
    with pytest.raises(InputError, match=message):
        rr.estimate(design, polars.DataFrame({"a": ["no", "yes"], "b": ["no", "no"]}), **more)
