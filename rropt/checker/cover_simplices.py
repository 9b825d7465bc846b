"""Coverage of any convex utility under Renyi budgets, on ever smaller simplices.

Budget n bounds the sum over rows of phi_n(r) = y.r f(x.r / y.r), f(t) = t^a or t ln t (`renyi`),
and has the price z_n. phi_n is convex and homogeneous, and for any t > 0 nowhere below

    L_n(r) = f'(t) x.r - (t f'(t) - f(t)) y.r,      the line that touches f at t.

Theorem. Cut the rows r >= 0 with sum 1 into simplices. If for every simplex there are t_n > 0 with

    y.v + sum z_n L_n(v) >= u(v)    at each of its vertices v,

then every row r >= 0 is charged y.r + sum z_n phi_n(r) >= u(r).

Proof. A row of a simplex is sum s_i v_i with s_i >= 0. Its charge is at least y.r + sum z_n L_n(r),
which is linear: sum s_i (y.v_i + sum z_n L_n(v_i)) >= sum s_i u(v_i) >= u(r), since u is convex and
homogeneous. Both sides are homogeneous, so rows need not add up to 1.

Any cut serves, and any t_n. A simplex that does not pass is halved: the middle of its longest edge
takes the place of either end. Its t_n is x.c / max y.v, c the centroid: where y.v is 0 at a vertex,
the line at the ratio of the centroid would be far below f at the others. How many simplices and how
many lines (an order with a t) this takes is stated. The deeper a simplex, the more digits t has.
Bystanders (`staircases`) are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from .budget_charge import bystanders
from .charge import Charge
from .cleared import cleared, cleared_rows, dot
from .convex_utility import ConvexUtility
from .doubts import Doubts
from .exponential import FEWER_BITS, exp_ends
from .fields import count, record
from .limits import Size
from .logarithm import log_ends
from .logarithm_limits import MAX_RAY_LOGARITHMS, few_logarithms
from .ray_limits import allow_worths
from .renyi import is_whole
from .verdict import need, well_formed
from .whole_rows import plain_row

if TYPE_CHECKING:
    from .conditions import Condition

WHOLE = 1 << 48
"""What the entries of a vertex add up to, so that each edge can be halved so often."""

FIRST_DIGITS = 4
"""Binary digits of the first t, one more whenever all edges are halved: a line that touches a
little beside is nearly as high, and serves often."""

FARTHEST = 12
"""A t lies between 2^-12 and 2^12."""

LINE_BITS = 80
"""Lines are rounded down to multiples of 2^-80."""

MAX_LINES_OF_LOGARITHMS = 1 << 15
"""Of orders that are 1 or no integer: 35 us each."""

STEPS = 8
MAX_SIMPLEX_WORK = 1 << 32

UNCOVERED = "the prices do not cover a simplex"

Vertex = tuple[int, ...]
Simplex = list[Vertex]


class Priced(NamedTuple):
    """The forms x, y of a budget as whole numbers, its order, and its price over a unit."""

    left: list[int]
    right: list[int]
    order: Fraction
    price: int


@dataclass(frozen=True)
class CoverBySimplices:
    """The charge, the utility, and how many simplices and lines show it."""

    charge: Charge
    utility: ConvexUtility
    simplices: int
    lines: int

    def verify(self, doubts: Doubts) -> None:
        """Every simplex passes, or is halved."""
        budgets, unit = self._budgets()
        lines = Lines({}, self.lines)
        slacks: dict[Vertex, int] = {}
        left = [(0, first_simplex(self.charge, self.utility))]
        looked = 0
        while left:
            looked += 1
            need(looked <= self.simplices, UNCOVERED)
            depth, simplex = left.pop()
            digits = FIRST_DIGITS + depth // max(1, len(simplex) - 1)
            for vertex in simplex:
                if vertex not in slacks:
                    slacks[vertex] = self._slack(vertex, unit)
            sums = [slacks[vertex] for vertex in simplex]
            for budget in budgets:
                add_line(sums, simplex, budget, lines, digits)
            if any(x < 0 for x in sums):
                left += [(depth + 1, half) for half in halves(simplex)]

    def _budgets(self) -> tuple[list[Priced], int]:
        """Those with a price, and the unit of y.v - u(v) and of the lines."""
        found = []
        shares = []
        for condition, price in _priced_conditions(self.charge):
            (x, y), below = cleared_rows([condition.left, condition.right])
            shares.append(price / below)
            found.append((x, y, condition.order or Fraction(1)))
        prices, unit = cleared(shares)
        budgets = zip(found, prices, strict=True)
        return [Priced(*each, price) for each, price in budgets if price], unit << LINE_BITS

    def _slack(self, vertex: Vertex, unit: int) -> int:
        """y.v - u(v), rounded down."""
        charge = Fraction(dot(self.charge.whole_prices, vertex), self.charge.unit)
        slack = charge - self.utility.ends(plain_row(vertex))[1]
        return slack.numerator * unit // slack.denominator


@dataclass(frozen=True)
class Lines:
    """(f'(t), t f'(t) - f(t)) times 2^LINE_BITS by order and t, rounded so that lines are lower."""

    known: dict[tuple[Fraction, Fraction], tuple[int, int]]
    most: int

    def at(self, order: Fraction, t: Fraction) -> tuple[int, int]:
        if (order, t) not in self.known:
            need(len(self.known) < self.most, "a simplex needs another line")
            self.known[order, t] = line(order, t)
        return self.known[order, t]


def line(order: Fraction, t: Fraction) -> tuple[int, int]:
    """The line that touches at t.

    >>> line(Fraction(2), Fraction(3, 2)) == (3 << LINE_BITS, 9 << LINE_BITS - 2)
    True
    """
    if order == 1:
        return _down(1 + log_ends(t, FEWER_BITS)[0]), -_down(-t)
    if order.denominator == 1:
        power = t ** int(order - 1)
        low, high = power, power
    else:
        logarithms = log_ends(t, FEWER_BITS)
        low = exp_ends((order - 1) * logarithms[0], FEWER_BITS)[0]
        high = exp_ends((order - 1) * logarithms[1], FEWER_BITS)[1]
    return _down(order * low), -_down((1 - order) * t * high)


def _down(x: Fraction) -> int:
    return (x.numerator << LINE_BITS) // x.denominator


def add_line(sums: list[int], simplex: Simplex, budget: Priced, lines: Lines, digits: int) -> None:
    """z L at the vertices."""
    xs = [dot(budget.left, v) for v in simplex]
    ys = [dot(budget.right, v) for v in simplex]
    slope, height = lines.at(budget.order, short_ratio(sum(xs), len(xs) * max(ys), digits))
    for i, (x, y) in enumerate(zip(xs, ys, strict=True)):
        sums[i] += budget.price * (slope * x - height * y)


def short_ratio(x: int, y: int, digits: int) -> Fraction:
    """x / y to so many binary digits, rounded down; not too near to 0, nor too large.

    >>> short_ratio(1, 3, 12), short_ratio(1, 0, 12), short_ratio(1, 1 << 40, 12)
    (Fraction(1365, 4096), Fraction(4096, 1), Fraction(1, 4096))
    """
    if x >= y << FARTHEST:
        return Fraction(1 << FARTHEST)
    if x << FARTHEST <= y:
        return Fraction(1, 1 << FARTHEST)
    places = FARTHEST + digits
    whole = (x << places) // y
    rest = max(0, whole.bit_length() - digits)
    return Fraction(whole >> rest << rest, 1 << places)


def first_simplex(charge: Charge, utility: ConvexUtility) -> Simplex:
    """All rows that add up to WHOLE, and are 0 at bystanders."""
    truths = range(len(charge.prices))
    idle = bystanders(charge, utility)
    return [tuple(WHOLE * (i == j) for j in truths) for i in truths if i not in idle]


def halves(simplex: Simplex) -> list[Simplex]:
    """Two simplices; of edges of one length the first in order is halved."""
    need(len(simplex) > 1, UNCOVERED)
    pairs = combinations(range(len(simplex)), 2)
    a, b = max(pairs, key=lambda pair: _squared_length(simplex[pair[0]], simplex[pair[1]]))
    sums = [x + y for x, y in zip(simplex[a], simplex[b], strict=True)]
    need(not any(x % 2 for x in sums), UNCOVERED)
    middle = tuple(x // 2 for x in sums)
    return [[middle if i == end else v for i, v in enumerate(simplex)] for end in (a, b)]


def _squared_length(v: Vertex, w: Vertex) -> int:
    return sum((x - y) ** 2 for x, y in zip(v, w, strict=True))


def _priced_conditions(charge: Any) -> list[tuple[Condition, Fraction]]:
    return [(charge.privacy.conditions[n], z) for n, (z, _) in charge.budgets.items()]


def read_simplices(
    value: dict[str, Any], charge: Any, utility: ConvexUtility, size: Size
) -> CoverBySimplices:
    """The field `cover` with the proof `simplices`."""
    record(value, "proof simplices lines")
    listed = charge.privacy.budgets == "condition_prices"
    well_formed(listed, "simplices are for Renyi budgets")
    simplices = count(value["simplices"])
    lines = count(value["lines"])
    conditions = [condition for condition, _ in _priced_conditions(charge)]
    for condition in conditions:
        without = condition.order is not None and not condition.steps
        well_formed(without, "a price of a condition that is no Renyi budget, or has levels")
    truths = len(charge.prices)
    orders = [condition.order for condition in conditions if condition.order is not None]
    if not all(map(is_whole, orders)):
        few_logarithms(lines, MAX_LINES_OF_LOGARITHMS)
    vertices = truths + simplices // 2
    if utility.logarithms:
        few_logarithms(truths * vertices, MAX_RAY_LOGARITHMS)
    allow_worths(size, vertices, utility)
    of_simplex = truths**2 * (1 + STEPS * len(conditions))
    size.allow(vertices * utility.steps + simplices * of_simplex, MAX_SIMPLEX_WORK)
    return CoverBySimplices(charge, utility, simplices, lines)
