"""Few reports about two truths: against all vertices by Qhull, levels of every form, refusals."""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import combinations
from random import Random

import numpy as np
import pytest
from scipy.spatial import HalfspaceIntersection

import rropt as rr
from rropt.design.answer import ends


def vertices_by_qhull(levels: list[tuple[list[float], float]], reports: int = 3) -> np.ndarray:
    """The entries of all rows but the last, of all vertices of the private tables."""
    free = 2 * (reports - 1)
    rows = [np.eye(free)[2 * i : 2 * i + 2] for i in range(reports - 1)]
    rows.append(-sum(rows))
    constants = [0.0] * (reports - 1) + [1.0]
    planes = [[*(-row[j]), -c] for row, c in zip(rows, constants, strict=True) for j in (0, 1)]
    for size in range(1, reports):
        for chosen in combinations(range(reports), size):
            for (f, g), most in levels:
                form = sum(f * rows[i][0] + g * rows[i][1] for i in chosen)
                constant = sum(constants[i] * (f + g) for i in chosen)
                planes.append([*form, constant - most])
    inside = np.full(free, 1 / reports)
    return HalfspaceIntersection(np.array(planes), inside).intersections


def information(q, r) -> float:
    mean = q @ r
    return sum(p * x * math.log(x / mean) for p, x in zip(q, r, strict=True) if x > 1e-13)


def best_by_qhull(levels, q, reports=3) -> float:
    found = np.clip(vertices_by_qhull(levels, reports), 0.0, 1.0)
    values = []
    for point in found:
        rows = [point[2 * i : 2 * i + 2] for i in range(reports - 1)]
        rows.append(np.maximum(1 - sum(rows), 0))
        values.append(sum(information(q, row) for row in rows))
    return max(values)


def pair(g, d, reverse=False):
    form = [1.0, -float(g)]
    return (form[::-1] if reverse else form, float(d))


@pytest.mark.parametrize("seed", range(12))
def test_no_vertex_of_the_private_tables_is_better(seed: int) -> None:
    rng = Random(f"three reports {seed}")
    g, d = F(rng.randint(10, 50), 10), F(rng.randint(1, 9), 20)
    share = F(rng.randint(1, 9), 10)
    q = np.array([float(1 - share), float(share)])
    objective = rr.MutualInformation([1 - share, share])
    design = rr.optimal(rr.LocalDP.from_gamma(g, d), objective, outputs=3)
    assert design.channel.shape[0] <= 3 and design.channel.profile(g) <= d
    best = best_by_qhull([pair(g, d), pair(g, d, True)], q)
    assert float(ends(design.value)[0]) == pytest.approx(best, rel=1e-7, abs=1e-9)
    assert 0 <= design.gap <= F(1, 10**15)


@pytest.mark.parametrize("reports", [2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_matrices_and_lists_of_levels(seed: int, reports: int) -> None:
    """Two levels and deltas that differ; or two for one pair, and one for the other."""
    rng = Random(f"levels {seed}")
    levels = [(F(rng.randint(11, 40), 10), F(rng.randint(1, 9), 30)) for _ in range(3)]
    (g, d), (h, e), (more, less) = levels
    if seed % 2:
        matrix = [[1, g], [h, 1]]
        privacy = rr.Privacy(matrix, [[0, d], [e, 0]])
        planes = [pair(g, d), pair(h, e, True)]
    else:
        both = [(g, d), (g + more, d * less)]
        privacy = rr.Privacy([[1, both], [[(h, e)], 1]])
        planes = [pair(*both[0]), pair(*both[1]), pair(h, e, True)]
    q = np.array([0.7, 0.3])
    design = rr.optimal(privacy, rr.MutualInformation(["7/10", "3/10"]), outputs=reports)
    assert design.channel.shape[0] <= reports
    best = best_by_qhull(planes, q, reports)
    assert float(ends(design.value)[0]) == pytest.approx(best, rel=1e-6, abs=1e-8)


def test_a_device_as_the_level_and_every_number_of_reports():
    """Two reports of Kuk's device hide as much as any; with all five the device itself is best."""
    kuk = rr.device("kuk", theta1="4/5", theta2="1/5", r=4)
    privacy, values = rr.NoWorseThan(kuk), []
    for reports in range(2, 7):
        design = rr.optimal(privacy, rr.Variance("1/4"), outputs=reports)
        assert design.channel.shape[0] <= min(reports, 5)
        assert all(kuk.channel.profile(g) >= design.channel.profile(g) for g in ("1/2", 1, 3, 20))
        values.append(design.value)
    assert values[0] > values[1] > values[2] > values[3] == values[4]
    assert values[3] == rr.optimal(privacy, rr.Variance("1/4")).value


def test_reports_cost_less_and_less():
    """Two, three, four reports: Holohan's problem between its card and the free optimum."""
    privacy, objective = rr.LocalDP("1/2", "1/10"), rr.Variance("1/4")
    values = [float(rr.optimal(privacy, objective, outputs=m).value) for m in (2, 3, 4, "any")]
    assert values[0] > values[1] > values[2] == values[3]


@pytest.mark.everything
@pytest.mark.parametrize("total", [10, 50, 1000])
@pytest.mark.parametrize("asymmetric", [False, True])
def test_tables_over_a_denominator(total, asymmetric):
    privacy = rr.Privacy([[1, 2], ["3/2", 1]], "1/10") if asymmetric else rr.LocalDP("1/2", "1/10")
    design = rr.optimal(privacy, rr.Variance("1/4"), outputs=3, denominator=total)
    assert design.channel.shape[0] <= 3
    assert all((total * x).denominator == 1 for row in design.channel.rows for x in row)
    assert design.value >= design.bound and design.certificate.check().verdict == "verified"
    assert design.value <= design.bound * (1 + F(12, total))


@pytest.mark.everything
def test_a_divergence_of_ones_own_and_its_statement():
    privacy = rr.LocalDP("ln(3)", "1/10")
    design = rr.optimal(privacy, rr.FDivergence("le-cam", (0, 1), 2), outputs=3)
    assert "mechanism with at most 3 reports on 2 truths" in design.certificate.check().statement
    assert "three reports" in str(design)
    assert "every private table with at most 3 reports" in str(design)


@pytest.mark.everything
def test_what_is_saved_comes_back(tmp_path):
    several = [(3, 0), (2, "1/10")]
    for privacy in (rr.LocalDP("ln(3)", "1/10"), rr.Privacy([[1, several], [several, 1]])):
        design = rr.optimal(privacy, rr.Variance("1/4"), outputs=3)
        design.save(tmp_path / "D.json")
        loaded = rr.load(tmp_path / "D.json")
        assert loaded.value == design.value and loaded.problem.outputs == 3
