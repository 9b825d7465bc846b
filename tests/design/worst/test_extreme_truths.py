"""Worst populations of one contrast: those of its two extreme truths, whatever lies between."""

import math
from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.design.problem import Problem
from rropt.design.worst.extreme_truths import is_of_two


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
