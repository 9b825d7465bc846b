"""Gains under pure privacy: one report an action, in place of a search among 2^k patterns.

Rows that lead to the same action are one report. So report a stands for action a, with its floor
m_a and what lies above it:

    P[a, j] = m_a + (gamma - 1) e_aj,   0 <= e_aj <= m_a,   sum_a e_aj = c for each truth j,
    sum_a m_a + (gamma - 1) c = 1,   maximise  sum_aj c_aj P[a, j],   c_aj = q_j G[a][j].

Prices p of the truths and t of the last equality are those of the pattern program: they cover every
pattern at once. The gains of the best action without a report are subtracted, which changes every
table's value by the same number, and the prices by as much.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rropt import lp
from rropt.design.problem import Optimum, Problem
from rropt.utility import Gain

FEW_TRUTHS = 4
"""Up to this many truths the patterns are few, and their prices prove more tables unique."""

MOST_CELLS = 4096
"""Actions times truths; larger programs are left to the search for patterns."""

NEAR_ONE = Fraction(1, 10_000)
"""Below this, gains of reports are too small beside those of actions for a basis from doubles."""


def solve_decisions(problem: Problem) -> Optimum | None:
    """The exact optimum of a gain; None where another way is better, or it is no gain.

    >>> from rropt import LocalDP
    >>> guess = Gain([[int(i == j) for j in range(5)] for i in range(5)], ["1/5"] * 5)
    >>> sum(solve_decisions(Problem(LocalDP.from_gamma(3), guess)).prices)
    Fraction(3, 7)
    """
    utility, gamma = problem.objective, problem.gamma
    if not isinstance(utility, Gain) or gamma.hi - 1 < NEAR_ONE:
        return None
    if utility.truths <= FEW_TRUTHS or len(utility.actions) * utility.truths > MOST_CELLS:
        return None
    base = max(utility.actions, key=sum)
    excess = [[c - d for c, d in zip(row, base, strict=True)] for row in utility.actions]
    dual = _solved(excess, gamma.hi)
    primal = dual if gamma.is_exact else _solved(excess, gamma.lo, dual.basis)
    prices = [y + d for y, d in zip(_prices(dual, utility.truths, gamma.hi), base, strict=True)]
    patterns, weights = _table(primal.x, len(excess), gamma.lo)
    return Optimum(patterns, weights, tuple(prices))


def _solved(
    excess: Sequence[Sequence[Fraction]], gamma: Fraction, start: Sequence[int] | None = None
) -> lp.Solution:
    """Columns: the floors m_a, then e_aj action by action, then c; posed as a minimum."""
    k, g = len(excess[0]), gamma - 1
    floors: list[Mapping[int, Fraction]] = []
    above: list[Mapping[int, Fraction]] = []
    for a in range(len(excess)):
        caps = range(k + 1 + a * k, k + 1 + (a + 1) * k)
        floors.append({k: Fraction(1)} | dict.fromkeys(caps, Fraction(-1)))
        above += [{j: Fraction(1), cap: Fraction(1)} for j, cap in enumerate(caps)]
    level: Mapping[int, Fraction] = dict.fromkeys(range(k), Fraction(-1)) | {k: g}
    costs = [-sum(row, Fraction(0)) for row in excess] + [-g * c for row in excess for c in row]
    rhs = [Fraction(i == k) for i in range(k + 1 + len(above))]
    columns = [*floors, *above, level]
    return lp.decide(lp.pose_columns([*costs, Fraction(0)], columns, rhs, k + 1), start)


def _prices(solution: lp.Solution, truths: int, gamma: Fraction) -> list[Fraction]:
    """Prices per truth; what the balance rows leave of the bound is shared out equally."""
    prices = [-price / (gamma - 1) for price in solution.dual_eq[:truths]]
    rest = (-solution.dual_eq[truths] - sum(prices)) / truths
    return [price + rest for price in prices]


def _table(
    x: Sequence[Fraction], actions: int, gamma: Fraction
) -> tuple[tuple[tuple[Fraction, ...], ...], tuple[Fraction, ...]]:
    """The patterns 1 + (gamma - 1) e_a / m_a and the weights m_a of the actions in use."""
    k = (len(x) - 1) // actions - 1
    rows = [(x[a], x[actions + a * k : actions + (a + 1) * k]) for a in range(actions)]
    used = [(floor, above) for floor, above in rows if floor]
    patterns = tuple(tuple(1 + (gamma - 1) * e / floor for e in above) for floor, above in used)
    return patterns, tuple(floor for floor, _ in used)
