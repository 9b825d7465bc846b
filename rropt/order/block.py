"""A = C P when the rows of P are dependent: a block program over the entries of C.

One block of equations for each report of A (a_i is a combination of the rows of P, on the pivot
columns), and one equation for each row of P outside the pivot rows (it is used once in total; for
the pivot rows this follows). First the float program

    maximise t   subject to   C P = A,   columns of C add up to one,   C >= t

is asked: t > 0 suggests an interior C, which is corrected exactly and checked; t < 0 suggests
prices, which are rounded and checked; what neither check settles goes to the exact simplex.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import lcm

from flint import fmpq, fmpq_mat

from rropt.channel import Channel
from rropt.lp import decide
from rropt.lp.hint import float_point
from rropt.lp.program import Program, fraction
from rropt.order.linear import Cleared, clear, pick
from rropt.order.separation import Separation, simplest


def decide_block(A: Channel, P: Channel) -> Channel | Separation:
    """C or a separation; the row space of P must contain the rows of A.

    >>> third = ["1/3", "1/3"]
    >>> P = Channel.from_rows([["1/2", "1/6"], third, ["1/6", "1/2"]])
    >>> A = Channel.from_rows([["2/3", "1/3"], ["1/3", "2/3"]])
    >>> (decide_block(A, P) @ P).rows == A.rows
    True
    """
    data = _in_pivot_rows(clear(A, P))
    program = _interior(_program(data))
    values, prices = float_point(program)
    return (
        _corrected(values, data)
        or simplest(_gain([Fraction(y) for y in prices], data), A, P)
        or _exact(program, data, A, P)
    )


def _in_pivot_rows(data: Cleared) -> Cleared:
    """The same equations times the inverse of the pivot block, if that leaves few unknowns coupled.

    The pivot rows of P become a diagonal matrix: only the other rows of P are left in an equation.
    """
    if 2 * len(data.rows) <= data.P.nrows():
        return data
    inverse, _ = fmpq_mat(pick(data.P, data.rows, data.columns)).inv().numer_denom()
    everything = [(table, range(table.nrows())) for table in (data.A, data.P)]
    A, P = (pick(table, rows, data.columns) * inverse for table, rows in everything)
    truths = [
        [data.scales[j] * int(inverse[v, w]) for w in range(len(data.columns))]
        for v, j in enumerate(data.columns)
    ]
    back = [[0] * len(data.columns) for _ in data.scales]
    for j, line in zip(data.columns, truths, strict=True):
        back[j] = line
    return Cleared(A, P, (1,) * len(back[0]), data.rows, tuple(range(len(back[0]))), back)


def _program(data: Cleared) -> Program:
    """The equations of C, variable i r + u for C[i][u]."""
    reports, rows = data.A.nrows(), data.P.nrows()
    free = {u: k for k, u in enumerate(u for u in range(rows) if u not in data.rows)}
    rank = len(data.columns)
    columns = []
    for i in range(reports):
        for u in range(rows):
            column = [
                (i * rank + v, int(data.P[u, j]))
                for v, j in enumerate(data.columns)
                if data.P[u, j]
            ]
            if u in free:
                column.append((reports * rank + free[u], 1))
            columns.append(tuple(column))
    rhs = [int(data.A[i, j]) for i in range(reports) for j in data.columns] + [1] * len(free)
    scales = [data.scales[j] for _ in range(reports) for j in data.columns] + [1] * len(free)
    return Program(tuple(columns), tuple(rhs), (0,) * len(columns), len(rhs), tuple(scales), 1)


def _interior(program: Program) -> Program:
    """The same equations with C = D + t, maximising t (a difference of two variables)."""
    totals: dict[int, int] = {}
    for column in program.columns:
        for i, a in column:
            totals[i] = totals.get(i, 0) + a
    up = tuple(sorted(totals.items()))
    down = tuple((i, -a) for i, a in up)
    costs = (*program.costs, -1, 1)
    return replace(program, columns=(*program.columns, up, down), costs=costs)


def _corrected(values: list[float], data: Cleared) -> Channel | None:
    """The float C moved onto the exact equations; None if it leaves the non-negative ones."""
    shift = values[-2] - values[-1]
    if shift <= 0:
        return None
    reports, rows = data.A.nrows(), data.P.nrows()
    guess = fmpq_mat(reports, rows, [fmpq(round((v + shift) * 2**60), 2**60) for v in values[:-2]])
    step = _row_corrections(fmpq_mat(data.A) - guess * fmpq_mat(data.P), data)
    C = guess + step
    for u in range(rows):
        C[0, u] += 1 - sum((C[i, u] for i in range(reports)), fmpq(0))
    table = [[fraction(C[i, u]) for u in range(rows)] for i in range(reports)]
    if min(map(min, table)) < 0:
        return None
    return Channel.from_rows(table)


def _row_corrections(residual: fmpq_mat, data: Cleared) -> fmpq_mat:
    """D with D P = residual, on the pivot rows of P."""
    base = fmpq_mat(pick(data.P, data.rows, data.columns))
    right = fmpq_mat(
        residual.nrows(),
        len(data.columns),
        [residual[i, j] for i in range(residual.nrows()) for j in data.columns],
    )
    solved = base.transpose().solve(right.transpose())
    D = fmpq_mat(residual.nrows(), data.P.nrows())
    for v, u in enumerate(data.rows):
        for i in range(residual.nrows()):
            D[i, u] = solved[v, i]
    return D


def _gain(prices: list[Fraction], data: Cleared) -> list[list[Fraction]]:
    """One action for each report of A, from the prices of its equations."""
    rank, gain = len(data.columns), []
    for i in range(data.A.nrows()):
        action = [Fraction(0)] * len(data.scales)
        for v, j in enumerate(data.columns):
            action[j] = prices[i * rank + v]
        gain.append(_for_truths(action, data))
    return gain


def _for_truths(action: list[Fraction], data: Cleared) -> list[Fraction]:
    """An action on the columns of the equations as one on the truths."""
    if data.back is None:
        return action
    scale = lcm(*(y.denominator for y in action))
    whole = [int(y * scale) for y in action]
    return [
        Fraction(sum(b * y for b, y in zip(row, whole, strict=True)), scale) for row in data.back
    ]


def _exact(program: Program, data: Cleared, A: Channel, P: Channel) -> Channel | Separation:
    """t is bounded by 1 and some t is always reached: the program has an exact optimum."""
    *D, up, down = (solution := decide(program)).x
    if up >= down:
        r = data.P.nrows()
        C = [x + up - down for x in D]
        return Channel.from_rows([C[i : i + r] for i in range(0, len(C), r)])
    found = simplest(_gain(list(solution.dual_eq), data), A, P)
    if found is None:
        raise ArithmeticError("the Farkas ray failed to separate the two mechanisms")
    return found
