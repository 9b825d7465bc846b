"""Certificates of kind gradient: symmetric randomized response on two and three truths, by hand."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import pytest

from rropt.check import check
from tests.certificates import changed, write

F = Fraction
THREE, QUARTER = F(3), F(1, 4)


def multiply(a, b):
    return [
        [sum(x * y for x, y in zip(r, c, strict=True)) for c in zip(*b, strict=True)] for r in a
    ]


def invert(a):
    """Gauss-Jordan over fractions."""
    n = len(a)
    rows = [[*map(F, row), *(F(i == j) for j in range(n))] for i, row in enumerate(a)]
    for i in range(n):
        pivot = next(j for j in range(i, n) if rows[j][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for j in range(n):
            if j != i:
                rows[j] = [x - rows[j][i] * y for x, y in zip(rows[j], rows[i], strict=True)]
    return [row[n:] for row in rows]


def information(patterns, weights, prior):
    k = len(prior)
    means = [sum(q * v for q, v in zip(prior, r, strict=True)) for r in patterns]
    terms = list(zip(patterns, weights, means, strict=True))
    return [[sum(w * r[i] * r[j] / m for r, w, m in terms) for j in range(k)] for i in range(k)]


def response(k: int, gamma: Fraction):
    """k-ary randomized response as patterns and weights."""
    patterns = [[gamma if i == j else F(1) for j in range(k)] for i in range(k)]
    return patterns, [1 / (gamma + k - 1)] * k


def certificate(gamma, objective, prior, e, patterns, weights, prices, kind="a", **parts):
    """A certificate with the exact inverse, for tr E J^-1 - q' E q."""
    x = invert(information(patterns, weights, prior))
    k = len(prior)
    corner = sum(prior[i] * e[i][j] * prior[j] for i in range(k) for j in range(k))
    value = sum(e[i][j] * x[j][i] for i in range(k) for j in range(k)) - corner
    bound = 2 * (value + corner) - corner - sum(prices)
    data = {
        "format": "rropt-certificate/1",
        "kind": "gradient",
        "privacy": {"gamma": gamma, "delta": "0"},
        "truths": k,
        "objective": objective,
        "patterns": patterns,
        "weights": weights,
        "scenarios": [{"prior": prior, "weight": "1", "offset": "0", "inverse": x}],
        "prices": prices,
        "value": value,
        "bound": bound,
        "gap": value - bound,
    }
    return json.loads(json.dumps(write({**data, **parts})))


def unit(k):
    return [[F(i == j) for j in range(k)] for i in range(k)]


def linear_prices(patterns, u):
    """The prices that are tight at k independent patterns: y . r = u(r)."""
    inverse = invert(patterns)
    return [sum(a * b for a, b in zip(row, u, strict=True)) for row in inverse]


def slopes(patterns, weights, prior, e):
    x = invert(information(patterns, weights, prior))
    m = multiply(multiply(x, e), x)
    k = len(prior)
    return [
        sum(r[i] * m[i][j] * r[j] for i in range(k) for j in range(k))
        / sum(q * v for q, v in zip(prior, r, strict=True))
        for r in patterns
    ]


def binary(gamma=THREE, prior=(1 - QUARTER, QUARTER)):
    """Two truths: randomized response is the only candidate, so tight prices have no gap."""
    patterns, weights = response(2, gamma)
    prices = linear_prices(patterns, slopes(patterns, weights, list(prior), unit(2)))
    return certificate(
        gamma, {"name": "a-optimal"}, list(prior), unit(2), patterns, weights, prices
    )


def verdict(data):
    return check(data).verdict


def warner(gamma, q):
    """Variance of the proportion under Warner's device, from the count of yes answers."""
    p = gamma / (1 + gamma)
    yes = q * p + (1 - q) * (1 - p)
    return yes * (1 - yes) / (2 * p - 1) ** 2


def test_binary_a_optimality_is_twice_the_variance():
    data = binary()
    assert verdict(data) == "verified"
    assert F(data["value"]) == 2 * warner(F(3), F(1, 4))
    assert data["gap"] == "0"


@pytest.mark.parametrize("less", [F(1), F(1, 10**3), F(1, 10**9), F(1, 10**30)])
def test_prices_that_are_too_low_by_any_amount_are_refused(less):
    data = binary()
    prices = [F(data["prices"][0]) - less, F(data["prices"][1])]
    bound = F(data["bound"]) + less
    worse = changed(data, prices=prices, bound=bound, gap=F(data["value"]) - bound)
    assert verdict(worse) == "refuted"


@pytest.mark.parametrize("more", [F(1), F(1, 10**9)])
def test_higher_prices_give_a_lower_bound_and_a_stated_gap(more):
    data = binary()
    prices = [F(data["prices"][0]) + more, F(data["prices"][1])]
    bound = F(data["bound"]) - more
    looser = changed(data, prices=prices, bound=bound, gap=F(data["value"]) - bound)
    assert "has at most" in check(looser).statement
    assert verdict(changed(looser, gap="0")) == "refuted"
    assert verdict(changed(looser, bound=data["bound"], gap="0")) == "refuted"


def three(name="a-optimal", e=None, gamma=THREE, **objective):
    """Three truths at equal prior: prices raised to cover {1, gamma}^3, by brute force."""
    prior, e = [F(1, 3)] * 3, e or unit(3)
    patterns, weights = response(3, gamma)
    every = [[gamma if i >> j & 1 else F(1) for j in range(3)] for i in range(8)]
    u = slopes_at(every, patterns, weights, prior, e)
    prices = linear_prices(patterns, slopes(patterns, weights, prior, e))
    short = max(
        v - sum(a * b for a, b in zip(prices, r, strict=True))
        for r, v in zip(every, u, strict=True)
    )
    prices = [p + max(F(0), short) for p in prices]
    return certificate(gamma, {"name": name, **objective}, prior, e, patterns, weights, prices)


def slopes_at(every, patterns, weights, prior, e):
    x = invert(information(patterns, weights, prior))
    m = multiply(multiply(x, e), x)
    n = range(len(prior))
    return [
        sum(r[i] * m[i][j] * r[j] for i in n for j in n)
        / sum(q * v for q, v in zip(prior, r, strict=True))
        for r in every
    ]


def test_three_truths():
    assert verdict(three()) == "verified"
    assert verdict(three(gamma=F(6, 5))) == "verified"


def test_a_contrast():
    c = [F(1), F(-1), F(0)]
    e = [[a * b for b in c] for a in c]
    data = three("c-optimal", e, contrast=c)
    assert verdict(data) == "verified"
    assert (
        verdict(changed(data, objective={"name": "c-optimal", "contrast": ["1", "0", "0"]}))
        == "refuted"
    )
    assert verdict(changed(data, objective={"name": "a-optimal"})) == "refuted"


def eigen():
    """At equal priors the covariance is a multiple of I - 11'/3, and so is the dual."""
    e = [[(F(i == j) - F(1, 3)) / 2 for j in range(3)] for i in range(3)]
    data = three("e-optimal", e, dual=e)
    return data


def test_the_largest_eigenvalue():
    data = eigen()
    assert verdict(data) == "verified"
    low = F(data["value"]) - F(1, 10**12)
    assert verdict(changed(data, value=low, gap=low - F(data["bound"]))) == "refuted"
    high = F(data["value"]) + 1
    assert verdict(changed(data, value=high, gap=high - F(data["bound"]))) == "verified"


@pytest.mark.parametrize(
    "dual",
    [
        [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]],
        [["2", "0", "0"], ["0", "-1", "0"], ["0", "0", "0"]],
        [["0", "1", "0"], ["1", "1", "0"], ["0", "0", "0"]],
        [["1", "1/3", "0"], ["0", "0", "0"], ["0", "0", "0"]],
    ],
    ids=["trace 3", "negative", "zero pivot", "not symmetric"],
)
def test_duals_that_are_not_positive_with_trace_one(dual):
    assert verdict(changed(eigen(), objective={"name": "e-optimal", "dual": dual})) == "refuted"


def determinant():
    """ln(3 / det J) at equal priors, gamma = 3."""
    data = three()
    x = [[F(v) for v in row] for row in data["scenarios"][0]["inverse"]]
    det = (
        x[0][0] * (x[1][1] * x[2][2] - x[1][2] ** 2)
        - x[0][1] * (x[0][1] * x[2][2] - x[1][2] * x[0][2])
        + x[0][2] * (x[0][1] * x[1][2] - x[1][1] * x[0][2])
    )
    every = [[F(3) if i >> j & 1 else F(1) for j in range(3)] for i in range(8)]
    n = range(3)
    u = [sum(r[i] * x[i][j] * r[j] for i in n for j in n) * 3 / sum(r) for r in every]
    price = max(v / sum(r) for r, v in zip(every, u, strict=True))
    value = math.log(3 * det)
    low, high = (F(math.floor(value * 2**40) - 1, 2**40), F(math.ceil(value * 2**40) + 1, 2**40))
    best = value - 3 * math.log(price)
    bound = F(math.floor(best * 2**40) - 1, 2**40)
    parts = {"objective": {"name": "d-optimal"}, "prices": [price] * 3, "value": [low, high]}
    return changed(data, **parts, bound=bound, gap=high - bound)


def test_the_determinant():
    data = determinant()
    assert verdict(data) == "verified"
    above = F(data["bound"]) + F(1, 2**30)
    gap = F(data["value"][1]) - above
    assert verdict(changed(data, bound=above, gap=gap)) == "refuted"
    low, high = map(F, data["value"])
    for shift in (F(1, 2**30), -F(1, 2**30)):
        ends = [low + shift, high + shift]
        assert verdict(changed(data, value=ends, gap=ends[1] - F(data["bound"]))) == "refuted"


def rounded(data, bits):
    """The same certificate with an inverse that is rounded to so many bits."""
    scenario = dict(data["scenarios"][0])
    exact = [[F(v) for v in row] for row in scenario["inverse"]]
    near = [[F(round(v * 2**bits), 2**bits) for v in row] for row in exact]
    scenario["inverse"] = write(near)
    k = len(near)
    corner = sum(F(q) ** 2 for q in scenario["prior"])
    slack = F(1, 2 ** (bits // 2))
    value = [F(data["value"]) - slack, F(data["value"]) + slack]
    prices = [F(p) + slack for p in data["prices"]]
    bound = 2 * sum(near[i][i] for i in range(k)) - corner - sum(prices)
    parts = {"scenarios": [scenario], "value": value, "prices": prices, "bound": bound}
    return changed(data, **parts, gap=value[1] - bound)


@pytest.mark.parametrize("bits", [20, 40, 80])
def test_a_rounded_inverse_will_do(bits):
    data = rounded(three(), bits)
    assert verdict(data) == "verified"
    exact = F(three()["value"])
    assert verdict(changed(data, value=exact, gap=exact - F(data["bound"]))) == "refuted"


def test_an_inverse_far_away_or_not_symmetric_is_refused():
    data = three()
    for inverse in ([["0"] * 3] * 3, [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"]]):
        scenario = {**data["scenarios"][0], "inverse": inverse}
        assert verdict(changed(data, scenarios=[scenario])) == "refuted"
    scenario = {**data["scenarios"][0], "inverse": write(unit(3))}
    assert verdict(changed(data, scenarios=[scenario])) == "refuted"


def proportion(gamma, priors, alphas, robust, offsets=None, **objective):
    """Two truths, variance of the proportion: prices of sum alpha (r1 - r0)^2 v^2 / (q.r)."""
    patterns, weights = response(2, gamma)
    offsets = offsets or [F(0)] * len(priors)
    variances = [warner(gamma, q) for q in priors]
    u = [
        sum(
            a * v * v * (r[1] - r[0]) ** 2 / ((1 - q) * r[0] + q * r[1])
            for a, v, q in zip(alphas, variances, priors, strict=True)
        )
        for r in patterns
    ]
    prices = linear_prices(patterns, u)
    both = list(zip(alphas, variances, offsets, strict=True))
    bound = sum(a * (2 * v - o) for a, v, o in both) - sum(prices)
    losses = [v - o for _, v, o in both]
    value = max(losses) if robust == "minimax" else sum(a * (v - o) for a, v, o in both)
    scenarios = [
        {
            "prior": [1 - q, q],
            "weight": a,
            "offset": o,
            "inverse": invert(information(patterns, weights, [1 - q, q])),
        }
        for q, a, o in zip(priors, alphas, offsets, strict=True)
    ]
    data = binary(gamma)
    parts = {"objective": {"name": "variance", **objective}, "prices": prices, "value": value}
    data = changed(data, scenarios=scenarios, bound=bound, gap=value - bound, **parts)
    return {**data, "robust": robust} if robust else data


def test_the_variance_of_a_proportion():
    data = proportion(F(3), [F(1, 4)], [F(1)], "")
    assert verdict(data) == "verified"
    assert (F(data["value"]), data["gap"]) == (warner(F(3), F(1, 4)), "0")


def test_averages_and_worst_cases_over_priors():
    priors, alphas = [F(1, 4), F(1, 2), F(1, 10)], [F(1, 2), F(1, 3), F(1, 6)]
    average = proportion(F(3), priors, alphas, "average")
    assert verdict(average) == "verified"
    assert verdict(changed(average, robust="minimax")) == "refuted"
    worst = proportion(F(3), priors, [F(0), F(1), F(0)], "minimax")
    assert verdict(worst) == "verified"
    assert F(worst["value"]) == warner(F(3), F(1, 2))
    loose = proportion(F(3), priors, [F(1), F(0), F(0)], "minimax")
    assert "has at most" in check(loose).statement
    regret = proportion(F(3), priors, [F(0), F(1), F(0)], "minimax", [F(1), F(1, 2), F(1, 3)])
    assert verdict(regret) == "verified"
    assert "(less its stated offset) below" in check(regret).statement
    assert "offset" not in check(worst).statement


def test_weights_of_scenarios_must_average():
    priors = [F(1, 4), F(1, 2)]
    for alphas in ([F(2), F(-1)], [F(1), F(1)], [F(0), F(0)]):
        assert verdict(proportion(F(3), priors, alphas, "minimax")) == "refuted"
    data = proportion(F(3), priors, [F(1, 2), F(1, 2)], "average")
    del data["robust"]
    assert verdict(data) == "malformed"
    assert verdict(changed(data, scenarios=[], robust="average")) == "malformed"


def test_every_prevalence_of_an_interval():
    interval = {"interval": ["1/10", "1/2"], "worst": "1/2"}
    data = proportion(F(3), [F(1, 2)], [F(1)], "minimax", **interval)
    assert verdict(data) == "verified"
    low = F(data["value"]) - F(1, 100)
    assert verdict(changed(data, value=low, gap=low - F(data["bound"]))) == "refuted"
    for wrong in (
        {"interval": ["1/10", "1/4"], "worst": "1/4"},
        {"interval": ["1/10", "1/2"], "worst": "1/10"},
    ):
        assert verdict(changed(data, objective={"name": "variance", **wrong})) == "refuted"
    outside = {"interval": ["1/10", "1/2"], "worst": "3/4"}
    assert verdict(changed(data, objective={"name": "variance", **outside})) == "malformed"


def test_approximate_privacy_at_two_truths():
    """The five staircases of gamma with pair prices that cover them: a gap, but a true bound."""
    data = binary()
    scenario = data["scenarios"][0]
    x = [[F(v) for v in row] for row in scenario["inverse"]]
    m = multiply(x, x)
    q = [F(v) for v in scenario["prior"]]
    every = [(F(1), F(0)), (F(0), F(1)), (F(1), F(1)), (F(1), F(3)), (F(3), F(1))]
    u = [
        sum(r[i] * m[i][j] * r[j] for i in range(2) for j in range(2)) / (q[0] * r[0] + q[1] * r[1])
        for r in every
    ]
    prices = [max(v / (r[0] + r[1]) for r, v in zip(every[2:], u[2:], strict=True))] * 2
    pairs = [[0, 1, u[0] - prices[0]], [1, 0, u[1] - prices[1]]]
    bound = 2 * (x[0][0] + x[1][1]) - q[0] ** 2 - q[1] ** 2 - sum(prices)
    bound -= F(1, 10) * (pairs[0][2] + pairs[1][2])
    privacy = {"gamma": "3", "delta": "1/10"}
    parts = {"privacy": privacy, "prices": prices, "pair_prices": pairs, "bound": bound}
    data = changed(data, **parts, gap=F(data["value"]) - bound)
    assert verdict(data) == "verified"
    less = [[0, 1, pairs[0][2] - F(1, 10**6)], pairs[1]]
    bound += F(1, 10**7)
    assert (
        verdict(changed(data, pair_prices=less, bound=bound, gap=F(data["value"]) - bound))
        == "refuted"
    )


def test_priors_are_distributions():
    data = binary()
    for prior in (["3/4", "1/2"], ["5/4", "-1/4"], ["1"]):
        scenario = {**data["scenarios"][0], "prior": prior}
        assert verdict(changed(data, scenarios=[scenario])) == "malformed"
