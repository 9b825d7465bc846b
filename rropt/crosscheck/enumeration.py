"""Brute force for at most three truths: every basis, every card, or many random private tables."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from rropt.crosscheck import scipy_program
from rropt.crosscheck.meeting_planes import keeps
from rropt.design.problem import Problem, linear_utility
from rropt.exact.convert import fmpq, fraction
from rropt.patterns.extreme import evaluate, excess, extreme_patterns, ordered_pairs
from rropt.utility import Utility, Variance, Warner

MOST_BASES = 200
TABLES = 24
HALVINGS = 30
GRID = 2001
CARDS, ZOOMS = 40, 8
"""A grid of p00 around the best card so far, finer by 20 each time: 1e-11 in the end."""

CARD_SLACK, FLATTEST = 1e-12, 1e-9

Bounds = tuple[Fraction, Fraction]


def can_enumerate(problem: Problem) -> bool:
    """Whether all bases of the pattern program are few."""
    rows, columns = _size(problem)
    return comb(columns, rows) <= MOST_BASES


def best_basis(problem: Problem) -> tuple[Bounds, Any]:
    """The largest utility over all basic solutions, exactly, with its patterns and weights.

    >>> from rropt.privacy import LocalDP
    >>> from rropt.utility import Trace
    >>> best_basis(Problem(LocalDP("ln(3)"), Trace(2)))[0]
    (Fraction(3, 2), Fraction(3, 2))
    """
    import flint

    patterns, columns, rhs = _columns(problem)
    gains = [linear_utility(problem).bounds(r) for r in patterns]
    gains += [(Fraction(0), Fraction(0))] * (len(columns) - len(patterns))
    right = flint.fmpq_mat(len(rhs), 1, [fmpq(b) for b in rhs])
    best: Bounds | None = None
    witness: Any = None
    for chosen in combinations(range(len(columns)), len(rhs)):
        entries = [fmpq(columns[j][i]) for i in range(len(rhs)) for j in chosen]
        try:
            x = flint.fmpq_mat(len(rhs), len(rhs), entries).solve(right)
        except ZeroDivisionError:
            continue
        weights = [fraction(x[i, 0]) for i in range(len(rhs))]
        if min(weights) < 0:
            continue
        lo = sum((w * gains[j][0] for j, w in zip(chosen, weights, strict=True)), Fraction(0))
        hi = sum((w * gains[j][1] for j, w in zip(chosen, weights, strict=True)), Fraction(0))
        if best is None or lo > best[0]:
            best, witness = (lo, hi), [(j, w) for j, w in zip(chosen, weights, strict=True) if w]
    if best is None:
        raise ArithmeticError("no basis is feasible")
    return best, [(patterns[j], w) for j, w in witness if j < len(patterns)]


def scan_cards(problem: Problem) -> tuple[float, tuple[float, float]]:
    """The least variance over a grid of p00 with the largest p11, refined around its best.

    >>> from rropt.privacy import LocalDP
    >>> round(scan_cards(Problem(LocalDP("ln(2)", "1/4"), Variance("1/4"), 2))[0], 9)
    0.9375
    """
    import numpy as np

    gamma, delta = float(problem.gamma), float(problem.delta)
    prior = float(problem.objective.prior)
    lo, hi = 0.0, 1.0
    best, card = float("inf"), (1.0, 1.0)
    for _ in range(6):
        a = np.linspace(lo, hi, GRID)
        b = np.minimum(1.0, np.minimum(gamma * (1 - a) + delta, 1 - (a - delta) / gamma))
        if isinstance(problem.objective, Warner):
            b = np.where(a <= b, a, -1.0)
        s = a + b - 1
        yes = 1 - a + prior * s
        with np.errstate(divide="ignore", invalid="ignore"):
            variance = np.where(s > 1e-9, yes * (1 - yes) / s**2, np.inf)
        at = int(variance.argmin())
        if variance[at] < best:
            best, card = float(variance[at]), (float(a[at]), float(b[at]))
        step = (hi - lo) / (GRID - 1)
        lo, hi = max(0.0, card[0] - step), min(1.0, card[0] + step)
    return best, card


def scan_level_cards(problem: Problem) -> tuple[float, tuple[float, float]]:
    """The same under levels: the largest p11 beside a p00 is found by halving.

    >>> from rropt.privacy import Privacy
    >>> levels = Privacy([[1, 3], ["3/2", 1]])
    >>> round(scan_level_cards(Problem(levels, Variance("1/3"), 2))[0], 6)
    2.722222
    """
    prior, warner = float(problem.objective.prior), isinstance(problem.objective, Warner)

    def at(p00: float) -> tuple[float, tuple[float, float]]:
        p11 = p00 if warner else _largest_p11(problem.levels, p00)
        s = p00 + p11 - 1
        if s <= FLATTEST or not keeps(problem.levels, _card_table(p00, p11), CARD_SLACK):
            return float("inf"), (p00, p11)
        yes = 1 - p00 + prior * s
        return yes * (1 - yes) / s**2, (p00, p11)

    lo, hi, best = 0.0, 1.0, (float("inf"), (1.0, 1.0))
    for _ in range(ZOOMS):
        step = (hi - lo) / CARDS
        best = min(best, *(at(lo + n * step) for n in range(CARDS + 1)))
        lo, hi = max(0.0, best[1][0] - step), min(1.0, best[1][0] + step)
    return best


def _card_table(p00: float, p11: float) -> Any:
    import numpy as np

    return np.array([[p00, 1 - p11], [1 - p00, p11]])


def _largest_p11(levels: Any, p00: float) -> float:
    """The private p11 are an interval from 1 - p00, with which a card tells nothing."""
    lo, hi = 1 - p00, 1.0
    for _ in range(60):
        middle = (lo + hi) / 2
        if keeps(levels, _card_table(p00, middle)):
            lo = middle
        else:
            hi = middle
    return lo


def best_random_table(problem: Problem) -> tuple[float, Any]:
    """The best of some random tables, each drawn towards the uniform one until it is private."""
    import numpy as np

    generator = np.random.default_rng(20)
    k, sign = problem.truths, 1 if _is_least(problem.objective) else -1
    best, table = float("inf"), None
    for _ in range(TABLES):
        # short: the identity, or a random table with some more reports
        P = generator.dirichlet(np.full(k + int(generator.integers(0, 3)), 0.4), size=k).T
        P = np.eye(k) if best == float("inf") else P
        private = _private(problem, P)
        value = sign * _value(problem, private)
        if value < best:
            best, table = value, private
    return sign * best, None if table is None else table.tolist()


def _private(problem: Problem, P: Any) -> Any:
    lo, hi = 0.0, 1.0
    flat = P.mean(axis=1, keepdims=True)
    for _ in range(HALVINGS):
        share = (lo + hi) / 2
        inside = _is_private(problem, flat + share * (P - flat))
        lo, hi = (share, hi) if inside else (lo, share)
    return flat + lo * (P - flat)


def _is_private(problem: Problem, P: Any) -> bool:
    import numpy as np

    if problem.levels is not None:
        return keeps(problem.levels, P)
    gamma, delta = float(problem.gamma), float(problem.delta)
    surplus = np.maximum(P[:, :, None] - gamma * P[:, None, :], 0).sum(axis=0)
    return bool(surplus.max() <= delta + 1e-13)


def _value(problem: Problem, P: Any) -> float:
    """The utility or criterion of a table; a variance as the utility reports it."""
    objective = problem.objective
    if not isinstance(objective, Utility):
        return scipy_program.criterion(objective, P)
    total = float(objective.floats(P).sum())
    if not isinstance(objective, Variance):
        return total
    return 1 / total if total else float("inf")


def _is_least(objective: Any) -> bool:
    """Variances are minimised, utilities maximised."""
    return isinstance(objective, Variance) or not isinstance(objective, Utility)


def _size(problem: Problem) -> tuple[int, int]:
    k = problem.truths
    count = {(2, False): 2, (2, True): 5, (3, False): 6, (3, True): 25}[k, bool(problem.delta)]
    pairs = k * (k - 1) if problem.delta else 0
    return k + pairs, count + pairs


def _columns(problem: Problem) -> tuple[list[Any], list[list[Fraction]], list[Fraction]]:
    """Patterns with their excesses, then one slack for each pair."""
    gamma, k = problem.gamma.lo, problem.truths
    pairs = ordered_pairs(k) if problem.delta else []
    patterns = [evaluate(r, gamma) for r in extreme_patterns(k, problem.delta)]
    columns = []
    for r in patterns:
        surplus = excess(r, gamma)
        columns.append([*r, *(surplus.get(pair, Fraction(0)) for pair in pairs)])
    rows = k + len(pairs)
    columns += [[Fraction(int(i == k + j)) for i in range(rows)] for j in range(len(pairs))]
    return patterns, columns, [Fraction(1)] * k + [problem.delta] * len(pairs)
