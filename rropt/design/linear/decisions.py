"""Gains under pure privacy, with a multiplier for each set of actions that a truth prefers.

Rows that lead to the same action are one report. So report x stands for action x, with its floor
m_x and what lies above it, and c_xj = q_j G[x][j] is what it gains at truth j:

    P[x, j] = m_x + (gamma - 1) e_xj,   0 <= e_xj <= m_x,   sum_x e_xj = c for each truth j,
    sum_x m_x + (gamma - 1) c = 1,      maximise  sum_xj c_xj P[x, j].

Given m and c each truth fills its best actions first. If S are its i best actions and d is what the
last of them gains above the next one, the truth earns sum_i d min(m(S), c) beside c times its least
gain. Truths with the same S are added up, D_S = sum d, so that few numbers are unknown in the dual:

    minimise t   with   t - (gamma - 1) sum_{S with x} l_S >= sum_j c_xj  for each action x,
                        t + sum_S l_S >= sum_j max_x c_xj,                0 <= l_S <= D_S.

Prices of the truths are y_j = max_x c_xj - (the share of truth j in the l_S). They cover: what an
action x gains above y_j is at most what truth j has in the l_S with x. HiGHS finds a basis of the
actions + 1 rows, rationals solve it for both ends of gamma and see whether it is optimal.

**A guess of the truth** has a closed form for any number of truths. Some set T of the t likeliest
truths is ever guessed. Inside T the table is t-ary randomized response, P[j, j] = gamma / (gamma +
t - 1); a truth outside T reports uniformly on T. The value is

    max over t of  gamma q(T) / (gamma + t - 1) =: Y,

and the prices y_j = (gamma q_j - Y) / (gamma - 1) on T, zero outside, prove it: the water level Y
separates gamma q_j >= Y on T from gamma q_j <= Y outside (chai-nayak/thm-4.4 for equal priors).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, pairwise
from typing import Any

import numpy as np

from rropt.design.linear.pivots import Dictionary
from rropt.design.problem import Optimum, Problem, refuse_large_table
from rropt.exact import Gamma, over_common_denominator
from rropt.lp.highs import TIGHTEST, ByColumns, feasible_within, highs, linear_model
from rropt.utility import Gain

FEW_ENTRIES = 1024
"""Up to so many actions times sets a few pivots take less time than HiGHS needs to begin."""


def solve_decisions(problem: Problem) -> Optimum | None:
    """The exact optimum of a gain; None where doubles find no basis of it.

    >>> from rropt import LocalDP
    >>> guess = Gain([[int(i == j) for j in range(5)] for i in range(5)], ["1/5"] * 5)
    >>> sum(solve_decisions(Problem(LocalDP.from_gamma(3), guess)).prices)
    Fraction(3, 7)
    """
    utility: Gain = problem.objective
    gamma = problem.gamma
    preferences = Preferences.of(*utility.whole_actions)
    for propose in (_basis_by_pivots, _float_basis):
        basis = propose(preferences, float(gamma))
        dual = basis and preferences.solve(basis, gamma.hi)
        primal = dual if gamma.is_exact else basis and preferences.solve(basis, gamma.lo)
        if dual and primal:
            patterns, weights = preferences.table(primal, gamma.lo)
            return Optimum(patterns, weights, preferences.prices(dual))
    return None


@dataclass(frozen=True)
class DualBasis:
    """Which rows are tight, and which l_S are at 0, at D_S (True) or between them (None)."""

    tight: list[int]
    places: list[bool | None]


@dataclass(frozen=True)
class SolvedBasis:
    """Whole numbers: the l_S over `below` units of gain, the m_x and c over `whole`."""

    multipliers: list[int]
    below: int
    floors: list[int]
    level: int
    whole: int


@dataclass(frozen=True)
class Preferences:
    """Gains as whole numbers over `unit`: for each truth its actions, the best first."""

    gains: Sequence[Sequence[int]]
    unit: int
    columns: list[tuple[int, ...]]
    steps: list[list[tuple[int, int]]]
    """For each truth its sets S of best actions, whose bits are its members, with d."""

    orders: list[list[int]]
    sets: dict[int, int]
    """D_S for each set S."""

    @classmethod
    def of(cls, gains: Sequence[Sequence[int]], unit: int) -> Preferences:
        """The sets of best actions, truth by truth."""
        columns = list(zip(*gains, strict=True))
        actions = range(len(gains))
        orders = [sorted(actions, key=each.__getitem__, reverse=True) for each in columns]
        steps = [_steps(column, order) for column, order in zip(columns, orders, strict=True)]
        sets: dict[int, int] = {}
        for members, difference in chain.from_iterable(steps):
            sets[members] = sets.get(members, 0) + difference
        return cls(gains, unit, columns, steps, orders, sets)

    @cached_property
    def wanted(self) -> list[int]:
        """The right sides: what each action gains on its own, and the sum of the largest gains."""
        return [*map(sum, self.gains), sum(map(max, self.columns))]

    def solve(self, basis: DualBasis, gamma: Fraction) -> SolvedBasis | None:
        """The exact solution of the basis; None where it is none, or not optimal."""
        free = [s for s, place in zip(self.sets, basis.places, strict=True) if place is None]
        if len(free) + 1 != len(basis.tight):  # with t: else not square
            return None
        rise, scale = (gamma - 1).as_integer_ratio()
        matrix = [self._tight_row(row, free, rise, scale) for row in basis.tight]
        try:
            ((t, *found),), below = solved_whole(matrix, self._right(basis, rise, scale))
            (masses,), whole = solved_whole([*zip(*matrix, strict=True)], [1] + [0] * len(free))
        except ZeroDivisionError:
            return None
        left = iter(found)
        multipliers = []
        for most, place in zip(self.sets.values(), basis.places, strict=True):
            multipliers.append(next(left) if place is None else below * most * bool(place))
        weights = dict(zip(basis.tight, masses, strict=True))
        *floors, share = [scale * weights.get(row, 0) for row in range(len(self.wanted))]
        # Complementary by the basis: if both sides are feasible, both are optimal.
        if min(*floors, share) < 0 or not self._is_dual(t, multipliers, below, rise, scale):
            return None
        level = scale * share
        if level > rise * sum(floors):  # where all actions gain the same, c is not bound by the m
            return None
        return SolvedBasis(multipliers, below, [rise * m for m in floors], level, rise * whole)

    def _tight_row(self, row: int, free: Sequence[int], rise: int, scale: int) -> list[int]:
        """The coefficients of t and of some l_S, times the denominator of gamma."""
        if row == len(self.gains):
            return [scale] * (1 + len(free))
        return [scale, *[-rise if members >> row & 1 else 0 for members in free]]

    def _right(self, basis: DualBasis, rise: int, scale: int) -> list[int]:
        """The right sides of the tight rows, less what the l_S at D_S take."""
        sets = zip(self.sets.items(), basis.places, strict=True)
        full = [each for each, place in sets if place]
        found = []
        for row in basis.tight:
            if row == len(self.gains):
                taken = scale * sum([most for _, most in full])
            else:
                taken = -rise * sum([most for members, most in full if members >> row & 1])
            found.append(scale * self.wanted[row] - taken)
        return found

    def _is_dual(self, t: int, multipliers: list[int], below: int, rise: int, scale: int) -> bool:
        """Whether 0 <= l_S <= D_S, and every row holds."""
        limits = zip(multipliers, self.sets.values(), strict=True)
        if not all(0 <= x <= below * most for x, most in limits):
            return False
        positive = [each for each in zip(self.sets, multipliers, strict=True) if each[1]]
        left = []
        for row in range(len(self.gains)):
            taken = sum([x for members, x in positive if members >> row & 1])
            left.append(scale * t - rise * taken)
        left.append(scale * (t + sum(multipliers)))
        pairs = zip(left, self.wanted, strict=True)
        return all(have >= scale * below * want for have, want in pairs)

    def prices(self, solved: SolvedBasis) -> tuple[Fraction, ...]:
        """y_j = max_x c_xj - (the share of truth j in the l_S), the first truths' shares first."""
        left = dict(zip(self.sets, solved.multipliers, strict=True))
        unit = solved.below * self.unit
        found = []
        for column, steps in zip(self.columns, self.steps, strict=True):
            price = solved.below * max(column)
            for members, difference in steps:
                if left[members]:
                    taken = min(solved.below * difference, left[members])
                    left[members] -= taken
                    price -= taken
            found.append(Fraction(price, unit))
        return tuple(found)

    def table(
        self, solved: SolvedBasis, gamma: Fraction
    ) -> tuple[tuple[tuple[Fraction, ...], ...], tuple[Fraction, ...]]:
        """The patterns 1 + (gamma - 1) e_x / m_x and the weights m_x of the actions in use."""
        rows = [[Fraction(1)] * len(self.orders) for _ in solved.floors]
        for j, order in enumerate(self.orders):
            left = solved.level
            for x in order:
                floor = solved.floors[x]
                if left < floor:  # only this action is filled in part
                    if left:
                        rows[x][j] = 1 + (gamma - 1) * Fraction(left, floor)
                    break
                left -= floor
                rows[x][j] = gamma
        used = [(row, m) for row, m in zip(rows, solved.floors, strict=True) if m]
        patterns = tuple(tuple(row) for row, _ in used)
        return patterns, tuple(Fraction(m, solved.whole) for _, m in used)


def _steps(column: Sequence[int], order: Sequence[int]) -> list[tuple[int, int]]:
    """The sets of best actions after which the gain drops, and by how much.

    >>> _steps([5, 2, 5], [0, 2, 1])
    [(5, 3)]
    """
    found = []
    members = 0
    for better, worse in pairwise(order):
        members |= 1 << better
        if column[better] > column[worse]:
            found.append((members, column[better] - column[worse]))
    return found


def solved_whole(
    matrix: Sequence[Sequence[int]], *rights: Sequence[int]
) -> tuple[list[list[int]], int]:
    """The solutions of a square system of whole numbers for some right sides, over one denominator.

    >>> solved_whole([[2, 0], [1, 3]], [1, 1], [0, 3])
    ([[3, 1], [0, 6]], 6)
    """
    from flint import fmpz_mat

    size = len(matrix)
    count = len(rights)
    square = fmpz_mat(size, size, list(chain.from_iterable(matrix)))
    sides = fmpz_mat(size, count, list(chain.from_iterable(zip(*rights, strict=True))))
    solution: Any = square.solve(sides)
    numerators, unit = solution.numer_denom()
    found = [*map(int, numerators.entries())]
    return [found[n::count] for n in range(count)], int(unit)


def _basis_by_pivots(preferences: Preferences, gamma: float) -> DualBasis | None:
    """The same without HiGHS, where that is quick: with t from the last row, and s its slack,

    maximise sum l_S - s   with   sum_S l_S (gamma if x in S else 1) - s <= last - wanted_x.
    """
    actions = len(preferences.gains)
    count = len(preferences.sets)
    if actions * count > FEW_ENTRIES:
        return None
    *wanted, last = preferences.wanted
    unit = max(map(abs, [*preferences.wanted, *preferences.sets.values()])) or 1
    rows = []
    for x in range(actions):
        rows.append([gamma if s >> x & 1 else 1.0 for s in preferences.sets] + [-1.0])
    found = Dictionary(
        rows,
        [(last - own) / unit for own in wanted],
        [1.0] * count + [-1.0],
        [most / unit for most in preferences.sets.values()] + [math.inf],
    )
    if not found.solve():
        return None
    inside = set(found.inside)
    tight = [x for x in range(actions) if count + 1 + x not in inside]
    if count not in inside:
        tight.append(actions)
    places = [None if s in inside else s in found.downwards for s in range(count)]
    return DualBasis(tight, places)


def _float_basis(preferences: Preferences, gamma: float) -> DualBasis:
    """Where HiGHS stops; nothing rests on it."""
    import highspy

    actions = len(preferences.gains)
    count = len(preferences.sets)
    most = list(preferences.sets.values())
    unit = max(map(abs, [*preferences.wanted, *most])) or 1
    # The first column is t, which is in every row.
    columns = [[(row, 1.0) for row in range(actions + 1)]]
    for members in preferences.sets:
        inside = [(x, 1.0 - gamma) for x in range(actions) if members >> x & 1]
        columns.append([*inside, (actions, 1.0)])
    model = linear_model(
        np.eye(1, count + 1)[0],
        ByColumns.of(columns, actions + 1),
        (np.array([-np.inf] + [0.0] * count), np.array([np.inf, *(x / unit for x in most)])),
        (np.array([x / unit for x in preferences.wanted]), np.full(actions + 1, np.inf)),
    )
    solver = highs(_OPTIONS)
    solver.passModel(model)
    solver.run()
    found = solver.getBasis()
    status = highspy.HighsBasisStatus
    places = {status.kBasic: None, status.kUpper: True}
    return DualBasis(
        [row for row, place in enumerate(found.row_status) if place != status.kBasic],
        [places.get(place, False) for place in found.col_status[1:]],
    )


_OPTIONS: dict[str, Any] = {
    "presolve": "off",
    "solver": "simplex",
    **feasible_within(TIGHTEST),  # gains may differ by little
}


def best_guess(prior: Sequence[Fraction], gamma: Gamma) -> Optimum:
    """The optimum for u(r) = max_j q_j r_j, pure privacy.

    >>> third = Fraction(1, 3)
    >>> best_guess([third] * 3, Gamma(Fraction(2), Fraction(2))).weights[0]
    Fraction(1, 4)
    """
    masses, unit = over_common_denominator(prior)
    found = _guessed(masses, unit, gamma.lo)
    guessed, _ = found
    refuse_large_table(len(guessed), len(prior))
    patterns, weights = _table(len(prior), guessed, gamma.lo)
    above = found if gamma.is_exact else _guessed(masses, unit, gamma.hi)
    value = found[1], found[1]
    return Optimum(patterns, weights, _prices(masses, unit, gamma.hi, *above), value=value)


def _guessed(masses: Sequence[int], unit: int, gamma: Fraction) -> tuple[list[int], Fraction]:
    """The set T and the water level Y, where the shares are masses over a unit."""
    top, bottom = gamma.as_integer_ratio()
    order = sorted(range(len(masses)), key=lambda j: (-masses[j], j))
    most = 0
    size = 0
    width = 1
    mass = 0
    total = top
    for t, truth in enumerate(order, start=1):
        mass += masses[truth]
        if mass * width > most * total:  # strict: of equal values the fewest are guessed
            most = mass
            size = t
            width = total
        total += bottom
    return sorted(order[:size]), Fraction(top * most, unit * width)


def _table(
    truths: int, guessed: list[int], gamma: Fraction
) -> tuple[tuple[tuple[Fraction, ...], ...], tuple[Fraction, ...]]:
    top, bottom = gamma.as_integer_ratio()
    total = top + bottom * (len(guessed) - 1)
    base = [Fraction(total, bottom * len(guessed))] * truths  # a share of 1 / t, from 1 to gamma
    for truth in guessed:
        base[truth] = Fraction(1)
    patterns = []
    for truth in guessed:
        pattern = list(base)
        pattern[truth] = gamma
        patterns.append(tuple(pattern))
    return tuple(patterns), (Fraction(bottom, total),) * len(guessed)


def _prices(
    masses: Sequence[int], unit: int, gamma: Fraction, guessed: list[int], level: Fraction
) -> tuple[Fraction, ...]:
    top, bottom = gamma.as_integer_ratio()
    above, below = level.as_integer_ratio()
    least = bottom * above * unit
    scale = unit * below * (top - bottom)
    prices = [Fraction(0)] * len(masses)
    for truth in guessed:
        prices[truth] = Fraction(top * masses[truth] * below - least, scale)
    return tuple(prices)
