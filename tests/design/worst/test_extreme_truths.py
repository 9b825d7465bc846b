"""Worst cases of one contrast: those of its two extreme truths, whatever lies between, and under
levels those of the closest two of different values."""

import math
from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.problem import Problem
from rropt.design.worst.extreme_truths import closest_pair, is_of_two


def by_warner(epsilon: float, width: float) -> float:
    """Half of two truths answer by Warner's design at this level."""
    return (width / 2 / math.tanh(epsilon / 2)) ** 2


@pytest.mark.parametrize("contrast", [[0, 1, 2], [5, -1, 2, 5, 0], [*range(300)]])
@pytest.mark.parametrize("epsilon", ["1/10", "1", "5"])
def test_without_a_delta_the_value_is_warners(contrast, epsilon) -> None:
    design = rr.optimal(rr.LocalDP(epsilon), rr.WorstCase(contrast))
    width = max(contrast) - min(contrast)
    assert float(design.value) == pytest.approx(by_warner(float(F(epsilon)), width), rel=1e-9)
    assert 0 <= design.gap < design.value / 10**12
    assert design.channel.shape == (2, len(contrast))


@pytest.mark.parametrize("truths", [3, 8, 40])
def test_with_a_delta_as_many_truths_as_there_are(truths) -> None:
    """Six took 21 s, seven were refused."""
    level = rr.LocalDP("1/2", "1/20")
    design = rr.optimal(level, rr.WorstCase(range(truths)))
    two = rr.optimal(level, rr.WorstCase([0, truths - 1]))
    assert float(design.value) == pytest.approx(float(two.value), rel=1e-12)
    assert design.gap < design.value / 10**12
    assert level.satisfied_by(design.channel)
    assert design.check().verdict == "verified"
    # Of the table and the numbers of its reports, over many populations.
    table = design.channel.to_numpy()
    (estimator,) = design.certificate.data["scenarios"][0]["estimators"]
    numbers = np.array([float(F(x)) for x in estimator])
    assert numbers @ table == pytest.approx(np.arange(truths))
    populations = np.random.default_rng(1).dirichlet(np.full(truths, 0.1), 2000)
    variances = populations @ (numbers**2 @ table) - (populations @ np.arange(truths)) ** 2
    assert variances.max() < float(design.value) * (1 + 1e-12)


@pytest.mark.parametrize(
    "question", [rr.Mean([3, 0, 1], worst="population"), rr.WorstCase([3, 0, 1])]
)
def test_the_certificate_is_about_the_question_that_was_asked(question, tmp_path) -> None:
    rr.optimal(rr.LocalDP(1), question).save(tmp_path / "design.json")
    assert rr.load(tmp_path / "design.json").problem.objective == question


def test_a_route_of_its_own_agrees() -> None:
    design = rr.optimal(rr.LocalDP(1, "1/10"), rr.WorstCase([0, 2, 1]), crosscheck=True)
    assert design.routes.cvxpy == pytest.approx(float(design.value), rel=1e-7)


def test_groups_shares_and_matrices_are_other_questions() -> None:
    """The middle number of a fixed group varies by more than the mixture of its neighbours."""
    of_group = rr.optimal(rr.LocalDP(1), rr.WorstCase([0, 1, 2], "group"))
    two = rr.optimal(rr.LocalDP(1), rr.WorstCase([0, 2], "group"))
    assert of_group.bound > two.value
    levels = rr.Privacy([[1, 3, 3], [3, 1, 9], [3, 9, 1]])
    for privacy, objective in (
        (rr.LocalDP(1), rr.WorstCase([0, 1, 2], "group")),
        (rr.LocalDP(1), rr.WorstCase(truths=3)),
        (levels, rr.WorstCase([0, 1, 2])),
    ):
        assert not is_of_two(Problem(privacy, objective))


@pytest.mark.parametrize("respondents", ["population", "group"])
@pytest.mark.parametrize(
    ("privacy", "values"),
    [
        (rr.MetricDP.path("1/2"), [0] * 10 + [1] * 10),
        (rr.MetricDP.path("1/2"), [0] * 5 + [3] + [0] * 6),
        (rr.MetricDP.grid(4, 4, "1/2"), [2, 2, -1, -1] * 4),
    ],
    ids=["half", "middle", "map"],
)
def test_two_values_under_levels_are_warners(privacy, values, respondents) -> None:
    """Of the two that are closest; a fixed group varies by a quarter less."""
    design = rr.optimal(privacy, rr.WorstCase(values, respondents))
    width = max(values) - min(values)
    expected = by_warner(0.5, width) - (width**2 / 4 if respondents == "group" else 0)
    assert float(design.value) == pytest.approx(expected, rel=1e-12)
    assert 0 <= design.gap < design.value / 10**12
    assert design.channel.shape == (2, len(values))
    assert privacy.on(len(values)).satisfied_by(design.channel)
    assert design.check().verdict == "verified"


def uneven(first: str, second: str) -> rr.Privacy:
    """Nine truths, the last one told from truth 0 and from truth 1 by levels of their own."""
    found = [["1" if a == b else "4" for b in range(9)] for a in range(9)]
    found[0][8], found[8][0] = first, "3"
    found[1][8], found[8][1] = second, "2"
    return rr.Privacy(found)


def test_no_two_need_be_closest_in_both_orders() -> None:
    """Then the design is another one, and no worse than that of both least levels."""
    goal = rr.WorstCase([0] * 8 + [1], "group")
    assert closest_pair(Problem(uneven("3", "2").on(9), goal)) == (1, 8)
    crossed = uneven("2", "3")
    assert closest_pair(Problem(crossed.on(9), goal)) is None
    assert not is_of_two(Problem(crossed.on(9), goal))
    found = rr.optimal(crossed, goal)
    least = rr.optimal(rr.Privacy([["1", "2"], ["2", "1"]]), rr.WorstCase([0, 1], "group"))
    assert found.value < least.value and found.gap < found.value / 10**6


def test_three_values_under_levels_are_another_question() -> None:
    goal = rr.WorstCase([0] * 4 + [1] + [2] * 4, "group")
    assert closest_pair(Problem(rr.MetricDP.path(1).on(9), goal)) is None
