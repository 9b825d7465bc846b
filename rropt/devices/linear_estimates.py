"""Linear estimation over any channel: the best unbiased coefficients, and the efficient variance.

For prevalences q with D = diag(P q), J = P' D^-1 P, the coefficients E = T J^-1 P' D^-1 satisfy
E P = T and have the smallest variance at q: n Cov = T J^-1 T' - (T q)(T q)'. With two truths
that variance is 1 / (n I), I the Fisher information on the proportion. With these coefficients any
table is a device.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul, sub
from typing import Any

import flint

from rropt.channel import Channel, as_channel
from rropt.devices.model import Device, prevalences
from rropt.exact import InputError, Numbers, Table, Vector
from rropt.exact.convert import dot
from rropt.exact.entries import entrywise, identity, scaled
from rropt.exact.linear_algebra import fraction_rows, rational_matrix
from rropt.exact.number import over_common_denominator


def best_linear(channel: Channel, target: Table, prior: Any, name: str = "the channel") -> Table:
    """Coefficients of the best linear unbiased estimator of target . q at the prior q.

    >>> best_linear(Channel.identity(2), ((Fraction(0), Fraction(1)),), "1/3")
    ((Fraction(0, 1), Fraction(1, 1)),)
    """
    weights, scores = _solve(channel, target, prior, name)
    return _rows(weights * scores.transpose())


def efficient_variance(channel: Channel, target: Table, prior: Any) -> Fraction:
    """n times the variance of the efficient estimate, summed over the rows of the target.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> efficient_variance(warner, ((Fraction(0), Fraction(1)),), "1/4")
    Fraction(15, 16)
    """
    weights, _ = _solve(channel, target, prior, "the channel")
    belief = prevalences(prior, channel.shape[1])
    pairs = zip(_rows(weights), target, strict=True)
    return sum((dot(w, aim) - dot(aim, belief) ** 2 for w, aim in pairs), Fraction(0))


@dataclass(frozen=True)
class LinearEstimator:
    """L with L P = I, and its covariance for one respondent."""

    matrix: Table
    covariance: Table

    @property
    def trace(self) -> Fraction:
        """The trace of the covariance."""
        return sum((row[i] for i, row in enumerate(self.covariance)), Fraction(0))


def linear_estimator(channel: Any, prior: Numbers) -> LinearEstimator:
    """The unbiased linear estimator of all shares that has the least variance at a prior.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> linear_estimator(warner, ["1/2", "1/2"]).matrix[0]
    (Fraction(3, 2), Fraction(-1, 2))
    """
    table = as_channel(channel)
    shares = prevalences(prior, table.shape[1])
    told = identity(len(shares))
    weights, scores = _solve(table, told, shares, "channel")
    covariance = entrywise(sub, _rows(weights), [scaled(shares, share) for share in shares])
    return LinearEstimator(_rows(weights * scores.transpose()), covariance)


def _solve(channel: Channel, target: Table, prior: Any, name: str) -> tuple[Any, Any]:
    """T J^-1, and the scores D^-1 P of which J = P' D^-1 P: matrices of flint."""
    scores = _scores(channel, prevalences(prior, channel.shape[1]))
    information = flint.fmpq_mat(flint.fmpz_mat(channel.numerators)).transpose() * scores
    solved = _solved(information / channel.denominator, target, name)
    return solved, scores


def _scores(channel: Channel, belief: Vector) -> Any:
    """P(i | j) / P(i) for each report i; 0 for one that never comes at these shares."""
    shares, unit = over_common_denominator(belief)
    rows = []
    for row in channel.numerators:
        mass = sum(map(mul, row, shares))
        if any(row) and not mass:
            raise InputError("prior must be positive on every truth that a report can reveal")
        rows.append([flint.fmpq(unit * entry, mass or 1) for entry in row])
    return flint.fmpq_mat(rows)


def solve(matrix: Sequence[Sequence[Fraction]], rights: Table, name: str) -> list[Vector]:
    """The exact solutions x of matrix x = right, one for each row of `rights`.

    >>> solve([[Fraction(2)]], ((Fraction(3),), (Fraction(4),)), "")
    [(Fraction(3, 2),), (Fraction(2, 1),)]
    """
    return list(_rows(_solved(rational_matrix(matrix), rights, name)))


def inverse(matrix: Sequence[Sequence[Fraction]], name: str) -> list[Vector]:
    """The inverse of a square matrix, row by row.

    >>> inverse([[Fraction(2), Fraction(0)], [Fraction(2), Fraction(1)]], "")
    [(Fraction(1, 2), Fraction(0, 1)), (Fraction(-1, 1), Fraction(1, 1))]
    """
    columns = solve(matrix, identity(len(matrix)), name)
    return list(zip(*columns, strict=True))


def _solved(matrix: Any, rights: Table, name: str) -> Any:
    try:
        return matrix.solve(rational_matrix(rights).transpose()).transpose()
    except ZeroDivisionError:
        message = f"{name} does not identify the proportions: its table has lower rank"
        raise InputError(message) from None


def _rows(matrix: Any) -> Table:
    return tuple(map(tuple, fraction_rows(matrix)))


def table_device(table: Any, prior: Numbers | None = None) -> Device:
    """The device of a design, of a table, or itself; a proportion is that of the second truth.

    Its estimate is the best unbiased linear one where the shares of the truths are the prior, or
    equal.

    >>> table_device([["3/4", "1/4"], ["1/4", "3/4"]]).variance("1/4")
    Fraction(15, 16)
    """
    if isinstance(table, Device):
        return table
    channel = as_channel(table, "design")
    k = channel.shape[1]
    target = ((Fraction(0), Fraction(1)),) if k == 2 else identity(k)
    shares = [Fraction(1, k)] * k if prior is None else channel.checked_prior(prior)
    estimator = best_linear(channel, target, shares, "the table")
    return Device("table", (), channel, target, estimator)
