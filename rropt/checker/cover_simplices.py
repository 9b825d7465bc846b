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

Any cut serves, and any t_n. Where the file states `forms`, a quadratic form below the charge less
the utility is looked at next (`simplex_forms`). A simplex that does not pass is halved: the middle
of an edge takes the place of either end. Its t_n is at most the mean ratio x.c / max y.v, c the
centroid: where y.v is 0 at a vertex, the line at the ratio of the centroid would be far below f at
the others. For a > 1, L = t^(a - 1) (a x - (a - 1) t y): at most a / (a - 1) times the least x.v /
y.v, t makes no line negative at a vertex. At order 64 those at mean ratios are far below 0 until
ratios differ by a sixtieth: four truths took 130,000 simplices for 3,000. How many simplices and
how many lines (an order with a t) are looked at is stated. The deeper a simplex, the more digits t
has. Bystanders (`staircases`) are left out.

Halved is the edge along which budgets bend the most: sum w_n (e_n(v) - e_n(w))^2 / max y, e = x -
t y with t the mean ratio, of those with an end where lines do not pay. By Taylor a line that
touches at t is z f''(t) e^2 / (2 y) below its budget: w_n is z f'' at the vertices where lines do
not pay, times what they lack there (`Bends`). The longest edge would do as well, but where one
truth is rare in all reports others need not be told apart as finely: one truth against three takes
250 simplices for 24,000, and with all w_n = 1 / t four truths took one and a half times as many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from .budget_charge import bystanders
from .charge import Charge, Cover
from .cleared import cleared, cleared_rows, dot
from .convex_utility import ConvexUtility
from .costs_of_rows import allow_worths, bits_of_payment
from .fields import ONE, Vector, count, is_whole, record
from .logarithm import few_logarithms
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

DIGITS_OF_BEND, PAID_IN_BENDS = 5, 16
"""Of the ratios at which budgets bend: more digits gain nothing. And a bend counts up to where its
power is so many times the least y_j - u of a truth alone: beyond it a line pays whatever it is.
Of 1 to 256 times all do as well."""

MAX_LINES_OF_LOGARITHMS = 1 << 15
"""Of orders that are 1 or no integer: 35 us each."""

STEPS_OF_LINE, STEPS_OF_BEND, BITS_OF_FORM, MAX_FORM_WORK = 24, 64, 2048, 1 << 36
"""A power takes as long in a form of four truths as of three, and numbers of 1200 bits as long as
those of 300: 14,000 simplices and 8,500 forms of four truths with twelve budgets took 6 s in place
of 10 on a busy machine, which is two thirds of what is allowed."""

MAX_SIMPLEX_WORK = 1 << 32
"""What utilities take at vertices."""

UNCOVERED = "the prices do not cover a simplex"

Vertex = tuple[int, ...]
Simplex = list[Vertex]


@dataclass(frozen=True)
class CoverBySimplices:
    """The charge, the utility, and how many simplices, lines and forms show it."""

    charge: Charge
    utility: ConvexUtility
    simplices: int
    lines: int
    forms: int = 0

    def verify(self, doubts: Doubts) -> None:
        """Every simplex passes, or is halved."""
        powers, unit = self._powers()
        lines = Lines({}, self.lines)
        first = first_simplex(self.charge, self.utility)
        slacks = {vertex: self._slack(vertex, unit) for vertex in first}
        least = min(map(abs, slacks.values()), default=0)
        paid = PAID_IN_BENDS * least // (WHOLE << LINE_BITS)
        bends = Bends.of(powers.charged, paid, lines)
        left = [(0, first)]
        looked = forms = 0
        while left:
            looked += 1
            need(looked <= self.simplices, UNCOVERED)  # no more than were announced
            depth, simplex = left.pop()
            digits = FIRST_DIGITS + 3 * depth // (4 * max(1, len(simplex) - 1))
            for vertex in simplex:
                if vertex not in slacks:
                    slacks[vertex] = self._slack(vertex, unit)
            sums = [slacks[vertex] for vertex in simplex]
            spans = powers.spans(simplex)
            budgets = [PricedSpans(z, spans[z.left], spans[z.right]) for z in powers.charged]
            for budget in budgets:
                line = lines.at(budget.power.order, budget.ratio_of_line(digits))
                slope, height = [budget.power.price * x for x in line]
                for i, (x, y) in enumerate(zip(budget.x.values, budget.y.values, strict=True)):
                    sums[i] += slope * x - height * y
            if all(x >= 0 for x in sums):
                continue
            if self.forms:
                forms += 1
                need(forms <= self.forms, UNCOVERED)
                charges = self._charges(simplex, unit)
                if powers.are_covered(simplex, spans, charges, lines, digits):
                    continue
            edge = edge_to_halve(budgets, digits, bends.weights(simplex, budgets, sums), sums)
            left += [(depth + 1, half) for half in halves(simplex, *edge)]

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
        entropies = self.utility.entropies if self.forms else []
        alone = [power(z, x, y) for x, y, z in entropies]
        parts = [quotient(*part) for part in (self.utility.squares if self.forms else [])]
        whole, unit = cleared(shares)
        prices = iter(whole)
        budgets = [Priced(*own, Order.of(a), next(prices)) for own, a in charged]
        return Powers(
            list(places),
            [budget for budget in budgets if budget.price],
            [Priced(*own, Order.of(ONE), next(prices)) for own in alone],
            [Squares(*own, next(prices)) for own in parts],
        ), unit << LINE_BITS

    def _charges(self, simplex: Simplex, unit: int) -> list[int]:
        """y.v, rounded down."""
        prices, own = cleared(self.charge.prices)
        return [dot(prices, vertex) * unit // own for vertex in simplex]

    def _slack(self, vertex: Vertex, unit: int) -> int:
        """y.v - u(v), rounded down."""
        prices, own = cleared(self.charge.prices)
        charge = Fraction(dot(prices, vertex), own)
        slack = charge - self.utility.ends(plain_row(vertex))[1]
        return slack.numerator * unit // slack.denominator


class PricedSpans(NamedTuple):
    """The power of a budget with its x and y at the vertices of a simplex."""

    power: Priced
    x: Span
    y: Span

    @property
    def mean_ratio(self) -> Ratio:
        """x.c and max y.v, both n times."""
        return self.x.total, len(self.y.values) * self.y.most

    def ratio_of_line(self, digits: int) -> Ratio:
        """t of its line."""
        top, bottom = self.mean_ratio
        order = self.power.order
        a, less = order.top, order.compare(1)
        # Where a vertex has a lower ratio, so have the least x and the largest y.
        if less and a * self.x.least * bottom < top * less * self.y.most:
            for x, y in zip(self.x.values, self.y.values, strict=True):
                if y and a * x * bottom < top * less * y:
                    top, bottom = a * x, less * y
        return short_ratio(top, bottom, order, digits)


@dataclass(frozen=True)
class Bends:
    """z f'' of the budgets with a price, at ratios of few digits and up to some most."""

    most: Sequence[int]
    lines: Lines
    known: dict[Vertex, list[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, budgets: Sequence[Priced], paid: int, lines: Lines) -> Bends:
        """Up to the ratio at which a power pays so much, to the next power of two."""
        most = []
        for budget in budgets:
            top, bottom, _ = budget.order
            # At the ratio t = (paid / z)^(1 / a) it is a (a - 1) paid / t^2.
            halvings = 2 * bottom * ((paid // budget.price | 1).bit_length() - 1) // top
            at_one = (top * (top - bottom) * paid << LINE_BITS) // bottom**2
            most.append(at_one >> halvings)
        return cls(most, lines)

    def weights(
        self, simplex: Simplex, budgets: Sequence[PricedSpans], sums: Sequence[int]
    ) -> list[int]:
        """What lines lack at the vertices times the bend there, added up, for each budget.

        For a <= 2 that at the mean ratio: f'' has no bound where x is 0.
        """
        found = [0] * len(budgets)
        lack = 0
        for i, x in enumerate(sums):
            if x >= 0:
                continue
            lack -= x
            vertex = simplex[i]
            if vertex not in self.known:
                self.known[vertex] = [
                    self._at(budget, most, i)
                    for budget, most in zip(budgets, self.most, strict=True)
                ]
            for n, bend in enumerate(self.known[vertex]):
                found[n] -= x * bend
        for n, budget in enumerate(budgets):
            if budget.power.order.compare(2) <= 0:
                found[n] = lack * self._bend(budget.power, budget.mean_ratio)
        return found

    def _at(self, budget: PricedSpans, most: int, i: int) -> int:
        """At a vertex, of orders beyond 2."""
        if budget.power.order.compare(2) <= 0:
            return 0
        return min(most, self._bend(budget.power, (budget.x.values[i], budget.y.values[i])))

    def _bend(self, budget: Priced, ratio: Ratio) -> int:
        order, price = budget.order, budget.price
        if not order.compare(2):
            return 2 * price << LINE_BITS
        return price * self.lines.second(order, short_ratio(*ratio, order, DIGITS_OF_BEND))


def edge_to_halve(
    budgets: Sequence[PricedSpans], digits: int, weights: Sequence[int], sums: Sequence[int]
) -> tuple[int, int]:
    """Along which budgets bend the most, the first in order of equal ones.

    - digits: of the mean ratios of the budgets, which have these weights
    - sums: what lines leave at the vertices, negative at some of them
    """
    pairs = combinations(range(len(sums)), 2)
    changes = {(a, b): 0 for a, b in pairs if sums[a] < 0 or sums[b] < 0}
    need(changes, UNCOVERED)  # a vertex alone has no edges
    for budget, weight in zip(budgets, weights, strict=True):
        top, bottom = short_ratio(*budget.mean_ratio, budget.power.order, digits)
        below = bottom * bottom * budget.y.most
        values = zip(budget.x.values, budget.y.values, strict=True)
        beside = [bottom * x - top * y for x, y in values]
        for a, b in changes if below else ():  # all ratios are infinite where y is 0
            changes[a, b] += weight * (beside[a] - beside[b]) ** 2 // below
    return max(changes, key=changes.__getitem__)


def first_simplex(charge: Charge, utility: ConvexUtility) -> Simplex:
    """All rows that add up to WHOLE, and are 0 at bystanders."""
    truths = range(len(charge.prices))
    idle = bystanders(charge, utility)
    return [tuple(WHOLE * (i == j) for j in truths) for i in truths if i not in idle]


def halves(simplex: Simplex, a: int, b: int) -> list[Simplex]:
    """Both parts on either side of the middle of an edge."""
    sums = [x + y for x, y in zip(simplex[a], simplex[b], strict=True)]
    need(not any(x % 2 for x in sums), UNCOVERED)
    middle = tuple(x // 2 for x in sums)
    return [[middle if i == end else v for i, v in enumerate(simplex)] for end in (a, b)]


def _priced_conditions(charge: Any) -> list[tuple[Condition, Fraction]]:
    return [(charge.privacy.conditions[n], z) for n, (z, _) in charge.budgets.items()]


def read_simplices(value: dict[str, Any], charge: Any, utility: ConvexUtility, size: Size) -> Cover:
    """The field `cover` with the proof `simplices`."""
    record(value, "proof simplices lines", "forms")
    listed = charge.privacy.budgets == "condition_prices"
    well_formed(listed, "simplices are for Renyi budgets")
    well_formed(utility.family != "listed values", "the values at vertices are not given")
    simplices = count(value["simplices"])
    lines = count(value["lines"])
    forms = count(value["forms"]) if "forms" in value else 0
    conditions = [condition for condition, _ in _priced_conditions(charge)]
    for condition in conditions:
        well_formed(condition.order, "a price of a condition that is no Renyi budget")
    truths = len(charge.prices)
    orders = [condition.order for condition in conditions if condition.order is not None]
    if not all(map(is_whole, orders)) or (forms and utility.logarithms):
        few_logarithms(lines, MAX_LINES_OF_LOGARITHMS)
    halvings = simplices // 2  # each makes two simplices and one vertex
    vertices = truths + halvings
    if utility.logarithms:
        few_logarithms(truths * vertices, MAX_LINES_OF_LOGARITHMS)
    forms_of_budgets = [form for c in conditions for form in (c.left, c.right)]
    bits = bits_of_payment(charge, utility, size, forms_of_budgets)
    allow_worths(size, vertices, utility, bits)
    size.allow_counted(vertices * utility.steps * bits, MAX_SIMPLEX_WORK)
    # Edges, vertices and the list of what is left take as long as four budgets.
    steps = simplices * (4 + len(conditions)) * (truths**2 + STEPS_OF_LINE)
    if forms:
        parts = [*utility.entropies, *utility.squares]
        well_formed(parts, "forms are for ratios and entropies")
        powers = len(conditions) + len(parts)
        steps += forms * (powers * (truths**2 + STEPS_OF_BEND) + truths**3)
        size.allow(sum(len(vectors) for _, vectors, _ in utility.squares) * truths**2)
    size.allow_counted(steps * (bits + BITS_OF_FORM), MAX_FORM_WORK)
    return CoverBySimplices(charge, utility, simplices, lines, forms).verify
