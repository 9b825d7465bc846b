"""A form from an optimal table of pure privacy, where one follows without solving anything.

The weights of an optimal basis depend on gamma through one number only. With X the 0/1 matrix of
the high truths of the patterns in use and v the solution of X v = 1 (every truth is high with total
share one), and V = sum v,

    w_r = v_r / (V + gamma - 1),     value = sum_r v_r u_r(gamma) / (V + gamma - 1).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from rropt.closed.symbolic_utilities import entries, has_expression, tidy, utility
from rropt.closed.symbols import gamma
from rropt.design.answer import Answer
from rropt.design.linear.columns import solve_columns
from rropt.exact.convert import rational
from rropt.patterns.extreme import Exponents, Pattern, evaluate, rows_of
from rropt.utility import Gain, Utility, Variance

MOST_TRUTHS = 8
"""Up to this many truths the form of a table without symmetry is written out."""

Row = tuple[Exponents, Fraction]


def from_orbit(design: Answer) -> Iterator[sp.Expr]:
    """Equal priors: k u(d) / (d gamma + k - d), one high set size d for all patterns."""
    problem = design.problem
    if problem.delta or problem.truths > MOST_TRUTHS**2 or not has_expression(problem.objective):
        return
    k, size = problem.truths, _high_truths(design)
    if size:
        pattern = (1,) * size + (0,) * (k - size)
        yield _value(problem.objective, [(pattern, Fraction(k, size))], problem.gamma.lo)


def _high_truths(design: Answer) -> int:
    """The number of high truths in every pattern, where it is one number; else 0."""
    if not design.problem.objective.symmetric or design.problem.gamma.lo == 1:
        return 0
    if design.table is None:
        return design.orbits[0].runs[0][1] if len(design.orbits) == 1 else 0
    sizes = {sum(high) for high, _ in rows_of_pure_table(design)}
    return sizes.pop() if len(sizes) == 1 else 0


def from_table(design: Answer) -> Iterator[sp.Expr]:
    """The value of the table for every gamma, from its rows."""
    problem = design.problem
    if not _is_simple(design):
        return
    rows = _unmerged(design) if isinstance(problem.objective, Gain) else rows_of_pure_table(design)
    if not rows:
        return
    high = sum((w for x, w in rows if x[0]), Fraction(0))
    if not high:
        ones = (Fraction(1),) * problem.truths
        yield tidy(utility(problem.objective, entries((0,) * problem.truths), ones))
    else:
        yield _value(problem.objective, [(x, w / high) for x, w in rows], problem.gamma.lo)


def _is_simple(design: Answer) -> bool:
    problem = design.problem
    linear = has_expression(problem.objective) and not isinstance(problem.objective, Variance)
    small = design.table is not None and problem.truths <= MOST_TRUTHS
    return linear and small and not problem.delta and problem.gamma.lo > 1


def _value(objective: Utility, shares: list[Row], level: Fraction) -> sp.Expr:
    """sum_r v_r u_r(gamma) / (V + gamma - 1), in lowest terms where it is rational."""
    total = sum((v for _, v in shares), Fraction(0))
    gains = [rational(v) * utility(objective, entries(x), evaluate(x, level)) for x, v in shares]
    value = sp.together(sum(gains, sp.Integer(0))) / (rational(total) + gamma - 1)
    return tidy(value)


def rows_of_pure_table(design: Answer) -> list[Row]:
    """The rows as high sets with weights; none where a row is not extreme."""
    level = design.problem.gamma.lo
    return _high_sets([(row, min(row)) for row in design.channel.rows], level)


def _unmerged(design: Answer) -> list[Row]:
    """A design of decisions merges rows; the patterns behind them are found again."""
    optimum = solve_columns(design.problem)
    rows = rows_of(optimum.weights, optimum.patterns)
    return _high_sets(list(zip(rows, optimum.weights, strict=True)), design.problem.gamma.lo)


def _high_sets(rows: list[tuple[Pattern, Fraction]], level: Fraction) -> list[Row]:
    found = []
    for row, least in rows:
        if not least or any(entry not in (least, level * least) for entry in row):
            return []
        found.append((tuple(int(entry != least) for entry in row), least))
    return found
