"""The tables by which rows of reports were given, and those who do not follow them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rropt.survey.regression.links import Array


def chosen(chances: Array, random: np.random.Generator) -> np.ndarray:
    """A place in each column, drawn with the column's chances.

    >>> chosen(np.array([[0.0, 1.0], [1.0, 0.0]]), np.random.default_rng(0))
    array([1, 0])
    """
    # Without the last sum, which rounding may leave below one.
    below = chances.cumsum(axis=0)[:-1]
    return np.asarray((below < random.random(chances.shape[1])).sum(axis=0))


@dataclass(frozen=True)
class Tables:
    """The tables in use, as arrays of reports x truths, and which of them each row answered by."""

    arrays: tuple[Array, ...]
    used: np.ndarray

    @property
    def truths(self) -> int:
        return self.arrays[0].shape[1]

    def likelihoods(self, reports: np.ndarray) -> Array:
        """P[y, j] of each row, by the table that it answered by: truths are the first axis."""
        found = np.empty((self.truths, *reports.shape))
        for number, table in enumerate(self.arrays):
            rows = self.used == number
            found[..., rows] = table.T[:, reports[..., rows]]
        return found

    def drawn(self, shares: Array, silent: Array, random: np.random.Generator) -> np.ndarray:
        """A report for each row whose truths have these shares, and who are silent by report:
        rows are the last axis."""
        reports = np.empty(shares.shape[1], int)
        for number, table in enumerate(self.arrays):
            rows = self.used == number
            # Those who follow the table, and those who give a report whatever it asks.
            told = table @ shares[:, rows] + silent[: len(table), rows]
            reports[rows] = chosen(told, random)
        return reports


@dataclass(frozen=True)
class Lying:
    """Liars of one kind: the covariates of their share, and a_j: 1 where holders of j may lie."""

    covariates: Array
    liable: Array
    safe: tuple[int, ...]
    """The report that they give, in each table."""

    def safe_rows(self, reports: np.ndarray, used: np.ndarray) -> Array:
        """1 where the report is the safe one of its table, 0 elsewhere."""
        return (np.array(self.safe)[used] == reports).astype(float)
