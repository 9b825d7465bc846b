"""Kind three-reports: the listed tables against all vertices, and near misses."""

from __future__ import annotations

import json
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.checker import check
from rropt.checker.kind_three_reports import candidates
from rropt.checker.plain.plain_three_reports import vertices
from tests.certificates import changed

LEVELS = [("3", "1/10"), ("3/2", "1/4"), ("11/10", "1/100"), ("5", "2/5"), ("1", "1/3")]


@pytest.mark.long
@pytest.mark.parametrize(("g", "d"), LEVELS)
def test_every_vertex_is_listed(g: str, d: str) -> None:
    """Up to the order of rows, exactly."""
    listed = {_key(rows) for rows in candidates(F(g), F(d))}
    for table in vertices({"privacy": {"gamma": g, "delta": d}}):
        assert _key(table) in listed


def _key(rows):
    return tuple(sorted(tuple(row) for row in rows if any(row)))


def certificate():
    data = rr.optimal(rr.LocalDP("ln(3)", "1/10"), rr.Variance("1/4"), outputs=3).certificate.data
    return json.loads(json.dumps(data))


def test_near_misses():
    data = certificate()
    assert check(data).verdict == "verified"
    less = str(F(data["bound"]) * F(999, 1000))
    gap = str(F(less) - F(data["value"]))
    assert check(changed(data, bound=less, gap=gap)).verdict == "refuted"
    assert check(changed(data, value="1/3")).verdict == "refuted"
    four = [["1/4", "1/4"]] * 4
    assert check(changed(data, table=four)).verdict == "malformed"
    assert check(changed(data, truths=3)).verdict == "malformed"
    matrix = {"gamma": [["1", "3"], ["2", "1"]], "delta": "1/10"}
    assert check(changed(data, privacy=matrix)).verdict == "malformed"
    open_table = [["1", "0"], ["0", "1"]]
    assert check(changed(data, table=open_table)).verdict == "refuted"
