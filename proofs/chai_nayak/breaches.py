"""Privacy breaches, literally as defined, and the two-point priors that show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from .tables import Row, Table, events, mass, parity, priors, report, row_parity, updated

Case = tuple[Row, tuple[int, ...]]


def upward(rows: Table, prior: Row, Q: Sequence[int], low: Any, high: Any) -> bool:
    """An upward low-to-high breach (chai-nayak/def-1.1/a)."""
    return mass(prior, Q) < low and any(
        updated(row, prior, Q) > high for row in rows if report(row, prior)
    )


def downward(rows: Table, prior: Row, Q: Sequence[int], low: Any, high: Any) -> bool:
    """A downward high-to-low breach (chai-nayak/def-1.1/a)."""
    return mass(prior, Q) > high and any(
        updated(row, prior, Q) < low for row in rows if report(row, prior)
    )


def beta_breach(rows: Table, prior: Row, Q: Sequence[int], beta: Any) -> bool:
    """A beta-factor breach (chai-nayak/def-1.2)."""
    start = mass(prior, Q)
    if not start:
        return False
    ratios = [updated(row, prior, Q) / start for row in rows if report(row, prior)]
    return any(r > beta or r < 1 / Fraction(beta) for r in ratios)


def grid(rows: Table, n: int) -> Iterator[Case]:
    """Every prior in multiples of 1/n with every event."""
    k = len(rows[0])
    return ((prior, Q) for prior in priors(k, n) for Q in events(k))


def extreme_pair(rows: Table) -> tuple[int, int]:
    """The truths at which the row of largest parity has its largest and smallest entry."""
    row = max(rows, key=row_parity)
    return row.index(max(row)), row.index(min(row))


def two_point(rows: Table, start: Fraction) -> Case:
    """The prior with mass `start` on the largest entry and the rest on the smallest."""
    top, bottom = extreme_pair(rows)
    prior = [Fraction(0)] * len(rows[0])
    prior[top] += start
    prior[bottom] += 1 - start
    return tuple(prior), (top,)


def rho_bound(low: Fraction, high: Fraction) -> Fraction:
    """The right side of (1.6)."""
    return high * (1 - low) / (low * (1 - high))


def rho_prior(rows: Table, low: Fraction, high: Fraction) -> Fraction:
    """Half-way between low and the prior from which the posterior is high."""
    gamma = parity(rows)
    least = Fraction(0) if isinstance(gamma, float) else high / (high + gamma * (1 - high))
    return (least + low) / 2


def beta_prior(rows: Table, beta: Fraction) -> Fraction:
    """A prior mass so small that the posterior is more than beta times as large."""
    gamma = parity(rows)
    if isinstance(gamma, float):
        return 1 / (2 * beta)
    return (gamma - beta) / (2 * beta * (gamma - 1))


def rho_private(rows: Table, low: Fraction, high: Fraction, n: int) -> bool:
    """No breach over the priors in multiples of 1/n and over the two-point prior."""
    cases = list(grid(rows, n))
    if parity(rows) > rho_bound(low, high):
        cases.append(two_point(rows, rho_prior(rows, low, high)))
    return not any(
        upward(rows, prior, Q, low, high) or downward(rows, prior, Q, low, high)
        for prior, Q in cases
    )


def beta_private(rows: Table, beta: Fraction, n: int) -> bool:
    """No beta-factor breach over the same priors."""
    cases = list(grid(rows, n))
    if parity(rows) > beta:
        cases.append(two_point(rows, beta_prior(rows, beta)))
    return not any(beta_breach(rows, prior, Q, beta) for prior, Q in cases)
