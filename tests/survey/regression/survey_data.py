"""Simulated surveys with a randomized answer, and their likelihood written a second time."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pandas

from rropt.survey.regression.newton import maximise


@dataclass(frozen=True)
class Survey:
    """A frame with `report` and covariates, the table, and the linear predictors' design."""

    frame: pandas.DataFrame
    table: np.ndarray
    matrix: np.ndarray
    truths: np.ndarray

    def negative(self, theta: np.ndarray) -> float:
        """Minus the log-likelihood of the multinomial logit, row by row."""
        chances = self.table[self.frame["report"]] * self.shares(theta)
        return -float(np.log(chances.sum(axis=1)).sum())

    def shares(self, theta: np.ndarray) -> np.ndarray:
        """The probabilities of the truths, row by row."""
        blocks = theta.reshape(self.table.shape[1] - 1, -1)
        eta = np.column_stack([np.zeros(len(self.frame)), self.matrix @ blocks.T])
        raised = np.exp(eta - eta.max(axis=1, keepdims=True))
        return raised / raised.sum(axis=1, keepdims=True)

    def scores(self, theta: np.ndarray) -> np.ndarray:
        """Row by row: what the report adds to the expected truths, times the covariates (as EM)."""
        shares = self.shares(theta)
        joint = self.table[self.frame["report"]] * shares
        moved = (joint / joint.sum(axis=1, keepdims=True) - shares)[:, 1:]
        rows: np.ndarray = moved[:, :, None] * self.matrix[:, None, :]
        return rows.reshape(len(rows), -1)

    def slope(self, theta: np.ndarray) -> np.ndarray:
        """The gradient of `negative`."""
        total: np.ndarray = -self.scores(theta).sum(axis=0)
        return total


WARNER = np.array([[0.75, 0.25], [0.25, 0.75]])
FORCED = np.array([[11 / 12, 1 / 6], [1 / 12, 5 / 6]])
REVEALING = np.array([[0.1, 0.0], [0.0, 0.1], [0.5, 0.4], [0.4, 0.5]])
THREE = np.array([[0.6, 0.2, 0.2], [0.2, 0.6, 0.2], [0.2, 0.2, 0.6]])
UNEVEN = np.array([[0.7, 0.1, 0.2], [0.2, 0.8, 0.2], [0.1, 0.1, 0.6]])
FOUR = 0.15 * np.ones((4, 4)) + 0.4 * np.eye(4)


def rows_of(table: np.ndarray) -> list[list[Fraction]]:
    """The table in exact numbers: its entries are multiples of 1/12000."""
    return [[Fraction(round(12000 * entry), 12000) for entry in row] for row in table.tolist()]


def simulated(table: np.ndarray, theta: list[list[float]], rows: int, seed: int) -> Survey:
    """Reports through the table of truths from a multinomial logit in x (and z)."""
    random = np.random.default_rng(seed)
    x = random.normal(size=rows)
    z = random.integers(0, 2, rows)
    coefficients = np.array(theta)
    matrix = np.column_stack([np.ones(rows), x, z])[:, : coefficients.shape[1]]
    eta = np.column_stack([np.zeros(rows), matrix @ coefficients.T])
    shares = np.exp(eta) / np.exp(eta).sum(axis=1, keepdims=True)
    truths = _drawn(random, shares)
    reports = _drawn(random, table[:, truths].T)
    frame = pandas.DataFrame({"report": reports, "x": x, "z": z, "truth": truths})
    return Survey(frame, table, matrix, truths)


def _drawn(random: np.random.Generator, shares: np.ndarray) -> np.ndarray:
    place = random.random((len(shares), 1))
    return (shares.cumsum(axis=1)[:, :-1] < place).sum(axis=1)


def wages(rows: int, seed: int, effect: float = 1.5) -> pandas.DataFrame:
    """A survey with an outcome that the truth moves by `effect`."""
    frame = simulated(WARNER, [[-0.5, 0.6]], rows, seed).frame
    noise = np.random.default_rng(seed + 1).normal(size=rows)
    return frame.assign(wage=2 + effect * frame["truth"] + 0.5 * frame["x"] + noise)


def at(likelihood, theta):
    """Value, gradient and Hessian of one survey at one point."""
    return likelihood.at(np.asarray(theta)[None], np.zeros(1, int))[0]


def scores(likelihood, theta):
    """Of the rows of one survey at one point."""
    return likelihood.scores(np.asarray(theta)[None], np.zeros(1, int))[0]


def top(survey, start, free=None, enough=1e-13):
    """The stationary point that one start leads to."""
    return maximise(survey, np.asarray(start, float)[None], free, enough)[0]
