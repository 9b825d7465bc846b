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

Any cut serves, and any t_n. The file says the cut: simplex by simplex, whether it is halved (the
middle of an edge takes the place of either end), lines show it, or a quadratic form below the
charge less the utility does (`simplex_forms`). So only what shows something is looked at.

The t_n of a line is at most the mean ratio x.c / max y.v, c the centroid: where y.v is 0 at a
vertex, the line at the ratio of the centroid would be far below f at the others. For a > 1, L =
t^(a - 1) (a x - (a - 1) t y): at most a / (a - 1) times the least x.v / y.v, t makes no line
negative at a vertex. At order 64 those at mean ratios are far below 0 until ratios differ by a
sixtieth: four truths took 130,000 simplices for 3,000. How many lines (an order with a t) are
looked at is stated. The deeper a simplex, the more digits t has. Bystanders (`staircases`) are left
out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

from .budget_charge import bystanders
from .charge import Charge, Cover
from .cleared import cleared, cleared_rows, dot
from .convex_utility import ConvexUtility
from .costs_of_rows import allow_worths, bits_of_payment
from .fields import ONE, Vector, count, index, is_whole, listed, record
from .private_table import plain_row
from .renyi import LINE_BITS
from .simplex_forms import (
    Lines,
    Order,
    Powers,
    Priced,
    Ratio,
    Span,
    Squares,
    rounded_up,
    short_ratio,
)
from .verdict import Doubts, Size, need, well_formed

if TYPE_CHECKING:
    from .conditions import Condition

WHOLE = 1 << 48
"""What the entries of a vertex add up to, so that each edge can be halved so often."""

FIRST_DIGITS = 4
"""Binary digits of the first t, three more whenever all edges are halved four times: a line that
touches a little beside is nearly as high, and serves often. One more each time took twice the lines
for a hundredth of the simplices, two for four of two truths leave far too many."""

MAX_LINES_OF_LOGARITHMS = 1 << 16
"""Of orders that are 1 or no integer, 60 us each, and vertices with logarithms of a utility."""

STEPS_OF_LINE, STEPS_OF_BEND, POWERS_OF_SQUARES, BITS_OF_FORM, MAX_FORM_WORK = (
    24,
    64,
    5,
    2048,
    1 << 35,
)
"""A power takes as long in a form of four truths as of three, squares over a mean in a browser as
long as five, and numbers of 1200 bits as long as those of 300. What is allowed takes some 4 s:
9,600 simplices by lines and 2,260 by forms of four truths with ten budgets took 1.8 s."""

MAX_SIMPLEX_WORK = 1 << 32
"""What utilities take at vertices."""

UNCOVERED = "the prices do not cover a simplex"

Vertex = tuple[int, ...]
Simplex = list[Vertex]


SHOWN_BY_LINES, SHOWN_BY_A_FORM, HALVED = range(3)
"""What a cut says of a simplex; from HALVED on, along which edge."""


@dataclass(frozen=True)
class CoverBySimplices:
    """The charge, the utility, and how simplices are cut that so many lines and forms show."""

    charge: Charge
    utility: ConvexUtility
    cut: list[int]
    lines: int

    def verify(self, doubts: Doubts) -> None:
        """Every simplex that is not halved is covered."""
        powers, unit = self._powers()
        lines = Lines({}, self.lines)
        slacks: dict[Vertex, int] = {}
        prices = cleared(self.charge.prices)
        left = [(0, first_simplex(self.charge, self.utility))]
        for told in self.cut:
            depth, simplex = left.pop()
            if told >= HALVED:
                left += [(depth + 1, half) for half in halves(simplex, told - HALVED)]
                continue
            digits = FIRST_DIGITS + 3 * depth // (4 * max(1, len(simplex) - 1))
            spans = powers.spans(simplex)
            if told == SHOWN_BY_LINES:
                for vertex in simplex:
                    if vertex not in slacks:
                        slacks[vertex] = self._slack(vertex, prices, unit)
                left_over = [slacks[vertex] for vertex in simplex]
                is_covered = lines_pay(powers.charged, spans, left_over, lines, digits)
            else:
                charges = [dot(prices[0], vertex) * unit // prices[1] for vertex in simplex]
                is_covered = powers.are_covered(simplex, spans, charges, lines, digits)
            need(is_covered, UNCOVERED)

    def _powers(self) -> tuple[Powers, int]:
        """Those of budgets with a price, and of the utility where forms are looked at; the unit of
        y.v - u(v) and of the lines.
        """
        places: dict[tuple[int, ...], int] = {}
        shares: list[Fraction] = []

        def place(form: Sequence[int]) -> int:
            return places.setdefault(tuple(form), len(places))

        def power(scale: Fraction, left: Vector, right: Vector) -> tuple[int, int]:
            (x, y), below = cleared_rows([left, right])
            shares.append(scale / below)  # it is homogeneous
            return place(x), place(y)

        def quotient(
            mean: Vector, vectors: list[Vector], scales: list[Fraction]
        ) -> tuple[int, list[int]]:
            whole, below = cleared(mean)
            matrix, step = rounded_up(vectors, scales)
            shares.append(step * below)
            return place(whole), list(map(place, matrix))

        conditions = _priced_conditions(self.charge)
        charged = [(power(z, c.left, c.right), c.order or ONE) for c, z in conditions]
        has_forms = SHOWN_BY_A_FORM in self.cut
        alone = [power(z, x, y) for x, y, z in (self.utility.entropies if has_forms else [])]
        parts = [quotient(*part) for part in (self.utility.squares if has_forms else [])]
        whole, unit = cleared(shares)
        prices = iter(whole)
        budgets = [Priced(*own, Order.of(a), next(prices)) for own, a in charged]
        return Powers(
            list(places),
            [budget for budget in budgets if budget.price],
            [Priced(*own, Order.of(ONE), next(prices)) for own in alone],
            [Squares(*own, next(prices)) for own in parts],
        ), unit << LINE_BITS

    def _slack(self, vertex: Vertex, prices: tuple[list[int], int], unit: int) -> int:
        """y.v - u(v), rounded down."""
        whole, own = prices
        charge = Fraction(dot(whole, vertex), own)
        slack = charge - self.utility.ends(plain_row(vertex))[1]
        return slack.numerator * unit // slack.denominator


def lines_pay(
    budgets: Sequence[Priced],
    spans: Sequence[Span],
    slacks: Sequence[int],
    lines: Lines,
    digits: int,
) -> bool:
    """Whether lines of so many digits pay what prices of truths lack at each vertex.

    - spans: of all forms
    - slacks: what the prices of truths leave
    """
    sums = list(slacks)
    for budget in budgets:
        x, y = spans[budget.left], spans[budget.right]
        t = short_ratio(*ratio_of_line(x, y, budget.order), budget.order, digits)
        slope, height = [budget.price * each for each in lines.at(budget.order, t)]
        for i, (above, below) in enumerate(zip(x.values, y.values, strict=True)):
            sums[i] += slope * above - height * below
    return all(each >= 0 for each in sums)


def ratio_of_line(x: Span, y: Span, order: Order) -> Ratio:
    """The mean ratio x.c / max y.v, or the largest at which the line is nowhere negative."""
    top, bottom = x.total, len(y.values) * y.most
    a, less = order.top, order.compare(1)
    # Where a vertex has a lower ratio, so have the least x and the largest y.
    if less and a * x.least * bottom < top * less * y.most:
        for above, below in zip(x.values, y.values, strict=True):
            if below and a * above * bottom < top * less * below:
                top, bottom = a * above, less * below
    return top, bottom


def first_simplex(charge: Charge, utility: ConvexUtility) -> Simplex:
    """All rows that add up to WHOLE, and are 0 at bystanders."""
    truths = range(len(charge.prices))
    idle = bystanders(charge, utility)
    return [tuple(WHOLE * (i == j) for j in truths) for i in truths if i not in idle]


def halves(simplex: Simplex, edge: int) -> list[Simplex]:
    """Both parts on either side of the middle of an edge, that without its first end the last."""
    edges = list(combinations(range(len(simplex)), 2))
    need(edge < len(edges), "a simplex has no such edge")
    a, b = edges[edge]
    sums = [x + y for x, y in zip(simplex[a], simplex[b], strict=True)]
    need(not any(x % 2 for x in sums), UNCOVERED)
    middle = tuple(x // 2 for x in sums)
    return [[middle if i == end else v for i, v in enumerate(simplex)] for end in (b, a)]


def _priced_conditions(charge: Any) -> list[tuple[Condition, Fraction]]:
    return [(charge.privacy.conditions[n], z) for n, (z, _) in charge.budgets.items()]


def read_simplices(value: dict[str, Any], charge: Any, utility: ConvexUtility, size: Size) -> Cover:
    """The field `cover` with the proof `simplices`."""
    record(value, "proof cut lines")
    listed_budgets = charge.privacy.budgets == "condition_prices"
    well_formed(listed_budgets, "simplices are for Renyi budgets")
    well_formed(utility.family != "listed values", "the values at vertices are not given")
    truths = len(charge.prices)
    most = HALVED + truths * (truths - 1) // 2
    cut = [index(told, most) for told in listed(value["cut"])]
    lines = count(value["lines"])
    well_formed(_is_whole_cut(cut), "a cut that does not end with its last simplex")
    conditions = [condition for condition, _ in _priced_conditions(charge)]
    for condition in conditions:
        well_formed(condition.order, "a price of a condition that is no Renyi budget")
    by_lines, forms = cut.count(SHOWN_BY_LINES), cut.count(SHOWN_BY_A_FORM)
    orders = [condition.order for condition in conditions if condition.order is not None]
    # Each halving makes one vertex; the worth is asked for where lines show it.
    vertices = min(truths * by_lines, truths + len(cut) // 2)
    if not all(map(is_whole, orders)) or (forms and utility.logarithms):
        size.allow_counted(lines, MAX_LINES_OF_LOGARITHMS)
    if utility.logarithms:
        size.allow_counted(vertices, MAX_LINES_OF_LOGARITHMS)
    forms_of_budgets = [form for c in conditions for form in (c.left, c.right)]
    bits = bits_of_payment(charge, utility, size, forms_of_budgets)
    allow_worths(size, vertices, utility, bits)
    size.allow_counted(vertices * utility.steps * bits, MAX_SIMPLEX_WORK)
    steps = (len(cut) + by_lines * len(conditions)) * (truths**2 + STEPS_OF_LINE)
    if forms:
        powers = len(utility.entropies) + POWERS_OF_SQUARES * len(utility.squares)
        well_formed(powers, "forms are for ratios and entropies")
        powers += len(conditions)
        steps += forms * (powers * (truths**2 + STEPS_OF_BEND) + truths**3)
        size.allow(sum(len(vectors) for _, vectors, _ in utility.squares) * truths**2)
    size.allow_counted(steps * (bits + BITS_OF_FORM), MAX_FORM_WORK)
    return CoverBySimplices(charge, utility, cut, lines).verify


def _is_whole_cut(cut: Sequence[int]) -> bool:
    """Whether what is halved has both parts, and nothing else is told."""
    left = 1
    for told in cut:
        if not left:
            return False
        left += 1 if told >= HALVED else -1
    return not left
