"""Coverage under Renyi budgets, on simplices that are halved."""

from __future__ import annotations

from fractions import Fraction as F
from math import exp, log
from random import Random

import pytest

import rropt as rr
from rropt.checker import check
from rropt.checker.cover_simplices import (
    WHOLE,
    Bends,
    PricedSpans,
    edge_to_halve,
    halves,
)
from rropt.checker.simplex_forms import LINE_BITS, Lines, Order, Priced, Span, line, short
from rropt.checker.verdict import Refuted
from tests.certificates import changed, write

BUDGET = {"order": 2, "budget": "1", "most": ["13591/5000", "27183/10000"]}
PRICE, OF_BUDGET = F(1, 5), F(1, 10)
"""At r = (t, 1) Le Cam is (t - 1)^2 / (t + 1), the budgets spend t^2 and 1 / t."""


def least_price(of_budget):
    """The price y of both truths with y (t + 1) + z (t^2 + 1 / t) >= (t - 1)^2 / (t + 1)."""
    points = [exp(n / 1000) for n in range(-9000, 9001)]
    lacks = [((t - 1) ** 2 / (t + 1) - of_budget * (t * t + 1 / t)) / (t + 1) for t in points]
    return max(lacks)


def le_cam(price=PRICE, simplices=200, lines=200, **parts):
    """Warner's device with 3/4, for the order 2 and a budget of 1."""
    pairs = [{"left": a, "right": 1 - a} | BUDGET | parts for a in (0, 1)]
    bound = 2 * price + 2 * OF_BUDGET * F("27183/10000")
    return write(
        {
            "format": "rropt-certificate/2",
            "kind": "prices",
            "truths": 2,
            "privacy": {"conditions": pairs},
            "utility": {"name": "le-cam", "pair": [0, 1]},
            "patterns": [["3", "1"], ["1", "3"]],
            "weights": ["1/4", "1/4"],
            "prices": [price, price],
            "condition_prices": [[0, OF_BUDGET], [1, OF_BUDGET]],
            "value": "1/2",
            "bound": bound,
            "gap": bound - F(1, 2),
            "cover": {"proof": "simplices", "simplices": simplices, "lines": lines},
        }
    )


LISTED = {
    "name": "utility-on-the-word-of-the-user",
    "values": [[["3", "1"], "1"], [["1", "3"], "1"], [["1", "0"], "0"], [["0", "1"], "0"]],
}
"""It was an error of the checker: which vertices there will be is not known."""


def test_prices_that_cover_by_a_little_are_verified_and_lower_ones_are_not():
    least = least_price(float(OF_BUDGET))
    for slack in (1e-2, 1e-4, 1e-6):
        above = F(round((least + slack) * 10**9), 10**9)
        below = F(round((least - slack) * 10**9), 10**9)
        assert check(le_cam(above)).verdict == "verified"
        assert check(le_cam(below)).verdict == "refuted"


def test_what_is_stated_of_simplices_and_lines_is_needed():
    price = F(round((least_price(float(OF_BUDGET)) + 1e-4) * 10**9), 10**9)

    def is_enough(**counts):
        return check(le_cam(price, **counts)).verdict == "verified"

    for name in ("simplices", "lines"):
        needed = next(n for n in range(1, 200) if is_enough(**{name: n}))
        assert needed > 5 and check(le_cam(price, **{name: needed - 1})).verdict == "refuted"


@pytest.mark.parametrize(
    ("wrong", "verdict"),
    [
        ({"cover": {"proof": "simplices", "simplices": 0, "lines": 9}}, "malformed"),
        ({"cover": {"proof": "simplices", "simplices": 99}}, "malformed"),
        ({"cover": {"proof": "simplices", "simplices": 99, "lines": 99, "": 1}}, "malformed"),
        ({"cover": {"proof": "simplices", "simplices": 10**9, "lines": 99}}, "malformed"),
        ({"cover": {"proof": "extremes"}}, "refuted"),
        ({"condition_prices": [[0, "1/10"]]}, "refuted"),
        ({"utility": LISTED}, "malformed"),
    ],
)
def test_near_misses(wrong, verdict):
    price = F(round((least_price(float(OF_BUDGET)) + 1e-3) * 10**9), 10**9)
    assert check(changed(le_cam(price), **wrong)).verdict == verdict


@pytest.mark.parametrize(
    "parts",
    [
        {"levels": [["2", "1/2"], ["2", "3/2"]]},
        {"order": "1", "most": ["1", "1"], "base": ["0", "1"]},
    ],
)
def test_levels_or_a_base_beside_simplices_are_malformed(parts):
    assert check(le_cam(F(1), **parts)).verdict == "malformed"


def test_a_vertex_alone_has_no_halves_and_its_prices_do_not_cover():
    """It was an error of the checker, not a verdict."""
    with pytest.raises(Refuted, match="do not cover a simplex"):
        edge_to_halve([], 4, [], [-1])


def test_halves_share_a_face_and_have_half_the_volume():
    def volume(simplex):
        (a, b, c), (d, e, f), (g, h, i) = simplex
        return abs(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g))

    simplex = [(WHOLE, 0, 0), (0, WHOLE // 2, WHOLE // 2), (0, 0, WHOLE)]
    parts = halves(simplex, 0, 2)
    assert [volume(part) for part in parts] == [volume(simplex) // 2] * 2
    assert ((WHOLE // 2, 0, WHOLE // 2)) in parts[0] and set(parts[0]) & set(parts[1])


def test_the_edge_that_is_halved_has_an_end_where_prices_fall_short_and_budgets_bend_most():
    """Rows of three truths, ratios of the first two and of the last two."""
    budgets = [of_order(2, [(1, 9), (8, 9), (1, 1)]), of_order(2, [(9, 9), (9, 9), (1, 9)])]
    assert [budget.mean_ratio for budget in budgets] == [(10, 27), (19, 27)]
    # (e_v - e_w)^2 / y is 5.4, 0.98 and 1.8 of the first, and 0, 7.1 and 7.1 of the second.
    equal = [2**90, 2**90]
    assert edge_to_halve(budgets, 40, equal, [-1, -1, -1]) == (1, 2)
    assert edge_to_halve(budgets, 40, equal, [-1, 0, 0]) == (0, 2)
    assert edge_to_halve(budgets, 40, equal, [0, -1, 0]) == (1, 2)
    assert edge_to_halve(budgets, 40, [27 * 2**90, 2**90], [-1, 0, 0]) == (0, 1)
    assert edge_to_halve(budgets[1:], 40, [2**90], [-1, 0, 0]) == (0, 2)
    # A budget whose y is 0 at all vertices has no ratio that changes.
    flat = of_order(2, [(1, 0), (2, 0), (4, 0)])
    assert edge_to_halve([flat], 40, [1], [-1, -1, -1]) == (0, 1)


def of_order(order, values, price=1):
    """A power with its x and y at vertices."""
    x, y = [Span.of(own) for own in zip(*values, strict=True)]
    return PricedSpans(Priced(0, 1, Order.of(F(order)), price), x, y)


def weight_of(budget, simplex, sums, paid):
    bends = Bends.of([budget.power], paid, Lines({}, 99))
    (found,) = bends.weights(simplex, [budget], sums)
    return found / 2.0**LINE_BITS


def weights_at(order, price, sums):
    """Of one budget at three vertices, with x / y = 1/2, 1 and 9/4."""
    simplex = [(3, 6), (6, 6), (9, 4)]
    # The mean ratio is 1.
    return weight_of(of_order(order, simplex, price), simplex, sums, 10**40)


@pytest.mark.parametrize("order", [1, F(3, 2), 2, F(5, 2), 3, 8])
def test_a_budget_weighs_what_vertices_lack_times_how_it_bends_there(order):
    a = float(order)
    # f'' of t^a is a (a - 1) t^(a - 2), and of t ln t 1 / t: of up to order 2 at the mean ratio.
    at = {
        t: 1.0 if a == 1 else a * (a - 1) * (t if a > 2 else 1) ** (a - 2) for t in (0.5, 1, 2.25)
    }
    assert weights_at(order, 7, [-3, 5, 0]) == pytest.approx(7 * 3 * at[0.5])
    assert weights_at(order, 7, [-3, 5, -2]) == pytest.approx(7 * (3 * at[0.5] + 2 * at[2.25]))
    assert weights_at(order, 7, [1, 5, 0]) == 0


def test_beyond_what_prices_may_pay_a_power_bends_no_more():
    """z t^8 is 7 * 2^40 at t = 32: from there on 56 z t^6 = 56 * 7 * 2^30 counts, whatever t is."""
    most = 56 * 7 * 2**30
    for t, expected in ((16, 56 * 7 * 2**24), (64, most), (1000, most)):
        found = weight_of(of_order(8, [(t, 1)], 7), [(t, 1)], [-1], 7 * 2**40)
        assert found == pytest.approx(expected, rel=1e-12)
    # Up to the next power of two: less than twice as much, and no less.
    found = weight_of(of_order(8, [(64, 1)], 7), [(64, 1)], [-1], 7 * 2**40 * 3 // 2)
    assert most <= found < 2 * most


def line_at(values, order, digits):
    return of_order(order, values).ratio_of_line(digits)


@pytest.mark.parametrize("order", [F(3, 2), F(2), F(64)])
def test_lines_touch_at_the_mean_ratio_but_for_what_makes_them_negative_at_a_vertex(order):
    rng = Random(3)
    lowered = 0
    for _ in range(100):
        values = [(rng.randrange(1, 99), rng.randrange(1, 99)) for _ in range(4)]
        mean = F(sum(x for x, _ in values), 4 * max(y for _, y in values))
        # t^(a - 1) (a x - (a - 1) t y) is 0 there.
        zeros = [order / (order - 1) * F(x, y) for x, y in values]
        found = F(*line_at(values, order, 60))
        assert found == F(*short(*min(mean, *zeros).as_integer_ratio(), 60))
        slope, height = line(order, found)
        # Slope and height are rounded, each by a unit.
        unit = 2 * 99 / 2**LINE_BITS
        assert all((slope * x - height * y) / 2**LINE_BITS >= -unit for x, y in values)
        lowered += found < F(*short(*mean.as_integer_ratio(), 60))
    assert lowered > 10


def test_ratios_of_lines_where_a_vertex_has_no_x_or_no_y():
    assert line_at([(0, 1), (4, 1)], F(2), 9) == (1, 2**24)
    assert line_at([(4, 0), (4, 1)], F(2), 9) == (4, 1)
    assert line_at([(4, 0), (4, 0)], F(64), 9) == (2**12, 1)
    # t ln t has no such zero.
    assert line_at([(0, 1), (4, 1)], F(1), 9) == (2, 1)


@pytest.mark.everything
@pytest.mark.parametrize(
    ("privacy", "utility"),
    [
        (rr.RenyiDP(2, "1/2"), rr.MutualInformation(["1/2", "3/10", "1/5"])),
        (rr.ZeroConcentratedDP("1/2"), rr.MutualInformation(["1/2", "3/10", "1/5"])),
        (rr.RenyiDP("3/2", 1), rr.FDivergence("hellinger", (0, 2), 3)),
    ],
)
def test_three_truths_and_what_a_lower_price_does(privacy, utility):
    data = rr.optimal(privacy, utility).certificate.data
    assert data["cover"]["proof"] == "simplices" and check(data).verdict == "verified"
    lower = F(data["prices"][0]) - F(1, 1000)
    less = {"prices": [str(lower), *data["prices"][1:]]}
    bound = F(data["bound"]) - F(1, 1000)
    low = data["value"][0] if isinstance(data["value"], list) else data["value"]
    less |= {"bound": str(bound), "gap": str(bound - F(low))}
    assert check(changed(data, **less)).verdict == "refuted"


@pytest.mark.everything
def test_prices_that_are_verified_cover_random_rows():
    data = rr.optimal(
        rr.RenyiDP(3, 1), rr.MutualInformation(["2/5", "2/5", "1/5"])
    ).certificate.data
    prior, prices = [0.4, 0.4, 0.2], [float(F(y)) for y in data["prices"]]
    budgets = data["privacy"]["conditions"]
    rng = Random(7)
    for _ in range(3000):
        row = [rng.expovariate(1) for _ in range(3)]
        mean = sum(q * r for q, r in zip(prior, row, strict=True))
        worth = sum(q * r * log(r / mean) for q, r in zip(prior, row, strict=True))
        paid = sum(y * r for y, r in zip(prices, row, strict=True))
        for n, z in data["condition_prices"]:
            x, y = row[budgets[n]["left"]], row[budgets[n]["right"]]
            paid += float(F(z)) * x**3 / y**2
        assert paid >= worth - 1e-12
