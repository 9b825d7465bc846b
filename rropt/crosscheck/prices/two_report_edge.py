"""Two reports about two truths: the table ((a, b), (1 - a, 1 - b)), along the edge of privacy.

The private (a, b) are a convex set around (1/2, 1/2), and a convex utility is the largest on its
edge. The edge is looked at in every direction, then around the best one, closer and closer.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.prices.priced_rows import Array, RenyiBudgets
from rropt.crosscheck.symbolic.exact_limits import ExactLimits
from rropt.exact.convert import fraction

ANGLES = 721

HALVINGS = 52
"""A double has so many bits."""

LOOKS = 8
"""Each is a hundred times closer than the one before."""

KEPT = 1e-14
"""Rounding of the sums that are compared."""


def best_pair(utility: Callable[[Array], Array], limits: ExactLimits | RenyiBudgets) -> float:
    """The largest u(a, b) + u(1 - a, 1 - b).

    >>> from types import SimpleNamespace
    >>> from rropt import LocalDP
    >>> from rropt.crosscheck.symbolic.exact_limits import exact_limits
    >>> asked = SimpleNamespace(privacy=LocalDP("ln(3)"), truths=2)
    >>> round(best_pair(lambda rows: rows.max(axis=1), exact_limits(asked)), 6)
    1.5
    """
    low = 0.0
    high = math.pi
    for _ in range(LOOKS):
        angles = np.linspace(low, high, ANGLES)
        a, b = _edge(angles, limits)
        values = utility(np.stack([a, b], axis=1)) + utility(np.stack([1 - a, 1 - b], axis=1))
        best = int(values.argmax())
        step = 4 * (high - low) / ANGLES
        low = angles[best] - step
        high = angles[best] + step
    return float(values[best])


def most_truthful(limits: ExactLimits | RenyiBudgets) -> float:
    """The largest private p of Warner's table ((p, 1 - p), (1 - p, p))."""
    a, _ = _edge(np.array([-math.pi / 4]), limits)
    return float(a[0])


def _edge(angles: Array, limits: ExactLimits | RenyiBudgets) -> tuple[Array, Array]:
    """The farthest private table from the middle in each direction, by bisection."""
    across = np.cos(angles)
    up = np.sin(angles)
    near = np.zeros(len(angles))
    far = 0.5 / np.maximum(np.abs(across), np.abs(up))
    for _ in range(HALVINGS):
        middle = (near + far) / 2
        private = _kept(0.5 + middle * across, 0.5 + middle * up, limits)
        near = np.where(private, middle, near)
        far = np.where(private, far, middle)
    return 0.5 + near * across, 0.5 + near * up


def _kept(a: Array, b: Array, limits: ExactLimits | RenyiBudgets) -> Array:
    """Whether tables keep every inequality."""
    if isinstance(limits, RenyiBudgets):
        return _kept_renyi(a, b, limits)
    if limits.free:
        raise NotPosed("two reports of which one may reveal a truth are not walked")
    pairs = ((a, b), (1 - a, 1 - b))
    private = np.ones(len(a), dtype=bool)
    for form in limits.hard:
        first, second = (float(fraction(entry.near(limits.point))) for entry in form)
        for one, other in pairs:
            private &= first * one + second * other <= KEPT
    for budget in limits.budgets:
        spent = np.zeros(len(a))
        for cost, form in zip(budget.costs, budget.forms, strict=True):
            first, second = (float(fraction(entry.near(limits.point))) for entry in form)
            for one, other in pairs:
                spent += float(cost) * np.maximum(first * one + second * other, 0.0)
        private &= spent <= float(budget.most) + KEPT
    return private


def _kept_renyi(a: Array, b: Array, budgets: RenyiBudgets) -> Array:
    private = np.zeros(len(a), dtype=bool)
    for n, (one, other) in enumerate(zip(a, b, strict=True)):
        table = np.array([[one, other], [1 - one, 1 - other]])
        if table.min() > 0:
            private[n] = budgets.kept_by(table)
    return private
