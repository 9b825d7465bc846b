"""Kind `corner-chains` as a specification: a trace at g = 3, d = 1/10, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.plain.plain_corner_chains import corner_chains, meeting, vertices

PRIVACY = {"gamma": "3", "delta": "1/10"}
TRACE = {
    "privacy": PRIVACY,
    "truths": 2,
    "utility": {"name": "trace"},
    "reports": 3,
    "table": [["31/40", "9/40"], ["9/40", "31/40"]],
    "value": "31/20",
    "bound": "31/20",
    "gap": "0",
}
"""The trace is 1 + the total variation, at most (g + 2 d + 3) ... = 2 (g + d) / (1 + g) = 31/20."""


@pytest.mark.everything
@pytest.mark.parametrize("reports", [2, 3])
def test_a_certificate_by_hand(reports):
    assert corner_chains(TRACE | {"reports": reports})
    split = [["1/10", "0"], ["27/40", "9/40"], ["9/40", "31/40"]]
    assert corner_chains(TRACE | {"table": split, "reports": reports}) == (reports == 3)


@pytest.mark.everything
def test_a_matrix_by_hand():
    """Both deltas 0, g_01 = 3 and g_10 = 2: (x, y) with x = 3 y and 1 - y = 2 (1 - x)."""
    table = [["3/5", "1/5"], ["2/5", "4/5"]]
    privacy = {"gamma": [["1", "3"], ["2", "1"]], "delta": "0"}
    right = TRACE | {"privacy": privacy, "table": table, "value": "7/5", "bound": "7/5"}
    assert corner_chains(right)
    tighter = {"gamma": [["1", "3"], ["19/10", "1"]], "delta": "0"}
    assert not corner_chains(right | {"privacy": tighter})
    wider = {"gamma": [["1", "3"], ["21/10", "1"]], "delta": "0"}
    assert not corner_chains(right | {"privacy": wider})


@pytest.mark.everything
@pytest.mark.parametrize(
    "parts",
    [
        {"bound": "3/2", "gap": "-1/20"},
        {"gap": "1/20"},
        {"value": "8/5", "bound": "8/5"},
        {"privacy": {"gamma": "3", "delta": "1/9"}},
        {"privacy": {"gamma": "3", "delta": "1/11"}},
        {"privacy": {"gamma": "3", "delta": "0", "singles": [0]}},
        {"table": [["1/4", "1/4"]] * 4},
        {"table": [["31/40", "9/40"], ["9/40", "3/4"]]},
        {"reports": 1},
        {"truths": 3},
    ],
)
def test_near_misses_are_not_proved(parts):
    assert not corner_chains(TRACE | parts)


@pytest.mark.everything
def test_vertices_are_private_tables_of_three_rows():
    found = [tuple(map(tuple, t)) for t in vertices({"privacy": PRIVACY, "reports": 3})]
    assert ((F(31, 40), F(9, 40)), (F(9, 40), F(31, 40)), (0, 0)) in found
    for table in found:
        assert [sum(column) for column in zip(*table, strict=True)] == [1, 1]
        told = sum(max(F(0), x - 3 * y) for x, y in table)
        assert min(min(row) for row in table) >= 0 and told <= F(1, 10)


def test_planes_that_do_not_meet_in_a_point():
    unit = [[F(i == j) for j in range(4)] for i in range(4)]
    planes = [(row, F(n)) for n, row in enumerate(unit)]
    assert meeting(tuple(planes)) == [0, 1, 2, 3]
    assert meeting((planes[0], planes[0], planes[2], planes[3])) is None
