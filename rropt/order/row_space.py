"""The linear part of A = C P: the row space of P, and the unique C when its rows are independent.

Columns of A and P are cleared of their denominators together, which changes no C. With pivot
columns J and pivot rows I of P:

- a column j outside J is P_J t, so y = e_j - t is orthogonal to every row of P; a row of A that is
  not orthogonal to y is outside the row space, and the bet "0 or y" is worth nothing under P;
- if all rows of P are pivots, C = A_J P_J^-1; where C[i][u] < 0, the bet "0 or -R_u", R_u a column
  of the right inverse of P, is worth nothing under P and -C[i][u] > 0 under A.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from flint import fmpq_mat, fmpz_mat, nmod_mat

from rropt.channel import Channel
from rropt.lp.factor import PRIME
from rropt.lp.program import fraction
from rropt.order.separation import Separation, simplest


@dataclass(frozen=True)
class Cleared:
    """A and P as integers, column j multiplied by scales[j]; pivots of P modulo a prime.

    If the columns are combinations of truths, `back` turns column weights into truth weights.
    """

    A: fmpz_mat
    P: fmpz_mat
    scales: tuple[int, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    back: list[list[int]] | None = None


def clear(A: Channel, P: Channel) -> Cleared:
    """Integers and pivots of a pair of tables."""
    pairs = list(zip(A.columns, P.columns, strict=True))
    scales = tuple(lcm(*(x.denominator for x in (*a, *p))) for a, p in pairs)
    whole_A = fmpz_mat([[int(x * s) for x, s in zip(r, scales, strict=True)] for r in A.rows])
    whole_P = fmpz_mat([[int(x * s) for x, s in zip(r, scales, strict=True)] for r in P.rows])
    rows, columns = _pivots(whole_P.transpose()), _pivots(whole_P)
    return Cleared(whole_A, whole_P, scales, rows, columns)


def _pivots(matrix: fmpz_mat) -> tuple[int, ...]:
    """Columns independent modulo a prime, hence independent."""
    return leading(*nmod_mat(matrix, PRIME).rref())


def leading(reduced: nmod_mat, rank: int) -> tuple[int, ...]:
    """The column of the first entry of each row of a reduced matrix."""
    width = reduced.ncols()
    return tuple(next(j for j in range(width) if int(reduced[i, j])) for i in range(rank))


def pick(matrix: fmpz_mat, rows, columns) -> fmpz_mat:
    """A submatrix."""
    return fmpz_mat(len(rows), len(columns), [matrix[i, j] for i in rows for j in columns])


def decide_linear(A: Channel, P: Channel) -> Channel | Separation | None:
    """C or a separation where linear algebra decides; None where it does not.

    >>> P = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> decide_linear(Channel.identity(2), P).first > decide_linear(Channel.identity(2), P).second
    True
    """
    data = clear(A, P)
    outside = _outside_row_space(data, A, P)
    if outside or len(data.rows) < P.shape[0]:
        return outside
    square = pick(data.P, range(P.shape[0]), data.columns)
    right = pick(data.A, range(A.shape[0]), data.columns)
    C = fmpq_mat(square.transpose()).solve(fmpq_mat(right.transpose())).transpose()
    table = [[fraction(C[i, u]) for u in range(C.ncols())] for i in range(C.nrows())]
    lowest, u = min((x, u) for row in table for u, x in enumerate(row))
    if lowest < 0:
        return _bet_against(data, square, u, A, P)
    return Channel.from_rows(table)


def _bet_against(
    data: Cleared, square: fmpz_mat, u: int, A: Channel, P: Channel
) -> Separation | None:
    """The gain (0, -R_u)."""
    unit = fmpz_mat(square.nrows(), 1, [int(v == u) for v in range(square.nrows())])
    solved = [fraction(x) for x in square.solve(unit).entries()]
    return _bet({j: -x for j, x in zip(data.columns, solved, strict=True)}, data, A, P)


def _outside_row_space(data: Cleared, A: Channel, P: Channel) -> Separation | None:
    """A bet that is orthogonal to the rows of P and not to those of A, if there is one."""
    base = pick(data.P, data.rows, data.columns)
    others = [j for j in range(len(data.scales)) if j not in data.columns]
    if not others:
        return None
    T = fmpq_mat(base).solve(fmpq_mat(pick(data.P, data.rows, others)))
    expected = fmpq_mat(pick(data.A, range(A.shape[0]), data.columns)) * T
    actual = fmpq_mat(pick(data.A, range(A.shape[0]), others))
    for position, j in enumerate(others):
        if any(expected[i, position] != actual[i, position] for i in range(A.shape[0])):
            weights = {c: -fraction(T[v, position]) for v, c in enumerate(data.columns)}
            return _bet({**weights, j: Fraction(1)}, data, A, P)
    return None


def _bet(weights: dict[int, Fraction], data: Cleared, A: Channel, P: Channel) -> Separation | None:
    """The two actions "nothing" and y, where y is given for the cleared columns."""
    y = [weights.get(j, Fraction(0)) * scale for j, scale in enumerate(data.scales)]
    return simplest([[Fraction(0)] * len(y), y], A, P)
