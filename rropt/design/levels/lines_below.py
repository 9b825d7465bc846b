"""Lines below the functions of Renyi budgets, by which decisions are bounded.

For the ratio t = x.r / y.r a row adds y.r f(t) to the budget of order a, f(t) = t^a or t ln t. The
largest of lines that touch f at some ratios is below it, so under such lines a decision is one
linear program. Its multipliers of the lines of a budget with the price z add up, for each action,
to z times a line below f; that of the same slope which touches f is no lower. So a proof needs one
ratio of each action and budget, and with the lines there the least prices of truths that cover.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log

from rropt.design.engine.action_optimum import ActionPrices
from rropt.design.levels.renyi_table import rounded
from rropt.exact import Table, dyadic, round_up
from rropt.exact.convert import ball
from rropt.exact.precision import working_precision
from rropt.patterns.extreme import Pattern
from rropt.patterns.planes import along
from rropt.privacy.bound_forms import HIGH, BoundForm, Key
from rropt.privacy.conditions import Conditions, LevelCondition

Line = tuple[Fraction, Fraction]
"""(s, h) of s t - h."""

Steps = tuple[tuple[Fraction, Fraction], ...]
"""(c, g) of c [t - g]+, g ascending."""

Prices = Mapping[Key, Fraction]
Ratios = Mapping[Key, Fraction]
"""Of budgets, under their places."""

FIRST = (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(4))
"""Where the first lines touch; further ones follow from what is found with these."""

DIGITS = 26
"""Binary digits of the ratios where lines touch: their error is the square of that of a ratio."""

STEEPER = 4
"""A new line for rows that show one truth alone touches at so many times the largest ratio: without
it gaps of 1e-3 to 4e-3 were left of three and four truths."""

LEVEL_BITS = 44
"""Where two lines meet: rounded up by 1e-13 of it, as a program adds up all lines."""

FARTHEST_BELOW = Fraction(1, 2**20)
"""Where the base touches t ln t: it lies less than a millionth below 0 at t = 0."""

LINE_BITS, WORKING_BITS = 80, 256
"""A checker rounds lines down to multiples of 2^-80; one more is taken off here."""

FARTHEST_RATIO = 60 * log(2)
"""The largest logarithm of a ratio in a proof: a checker takes 128 digits."""

PRICE_BITS = 64
"""Prices are multiples of such a part of the bound: a certificate has some digits more, and rounds
them no more."""


def touching(order: Fraction, t: Fraction) -> Line:
    """The line that touches at t, rounded down as far as any checker does.

    >>> slope, height = touching(Fraction(2), Fraction(3))
    >>> float(slope), float(height), slope < 6, height > 9
    (6.0, 9.0, True, True)
    """
    with working_precision(WORKING_BITS):
        logarithm = ball(t).log()
        if order == 1:
            return _down(1 + logarithm), -_down(ball(-t))
        more = ball(order - 1)
        power = (more * logarithm).exp()
        return _down(ball(order) * power), -_down(-more * power * ball(t))


def _down(value: object) -> Fraction:
    """A multiple of 2^-80 below a ball, by one more than needs be."""
    lower = dyadic(value.lower())  # type: ignore[attr-defined]
    return Fraction((lower.numerator << LINE_BITS) // lower.denominator - 1, 1 << LINE_BITS)


def base_of(order: Fraction) -> Line:
    """The line that all others are added to: 0, which t ln t is not above."""
    return touching(order, FARTHEST_BELOW) if order == 1 else (Fraction(0), Fraction(0))


def steps_of(order: Fraction, points: Iterable[Fraction]) -> Steps:
    """The largest of the base and of the tangents at these points, as base + sum c [t - g]+.

    >>> steps = steps_of(Fraction(2), [Fraction(1), Fraction(2)])
    >>> [(float(c), round(float(g), 9)) for c, g in steps]
    [(2.0, 0.5), (2.0, 1.5)]
    """
    slope, height = base_of(order)
    found = []
    for point in sorted(set(points)):
        steeper, lower = touching(order, point)
        # Tangents left of where the base touches are left out, and those that a rounding made flat.
        if steeper > slope:
            # Two lines meet at g, beyond which the steeper one adds the difference of the slopes.
            found.append((steeper - slope, _short_above((lower - height) / (steeper - slope))))
            slope, height = steeper, lower
    return tuple(found)


def _short_above(x: Fraction) -> Fraction:
    """The next number of few bits: a larger g is a lower line, and many have a short denominator.

    >>> _short_above(Fraction(3, 2))
    Fraction(3, 2)
    """
    return round_up(x, LEVEL_BITS + max(0, -magnitude(x)))


def magnitude(x: Fraction) -> int:
    """About the logarithm to base 2."""
    return x.numerator.bit_length() - x.denominator.bit_length()


@dataclass(frozen=True)
class DecisionProof:
    """Prices of truths and of budgets, and for each action a ratio of each budget."""

    prices: tuple[Fraction, ...]
    budget_prices: dict[Key, Fraction]
    ratios: list[Ratios]


@dataclass(frozen=True)
class LinesBelow:
    """Of each budget the ratios where lines touch."""

    budgets: Sequence[LevelCondition]
    points: Sequence[Collection[Fraction]]

    @classmethod
    def first(cls, conditions: Conditions) -> LinesBelow:
        """At a few ratios."""
        return cls(conditions.listed, [FIRST] * len(conditions.listed))

    def finer(self, rows: Table) -> LinesBelow:
        """At the ratios of these rows as well."""
        found = []
        for budget, points in zip(self.budgets, self.points, strict=True):
            # Where y.r is 0 the ratio is infinite, and the steepest line counts: one more joins.
            steeper = STEEPER * max(points)
            ratios = _ratios(budget, rows)
            found.append({*points, *(rounded(steeper if t is None else t, DIGITS) for t in ratios)})
        return LinesBelow(self.budgets, found)

    def forms(self) -> list[BoundForm]:
        """x - g y of all lines, each under its place, with what the rows of a table add up to."""
        found: list[BoundForm] = []
        for n, (budget, points) in enumerate(zip(self.budgets, self.points, strict=True)):
            order = order_of(budget)
            # Columns add up to one, so that the base line s x - h y is one number for all tables.
            slope, height = base_of(order)
            most = budget.most[HIGH] - slope * _sum(budget.left) + height * _sum(budget.right)
            for c, g in steps_of(order, points):
                both = zip(budget.left, budget.right, strict=True)
                terms = tuple((j, x - g * y) for j, (x, y) in enumerate(both) if x != g * y)
                found.append(BoundForm((len(found),), (n,), c, terms, most))
        return found

    def proved(
        self, actions: Sequence[Pattern], found: ActionPrices, forms: Sequence[BoundForm]
    ) -> DecisionProof:
        """The least prices that cover with the lines whose slopes the program has found."""
        mosts: dict[Key, Fraction] = {
            (n,): budget.most[HIGH] for n, budget in enumerate(self.budgets)
        }
        paid = [mosts[key] * z for key, z in found.owner_prices.items()]
        size = abs(_sum([*found.prices, *paid])) or Fraction(1)
        prices: dict[Key, Fraction] = {}
        for key, z in sorted(found.owner_prices.items()):
            prices[key] = round_up(z, PRICE_BITS - magnitude(size / max(Fraction(1), mosts[key])))
        lines: dict[tuple[Fraction, Fraction], Line] = {}
        ratios = []
        asked = []
        for action, multipliers in zip(actions, found.multipliers, strict=True):
            own = self._ratios(multipliers, prices, forms)
            ratios.append(own)
            asked.append(self._asked(action, own, prices, lines))
        bits = PRICE_BITS - magnitude(size)
        least = [round_up(max(each), bits) for each in zip(*asked, strict=True)]
        # One more, as a checker may round the lines of long orders a little more.
        return DecisionProof(tuple(y + Fraction(2) ** -bits for y in least), prices, ratios)

    def _ratios(
        self, multipliers: Mapping[Key, Fraction], prices: Prices, forms: Sequence[BoundForm]
    ) -> Ratios:
        """Where the lines touch whose slopes, z times, the multipliers add up to."""
        orders = {key: order_of(self.budgets[key[0]]) for key in prices}
        slopes = {key: z * base_of(orders[key])[0] for key, z in prices.items()}
        for (place,), f in multipliers.items():
            slopes[forms[place].owner] += f
        return {key: touched_at(orders[key], slopes[key] / z) for key, z in prices.items()}

    def _asked(
        self,
        action: Pattern,
        ratios: Ratios,
        prices: Prices,
        lines: dict[tuple[Fraction, Fraction], Line],
    ) -> list[Fraction]:
        """What an action asks of the prices of truths beside these lines, which are kept."""
        left = list(action)
        for key, t in ratios.items():
            budget = self.budgets[key[0]]
            order = order_of(budget)
            if (order, t) not in lines:
                lines[order, t] = touching(order, t)
            slope, height = lines[order, t]
            for j, (x, y) in enumerate(zip(budget.left, budget.right, strict=True)):
                if x or y:
                    left[j] -= prices[key] * (slope * x - height * y)
        return left


def touched_at(order: Fraction, slope: Fraction) -> Fraction:
    """Where the line of this slope touches, nearly.

    >>> touched_at(Fraction(2), Fraction(3)), touched_at(Fraction(1), Fraction(1))
    (Fraction(3, 2), Fraction(1, 1))
    """
    if order == 1:
        logarithm = float(slope) - 1
    elif slope > 0:
        logarithm = log(slope / order) / float(order - 1)
    else:
        logarithm = -FARTHEST_RATIO
    return Fraction(exp(max(-FARTHEST_RATIO, min(FARTHEST_RATIO, logarithm))))


def order_of(budget: LevelCondition) -> Fraction:
    """Of a budget, which has one."""
    return budget.order or Fraction(1)


def _sum(numbers: Iterable[Fraction]) -> Fraction:
    """Their sum."""
    return sum(numbers, Fraction(0))


def _ratios(budget: LevelCondition, rows: Table) -> list[Fraction | None]:
    """x.r / y.r of the rows with x.r > 0; None where y.r = 0."""
    both = [(along(budget.left, row), along(budget.right, row)) for row in rows]
    return [above / below if below else None for above, below in both if above]
