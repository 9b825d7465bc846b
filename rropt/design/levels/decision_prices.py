"""Prices for decisions under conditions, found in doubles and made exact.

    minimise  sum_j y_j + sum_c d_c z_c   with   y_j + sum_n f_xn a_n[j] >= x_j  for all x, j,
    0 <= f_xn <= c_n z of its condition,

is what the checker asks of multipliers (`rropt.checker.cover_conditions`). Rounded z and f with
f_xn <= c_n z stay multipliers; then y_j is what the most demanding action asks, exactly. So the
bound is proved, and off by the rounding alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

from rropt.exact import InputError
from rropt.patterns.extreme import Pattern
from rropt.privacy.conditions import HIGH, Conditions, Key, LevelCondition

if TYPE_CHECKING:
    import numpy as np

GRID = 2**50
"""Prices and multipliers are multiples of 1 / GRID, as exact as the doubles that found them."""

NOTHING = 1e-12
"""Of the largest payment: what a condition without a price is paid in doubles."""

MOST_MULTIPLIERS = 30_000
"""Lines times actions: ten seconds in doubles, and a certificate of a megabyte."""


@dataclass(frozen=True)
class DecisionPrices:
    """Exact prices and multipliers; the rows of the program in doubles."""

    prices: tuple[Fraction, ...]
    condition_prices: dict[Key, Fraction]
    multipliers: list[dict[Key, Fraction]]
    rows: np.ndarray


def decision_prices(actions: Sequence[Pattern], conditions: Conditions) -> DecisionPrices:
    """Multipliers of all levels, for conditions that all rows keep together."""
    levels = _levels(conditions)
    z, f, rows = _program(actions, conditions, levels)
    least = NOTHING * max(z)
    prices = [
        _priced(x, c) if x > least else Fraction(0)
        for x, c in zip(z, conditions.listed, strict=True)
    ]
    multipliers: list[dict[Key, Fraction]] = []
    for row in f:
        found: dict[Key, Fraction] = {}
        for n, (owner, factor, _) in enumerate(levels):
            most = min(floor(row[n] * GRID), floor(factor * prices[owner] * GRID))
            if most > 0:
                found[(n,)] = Fraction(most, GRID)
        multipliers.append(found)
    paid = [
        _asked(action, found, levels) for action, found in zip(actions, multipliers, strict=True)
    ]
    owed = tuple(map(max, zip(*paid, strict=True)))
    priced: dict[Key, Fraction] = {(n,): price for n, price in enumerate(prices) if price}
    return DecisionPrices(owed, priced, multipliers, rows)


def _priced(paid: float, condition: LevelCondition) -> Fraction:
    """What is paid by what is allowed, rounded up to a number of few bits."""
    price = Fraction(paid) / condition.allowed[HIGH]
    unit = GRID * 2 ** max(0, price.denominator.bit_length() - price.numerator.bit_length())
    return Fraction(ceil(price * unit), unit)


Level = tuple[int, Fraction, Sequence[Fraction]]
"""(its condition, c, a)."""


def _levels(conditions: Conditions) -> list[Level]:
    found: list[Level] = []
    for owner, condition in enumerate(conditions.listed):
        found += [(owner, c, form) for c, form in condition.forms(HIGH)]
    return found


def _asked(
    action: Sequence[Fraction], found: dict[Key, Fraction], levels: Sequence[Level]
) -> list[Fraction]:
    """x_j - sum f_n a_n[j]."""
    asked = list(action)
    for (n,), f in found.items():
        asked = [x - f * a for x, a in zip(asked, levels[n][2], strict=True)]
    return asked


def _program(
    actions: Sequence[Pattern], conditions: Conditions, levels: Sequence[Level]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """d z, f by actions, and the rows of the table that is dual to them; scaled by every d."""
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import bmat, csr_matrix, eye, kron

    m, k, n = len(actions), conditions.truths, len(levels)
    if m * n > MOST_MULTIPLIERS:
        raise InputError(
            f"actions times levels must be at most {MOST_MULTIPLIERS} under these conditions, got "
            f"{m} x {n}"
        )
    forms = np.array([[float(x) for x in form] for _, _, form in levels])
    allowed = [condition.allowed[HIGH] for condition in conditions.listed]
    factors = csr_matrix(
        (
            [float(c / allowed[owner]) for owner, c, _ in levels],
            (range(n), [owner for owner, _, _ in levels]),
        ),
        shape=(n, len(allowed)),
    )
    ones = np.ones((m, 1))
    covered = [-kron(ones, eye(k)), None, -kron(eye(m), forms.T)]
    limited = [None, -kron(ones, factors), eye(m * n)]
    worth = np.array([[float(x) for x in action] for action in actions])
    answer = linprog(
        np.concatenate([np.ones(k + len(allowed)), np.zeros(m * n)]),
        A_ub=bmat([covered, limited], format="csr"),
        b_ub=np.concatenate([-worth.ravel(), np.zeros(m * n)]),
        bounds=[(None, None)] * k + [(0, None)] * (len(allowed) + m * n),
        method="highs",
        options={"dual_feasibility_tolerance": 1e-10, "primal_feasibility_tolerance": 1e-10},
    )
    if answer.x is None:
        raise ArithmeticError("the program of the prices could not be solved in doubles")
    z, f = answer.x[k : k + len(allowed)], answer.x[k + len(allowed) :].reshape(m, n)
    return z, f, -answer.ineqlin.marginals[: m * k].reshape(m, k)
