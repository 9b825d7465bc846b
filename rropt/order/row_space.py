"""The linear part of A = C P: the row space of P, and the unique C when its rows are independent.

Columns of A and P are cleared of their denominators together, which changes no C. With pivot
columns J and pivot rows I of P:

- a column j outside J is P_J t, so y = e_j - t is orthogonal to every row of P; a row of A that is
  not orthogonal to y is outside the row space, and the bet "0 or y" is worth nothing under P;
- if all rows of P are pivots, C = A_J P_J^-1; where C[i][u] < 0, the bet "0 or -R_u", R_u a column
  of the right inverse of P, is worth nothing under P and -C[i][u] > 0 under A.

Where the rows depend on each other, C P = A with sum_i c_i = 1 is solved on a face, C with a given
pattern of zeros. A float method suggests C and which entries are zero. Each row c_i is moved onto
its equations by entries in a basis of the rows of P, taken from its support first: one solve of the
size of P. What the column sums then lack is a null vector of P; it is written with circuits, the
dependences of one further row of the support on its basis. In the same way the suggested prices are
moved to be zero on a support.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, product
from math import gcd, lcm
from typing import Any

from flint import fmpq, fmpq_mat, fmpz, fmpz_mat, nmod_mat

from rropt.channel import Channel
from rropt.exact.entries import tabulated
from rropt.exact.linear_algebra import fraction_rows, leading_columns
from rropt.lp.factor import PRIME
from rropt.lp.program import fraction
from rropt.order.separation import Separation, simplest


@dataclass(frozen=True)
class Cleared:
    """A and P as integers, column j multiplied by scales[j]; pivots of P modulo a prime."""

    A: fmpz_mat
    P: fmpz_mat
    scales: tuple[int, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]


def clear(A: Channel, P: Channel) -> Cleared:
    """Integers and pivots of a pair of tables."""
    scales = tuple(map(lcm, _scales(A), _scales(P)))
    whole_A = _cleared(A, scales)
    whole_P = _cleared(P, scales)
    rows = _pivots(whole_P.transpose())
    columns = _pivots(whole_P)
    return Cleared(whole_A, whole_P, scales, rows, columns)


def _scales(table: Channel) -> Iterator[int]:
    """The least common denominator of each column."""
    for column in zip(*table.numerators, strict=True):
        yield table.denominator // gcd(table.denominator, *column)


def _cleared(table: Channel, scales: Sequence[int]) -> fmpz_mat:
    """The table with column j multiplied by scales[j]."""
    rows = []
    for row in table.numerators:
        rows.append([x * s // table.denominator for x, s in zip(row, scales, strict=True)])
    return fmpz_mat(rows)


def _pivots(matrix: fmpz_mat) -> tuple[int, ...]:
    """Columns independent modulo a prime, hence independent."""
    # Modulo the prime a rank can only fall: what is independent there is independent.
    return tuple(leading_columns(*nmod_mat(matrix, PRIME).rref()))


def pick(matrix: Any, rows, columns) -> Any:
    """A submatrix."""
    return type(matrix)(len(rows), len(columns), [matrix[i, j] for i, j in product(rows, columns)])


def decide_linear(A: Channel, P: Channel) -> Channel | Separation | None:
    """C or a separation where linear algebra decides; None where it does not.

    >>> P = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> decide_linear(Channel.identity(2), P).first > decide_linear(Channel.identity(2), P).second
    True
    """
    data = clear(A, P)
    outside = _outside_row_space(data, A, P)
    # With dependent rows C is not unique, and this room does not decide.
    if outside or len(data.rows) < P.shape[0]:
        return outside
    square = pick(data.P, range(P.shape[0]), data.columns)
    right = pick(data.A, range(A.shape[0]), data.columns)
    C = fmpq_mat(square.transpose()).solve(fmpq_mat(right.transpose())).transpose()
    table = fraction_rows(C)
    # C is unique: an entry below zero is not only in the way of this C, but of any.
    lowest, u = min((min(column), u) for u, column in enumerate(zip(*table, strict=True)))
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
    # Outside the pivot columns every row of the row space is this combination of its pivots.
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


Support = Sequence[Sequence[bool]]


@dataclass(frozen=True)
class GarblingFace:
    """A and P as integers on the pivot columns; `rows` of P are a basis, `others` the rest."""

    A: fmpz_mat
    P: fmpz_mat
    rows: tuple[int, ...]
    others: tuple[int, ...]

    @cached_property
    def residues(self) -> list[list[int]]:
        """P modulo the prime."""
        return [list(map(int, row)) for row in nmod_mat(self.P, PRIME).tolist()]

    def base(self, rows: Sequence[int]) -> fmpz_mat:
        """The given rows of P."""
        return pick(self.P, rows, range(self.P.ncols()))


def solve_rows(base: fmpz_mat, right: fmpz_mat) -> fmpq_mat:
    """The X with X base = right.

    >>> solve_rows(fmpz_mat([[2, 0], [1, 1]]), fmpz_mat([[3, 1]]))
    [1, 1]
    """
    solved: Any = base.transpose().solve(right.transpose())
    return fmpq_mat(solved).transpose()


@dataclass(frozen=True)
class FaceBasis:
    """Rows of P that span the row space, those of a support first, and their dependences.

    `columns[u]` holds the coordinates of row u modulo the prime.
    """

    rows: tuple[int, ...]
    columns: dict[int, list[int]]
    inside: frozenset[int]

    def free(self, inside: bool) -> list[int]:
        """The rows that are not in the basis, inside or outside the support."""
        chosen = set(self.rows)
        return [u for u in self.columns if u not in chosen and (u in self.inside) == inside]

    def circuit(self, u: int, others: Sequence[int]) -> list[int]:
        """Row u minus its combination of the basis, at the coordinates `others`."""
        taken = dict(zip(self.rows, self.columns[u], strict=True))
        return [int(v == u) - taken.get(v, 0) for v in others]


def bases(frame: GarblingFace, support: Support, liked: Any) -> list[FaceBasis]:
    """A basis for each report of A: support first, then the common basis, then what is large."""
    common = set(frame.rows)
    found = []
    for inside, sizes in zip(support, liked, strict=True):
        # The support first, so that few entries leave it; then the basis that reports share.
        order = sorted(
            range(len(inside)), key=lambda u: (not inside[u], u not in common, -sizes[u])
        )
        found.append(_basis(frame, order, frozenset(u for u in order if inside[u])))
    return found


def _basis(frame: GarblingFace, order: Sequence[int], inside: frozenset[int]) -> FaceBasis:
    entries = [frame.residues[u][v] for v, u in product(range(frame.P.ncols()), order)]
    reduced, rank = nmod_mat(frame.P.ncols(), len(order), entries, PRIME).rref()
    rows = tuple(order[j] for j in leading_columns(reduced, rank))
    table = [list(map(int, row)) for row in reduced.tolist()[:rank]]
    columns = {u: [row[j] for row in table] for j, u in enumerate(order)}
    return FaceBasis(rows, columns, inside)


def on_face(
    frame: GarblingFace, guess: fmpz_mat, bits: int, chosen: Sequence[FaceBasis]
) -> fmpq_mat:
    """The exact C near guess / 2^bits: zero outside the supports, if there is such a C."""
    C = _in_rows(frame, guess, bits, chosen)
    ones = fmpq_mat(1, C.nrows(), [fmpq(1)] * C.nrows())
    lack = fmpq_mat(1, C.ncols(), [fmpq(1)] * C.ncols()) - ones * C
    if any(lack[0, u] for u in frame.others):
        _share_out(frame, C, lack, chosen)
    return C


def _in_rows(
    frame: GarblingFace, guess: fmpz_mat, bits: int, chosen: Sequence[FaceBasis]
) -> fmpq_mat:
    """Each row of the guess, moved onto C P = A by its basis."""
    kept = fmpz_mat(guess)
    for i, basis in enumerate(chosen):
        for u in range(guess.ncols()):
            if u in basis.rows or u not in basis.inside:
                kept[i, u] = 0
    unit = fmpz(1) << bits
    # What the kept entries do not pay of A is paid by the basis rows, in one solve.
    missing = frame.A * unit - kept * frame.P
    C = fmpq_mat(kept) / fmpq(unit)
    for rows, reports in _grouped(chosen):
        step = solve_rows(frame.base(rows), pick(missing, reports, range(frame.P.ncols())))
        for p, i in enumerate(reports):
            for q, u in enumerate(rows):
                C[i, u] = step[p, q] / unit
    return C


def _grouped(chosen: Sequence[FaceBasis]) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """The reports by their basis."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for i, basis in enumerate(chosen):
        groups.setdefault(basis.rows, []).append(i)
    yield from groups.items()


def _share_out(
    frame: GarblingFace, C: fmpq_mat, lack: fmpq_mat, chosen: Sequence[FaceBasis]
) -> None:
    """Add to the rows of C null vectors of P that add up to what the column sums lack."""
    picked = _independent(frame, chosen)
    reports = {i for i, _ in picked}
    # The lack is a null vector of P: a single report that is free may take all of it.
    if len(reports) == 1:
        (i,) = reports
        for u in range(C.ncols()):
            C[i, u] += lack[0, u]
        return
    vectors = [_exact_circuit(frame, chosen[i], u) for i, u in picked]
    n = len(frame.others)
    table = fmpq_mat(n, n, [vector.get(v, fmpq(0)) for v, vector in product(frame.others, vectors)])
    shares = table.solve(fmpq_mat(n, 1, [lack[0, v] for v in frame.others]))
    for position, ((i, _), vector) in enumerate(zip(picked, vectors, strict=True)):
        share = shares[position, 0]
        if share:
            for v, x in vector.items():
                C[i, v] += share * x


def _independent(frame: GarblingFace, chosen: Sequence[FaceBasis]) -> list[tuple[int, int]]:
    """As many independent circuits (report, row) as null vectors, of supports where possible."""
    picked: list[tuple[int, int]] = []
    # Circuits within a support keep the guessed zeros; others only where those are too few.
    for inside in (True, False):
        free = {i: basis.free(inside) for i, basis in enumerate(chosen)}
        for i in sorted(free, key=lambda i: -len(free[i])):
            if len(picked) == len(frame.others):
                return picked
            picked = _first_independent(frame, chosen, [*picked, *((i, u) for u in free[i])])
    return picked


def _first_independent(
    frame: GarblingFace, chosen: Sequence[FaceBasis], circuits: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    columns = [chosen[i].circuit(u, frame.others) for i, u in circuits]
    if not columns:
        return []
    entries = [x % PRIME for x in chain.from_iterable(zip(*columns, strict=True))]
    reduced, rank = nmod_mat(len(frame.others), len(columns), entries, PRIME).rref()
    return [circuits[j] for j in leading_columns(reduced, rank)]


def _exact_circuit(frame: GarblingFace, basis: FaceBasis, u: int) -> dict[int, fmpq]:
    """Row u minus its combination of the basis."""
    taken = solve_rows(frame.base(basis.rows), frame.base([u])).entries()
    return {u: fmpq(1), **{b: -x for b, x in zip(basis.rows, taken, strict=True) if x}}


def prices_off(
    frame: GarblingFace, weights: Any, z: Sequence[fmpq], chosen: Sequence[FaceBasis]
) -> list[list[fmpq]]:
    """Actions y_i with y_i . p_u = z_u in the support, z_u - weights_iu in the rest of the basis.

    z is given at the rows `others` and zero at the basis; it is moved to make this possible.
    """
    level = dict(zip(frame.others, _orthogonal(frame, list(z), chosen), strict=True))
    actions: list[list[fmpq]] = [[] for _ in chosen]

    def wanted(u: int, i: int) -> fmpq:
        return level.get(u, fmpq(0)) - (0 if u in chosen[i].inside else weights[i][u])

    for rows, reports in _grouped(chosen):
        solved = fmpq_mat(frame.base(rows)).solve(fmpq_mat(tabulated(wanted, rows, reports)))
        for p, i in enumerate(reports):
            actions[i] = [solved[v, p] for v in range(len(rows))]
    return actions


def _orthogonal(frame: GarblingFace, z: list[fmpq], chosen: Sequence[FaceBasis]) -> list[fmpq]:
    """z moved in some coordinates to be orthogonal to every circuit inside a support."""
    picked: list[tuple[int, int]] = []
    for i, basis in enumerate(chosen):
        if len(picked) < len(z) and (free := basis.free(True)):
            picked = _first_independent(frame, chosen, [*picked, *((i, u) for u in free)])
    if not picked:
        return z
    circuits = (chosen[i].circuit(u, frame.others) for i, u in picked)
    residues = [x % PRIME for x in chain.from_iterable(circuits)]
    places = leading_columns(*nmod_mat(len(picked), len(z), residues, PRIME).rref())
    vectors = [_exact_circuit(frame, chosen[i], u) for i, u in picked]
    table = fmpq_mat(tabulated(lambda vector, v: vector.get(v, fmpq(0)), vectors, frame.others))
    rest = [j for j in range(len(z)) if j not in places]
    kept = fmpq_mat(len(rest), 1, [z[j] for j in rest])
    everywhere = range(table.nrows())
    right = -pick(table, everywhere, rest) * kept
    moved = pick(table, everywhere, places).solve(right)
    for p, j in enumerate(places):
        z[j] = moved[p, 0]
    return z
