"""Directions of reports, and what each of them spends of the budgets, in doubles.

Under finitely many linear inequalities they are the extreme directions of the exact statement,
rounded. Under a Renyi budget on two truths they are a continuum: those of a pool, to which the one
that prices cover least is added until none is left (`over_all_ratios`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.symbolic.exact_limits import ExactLimits
from rropt.crosscheck.symbolic.supports import directions, program
from rropt.exact.convert import fraction
from rropt.privacy.conditions import Conditions

Array = NDArray[np.float64]

FARTHEST = 30.0
"""Of the logarithm of a ratio under a Renyi budget: beyond e^14 an information of order one still
gains 1e-5 of its value, beyond e^30 nothing."""

DEAREST = 18.0
"""Logarithm of what a direction spends at most: a weight below e^-18 is none."""


PAIRS_OF_TWO = 2
"""Ordered pairs of two truths."""

BROKEN = 1e-8
"""Relative: programs in doubles keep a budget as closely."""

USED = 1e-9
"""Weights of a solver below this are rounding."""


@dataclass(frozen=True)
class PricedRows:
    """Directions, one a row; what each spends of each budget; how much may be spent."""

    rows: Array
    spent: Array
    most: Array

    @property
    def truths(self) -> int:
        return int(self.rows.shape[1])


def extreme_rows(limits: ExactLimits) -> PricedRows:
    """The extreme directions, the largest entry one.

    >>> from types import SimpleNamespace
    >>> from rropt.crosscheck.symbolic.exact_limits import exact_limits
    >>> from rropt.privacy import LocalDP
    >>> asked = SimpleNamespace(privacy=LocalDP("ln(4)"), truths=2)
    >>> sorted(extreme_rows(exact_limits(asked)).rows.tolist())
    [[0.25, 1.0], [1.0, 0.25]]
    """
    rays = directions(limits)
    k = limits.truths
    posed = program(limits, rays)
    columns = np.array([_floats(column) for column in posed.columns[: len(rays)]])
    columns /= columns[:, :k].max(axis=1, keepdims=True)
    most = np.array([float(budget.most) for budget in limits.budgets])
    return PricedRows(columns[:, :k], columns[:, k:], most)


def _floats(column: Iterable[Any]) -> list[float]:
    """Rationals of flint, which older versions do not make floats, in doubles."""
    return [float(fraction(fmpq(entry))) for entry in column]


@dataclass(frozen=True)
class RenyiBudgets:
    """sum_i p_ia (p_ia / (e^budget p_ib))^(order - 1) <= 1 for every order, for (a, b) = (0, 1) and
    (1, 0); of the order one sum_i p_ia ln(p_ia / p_ib) <= budget."""

    orders: tuple[float, ...]
    budgets: tuple[float, ...]
    rho: float | None = None

    def priced(self, ratios: Array) -> PricedRows:
        """The directions with these logarithms of r_0 / r_1, the shorter the more they spend."""
        rows = np.exp(np.stack([np.minimum(ratios, 0.0), np.minimum(-ratios, 0.0)], axis=1))
        spent = []
        most = []
        for order, budget in zip(self.orders, self.budgets, strict=True):
            for truth, loss in enumerate((ratios, -ratios)):
                spent.append(_spent(rows[:, truth], loss, order, budget))
                most.append(budget if order == 1 else 1.0)
        table = np.stack(spent, axis=1)
        unit = 1 + np.abs(table).sum(axis=1, keepdims=True)
        return PricedRows(rows / unit, table / unit, np.array(most))

    def broken(self, rows: Array) -> float | None:
        """The order of which a table of positive entries spends most, where that is too much."""
        if self.rho is None:
            return None
        rows = rows[(rows > 0).all(axis=1)]
        orders = 1 + np.geomspace(1e-3, 256.0, 4000)
        worst = 0.0
        at = 1.0
        for first, second in (rows.T, rows.T[::-1]):
            powers = np.outer(orders - 1, np.log(first / second))
            top = powers.max(axis=1, keepdims=True)
            # The largest power is taken out first: order 257 overflows doubles.
            told = np.log(np.exp(powers - top) @ first) + top[:, 0]
            # D_a / a, which zero-concentrated privacy bounds by rho.
            levels = told / (orders - 1) / orders
            if levels.max() > worst:
                worst = float(levels.max())
                at = float(orders[levels.argmax()])
        return at if worst > self.rho * (1 + BROKEN) else None

    def kept_by(self, rows: Array) -> bool:
        """Whether a table of positive entries keeps them."""
        losses = np.log(rows[:, 0] / rows[:, 1])
        for order, budget in zip(self.orders, self.budgets, strict=True):
            most = budget if order == 1 else 1.0
            for truth, loss in enumerate((losses, -losses)):
                if _spent(rows[:, truth], loss, order, budget).sum() > most:
                    return False
        return self.broken(rows) is None

    def with_order(self, order: float) -> RenyiBudgets:
        """Also this order of zero-concentrated privacy."""
        if self.rho is None:
            return self
        return RenyiBudgets((*self.orders, order), (*self.budgets, self.rho * order), self.rho)


def _spent(shares: Array, loss: Array, order: float, budget: float) -> Array:
    if order == 1:
        return np.asarray(shares * loss)
    return np.asarray(shares * np.exp(np.minimum((order - 1) * (loss - budget), DEAREST)))


def renyi_budgets(problem: Any) -> RenyiBudgets | None:
    """As the conditions state them; None for a question without a Renyi divergence.

    >>> from types import SimpleNamespace
    >>> from rropt.privacy import RenyiDP
    >>> renyi_budgets(SimpleNamespace(privacy=RenyiDP(2, "1/2").on(2), truths=2))
    RenyiBudgets(orders=(2.0,), budgets=(0.5,), rho=None)
    """
    conditions = getattr(problem.privacy, "levels", None)
    if not isinstance(conditions, Conditions) or not conditions.has_orders:
        return None
    if problem.truths > 2:
        raise NotPosed("the directions under a Renyi budget are searched for two truths only")
    if conditions.rho is not None:
        rho = float(conditions.rho)
        # D_a <= rho a is D_1 <= rho as a falls to 1: a start, and tables show which others bind.
        return RenyiBudgets((1.0,), (rho,), rho)
    stated = {(float(one.order or 0), float(one.budget)) for one in conditions.listed}
    if len(stated) > 1 or len(conditions.listed) != PAIRS_OF_TWO:
        raise NotPosed("Renyi budgets beside other conditions are not posed here")
    order, budget = stated.pop()
    return RenyiBudgets((order,), (budget,))
