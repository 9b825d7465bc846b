"""Blackwell's order of two mechanisms by two routes: exact witnesses, and feasibility in cvxpy.

A is P randomized again exactly when A = C P for some C >= 0 whose columns sum to one. The numeric
route minimises the largest entry of |A - C P| over such C: zero for a garbling.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rropt.channel import Channel, as_channel
from rropt.closed.recalled.recall import Disagreement
from rropt.crosscheck.found import solved
from rropt.crosscheck.numeric.limits import Array
from rropt.order import compare

CLOSE, APART = 1e-8, 1e-6
"""A residual below the first is none, above the second is one; Clarabel stops at 1e-8 of entries
that are at most one, and what is between is not told."""


@dataclass(frozen=True)
class OrderCrosscheck:
    """Whether A is a garbling of P and the other way round, exactly and by residuals."""

    relation: str
    residuals: tuple[float, float]
    """The least |A - C P| and the least |P - C A|."""

    told: tuple[bool | None, bool | None]
    """What the residuals say; None where they are too small to tell."""


def residual(A: Array, P: Array) -> float:
    """The least largest entry of |A - C P|.

    >>> warner = np.array([[0.75, 0.25], [0.25, 0.75]])
    >>> round(residual(np.eye(2), warner), 6), round(residual(warner, np.eye(2)), 6)
    (0.25, 0.0)
    """
    import cvxpy as cp

    again = cp.Variable((len(A), len(P)), nonneg=True)
    distance = cp.max(cp.abs(A - again @ P))
    return max(0.0, solved(cp.Problem(cp.Minimize(distance), [cp.sum(again, axis=0) == 1])))


def crosscheck_order(A: Any, P: Any) -> OrderCrosscheck:
    """How P stands to A by both routes; a disagreement is an error.

    >>> warner = [["3/4", "1/4"], ["1/4", "3/4"]]
    >>> crosscheck_order([["2/3", "1/3"], ["1/3", "2/3"]], warner).relation
    'better'
    """
    first, second = as_channel(A, "A"), as_channel(P, "P")
    exact = compare(first, second)
    known = (exact.garbling is not None, exact.reverse_garbling is not None)
    tables = _doubles(first), _doubles(second)
    residuals = residual(*tables), residual(*tables[::-1])
    told = _told(residuals[0]), _told(residuals[1])
    for sure, said, distance in zip(known, told, residuals, strict=True):
        if said is not None and said is not sure:
            raise Disagreement(
                f"cvxpy and the certificate disagree about the order: P is {exact.relation} to A, "
                f"and the least |A - C P| is {distance:.3g}"
            )
    return OrderCrosscheck(exact.relation, residuals, told)


def _told(distance: float) -> bool | None:
    if distance < CLOSE:
        return True
    return False if distance > APART else None


def _doubles(channel: Channel) -> Array:
    return np.array([[float(entry) for entry in row] for row in channel.rows])
