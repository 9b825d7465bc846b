"""Tables of two truths of which every private table is made."""

from __future__ import annotations

import json
from fractions import Fraction as F
from random import Random

import pytest
from scipy.optimize import linprog

from rropt.checker import check
from tests.certificates import HEAD, changed, verdict, write

NUMBER = {"gamma": "3", "delta": "1/10"}
SKEWED = {"gamma": [["1", "3"], ["3/2", "1"]], "delta": [["0", "1/10"], ["1/50", "0"]]}
ONE_SIDE = {"gamma": [["1", "oo"], ["2", "1"]], "delta": [["0", "0"], ["1/5", "0"]]}
LISTED = {
    "conditions": [
        {"left": 0, "right": 1, "levels": [["2", "3"]], "most": "1/5"},
        {"left": 0, "right": 1, "levels": [["1", "3/2"]], "most": "1/4"},
        {"left": 1, "right": 0, "levels": [["1", "3"]], "most": "1/10"},
    ]
}


def skewed_rows():
    """c, d: the deltas; a (3, 1) + b (1, 3/2) is the rest of (1, 1)."""
    c, d = F(1, 10), F(1, 50)
    a = (F(3, 2) * (1 - c) - (1 - d)) / (F(9, 2) - 1)
    b = 1 - c - 3 * a
    return [[c, F(0)], [3 * a, a], [b, F(3, 2) * b], [F(0), d]]


BEST = {
    "number": (NUMBER, [["1/10", "0"], ["27/40", "9/40"], ["9/40", "27/40"], ["0", "1/10"]]),
    "skewed": (SKEWED, write(skewed_rows())),
    "one side": (ONE_SIDE, [["3/5", "0"], ["2/5", "4/5"], ["0", "1/5"]]),
    "listed": (
        LISTED,
        [["1/10", "0"], ["3/10", "1/10"], ["3/7", "2/7"], ["6/35", "18/35"], ["0", "1/10"]],
    ),
}


def trace(privacy, rows):
    """A certificate of a trace with these rows; the bound is the sum of the largest entries, 2."""
    table = [[F(x) for x in row] for row in rows]
    value = sum(max(row) for row in table)
    data = {"format": "rropt-certificate/2", "kind": "prices", "privacy": privacy, "truths": 2}
    data |= {"utility": {"name": "trace"}, "patterns": rows, "weights": ["1"] * len(rows)}
    data |= {"prices": ["1", "1"], "value": value, "bound": "2", "gap": 2 - value}
    return write({**data, "cover": {"proof": "extremes"}, "universal": True})


PLAIN = {
    "number": [(0, 3, "1/10"), (1, 3, "1/10")],
    "skewed": [(0, 3, "1/10"), (1, "3/2", "1/50")],
    "one side": [(1, 2, "1/5")],
    "listed": [(0, 3, "1/10"), (0, "3/2", "1/4"), (1, 3, "1/10")],
}


def keeps(levels, rows) -> bool:
    for a, g, most in levels:
        if sum(max(F(0), row[a] - F(g) * row[1 - a]) for row in rows) > F(most):
            return False
    return True


def is_made_of(rows, best) -> bool:
    """Whether a channel C with rows = C best exists: a linear program over its entries."""
    m, n = len(rows), len(best)
    equations = []
    right = []
    for i in range(m):
        for j in range(2):
            entries = [0.0] * (m * n)
            entries[i * n : (i + 1) * n] = [float(F(row[j])) for row in best]
            equations.append(entries)
            right.append(float(F(rows[i][j])))
    for c in range(n):
        equations.append([float(place % n == c) for place in range(m * n)])
        right.append(1.0)
    return linprog([0] * (m * n), A_eq=equations, b_eq=right, bounds=(0, None)).status == 0


@pytest.mark.parametrize("name", BEST)
def test_verified_with_the_sentence(name):
    verdict = check(trace(*BEST[name]))
    assert verdict.verdict == "verified", verdict
    assert verdict.statement.endswith("private mechanism is C P for this table P and a channel C")


@pytest.mark.everything
@pytest.mark.parametrize("name", BEST)
def test_random_tables_are_made_of_it_where_they_keep_the_levels(name):
    """Tables of three rows on a grid; all that are not private are not made of it."""
    _, best = BEST[name]
    rng = Random(7)
    told = {True: 0, False: 0}
    for _ in range(60):
        columns = [sorted(rng.randrange(41) for _ in range(2)) for _ in range(2)]
        cuts = [[0, *column, 40] for column in columns]
        rows = [[F(cut[i + 1] - cut[i], 40) for cut in cuts] for i in range(3)]
        private = keeps(PLAIN[name], rows)
        assert private == is_made_of(rows, best), rows
        told[private] += 1
    assert min(told.values()) > 5


def test_near_misses():
    """Rows inside the levels, levels that are not used up, other problems."""
    data = trace(*BEST["number"])
    looser = {"gamma": "3", "delta": "11/100"}
    assert check(changed(data, privacy=looser)).verdict == "refuted"
    higher = {"gamma": "31/10", "delta": "1/10"}
    assert check(changed(data, privacy=higher)).verdict == "refuted"
    mixed = [["1/10", "0"], ["9/10", "9/10"], ["0", "1/10"]]
    assert check(trace(NUMBER, mixed)).verdict == "refuted"
    assert check({**trace(NUMBER, mixed), "universal": False}).verdict == "verified"
    one_level = {"conditions": LISTED["conditions"][::2]}
    assert check(trace(one_level, BEST["listed"][1])).verdict == "refuted"
    assert check(changed(data, universal="yes")).verdict == "malformed"
    singles = {"gamma": [["1", "3"], ["3", "1"]], "delta": "0", "singles": [0]}
    pure = [["3/4", "1/4"], ["1/4", "3/4"]]
    assert check(trace({"gamma": "3", "delta": "0"}, pure)).verdict == "verified"
    assert check(trace(singles, pure)).verdict == "malformed"
    many = {"patterns": [["1"] * 3], "weights": ["1"], "prices": ["1"] * 3, "truths": 3}
    assert check(changed(data, **many)).verdict == "malformed"


def test_a_table_that_tells_all_needs_no_level():
    open_pair = {"gamma": [["1", "oo"], ["oo", "1"]], "delta": "0"}
    assert check(trace(open_pair, [["1", "0"], ["0", "1"]])).verdict == "verified"
    assert check(trace(open_pair, [["1/2", "1/2"], ["1/2", "1/2"]])).verdict == "refuted"


def test_other_conditions_do_no_harm():
    """A bound on the ratio to a prior beside the levels: it binds other tables only the more."""
    prior = {"left": 0, "right": ["1/2", "1/2"], "levels": [["1", "2"]], "most": "0"}
    listed = {"conditions": [*LISTED["conditions"], prior]}
    assert check(trace(listed, BEST["listed"][1])).verdict == "verified"


@pytest.mark.parametrize("level", ["3", [["1", "3"], ["3", "1"]], [["1", "2"], ["7", "1"]]])
def test_universal_tables_have_the_extreme_rows(level):
    first, second = (F(3), F(3)) if level == "3" else (F(level[0][1]), F(level[1][0]))
    a = (second - 1) / (first * second - 1)  # a (g01, 1) + b (1, g10) = (1, 1)
    b = (first - 1) / (first * second - 1)
    data = {**HEAD, "privacy": {"gamma": level, "delta": "0"}, "truths": 2, "prices": [F(1), F(1)]}
    data |= {"utility": {"name": "trace"}, "patterns": [[first, F(1)], [F(1), second]]}
    value = a * first + b * second
    data |= {"weights": [a, b], "value": value, "bound": "2", "gap": 2 - value, "universal": True}
    data = json.loads(json.dumps(write({**data, "cover": {"proof": "extremes"}})))
    assert "is C P for this table P" in check(data).statement
    c = min(a, b)
    middle = [[first, F(1)], [F(1), second], [first + 1, 1 + second]]
    mixed = changed(data, patterns=middle, weights=[a - c, b - c, c])
    worth = (a - c) * first + (b - c) * second + c * max(first + 1, second + 1)
    mixed = changed(mixed, value=worth, gap=2 - worth)
    assert verdict(changed(mixed, universal=False)) == "verified"
    assert verdict(mixed) == "refuted"
