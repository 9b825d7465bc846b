"""Two reports for any convex utility: against brute force over vertices, and near misses."""

from __future__ import annotations

import itertools
import json
import math
from fractions import Fraction as F
from itertools import combinations
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


def test_a_report_that_nobody_gives_is_left_out() -> None:
    """Action 1 is best at every row of at most e^2, so that one report does."""
    prior, gains = ["1/4"] * 4, [["1/2", "1/2", -1, 0], [0, 2, 2, 1]]
    design = rr.optimal(rr.LocalDP(2), rr.Gain(gains, prior), outputs=2, denominator=10)
    assert design.channel.rows == ((1, 1, 1, 1),)
    assert design.value == design.bound == F(5, 4)
    assert design.check().verdict == "verified"
    assert design.to_json()["support"] == [{"pattern": ["1"] * 4, "weight": "1"}]


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
    for reports in (2, 3):
        with pytest.raises(rr.InputError, match="delta must be 0 for"):
            rr.optimal(rr.LocalDP("ln(3)", "1/20"), rr.FDivergence(name), outputs=reports)


@pytest.mark.parametrize("levels", [[[1, "oo"], [2, 1]], [[1, 2], ["oo", 1]]])
def test_divergences_that_a_matrix_makes_infinite_are_refused_in_words(levels):
    privacy = rr.Privacy(levels, "1/10")
    with pytest.raises(rr.InputError, match="infinite at this level"):
        rr.optimal(privacy, rr.FDivergence("kl"), outputs=2)


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


def information_of_two(q, r) -> float:
    mean = q @ r
    return sum(p * x * math.log(x / mean) for p, x in zip(q, r, strict=True) if x > 1e-13)


def best_by_qhull(levels, q, reports=3) -> float:
    found = np.clip(vertices_by_qhull(levels, reports), 0.0, 1.0)
    values = []
    for point in found:
        rows = [point[2 * i : 2 * i + 2] for i in range(reports - 1)]
        rows.append(np.maximum(1 - sum(rows), 0))
        values.append(sum(information_of_two(q, row) for row in rows))
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
