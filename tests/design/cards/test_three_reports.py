"""Three reports about two truths: against all vertices, and near misses."""

from __future__ import annotations

import math
from fractions import Fraction as F
from random import Random

import numpy as np
import pytest
from scipy.spatial import HalfspaceIntersection

import rropt as rr
from rropt.design.answer import ends


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


def test_what_is_saved_comes_back(tmp_path):
    design = rr.optimal(rr.LocalDP("ln(3)", "1/10"), rr.Variance("1/4"), outputs=3)
    design.save(tmp_path / "D.json")
    loaded = rr.load(tmp_path / "D.json")
    assert loaded.value == design.value and loaded.problem.outputs == 3
