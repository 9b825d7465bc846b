"""Certificates of kind prices, built here from closed forms, and their near misses by name."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import combinations, product

import pytest

from rropt.check import check
from tests.certificates import changed, write

F = Fraction


def certificate(**parts):
    head = {"format": "rropt-certificate/1", "kind": "prices"}
    return json.loads(json.dumps(write({**head, **parts})))


def enclose(x: float, bits: int = 40) -> list[Fraction]:
    """A wide enclosure of a float that is right to about 1e-15."""
    return [F(math.floor(x * 2**bits) - 1, 2**bits), F(math.ceil(x * 2**bits) + 1, 2**bits)]


def trace(k: int, gamma: Fraction):
    """k-ary randomized response: the largest trace is gamma k / (gamma + k - 1)."""
    best, price = gamma * k / (gamma + k - 1), gamma / (gamma + k - 1)
    rows = [[gamma if i == j else F(1) for j in range(k)] for i in range(k)]
    return certificate(
        privacy={"gamma": gamma, "delta": "0"},
        truths=k,
        utility={"name": "trace"},
        patterns=rows,
        weights=[1 / (gamma + k - 1)] * k,
        value=best,
        prices=[price] * k,
        bound=best,
        gap="0",
    )


def subsets(k: int, s: int, gamma: Fraction):
    """All subsets of s high entries, equal weights: optimal mutual information at equal priors."""
    rows = [[gamma if j in c else F(1) for j in range(k)] for c in combinations(range(k), s)]
    return rows, [1 / sum(row[0] for row in rows)] * len(rows)


def information(k: int, gamma: Fraction):
    """Subset selection at gamma = 3; the price covers the best number of high entries."""
    g = float(gamma)

    def each(s):
        t = (k + (g - 1) * s) / k
        return (s * g * math.log(g) / k - t * math.log(t)) / (k + (g - 1) * s)

    s = max(range(1, k), key=each)
    rows, weights = subsets(k, s, gamma)
    price = F(math.ceil((each(s) + 1e-12) * 2**50), 2**50)
    low, high = enclose(each(s) * k)
    return certificate(
        privacy={"gamma": gamma, "delta": "0"},
        truths=k,
        utility={"name": "mutual-information", "prior": [F(1, k)] * k},
        patterns=rows,
        weights=weights,
        value=[low, high],
        prices=[price] * k,
        bound=price * k,
        gap=price * k - low,
    )


def pair(divergence: str, f, gamma: Fraction):
    """Two truths: both patterns (gamma, 1) and (1, gamma) with weight 1/(1 + gamma) are best."""
    rows, weight = [[gamma, F(1)], [F(1), gamma]], 1 / (1 + gamma)
    up, down = f(float(gamma)), float(gamma) * f(1 / float(gamma))
    best = (up + down) / (1 + float(gamma))
    # y_0 gamma + y_1 = up, y_0 + y_1 gamma = down
    g = float(gamma)
    y0, y1 = (g * up - down) / (g * g - 1), (g * down - up) / (g * g - 1)
    prices = [F(math.ceil((y + 1e-12) * 2**50), 2**50) for y in (y0, y1)]
    low, high = enclose(best)
    return certificate(
        privacy={"gamma": gamma, "delta": "0"},
        truths=2,
        utility={"name": "f-divergence", "divergence": divergence, "pair": [0, 1]},
        patterns=rows,
        weights=[weight, weight],
        value=[low, high],
        prices=prices,
        bound=sum(prices),
        gap=sum(prices) - low,
    )


DIVERGENCES = {
    "total-variation": lambda t: abs(t - 1) / 2,
    "chi-square": lambda t: (t - 1) ** 2,
    "le-cam": lambda t: (t - 1) ** 2 / (t + 1),
    "hellinger": lambda t: (math.sqrt(t) - 1) ** 2,
    "kullback-leibler": lambda t: t * math.log(t),
    "reverse-kullback-leibler": lambda t: -math.log(t),
    "jensen-shannon": lambda t: (t * math.log(2 * t / (1 + t)) + math.log(2 / (1 + t))) / 2,
}


def approximate(k: int):
    """Trace at gamma = 3, delta = 1/10: 31/20, 48/25, 11/5 for k = 2, 3, 4.

    With probability delta the truth is told, otherwise randomized response.  The prices are those
    that make the identity and the pattern with one high entry tight.
    """
    gamma, delta = F(3), F(1, 10)
    # rows e_j (weight a) and gamma e_j + rest (weight b): a + b (gamma + k - 1) = 1, and the excess
    # of an ordered pair is a, so a = delta
    a = delta
    b = (1 - a) / (gamma + k - 1)
    rows = [[F(i == j) for j in range(k)] for i in range(k)]
    rows += [[gamma if i == j else F(1) for j in range(k)] for i in range(k)]
    best = k * (a + b * gamma)
    # tight: e_j: y + (k - 1) z = 1; gamma e_j + rest: y (gamma + k - 1) = gamma
    y = gamma / (gamma + k - 1)
    z = (1 - y) / (k - 1)
    pairs = [[i, j, z] for i in range(k) for j in range(k) if i != j]
    return certificate(
        privacy={"gamma": gamma, "delta": delta},
        truths=k,
        utility={"name": "trace"},
        patterns=rows,
        weights=[a] * k + [b] * k,
        value=best,
        prices=[y] * k,
        pair_prices=pairs,
        bound=k * y + delta * k * (k - 1) * z,
        gap="0",
    )


def orbit(k: int, gamma: Fraction, name: str = "trace"):
    y = gamma / (gamma + k - 1) / (1 if name == "trace" else k)
    utility = {"name": name} if name == "trace" else {"name": name, "prior": "uniform"}
    return certificate(
        privacy={"gamma": gamma, "delta": "0"},
        truths=k,
        utility=utility,
        orbits=[{"pattern": [["1", k - 1], [gamma, 1]], "weight": k / (gamma + k - 1)}],
        price=y,
        value=k * y,
        bound=k * y,
        gap="0",
    )


def verdict(data) -> str:
    return check(data).verdict


@pytest.mark.parametrize("k", range(2, 7))
@pytest.mark.parametrize("gamma", [F(3, 2), F(2), F(5), F(1)])
def test_the_closed_form_of_the_trace_is_verified(k, gamma):
    assert str(check(trace(k, gamma))) == (
        f"verified: no epsilon = ln {gamma} private mechanism on {k} truths has a trace above "
        f"{gamma * k / (gamma + k - 1)}, and this table reaches it"
    )


@pytest.mark.parametrize(("k", "best"), [(2, "31/20"), (3, "48/25"), (4, "11/5")])
def test_the_trace_with_delta(k, best):
    data = approximate(k)
    assert data["value"] == best
    assert verdict(data) == "verified"


@pytest.mark.parametrize("k", [2, 3, 4, 6])
def test_mutual_information_of_subset_selection(k):
    assert verdict(information(k, F(3))) == "verified"


@pytest.mark.parametrize("name", DIVERGENCES)
@pytest.mark.parametrize("gamma", [F(3), F(4)])
def test_divergences_of_two_truths(name, gamma):
    data = pair(name, DIVERGENCES[name], gamma)
    assert verdict(data) == "verified"
    low = F(data["prices"][0]) - F(1, 10**6)
    bound = low + F(data["prices"][1])
    less = changed(data, prices=[low, data["prices"][1]], bound=bound)
    assert verdict(changed(less, gap=bound - F(data["value"][0]))) == "refuted"


@pytest.mark.parametrize("k", [2, 3, 1000000])
@pytest.mark.parametrize("name", ["trace", "guess"])
def test_orbits_of_the_trace(k, name):
    assert verdict(orbit(k, F(3), name)) == "verified"


def test_orbits_of_mutual_information():
    k, plain = 6, information(6, F(3))
    data = {name: v for name, v in plain.items() if name not in ("patterns", "weights", "prices")}
    high = plain["patterns"][0].count("3")
    weight = F(plain["weights"][0]) * math.comb(k, high)
    data |= {"orbits": [{"pattern": [["3", high], ["1", k - high]], "weight": str(weight)}]}
    data |= {"price": plain["prices"][0]}
    assert verdict(data) == "verified"
    skew = ["1/3", "1/6", "1/6", "1/6", "1/12", "1/12"]
    assert (
        verdict(changed(data, utility={"name": "mutual-information", "prior": skew})) != "verified"
    )


@pytest.mark.parametrize("k", [2, 3, 4, 8])
def test_orbits_with_delta(k):
    plain = approximate(k)
    data = {
        n: v for n, v in plain.items() if n not in ("patterns", "weights", "prices", "pair_prices")
    }
    a, b = F(plain["weights"][0]), F(plain["weights"][-1])
    data["orbits"] = write(
        [
            {"pattern": [["1", 1], ["0", k - 1]], "weight": a * k},
            {"pattern": [["3", 1], ["1", k - 1]], "weight": b * k},
        ]
    )
    data |= {"price": plain["prices"][0], "pair_price": plain["pair_prices"][0][2]}
    assert verdict(data) == "verified"
    assert verdict(changed(data, pair_price=F(data["pair_price"]) - F(1, 1000))) == "refuted"
    negative = changed(data, pair_price=F(-1), price=F(1))
    assert verdict(changed(negative, bound=F(k) - F(k * (k - 1), 10))) == "refuted"


NEAR_MISSES = {
    "value above": {"value": "16/7"},
    "bound below": {"bound": "2", "gap": "-1/7"},
    "bound and prices below": {"prices": ["2/5"] * 5, "bound": "2", "gap": "-1/7"},
    "one price lower": {"prices": ["3/7"] * 4 + ["2/7"], "bound": "2", "gap": "-1/7"},
    "hidden gap": {"prices": ["4/7"] * 5, "bound": "20/7"},
    "lying gap": {"gap": "1/7"},
    "negative weight": {"weights": ["-1/7", "1/7", "1/7", "1/7", "3/7"]},
    "weights that do not add up": {"weights": ["1/7"] * 4 + ["1/8"]},
    "a smaller gamma": {"privacy": {"gamma": "2", "delta": "0"}},
    "a larger gamma": {"privacy": {"gamma": "4", "delta": "0"}},
    "a smaller gamma in the enclosure": {
        "privacy": {"gamma": ["2", "3"], "delta": "0", "epsilon": "1"}
    },
    "an unrelated epsilon": {"privacy": {"gamma": "3", "delta": "0", "epsilon": "1"}},
    "another number of truths": {"truths": 6},
    "another utility": {"utility": {"name": "guess", "prior": ["1/5"] * 5}},
}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_near_misses_of_the_trace(name):
    assert verdict(changed(trace(5, F(3)), **NEAR_MISSES[name])) in ("refuted", "malformed")


MALFORMED = {
    "gamma below one": {"privacy": {"gamma": "1/2", "delta": "0"}},
    "gamma reversed": {"privacy": {"gamma": ["3", "2"], "delta": "0", "epsilon": "1"}},
    "an inexact gamma without epsilon": {"privacy": {"gamma": ["2", "3"], "delta": "0"}},
    "delta above one": {"privacy": {"gamma": "3", "delta": "2"}, "pair_prices": []},
    "negative delta": {"privacy": {"gamma": "3", "delta": "-1"}, "pair_prices": []},
    "pair prices at delta = 0": {"pair_prices": []},
    "a fraction not in lowest terms": {"value": "30/14"},
    "a number": {"value": 2},
    "truths a boolean": {"truths": True},
    "a short pattern": {"patterns": [["3", "1", "1", "1"]] * 5},
    "no pattern": {"patterns": [], "weights": []},
    "an unknown key": {"colour": "red"},
    "an unknown utility": {"utility": {"name": "tracer"}},
    "no utility": {"utility": None},
    "value with its ends reversed": {"value": ["3", "2"]},
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_statements(name):
    assert verdict(changed(trace(5, F(3)), **MALFORMED[name])) == "malformed"


def test_zero_and_negative_patterns_are_refused():
    data = trace(2, F(3))
    for row in (["0", "0"], ["-1", "1"]):
        more = changed(data, patterns=[*data["patterns"], row], weights=[*data["weights"], "1"])
        assert verdict(more) == "refuted"


@pytest.mark.parametrize("part", ["pair price", "weights", "excess"])
def test_near_misses_with_delta(part):
    data = approximate(3)
    if part == "pair price":
        data["pair_prices"][0][2] = "-1"
    if part == "weights":
        data = changed(data, weights=["1/5"] * 3 + ["4/25"] * 3)  # tells the truth too often
    if part == "excess":
        data = changed(data, privacy={"gamma": "3", "delta": "1/11"})
    assert verdict(data) == "refuted"


def test_pair_prices_name_two_truths_once():
    data = approximate(2)
    for extra in ([0, 0, "1"], [0, 2, "1"], data["pair_prices"][0]):
        assert verdict(changed(data, pair_prices=[*data["pair_prices"], extra])) == "malformed"


def test_an_enclosure_of_gamma_pays_for_its_safety_with_a_gap():
    """Private for gamma_lo < e, bounded for gamma_hi > e."""
    low, high = F(2718, 1000), F(2719, 1000)
    data, above = trace(3, low), trace(3, high)
    data |= {name: above[name] for name in ("prices", "bound")}
    data["gap"] = str(F(data["bound"]) - F(data["value"]))
    data["privacy"] = write({"epsilon": "1", "gamma": [low, high], "delta": "0"})
    assert str(check(data)).startswith("verified: no epsilon = 1 private")
    for gamma in ([low, low], [high, high], [F(3), F(4)]):
        wrong = changed(data, privacy={"epsilon": "1", "gamma": gamma, "delta": "0"})
        assert verdict(wrong) == "refuted"


def test_a_sharp_enclosure_of_e():
    """e between its continued fraction convergents, to 60 digits."""
    terms = [2]
    for i in range(1, 40):
        terms += [1, 2 * i, 1]
    ends = []
    for cut in (len(terms) - 1, len(terms)):
        x = F(terms[cut - 1])
        for a in reversed(terms[: cut - 1]):
            x = a + 1 / x
        ends.append(x)
    low, high = sorted(ends)
    data, above = trace(2, low), trace(2, high)
    data |= {name: above[name] for name in ("prices", "bound")}
    data["gap"] = str(F(data["bound"]) - F(data["value"]))
    data["privacy"] = write({"epsilon": "1", "gamma": [low, high], "delta": "0"})
    assert verdict(data) == "verified"
    assert (
        verdict(changed(data, privacy={"epsilon": "1", "gamma": [high, high], "delta": "0"}))
        != "verified"
    )


def test_values_of_logarithms_must_be_enclosed():
    data = information(3, F(3))
    low, high = map(F, data["value"])
    width = high - low
    for value in ([low + 2 * width, high + 2 * width], [low - 2 * width, high - 2 * width]):
        gap = F(data["bound"]) - value[0]
        assert verdict(changed(data, value=value, gap=gap)) == "refuted"
    assert verdict(changed(data, value=low, gap=F(data["bound"]) - low)) == "refuted"


def test_prices_below_the_information_are_refused():
    data = information(4, F(3))
    for less in (F(1, 10**3), F(1, 10**6), F(1, 10**10)):
        price = F(data["prices"][0]) - less
        gap = 4 * price - F(data["value"][0])
        worse = changed(data, prices=[price] * 4, bound=4 * price, gap=gap)
        assert verdict(worse) == "refuted"


def test_fisher_information():
    """Warner's device at gamma = 3 and prevalence 1/2: information 1."""
    data = certificate(
        privacy={"gamma": "3", "delta": "0"},
        truths=2,
        utility={"name": "fisher", "prior": "1/2"},
        patterns=[["3", "1"], ["1", "3"]],
        weights=["1/4", "1/4"],
        value="1",
        prices=["1/2", "1/2"],
        bound="1",
        gap="0",
    )
    assert verdict(data) == "verified"
    assert verdict(changed(data, utility={"name": "fisher", "prior": "1/4"})) == "refuted"
    assert verdict(changed(data, utility={"name": "fisher", "prior": "5/4"})) == "malformed"


def test_an_infinite_utility_is_no_certificate():
    """With delta > 0 a report of one truth only has infinite chi-square divergence."""
    data = changed(
        approximate(2), utility={"name": "f-divergence", "divergence": "chi-square", "pair": [0, 1]}
    )
    assert str(check(data)) == "refuted: the utility is infinite"
    at_zero = changed(approximate(2), utility={"name": "fisher", "prior": "0"})
    assert str(check(at_zero)) == "refuted: the utility is infinite"


def test_gain_matrices_reduce_to_guessing():
    data = changed(
        trace(3, F(2)),
        utility={
            "name": "gain",
            "prior": ["1/3"] * 3,
            "gain": [["3", "0", "0"], ["0", "3", "0"], ["0", "0", "3"]],
        },
    )
    assert verdict(data) == "verified"
    data["utility"]["gain"][0] = ["3", "0", "1"]
    assert verdict(data) == "refuted"


@pytest.mark.parametrize("delta", [False, True])
def test_tabulated_values_rest_on_the_word_of_the_user(delta):
    data = approximate(2) if delta else trace(2, F(3))
    if delta:  # staircases in lexicographic order of (-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)
        extreme = [(0, 1), (1, 0), (1, 1), (1, 3), (3, 1)]
    else:  # bit j of the index raises truth j
        extreme = [(1, 1), (3, 1), (1, 3), (3, 3)]
    values = [str(max(r)) for r in extreme]
    own = [str(max(map(F, row))) for row in data["patterns"]]
    data["utility"] = {"name": "tabulated", "values": values, "table_values": own}
    assert "on the word of the user" in check(data).statement
    high = changed(
        data, utility={"name": "tabulated", "values": ["9", *values[1:]], "table_values": own}
    )
    assert verdict(high) == "refuted"
    lie = changed(
        data, utility={"name": "tabulated", "values": values, "table_values": ["4", *own[1:]]}
    )
    assert verdict(lie) == "refuted"


def brute_extremes(k: int, gamma: Fraction, delta: Fraction):
    """Every vector of levels whose values are tied together by steps of gamma."""
    if not delta:
        return list(product((F(1), gamma), repeat=k))
    found = set()
    for levels in product(range(k + 1), repeat=k):  # 0 is outside, t is gamma^(t - 1)
        used = {t for t in levels if t}
        if used and used == set(range(1, max(used) + 1)):
            found.add(tuple(gamma ** (t - 1) if t else F(0) for t in levels))
    return sorted(found)


@pytest.mark.parametrize(("k", "count"), [(2, 5), (3, 25), (4, 149), (5, 1081)])
def test_the_staircases_are_counted(k, count):
    from rropt.checks.level import extremes

    found = {
        tuple(F(x) / min(v for v in r if v) for x in r)
        for r in extremes(k, (F(3), F(3), F(1, 9), ""))
    }
    assert found == {tuple(r) for r in brute_extremes(k, F(3), F(1, 9))}
    assert len(found) == count


def slacks(prices, prior, gamma):
    """y . r - information of every pattern in {1, gamma}^k, straight from the formula."""
    found = []
    for r in product((1.0, float(gamma)), repeat=len(prior)):
        mean = sum(float(q) * x for q, x in zip(prior, r, strict=True))
        each = zip(prior, r, strict=True)
        gain = sum(float(q) * x * math.log(x / mean) for q, x in each)
        found.append((sum(y * x for y, x in zip(prices, r, strict=True)) - gain) / sum(r))
    return found


@pytest.mark.parametrize("gamma", [F(101, 100), F(3), F(50)])
@pytest.mark.parametrize(
    "prior",
    [
        [F(1, 2), F(3, 10), F(1, 5)],
        [F(7, 10), F(3, 20), F(1, 10), F(1, 20)],
        [F(1, 2), F(0), F(1, 3), F(1, 6)],
        [F(1), F(0)],
        [F(64, 127), F(32, 127), F(16, 127), F(8, 127), F(4, 127), F(2, 127), F(1, 127)],
    ],
)
def test_the_tangents_never_let_a_pattern_slip(prior, gamma):
    """Prices whose least slack is above zero are verified, and refuted just below it."""
    k = len(prior)
    start = [float(q) * 0.3 + 0.02 * (-1) ** j for j, q in enumerate(prior)]
    shift = -min(slacks(start, prior, gamma))
    for nudge, expected in ((1e-11, "verified"), (-1e-11, "refuted"), (1e-3, "verified")):
        prices = [F(y + shift + nudge) for y in start]
        bound = sum(prices)
        data = certificate(
            privacy={"gamma": gamma, "delta": "0"},
            truths=k,
            utility={"name": "mutual-information", "prior": prior},
            patterns=[["1"] * k],
            weights=["1"],
            value="0",
            prices=prices,
            bound=bound,
            gap=bound,
        )
        assert verdict(data) == expected
