"""Losses: a gain that is to be as small as possible."""

from __future__ import annotations

from dataclasses import dataclass

from rropt.exact import Numbers, NumberTable, exact_table
from rropt.utility.base import Bounds
from rropt.utility.guessing import Gain


@dataclass(frozen=True, init=False)
class Loss(Gain):
    """Expected loss of the best action on each report: least sum_j q_j L[a][j] P[i, j].

    As a utility it is the gain -L; values and bounds are reported as losses.

    >>> miles = Loss([[0, 2], [2, 0]], ["1/2", "1/2"])
    >>> miles.report(miles.bounds((1, 3)))
    (Fraction(1, 1), Fraction(1, 1))
    """

    name = "loss"
    label = "expected loss"
    is_minimised = True
    is_minimised = True

    def __init__(self, matrix: NumberTable, prior: Numbers) -> None:
        losses = exact_table(matrix, "loss")
        super().__init__([[-entry for entry in row] for row in losses], prior)

    def report(self, total: Bounds) -> Bounds:
        return -total[1], -total[0]
