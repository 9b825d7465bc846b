"""Decisions that a transitive group leaves unchanged: one pattern, its orbit is the table.

Let a group of k permutations of the k truths carry every truth to every other, and leave the matrix
and the set of actions as they are. Averaging over it makes any table and any prices invariant, so
all prices are one number y. The table is the orbit of one pattern r, with sum_j r_j = 1:

    y = max_x max { c_x.r : sum_j r_j = 1, r_a <= g_ab r_b },     and the optimum is k y.

That is a program of k variables for one action of each orbit. Its dual are the multipliers of that
action, which the group carries to the others. The groups that are tried are translations of rings,
tori, hypercubes and blocks: k = m_1 m_2 ... with truths in the order of mixed digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from rropt import lp
from rropt.design.engine.action_optimum import MOST_EXACT, ActionOptimum
from rropt.design.engine.action_program import Actions
from rropt.design.engine.folded import (
    MOST_TRUTHS,
    ActionOrbit,
    Permutation,
    carried_pairs,
    factorisations,
    keeps,
    orbits_of,
)
from rropt.exact.entries import added, picked, two_valued
from rropt.privacy.bound_forms import Key
from rropt.privacy.conditions import Conditions
from rropt.privacy.levels import Levels, Matrix, Pair, essential


def solve_transitive(actions: Actions, levels: Levels | Conditions) -> ActionOptimum | None:
    """The exact optimum for a matrix without deltas; None without such a group, or out of reach.

    >>> from rropt.privacy import MetricDP
    >>> ring = [[min((a - b) % 5, (b - a) % 5) for b in range(5)] for a in range(5)]
    >>> guess = [[Fraction(int(a == b), 5) for b in range(5)] for a in range(5)]
    >>> found = solve_transitive(guess, MetricDP(ring, "ln(2)").on(5).levels)
    >>> [str(x) for x in found.rows[0]], str(sum(found.prices))
    (['2/5', '1/5', '1/10', '1/10', '1/5'], '2/5')
    """
    if not isinstance(levels, Levels) or not levels.is_pure or levels.singles:
        return None
    if levels.truths > MOST_TRUTHS:
        return None
    group = translations(actions, levels)
    if group is None or len(essential(levels.hi)) > MOST_EXACT:
        return None
    orbits = orbits_of(actions, group)
    # The table is of the best orbit alone; prices must cover the actions of all.
    best = max((_program(orbit.first, levels.lo) for orbit in orbits), key=lambda found: found.y)
    priced = [_program(orbit.first, levels.hi) for orbit in orbits]
    return _lifted(actions, orbits, best, priced)


@dataclass(frozen=True)
class BestPattern:
    """The best pattern for an action, what it is worth, and the multipliers that prove it."""

    action: tuple[Fraction, ...]
    pattern: tuple[Fraction, ...]
    y: Fraction
    multipliers: dict[Pair, Fraction]


def translations(actions: Actions, levels: Levels) -> list[Permutation] | None:
    """The first group of translations that leaves the matrix and the actions unchanged.

    >>> from rropt.privacy import Blocks
    >>> blocks = Blocks([[0, 1], [2, 3]], "ln(3)", "ln(2)").on(4).levels
    >>> guess = [[Fraction(int(a == b)) for b in range(4)] for a in range(4)]
    >>> translations(guess, blocks)
    [(0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0)]
    """
    known = {tuple(action) for action in actions}
    # Of two equal actions each would be given the row of both.
    if len(known) < len(actions):
        return None
    for sides in factorisations(levels.truths):
        steps = [_translation(sides, _unit(len(sides), n)) for n in range(len(sides))]
        # Unit steps generate the group: what they keep, all translations keep.
        if all(keeps(step, levels, known) for step in steps):
            shifts = product(*(range(side) for side in sides))
            return [_translation(sides, shift) for shift in shifts]
    return None


def _unit(size: int, place: int) -> tuple[int, ...]:
    return two_valued({place}, size, 1, 0)


def _translation(sides: Sequence[int], shift: Sequence[int]) -> Permutation:
    """Digit by digit, the last one running fastest."""
    carried = []
    for digits in product(*(range(side) for side in sides)):
        truth = 0
        for digit, step, side in zip(digits, shift, sides, strict=True):
            truth = truth * side + (digit + step) % side
        carried.append(truth)
    return tuple(carried)


def _program(action: tuple[Fraction, ...], matrix: Matrix) -> BestPattern:
    """max c.r with sum r = 1 in the cone, exactly."""
    k = len(matrix)
    pairs = essential(matrix)
    columns: list[dict[int, Fraction]] = [{0: Fraction(1)} for _ in range(k)]
    for n, (a, b) in enumerate(pairs):
        columns[a][1 + n] = Fraction(1)
        columns[b][1 + n] = -Fraction(matrix[a][b])
    rhs = [Fraction(1)] + [Fraction(0)] * len(pairs)
    solution = lp.decide(lp.pose_columns([-c for c in action], columns, rhs, equalities=1))
    multipliers = {pair: -f for pair, f in zip(pairs, solution.dual_ub, strict=True) if f}
    return BestPattern(action, solution.x, -solution.dual_eq[0], multipliers)


def _lifted(
    actions: Actions,
    orbits: Sequence[ActionOrbit],
    best: BestPattern,
    priced: Sequence[BestPattern],
) -> ActionOptimum:
    """The table of all carried patterns, one price, and carried multipliers."""
    k = len(best.pattern)
    y = max(found.y for found in priced)
    rows = {tuple(action): (Fraction(0),) * k for action in actions}
    multipliers: dict[tuple[Fraction, ...], dict[Key, Fraction]] = {}
    for orbit, found in zip(orbits, priced, strict=True):
        for action, steps in orbit.members.items():
            # Whichever permutation leads to the action, what it carries proves its price.
            multipliers[action] = carried_pairs(found.multipliers, steps[0])
            if orbit.first == best.action:
                rows[action] = added(picked(best.pattern, step) for step in steps)
    listed = [tuple(action) for action in actions]
    return ActionOptimum(
        tuple(rows[action] for action in listed),
        (y,) * k,
        {},
        tuple(multipliers[action] for action in listed),
    )
