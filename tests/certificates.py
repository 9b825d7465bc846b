"""Certificates as the tests of the checker write them by hand: fractions become strings."""

from __future__ import annotations

import json
from fractions import Fraction

from rropt.checker import FORMAT, check


def write(value):
    """Fractions as strings, sequences as lists, all through."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, (list, tuple)):
        return [write(entry) for entry in value]
    if isinstance(value, dict):
        return {name: write(entry) for name, entry in value.items()}
    return value


def changed(data, **parts):
    """The certificate with other parts, none of them shared with the arguments."""
    return {**data, **json.loads(json.dumps(write(parts)))}


F = Fraction


ZERO, THIRD = F(0), F(1, 3)


HAIR = F(1, 10**30)


HEAD = {"format": "rropt-certificate/2", "kind": "prices"}


def levels_of(privacy, k, name):
    """The matrix of levels; None where there is none. `name` is gamma or above."""
    given = privacy.get(name, privacy["gamma"])
    if isinstance(given, str):
        return [[F(given) if a != b else F(1) for b in range(k)] for a in range(k)]
    return [[None if level == "oo" else F(level) for level in row] for row in given]


def deltas_of(privacy, levels):
    """delta for every pair."""
    given = privacy["delta"]
    if not isinstance(given, str):
        return [[F(x) for x in row] for row in given]
    return everywhere(len(levels), F(given))


def everywhere(k, delta):
    """One delta for all pairs, as a matrix of levels has it."""
    return [[F(0) if a == b else delta for b in range(k)] for a in range(k)]


def verdict(data) -> str:
    return check(data).verdict


def useless(k, privacy, utility, prices, cover, pairs=(), value=ZERO):
    """The table that tells nothing, and prices: only the coverage is in question."""
    privacy = write(privacy)
    deltas = deltas_of(privacy, levels_of(privacy, k, "gamma"))
    bound = sum(prices) + sum(deltas[a][b] * z for a, b, z in pairs)
    data = {**HEAD, "privacy": privacy, "truths": k, "utility": utility}
    data |= {"patterns": [[F(1)] * k], "weights": [F(1)], "value": value, "prices": prices}
    data |= {"pair_prices": list(pairs), "bound": bound, "gap": bound - value, "cover": cover}
    return json.loads(json.dumps(write(data)))


def moved(data, by):
    """All prices moved, the bound with them."""
    prices = [F(y) + by for y in data["prices"]]
    more = by * len(prices)
    return changed(data, prices=prices, bound=F(data["bound"]) + more, gap=F(data["gap"]) + more)


GOOD = {
    "format": FORMAT,
    "kind": "prices",
    "privacy": {"gamma": "3", "delta": "0"},
    "truths": 2,
    "utility": {"name": "trace"},
    "patterns": [["3", "1"], ["1", "3"]],
    "weights": ["1/4", "1/4"],
    "value": "3/2",
    "prices": ["3/4", "3/4"],
    "bound": "3/2",
    "gap": "0",
    "cover": {"proof": "extremes"},
}


TEXT = json.dumps(GOOD)


TWO_LEVELS = [
    {"left": 0, "right": 1, "levels": [["1", "3"]], "most": "1/10"},
    {"left": 0, "right": 1, "levels": [["1", "2"]], "most": "1/5"},
    {"left": 1, "right": 0, "levels": [["1", "3"]], "most": "1/10"},
    {"left": 1, "right": 0, "levels": [["1", "2"]], "most": "1/5"},
]


TRACE = {
    "format": "rropt-certificate/2",
    "kind": "prices",
    "privacy": {"conditions": TWO_LEVELS},
    "truths": 2,
    "utility": {"name": "trace"},
    "patterns": [["1", "0"], ["3", "1"], ["1", "3"], ["0", "1"]],
    "weights": ["1/10", "9/40", "9/40", "1/10"],
    "prices": ["2/3", "2/3"],
    "condition_prices": [[1, "1/3"], [3, "1/3"]],
    "value": "22/15",
    "bound": "22/15",
    "gap": "0",
    "cover": {"proof": "extremes"},
}
"""TV = 1 - 2 min: (2, 1/5) binds, (3, 1/10) does not."""


def two_level_trace():
    """P(0|0) - 2 P(0|1) = 1/5 both ways: P(0|0) = 11/15."""
    return changed(TRACE, patterns=[["11/15", "4/15"], ["4/15", "11/15"]], weights=["1", "1"])
