"""Three reports about two truths: against all vertices, and near misses."""

from __future__ import annotations

import json
import math
from fractions import Fraction as F
from random import Random

import numpy as np
import pytest
from scipy.spatial import HalfspaceIntersection

import rropt as rr
from rropt.checker import check
from rropt.checker.kind_three_reports import candidates
from rropt.checker.plain.plain_three_reports import vertices
from rropt.design.answer import ends
from tests.certificates import changed

LEVELS = [("3", "1/10"), ("3/2", "1/4"), ("11/10", "1/100"), ("5", "2/5"), ("1", "1/3")]


def vertices_by_qhull(g: float, d: float) -> np.ndarray:
    """(x1, y1, x2, y2) of all vertices of the private tables of three rows."""
    rows = [np.eye(4)[:2], np.eye(4)[2:], -np.eye(4)[:2] - np.eye(4)[2:]]
    constants = [0.0, 0.0, 1.0]
    planes = [[*(-row[j]), -c] for row, c in zip(rows, constants, strict=True) for j in (0, 1)]
    for n in range(1, 7):
        chosen = [i for i in range(3) if n >> i & 1]
        for one, other in ((0, 1), (1, 0)):
            form = sum(rows[i][one] - g * rows[i][other] for i in chosen)
            constant = sum(constants[i] * (1 - g) for i in chosen)
            planes.append([*form, constant - d])
    inside = np.array([1 / 3, 1 / 3, 1 / 3, 1 / 3])
    return HalfspaceIntersection(np.array(planes), inside).intersections


def information(q, r) -> float:
    mean = q @ r
    return sum(p * x * math.log(x / mean) for p, x in zip(q, r, strict=True) if x > 1e-13)


@pytest.mark.parametrize("seed", range(30))
def test_no_vertex_of_the_private_tables_is_better(seed: int) -> None:
    rng = Random(f"three reports {seed}")
    g, d = F(rng.randint(10, 50), 10), F(rng.randint(1, 9), 20)
    share = F(rng.randint(1, 9), 10)
    q = np.array([float(1 - share), float(share)])
    objective = rr.MutualInformation([1 - share, share])
    design = rr.optimal(rr.LocalDP.from_gamma(g, d), objective, outputs=3)
    assert design.channel.shape[0] <= 3 and design.channel.profile(g) <= d
    found = np.clip(vertices_by_qhull(float(g), float(d)), 0.0, 1.0)
    tables = [[t[:2], t[2:], 1 - t[:2] - t[2:]] for t in found]
    best = max(sum(information(q, np.maximum(r, 0)) for r in table) for table in tables)
    assert float(ends(design.value)[0]) == pytest.approx(best, rel=1e-7, abs=1e-9)
    assert 0 <= design.gap <= F(1, 10**15)


@pytest.mark.long
@pytest.mark.parametrize(("g", "d"), LEVELS)
def test_every_vertex_is_listed(g: str, d: str) -> None:
    """Up to the order of rows, exactly."""
    listed = {_key(rows) for rows in candidates(F(g), F(d))}
    for table in vertices({"privacy": {"gamma": g, "delta": d}}):
        assert _key(table) in listed


def _key(rows):
    return tuple(sorted(tuple(row) for row in rows if any(row)))


def test_reports_cost_less_and_less():
    """Two, three, four reports: Holohan's problem between its card and the free optimum."""
    privacy, objective = rr.LocalDP("1/2", "1/10"), rr.Variance("1/4")
    values = [float(rr.optimal(privacy, objective, outputs=m).value) for m in (2, 3, 4, "any")]
    assert values[0] > values[1] > values[2] == values[3]


def test_three_reports_at_a_denominator():
    design = rr.optimal(rr.LocalDP("1/2", "1/10"), rr.Variance("1/4"), outputs=3, denominator=100)
    assert design.channel.shape[0] <= 3
    assert all((100 * x).denominator == 1 for row in design.channel.rows for x in row)
    assert design.value >= design.bound and design.certificate.check().verdict == "verified"


def test_a_divergence_of_ones_own_and_its_statement():
    privacy = rr.LocalDP("ln(3)", "1/10")
    design = rr.optimal(privacy, rr.FDivergence("le-cam", (0, 1), 2), outputs=3)
    assert "mechanism with three reports on 2 truths" in design.certificate.check().statement
    assert "three reports" in str(design)


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


def test_what_is_saved_comes_back(tmp_path):
    design = rr.optimal(rr.LocalDP("ln(3)", "1/10"), rr.Variance("1/4"), outputs=3)
    design.save(tmp_path / "D.json")
    loaded = rr.load(tmp_path / "D.json")
    assert loaded.value == design.value and loaded.problem.outputs == 3
