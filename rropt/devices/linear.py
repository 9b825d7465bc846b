"""Linear estimation over any channel: the best unbiased coefficients, and the efficient variance.

For prevalences q with D = diag(P q), J = P' D^-1 P, the coefficients E = T J^-1 P' D^-1 satisfy
E P = T and have the smallest variance at q: n Cov = T J^-1 T' - (T q)(T q)'. With two truths
that variance is 1 / (n I), I the Fisher information on the proportion.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.devices.door import Vector, dot, prevalences
from rropt.exact import InputError, Table


def best_linear(channel: Channel, target: Table, prior: Any, name: str = "the channel") -> Table:
    """Coefficients of the best linear unbiased estimator of target . q at the prior q.

    >>> best_linear(Channel.identity(2), ((Fraction(0), Fraction(1)),), "1/3")
    ((Fraction(0, 1), Fraction(1, 1)),)
    """
    weights, masses = _solve(channel, target, prior, name)
    return tuple(
        tuple(
            dot(row, w) / mass if mass else Fraction(0)
            for row, mass in zip(channel.rows, masses, strict=True)
        )
        for w in weights
    )


def efficient_variance(channel: Channel, target: Table, prior: Any) -> Fraction:
    """n times the variance of the efficient estimate, summed over the rows of the target.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> efficient_variance(warner, ((Fraction(0), Fraction(1)),), "1/4")
    Fraction(15, 16)
    """
    weights, _ = _solve(channel, target, prior, "the channel")
    belief = prevalences(prior, channel.shape[1])
    return sum(
        (dot(w, aim) - dot(aim, belief) ** 2 for w, aim in zip(weights, target, strict=True)),
        Fraction(0),
    )


def _solve(channel: Channel, target: Table, prior: Any, name: str) -> tuple[list[Vector], Vector]:
    """J^-1 T' row by row, and the report probabilities P q."""
    belief = prevalences(prior, channel.shape[1])
    masses = channel.report_distribution(belief)
    k = range(channel.shape[1])
    if any(any(row) and not mass for row, mass in zip(channel.rows, masses, strict=True)):
        raise InputError("prior must be positive on every truth that a report can reveal")
    seen = [(row, mass) for row, mass in zip(channel.rows, masses, strict=True) if mass]
    information = [
        [sum((row[a] * row[b] / mass for row, mass in seen), Fraction(0)) for b in k] for a in k
    ]
    return [solve(information, aim, name) for aim in target], masses


def solve(matrix: list[list[Fraction]], right: Vector, name: str) -> Vector:
    """The exact solution of a square system by Gauss-Jordan elimination.

    >>> solve([[Fraction(2)]], (Fraction(3),), "")
    (Fraction(3, 2),)
    """
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for i in range(len(rows)):
        pivot = next((r for r in range(i, len(rows)) if rows[r][i]), None)
        if pivot is None:
            raise InputError(f"{name} does not identify the proportions: its table has lower rank")
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [entry / rows[i][i] for entry in rows[i]]
        for r in range(len(rows)):
            if r != i and (factor := rows[r][i]):
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    return tuple(row[-1] for row in rows)
