"""Kind corner-chains: corners by hand, chains against all vertices, and near misses."""

from __future__ import annotations

import json
from fractions import Fraction as F
from itertools import pairwise

import pytest

import rropt as rr
from rropt.checker import check
from rropt.checker.kind_corner_chains import best_chain, corners, line_of
from rropt.checker.plain.plain_corner_chains import vertices
from tests.certificates import changed

NUMBERS = [("3", "1/10"), ("3/2", "1/4"), ("5", "2/5"), ("1", "1/3"), ("3", "0")]
PRIVACY = {
    **{f"number {g}, {d}": {"gamma": g, "delta": d} for g, d in NUMBERS},
    "matrix": {"gamma": [["1", "3"], ["3/2", "1"]], "delta": [["0", "1/20"], ["1/5", "0"]]},
    "one-sided": {"gamma": [["1", "oo"], ["2", "1"]], "delta": [["0", "0"], ["1/7", "0"]]},
    "two levels": {
        "conditions": [
            {"left": 0, "right": 1, "levels": [["1", "3"]], "most": "1/20"},
            {"left": 0, "right": 1, "levels": [["2", "3/2"]], "most": "1/2"},
            {"left": ["0", "1"], "right": ["1/4", "3/4"], "levels": [["1", "8/7"]], "most": "0"},
        ]
    },
}


def levels_by_hand(privacy):
    """(form, what it may add up to)."""
    if "conditions" in privacy:
        return [
            ([F(1), F(-3)], F(1, 20)),
            ([F(1), F(-3, 2)], F(1, 4)),
            ([F(-8, 7) / 4, 1 - F(8, 7) * F(3, 4)], F(0)),
        ]
    gamma, delta = privacy["gamma"], privacy["delta"]
    found = []
    for a, b in ((0, 1), (1, 0)):
        g = gamma if isinstance(gamma, str) else gamma[a][b]
        d = delta if isinstance(delta, str) else delta[a][b]
        if g != "oo":
            form = [F(1), -F(g)] if a == 0 else [-F(g), F(1)]
            found.append((form, F(d)))
    return found


def test_corners_of_one_number_by_hand():
    """(d, 0), the point where both levels meet, (1, 1 - d)."""
    found = corners(levels_by_hand({"gamma": "3", "delta": "1/10"}))
    assert found == [(0, 0), (F(1, 10), 0), (F(31, 40), F(9, 40)), (1, F(9, 10)), (1, 1)]
    assert corners(levels_by_hand({"gamma": "3", "delta": "0"})) == [
        (0, 0),
        (F(3, 4), F(1, 4)),
        (1, 1),
    ]
    assert corners([]) == [(0, 0), (1, 0), (1, 1)]


@pytest.mark.parametrize("name", PRIVACY)
def test_the_lower_edge_is_the_largest_of_all_lines(name):
    levels = levels_by_hand(PRIVACY[name])
    found = corners(levels)
    slopes = [(t - y) / (s - x) for (x, y), (s, t) in pairwise(found) if s > x]
    assert slopes == sorted(set(slopes))
    lines = [line for form, most in levels if (line := line_of(form, most))]
    for x, y in found[:-1]:
        assert y == max([F(0), *(line.at(x) for line in lines)])


def ratios(row):
    """A strictly convex utility of no name: (x - y)^2 / (x + 2 y) + x^2 / (3 x + y)."""
    x, y = row
    if not (x or y):
        return F(0)
    return (x - y) ** 2 / (x + 2 * y) + x**2 / (3 * x + y)


SLOW = pytest.mark.long
"""Ten thousand systems of four equations."""

SMALL = ["number 3, 1/10", "matrix", "one-sided"]


@pytest.mark.everything
@pytest.mark.parametrize(
    ("name", "reports"),
    [
        *((name, reports) for name in PRIVACY for reports in (1, 2)),
        *((name, 3) for name in SMALL),
        *(pytest.param(name, 3, marks=SLOW) for name in PRIVACY if name not in SMALL),
    ],
)
def test_the_best_chain_is_the_best_of_all_vertices(name, reports):
    """Vertices of the polytope of tables, planes chosen one by one, by the specification."""
    found = corners(levels_by_hand(PRIVACY[name]))
    last = len(found) - 1
    worth = {}
    for i in range(last):
        for j in range(i + 1, last + 1):
            step = [b - a for a, b in zip(found[i], found[j], strict=True)]
            worth[i, j] = (ratios(step),) * 2
    best = best_chain(worth, last, reports, 0)
    tables = vertices({"privacy": PRIVACY[name], "reports": reports})
    assert best == max(sum(map(ratios, table)) for table in tables)


def certificate(privacy=None, reports=3):
    asked = privacy or rr.LocalDP("ln(3)", "1/10")
    data = rr.optimal(asked, rr.Variance("1/4"), outputs=reports).certificate.data
    return json.loads(json.dumps(data))


def near_misses():
    """Each with what must be said of it."""
    data = certificate()
    less = str(F(data["bound"]) * F(999, 1000))
    steps = {"left": 0, "right": 1, "levels": [["1", "2"], ["1", "3"]], "most": "1/10"}
    renyi = {"left": 0, "right": 1, "levels": [["1", "2"]], "most": ["1", "2"], "order": 2}
    return {
        "a smaller bound": ({"bound": less, "gap": str(F(less) - F(data["value"]))}, "refuted"),
        "another value": ({"value": "1/3"}, "refuted"),
        "another gap": ({"gap": "1/7"}, "refuted"),
        "four rows": ({"table": [["1/4", "1/4"]] * 4, "value": "0"}, "refuted"),
        "one report fewer": ({"reports": 2}, "refuted"),
        "one report more": ({"reports": 4}, "refuted"),
        "no report": ({"reports": 0}, "malformed"),
        "three truths": ({"truths": 3}, "malformed"),
        "an open table": ({"table": [["1", "0"], ["0", "1"]]}, "refuted"),
        "a smaller level": ({"privacy": {"gamma": "14/5", "delta": "1/10"}}, "refuted"),
        "a larger level": ({"privacy": {"gamma": "16/5", "delta": "1/10"}}, "refuted"),
        "a smaller delta": ({"privacy": {"gamma": "3", "delta": "1/11"}}, "refuted"),
        "one pair wider": (
            {"privacy": {"gamma": [["1", "3"], ["16/5", "1"]], "delta": "1/10"}},
            "refuted",
        ),
        "a truth alone": (
            {"privacy": data["privacy"] | {"singles": [0], "delta": "0"}},
            "malformed",
        ),
        "two levels in one": ({"privacy": {"conditions": [steps]}}, "malformed"),
        "a Renyi budget": ({"privacy": {"conditions": [renyi | {"budget": "1/2"}]}}, "malformed"),
    }


@pytest.mark.everything
@pytest.mark.parametrize("miss", near_misses())
def test_near_misses(miss):
    data = certificate()
    assert check(data).verdict == "verified"
    change, verdict = near_misses()[miss]
    assert check(changed(data, **change)).verdict == verdict


def test_a_level_that_nothing_keeps_is_malformed():
    data = certificate(rr.Privacy([[1, [(3, 0), (2, "1/10")]], [[(3, 0), (2, "1/10")], 1]]), 3)
    assert check(data).verdict == "verified"
    none = {"left": ["1", "1"], "right": ["0", "1"], "levels": [["1", "1/2"]], "most": "1/9"}
    data["privacy"]["conditions"].append(none)
    assert check(data).verdict == "malformed"


@pytest.mark.everything
def test_a_number_and_its_matrix_say_the_same():
    data = certificate()
    matrix = {"gamma": [["1", "3"], ["3", "1"]], "delta": "1/10"}
    assert check(changed(data, privacy=matrix)).verdict == "verified"


def test_too_many_levels():
    level = {"left": 0, "right": 1, "most": "1/10"}
    listed = [level | {"levels": [["1", f"{129 + 2 * n}/64"]]} for n in range(65)]
    verdict = check(changed(certificate(), privacy={"conditions": listed}))
    assert (verdict.verdict, verdict.reason) == ("malformed", "too many levels of two truths")
