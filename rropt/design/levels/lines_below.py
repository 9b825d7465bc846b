"""Lines below the functions of Renyi budgets, by which decisions are bounded.

For the ratio t = x.r / y.r a row adds y.r f(t) to the budget of order a, f(t) = t^a or t ln t. The
largest of lines that touch f at some ratios is below it, so under such lines a decision is one
linear program,

    maximise sum_x c_x.r_x   with   sum_x r_x = 1,   l.r_x <= e_xn,   sum_x e_xn <= d_n

for each action x, each budget n and its lines l. The multipliers of the lines of a budget with the
price z add up, for each action, to z times a line below f; that of the same slope which touches f
is no lower. So a proof needs one ratio of each action and budget, and with the lines there the
least prices of truths that cover: the program is solved in doubles, and nothing rests on it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import exp, log
from typing import Any

import numpy as np

from rropt.design.levels.renyi_table import beyond_one, log_ratios, rounded
from rropt.exact import Table, dyadic, round_up
from rropt.exact.convert import ball
from rropt.exact.precision import working_precision
from rropt.lp.highs import TIGHTEST, SumsBetween, least_costs
from rropt.patterns.extreme import Pattern
from rropt.patterns.planes import along
from rropt.privacy.bound_forms import HIGH, Key
from rropt.privacy.conditions import Conditions, LevelCondition

Array = Any

Line = tuple[Fraction, Fraction]
"""(s, h) of s t - h."""

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

STEEPEST = 1e7
"""Of lines, in units of the budget: steeper ones gained 5e-8 of a bound at most, and with lines ten
times as steep HiGHS, which keeps to 1e-10, left gaps of 1e-4 at order 64 and under zCDP of 1/10000.
"""

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


def magnitude(x: Fraction) -> int:
    """About the logarithm to base 2."""
    return x.numerator.bit_length() - x.denominator.bit_length()


@dataclass(frozen=True)
class DecisionProof:
    """Prices of truths and of budgets, and for each action a ratio of each budget."""

    prices: tuple[Fraction, ...]
    budget_prices: dict[Key, Fraction]
    ratios: Sequence[Ratios]


@dataclass(frozen=True)
class FloatDecision:
    """What the program finds: its value, prices of budgets, and for each action the slopes of lines
    below them, and its row.
    """

    value: float
    budget_prices: Array
    slopes: Array
    rows: Array


@dataclass(frozen=True)
class LinesBelow:
    """Of each budget the ratios where lines touch."""

    budgets: Sequence[LevelCondition]
    points: Sequence[Collection[Fraction]]
    farthest: Sequence[Fraction]
    """The largest ratios, one a budget."""

    @classmethod
    def first(cls, conditions: Conditions, rows: Table) -> LinesBelow:
        """At a few ratios, and at those of the rows of a table."""
        budgets = conditions.listed
        farthest = []
        for budget in budgets:
            own = [t for t in _ratios(budget, rows) if t is not None]
            farthest.append(max([_steepest(budget), *own]))
        points = [{min(t, most) for t in FIRST} for most in farthest]
        return cls(budgets, points, farthest).finer(rows)

    def finer(self, rows: Table) -> LinesBelow:
        """At the ratios of these rows as well."""
        found = []
        parts = zip(self.budgets, self.points, self.farthest, strict=True)
        for budget, points, most in parts:
            # Where y.r is 0 the ratio is infinite, and the steepest line counts: one more joins.
            steeper = STEEPER * max(points)
            ratios = (min(most, steeper if t is None else t) for t in _ratios(budget, rows))
            found.append({*points, *(rounded(t, DIGITS) for t in ratios)})
        return replace(self, points=found)

    def priced(self, actions: Sequence[Pattern]) -> FloatDecision | None:
        """The program under these lines; None where doubles do not solve it.

        Rows are a mean and, in units of tau, what the other truths have more than the last; lines
        are what they exceed those that touch at 1, in units of what rows may take beyond these: so
        nothing cancels where budgets are small.
        """
        from scipy.sparse import bmat, identity, kron

        gains = np.array(actions, dtype=float)
        number, truths = gains.shape
        tau = min(1.0, log_ratios(self.budgets)[0])
        frame = np.column_stack([np.ones(truths), tau * np.eye(truths)[:, :-1]])
        forms, owners, steeper = self._beyond_one(tau)
        budgets = len(self.budgets)
        each = identity(number)
        once = np.ones((1, number))
        matrix = bmat(
            [
                [kron(once, identity(truths)), None],
                [None, kron(once, identity(budgets))],
                [kron(each, forms), -kron(each, owners)],
                [-kron(each, frame), None],
            ]
        )
        sizes = [truths, budgets, number * len(forms), number * truths]
        # The means of all rows add up to one, and their differences to nothing.
        most = np.concatenate([np.eye(truths)[0], np.ones(budgets), np.zeros(sum(sizes[2:]))])
        least = np.where(np.arange(len(most)) < truths, most, -np.inf)
        none = np.zeros(number * budgets)
        costs = np.concatenate([-(gains @ frame).ravel(), none])
        lower = np.concatenate([np.full(gains.size, -np.inf), none])
        found = least_costs(costs, [SumsBetween(matrix, least, most)], (lower, np.inf), TIGHTEST)
        if found is None:
            return None
        _, spent, multipliers, _ = np.split(-found.prices, np.cumsum(sizes[:-1]))
        added = (multipliers.reshape(number, -1) * steeper) @ owners
        # The line at 1 has what the others leave of a price, and its slope is the order.
        added = np.divide(added, spent, where=spent > 0, out=np.zeros_like(added))
        slopes = added + np.array(list(map(order_of, self.budgets)), dtype=float)
        rows = found.numbers[: gains.size].reshape(gains.shape) @ frame.T
        return FloatDecision(-found.value, spent / self._units, slopes, rows)

    @property
    def _units(self) -> Array:
        return np.array(list(map(beyond_one, self.budgets)))

    def _beyond_one(self, tau: float) -> tuple[Array, Array, Array]:
        """Of each line but those at 1 its form on means and differences, its budget, and how much
        steeper it is.
        """
        places = []
        changes = []
        for n, (budget, points) in enumerate(zip(self.budgets, self.points, strict=True)):
            slope, height = touching(order_of(budget), Fraction(1))
            for t in sorted(set(points) - {1}):
                above, below = touching(order_of(budget), t)
                more = above - slope
                higher = below - height
                places.append(n)
                # Near 1 the difference has digits that doubles of the two would lose.
                even = more * sum(budget.left) - higher * sum(budget.right)
                changes.append((more, higher, even))
        steeper, higher, even = np.array(changes, dtype=float).T
        left = np.array([budget.left for budget in self.budgets], dtype=float)[places]
        right = np.array([budget.right for budget in self.budgets], dtype=float)[places]
        apart = tau * (steeper[:, None] * left - higher[:, None] * right)[:, :-1]
        forms = np.column_stack([even, apart]) / self._units[places, None]
        return forms, np.eye(len(self.budgets))[places], steeper

    def proved(self, actions: Sequence[Pattern], found: FloatDecision) -> DecisionProof:
        """The least prices that cover with the lines whose slopes the program has found."""
        size = abs(Fraction(found.value)) or Fraction(1)
        prices: dict[Key, Fraction] = {}
        for n, z in enumerate(found.budget_prices.tolist()):
            if z > 0:
                most = max(Fraction(1), self.budgets[n].most[HIGH])
                prices[n,] = round_up(Fraction(z), PRICE_BITS - magnitude(size / most))
        orders = {key: order_of(self.budgets[key[0]]) for key in prices}
        lines: dict[tuple[Fraction, Fraction], Line] = {}
        ratios = []
        asked = []
        for action, slopes in zip(actions, found.slopes.tolist(), strict=True):
            own = {key: touched_at(orders[key], slopes[key[0]]) for key in prices}
            ratios.append(own)
            asked.append(self._asked(action, own, prices, lines))
        bits = PRICE_BITS - magnitude(size)
        least = [round_up(max(each), bits) for each in zip(*asked, strict=True)]
        # One more, as a checker may round the lines of long orders a little more.
        return DecisionProof(tuple(y + Fraction(2) ** -bits for y in least), prices, ratios)

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


def touched_at(order: Fraction, slope: float) -> Fraction:
    """Where the line of this slope touches, nearly.

    >>> touched_at(Fraction(2), 3.0), touched_at(Fraction(1), 1.0)
    (Fraction(3, 2), Fraction(1, 1))
    """
    if order == 1:
        logarithm = slope - 1
    elif slope > 0:
        logarithm = log(slope / float(order)) / float(order - 1)
    else:
        logarithm = -FARTHEST_RATIO
    return Fraction(exp(max(-FARTHEST_RATIO, min(FARTHEST_RATIO, logarithm))))


def _steepest(budget: LevelCondition) -> Fraction:
    """The largest ratio where lines touch: there f is so many units of the budget."""
    size = log(STEEPEST) + log(beyond_one(budget))
    return Fraction(exp(min(FARTHEST_RATIO, size / float(order_of(budget)))))


def order_of(budget: LevelCondition) -> Fraction:
    """Of a budget, which has one."""
    return budget.order or Fraction(1)


def _ratios(budget: LevelCondition, rows: Table) -> list[Fraction | None]:
    """x.r / y.r of the rows with x.r > 0; None where y.r = 0."""
    both = [(along(budget.left, row), along(budget.right, row)) for row in rows]
    return [above / below if below else None for above, below in both if above]
