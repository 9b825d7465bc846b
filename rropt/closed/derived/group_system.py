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

Numbers are shifted and scaled into [-1, 1], where they are whole ones over a common unit: whole
numbers multiply doubles, balls and polynomials alike, so that the same equations serve for all.

Doubles say where the equations may hold: the truths that are paid, the reports.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import chain, pairwise, product
from operator import mul
from typing import Any

import flint
import numpy as np
from flint import Ordering, fmpz_mpoly, fmpz_mpoly_ctx

from rropt.design.worst.cone_program import GroupGoal
from rropt.design.worst.worst_search import WorstFound, search_line
from rropt.exact import over_common_denominator
from rropt.exact.convert import ball
from rropt.exact.entries import entrywise, tabulated
from rropt.exact.precision import working_precision


@dataclass(frozen=True)
class CentredNumbers:
    """The different numbers of the truths are middle + half whole / unit, whole from -unit to unit;
    `places` has that of each truth among them.
    """

    middle: Fraction
    half: Fraction
    whole: tuple[int, ...]
    unit: int
    places: tuple[int, ...]


def centred(values: Sequence[Fraction]) -> CentredNumbers:
    """The numbers around the middle of all.

    >>> numbers = centred([Fraction(3), Fraction(1), Fraction(3, 2), Fraction(1)])
    >>> numbers.whole, numbers.unit, numbers.places
    ((-2, -1, 2), 2, (2, 0, 1, 0))
    """
    points = sorted(set(values))
    middle = (points[0] + points[-1]) / 2
    half = (points[-1] - points[0]) / 2
    whole, unit = over_common_denominator([(x - middle) / half for x in points])
    return CentredNumbers(middle, half, whole, unit, tuple(map(points.index, values)))


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


@dataclass(frozen=True)
class GroupSystem:
    """The equations for some numbers, in units, and the reports that are used."""

    numbers: tuple[int, ...]
    unit: int
    support: tuple[Mask, ...]

    @property
    def truths(self) -> int:
        return len(self.numbers)

    @property
    def size(self) -> int:
        return self.ends[-1] + 1

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

    def residuals(self, h: Any, x: GroupUnknowns) -> list[Any]:
        """Left sides less right sides."""
        first, *others = self.numbers
        unit = self.unit
        products = list(map(mul, x.weights, x.reports))
        mass = self._moments(h, x.weights)
        mean = self._moments(h, products)
        square = self._moments(h, list(map(mul, products, x.reports)))
        found = [mass[0] - 1, *mass[1:]]
        found.append(unit * mean[0] - h * first)
        found += [unit * m - (n - first) for m, n in zip(mean[1:], others, strict=True)]
        found.append(unit**2 * (square[0] - x.value) - h * h * first**2)
        found += [
            unit**2 * m - h * (n**2 - first**2) for m, n in zip(square[1:], others, strict=True)
        ]
        for mask, u in zip(self.support, x.reports, strict=True):
            linear = self.linear(h, x, mask)
            found.append(paid(x.squares, mask, h) * u - linear)
            found.append(linear * u - paid(x.constants, mask, h))
        return [*found, sum(x.squares) - 1]

    def _moments(self, h: Any, weights: Numbers) -> list[Any]:
        """The sum of weights times likelihoods of truth 0; for the others what is more, over h."""
        pairs = list(zip(weights, self.support, strict=True))
        found = [sum(w * raised(mask[0], h) for w, mask in pairs)]
        for j in range(1, self.truths):
            found.append(sum(w * (mask[j] - mask[0]) for w, mask in pairs))
        return found

    def linear(self, h: Any, x: GroupUnknowns, mask: Mask) -> Any:
        """h p.r."""
        rest = zip(x.slopes[1:], mask[1:], strict=True)
        return x.slopes[0] * raised(mask[0], h) + sum(p * (m - mask[0]) for p, m in rest)

    def slack(self, h: Any, x: GroupUnknowns, mask: Mask) -> Any:
        """h^2 times (q.r)(y.r) - (p.r)^2."""
        linear = self.linear(h, x, mask)
        return paid(x.squares, mask, h) * paid(x.constants, mask, h) - linear * linear

    def signs(self, h: Any, x: GroupUnknowns) -> list[Any]:
        """What is not negative where the solution is optimal."""
        return [*x.weights, *x.squares, *(self.slack(h, x, mask) for mask in self.unused)]

    def jacobian(self, h: Any, flat: Numbers) -> Sequence[Sequence[Any]]:
        """The derivatives of the residuals, a row a residual."""
        return entrywise(partial(_sum_of, values=[*flat, h]), slopes_of(self))


Terms = Sequence[tuple[int, Sequence[int]]]
"""A polynomial: coefficients with the places of the unknowns that they are multiplied by."""


@lru_cache(maxsize=256)
def slopes_of(system: GroupSystem) -> Sequence[Sequence[Terms]]:
    """The derivatives of each residual by every unknown; h is the last of the places."""
    size = system.size
    ring = fmpz_mpoly_ctx.get([f"x{i}" for i in range(size + 1)], Ordering.lex)
    *unknowns, h = ring.gens()
    left = system.residuals(h, system.unknowns(unknowns))
    return tabulated(lambda residual, i: _terms(residual.derivative(i)), left, range(size))


def _terms(polynomial: fmpz_mpoly) -> Terms:
    found = []
    for powers, c in polynomial.to_dict().items():
        places = chain.from_iterable([i] * int(power) for i, power in enumerate(powers))
        found.append((int(c), tuple(places)))
    return found


def _sum_of(terms: Terms, values: Sequence[Any]) -> Any:
    total: Any = 0
    for c, places in terms:
        part: Any = c
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


PAID = (1e-3, 1e-5, 1e-7)
"""Shares of the least favourable group below these may be none: the first that fits is taken."""

USED = (1e-4, 1e-5, 1e-6, 1e-7)
"""Weights below these may be none: what a support is, its equations decide."""

MOST_STEPS = 30
NEAR = 1e-9

START_BITS = 64
"""Of a solution that is a start for others, and whose signs are looked at."""

Start = list[float]


def active_truths(numbers: Numbers, unit: int, level: Fraction) -> list[tuple[int, ...]]:
    """The truths that the least favourable group may have, few first."""
    squares = _searched(numbers, unit, level).solution.squares
    found = [tuple(map(int, np.flatnonzero(squares > least))) for least in PAID]
    return [active for active in dict.fromkeys(found) if len(active) > 1]


def starts(
    numbers: Sequence[int], unit: int, level: Fraction
) -> Iterator[tuple[GroupSystem, Start]]:
    """Systems with a solution that seems to be optimal, few reports first."""
    found = _searched(numbers, unit, level)
    solution = found.solution
    h = float(level) - 1
    reports = _merged(found)
    slopes = solution.slopes[0]
    rest = [h * slopes.sum(), *(h * h * slopes[1:]), *(h * h * solution.constants)]
    tried: set[tuple[Mask, ...]] = set()
    for least in USED:
        support = tuple(sorted(mask for mask, (weight, _) in reports.items() if weight > least))
        if support in tried:
            continue
        tried.add(support)
        system = GroupSystem(tuple(numbers), unit, support)
        weights = [reports[mask][0] for mask in support]
        scaled = [h * reports[mask][1] / reports[mask][0] for mask in support]
        start = [*weights, *scaled, *solution.squares, *rest, h * h * _variance(found)]
        polished = start_near(system, level, start)
        if polished is not None and seems_optimal(system, level, polished):
            yield system, polished


def start_near(system: GroupSystem, level: Fraction, near: Start) -> Start | None:
    """The solution near another one, in doubles."""
    found = solved(system, level - 1, near, START_BITS)
    return None if found is None else list(map(float, found))


def seems_optimal(system: GroupSystem, level: Fraction, at: Start) -> bool:
    """Whether weights, shares and slacks are positive in doubles."""
    return bool(min(system.signs(float(level) - 1, system.unknowns(at))) > -NEAR)


def solved(system: GroupSystem, h: Fraction, start: Numbers, bits: int) -> list[flint.arb] | None:
    """The solution that Newton's steps lead to, as middles of balls: nothing is proved of it."""
    with working_precision(bits):
        level = ball(h)
        at = list(map(flint.arb, start))
        for _ in range(MOST_STEPS):
            try:
                inverse = balls_of(system.jacobian(level, at)).inv().mid()
            except ZeroDivisionError:
                return None
            left = system.residuals(level, system.unknowns(at))
            step = (inverse * balls_of([[residual] for residual in left])).entries()
            at = [(a - s).mid() for a, s in zip(at, step, strict=True)]
            size = max(1.0, *(abs(float(a)) for a in at))
            # The error of the next step is about the square of this one.
            if max(abs(float(s)) for s in step) < size * 2.0 ** (-bits / 2):
                return at
    return None


def balls_of(rows: Sequence[Sequence[Any]]) -> flint.arb_mat:
    """A matrix of balls; entries may be whole numbers."""
    return flint.arb_mat([list(map(flint.arb, row)) for row in rows])


def _searched(numbers: Sequence[int], unit: int, level: Fraction) -> WorstFound:
    goal = GroupGoal(np.array([[n / unit for n in numbers]]))
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
    """What no table is below at these prices."""
    (numbers,) = found.goal.contrasts
    solution = found.solution
    paid = solution.constants.sum() + solution.squares @ numbers**2
    return float(2 * solution.slopes[0] @ numbers - paid)
