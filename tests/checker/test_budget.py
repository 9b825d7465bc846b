"""A budget and what it is paid for."""

from __future__ import annotations

from fractions import Fraction as F

from rropt.checker.budget import Budget
from rropt.checker.private_table import Run


def test_an_excess_is_asked_of_runs_by_classes():
    most = Budget(F(1, 10), (0, 1), 2, 3, lambda parts: parts[0][0].value - parts[1][0].value)
    assert most.excess([[Run(0, 7, 1)], [Run(1, 5, 1)]]) == 2
