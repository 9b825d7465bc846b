"""The unbiased linear estimator of least variance for a given table.

With reports distributed as P pi, the estimate L (counts / n) is unbiased when L P = I, and for one
respondent its covariance is L diag(P pi) L' - pi pi'. The quadratic program

    minimise tr(L D L')   with   L P = I,      D = diag(P pi),

separates over the rows of L; its solution is L = (P' D^-1 P)^-1 P' D^-1, which attains the
covariance J^-1 - pi pi' of the efficient estimate at pi.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.channel import as_channel
from rropt.exact import InputError, Numbers, Table, prior_vector
from rropt.exact.convert import fraction
from rropt.exact.entries import entrywise, identity, scaled
from rropt.exact.linear_algebra import rational_matrix


@dataclass(frozen=True)
class LinearEstimator:
    """L exactly, and its covariance for one respondent."""

    matrix: Table
    covariance: Table

    @property
    def trace(self) -> Fraction:
        """The trace of the covariance."""
        return sum((row[i] for i, row in enumerate(self.covariance)), Fraction(0))


def linear_estimator(channel: Any, prior: Numbers) -> LinearEstimator:
    """The best unbiased linear estimator at a prior.

    >>> from rropt.channel import Channel
    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> linear_estimator(warner, ["1/2", "1/2"]).matrix[0]
    (Fraction(3, 2), Fraction(-1, 2))
    """
    pi = prior_vector(prior)
    table = as_channel(channel).drop_zero_rows()
    seen = table.report_distribution(pi)
    if 0 in seen:
        raise InputError("prior must give every report a positive probability")
    rows = rational_matrix(table.rows)
    weighted = rational_matrix(map(scaled, table.rows, (1 / s for s in seen)))
    information = rows.transpose() * weighted
    if information.rank() < table.shape[1]:
        raise InputError(
            f"channel must identify the distribution: its rank is {information.rank()} on "
            f"{table.shape[1]} truths"
        )
    inverse = information.inv()
    L = inverse * weighted.transpose()
    if L * rows != rational_matrix(identity(len(pi))):
        raise ArithmeticError("L P = I failed its verification")
    cov = inverse - rational_matrix(scaled(pi, a) for a in pi)
    return LinearEstimator(entrywise(fraction, L.tolist()), entrywise(fraction, cov.tolist()))
