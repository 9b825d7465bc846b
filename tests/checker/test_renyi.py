"""Renyi conditions of any order, and zero-concentrated tables, in the checker."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest

from rropt.checker import check
from rropt.checker.renyi import RenyiCondition, line_below
from rropt.checker.verdict import Doubts, Refuted
from tests.certificates import TRACE, write


def told(rows, order):
    """What rows of two truths, in quarters, add up to."""
    unlimited = (F(0), F(0))
    condition = RenyiCondition([F(1), F(0)], [F(0), F(1)], [], unlimited, order, F(0))
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
@pytest.mark.parametrize("point", [0.1, 1.0, 5.0])
def test_a_tangent_is_below_and_a_line_a_little_higher_is_not(order, point):
    a = float(order)
    slope = 1 + math.log(point) if a == 1 else a * point ** (a - 1)
    height = point if a == 1 else (a - 1) * point**a
    exact = F(slope)
    line_below(exact, F(height) * F(10**9 + 1, 10**9), order, Doubts())
    with pytest.raises(Refuted):
        line_below(exact, F(height) * F(10**9 - 1, 10**9), order, Doubts())


def of_order_one(**parts):
    """Two truths, t ln t above the base -t - h and the line t - 1.

    The base -t - h touches at ln t = -2, h = e^-2 < 136/1000; c = 2 leads to t - h', h' = e^0 = 1:
    they meet at g = (1 - 136/1000) / 2 = 54/125.
    """
    condition = {
        "left": 0,
        "right": 1,
        "order": "1",
        "budget": "11/20",
        "base": ["-1", "17/125"],
        "levels": [["2", "54/125"]],
        "most": ["11/20", "11/20"],
    } | parts
    conditions = [condition, condition | {"left": 1, "right": 0}]
    return conditions


def certificate(privacy, **parts):
    """Warner's table for the trace; a level pays [x - g y]+ at price 1/2."""
    z, g = F(1, 2), F(54, 125)
    most = F(11, 20) + 1 + F(17, 125)
    price = 1 - 2 * z * (1 - g)
    bound = 2 * price + 2 * z * most
    found = {
        **TRACE,
        "privacy": privacy,
        "condition_prices": [[0, z], [1, z]],
        "prices": [price, price],
        "patterns": [["3/4", "1/4"], ["1/4", "3/4"]],
        "weights": ["1", "1"],
        "value": "3/2",
        "bound": bound,
        "gap": bound - F(3, 2),
    }
    return write(found | parts)


def test_order_one_pays_for_its_base():
    """Rows (1, 0) and (g, 1), (1, g) pay at least 1: (1, 1 - g) prices and 2 z (1 - g)."""
    verdict = check(certificate({"conditions": of_order_one()}))
    assert verdict.verdict == "verified", verdict
    assert "(0, 1, 1, 11/20)" in verdict.statement


NEAR_MISSES = [
    ({"budget": "1/2", "most": ["1/2", "1/2"]}, "refuted"),
    ({"base": ["-1", "27/200"]}, "refuted"),
    ({"levels": [["2", "53/125"]]}, "refuted"),
    ({"most": ["11/20", "3/5"]}, "malformed"),
    ({"base": ["-1"]}, "malformed"),
    ({"order": 1}, "malformed"),
    ({"order": "2"}, "malformed"),
    ({"order": "1/2"}, "malformed"),
    ({"order": "129/2"}, "malformed"),
    ({"order": "3/2"}, "malformed"),
]


@pytest.mark.parametrize(("parts", "verdict"), NEAR_MISSES)
def test_near_misses_of_order_one(parts, verdict):
    """A table beyond the budget, lines above t ln t, and what is no order."""
    assert check(certificate({"conditions": of_order_one(**parts)})).verdict == verdict


ALMOST = [certificate({"conditions": of_order_one(**parts)}) for parts, _ in NEAR_MISSES]


RENYI = {
    "left": 0,
    "right": 1,
    "order": 2,
    "budget": "1",
    "levels": [["2", "1/2"], ["2", "3/2"]],
    "most": ["27182/10000", "27183/10000"],
}


def renyi(**parts):
    """Tangents 2 s t - s^2 of t^2 at s = 1, 2: slopes 2 and 4, meeting at 1/2 and 3/2."""
    conditions = [RENYI | parts, RENYI | parts | {"left": 1, "right": 0}]
    prices = {"condition_prices": [[0, "1/20"], [1, "1/20"]], "prices": ["9/10", "9/10"]}
    most = F(parts.get("most", RENYI["most"])[1])
    bound = F(9, 5) + most / 10
    return write(
        {
            **TRACE,
            **prices,
            "privacy": {"conditions": conditions},
            "patterns": [["3/4", "1/4"], ["1/4", "3/4"]],
            "weights": ["1", "1"],
            "value": "3/2",
            "bound": bound,
            "gap": bound - F(3, 2),
        }
    )


def test_a_renyi_budget_is_checked_with_its_powers():
    """(3/4)^2 / (1/4) + (1/4)^2 / (3/4) = 7/3 <= e, and ln(7/3) > 4/5."""
    fits = check(renyi(most=["13591/5000", "27183/10000"]))
    assert fits.verdict == "verified", fits
    assert "Renyi divergence" in fits.statement and "(0, 1, 2, 1)" in fits.statement
    less = check(renyi(budget="4/5", most=["89/40", "1113/500"]))
    assert less.verdict == "refuted" and "condition 0" in less.reason


@pytest.mark.parametrize(
    ("parts", "verdict"),
    [
        ({"most": ["2719/1000", "2719/1000"]}, "refuted"),
        ({"most": ["27/10", "27/10"]}, "refuted"),
        ({"levels": [["2", "49/100"]]}, "refuted"),
        ({"levels": [["2", "1/2"], ["2", "149/100"]]}, "refuted"),
        ({"order": 1}, "malformed"),
        ({"order": 65}, "malformed"),
        ({"levels": [["2", ["1/2", "3/4"]]]}, "malformed"),
    ],
)
def test_renyi_near_misses(parts, verdict):
    """An enclosure on the wrong side, a level above the power, an order out of range."""
    assert check(renyi(**({"most": ["13591/5000", "27183/10000"]} | parts))).verdict == verdict
