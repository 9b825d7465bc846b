"""Prices under Renyi budgets that cover a curved utility, simplex by simplex.

A price for each truth and each budget is the dual of a program over patterns. A checker halves
simplices until lines below the powers show at their vertices that the prices cover
(`checker/cover_simplices.py`). Here the same is done in doubles: to count the simplices, which are
more the less prices are raised, and to find vertices that prices do not cover yet, which join the
patterns of the program.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import ceil
from typing import TYPE_CHECKING

from rropt.design.levels.renyi_table import FloatPrices, InDoubles, NearTable, priced_program
from rropt.exact import InputError

if TYPE_CHECKING:
    from rropt.design.engine.pool import Array
    from rropt.privacy.conditions import LevelCondition

RAISED = (1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2)
"""Shares of the value by which prices are raised: three truths take some 4000 simplices at 1e-5."""

MOST_SIMPLICES, MOST_LINES = 16_000, 80_000
"""A checker takes a few more."""

MOST_LINES_OF_LOGARITHMS = 32_000
"""Of orders that are 1 or no integer: a checker takes 2^15."""

MORE = 1.02
"""So many more are stated than are counted in doubles."""

ROUNDS, FEWER_ROUNDS = 40, 8
"""Of vertices that join the patterns: for the first prices, and for lower ones."""

LACKING = 0.05
"""Of what prices are raised by: vertices that lack less are covered."""

PRICED = 1e-9
"""Of the largest price of a budget: one below is none."""

MOST_ADDED = 200
FIRST_DIGITS, FARTHEST = 4, 4096.0
"""Of the ratios where lines touch: binary digits, one more whenever all edges are halved, and how
far from 1 they go."""


@dataclass(frozen=True)
class Covered:
    """Prices of truths and of budgets, and how many simplices and lines show that they cover."""

    prices: Array
    budget_prices: Array
    simplices: int
    lines: int

    @property
    def cover(self) -> dict[str, object]:
        """The field `cover`."""
        simplices, lines = (max(1, ceil(MORE * n)) for n in (self.simplices, self.lines))
        return {"proof": "simplices", "simplices": simplices, "lines": lines}


def covering_prices(utility: InDoubles, near: NearTable, value: float) -> dict[float, Covered]:
    """Prices that a checker can see to cover, by the share by which they are raised: falling."""
    orders = {condition.order or Fraction(1) for condition in near.conditions.listed}
    are_powers = all(order > 1 and order.denominator == 1 for order in orders)
    most_lines = MOST_LINES if are_powers else MOST_LINES_OF_LOGARITHMS
    patterns, rounds = near.patterns, ROUNDS
    covered: dict[float, Covered] = {}
    for share in reversed(RAISED):
        within = replace(near, patterns=patterns)
        found, patterns = _covering(utility, within, share * value, most_lines, rounds)
        if found is None:
            break
        covered[share], rounds = found, FEWER_ROUNDS
    if not covered:
        raise InputError(
            "order and epsilon must be larger or categories fewer for this objective: no prices "
            "were found that a checker can see to cover; decisions (trace, guess, gain) work there"
        )
    return covered


def _covering(
    utility: InDoubles, near: NearTable, margin: float, most_lines: int, rounds: int
) -> tuple[Covered | None, Array]:
    """Prices raised by this that few simplices show to cover, and the patterns they price."""
    import numpy as np

    patterns = near.patterns
    for _ in range(rounds):
        found = priced_program(utility, near.conditions, patterns)
        if found is None:
            break
        search = _HalvedSimplices(utility, near, found, margin)
        simplices, lines = search.counted()
        if simplices <= MOST_SIMPLICES and lines <= most_lines:
            return Covered(search.prices, search.budget_prices, simplices, lines), patterns
        lacking = search.lacking()
        if not len(lacking):
            break
        patterns = np.concatenate([patterns, lacking])
    return None, patterns


class _HalvedSimplices:
    """Simplices that are halved, level by level, in doubles."""

    def __init__(
        self, utility: InDoubles, near: NearTable, found: FloatPrices, margin: float
    ) -> None:
        self.utility = utility
        self.margin = margin / near.conditions.truths
        self.prices = found.of_truths + self.margin
        least = PRICED * found.of_budgets.max()
        self.budget_prices = found.of_budgets * (found.of_budgets > least)
        pairs = zip(near.conditions.listed, self.budget_prices, strict=True)
        self.budgets = [_PricedBudget(c, z) for c, z in pairs if z]
        self.truths = near.conditions.truths
        self.looked: list[Array] = []
        self.touched: set[tuple[float, float]] = set()

    def counted(self) -> tuple[int, int]:
        """How many simplices and lines it takes, or more than may be."""
        import numpy as np

        simplices = np.eye(self.truths)[None, self._matters()]
        number = 0
        depth = 0
        while len(simplices) and number <= MOST_SIMPLICES:
            number += len(simplices)
            self.looked.append(simplices.reshape(-1, self.truths))
            digits = FIRST_DIGITS + depth // (simplices.shape[1] - 1)
            with np.errstate(all="ignore"):
                simplices = halves(simplices[self._fails(simplices, digits)])
            depth += 1
        return number + len(simplices), len(self.touched)

    def _matters(self) -> Array:
        """The truths that the utility sees, that a price is negative of or that of a budget is."""
        matters: Array = self.prices < 0
        matters[list(getattr(self.utility, "pair", range(self.truths)))] = True
        for budget in self.budgets:
            matters |= (budget.left > 0) | (budget.right > 0)
        return matters

    def _fails(self, simplices: Array, digits: int) -> Array:
        rows = simplices.reshape(-1, self.truths)
        sums = rows @ self.prices - self.utility.floats(rows)
        sums = sums.reshape(simplices.shape[:2])
        for budget in self.budgets:
            xs, ys = simplices @ budget.left, simplices @ budget.right
            ratios = short_ratios(xs.mean(axis=1) / ys.max(axis=1), digits)
            self.touched |= {(budget.order, t) for t in ratios.tolist()}
            slopes, heights = budget.lines(ratios)
            sums += slopes[:, None] * xs - heights[:, None] * ys
        failing: Array = (sums < 0).any(axis=1)
        return failing

    def lacking(self) -> Array:
        """Vertices that the prices do not cover, those that lack most first."""
        import numpy as np

        rows = np.unique(np.concatenate(self.looked), axis=0)
        with np.errstate(all="ignore"):
            paid = rows @ self.prices + sum(budget.powers(rows) for budget in self.budgets)
        slacks = paid - self.utility.floats(rows) - self.margin
        worst = np.argsort(slacks)[:MOST_ADDED]
        found: Array = rows[worst[slacks[worst] < -LACKING * self.margin]]
        return found / found.max(axis=1, keepdims=True)


class _PricedBudget:
    """The forms x, y of a budget and its order, in doubles, with the price z > 0."""

    def __init__(self, condition: LevelCondition, price: float) -> None:
        import numpy as np

        self.left = np.array(condition.left, dtype=float)
        self.right = np.array(condition.right, dtype=float)
        self.order = float(condition.order or 1)
        self.price = price

    def lines(self, ratios: Array) -> tuple[Array, Array]:
        """z f'(t) and z (t f'(t) - f(t))."""
        import numpy as np

        if self.order == 1:
            return self.price * (1 + np.log(ratios)), self.price * ratios
        powers = self.price * ratios ** (self.order - 1)
        return self.order * powers, (self.order - 1) * ratios * powers

    def powers(self, rows: Array) -> Array:
        """z y f(x / y) of each row."""
        import numpy as np

        above, below = rows @ self.left, rows @ self.right
        ratios = above / below
        power = np.log(ratios) if self.order == 1 else ratios ** (self.order - 1)
        found: Array = self.price * np.where(above > 0, above * power, 0.0)
        return found


def short_ratios(ratios: Array, digits: int) -> Array:
    """To so many binary digits, rounded down, not too far from 1.

    >>> import numpy as np
    >>> short_ratios(np.array([1 / 3, 1e9]), 12).tolist()
    [0.333251953125, 4096.0]
    """
    import numpy as np

    parts, exponents = np.frexp(np.clip(ratios, 1 / FARTHEST, FARTHEST))
    found: Array = np.ldexp(np.floor(np.ldexp(parts, digits)), exponents - digits)
    return found


def halves(simplices: Array) -> Array:
    """Both halves of each: the middle of the longest edge for either end of it."""
    import numpy as np

    pairs = list(combinations(range(simplices.shape[1]), 2))
    lengths = [((simplices[:, a] - simplices[:, b]) ** 2).sum(axis=1) for a, b in pairs]
    longest = np.argmax(lengths, axis=0)
    first, second = np.array(pairs)[longest].T
    each = np.arange(len(simplices))
    middles = (simplices[each, first] + simplices[each, second]) / 2
    both = []
    for end in (first, second):
        half = simplices.copy()
        half[each, end] = middles
        both.append(half)
    return np.concatenate(both)
