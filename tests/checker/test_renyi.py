"""Renyi conditions of any order, and zero-concentrated tables, in the checker."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest

from rropt.checker import check
from rropt.checker.renyi import LINE_BITS, RenyiCondition, line
from rropt.checker.verdict import Refuted
from tests.certificates import TRACE, write


def told(rows, order):
    """What rows of two truths, in quarters, add up to."""
    unlimited = (F(0), F(0))
    condition = RenyiCondition([F(1), F(0)], [F(0), F(1)], unlimited, order, F(0))
    return condition.told(rows, 4)


def test_what_rows_add_up_to():
    for order in (F(1), F(3, 2), F(2)):
        low, high = told([[3, 1], [1, 3], [0, 0]], order)
        pairs = [(3 / 4, 1 / 4), (1 / 4, 3 / 4)]
        power = [x ** float(order) * y ** (1 - float(order)) for x, y in pairs]
        losses = [x * math.log(x / y) for x, y in pairs]
        assert float(low) == pytest.approx(sum(losses if order == 1 else power), rel=1e-12)
        assert low <= high
    with pytest.raises(Refuted):
        told([[4, 0]], F(3, 2))


@pytest.mark.parametrize("order", [F(1), F(3, 2), F(2), F(9, 4)])
@pytest.mark.parametrize("point", [F(1, 10), F(1), F(5)])
def test_a_line_touches_and_is_below(order, point):
    """Within 1e-15 of doubles it is the function where it touches, and nowhere above it."""
    a = float(order)
    slope, height = (x / 2**LINE_BITS for x in line(order, point))
    for t in (0.01, 0.5, float(point), 1.0, 7.0):
        function = t * math.log(t) if a == 1 else t**a
        assert slope * t - height <= function + 1e-12
        if t == point:
            assert slope * t - height == pytest.approx(function, abs=1e-12)


@pytest.mark.parametrize("order", [2, 3, 64])
def test_lines_of_whole_orders_are_rounded_by_one_unit(order):
    """Slope a t^(a - 1) and height (a - 1) t^a."""
    t = F(4, 3)
    slope, height = line(F(order), t)
    assert 0 <= order * t ** (order - 1) * 2**LINE_BITS - slope < 1
    assert 0 <= height - (order - 1) * t**order * 2**LINE_BITS < 1


WARNER = {"patterns": [["3/4", "1/4"], ["1/4", "3/4"]], "weights": ["1", "1"], "value": "3/2"}


def certificate(conditions, z, y, ratios, **parts):
    """Warner's table for the trace; ratios of the budgets of the first truth and of the second."""
    bound = 2 * F(y) + sum(F(condition["most"][1]) for condition in conditions) * F(z)
    cover = {"proof": "actions", "multipliers": [[] for _ in ratios], "ratios": ratios}
    found = {
        **TRACE,
        **WARNER,
        "privacy": {"conditions": conditions},
        "condition_prices": [[0, z], [1, z]],
        "prices": [y, y],
        "bound": bound,
        "gap": bound - F(3, 2),
        "cover": cover,
    }
    return write(found | parts)


def both(near, far):
    """For the action of a truth its own budget at one ratio, that of the other at another."""
    return [[[0, near], [1, far]], [[1, near], [0, far]]]


AT_ONE, AT_TWO, AT_OTHERS = both("3", "1/3"), both("3", "1/4"), both("4", "1/4")


def of_order_one(**parts):
    """KL of Warner's table is ln(3) / 2 < 11/20."""
    first = {"left": 0, "right": 1, "order": "1", "budget": "11/20", "most": ["11/20", "11/20"]}
    return [first | parts, first | parts | {"left": 1, "right": 0}]


def order_one(y="647/1000", ratios=AT_ONE, **parts):
    """z = 1/5 times ((1 + ln 3) - 1/3) r_0 - (3 - (1 - ln 3)) r_1: y >= 1 - (2/3 + ln 3) / 5."""
    return certificate(of_order_one(**parts), "1/5", y, ratios)


def test_order_one_pays_by_lines_that_touch():
    verdict = check(order_one())
    assert verdict.verdict == "verified", verdict
    assert "(0, 1, 1, 11/20)" in verdict.statement


def of_order_two(**parts):
    """e^(4/5) < 7/3 = (3/4)^2 / (1/4) + (1/4)^2 / (3/4) < e^(17/20)."""
    first = {
        "left": 0,
        "right": 1,
        "order": 2,
        "budget": "17/20",
        "most": ["2339/1000", "2341/1000"],
    }
    return [first | parts, first | parts | {"left": 1, "right": 0}]


def order_two(y="136/231", ratios=AT_TWO, z="16/231", **parts):
    """6 r_0 - 9 r_1 and r_1 / 2 - r_0 / 16: y >= 1 - 95 z / 16 and y >= 17 z / 2, equal here."""
    return certificate(of_order_two(**parts), z, y, ratios)


def test_a_renyi_budget_is_checked_with_its_powers():
    fits = check(order_two())
    assert fits.verdict == "verified", fits
    assert "Renyi divergence" in fits.statement and "(0, 1, 2, 17/20)" in fits.statement
    less = check(order_two(budget="4/5", most=["89/40", "1113/500"]))
    assert less.verdict == "refuted" and "condition 0" in less.reason


def order_three_halves(y, ratios=AT_OTHERS):
    """3 r_0 - 4 r_1 and (3/4) r_1 - r_0 / 16 with z = 1/8."""
    first = {"left": 0, "right": 1, "order": "3/2", "budget": "37/50", "most": ["361/250", "29/20"]}
    return certificate([first, first | {"left": 1, "right": 0}], "1/8", y, ratios)


def test_powers_of_other_orders_are_enclosed():
    """1 - (3 - 1/16) / 8 = 81/128, which enclosures of the two lines do not reach."""
    assert check(order_three_halves("41/64")).verdict == "verified"
    assert check(order_three_halves("81/128")).verdict == "refuted"
    assert check(order_three_halves("5/8")).verdict == "refuted"


def near_its_divergence(bits, sign):
    """Warner's table adds up to 7/3, of which 1/12 is no multiple of 2^-80."""
    low = F(7, 3) + F(sign, 2**bits)
    return order_two(most=[str(low), "2341/1000"])


@pytest.mark.parametrize("order", [2, 3, 64])
def test_powers_of_whole_orders_are_between_multiples_of_a_unit(order):
    """Each of the two rows, however long the powers are."""
    low, high = told([[3, 1], [1, 3]], F(order))
    exact = sum(x**order / y ** (order - 1) for x, y in [(F(3, 4), F(1, 4)), (F(1, 4), F(3, 4))])
    assert low < exact < high <= low + F(2, 2**LINE_BITS)
    assert (2**LINE_BITS * low).denominator == 1


LONG = str(2**128)

NEAR_MISSES = [
    (order_one(y="323/500"), "refuted"),
    (order_one(ratios=both("4", "1/3")), "refuted"),
    (order_one(budget="1/2", most=["1/2", "1/2"]), "refuted"),
    (order_one(most=["11/20", "3/5"]), "malformed"),
    (order_one(base=["-1", "1"]), "malformed"),
    (order_one(levels=[]), "malformed"),
    (order_one(order=1), "malformed"),
    (order_one(order="2"), "malformed"),
    (order_one(order="1/2"), "malformed"),
    (order_one(order="129/2"), "malformed"),
    (order_one(order="3/2"), "malformed"),
    (order_two(y="45/77"), "refuted"),
    (order_two(z="5/77"), "refuted"),
    (order_two(ratios=both("3", "1/8")), "refuted"),
    (order_two(ratios=both("3", "0")), "malformed"),
    (order_two(ratios=both("3", "-1")), "malformed"),
    (order_two(ratios=both(LONG, "1/4")), "malformed"),
    (order_two(ratios=both("3", f"1/{LONG}")), "malformed"),
    (order_two(ratios=[[[0, "3"]], [[1, "3"], [0, "1/4"]]]), "malformed"),
    (order_two(ratios=[[[0, "3"], [0, "1/4"]], [[1, "3"], [0, "1/4"]]]), "malformed"),
    (order_two(ratios=both("3", "1/4")[:1]), "malformed"),
    (order_two(z="0"), "malformed"),
    (order_two(ratios=[[], []]), "malformed"),
    (order_two(ratios=[[], []], z="0"), "refuted"),
    (order_two(ratios=[[], []], z="0", y="1"), "verified"),
    (order_two(most=["2341/1000", "2341/1000"]), "refuted"),
    (order_two(most=["2339/1000", "2339/1000"]), "refuted"),
    (order_two(most=["23/10", "2341/1000"]), "refuted"),
    (near_its_divergence(79, 1), "verified"),
    (near_its_divergence(100, 1), "undecided"),
    (near_its_divergence(100, -1), "undecided"),
    (near_its_divergence(79, -1), "refuted"),
    (order_two(order="1"), "malformed"),
    (order_two(order=65), "malformed"),
    (order_two(levels=[["2", "1/2"]]), "malformed"),
]


@pytest.mark.parametrize(("text", "verdict"), NEAR_MISSES)
def test_near_misses(text, verdict):
    """Prices and lines a little too low, tables beyond a budget, what is no order and no ratio."""
    assert check(text).verdict == verdict


def test_prices_of_divergences_are_for_ratios_and_simplices_alone():
    """By multipliers alone, by closed forms and at extreme rows nothing is said of them."""
    conditions, ratios = of_order_two(), both("3", "1/4")
    for cover, verdict in [
        ({"proof": "actions", "multipliers": [[], []]}, "refuted"),
        ({"proof": "actions", "multipliers": [[], []], "ratios": ratios}, "verified"),
        ({"proof": "actions"}, "malformed"),
        ({"proof": "actions", "ratios": ratios}, "malformed"),
        ({"proof": "extremes"}, "refuted"),
    ]:
        given = certificate(conditions, "16/231", "136/231", ratios, cover=cover)
        assert check(given).verdict == verdict, cover


@pytest.mark.parametrize(
    ("ratios", "verdict"), [(None, "verified"), ([], "malformed"), ([[0, "3"]], "malformed")]
)
def test_pairs_have_no_ratios(ratios, verdict):
    cover = {"proof": "actions", "multipliers": [[[0, 1, "1/7"]], [[1, 0, "4/7"]]]}
    table = {"patterns": [["3", "1"], ["1", "3/2"]], "weights": ["1/7", "4/7"]}
    priced = {"prices": ["6/7", "3/7"], "value": "9/7", "bound": "9/7"}
    of_pairs = {"privacy": {"gamma": [["1", "3"], ["3/2", "1"]], "delta": "0"}}
    with_ratios = {} if ratios is None else {"ratios": [ratios, []]}
    given = TRACE | table | priced | of_pairs | {"cover": cover | with_ratios}
    del given["condition_prices"]
    assert check(given).verdict == verdict


ALMOST = [text for text, _ in NEAR_MISSES]
