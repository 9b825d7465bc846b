"""Cases, cards: the region by hand, the minimum by a grid."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from rropt.checker import check
from tests.certificates import HAIR, HEAD, THIRD, TWO_LEVELS, changed, write

F = Fraction
LEVELS = [
    (F(3), F(1, 10)),
    (F(3), F(0)),
    (F(1), F(1, 5)),
    (F(2), F(1)),
    (F(1), F(1)),
    (F(9, 8), F(1, 2)),
]
PRIORS = [F(0), F(1, 4), F(1, 2), F(9, 10), F(1)]


def corners(gamma, delta):
    """Two answers: one truth told for certain, its mirror image, and the symmetric device."""
    fair = (gamma + delta) / (gamma + 1)
    if delta == 1:
        return [(F(1), F(1))]
    if not delta:
        return [(fair, fair)]
    ends = [(delta, F(1)), (F(1), delta)]
    return ends if gamma == 1 else [*ends, (fair, fair)]


def variance(p00, p11, q):
    """Of the estimate (yes - (1 - p00)) / (p00 + p11 - 1) from one answer."""
    yes = q * p11 + (1 - q) * (1 - p00)
    return yes * (1 - yes) / (p00 + p11 - 1) ** 2


def certificate(gamma, delta, q, device="two-answers"):
    fair = (gamma + delta) / (gamma + 1)
    points = [(fair, fair)] if device == "warner" else corners(gamma, delta)
    values = [variance(a, b, q) for a, b in points]
    best = values.index(min(values))
    a, b = points[best]
    return {
        "format": "rropt-certificate/2",
        "kind": "cases",
        "proof": "card",
        "privacy": {"gamma": str(gamma), "delta": str(delta)},
        "device": device,
        "prior": str(q),
        "table": [[str(a), str(1 - b)], [str(1 - a), str(b)]],
        "value": str(min(values)),
        "bound": str(min(values)),
        "gap": "0",
    }


def admissible(gamma, delta, n=24):
    """Private two-answer devices on a grid, straight from the definition."""
    for i in range(n + 1):
        for j in range(n + 1):
            a, b = F(i, n), F(j, n)
            table = [[a, 1 - b], [1 - a, b]]
            excess = [sum(max(F(0), row[x] - gamma * row[1 - x]) for row in table) for x in (0, 1)]
            if max(excess) <= delta and a + b != 1:
                yield a, b


def verdict(data):
    return check(json.dumps(data)).verdict


@pytest.mark.everything
@pytest.mark.parametrize(("gamma", "delta"), LEVELS)
@pytest.mark.parametrize("q", PRIORS)
@pytest.mark.parametrize("device", ["two-answers", "warner"])
def test_the_bound_holds_on_a_grid_of_devices(gamma, delta, q, device):
    data = certificate(gamma, delta, q, device)
    assert verdict(data) == "verified"
    on_grid = [(a, b) for a, b in admissible(gamma, delta) if device != "warner" or a == b]
    assert all(variance(a, b, q) >= F(data["bound"]) for a, b in on_grid)


def test_the_papers_example():
    """holohan: epsilon = 1/2, delta = 1/10, prevalence 1/4 has variance 2.3724."""
    low, high = F(1648721270, 10**9), F(1648721271, 10**9)
    delta, q = F(1, 10), F(1, 4)
    data, deployed = certificate(high, delta, q), certificate(low, delta, q)
    data |= {name: deployed[name] for name in ("table", "value")}
    data["gap"] = str(F(data["value"]) - F(data["bound"]))
    data["privacy"] = {"epsilon": "1/2", "gamma": [str(low), str(high)], "delta": "1/10"}
    assert verdict(data) == "verified"
    assert round(float(F(data["bound"])), 4) == 2.3724
    for gamma in ([low, low], [high, high], [high, low]):
        wrong = {**data["privacy"], "gamma": list(map(str, gamma))}
        assert verdict({**data, "privacy": wrong}) in ("refuted", "malformed")


def test_no_device_at_gamma_one_without_delta():
    data = certificate(F(1), F(1, 5), F(1, 4))
    data["privacy"]["delta"] = "0"
    assert verdict(data) == "refuted"


BASE = certificate(F(3), F(1, 10), F(1, 4))
NEAR_MISSES = {
    "a bound too high": {"bound": "1"},
    "a bound too high, with its gap": {"bound": "1", "gap": str(F(BASE["value"]) - 1)},
    "another prior": {"prior": "1/5"},
    "a lying gap": {"gap": "1/100"},
    "a value too low": {"value": "1/2", "bound": "1/2"},
    "a bound too low": {"bound": "1/2", "gap": "511/1936"},
    "a bound at another corner": {"bound": "39/16", "gap": "-405/242"},
    "the vertices of an older format": {"vertices": [["31/40", "31/40"]]},
    "a key without a name": {"": "0"},
    "another proof": {"proof": "chain"},
    "no proof": {"proof": None},
    "a kind of an older format": {"kind": "vertices"},
    "three answers": {"table": [*BASE["table"], ["0", "0"]]},
    "three truths": {"table": [[*row, "0"] for row in BASE["table"]]},
    "an entry given as runs": {"table": [[[["31/40", 1]], "9/40"], ["9/40", "31/40"]]},
    "no prior": {"prior": None},
    "gamma below one": {"privacy": {"gamma": "1/3", "delta": "1/10"}},
    "a table that is not Warner's": {
        "device": "warner",
        "table": [["1", "9/10"], ["0", "1/10"]],
        "value": "39/16",
        "gap": str(F(39, 16) - F(BASE["bound"])),
    },
    "less privacy than claimed": {"privacy": {"gamma": "3", "delta": "1/11"}},
    "a table that is not private": {"table": [["4/5", "1/5"], ["1/5", "4/5"]]},
    "a table that tells nothing": {"table": [["1/2", "1/2"], ["1/2", "1/2"]]},
    "a table with negative entries": {"table": [["3/2", "1/2"], ["-1/2", "1/2"]]},
    "a table whose columns do not add up": {"table": [["31/44", "13/44"], ["12/44", "31/44"]]},
    "a prior above one": {"prior": "2"},
    "an unknown device": {"device": "cards"},
}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_near_misses(name):
    assert verdict(BASE) == "verified"
    assert verdict({**BASE, **NEAR_MISSES[name]}) in ("refuted", "malformed")


def test_a_near_miss_of_warner_is_a_card():
    """The same table and gap, of any device."""
    parts = NEAR_MISSES["a table that is not Warner's"]
    assert verdict(BASE | parts | {"device": "two-answers"}) == "verified"
    assert verdict(BASE | {"device": "warner"}) == "verified"


@pytest.mark.parametrize("hair", [F(1, 10**9), F(1, 10**17), F(1, 10**60)])
@pytest.mark.parametrize("part", ["value", "bound", "gap", "prior", "delta", "gamma"])
def test_a_hair_is_seen(part, hair):
    """Every number is compared exactly, also where a double would not see the difference."""
    for step in (hair, -hair):
        data = json.loads(json.dumps(BASE))
        record = data["privacy"] if part in ("delta", "gamma") else data
        record[part] = str(F(record[part]) + step)
        assert verdict(data) == "refuted"


def test_a_gamma_given_as_a_count_is_not_divided_as_a_float():
    """gamma = 4: the corner is 4/5, not the double next to it."""
    data = certificate(F(4), F(0), F(1, 4))
    data["privacy"] = {"gamma": 4, "delta": 0}
    assert verdict(data) in ("verified", "malformed")
    near = F(1 / 3)  # of u = 1/(gamma - 1)
    bound = variance(*[(1 + near) / (1 + 2 * near)] * 2, F(1, 4))
    data |= {"bound": str(bound), "gap": str(F(data["value"]) - bound)}
    assert verdict(data) in ("refuted", "malformed")


def test_a_worse_table_states_its_gap():
    worse = {
        "table": [["2/3", "1/3"], ["1/3", "2/3"]],
        "value": str(variance(F(2, 3), F(2, 3), F(1, 4))),
    }
    data = {**BASE, **worse}
    assert verdict(data) == "refuted"
    data["gap"] = str(F(data["value"]) - F(data["bound"]))
    assert verdict(data) == "verified"
    assert "and this table has at most" in check(data).statement


@pytest.mark.parametrize("place", ["certificate", "privacy"])
@pytest.mark.parametrize("key", ["", "vertices", "reports"])
def test_an_unknown_key_is_malformed(place, key):
    data = json.loads(json.dumps(BASE))
    (data if place == "certificate" else data["privacy"])[key] = "1"
    assert verdict(data) == "malformed"


def test_a_card_tells_the_truth_more_often_than_not():
    data = {**BASE, "table": BASE["table"][::-1]}
    assert verdict(data) == "refuted"


def card(privacy, p00, p11, best, q=THIRD, **parts):
    """A certificate of a card, and those that can be best; the variance by its definition."""
    bound = min(variance(a, b, q) for a, b in best)
    value = variance(p00, p11, q)
    data = {"format": HEAD["format"], "kind": "cases", "proof": "card", "privacy": privacy}
    data |= {"prior": q, "device": "two-answers", "value": value, "bound": bound}
    data |= {"table": [[p00, 1 - p11], [1 - p00, p11]]}
    return json.loads(json.dumps(write({**data, "gap": value - bound, **parts})))


PURE = {"gamma": [["1", "3"], ["3/2", "1"]], "delta": "0"}


SOFT = {"gamma": PURE["gamma"], "delta": [["0", "1/10"], ["1/50", "0"]]}


def test_the_best_card_of_a_matrix():
    """g01 = 3, g10 = 3/2: 49/18 at prevalence 1/3, table ((4/7, 6/7), (3/7, 1/7)) turned round.

    p00 <= 3 (1 - p11) and p11 <= 3/2 (1 - p00) meet at p00 = 3/7, p11 = 6/7.
    """
    p00, p11 = F(3, 7), F(6, 7)
    data = card(PURE, p00, p11, [(p00, p11)], universal=True)
    assert data["bound"] == "49/18"
    statement = check(data).statement
    assert statement.startswith(
        "no G = ((1, 3), (3/2, 1)) private two-answer device has a variance"
    )
    assert statement.endswith(
        "; every G = ((1, 3), (3/2, 1)) private mechanism is C P for this table P and a channel C"
    )
    turned = {"gamma": [["1", "3/2"], ["3", "1"]], "delta": "0"}
    assert verdict(changed(data, privacy=turned)) == "refuted"
    inside = card(PURE, F(2, 5), F(4, 5), [(p00, p11)])
    assert verdict(inside) == "verified"
    assert verdict(changed(inside, universal=True)) == "refuted"
    assert verdict(changed(inside, universal="yes")) == "malformed"


def test_the_best_card_of_a_matrix_with_deltas():
    """delta01 = 1/10, delta10 = 1/50: no card on a fine grid is better."""
    d01, d10 = F(1, 10), F(1, 50)
    p11 = (F(3, 2) * (1 - 3 - d01) + d10) / (1 - F(9, 2))  # the two lines meet
    p00 = 3 * (1 - p11) + d01
    corners = [(p00, p11), (F(1), d10), (d01, F(1))]
    data = card(SOFT, p00, p11, corners)
    assert verdict(data) == "verified"
    assert F(0) <= least_card(F(3), d01, F(3, 2), d10) - F(data["bound"]) < F(1, 50)
    assert verdict(card(SOFT, p00, p11, corners[1:])) == "refuted"
    assert verdict(card(SOFT, p00 + HAIR, p11, corners)) == "refuted"
    assert verdict(changed(data, universal=True)) == "refuted"


def least_card(g01, d01, g10, d10, q=THIRD, steps=400):
    """The least variance over cards with p00 on a grid, p11 as large as privacy allows."""
    found = []
    for n in range(1, steps + 1):
        a = F(n, steps)
        b = min(F(1), 1 - (a - d01) / g01, g10 * (1 - a) + d10)
        if a + b > 1:
            yes = (1 - q) * (1 - a) + q * b
            found.append(yes * (1 - yes) / (a + b - 1) ** 2)
    return min(found)


def test_mangats_world():
    """Truth 0 is unprotected: g01 = oo, g10 = 2; one report can be given by truth 0 only."""
    privacy = {"gamma": [["1", "oo"], ["2", "1"]], "delta": "0"}
    p00, p11 = F(1, 2), F(1)
    data = card(privacy, p00, p11, [(p00, p11)], universal=True)
    assert verdict(data) == "verified"
    turned = {"gamma": [["1", "2"], ["oo", "1"]], "delta": "0"}
    assert verdict(changed(data, privacy=turned)) == "refuted"


CARD = {
    "format": "rropt-certificate/2",
    "kind": "cases",
    "proof": "card",
    "privacy": {"conditions": TWO_LEVELS},
    "device": "warner",
    "prior": "1/4",
    "table": [["11/15", "4/15"], ["4/15", "11/15"]],
}


def test_a_card_under_two_levels_is_at_the_farther_line():
    """u = 4/7: (u + 1/4)(u + 3/4)."""
    value = (F(4, 7) + F(1, 4)) * (F(4, 7) + F(3, 4))
    data = changed(CARD, value=value, bound=value, gap=F(0))
    assert check(data).verdict == "verified", check(data)
    one = changed(data, privacy={"conditions": [TWO_LEVELS[0], TWO_LEVELS[2]]})
    assert check(one).verdict == "refuted"
