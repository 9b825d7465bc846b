"""Every measure against a computation of its own: formulas in doubles, closed forms, identities.

`IN_DOUBLES` has a second computation for each named measure, none of which uses the code under
test; a measure without one fails here.

All measures of a table at once.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations
from typing import Any

import numpy as np
import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.devices.local import truncated_geometric
from rropt.measures import measures
from rropt.measures.composition import repeated, together
from rropt.measures.divergences import kullback_leibler, renyi, squared_hellinger, zero_concentrated
from rropt.measures.named_measures import _short, every_measure
from rropt.measures.tradeoff import of_columns, tradeoff
from tests.measures.tables import random_channel

GAIN = [[2, 0, "1/2"], [0, 1, 3], [1, 1, 0], [0, "7/2", 0]]
Array = Any
OWN_ORDER = ("chance of a right guess before", "expected gain before", "Bayes risk after")
"""What says nothing about a table, and what falls where more is revealed."""


def prior_of(seed: int) -> tuple[Fraction, ...]:
    return random_channel(seed + 900, 3, 1).columns[0]


def pairs(of: Callable[[Array, Array], float]) -> Callable[..., float]:
    return lambda table, prior, gain: max(of(p, q) for p, q in permutations(table.T, 2))


def renyi_in_doubles(order: float) -> Callable[..., float]:
    return pairs(lambda p, q: math.log((p**order * q ** (1 - order)).sum()) / (order - 1))


def quotients(p: Array, q: Array) -> float:
    """Renyi(a) / a on a fine grid of orders, to three digits."""
    orders = np.concatenate([np.linspace(1.0005, 3, 2000), np.geomspace(3, 60, 2000)])[:, None]
    cumulants = np.log((q * np.exp(orders * np.log(p / q))).sum(axis=1))
    return float((cumulants / (orders[:, 0] * (orders[:, 0] - 1))).max())


def le_cams(p: Array, q: Array) -> float:
    """t (1 - t) sum (p - q)^2 / (t p + (1 - t) q) on a grid: the other form of the sum."""
    t = np.linspace(0.001, 0.999, 3999)[:, None]
    return float((t * (1 - t) * (p - q) ** 2 / (t * p + (1 - t) * q)).sum(axis=1).max())


def lifts(table: Array, prior: Array) -> Array:
    return table / (table @ prior)[:, None]


def best_gain(table: Array, prior: Array, gain: Array) -> float:
    return sum(max((guess * prior) @ row for guess in gain) for row in table)


def information(table: Array, prior: Array) -> float:
    """The entropy of the report minus that of a report whose truth is known."""

    def entropy(p: Array) -> float:
        return float(-(p * np.log(p)).sum())

    given = sum(q * entropy(column) for q, column in zip(prior, table.T, strict=True))
    return entropy(table @ prior) - given


def guess(table: Array, prior: Array) -> float:
    return float((table * prior).max(axis=1).sum())


IN_DOUBLES: dict[str, Callable[..., float]] = {
    "gamma = e^epsilon": pairs(lambda p, q: (p / q).max()),
    "epsilon": pairs(lambda p, q: np.log(p / q).max()),
    "total variation": pairs(lambda p, q: np.maximum(p - q, 0).sum()),
    "chi-square": pairs(lambda p, q: (p**2 / q).sum() - 1),
    "squared Hellinger": pairs(lambda p, q: 1 - np.sqrt(p * q).sum()),
    "Kullback-Leibler (nats)": pairs(lambda p, q: (p * np.log(p / q)).sum()),
    **{
        f"Renyi of order {order} (nats)": renyi_in_doubles(float(Fraction(order)))
        for order in ("1/2", "2", "4", "16")
    },
    "zCDP rho": pairs(quotients),
    "contraction of total variation": pairs(lambda p, q: np.abs(p - q).sum() / 2),
    "contraction of information": pairs(le_cams),
    "maximal leakage (nats)": lambda table, prior, gain: math.log(table.max(axis=1).sum()),
    "pointwise maximal leakage (nats)": lambda t, prior, g: math.log(lifts(t, prior).max()),
    "local information privacy (nats)": lambda t, prior, g: np.abs(np.log(lifts(t, prior))).max(),
    "chance of a right guess before": lambda table, prior, gain: prior.max(),
    "chance of a right guess after": lambda table, prior, gain: guess(table, prior),
    "Bayes risk after": lambda table, prior, gain: 1 - guess(table, prior),
    "min-entropy leakage (nats)": lambda t, prior, g: math.log(guess(t, prior) / prior.max()),
    "mutual information (nats)": lambda table, prior, gain: information(table, prior),
    "expected gain before": lambda table, prior, gain: (gain @ prior).max(),
    "expected gain after": best_gain,
    "g-leakage (nats)": lambda t, prior, g: math.log(best_gain(t, prior, g) / (g @ prior).max()),
}
COARSE = {"zCDP rho": 1e-3, "contraction of information": 1e-5}


def in_doubles(number: Any) -> tuple[float, float]:
    low, high = number if isinstance(number, tuple) else (number, number)
    return float(low), float(high)


@cache
def measured(seed: int) -> tuple[Channel, dict[str, Any]]:
    channel = random_channel(seed, 4, 3)
    return channel, measures(channel, prior_of(seed), GAIN).numbers


def test_every_measure_is_named_once_with_its_formula_its_source_and_a_second_computation():
    named = every_measure()
    assert [measure.name for measure in named] == list(IN_DOUBLES)
    assert all(measure.formula and measure.source for measure in named)
    assert set(measured(0)[1]) == set(IN_DOUBLES)


@pytest.mark.parametrize("name", IN_DOUBLES)
def test_a_second_computation(name):
    gain = np.array([[float(Fraction(entry)) for entry in row] for row in GAIN])
    for seed in range(2):
        channel, numbers = measured(seed)
        prior = np.array([float(mass) for mass in prior_of(seed)])
        low, high = in_doubles(numbers[name])
        expected = IN_DOUBLES[name](channel.to_numpy(), prior, gain)
        assert low <= high <= low + 1e-8
        assert expected == pytest.approx(low, rel=COARSE.get(name, 1e-11), abs=1e-13), seed


def test_a_rare_report_has_its_zcdp_level_far_from_order_one():
    """Renyi(a) / a rises and falls again: neither Kullback and Leibler nor epsilon says it."""
    p, q = (Fraction(1, 100), Fraction(99, 100)), (Fraction(1, 10**4), Fraction(9999, 10**4))
    low, high = in_doubles(zero_concentrated(p, q))
    columns = (np.array([float(x) for x in column]) for column in (p, q))
    assert low == pytest.approx(quotients(*columns), rel=1e-3)
    assert low > 5 * float(kullback_leibler(p, q)[1]) and high < math.log(100)


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(4))
def test_data_processing(seed):
    """No measure of a random garbling, or of two merged reports, is larger; none falls below."""
    channel = random_channel(seed, 4, 3, zeros=seed % 3 == 0)
    prior = prior_of(seed)
    kernel = random_channel(seed + 70, 3, 4, zeros=seed % 2 == 0)
    before = measures(channel, prior, GAIN).numbers
    after = measures(kernel @ channel, prior, GAIN).numbers
    for name, number in before.items():
        if name not in OWN_ORDER:
            assert in_doubles(after[name])[0] <= in_doubles(number)[1] * (1 + 1e-15), name
    assert after["Bayes risk after"] >= before["Bayes risk after"]


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(12))
def test_the_profile_gives_the_trade_off_function_and_back_and_bounds_the_measures(seed):
    channel = random_channel(seed, 5, 3, zeros=seed % 2 == 1)
    curve = tradeoff(channel)
    for alpha, beta in curve.corners:
        assert beta == max(0, *(1 - channel.profile(g) - g * alpha for g, _ in curve.profile()))
    numbers = measures(channel).numbers
    assert curve.delta(1) == numbers["total variation"] == 1 - min(map(sum, curve.corners))
    finite = numbers["gamma = e^epsilon"]
    assert math.isinf(float(finite)) or curve.delta(finite) == 0 < curve.delta(finite / 2)


@pytest.mark.parametrize("seed", range(6))
def test_renyi_divergences_pass_through_kullback_leibler_and_to_both_ends(seed):
    p, q = random_channel(seed, 5, 2).columns
    kl = float(kullback_leibler(p, q)[0])
    near = [float(renyi(order)(p, q)[0]) for order in ("99999/100000", "100001/100000")]
    assert near[0] < kl < near[1] < near[0] * (1 + 1e-3)
    bhattacharyya = -2 * math.log(1 - float(squared_hellinger(p, q)[0]))
    assert float(renyi("1/2")(p, q)[0]) == pytest.approx(bhattacharyya, rel=1e-12)
    top, far = (float(renyi(order)(p, q)[0]) for order in ("oo", 3000))
    assert far < top < far + 0.005


@pytest.mark.parametrize("seed", range(4))
def test_many_reports_add_renyi_divergences_and_multiply_affinities(seed):
    first, second = random_channel(seed, 3, 2), random_channel(seed + 30, 4, 2)
    both = together([first, second]).columns
    for order in ("1/2", "1", "3", "oo"):
        apart = [float(renyi(order)(*channel.columns)[0]) for channel in (first, second)]
        assert float(renyi(order)(*both)[0]) == pytest.approx(sum(apart), rel=1e-12)
    kept = 1 - float(squared_hellinger(*first.columns)[0])
    five = repeated(first, 5).columns
    assert 1 - float(squared_hellinger(*five)[0]) == pytest.approx(kept**5, rel=1e-12)


@pytest.mark.parametrize(("gamma", "k"), [(3, 2), (4, 3), (Fraction(5, 2), 5)])
def test_warner_and_k_ary_response_in_closed_form(gamma, k):
    p, q = Fraction(gamma) / (gamma + k - 1), 1 / (Fraction(gamma) + k - 1)
    channel = Channel.from_rows([[p if i == j else q for j in range(k)] for i in range(k)])
    found = measures(
        channel, [Fraction(1, k)] * k, [[int(i == j) for j in range(k)] for i in range(k)]
    )
    log, tv = math.log(gamma), p - q
    entropy = -float(p) * math.log(p) - (k - 1) * float(q) * math.log(q)
    expected = {
        "gamma = e^epsilon": gamma,
        "epsilon": log,
        "total variation": tv,
        "chi-square": tv**2 * (1 / p + 1 / q),
        "squared Hellinger": (math.sqrt(p) - math.sqrt(q)) ** 2,
        "Kullback-Leibler (nats)": tv * log,
        **{
            f"Renyi of order {a} (nats)": math.log(
                p**a * q ** (1 - a) + q**a * p ** (1 - a) + (k - 2) * q
            )
            / (a - 1)
            for a in (2, 4, 16)
        },
        "contraction of total variation": tv,
        "contraction of information": tv**2 / (p + q),
        "maximal leakage (nats)": math.log(k * p),
        "pointwise maximal leakage (nats)": math.log(k * p),
        "local information privacy (nats)": max(math.log(k * p), -math.log(k * q)),
        "chance of a right guess before": Fraction(1, k),
        "chance of a right guess after": p,
        "Bayes risk after": 1 - p,
        "min-entropy leakage (nats)": math.log(k * p),
        "mutual information (nats)": math.log(k) - entropy,
        "expected gain after": p,
        "g-leakage (nats)": math.log(k * p),
    }
    for name, number in expected.items():
        low = in_doubles(found.numbers[name])[0]
        assert low == pytest.approx(float(number), rel=1e-11), name
    corner = (1 - p, 1 - p) if k == 2 else (q, 1 - p)
    assert of_columns(*channel.columns[:2]).corners[1] == corner


@pytest.mark.everything
@pytest.mark.parametrize("n", [3, 5, 7])
def test_the_truncated_geometric_mechanism_in_closed_form(n):
    """With alpha = 1/2 on 0..n: sums of a geometric series, n odd; neighbours are Warner's."""
    alpha = Fraction(1, 2)
    channel = truncated_geometric(n, gamma=2).channel
    found = measures(channel).numbers
    middle = (n + 1) // 2
    assert found["gamma = e^epsilon"] == 2**n
    assert found["total variation"] == 1 - 2 * alpha**middle / (1 + alpha)
    leak = math.log(2 / (1 + alpha) + (n - 1) * (1 - alpha) / (1 + alpha))
    assert in_doubles(found["maximal leakage (nats)"])[0] == pytest.approx(leak)
    error = alpha / (1 + alpha)
    assert of_columns(*channel.columns[:2]).corners == ((0, 1), (error, error), (1, 0))


@pytest.fixture(scope="module")
def laplace() -> Channel:
    """Laplace noise of scale 1 on 0 and 1, seen to 1/200: bins beyond the truths are whole."""
    cuts = [Fraction(i, 200) for i in range(201)]

    def below(x: float, at: float) -> Fraction:
        left = math.exp(x - at) / 2
        return Fraction(left if x <= at else 1 - math.exp(at - x) / 2)

    columns = []
    for at in (0, 1):
        chances = [Fraction(0), *(below(float(cut), at) for cut in cuts), Fraction(1)]
        columns.append([b - a for a, b in pairwise(chances)])
    return Channel.from_truth_rows(columns)


@pytest.mark.everything
def test_laplace_noise_in_closed_form(laplace):
    """What is seen in bins reveals no more than the noise, and hardly less."""
    found = measures(laplace).numbers
    assert float(found["total variation"]) == pytest.approx(1 - math.exp(-1 / 2), abs=1e-12)
    assert in_doubles(found["epsilon"])[0] == pytest.approx(1, rel=1e-12)
    closed = {"Kullback-Leibler (nats)": math.exp(-1)}
    for a in (2, 4, 16):
        tails = a / (2 * a - 1) * math.exp(a - 1) + (a - 1) / (2 * a - 1) * math.exp(-a)
        closed[f"Renyi of order {a} (nats)"] = math.log(tails) / (a - 1)
    for name, number in closed.items():
        low = in_doubles(found[name])[0]
        assert number * (1 - 1e-3) <= low <= number + 1e-12, name


def test_the_trade_off_function_of_laplace_noise_in_closed_form(laplace):
    """e^-1 (1 - alpha) at the right, by symmetry; e^-1 / (4 alpha) between: Dong, Roth and Su."""
    for alpha, beta in of_columns(*laplace.columns[:2]).corners[1:-1]:
        a = float(alpha)
        closed = math.exp(-1) / (4 * a) if a <= 1 / 2 else math.exp(-1) * (1 - a)
        assert float(beta) == pytest.approx(closed, abs=1e-12)


WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def test_of_a_design_a_device_and_a_channel_the_same():
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/4"))
    found = [rr.measures(table) for table in (design, rr.device("warner", p="3/4"), WARNER)]
    assert len({json.dumps(one.to_json()["measures"]) for one in found}) == 1
    with pytest.raises(rr.InputError, match="design must be"):
        rr.measures([1, 2])


def test_mutual_information_in_doubles():
    prior = [Fraction(3, 4), Fraction(1, 4)]
    seen = [Fraction(5, 8), Fraction(3, 8)]
    expected = sum(
        float(q * p) * math.log(p / total)
        for row, total in zip(WARNER.rows, seen, strict=True)
        for p, q in zip(row, prior, strict=True)
    )
    low, high = rr.measures(WARNER, prior).numbers["mutual information (nats)"]
    assert low <= high
    assert float(low) == pytest.approx(expected, rel=1e-12)


def test_no_measure_grows_under_a_garbling():
    merged = rr.Channel.from_rows([["9/10", "2/10"], ["1/10", "8/10"]]) @ WARNER
    prior = ["3/5", "2/5"]
    before, after = (rr.measures(table, prior).numbers for table in (WARNER, merged))
    for name in before:
        if name not in ("Bayes risk after", "chance of a right guess before"):
            top = before[name][1] if isinstance(before[name], tuple) else before[name]
            low = after[name][0] if isinstance(after[name], tuple) else after[name]
            assert low <= top, name


def test_json_text_and_notebook():
    found = rr.measures(WARNER, ["1/2", "1/2"], [[1, 0], [0, 1]])
    data = json.loads(json.dumps(found.to_json()))
    assert data["profile"][0] == {"gamma": "3", "delta": "0"}
    assert data["measures"]["expected gain after"] == "3/4"
    assert data["measures"]["zCDP rho"][0].startswith("0.5493061")
    assert "zCDP rho" in str(found) and "<table" in found._repr_html_()


def test_a_prior_that_names_one_truth():
    found = rr.measures(WARNER, [1, 0]).numbers
    assert found["mutual information (nats)"] == (0, 0)
    assert found["pointwise maximal leakage (nats)"] == (0, 0)


def test_infinity_is_written_as_oo():
    data = rr.measures(rr.Channel.identity(2)).to_json()["measures"]
    assert data["epsilon"] == data["zCDP rho"] == "oo"


@pytest.mark.everything
def test_numbers_that_no_double_holds_are_printed() -> None:
    """3^150 is about 3.7e71; the squares of a chi-square have thousands of digits."""
    found = rr.measures(WARNER, reports=150)
    printed = dict(found.lines)
    assert printed["gamma = e^epsilon"] == "3.6998849e+71"
    assert float(Decimal(printed["chi-square"]).log10()) > 50
    json.dumps(found.to_json())
    assert _short(Fraction(10**400)) == "1.0000000e+400" and _short(Fraction(4, 3)) == "4/3"
