"""m reports for a gain, a guess or the trace: a linear program for every choice of actions."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction as F
from random import Random

import numpy as np
import pytest
from scipy.optimize import linprog

import rropt as rr
from rropt.cli import main


def worth_of(actions: np.ndarray, g: float, d: float) -> float:
    """One report an action; the entries, and the excesses of every pair, are variables."""
    m, k = actions.shape
    pairs = list(itertools.permutations(range(k), 2))
    width = m * k + m * len(pairs)
    columns = np.zeros((k, width))
    for j in range(k):
        columns[j, j : m * k : k] = 1
    above, most = [], []
    for n, (a, b) in enumerate(pairs):
        total = np.zeros(width)
        for i in range(m):
            row = np.zeros(width)
            excess = m * k + i * len(pairs) + n
            row[[i * k + a, i * k + b, excess]] = 1, -g, -1
            total[excess] = 1
            above.append(row)
            most.append(0.0)
        above.append(total)
        most.append(d)
    gains = np.concatenate([-actions.ravel(), np.zeros(m * len(pairs))])
    return -linprog(gains, np.array(above), most, columns, np.ones(k), method="highs").fun


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(24))
def test_no_choice_of_actions_is_better(seed: int) -> None:
    rng = Random(f"actions {seed}")
    k, n = rng.choice([(3, 4), (3, 5), (4, 4)])
    g, d = F(rng.randint(11, 60), 10), F(rng.choice([0, 0, 1, 4]), 20)
    masses = [rng.randint(1, 9) for _ in range(k)]
    prior = [F(x, sum(masses)) for x in masses]
    gain = [[rng.randint(-3, 6) for _ in range(k)] for _ in range(n)]
    design = rr.optimal(rr.LocalDP.from_gamma(g, d), rr.Gain(gain, prior), outputs=3)
    actions = np.array(gain, float) * np.array(prior, float)
    choices = itertools.combinations(range(n), 3)
    best = max(worth_of(actions[list(chosen)], float(g), float(d)) for chosen in choices)
    assert float(design.value) == pytest.approx(best, rel=1e-9, abs=1e-9)
    assert design.channel.shape[0] <= 3 and design.channel.profile(g) <= d
    assert 0 <= design.gap <= F(1, 10**12)


def test_the_trace_of_three_reports_is_that_of_three_truths() -> None:
    """3 g / (g + 2) at g = 3: the fourth truth reports as another one."""
    design = rr.optimal(rr.LocalDP.from_gamma(3), rr.Trace(4), outputs=3)
    assert design.value == design.bound == F(9, 5) and design.channel.shape == (3, 4)
    assert design.restriction is not None and design.restriction.proved == F(2)


def test_a_saved_design_is_loaded_and_at_the_command_line(tmp_path, capsys) -> None:
    file = str(tmp_path / "study.json")
    words = ["design", "guess", "--prior", "1/4,1/4,1/4,1/4", "--epsilon", "1", "--outputs", "3"]
    assert main([*words, "--save", file]) == 0
    assert "every private table with at most 3 reports" in capsys.readouterr().out
    assert rr.load(file).problem.outputs == 3
    document = json.loads((tmp_path / "study.json").read_text())
    (tmp_path / "study.json").write_text(json.dumps(document | {"outputs": 4}))
    with pytest.raises(rr.InputError, match="number of outputs"):
        rr.load(file)


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(8))
def test_the_most_probable_truths_are_the_best_guesses(seed: int) -> None:
    """Under one number; a linear program for every choice of guesses."""
    rng = Random(f"guesses {seed}")
    g, d = F(rng.randint(11, 60), 10), F(rng.choice([0, 1, 4]), 20)
    masses = [rng.randint(1, 9) for _ in range(4)]
    prior = [F(x, sum(masses)) for x in masses]
    design = rr.optimal(rr.LocalDP.from_gamma(g, d), rr.Guess(prior), outputs=2)
    three = rr.optimal(rr.LocalDP.from_gamma(g, d), rr.Guess(prior), outputs=3)
    actions = np.diag(np.array(prior, float))
    for m, found in ((2, design), (3, three)):
        choices = itertools.combinations(range(4), m)
        best = max(worth_of(actions[list(chosen)], float(g), float(d)) for chosen in choices)
        assert float(found.value) == pytest.approx(best, rel=1e-9)


def test_many_truths_and_few_reports_take_no_search() -> None:
    """m g / (g + m - 1): the other truths report as one of these."""
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(40), outputs=5)
    assert design.value == design.bound == F(15, 7) and design.channel.shape == (5, 40)


def test_a_search_without_an_end_is_refused(monkeypatch) -> None:
    from rropt.design.levels import fewer_actions

    monkeypatch.setattr(fewer_actions, "MOST_PROGRAMS", 2)
    gain = [[(3 * i + 5 * j) % 7 for j in range(4)] for i in range(6)]
    with pytest.raises(rr.InputError, match="not found and proved within 2 programs"):
        rr.optimal(rr.LocalDP("ln(3)"), rr.Gain(gain, ["1/4"] * 4), outputs=3)


def test_a_report_that_reveals_a_truth_is_joined_to_no_other() -> None:
    """Three truths need no such report; four would have one, and the file was refuted."""
    assert rr.optimal(rr.UtilityOptimized([0], 1), rr.Guess("1/6,1/3,1/2"), outputs=2).gap < 1e-15
    with pytest.raises(rr.InputError, match="outputs must be any where truths may be revealed"):
        rr.optimal(rr.UtilityOptimized([0], 1), rr.Guess("1/10,1/5,3/10,2/5"), outputs=2)


@pytest.mark.everything
def test_every_set_has_its_own_lines_of_a_renyi_budget(tmp_path):
    """Two reports tell two of three truths apart, as well as if there were no third."""
    budget = rr.RenyiDP(2, "1/2")
    design = rr.optimal(budget, rr.Trace(3), outputs=2)
    alone = rr.optimal(budget, rr.Trace(2))
    assert design.gap < 1e-9
    assert float(design.value) == pytest.approx(float(alone.value), abs=1e-9)
    file = tmp_path / "study.json"
    design.save(file)
    assert rr.load(file).value == design.value
