"""Is A = C P for a column-stochastic C? Decided exactly, with C or a separating gain.

The unknowns are the rows of C: each row a_i of A must be a combination of the rows of P with
non-negative coefficients, and each row of P is used once in total. By Farkas, either C exists or
there are y_i (one action for each report of A) with

    sum_i y_i . a_i  >  sum_u max_i y_i . p_u,

a decision problem in which A beats P. Proportional rows are merged first. When the rows of P are
independent, C is unique (`row_space`).

When they are dependent, floats suggest C or prices, and exact arithmetic decides: `interior_point`
maximises t with C P = A, columns of C adding up to one and C >= t in units of
the masses of A. Three answers are possible, and each is made exact by small solves (`row_space`):

- t > 0: the C found is moved onto the equations, and checked;
- t < 0: the prices are a decision problem in which A beats P, and checked;
- t = 0 as far as doubles see: the C with exact zeros where the limit has zeros is solved for. If it
  is not non-negative, what is wrong with it is tiny, and the program is posed again around it in
  units of the violation. This is how differences of 1e-12 or 1e-30 come into sight.

What no round settles goes to the exact simplex.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat, fmpz, fmpz_mat

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.exact.entries import entrywise, tabulated
from rropt.exact.linear_algebra import fraction_rows
from rropt.exact.number import primitive
from rropt.lp import decide
from rropt.lp.program import Program, fraction
from rropt.order.garbling_interior import GarblingPoint, Room, interior_point
from rropt.order.row_space import (
    Cleared,
    GarblingFace,
    bases,
    clear,
    decide_linear,
    on_face,
    pick,
    prices_off,
    solve_rows,
)
from rropt.order.separation import Separation, quadratic_gain, simplest, spread


def decide_garbling(A: Channel, P: Channel) -> Channel | Separation:
    """C with A = C P, or a decision problem in which A strictly beats P.

    >>> P = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> A = Channel.from_rows([["2/3", "1/3"], ["1/3", "2/3"]])
    >>> decide_garbling(A, P).rows[0]
    (Fraction(5, 6), Fraction(1, 6))
    >>> decide_garbling(P, A).gain
    ((Fraction(0, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(0, 1)))
    """
    if A.shape[1] != P.shape[1]:
        raise InputError(
            f"A and P must be tables over the same truths, got {A.shape[1]} and {P.shape[1]}"
        )
    # Proportional reports are one outcome split in two: without them C is more often unique.
    small_A = A.merge_proportional()
    small_P = P.merge_proportional()
    found = _reordered(small_A, small_P) or _decide(small_A, small_P)
    if isinstance(found, Separation):
        return found
    # Split what was merged again: A = S small_A = S C small_P = S C M P. Where nothing was merged
    # S or M is the identity, whose products would take the longest of all.
    if small_A.shape != A.shape:
        found = splitting(A, small_A) @ found
    if small_P.shape != P.shape:
        found = found @ _merging(P, small_P)
    return _checked(found, A, P)


def same_rows(A: Channel, P: Channel) -> bool:
    """Are the tables the same up to order, splitting and zero rows (chai-nayak/thm-4.1)?

    >>> P = Channel.from_rows([["1/4", "1/2"], ["3/4", "1/2"]])
    >>> same_rows(P.permute([1, 0]), P), same_rows(P, P.restrict([1, 0]))
    (True, False)
    """
    return _has_rows_of(A.merge_proportional(), P.merge_proportional())


def _has_rows_of(A: Channel, P: Channel) -> bool:
    """Whether tables without proportional rows differ only in their order."""
    return A.denominator == P.denominator and set(A.numerators) == set(P.numerators)


def _reordered(A: Channel, P: Channel) -> Channel | None:
    """C with A = C P for tables without proportional rows that differ only in their order."""
    if not _has_rows_of(A, P):
        return None
    _require_few(A, P, A.shape[0] ** 2, MOST_ENTRIES)
    place = {row: i for i, row in enumerate(A.numerators)}
    targets = [place[row] for row in P.numerators]
    return Channel.from_whole(tabulated(_is, range(len(place)), targets), 1)


def _require_few(A: Channel, P: Channel, numbers: int, most: int) -> None:
    if numbers > most:
        raise InputError(
            f"A and P must have fewer reports to be compared, got {A.shape[0]} and {P.shape[0]}: "
            "side_by_side (rropt compare --prior) shows their figures"
        )


def _decide(A: Channel, P: Channel) -> Channel | Separation:
    """Quick proof of No; unique solution; block program."""
    # No garbling can raise this convex sum: where it is higher, No is proved without a program.
    if spread(A) > spread(P) and (quick := simplest(quadratic_gain(A), A, P)):
        return quick
    return decide_linear(A, P) or decide_block(A, P)


def _checked(C: Channel, A: Channel, P: Channel) -> Channel:
    C = C.relabel(reports=A.reports, truths=P.reports)
    # However C was found, this product alone decides.
    if (C @ P).whole_table != A.whole_table:
        raise ArithmeticError("the garbling failed its verification: C P differs from A")
    return C


def _merging(P: Channel, merged: Channel) -> Channel:
    """M with merged = M P, 0 or 1; a report that never occurs counts as the first."""
    place = {primitive(row): u for u, row in enumerate(merged.numerators)}
    classes = [place[primitive(row)] if any(row) else 0 for row in P.numerators]
    return Channel.from_rows(tabulated(_is, range(merged.shape[0]), classes))


def _is(one: int, other: int) -> int:
    """One if they are the same, else zero."""
    return int(one == other)


def splitting(A: Channel, merged: Channel) -> Channel:
    """S with A = S merged: each report of A with its share of the merged one."""
    place = {primitive(row): u for u, row in enumerate(merged.numerators)}
    masses = [Fraction(sum(row), merged.denominator) for row in merged.numerators]
    rows = []
    for row in A.numerators:
        line = [Fraction(0)] * merged.shape[0]
        if any(row):
            u = place[primitive(row)]
            line[u] = Fraction(sum(row), A.denominator) / masses[u]
        rows.append(line)
    return Channel.from_rows(rows)


ROUNDS = 12
FAR = 10**6  # an entry this large, in units of the violation, cannot be used up
FAINT = 1e-6  # reports with less mass than this part are seen in later rounds
DIGITS = 80  # bits kept of a suggestion, in its unit
MOST_NUMBERS = 1 << 24  # of the program of a round: a gigabyte
MOST_ENTRIES = 1 << 23  # of a C that is written out: ten seconds
SMALLER = 4  # a round must make the violation at least this many times smaller


def decide_block(A: Channel, P: Channel) -> Channel | Separation:
    """C or a separation; the row space of P must contain the rows of A.

    >>> third = ["1/3", "1/3"]
    >>> P = Channel.from_rows([["1/2", "1/6"], third, ["1/6", "1/2"]])
    >>> A = Channel.from_rows([["2/3", "1/3"], ["1/3", "2/3"]])
    >>> (decide_block(A, P) @ P).rows == A.rows
    True
    """
    rows, others = A.shape[0], P.shape[0]
    _require_few(A, P, rows * others * P.shape[1], MOST_NUMBERS)
    search = GarblingSearch.of(A, P)
    return search.run() or _exact(search.data, A, P)


@dataclass(frozen=True)
class GarblingSearch:
    """The data of the rounds: exact in `frame`, in doubles in `coordinates` and `mass`."""

    A: Channel
    P: Channel
    data: Cleared
    frame: GarblingFace
    coordinates: Any
    """Of all rows of P in the basis."""

    mass: Any

    @classmethod
    def of(cls, A: Channel, P: Channel) -> GarblingSearch:
        """Clear the pair; in the basis of its pivots the rows of P have coordinates."""
        data = clear(A, P)
        first, second = (pick(t, range(t.nrows()), data.columns) for t in (data.A, data.P))
        others = tuple(u for u in range(P.shape[0]) if u not in data.rows)
        frame = GarblingFace(first, second, data.rows, others)
        solved = solve_rows(frame.base(frame.rows), second)
        coordinates = np.array(entrywise(_double, solved.tolist()))
        mass = np.array([float(sum(row)) for row in A.rows]) / A.shape[1]
        return cls(A, P, data, frame, coordinates, np.maximum(mass, FAINT))

    def run(self) -> Channel | Separation | None:
        """Rounds in ever smaller units; None when they do not decide."""
        C = self._somewhere()
        unit = Fraction(1)
        for number in range(ROUNDS):
            room = self._room(C, unit, first=number == 0)
            point = interior_point(room)
            if point is None:
                return None
            # An entry with room to spare cannot be used up, whatever its slack is.
            support = point.support | (room.h >= FAR)
            if point.is_outside and (found := self._gain(point, support)):
                return found
            C = self._moved(C, unit, room, point, support)
            worst = self._worst(C)
            if worst == 0:
                return Channel.from_rows(fraction_rows(C))
            # Rounds that no longer shrink what is wrong have no end: the exact simplex takes over.
            if worst > unit / SMALLER:
                return None
            unit = worst
        return None

    def _somewhere(self) -> fmpq_mat:
        """A C with C P = A, in the basis rows only."""
        solved = solve_rows(self.frame.base(self.frame.rows), self.frame.A)
        C = fmpq_mat(self.frame.A.nrows(), self.frame.P.nrows())
        for p, u in enumerate(self.frame.rows):
            for i in range(C.nrows()):
                C[i, u] = solved[i, p]
        return C

    def _room(self, C: fmpq_mat, unit: Fraction, first: bool) -> Room:
        """The program around C, in the unit; only the first C has other column sums than one."""
        scale = fmpq(unit.denominator, unit.numerator)
        rows = entrywise(_double, (C * scale).tolist())
        h = np.minimum(np.array(rows) / self.mass[:, None], FAR)
        others = list(self.frame.others)
        # The first C lies in basis rows, so that every other column still lacks its whole one.
        return Room(h, self.coordinates, others, self.mass, np.full(len(others), float(first)))

    def _moved(
        self, C: fmpq_mat, unit: Fraction, room: Room, point: GarblingPoint, support: Any
    ) -> fmpq_mat:
        """The exact C where the point is, zero outside the support if there is such a one."""
        guess, bits = self._guess(C, unit, room, point)
        chosen = bases(self.frame, support.tolist(), point.slack.tolist())
        return on_face(self.frame, guess, bits, chosen)

    @staticmethod
    def _guess(
        C: fmpq_mat, unit: Fraction, room: Room, point: GarblingPoint
    ) -> tuple[fmpz_mat, int]:
        """C and the step of the point, over a power of two that resolves the unit."""
        bits = DIGITS + max(0, unit.denominator.bit_length() - unit.numerator.bit_length())
        step = room.mass[:, None] * (point.slack + point.t - room.h)
        grain = fmpq(unit.numerator, unit.denominator) / fmpz(2) ** DIGITS
        power = fmpz(2) ** bits

        def moved(x: fmpq, s: float) -> fmpz:
            return _floor((x + grain * int(s * 2.0**DIGITS)) * power)

        return fmpz_mat(entrywise(moved, C.tolist(), step.tolist())), bits

    def _worst(self, C: fmpq_mat) -> Fraction:
        """The largest violation of C >= 0, by mass."""
        worst = Fraction(0)
        for row, mass in zip(C.tolist(), self.mass, strict=True):
            worst = max(worst, fraction(-min(row)) / Fraction(mass))
        return worst

    def _gain(self, point: GarblingPoint, zeros: Any) -> Separation | None:
        """The prices, exactly zero at the entries given, as a decision problem."""
        chosen = bases(self.frame, zeros.tolist(), point.weight.tolist())
        # A gain may be scaled: a hundred bits below its largest entry say all that doubles know.
        top = max(np.abs(point.z).max(), point.weight.max())
        z = [_rational(v, top) for v in point.z]
        weights = entrywise(partial(_rational, top=top), point.weight)
        gain = []
        for action in prices_off(self.frame, weights, z, chosen):
            line = [Fraction(0)] * len(self.data.scales)
            for j, y in zip(self.data.columns, action, strict=True):
                line[j] = fraction(y) * self.data.scales[j]
            gain.append(line)
        return simplest(gain, self.A, self.P)


def _rational(value: float, top: float) -> fmpq:
    return fmpq(int(value / top * 2.0**100), 1 << 100)


def _floor(x: fmpq) -> fmpz:
    return x.p // x.q


def _double(x: fmpq) -> float:
    """The nearest double, or one that is far away."""
    if abs(x) > FAR:
        return float(FAR) if x > 0 else -float(FAR)
    return int(x.p) / int(x.q)


def _exact(data: Cleared, A: Channel, P: Channel) -> Channel | Separation:
    """The exact simplex on the equations of C as they are."""
    program = _program(data)
    solution = decide(program)
    if solution.is_optimal:
        r = P.shape[0]
        return Channel.from_rows([solution.x[i : i + r] for i in range(0, len(solution.x), r)])
    rank = len(data.columns)
    gain = []
    for i in range(A.shape[0]):
        action = [Fraction(0)] * len(data.scales)
        for v, j in enumerate(data.columns):
            # Of an infeasible program the prices are a Farkas ray: the decision in which A beats P.
            action[j] = -solution.dual_eq[i * rank + v]
        gain.append(action)
    found = simplest(gain, A, P)
    if found is None:
        raise ArithmeticError("the Farkas ray failed to separate the two mechanisms")
    return found


def _program(data: Cleared) -> Program:
    """The equations of C, variable i r + u for C[i][u]."""
    reports = data.A.nrows()
    rows = data.P.nrows()
    # Columns of basis rows add up to one by themselves, because those of A and P do.
    free = {u: k for k, u in enumerate(sorted(set(range(rows)) - set(data.rows)))}
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
    rhs = [int(data.A[i, j]) for i, j in product(range(reports), data.columns)] + [1] * len(free)
    scales = [data.scales[j] for _, j in product(range(reports), data.columns)] + [1] * len(free)
    return Program(tuple(columns), tuple(rhs), (0,) * len(columns), len(rhs), tuple(scales), 1)
