"""Budgets of Renyi divergences, whose prices Coq decides on simplices: forgeries are refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rropt.proofs.kernel import coq, kernel_verdict, theorem_of_condition_actions
from rropt.proofs.kernel.promised_rows import promise_of

import rropt as rr
from tests.proofs.kernel_forgeries import (
    certificate,
    cheaper_price,
    forged,
    heavier_row,
    lowered_bound,
    lowered_value,
    needs_coq,
    raised_bound,
    raised_value,
)

SKEWED = ["1/3", "2/3"]
HALVES = ["1/2", "1/2"]


def accepted(folder, data):
    file = folder / "Budget.v"
    file.write_text(kernel_verdict.route(data).theorem(data))
    return coq.run(file).accepted


def of_another_size(data, end, factor):
    for condition in data["privacy"]["conditions"]:
        most = str(Fraction(condition["most"][end]) * factor)
        if Fraction(condition["order"]) == 1:  # both ends are the budget
            condition["budget"], condition["most"] = most, [most, most]
        else:
            condition["most"][end] = most


def smaller_budget(data):
    """The table spends more than this: what it is worth is near the bound."""
    of_another_size(data, 0, Fraction(99, 100))


def larger_budget_of_others(data):
    of_another_size(data, 1, Fraction(101, 100))


CHANGES = (cheaper_price, heavier_row, smaller_budget, larger_budget_of_others)
OF_GAINS = (raised_value, lowered_bound, *CHANGES)
OF_VARIANCES = (lowered_value, raised_bound, *CHANGES)


def other_ratio(data):
    """A line that touches elsewhere does not pay for its action."""
    first = data["cover"]["ratios"][0][0]
    first[1] = str(Fraction(first[1]) * Fraction(9, 8))


@pytest.mark.everything
@needs_coq
@pytest.mark.parametrize(
    ("order", "changes"),
    [
        (1, (*OF_GAINS, other_ratio)),
        ("3/2", (larger_budget_of_others, other_ratio)),
        ("21/4", (smaller_budget, other_ratio)),
    ],
)
def test_gains_at_any_order(folder, order, changes):
    good = certificate(rr.optimal(rr.RenyiDP(order, "1/2"), rr.Trace(2)))
    assert kernel_verdict.route(good) is theorem_of_condition_actions
    assert accepted(folder, good)
    assert not any(accepted(folder, forged(good, change)) for change in changes)


@pytest.mark.everything
@needs_coq
def test_gains_of_three_truths_under_budgets(folder):
    three = ["1/2", "1/3", "1/6"]
    assert accepted(folder, certificate(rr.optimal(rr.RenyiDP("5/2", "1/2"), rr.Guess(three))))


@pytest.mark.everything
@needs_coq
@pytest.mark.parametrize(
    ("order", "goal"),
    [
        (1, rr.Variance("1/3")),
        ("3/2", rr.MutualInformation(SKEWED)),
        (3, rr.Minimax([SKEWED, HALVES])),
        ("9/4", rr.EOptimal(SKEWED)),
        (8, rr.DOptimal(SKEWED)),
    ],
)
def test_utilities_that_are_not_gains(folder, order, goal):
    assert accepted(folder, certificate(rr.optimal(rr.RenyiDP(order, "1/2"), goal)))


@pytest.mark.everything
@needs_coq
def test_forged_variances_are_refused(folder):
    good = certificate(rr.optimal(rr.RenyiDP(2, "1/2"), rr.AOptimal(SKEWED)))
    assert accepted(folder, good)
    for change in OF_VARIANCES:
        assert not accepted(folder, forged(good, change)), change.__name__


def test_budgets_have_their_order_and_both_ends():
    data = certificate(rr.optimal(rr.RenyiDP("5/2", "1/2"), rr.AOptimal(SKEWED)))
    low, high = (Fraction(x) for x in data["privacy"]["conditions"][0]["most"])
    text = promise_of(data).text
    assert "Divergence 3 2 [(1); (0)] [(0); (1)]" in text
    assert f"({high.numerator} # {high.denominator}) ({low.numerator} # {low.denominator})" in text


def beside_a_level(data):
    data["privacy"]["conditions"].append(
        {"left": 0, "right": 1, "levels": [["1", "3"]], "most": "0"}
    )
    return data


def smaller_rho(data):
    """All budgets are of order 1."""
    rho = str(Fraction(data["privacy"]["concentrated"]["rho"]) * Fraction(99, 100))
    data["privacy"]["concentrated"]["rho"] = rho
    for condition in data["privacy"]["conditions"]:
        condition["budget"], condition["most"] = rho, [rho, rho]


def points_too_near(data):
    """No divergence exceeds the largest loss, which one at so small an order might."""
    data["privacy"]["concentrated"]["points"] = ["1/100"]


def points_too_far(data):
    """Up to the first point the divergences are not shown."""
    data["privacy"]["concentrated"]["points"] = ["100"]


@pytest.mark.everything
@needs_coq
def test_budgets_of_all_orders(folder):
    good = certificate(rr.optimal(rr.ZeroConcentratedDP(1), rr.Trace(2)))
    assert accepted(folder, good)
    changes = (raised_value, lowered_bound, smaller_rho, points_too_near, points_too_far)
    assert not any(accepted(folder, forged(good, change)) for change in changes)
    variance = certificate(rr.optimal(rr.ZeroConcentratedDP(1), rr.Variance("1/2")))
    assert accepted(folder, variance)
    assert not accepted(folder, forged(variance, smaller_rho))


def test_what_coq_does_not_take_is_refused_in_words():
    two = certificate(rr.optimal(rr.RenyiDP(2, "1/2"), rr.AOptimal(SKEWED)))
    with pytest.raises(rr.InputError, match="no other conditions beside budgets"):
        promise_of(beside_a_level(two))
    four = two | {"table": [["1/4"] * 4] * 4, "prices": ["1"] * 4}
    with pytest.raises(rr.InputError, match="at most 3 truths under budgets, got 4"):
        promise_of(four)
