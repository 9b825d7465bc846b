"""Certificates of kind prices, built here from closed forms, and their near misses by name."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import combinations

import pytest

from rropt.checker import check
from rropt.exact import log_bounds
from tests.certificates import changed, write

pytestmark = pytest.mark.quick

F = Fraction


def certificate(**parts):
    head = {"format": "rropt-certificate/2", "kind": "prices", "cover": {"proof": "extremes"}}
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
        utility={"name": divergence, "pair": [0, 1]},
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


def verdict(data) -> str:
    return check(data).verdict


@pytest.mark.parametrize("k", range(2, 7))
@pytest.mark.parametrize("gamma", [F(3, 2), F(2), F(5), F(1)])
def test_the_closed_form_of_the_trace_is_verified(k, gamma):
    assert str(check(trace(k, gamma))) == (
        f"verified: no epsilon = ln {gamma} private mechanism on {k} truths has a trace (sum over "
        f"reports of the largest entry) above {gamma * k / (gamma + k - 1)}, and this table "
        "reaches it"
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
    "another utility": {"utility": {"name": "probability-of-a-right-guess", "prior": ["1/5"] * 5}},
    "a negative gap": {"prices": ["2/5"] * 5, "bound": "2", "value": "15/7", "gap": "-1/7"},
    "a value too low": {"value": "2", "gap": "1/7"},
    "an enclosure beside the value": {"value": ["2", "15/8"], "gap": "1/7"},
    "an enclosure of another value": {"value": ["16/7", "3"], "gap": "-1/7"},
    "a gap to the upper end": {"value": ["2", "15/7"], "gap": "0"},
    "an enclosure of three": {"value": ["2", "15/7", "3"]},
    "a pattern raised": {"patterns": [["4", "1", "1", "1", "1"], *trace(5, F(3))["patterns"][1:]]},
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
    "pair prices at delta = 0": {"pair_prices": [[0, 1, "0"]]},
    "a fraction not in lowest terms": {"value": "30/14"},
    "truths a boolean": {"truths": True},
    "a short pattern": {"patterns": [["3", "1", "1", "1"]] * 5},
    "a long pattern": {"patterns": [["3", "1", "1", "1", "1", "1"]] * 5},
    "a weight too many": {"weights": ["1/7"] * 6},
    "a price too few": {"prices": ["3/7"] * 4},
    "a price too many": {"prices": ["3/7"] * 6},
    "no truths": {"truths": 0, "patterns": [[]], "weights": ["1"], "prices": []},
    "truths a string": {"truths": "5"},
    "negative truths": {"truths": -5},
    "a fraction of truths": {"truths": "11/2"},
    "an unknown key": {"colour": "red"},
    "an unknown key of the level": {"privacy": {"gamma": "3", "delta": "0", "beta": "3"}},
    "no delta": {"privacy": {"gamma": "3"}},
    "three gammas": {"privacy": {"gamma": ["2", "3", "3"], "delta": "0", "epsilon": "1"}},
    "one gamma with an epsilon": {"privacy": {"gamma": "3", "delta": "0", "epsilon": "1"}},
    "an unknown key of the utility": {"utility": {"name": "trace", "colour": "red"}},
    "a prior of the trace": {"utility": {"name": "trace", "prior": ["1/5"] * 5}},
    "a gain of the trace": {"utility": {"name": "trace", "gain": [["1"] * 5]}},
    "a pair of the trace": {"utility": {"name": "trace", "pair": [0, 1]}},
    "a guess without a prior": {"utility": {"name": "probability-of-a-right-guess"}},
    "a gain without a matrix": {"utility": {"name": "gain", "prior": ["1/5"] * 5}},
    "a gain without an action": {"utility": {"name": "gain", "prior": ["1/5"] * 5, "gain": []}},
    "a gain of four truths": {
        "utility": {"name": "gain", "prior": ["1/5"] * 5, "gain": [["1"] * 4]}
    },
    "a proportion of five truths": {
        "utility": {"name": "fisher-information", "prior": ["1/5"] * 5}
    },
    "a negative prior": {
        "utility": {
            "name": "probability-of-a-right-guess",
            "prior": ["-1/5", "3/5", "1/5", "1/5", "1/5"],
        }
    },
    "a prior of four": {"utility": {"name": "mutual-information", "prior": ["1/4"] * 4}},
    "a divergence of one truth": {"utility": {"name": "chi-square", "pair": [1, 1]}},
    "a divergence of no pair": {"utility": {"name": "chi-square"}},
    "a divergence of a truth outside": {"utility": {"name": "chi-square", "pair": [0, 5]}},
    "a divergence of a negative truth": {"utility": {"name": "chi-square", "pair": [0, -1]}},
    "a divergence of three truths": {"utility": {"name": "chi-square", "pair": [0, 1, 2]}},
    "a divergence with a prior": {
        "utility": {"name": "chi-square", "pair": [0, 1], "prior": ["1/5"] * 5}
    },
    "a divergence with values": {"utility": {"name": "chi-square", "pair": [0, 1], "values": []}},
    "an unknown utility": {"utility": {"name": "tracer"}},
    "no utility": {"utility": None},
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_statements(name):
    """Some are found out while the columns are added up, and are refuted; none is verified."""
    found = verdict(changed(trace(5, F(3)), **MALFORMED[name]))
    refuted = name in ("a short pattern", "a long pattern", "no truths", "negative truths")
    assert found == "malformed" or (refuted and found == "refuted")


def test_a_count_is_no_rational():
    """Nothing is divided as a float."""
    data = information(3, F(3))
    assert verdict(data) == "verified"
    assert verdict({**data, "privacy": {"gamma": 3, "delta": "0"}}) == "malformed"
    assert verdict({**data, "privacy": {"gamma": "3", "delta": 0}}) == "malformed"
    near = changed(data, prices=[F(data["prices"][0]) - F(1, 10**9)] * 3)
    bound = sum(map(F, near["prices"]))
    near |= write({"bound": bound, "gap": bound - F(data["value"][0])})
    assert verdict(near) == "refuted"


def test_no_rows_are_no_table():
    assert verdict(changed(trace(5, F(3)), patterns=[], weights=[])) == "refuted"


def test_negative_patterns_are_refused():
    """A report that nobody gives is idle; a weight and its pattern may turn signs together."""
    data = trace(2, F(3))
    for row, expected in ((["0", "0"], "verified"), (["-1", "1"], "refuted")):
        more = changed(data, patterns=[*data["patterns"], row], weights=[*data["weights"], "1"])
        assert verdict(more) == expected
    turned = changed(data, patterns=[["-3", "-1"], ["1", "3"]], weights=["-1/4", "1/4"])
    assert verdict(turned) == "verified"
    more = [*data["patterns"], ["-1", "-1"], ["1", "1"]]
    assert verdict(changed(data, patterns=more, weights=["1/4"] * 4)) == "refuted"


@pytest.mark.parametrize("part", ["pair price", "weights", "excess"])
def test_near_misses_with_delta(part):
    data = approximate(3)
    if part == "pair price":
        data["pair_prices"][0][2] = "-1"
    if part == "weights":
        data = changed(data, weights=["1/5"] * 3 + ["4/25"] * 3)  # tells the truth too often
    if part == "excess":
        data = changed(data, privacy={"gamma": "3", "delta": "1/11"})
    assert verdict(data) == ("malformed" if part == "pair price" else "refuted")


@pytest.mark.parametrize(
    "extra",
    [
        [0, 2, "1"],
        [-1, 0, "1"],
        ["0", 1, "1"],
        [True, 0, "1"],
        [0, 0],
        [0, 0, "1", "1"],
        [0, 0, 0.5],
        [0, 0, "a"],
        [None, 0, "1"],
        [[0], 0, "1"],
        {"a": 0, "b": 1, "price": "1"},
        "011",
        7,
    ],
    ids=repr,
)
def test_pair_prices_name_two_truths_once(extra):
    data = approximate(2)
    assert verdict(changed(data, pair_prices=[*data["pair_prices"], extra])) == "malformed"
    assert verdict(changed(data, pair_prices=[*data["pair_prices"]] * 2)) == "malformed"


def test_a_truth_has_no_pair_with_itself():
    """There is no pair of different truths in a class of one."""
    data = approximate(2)
    assert verdict(changed(data, pair_prices=[*data["pair_prices"], [0, 0, "1"]])) == "malformed"


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
        utility={"name": "fisher-information", "prior": ["1/2", "1/2"]},
        patterns=[["3", "1"], ["1", "3"]],
        weights=["1/4", "1/4"],
        value="1",
        prices=["1/2", "1/2"],
        bound="1",
        gap="0",
    )
    assert verdict(data) == "verified"
    for prior, expected in (
        (["3/4", "1/4"], "refuted"),
        (["-1/4", "5/4"], "malformed"),
        (["1/2", "1/4"], "malformed"),
        (["1/4", "1/2", "1/4"], "malformed"),
        ("1/2", "malformed"),
    ):
        other = {"name": "fisher-information", "prior": prior}
        assert verdict(changed(data, utility=other)) == expected


def test_fisher_information_of_one_truth_is_no_question():
    data = certificate(
        privacy={"gamma": "3", "delta": "1/2"},
        truths=1,
        utility={"name": "fisher-information", "prior": ["1"]},
        patterns=[["1"]],
        weights=["1"],
        value="1",
        prices=["1"],
        bound="1",
        gap="0",
    )
    assert verdict(data) == "malformed"


def test_an_infinite_utility_is_no_certificate():
    """With delta > 0 a report of one truth only has infinite chi-square divergence."""
    infinite = ["chi-square", "kullback-leibler", "reverse-kullback-leibler"]
    for name in infinite:
        data = changed(approximate(2), utility={"name": name, "pair": [0, 1]})
        assert str(check(data)) == "refuted: the utility is infinite"
    at_zero = {"name": "fisher-information", "prior": ["1", "0"]}
    assert (
        str(check(changed(approximate(2), utility=at_zero))) == "refuted: the utility is infinite"
    )


@pytest.mark.parametrize("name", ["total-variation", "le-cam", "hellinger", "jensen-shannon"])
def test_a_bounded_divergence_with_delta(name):
    """At most delta (twice that of one truth told) and the rest of randomized response."""
    data = changed(approximate(2), utility={"name": name, "pair": [0, 1]})
    f = {**DIVERGENCES, "le-cam": lambda t: (t - 1) ** 2 / (t + 1)}[name]

    def worth(p, q):
        """q f(p/q); all of these are symmetric, and f(0) is what one truth alone is worth."""
        return (q * f(p / q) if q else p * f(0.0)) if name != "jensen-shannon" else entropy(p, q)

    def entropy(p, q):
        return sum(x * math.log(2 * x / (p + q)) / 2 for x in (p, q) if x)

    rows = [(1.0, 0.0), (0.0, 1.0), (3.0, 1.0), (1.0, 3.0)]
    value = sum(float(F(w)) * worth(*r) for w, r in zip(data["weights"], rows, strict=True))
    low, high = enclose(value)
    # tight at (1, 0) and (3, 1): y + z = u(1, 0), 4 y = u(3, 1)
    y = F(math.ceil((worth(3.0, 1.0) / 4 + 1e-12) * 2**50), 2**50)
    z = F(math.ceil((worth(1.0, 0.0) + 1e-12) * 2**50), 2**50) - y
    bound = 2 * y + F(1, 10) * 2 * z
    parts = {"prices": [y, y], "pair_prices": [[0, 1, z], [1, 0, z]], "bound": bound}
    data = changed(data, value=[low, high], gap=bound - low, **parts)
    assert verdict(data) == "verified"
    less = z - F(1, 10**9)
    bound = 2 * y + F(1, 10) * 2 * less
    near = changed(data, pair_prices=[[0, 1, less], [1, 0, less]], bound=bound, gap=bound - low)
    assert verdict(near) == "refuted"


@pytest.mark.parametrize("name", DIVERGENCES)
def test_a_divergence_looks_at_its_pair_only(name):
    """Of thirty truths twenty-eight are idle; the pair may be turned round."""
    data = pair(name, DIVERGENCES[name], F(3))
    wide = {"truths": 30, "utility": {"name": name, "pair": [7, 3]}}
    wide["patterns"] = [["2"] * 30, ["2"] * 30]
    for row, narrow in zip(wide["patterns"], data["patterns"], strict=True):
        row[7], row[3] = narrow
    wide["prices"] = ["0"] * 30
    wide["prices"][7], wide["prices"][3] = data["prices"]
    assert verdict(changed(data, **wide)) == "verified"
    wide["prices"][7] = str(F(data["prices"][0]) - F(1, 10**9))
    bound = sum(map(F, wide["prices"]))
    near = changed(data, **wide, bound=bound, gap=bound - F(data["value"][0]))
    assert verdict(near) == "refuted"
    idle = changed(data, **wide)
    idle["prices"][7], idle["prices"][3] = data["prices"]
    idle["prices"][0] = "-1/1000000"
    bound = sum(map(F, idle["prices"]))
    idle |= write({"bound": bound, "gap": bound - F(data["value"][0])})
    assert verdict(idle) == "refuted"


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


def word_of_the_user(delta: bool):
    """The largest entry, as a function of which the checker knows the values only."""
    data = approximate(2) if delta else trace(2, F(3))
    extreme = [("1", "1"), ("3", "1"), ("1", "3")] + [("0", "1"), ("1", "0")] * delta
    values = [[list(r), max(r)] for r in extreme]
    return changed(
        data, utility={"name": "utility-on-the-word-of-the-user", "values": values}
    ), values


@pytest.mark.parametrize("delta", [False, True])
def test_tabulated_values_rest_on_the_word_of_the_user(delta):
    data, values = word_of_the_user(delta)
    words = "has a utility on the word of the user (convex, homogeneous, with values (((1, 1), 1)"
    assert words in check(data).statement
    name = data["utility"]["name"]

    def told(*values):
        return verdict(changed(data, utility={"name": name, "values": values}))

    scaled = [[[str(7 * F(x)) for x in r], str(7 * F(v))] for r, v in values]
    assert told(*scaled) == "verified"
    for i, (r, v) in enumerate(values):
        rest = values[:i] + values[i + 1 :]
        assert told(*rest) == "malformed"  # a value is missing
        assert told(*rest, [r, str(F(v) + F(1, 10**30))]) == "refuted" or r == ["1", "1"]
        assert told(*rest, [r[:1], v]) == told(*rest, [[*r, "1"], v]) == "malformed"
        assert told(*values, [r, v]) == "malformed"  # told twice, and once more in thirds
        assert told(*values, [[str(F(x) / 3) for x in r], "5"]) == "malformed"
    assert told(*values[:-1], [values[-1][0], "x"]) == "malformed"
    assert told(*values, [["0", "0"], "0"]) == "malformed"


def test_tabulated_values_may_be_enclosed():
    data, values = word_of_the_user(True)
    name = "utility-on-the-word-of-the-user"

    def told(below, above):
        ends = [[r, [str(F(v) - below), str(F(v) + above)]] for r, v in values]
        low, high = F(data["value"]) - 3 * below, F(data["value"]) + 3 * above
        more = {"value": [str(low), str(high)], "gap": str(F(data["bound"]) - low)}
        return verdict(changed(data, utility={"name": name, "values": ends}, **more))

    assert told(F(1, 100), 0) == "verified"
    assert told(0, F(1, 100)) == "undecided"
    assert told(F(-1, 100), F(-1, 200)) == "malformed"


def test_tabulated_values_that_are_counts_are_not_divided_as_floats():
    """The value 1 at (3, 1) means 1/3 at (1, 1/3): a double is 2e-17 below it."""
    values = [[["1", "1"], "0"], [["3", "1"], "1"], [["1", "3"], "1"]]
    best = F(1, 2)  # both rows weigh 1/4, prices 1/4
    utility = {"name": "utility-on-the-word-of-the-user", "values": values}
    data = changed(trace(2, F(3)), utility=utility, value=best, bound=best, prices=[F(1, 4)] * 2)
    assert verdict(data) == "verified"
    less = F(1 / 3) * F(3, 4)  # y (3 + 1) = 3 times the double next to 1/3
    near = changed(data, prices=[less] * 2, bound=2 * less, gap=2 * less - best)
    assert verdict(near) == "refuted"


def test_a_value_nearer_than_short_logarithms_tell_is_decided_by_long_ones():
    """3/4 ln(3/2) + 1/4 ln(1/2) to 300 bits; and the same ends moved by 2^-250, upwards or down."""
    found = information(2, F(3))
    bound = F(found["bound"])
    up, down = log_bounds(F(3, 2), 300), log_bounds(F(1, 2), 300)
    ends = [F(3, 4) * a + F(1, 4) * b for a, b in zip(up, down, strict=True)]
    verdicts = []
    for moved in (F(0), F(1, 2**250), -F(1, 2**250)):
        low, high = ends[0] + moved, ends[1] + moved
        verdicts.append(check(changed(found, value=[low, high], gap=bound - low)))
    assert [verdict.verdict for verdict in verdicts] == ["verified", "refuted", "refuted"]
    assert [verdict.reason for verdict in verdicts[1:]] == [
        "the table has a smaller value",
        "the table has a larger value",
    ]
