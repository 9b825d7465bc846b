"""What a route says of an optimum: an interval that holds it if the route is right, or a reason."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

RELATIVE, LEAST = 1e-6, 1e-7
"""Relative and absolute accuracy of a convex program in doubles. Clarabel stops at 1e-8; what is
lost beyond is the conditioning of small epsilon. Over 1,500 cases the largest was 3e-7."""


class NotPosed(ArithmeticError):
    """Why a route says nothing about a question."""


@dataclass(frozen=True)
class Found:
    """An interval that holds the optimum if the route is right, its best number, its witness."""

    lo: Fraction | float
    hi: Fraction | float
    number: float
    exact: str | None
    witness: Any

    def meets(self, other: Found) -> bool:
        """Whether both can be right."""
        return self.lo <= other.hi and other.lo <= self.hi


def near(number: float, accuracy: float, witness: Any, least: float = 0.0) -> Found:
    """A number of doubles, with its stated accuracy.

    >>> near(2.0, 1e-6, "Clarabel").meets(near(2.000001, 1e-6, "Clarabel"))
    True
    """
    slack = accuracy * abs(number) + least
    return Found(number - slack, number + slack, number, None, witness)
