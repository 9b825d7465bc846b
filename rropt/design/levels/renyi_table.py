"""The best table under Renyi budgets in doubles: columns are patterns, priced with their powers.

    maximise sum_r w_r u(r)   with   sum_r w_r r = 1,   sum_r w_r y.r f_a(x.r / y.r) <= d

for every budget, over a coarse choice of patterns and then over ever smaller changes of those in
use. Rows with the same best action are one row, which keeps the budgets better. Under zCDP the
order at which the table breaks it the most joins as long as there is one. Steps in log-ratios climb
to the patterns that prices cover least.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rropt.exact import InputError, Table
from rropt.exact.entries import identity
from rropt.lp.highs import TIGHTEST, feasible_within
from rropt.patterns.extreme import Pattern
from rropt.privacy.bound_forms import LOW
from rropt.privacy.conditions import Conditions, LevelCondition
from rropt.privacy.measured import renyi_conditions
from rropt.privacy.renyi_lines import cumulants, largest_order, unlike_pairs

NEAREST, BEYOND = 0.05, 3.0
"""Log-ratios of the first patterns: from a share of the typical one to so much beyond all."""

PLACES = {2: 150, 3: 11, 4: 5}
"""Of them, on either side: 301 patterns, some 500, and some 1000."""

DECISION_PLACES, DECISION_FAR = 10, 20
"""Ratios of decisions, up to so many times the typical one: a guess of three skewed truths under
zCDP of 1/10000 had a gap of 4e-5 with places as far as those of other utilities."""

LEAST_ENTRY = 1e-3
"""Of the patterns near rows that a bound leaves, of which some show one truth alone."""

FIRST_STEP = 0.3
"""The first changes, in multiples of the typical log-ratio."""

MOST_SPENT = 1e9
"""A pattern that spends the budget with a billionth of the mass says nothing."""

LARGEST_LOG = 700.0
"""Of a power that doubles hold: no pattern in use has one as large."""

ROUNDS = 100
SHRINKS = 0.4
WORTHWHILE = 0.001
"""Changes get smaller where they gain less than this times their square."""

LEAST_STEP = 1e-6
"""What a change of an optimal table by this costs is in the twelfth digit."""

USED = 1e-7
"""Weights below are those of a neighbour of a pattern in use, as shares of a small budget."""

ORDER_DIGITS = 6
"""Binary digits of a new order less 1: between two such orders the level changes by 1e-4."""

LARGEST_ORDER, LARGEST_OF_TABLES = Fraction(64), Fraction(512)
"""A checker takes no larger one, but a table may break zCDP beyond: a worst group's mean of three
numbers broke that of 1/1000 by 1.5 % at order 72, and to mend it in the search costs 3e-4."""

BROKEN = Fraction(1, 10**9)
"""Of rho: an order that is broken by less says nothing."""

PRICINGS = (None, "dantzig")
"""Of edges: on some machines HiGHS ends with no status by its own choice, at order 16 and 3."""


class InDoubles(Protocol):
    """A utility that is a sum over rows, at least in doubles."""

    @property
    def seen(self) -> Sequence[int]:
        """The truths that it depends on."""

    def floats(self, patterns: np.ndarray) -> np.ndarray:
        """Of each row of an array."""


@dataclass(frozen=True)
class FloatPrices:
    """Weights of patterns, and the prices of truths and of budgets."""

    weights: np.ndarray
    of_truths: np.ndarray
    of_budgets: np.ndarray


@dataclass(frozen=True)
class NearTable:
    """Rows that are nearly a table, the conditions with the orders that count, their prices, and
    the patterns among which they were found.
    """

    rows: np.ndarray
    conditions: Conditions
    prices: np.ndarray
    patterns: np.ndarray


def float_table(
    utility: InDoubles,
    conditions: Conditions,
    actions: Sequence[Pattern] | None,
    near: np.ndarray | None = None,
) -> NearTable:
    """The best table near some rows or the first patterns, to within a millionth or so."""
    typical, most = log_ratios(conditions.listed)
    step = FIRST_STEP * typical
    if near is not None:
        known = np.maximum(_scaled(near), LEAST_ENTRY)
        patterns = np.concatenate([known, *_changed(known, step)])
    elif actions:
        farthest = min(most, DECISION_FAR * typical)
        places = np.geomspace(typical / 4, farthest, DECISION_PLACES)
        patterns = _of_thresholds(actions, np.exp(places))
    else:
        patterns = first_patterns(conditions)
    found = None
    last = -math.inf
    for _ in range(ROUNDS):
        solved = priced_program(utility, conditions, patterns)
        if solved is None:  # what was found before doubles failed still serves
            break
        rows = rows_in_use(solved, patterns, typical)
        rows = _one_an_action(rows, actions) if actions else rows
        found = NearTable(rows, conditions, solved.of_budgets, patterns)
        conditions = with_order(rows, conditions)
        kept = _scaled(rows)
        patterns = np.concatenate([kept, *_changed(kept, step)])
        value = float(utility.floats(rows).sum())
        if value - last <= WORTHWHILE * step**2 * abs(value):
            step *= SHRINKS
        if step < LEAST_STEP:
            break
        last = value
    if found is None:
        raise out_of_doubles(conditions.listed)
    return found


def rows_in_use(solved: FloatPrices, patterns: np.ndarray, typical: float) -> np.ndarray:
    """Patterns with their weights, but for those of next to none."""
    used = solved.weights > USED * min(1.0, typical**2)
    found: np.ndarray = patterns[used] * solved.weights[used, None]
    return found


def out_of_doubles(budgets: Sequence[LevelCondition]) -> InputError:
    """The refusal of budgets too small or too large."""
    orders = ", ".join(sorted({str(c.order) for c in budgets}))
    return InputError(
        "order and epsilon must be nearer to 1 for this objective: doubles do not solve its "
        f"program at order {orders} and this budget"
    )


def rounded(x: Fraction, digits: int) -> Fraction:
    """To so many binary digits.

    >>> rounded(Fraction(1, 3), 4)
    Fraction(11, 32)
    """
    unit = Fraction(2) ** (x.numerator.bit_length() - x.denominator.bit_length() - digits)
    return round(x / unit) * unit


def exact_rows(rows: np.ndarray) -> Table:
    """The rows as rationals whose columns add up to one: what lacks joins the largest entry."""
    table = [[Fraction(float(x)) for x in row] for row in rows]
    for j in range(rows.shape[1]):
        largest = max(range(len(table)), key=lambda i: table[i][j])
        table[largest][j] += 1 - sum((row[j] for row in table), Fraction(0))
    return tuple(map(tuple, table))


def log_ratios(budgets: Sequence[LevelCondition]) -> tuple[float, float]:
    """Of a table that spends a small budget, and the largest that is worth a look.

    The divergence of order a at a small log-ratio l is a l^2 / 2, at a large one nearly l. Rare
    reports far from 1 are worth a look at every budget: of three even truths at order 2 those of
    ratio 0.87 tell the most however small it is, 0.4 % more than those near 1.
    """
    first = budgets[0]
    budget, order = float(first.budget), float(first.order or 1)
    typical = math.sqrt(2 * budget / order)
    if not typical:
        raise out_of_doubles(budgets)
    return typical, max(2 * typical, budget + BEYOND)


def first_patterns(conditions: Conditions) -> np.ndarray:
    """Patterns to begin with, coarse and far apart."""
    typical, most = log_ratios(conditions.listed)
    half = np.geomspace(NEAREST * typical, most, PLACES[conditions.truths])
    return _grid(conditions.truths, np.concatenate([-half[::-1], [0.0], half]))


def _grid(truths: int, places: np.ndarray) -> np.ndarray:
    logs = np.array([(0.0, *rest) for rest in product(places, repeat=truths - 1)])
    # Ratios to the first truth are places; of two other truths they may be twice as far.
    near = np.ptp(logs, axis=1) <= places.max()
    return _scaled(np.exp(logs[near]))


def _of_thresholds(actions: Sequence[Pattern], ratios: np.ndarray) -> np.ndarray:
    """For each action its best truths alike, and the others alike, at several ratios.

    Each truth alone stands there as well: one that no action asks for would be lower in every row,
    and no table but the constant one has rows that add up.
    """
    truths = len(actions[0])
    sets = {(True,) * truths: None}
    for action in [*identity(truths), *actions]:
        # At the least gain all truths would be alike: that row is the first one.
        for least in sorted(set(action))[1:]:
            sets[tuple(x >= least for x in action)] = None
    rows = np.array(list(sets), dtype=float)
    return _scaled(np.concatenate([1.0 + (g - 1.0) * rows for g in ratios]))


def _one_an_action(rows: np.ndarray, actions: Sequence[Pattern]) -> np.ndarray:
    """Rows with the same best action added up."""
    best = (rows @ np.array(actions, dtype=float).T).argmax(axis=1)
    return np.array([rows[best == x].sum(axis=0) for x in sorted(set(best))])


def _changed(patterns: np.ndarray, step: float) -> list[np.ndarray]:
    """Every entry larger or smaller."""
    found = []
    for j, factor in product(range(patterns.shape[1]), (-1.0, -0.5, 0.5, 1.0)):
        changed = patterns.copy()
        changed[:, j] *= np.exp(factor * step)
        found.append(_scaled(changed))
    return found


def _scaled(patterns: np.ndarray) -> np.ndarray:
    return patterns / patterns.max(axis=1, keepdims=True)


def priced_program(
    utility: InDoubles, conditions: Conditions, patterns: np.ndarray
) -> FloatPrices | None:
    """The best weights with their prices; None where patterns are too close or far for doubles.

    Columns add up to one where their mean does, and they differ by nothing. Budgets are of what
    powers exceed the lines by that touch at 1, as these take the same of every table: at small
    budgets nothing cancels.
    """
    truths = conditions.truths
    most = np.array([beyond_one(c) for c in conditions.listed])
    shares = np.array([taken(c, patterns) for c in conditions.listed])
    sparing = shares.max(axis=0) < MOST_SPENT
    if not sparing.any():
        return None
    worth = utility.floats(patterns)
    unit = float(np.abs(worth).max()) or 1.0
    typical = log_ratios(conditions.listed)[0]
    means = patterns.mean(axis=1)
    beside = (patterns - patterns[:, -1:])[:, :-1] / typical
    answer = solved_program(
        c=-worth[sparing] / unit,
        A_eq=np.column_stack([means, beside])[sparing].T,
        b_eq=np.eye(truths)[0],
        A_ub=shares[:, sparing],
        b_ub=np.ones(len(most)),
    )
    if answer.x is None:
        return None
    weights = np.zeros(len(patterns))
    weights[sparing] = answer.x
    of_mean, *others = -unit * answer.eqlin.marginals
    of_budgets = -unit * answer.ineqlin.marginals / most
    # Back to truths: each has a share of the mean, and a difference is paid by two.
    of_truths = np.full(truths, of_mean / truths)
    of_truths[:-1] += np.array(others) / typical
    of_truths[-1] -= sum(others) / typical
    for condition, price in zip(conditions.listed, of_budgets, strict=True):
        # With the whole power priced, truths pay less by what the line at 1 takes.
        of_truths -= price * line_at_one(condition)
    return FloatPrices(weights, of_truths, of_budgets)


def solved_program(**program: np.ndarray) -> Any:
    """What HiGHS finds; x is None where it finds nothing."""
    from scipy.optimize import linprog

    for pricing in PRICINGS:
        options = feasible_within(TIGHTEST) | {"simplex_dual_edge_weight_strategy": pricing}
        answer = linprog(**program, method="highs-ds", options=options)
        if answer.x is not None:
            break
    return answer


def taken(condition: LevelCondition, rows: np.ndarray) -> np.ndarray:
    """What each row takes of a budget beyond the line that touches at 1, as a share of what rows
    may take together.
    """
    above = rows @ np.array(condition.left, dtype=float)
    below = rows @ np.array(condition.right, dtype=float)
    order = float(condition.order or 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        # Near 1 the difference of the forms has digits that their ratio has lost.
        near = above > below / 2
        log = np.where(near, np.log1p((above - below) / below), np.log(above / below))
    if order == 1:
        beyond = above * np.where(above > 0, log, 0.0) - (above - below)
    else:
        powers = np.expm1(np.minimum(order * log, LARGEST_LOG))
        beyond = below * powers - order * (above - below)
    infinite = np.where(above > 0, np.inf, 0.0)
    return np.where(below > 0, beyond / beyond_one(condition), infinite)


def beyond_one(condition: LevelCondition) -> float:
    """What rows may take together beyond f(1)."""
    # f(1) is 1 for a power, and 0 for t ln t.
    return float(condition.most[LOW] - (condition.order != 1))


def line_at_one(condition: LevelCondition) -> np.ndarray:
    """The line that touches f at 1: f'(1) x - (f'(1) - f(1)) y."""
    order = float(condition.order or 1)
    slope, height = (1.0, 1.0) if order == 1 else (order, order - 1)
    left, right = (np.array(form, dtype=float) for form in (condition.left, condition.right))
    return slope * left - height * right


def within_checker(conditions: Conditions) -> Conditions:
    """Of the orders that follow from zCDP those that a checker takes."""
    listed = [c for c in conditions.listed if c.order is None or c.order <= LARGEST_ORDER]
    return replace(conditions, listed=tuple(listed))


def with_order(
    rows: Any,
    conditions: Conditions,
    broken: Fraction = BROKEN,
    largest: Fraction = LARGEST_ORDER,
) -> Conditions:
    """Under zCDP with a budget of the order at which the rows break it the most."""
    pairs = None if conditions.rho is None else cumulants(unlike_pairs(rows))
    if conditions.rho is None or pairs is None:
        return conditions
    ratio, s = largest_order(pairs)
    known = {condition.order for condition in conditions.listed}
    if not s or ratio <= conditions.rho * (1 + broken):
        return conditions
    order = min(1 + rounded(Fraction(s), ORDER_DIGITS), largest)
    if order in known:
        return conditions
    # rho-zCDP is a divergence of at most a rho at every order a.
    fresh = renyi_conditions(conditions.truths, order, order * conditions.rho)
    return replace(conditions, listed=(*conditions.listed, *fresh))


Array = NDArray[np.float64]

MOST_CLIMBS = 300
"""Steps of a climb: most end after 50; 8,000 small ones along a ridge took 6 s a round."""

LEAST_CLIMB = 1e-5
"""Of a climb, as a share of its first step."""

FARTHEST = 30.0
"""Log-ratios of a pattern: its powers stay within doubles."""


def climbed(starts: Array, surplus: Callable[[Array], Array], first: float) -> Array:
    """The patterns near these whose surplus is least, by steps that are halved from the first.

    - surplus: of each row, by how much its charge exceeds what it is worth, per mass
    - first: the first step, a log-ratio
    """
    truths = starts.shape[1]
    logs = np.log(np.maximum(starts, np.exp(-2 * FARTHEST)))
    ways = steps_each_way(truths)
    steps = np.full(len(logs), first)
    for _ in range(MOST_CLIMBS):
        if steps.max() <= LEAST_CLIMB * first:
            break
        tried = logs[:, None] + steps[:, None, None] * ways
        found = surplus(from_logs(tried.reshape(-1, truths)))
        best = found.reshape(len(logs), -1).argmin(axis=1)
        logs = tried[np.arange(len(logs)), best]
        # The first way is no change: where it is best the step is too long.
        steps = np.where(best == 0, steps / 2, steps)
    return from_logs(logs)


def steps_each_way(truths: int) -> Array:
    """No change, and one up or down of any of the log-ratios to the last truth."""
    ways = sorted(product((0.0, -1.0, 1.0), repeat=truths - 1), key=any)
    return np.column_stack([np.array(ways), np.zeros(len(ways))])


def from_logs(logs: Array) -> Array:
    """Patterns with a largest entry of 1.

    >>> from_logs(np.array([[5.0, 5.0]])).tolist()
    [[1.0, 1.0]]
    """
    return np.exp(np.maximum(logs - logs.max(axis=1, keepdims=True), -FARTHEST))
