"""Coverage under Renyi budgets, on simplices that are halved."""

from __future__ import annotations

from fractions import Fraction as F
from math import exp, floor, frexp, ldexp, log
from random import Random

import pytest

import rropt as rr
from rropt.checker import check
from rropt.checker.cover_simplices import (
    HALVED,
    SHOWN_BY_LINES,
    WHOLE,
    halves,
    ratio_of_line,
)
from rropt.checker.simplex_forms import LINE_BITS, Order, Span, line, short, short_ratio
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


DEEPEST = 14


def cut_of(price):
    """Halves until lines of both budgets pay what a price lacks at both ends, in doubles."""

    def is_paid(low, high, depth):
        ends = [(low, 1 - low), (high, 1 - high)]
        sums = [float(price) - (x - y) ** 2 for x, y in ends]
        for own in (0, 1):
            xs = [end[own] for end in ends]
            ys = [end[1 - own] for end in ends]
            t = min(
                [sum(xs) / (2 * max(ys)), *[2 * x / y for x, y in zip(xs, ys, strict=True) if y]]
            )
            part, exponent = frexp(min(max(t, 2.0**-24), 2.0**24))
            digits = 4 + 3 * depth // 4
            t = ldexp(floor(ldexp(part, digits)), exponent - digits)
            for i, (x, y) in enumerate(zip(xs, ys, strict=True)):
                sums[i] += float(OF_BUDGET) * (2 * t * x - t * t * y)
        return min(sums) >= 0

    cut = []
    left = [(1.0, 0.0, 0)]
    while left:
        first, second, depth = left.pop()
        if is_paid(first, second, depth) or depth == DEEPEST:
            cut.append(SHOWN_BY_LINES)
            continue
        cut.append(HALVED)
        middle = (first + second) / 2
        left += [(first, middle, depth + 1), (middle, second, depth + 1)]
    return cut


def le_cam(price=PRICE, cut=None, lines=400, **parts):
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
            "cover": {"proof": "simplices", "cut": cut or cut_of(price), "lines": lines},
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


def test_all_lines_and_halvings_that_are_stated_are_needed():
    price = F(round((least_price(float(OF_BUDGET)) + 1e-4) * 10**9), 10**9)

    def is_enough(lines):
        return check(le_cam(price, lines=lines)).verdict == "verified"

    needed = next(n for n in range(1, 400) if is_enough(n))
    assert needed > 5 and check(le_cam(price, lines=needed - 1)).verdict == "refuted"
    cut = cut_of(price)
    joined = [n for n in range(len(cut) - 2) if cut[n : n + 3] == [HALVED, 0, 0]]
    assert len(joined) > 3
    for n in joined:
        coarser = [*cut[:n], SHOWN_BY_LINES, *cut[n + 3 :]]
        assert check(le_cam(price, cut=coarser)).verdict == "refuted"
    finer = [*cut[:-1], HALVED, SHOWN_BY_LINES, SHOWN_BY_LINES]
    assert check(le_cam(price, cut=finer)).verdict == "verified"


def cover(cut, lines=400):
    return {"cover": {"proof": "simplices", "cut": cut, "lines": lines}}


@pytest.mark.parametrize(
    ("wrong", "verdict"),
    [
        (cover([]), "malformed"),
        (cover([HALVED, SHOWN_BY_LINES]), "malformed"),
        (cover([SHOWN_BY_LINES, SHOWN_BY_LINES]), "malformed"),
        (cover([HALVED + 1, SHOWN_BY_LINES, SHOWN_BY_LINES]), "malformed"),
        (cover(["0"]), "malformed"),
        (cover([[0]]), "malformed"),
        (cover(0), "malformed"),
        (cover([SHOWN_BY_LINES], lines=0), "malformed"),
        (cover([HALVED] * 60 + [SHOWN_BY_LINES] * 61), "refuted"),
        (cover([SHOWN_BY_LINES]), "refuted"),
        ({"cover": {"proof": "simplices", "cut": [SHOWN_BY_LINES]}}, "malformed"),
        ({"cover": {"proof": "simplices", "lines": 9}}, "malformed"),
        ({"cover": {"proof": "simplices", "simplices": 99, "lines": 99}}, "malformed"),
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


def test_a_simplex_has_no_edge_beyond_its_vertices():
    """A bystander is no vertex, and a vertex alone has no halves."""
    for vertices in ([(WHOLE, 0)], [(WHOLE, 0, 0), (0, WHOLE, 0)]):
        with pytest.raises(Refuted, match="no such edge"):
            halves(vertices, len(vertices) - 1)


def test_halves_share_a_face_and_have_half_the_volume():
    def volume(simplex):
        (a, b, c), (d, e, f), (g, h, i) = simplex
        return abs(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g))

    simplex = [(WHOLE, 0, 0), (0, WHOLE // 2, WHOLE // 2), (0, 0, WHOLE)]
    parts = halves(simplex, 1)
    assert [volume(part) for part in parts] == [volume(simplex) // 2] * 2
    assert ((WHOLE // 2, 0, WHOLE // 2)) in parts[0] and set(parts[0]) & set(parts[1])


def line_at(values, order, digits):
    order = Order.of(order)
    x, y = [Span.of(own) for own in zip(*values, strict=True)]
    return short_ratio(*ratio_of_line(x, y, order), order, digits)


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
