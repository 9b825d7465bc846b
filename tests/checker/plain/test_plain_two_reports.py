"""Kind `two-reports` as a specification: the polygon of two truths, and near misses."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.plain.plain_two_reports import meeting, two_reports, vertices_of_rows
from tests.checker.test_kind_two_reports import BASE


def test_vertices_of_two_truths():
    """At g = 3, d = 1/10: (0, 0), (1, 1), (0, d), (1 - d, 1), (9/40, 31/40), and swapped."""
    found = {tuple(row) for row in vertices_of_rows({"gamma": "3", "delta": "1/10"}, 2)}
    low, high, d = F(9, 40), F(31, 40), F(1, 10)
    half = {(F(0), d), (1 - d, F(1)), (low, high)}
    assert found == half | {(b, a) for a, b in half} | {(0, 0), (1, 1)}


def test_a_certificate_by_hand():
    assert two_reports(BASE)


@pytest.mark.everything
@pytest.mark.parametrize(
    "parts",
    [
        {"bound": "5/8", "gap": "-1/48"},
        {"gap": "1/48"},
        {"value": "2/3", "bound": "2/3"},
        {"privacy": {"gamma": "2", "delta": "1/10"}},
        {"privacy": {"gamma": "4", "delta": "1/10"}},
        {"table": [["31/40", "9/40", "9/40"], ["9/40", "31/40", "3/4"]]},
    ],
)
def test_near_misses_are_not_proved(parts):
    assert not two_reports(BASE | parts)


def test_planes_meet_in_one_point_or_none():
    one, zero = F(1), F(0)
    assert meeting((([one, one], F(3)), ([one, -one], one)), 2) == [2, 1]
    assert meeting((([one, zero], F(3)), ([F(2), zero], one)), 2) is None
