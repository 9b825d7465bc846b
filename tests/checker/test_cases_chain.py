"""Cases, chains: the best against all vertices, and near misses."""

from __future__ import annotations

import json
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.checker import check
from rropt.checker.cases_chain import best_chain
from rropt.checker.plain.plain_cases import vertices
from tests.certificates import changed
from tests.checker.test_corners import PRIVACY, found_by_the_checker


def ratios(row):
    """A strictly convex utility of no name: (x - y)^2 / (x + 2 y) + x^2 / (3 x + y)."""
    x, y = row
    if not (x or y):
        return F(0)
    return (x - y) ** 2 / (x + 2 * y) + x**2 / (3 * x + y)


TENTHS = [["0", "1/10"], ["1/10", "0"]]

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
    found = found_by_the_checker(PRIVACY[name])
    last = len(found) - 1
    worth = {}
    for i in range(last):
        for j in range(i + 1, last + 1):
            step = [b - a for a, b in zip(found[i], found[j], strict=True)]
            worth[i, j] = (ratios(step),) * 2
    best = best_chain(worth, last, reports, 0)
    tables = vertices(PRIVACY[name], reports, 2)
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
    renyi = {"left": 0, "right": 1, "most": ["1", "2"], "order": 2}
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
            {
                "privacy": {
                    "gamma": [["1", "3"], ["16/5", "1"]],
                    "delta": [["0", "1/10"], ["1/10", "0"]],
                }
            },
            "refuted",
        ),
        "a truth alone": (
            {"privacy": {"gamma": [["1", "3"], ["3", "1"]], "delta": "0", "singles": [0]}},
            "malformed",
        ),
        "two levels in one": ({"privacy": {"conditions": [steps]}}, "refuted"),
        "a Renyi budget": ({"privacy": {"conditions": [renyi | {"budget": "1/2"}]}}, "refuted"),
        "a kind of an older format": ({"kind": "corner-chains"}, "malformed"),
        "a key without a name": ({"": "0"}, "malformed"),
        "classes": ({"truths": [2]}, "malformed"),
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
    matrix = {"gamma": [["1", "3"], ["3", "1"]], "delta": TENTHS}
    assert check(changed(data, privacy=matrix)).verdict == "verified"


def test_too_many_levels():
    level = {"left": 0, "right": 1, "most": "1/10"}
    listed = [level | {"levels": [["1", f"{129 + 2 * n}/64"]]} for n in range(65)]
    verdict = check(changed(certificate(), privacy={"conditions": listed}))
    assert (verdict.verdict, verdict.reason) == ("malformed", "too many levels of two truths")
