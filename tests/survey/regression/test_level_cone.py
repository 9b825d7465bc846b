"""Level directions against linear programs over the rows of direct answers."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas
import pytest
from scipy.optimize import linprog

import rropt as rr
from rropt import regress
from rropt.survey.regression.level_cone import LevelCone
from rropt.survey.regression.newton import Evaluation, maximise


def moved_by_separation(rows: np.ndarray) -> np.ndarray:
    """Of { d : rows . d >= 0 } the largest entry each way in a box, by the rows themselves."""
    found = []
    for aim in np.concatenate([np.eye(rows.shape[1]), -np.eye(rows.shape[1])]):
        solved = linprog(-aim, -rows, np.zeros(len(rows)), bounds=(-1, 1))
        found.append(-solved.fun)
    return np.array(found).reshape(2, -1) > 1e-7


@pytest.mark.parametrize("seed", range(40))
def test_direct_answers_are_separated_as_their_rows_say(seed) -> None:
    """A logit of few direct answers: y in 0 and 1 has the rows (2 y - 1) x.

    Of these forty the signs of 19 were wrong by the rays alone and some of their sums.
    """
    random = np.random.default_rng(seed)
    count = int(random.integers(5, 12))
    frame = pandas.DataFrame(random.integers(-3, 4, (count, 3)), columns=["a", "b", "c"])
    frame["c"] *= 10.0 ** random.integers(-7, 8)
    wanted = random.normal(size=4) @ np.vstack([np.ones(count), frame.T / frame.abs().max().max()])
    frame["y"] = (wanted + random.normal(size=count) * (seed % 3) > 0).astype(int)
    if frame["y"].nunique() < 2 or np.linalg.matrix_rank(frame[["a", "b"]].assign(i=1)) < 3:
        frame["y"] = np.arange(count) % 2
    fit = regress("y ~ a + b + c", frame, rr.Channel.identity(2))
    matrix = np.column_stack([np.ones(count), frame[["a", "b", "c"]]])
    matrix /= np.abs(matrix).max(axis=0)
    raised, lowered = moved_by_separation((2 * frame["y"].to_numpy() - 1)[:, None] * matrix)
    finite = ~(raised | lowered)
    signs = np.where(raised, 1.0, 0.0) - np.where(lowered, 1.0, 0.0)
    assert fit.fitted.unidentified.tolist() == (raised & lowered).tolist()
    assert fit.fitted.at_infinity.tolist() == signs.tolist()
    assert np.isfinite(fit.params[finite]).all()


@pytest.mark.parametrize("seed", [6, 11, 23, 31])
def test_randomized_answers_are_separated_as_the_truths_of_the_fit_are(seed) -> None:
    """Where the fit says the truth of a row K keeps its side: { d : sign(eta_i) x_i . d >= 0 }.

    A row whose share is neither 0 nor 1 it does not move. On these plateaus the likelihood bends
    nowhere and falls along most directions: all or most of the coefficients were said not to be
    identified.
    """
    random = np.random.default_rng(seed)
    count = int(random.integers(12, 60))
    a, b = random.integers(-3, 4, count), random.integers(0, 2, count)
    matrix = np.column_stack([np.ones(count), a, b])
    odds = np.exp(matrix @ random.normal(size=3) * 2)
    truths = (random.random(count) < odds / (1 + odds)).astype(int)
    table = [["3/4", "0"], ["1/4", "1/2"], ["0", "1/2"]]
    if seed % 2 == 0:
        table = [["2/3", "1/3"], ["1/3", "2/3"]]
    chances = np.array([[float(Fraction(entry)) for entry in row] for row in table])[:, truths]
    reports = (random.random(count) > chances.cumsum(axis=0)[:-1]).sum(axis=0)
    frame = pandas.DataFrame({"y": reports, "a": a, "b": b})
    link = ("logit", "probit")[seed // 2 % 2]
    fit = regress("y ~ a + b", frame, rr.Channel.from_rows(table), link=link).fitted
    eta = matrix @ fit.theta
    sides = np.sign(eta)[:, None] * matrix
    told = np.abs(eta) < 1
    raised, lowered = moved_by_separation(np.concatenate([sides, -sides[told]]))
    assert fit.unidentified.tolist() == (raised & lowered).tolist()
    assert fit.at_infinity.tolist() == np.subtract(raised, lowered, dtype=float).tolist()


def test_a_covariate_of_any_unit_may_be_infinite() -> None:
    """Its coefficient was finite where it is less than a millionth of the others."""
    random = np.random.default_rng(3)
    income = random.uniform(1e7, 9e7, 40)
    frame = pandas.DataFrame({"y": (income > 5e7).astype(int), "x": income})
    fit = regress("y ~ x", frame, rr.Channel.identity(2))
    assert fit.params.tolist() == [-np.inf, np.inf]


class Cliff:
    """Level up to one, and no likelihood beyond: nowhere a gradient."""

    def at(self, thetas, surveys=None) -> Evaluation:
        value = np.where(thetas[:, 0] <= 1, 0.0, -np.inf)
        return Evaluation(value, np.zeros_like(thetas), np.zeros((len(thetas), 1, 1)))

    def reach(self, direction) -> float:
        return float(np.abs(direction).max())


def test_where_a_likelihood_falls_without_a_gradient_nothing_is_told() -> None:
    """The cut there was 0 / 0, and the linear program of the next direction had no numbers."""
    found = maximise(Cliff(), np.zeros((1, 1)))[0]
    cone = LevelCone(Cliff(), found, [np.ones(1)])
    with np.errstate(all="raise"):
        raised, lowered = cone.sides()
    assert (raised.tolist(), lowered.tolist()) == ([False], [True])
    assert not cone.cuts
