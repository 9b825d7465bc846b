"""Where the equations of a group may hold, in doubles: the truths that are paid, the reports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from rropt.closed.derived.group_system import GroupSystem, Mask
from rropt.design.worst.cone_program import WorstGoal
from rropt.design.worst.worst_search import WorstFound, search_line

PAID = (1e-3, 1e-5, 1e-7)
"""Shares of the least favourable group below these may be none: the first that fits is taken."""

USED = (1e-4, 1e-5, 1e-6, 1e-7)
"""Weights below these may be none: what a support is, its equations decide."""

MOST_STEPS = 30
NEAR = 1e-9

Start = list[float]


def active_truths(numbers: Sequence[Fraction], level: Fraction) -> list[tuple[int, ...]]:
    """The truths that the least favourable group may have, few first."""
    squares = _searched(numbers, level).solution.squares
    found = [tuple(int(j) for j in np.flatnonzero(squares > least)) for least in PAID]
    return [active for active in dict.fromkeys(found) if len(active) > 1]


def starts(numbers: Sequence[Fraction], level: Fraction) -> Iterator[tuple[GroupSystem, Start]]:
    """Systems with a solution in doubles that seems to be optimal, few reports first."""
    found = _searched(numbers, level)
    solution = found.solution
    h = float(level) - 1
    reports = _merged(found)
    tried: set[tuple[Mask, ...]] = set()
    for least in USED:
        support = tuple(sorted(mask for mask, (weight, _) in reports.items() if weight > least))
        if support in tried:
            continue
        tried.add(support)
        system = GroupSystem(tuple(numbers), support)
        weights = [reports[mask][0] for mask in support]
        scaled = [h * reports[mask][1] / reports[mask][0] for mask in support]
        slopes, constants = solution.slopes[0], solution.constants
        rest = [h * slopes.sum(), *(h * h * slopes[1:]), *(h * h * constants)]
        start = [*weights, *scaled, *solution.squares, *rest, h * h * _variance(found)]
        polished = newton(system, h, start)
        if polished is not None and has_right_signs(system, h, polished):
            yield system, polished


def newton(system: GroupSystem, h: float, start: Sequence[float]) -> Start | None:
    """The solution near a start, in doubles; None where Newton's steps do not end."""
    numbers = [float(number) for number in system.numbers]
    at = np.array(start, dtype=float)
    for _ in range(MOST_STEPS):
        x = system.unknowns(at.tolist())
        left = np.array(system.residuals(h, x, numbers), dtype=float)
        try:
            step = np.linalg.solve(np.array(list(system.derivatives(h, x)), dtype=float), left)
        except np.linalg.LinAlgError:
            return None
        at = at - step
        if not np.isfinite(at).all():
            return None
        if abs(step).max() < NEAR * max(1.0, abs(at).max()):
            return at.tolist()
    return None


def has_right_signs(system: GroupSystem, h: float, at: Start) -> bool:
    """Whether weights, shares and slacks are positive in doubles."""
    x = system.unknowns(at)
    slacks = [system.slack(h, x, mask) for mask in system.unused]
    return bool(min([*x.weights, *x.squares, *slacks]) > -NEAR)


def _searched(numbers: Sequence[Fraction], level: Fraction) -> WorstFound:
    goal = WorstGoal(np.array([[float(number) for number in numbers]]), True)
    return search_line(level, goal)


def _merged(found: WorstFound) -> dict[Mask, tuple[float, float]]:
    """Weight, and weight times number, of each pattern."""
    reports: dict[Mask, tuple[float, float]] = {}
    rows, solution = found.choice.rows, found.solution
    for row, weight, product in zip(rows, solution.weights, solution.products[0], strict=True):
        mask = tuple(int(entry > rows.min()) for entry in row)
        if 0 < sum(mask) < len(mask):
            known = reports.get(mask, (0.0, 0.0))
            reports[mask] = known[0] + weight, known[1] + product
    return reports


def _variance(found: WorstFound) -> float:
    solution = found.solution
    seconds = (solution.weights * solution.values[0] ** 2) @ found.choice.rows
    return float((seconds - found.goal.contrasts[0] ** 2).max())
