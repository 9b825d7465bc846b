"""Two reports for any convex utility: against brute force over vertices, and near misses."""

from __future__ import annotations

import itertools
import json
import math
from fractions import Fraction as F
from random import Random

import numpy as np
import pytest
from scipy.spatial import HalfspaceIntersection

import rropt as rr
from rropt.cli import main
from rropt.design.answer import ends
from rropt.sweep.cells import solve
from tests.checker.test_cases_box import PRIOR


def vertices_of_private_rows(g: float, d: float, k: int) -> np.ndarray:
    """All vertices of the rows r such that r and 1 - r are private, by qhull."""
    planes = []
    for j in range(k):
        planes += [[*(-np.eye(k)[j]), 0.0], [*np.eye(k)[j], -1.0]]
    for a, b in itertools.permutations(range(k), 2):
        form = np.eye(k)[a] - g * np.eye(k)[b]
        planes += [[*form, -d], [*(-form), 1 - g - d]]
    return HalfspaceIntersection(np.array(planes), np.full(k, 0.5)).intersections


def largest(u, g: float, d: float, k: int) -> float:
    rows = np.clip(vertices_of_private_rows(g, d, k), 0.0, 1.0)
    return max(u(row) + u(1 - row) for row in rows)


def problem(rng: Random):
    """A random objective, and its utility as a function of a row of doubles."""
    k = rng.choice([2, 3, 3, 4])
    masses = [rng.randint(1, 9) for _ in range(k)]
    prior = [F(n, sum(masses)) for n in masses]
    q = np.array(prior, dtype=float)
    which = rng.randrange(5)
    if which == 0:
        return rr.Trace(k), max
    if which == 1:
        return rr.Guess(prior), lambda r: max(q * r)
    if which == 2:
        gain = [[rng.randint(-3, 5) for _ in range(k)] for _ in range(4)]
        return rr.Gain(gain, prior), lambda r: max(np.array(gain, float) @ (q * r))
    if which == 3:
        return rr.FDivergence("le-cam", (0, k - 1), k), le_cam
    return rr.MutualInformation(prior), lambda r: information(q, r)


def le_cam(r) -> float:
    total = r[0] + r[-1]
    return (r[0] - r[-1]) ** 2 / total if total else 0.0


def information(q, r) -> float:
    mean = q @ r
    return sum(p * x * math.log(x / mean) for p, x in zip(q, r, strict=True) if x > 1e-15)


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(100))
def test_no_vertex_of_the_private_rows_is_better(seed: int) -> None:
    rng = Random(f"two reports {seed}")
    g, d = F(rng.randint(11, 50), 10), F(rng.choice([0, 0, 1, 3, 8]), 20)
    objective, u = problem(rng)
    design = rr.optimal(rr.LocalDP.from_gamma(g, d), objective, outputs=2)
    assert design.channel.shape[0] <= 2 and design.channel.profile(g) <= d
    best = largest(u, float(g), float(d), objective.truths)
    assert float(ends(design.value)[0]) == pytest.approx(best, rel=1e-9, abs=1e-9)
    assert 0 <= design.gap <= F(1, 10**15)


def design_of(*asked, **more):
    return rr.optimal(*asked, outputs=2, **more)


def test_epsilon_has_a_table_below_and_a_bound_above() -> None:
    design = design_of(rr.LocalDP(1, "1/10"), rr.Guess(PRIOR))
    assert design.certificate.data["proof"] == "box"
    assert 0 < design.gap < F(1, 10**15)
    assert "with at most 2 reports on 3 truths" in design.certificate.check().statement


def test_the_best_number_of_a_hundred_equal_truths_is_listed_by_numbers() -> None:
    """One truth at g / (1 + g) or any other number: 2 g / (1 + g) in all."""
    design = design_of(rr.LocalDP.from_gamma(3), rr.Trace(100))
    assert design.value == design.bound == F(3, 2) and design.channel.shape == (2, 100)


def test_what_the_missing_reports_cost() -> None:
    """3 g / (g + 2) is the trace of three reports at g = 3; two reach 2 g / (1 + g)."""
    cost = design_of(rr.LocalDP.from_gamma(3), rr.Trace(3)).restriction
    assert cost is not None
    assert (cost.unrestricted, cost.proved, cost.ratio) == (F(9, 5), F(9, 5), F(5, 6))


@pytest.mark.everything
def test_a_loss_is_a_gain_with_the_opposite_sign(tmp_path) -> None:
    """A third of the trace 2 g / (1 + g) is the chance of the right one of three equal truths."""
    wrong = [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    design = design_of(rr.LocalDP.from_gamma(3), rr.Loss(wrong, ["1/3"] * 3))
    assert design.value == design.bound == 1 - F(3, 2) / 3
    design.save(tmp_path / "study.json")
    assert rr.load(tmp_path / "study.json") == design


def test_a_utility_of_ones_own() -> None:
    spread = rr.Custom(lambda r: max(r) - min(r), 3)
    g, d = F(2), F(1, 10)
    design = design_of(rr.LocalDP.from_gamma(g, d), spread)
    assert design.value == 2 * (g - 1 + 2 * d) / (g + 1)


@pytest.mark.parametrize("total", [1, 10, 97])
def test_a_table_over_a_denominator_is_private(total: int) -> None:
    privacy = rr.LocalDP("1/2", "1/10")
    design = design_of(privacy, rr.Guess(PRIOR), denominator=total)
    assert all((x * total).denominator == 1 for row in design.channel.rows for x in row)
    assert design.channel.profile(privacy.gamma.lo) <= F(1, 10)
    assert design.value <= design.bound


@pytest.mark.everything
@pytest.mark.parametrize("objective", [rr.Trace(4), rr.Guess(PRIOR), rr.MutualInformation(PRIOR)])
def test_a_saved_design_is_loaded(tmp_path, objective) -> None:
    design = design_of(rr.LocalDP("ln(2)", "1/20"), objective)
    design.save(tmp_path / "study.json")
    assert rr.load(tmp_path / "study.json") == design
    document = json.loads((tmp_path / "study.json").read_text())
    (tmp_path / "study.json").write_text(json.dumps(document | {"outputs": "any"}))
    with pytest.raises(rr.InputError, match="number of outputs"):
        rr.load(tmp_path / "study.json")


def test_at_the_command_line(capsys) -> None:
    words = ["design", "guess", "--prior", "1/2,1/3,1/6", "--gamma", "3", "--delta", "1/10"]
    assert main([*words, "--outputs", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["value"], found["bound"], found["gap"]) == ("31/48", "31/48", "0")
    assert found["restriction"]["proved"] and len(found["channel"]) == 2
    assert main([*words, "--outputs", "2"]) == 0
    text = capsys.readouterr().out
    assert "every private table with at most 2 reports" in text and "any number of reports" in text


def test_too_many_truths_are_refused_in_one_line() -> None:
    masses = [F(j, 105) for j in range(1, 15)]
    with pytest.raises(rr.InputError, match="categories must be fewer with two reports: 32768"):
        design_of(rr.LocalDP(1), rr.MutualInformation(masses))


def test_a_cell_of_a_sweep() -> None:
    asked = {"objective": "trace", "categories": "3", "gamma": "3", "outputs": "2"}
    assert solve(asked)["value"] == "3/2"


@pytest.mark.parametrize("name", ["chi-square", "kl"])
def test_divergences_that_a_delta_makes_infinite_are_refused_in_words(name):
    with pytest.raises(rr.InputError, match="delta must be 0 for"):
        rr.optimal(rr.LocalDP("ln(3)", "1/20"), rr.FDivergence(name), outputs=2)
