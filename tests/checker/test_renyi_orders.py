"""Renyi conditions of any order, and zero-concentrated tables, in the checker."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest

from rropt.checker import check
from rropt.checker.exponential import exp_ends
from rropt.checker.renyi import line_below, told
from rropt.checker.verdict import Doubts, Refuted
from tests.certificates import write
from tests.checker.test_conditions import TRACE


@pytest.mark.parametrize("x", ["1", "-1", "1/3", "700", "-700", "1/1000000000", "-9999"])
def test_exponentials_are_enclosed(x):
    low, high = exp_ends(F(x))
    assert low <= high and (high - low) * 2**400 <= max(high, 1)
    assert float(low) == pytest.approx(math.exp(float(F(x))), rel=1e-14)


def test_what_rows_add_up_to():
    chances = [(F(3, 4), F(1, 4)), (F(1, 4), F(3, 4)), (F(0), F(0))]
    for order in (F(1), F(3, 2), F(2)):
        low, high = told(chances, order)
        pairs = [(float(x), float(y)) for x, y in chances[:2]]
        power = [x ** float(order) * y ** (1 - float(order)) for x, y in pairs]
        losses = [x * math.log(x / y) for x, y in pairs]
        assert float(low) == pytest.approx(sum(losses if order == 1 else power), rel=1e-12)
        assert low <= high
    with pytest.raises(Refuted):
        told([(F(1), F(0))], F(3, 2))


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


def shown(rho="11/20", points=("1", "2"), **parts):
    """Warner's table: KL = ln(3) / 2 = 0.5493."""
    concentrated = {"rho": rho, "points": list(points)}
    return {"conditions": of_order_one(**parts), "concentrated": concentrated}


def test_zero_concentrated_tables():
    verdict = check(certificate(shown()))
    assert verdict.verdict == "verified" and "(zCDP, rho = 11/20)" in verdict.statement


ALMOST_SHOWN = [
    (shown(points=["1/2"]), "refuted"),
    (shown(points=["1", "20"]), "refuted"),
    (shown(points=["9", "10"]), "refuted"),
    (shown(points=["2", "1"]), "malformed"),
    (shown(points=[]), "malformed"),
    (shown(rho="1/2"), "malformed"),
    (shown(rho="1/2", budget="1/2", most=["1/2", "1/2"]), "refuted"),
    (shown(left=["1/2", "1/2"]), "malformed"),
    (shown() | {"epsilon": "1"}, "malformed"),
]

ALMOST = [certificate({"conditions": of_order_one(**parts)}) for parts, _ in NEAR_MISSES]
ALMOST += [certificate(privacy) for privacy, _ in ALMOST_SHOWN]


@pytest.mark.parametrize(("privacy", "verdict"), ALMOST_SHOWN)
def test_near_misses_of_zero_concentration(privacy, verdict):
    assert check(certificate(privacy)).verdict == verdict


def long_points(number, bits):
    """Points of many bits, at most 4."""
    return [F(n * (1 << bits) + 1, (1 << bits) * number // 4) for n in range(1, number + 1)]


def test_more_logarithms_of_long_numbers_than_seconds_allow_are_no_certificate():
    few, many = (certificate(write(shown(points=long_points(n, 8)))) for n in (100, 9000))
    assert check(few).verdict != "malformed" and check(many).verdict == "malformed"
    parts = [["3/160", "1/160"]] * 40 + [["1/160", "3/160"]] * 40
    table = {"patterns": parts, "weights": ["1"] * 80}
    longer = certificate(write(shown(points=long_points(90, 12_000))), **table)
    assert "too long numbers" in check(longer).reason
