"""The equations of the least worst variance of a mean in a fixed group of numbers x_j.

A table has the reports r in {1, g}^k with weights w_r and numbers v_r; truth j pays
f_j(v) = q_j v^2 - 2 p_j v + y_j. Table and prices are optimal together where

    sum w_r r = 1,   sum w_r v_r r = x,   sum w_r v_r^2 r = x^2 + V,   sum q = 1,
    (q.r) v_r = p.r,   (p.r) v_r = y.r      for the reports that are used,
    (q.r)(y.r) >= (p.r)^2,   w >= 0,   q >= 0:

what is paid for a report, (q.r) v^2 - 2 (p.r) v + y.r, is then (q.r)(v - v_r)^2 for those that are
used and nowhere negative for the others, and 2 p.x - sum y - q.x^2 = V is what no table is below.
There are as many equations as unknowns: the solution is a curve over g.

Towards g = 1 numbers grow as 1/h, h = g - 1, and prices as 1/h^2, while sum p does as 1/h. So the
unknowns are w, u = h v, q, P = h sum p, h^2 p_j for j > 0, h^2 y, h^2 V; with r = 1 + h m the
equations of truths j > 0 less that of truth 0 are divided by h, and none degenerates at h = 0.

Doubles say where the equations may hold: the truths that are paid, the reports.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import chain, pairwise, product
from typing import Any

import numpy as np
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from rropt.design.worst.cone_program import WorstGoal
from rropt.design.worst.worst_search import WorstFound, search_line
from rropt.exact.entries import entrywise, tabulated

Mask = tuple[int, ...]
"""m: where a report has the likelihood g: 1, else 0."""

Numbers = Sequence[Any]


@dataclass(frozen=True)
class GroupUnknowns:
    """What is sought, in any kind of numbers; `slopes` are P and h^2 p_j for j > 0."""

    weights: Numbers
    reports: Numbers
    squares: Numbers
    slopes: Numbers
    constants: Numbers
    value: Any

    @property
    def flat(self) -> list[Any]:
        """All of them in one list."""
        parts = (self.weights, self.reports, self.squares, self.slopes, self.constants)
        return [*chain.from_iterable(parts), self.value]


@dataclass(frozen=True)
class GroupSystem:
    """The equations for some numbers and the reports that are used."""

    numbers: tuple[Fraction, ...]
    support: tuple[Mask, ...]

    @property
    def truths(self) -> int:
        return len(self.numbers)

    @property
    def size(self) -> int:
        return 2 * len(self.support) + 3 * self.truths + 1

    @property
    def ends(self) -> list[int]:
        """Where the parts of the unknowns begin in one list."""
        n = len(self.support)
        k = self.truths
        return [0, n, 2 * n, 2 * n + k, 2 * n + 2 * k, 2 * n + 3 * k]

    def unknowns(self, flat: Numbers) -> GroupUnknowns:
        """The parts of one list."""
        weights, reports, squares, slopes, constants = (
            list(flat[a:b]) for a, b in pairwise(self.ends)
        )
        return GroupUnknowns(weights, reports, squares, slopes, constants, flat[-1])

    @cached_property
    def unused(self) -> list[Mask]:
        """The extreme patterns without a report."""
        masks = product((0, 1), repeat=self.truths)
        used = set(self.support)
        return [mask for mask in masks if 0 < sum(mask) < self.truths and mask not in used]

    def residuals(self, h: Any, x: GroupUnknowns, numbers: Numbers) -> list[Any]:
        """Left sides less right sides; `numbers` are those of the truths, of the kind of h."""
        reports = list(zip(self.support, x.weights, x.reports, strict=True))
        found = []
        for power in range(3):
            moments = [(mask, w * raised_to(u, power)) for mask, w, u in reports]
            first = raised_to(h * numbers[0], power) + (x.value if power == 2 else 0)
            found.append(sum(part * raised(mask[0], h) for mask, part in moments) - first)
            for j in range(1, self.truths):
                total = sum(part * (mask[j] - mask[0]) for mask, part in moments)
                found.append(total - gap(numbers, j, power, h))
        for mask, _, u in reports:
            linear = self.linear(h, x, mask)
            found.append(paid(x.squares, mask, h) * u - linear)
            found.append(linear * u - paid(x.constants, mask, h))
        return [*found, sum(x.squares) - 1]

    def linear(self, h: Any, x: GroupUnknowns, mask: Mask) -> Any:
        """h p.r."""
        rest = zip(x.slopes[1:], mask[1:], strict=True)
        return x.slopes[0] * raised(mask[0], h) + sum(p * (m - mask[0]) for p, m in rest)

    def slack(self, h: Any, x: GroupUnknowns, mask: Mask) -> Any:
        """h^2 times (q.r)(y.r) - (p.r)^2."""
        linear = self.linear(h, x, mask)
        return paid(x.squares, mask, h) * paid(x.constants, mask, h) - linear * linear

    def derivatives(self, h: Any, x: GroupUnknowns) -> list[list[Any]]:
        """The Jacobian matrix of the residuals, and in its last column their derivatives in h."""
        values = [*x.flat, h]
        return list(map(list, entrywise(partial(_sum_of, values=values), slopes_of(self))))


Terms = Sequence[tuple[Any, Sequence[int]]]
"""A polynomial: coefficients with the places of the unknowns that they are multiplied by."""


@lru_cache(maxsize=256)
def slopes_of(system: GroupSystem) -> Sequence[Sequence[Terms]]:
    """The derivatives of each residual by every unknown, and by h at last."""
    size = system.size
    ring = fmpq_mpoly_ctx.get([f"x{i}" for i in range(size + 1)], Ordering.lex)
    *unknowns, h = ring.gens()
    numbers = [fmpq(number.numerator, number.denominator) for number in system.numbers]
    left = system.residuals(h, system.unknowns(unknowns), numbers)
    return tabulated(lambda residual, i: _terms(residual.derivative(i)), left, range(size + 1))


def _terms(polynomial: fmpq_mpoly) -> Terms:
    found = []
    for powers, c in polynomial.to_dict().items():
        places = chain.from_iterable([i] * int(power) for i, power in enumerate(powers))
        # Whole numbers multiply doubles as well as balls.
        found.append((int(c.p) if c.q == 1 else c, tuple(places)))
    return found


def _sum_of(terms: Terms, values: Sequence[Any]) -> Any:
    total: Any = 0
    for c, places in terms:
        part = c
        for i in places:
            part = part * values[i]
        total = total + part
    return total


def raised(high: int, h: Any) -> Any:
    """The likelihood 1 + h m."""
    return 1 + h * high


def paid(prices: Numbers, mask: Mask, h: Any) -> Any:
    """The sum of prices times likelihoods."""
    return sum(price * raised(high, h) for price, high in zip(prices, mask, strict=True))


def gap(numbers: Numbers, truth: int, power: int, h: Any) -> Any:
    """What the moments of a truth are above those of truth 0, over h: h^(power - 1) times that."""
    if power == 0:
        return 0
    return raised_to(h, power - 1) * (numbers[truth] ** power - numbers[0] ** power)


def raised_to(x: Any, power: int) -> Any:
    """x^power, 1 for power 0 also in fields where 0^0 is refused."""
    return x**power if power else 1


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
    found = [tuple(map(int, np.flatnonzero(squares > least))) for least in PAID]
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
        slopes = solution.slopes[0]
        constants = solution.constants
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
            slopes = np.array(system.derivatives(h, x), dtype=float)[:, :-1]
            step = np.linalg.solve(slopes, left)
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
    rows = found.choice.rows
    solution = found.solution
    for row, weight, paid in zip(rows, solution.weights, solution.products[0], strict=True):
        mask = tuple(int(entry > rows.min()) for entry in row)
        if 0 < sum(mask) < len(mask):
            known = reports.get(mask, (0.0, 0.0))
            reports[mask] = known[0] + weight, known[1] + paid
    return reports


def _variance(found: WorstFound) -> float:
    solution = found.solution
    seconds = (solution.weights * solution.values[0] ** 2) @ found.choice.rows
    return float((seconds - found.goal.contrasts[0] ** 2).max())
