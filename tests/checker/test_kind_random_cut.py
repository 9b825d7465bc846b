"""Kind random-cut: the integrals of its page by quadrature, and near misses."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest
from scipy.integrate import quad

from rropt import LocalDP, Mean, optimal
from rropt.checker import check
from rropt.checker.kind_random_cut import Lengths, chances, variance, worth

NEAR_MISSES = {
    "a smaller value": lambda d: d | {"value": str(F(d["value"]) * F(999999, 10**6))},
    "a larger bound": lambda d: d | {"bound": str(F(d["bound"]) * F(1000001, 10**6))},
    "another interval": lambda d: d | {"high": "2"},
    "chances above one": lambda d: d | {"lengths": [str(F(x) * F(99, 100)) for x in d["lengths"]]},
    "prices that do not cover": lambda d: d | {"price_lengths": ["1", "3"]},
    "cuts outside": lambda d: d | {"lengths": ["1", "4"]},
    "a variance above the value near the ends": lambda d: d | {"lengths": ["9/10", "19/10"]},
}


@pytest.mark.parametrize("epsilon", ["1/2", 1])
@pytest.mark.parametrize("miss", NEAR_MISSES)
def test_near_misses_are_refused(epsilon, miss):
    design = optimal(LocalDP(epsilon), Mean(low=-1, high=1))
    changed = NEAR_MISSES[miss](design.certificate.data)
    changed["gap"] = str(F(changed["value"]) - F(changed["bound"]))
    assert check(changed).verdict == "refuted"


@pytest.mark.parametrize(
    "change",
    [
        {"lengths": ["0", "1"]},
        {"lengths": ["2", "1"]},
        {"lengths": ["1"]},
        {"low": "1"},
        {"privacy": {"gamma": "1", "delta": "0"}},
        {"privacy": {"gamma": "3", "delta": "1/10"}},
        {"extra": "1"},
    ],
)
def test_what_is_no_certificate_of_this_kind(change):
    design = optimal(LocalDP("ln(3)"), Mean(low=-1, high=1))
    assert check(design.certificate.data | change).verdict == "malformed"


NARROW = Lengths(F(9, 10), F(23, 10))
"""c = 7/10, e = 1 - (3/10)^2 / (9/10) = 9/10."""


def expected(power: int, x: float, g: float, cut: Lengths) -> float:
    """The mean of a power of the report on x, cut by cut as the page describes the mechanism."""
    lo, hi, c = float(cut.low), float(cut.high), float(cut.c)
    square, e = lo * hi, 1 - (1 - float(cut.c)) ** 2 / float(cut.low)

    def told(yes: bool, high: float, low: float) -> float:
        likely, other = (high, low) if yes else (low, high)
        return (g * likely**power + other**power) / (g + 1)

    def curved(w: float) -> float:
        s = (w - square / w) / 2
        return (g + 1) / (2 * (g - 1) * w) * told(x > s, w, -square / w)

    def three(s: float) -> float:
        reports = [hi, -hi, 0.0]
        truth = 0 if x > s else 1 if x < -s else 2
        weights = [g if n == truth else 1.0 for n in range(3)]
        whole = sum(w * r**power for w, r in zip(weights, reports, strict=True)) / (g + 2)
        return (g + 2) / ((g - 1) * hi) * whole

    top = min(max(x + math.sqrt(x * x + square), lo), hi)
    total = quad(curved, lo, top)[0] + quad(curved, top, hi)[0]
    density = (g + 1) / ((g - 1) * (lo + hi))
    total += quad(lambda s: density * told(x > s, hi, -lo), c, e, points=[min(max(x, c), e)])[0]
    total += quad(lambda s: density * told(x > s, lo, -hi), -e, -c, points=[min(max(x, -e), -c)])[0]
    return total + quad(three, e, 1, points=[min(max(abs(x), e), 1)])[0]


@pytest.mark.parametrize("g", [F(3), F(3, 2)])
@pytest.mark.parametrize("x", [0.0, 0.35, -0.7, 0.8, -0.95, 1.0])
def test_the_mechanism_is_unbiased_and_has_the_stated_variance(g, x):
    """t up to c and at the ends, less between."""
    t = float(variance(g, NARROW))
    assert expected(1, x, float(g), NARROW) == pytest.approx(x, abs=1e-9)
    has = expected(2, x, float(g), NARROW) - x * x
    if abs(x) <= 0.7 or abs(x) == 1:
        assert has == pytest.approx(t, rel=1e-9)
    else:
        assert has < t


def test_the_chances_of_the_cuts_are_their_integrals():
    g, lo, hi = 3.0, 0.9, 2.3
    whole = quad(lambda w: (g + 1) / (2 * (g - 1) * w), lo, hi)[0]
    whole += 2 * 0.2 * (g + 1) / ((g - 1) * (lo + hi)) + 0.1 * (g + 2) / ((g - 1) * hi)
    low, high = chances(F(3), NARROW)
    assert low <= high and float(low) == pytest.approx(whole, rel=1e-12)


def test_the_worth_of_prices_is_the_integral_over_the_numbers():
    g, prices = 3.0, Lengths(F(1), F(5, 2))
    square, c, rho = 2.5, 0.75, 1.75
    ratio = (g + 1) / (g - 1)
    total = ratio * c / rho

    def each(x: float) -> float:
        q = ratio * square / 2 * (x * x + square) ** -1.5
        return 2 * x * (x * q) + square * q - q * x * x

    share, moment = (1 - total) / 2, (ratio * rho - c * total) / 2
    paid = quad(each, -c, c)[0] + 2 * (2 * moment - square * (1 + total) / 2 - share)
    low, high = worth(F(3), prices)
    assert low <= high and float(low) == pytest.approx(paid, rel=1e-12)
