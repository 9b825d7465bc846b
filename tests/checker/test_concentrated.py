"""Zero-concentrated tables in the checker."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker import check
from rropt.checker.concentrated import TOO_MUCH
from rropt.privacy.renyi_lines import points_of
from tests.certificates import changed, write
from tests.checker.test_renyi import of_order_one, order_one


def certificate(privacy, **parts):
    """Warner's table for the trace."""
    return changed(order_one(), **write({"privacy": privacy} | parts))


def shown(rho="11/20", points=("1", "2"), **parts):
    """Warner's table: KL = ln(3) / 2 = 0.5493."""
    concentrated = {"rho": rho, "points": list(points)}
    return {"conditions": of_order_one(**parts), "concentrated": concentrated}


def test_zero_concentrated_tables():
    """K(1) = ln(7/3) = 0.847 <= 0.55 (2 - (t - 1)^2 / 4) up to t = 2.355."""
    assert check(certificate(shown(points=["1", "47/20"]))).verdict == "verified"
    verdict = check(certificate(shown()))
    assert verdict.verdict == "verified" and "(zCDP, rho = 11/20)" in verdict.statement


SQUARE = {"left": 0, "right": 1, "order": 2, "budget": "11/10"}
SQUARE |= {"most": ["1", "31/10"]}
"""Of this order the rows add up to 7/3 <= e^(11/10): less than 1 is not asked beside points."""

BESIDE = {"conditions": [*of_order_one(), SQUARE]}
FOLLOWING = [
    (BESIDE, "refuted"),
    (shown(points=["1", "47/20"]) | BESIDE, "verified"),
    (shown(points=["1/2"]) | BESIDE, "refuted"),
]


@pytest.mark.parametrize(("privacy", "verdict"), FOLLOWING)
def test_budgets_follow_from_zero_concentration(privacy, verdict):
    assert check(certificate(privacy)).verdict == verdict


ALMOST_SHOWN = [
    (shown(points=["1/2"]), "refuted"),
    (shown(points=["1", "20"]), "refuted"),
    (shown(points=["1", "5/2"]), "refuted"),
    (shown(points=["9", "10"]), "refuted"),
    (shown(points=["2", "1"]), "malformed"),
    (shown(points=[]), "malformed"),
    (shown(rho="1/2"), "malformed"),
    (shown(rho="1/2", budget="1/2", most=["1/2", "1/2"]), "refuted"),
    (shown(left=["1/2", "1/2"]), "malformed"),
    (shown() | {"epsilon": "1"}, "malformed"),
]

TELLS_NOTHING = changed(
    certificate(shown(left=0, right=0) | {"conditions": of_order_one(right=0)[:1]}),
    truths=1,
    patterns=[["1"]],
    weights=["1"],
    condition_prices=[],
    prices=["1"],
    value="1",
    bound="1",
    gap="0",
    cover={"proof": "actions", "multipliers": [[]], "ratios": [[]]},
)
"""One truth, whose vector is a unit vector."""

ALMOST = [certificate(privacy) for privacy, _ in [*ALMOST_SHOWN, *FOLLOWING]] + [TELLS_NOTHING]


def test_one_truth_is_zero_concentrated():
    assert check(TELLS_NOTHING).verdict == "verified"


@pytest.mark.parametrize(("privacy", "verdict"), ALMOST_SHOWN)
def test_near_misses_of_zero_concentration(privacy, verdict):
    assert check(certificate(privacy)).verdict == verdict


def long_points(number, bits):
    """Points of many bits, at most 4."""
    return [F(n * (1 << bits) + 1, (1 << bits) * number // 4) for n in range(1, number + 1)]


def test_more_logarithms_of_long_numbers_than_seconds_allow_are_no_certificate():
    few, many = (certificate(shown(points=long_points(n, 8))) for n in (100, 9000))
    assert check(few).verdict != "malformed" and check(many).verdict == "malformed"
    parts = [[F(i, 3240), F(81 - i, 3240)] for i in range(1, 81)]
    table = {"patterns": parts, "weights": ["1"] * 80}
    longer = certificate(shown(points=long_points(90, 12_000)), **table)
    assert "too long numbers" in check(longer).reason


THIRTY = [[10 + 20 * (i == j) for j in range(30)] for i in range(30)]
LAST_TOLD_APART = [
    [x - (j == 29) * (8 < i < 29) for j, x in enumerate(row)] for i, row in enumerate(THIRTY)
]
LAST_TOLD_APART[29][29] += 20


def of_thirty(rows):
    """A table of thirty truths over 1/320, with prices that cover every row."""
    points = points_of([[F(x, 320) for x in row] for row in THIRTY], F(11, 100))
    value = F(sum(map(max, rows)), 320)
    return certificate(
        shown(rho="11/100", points=points, budget="11/100", most=["11/100"] * 2),
        truths=30,
        patterns=[list(map(str, row)) for row in rows],
        weights=["1/320"] * 30,
        prices=["1"] * 30,
        condition_prices=[],
        cover={"proof": "actions", "multipliers": [[]] * 30, "ratios": [[]] * 30},
        value=value,
        bound=F(30),
        gap=30 - value,
    )


def test_pairs_of_truths_that_are_alike_are_looked_at_once():
    """870 pairs of thirty reports are one pair of three; one truth may be told apart better."""
    assert check(of_thirty(THIRTY)).verdict == "verified"
    assert check(of_thirty(LAST_TOLD_APART)).reason == TOO_MUCH
