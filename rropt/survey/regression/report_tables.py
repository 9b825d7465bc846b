"""The tables by which rows of reports were given, and those who do not follow them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rropt.survey.regression.links import Array


@dataclass(frozen=True)
class Tables:
    """The tables in use, as arrays of reports x truths, and which of them each row answered by."""

    arrays: tuple[Array, ...]
    used: np.ndarray

    @property
    def truths(self) -> int:
        return self.arrays[0].shape[1]

    @property
    def most(self) -> int:
        """Reports of the table that has most."""
        return max(map(len, self.arrays))

    def likelihoods(self, reports: np.ndarray) -> Array:
        """P[y, j] of each row, by the table that it answered by: truths are the first axis."""
        found = np.empty((self.truths, *reports.shape))
        for number, table in enumerate(self.arrays):
            rows = self.used == number
            found[..., rows] = table.T[:, reports[..., rows]]
        return found

    def drawn(self, shares: Array, silent: Array, numbers: Array) -> np.ndarray:
        """Reports of rows whose truths have these shares, and who are silent by report, by numbers
        between zero and one, table by table: rows are the last axis, surveys may stand before it.
        """
        reports = np.empty(numbers.shape, int)
        for number, table in enumerate(self.arrays):
            rows = self.used == number
            own, numbers = np.split(numbers, [np.count_nonzero(rows)], axis=-1)
            # Those who follow the table, and those who give a report whatever it asks. The last
            # report has what is left: rounding may leave the sum below one.
            told = np.tensordot(table, shares[..., rows], 1) + silent[: len(table), ..., rows]
            below = told[:-1].cumsum(axis=0)
            reports[..., rows] = (below < own).sum(axis=0)
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
