"""A linear program that grows, solved in doubles and refined far beyond them.

    minimise c.x   with   A x = b,   x >= 0

HiGHS keeps its bounds to 1e-10. What is wrong at its point is computed in whole numbers over 2^BITS
and magnified: the same program around that point, with the residuals b - A x, the distances to the
bounds and the reduced costs c - y A all multiplied by powers of two, is again one for doubles, and
the old basis is nearly its solution (Gleixner, Steffy, Wolter 2016). Each round adds some thirty
binary digits. Who uses the point makes it exact; or rationals decide from where the basis stands
(`lp.simplex`), which begin from here where they refuse what HiGHS proposed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ldexp
from typing import Any

import numpy as np

from rropt.lp.highs import TIGHTEST, feasible_within, highs
from rropt.lp.program import Program, pose_columns

BITS = 200
"""Points and prices are whole numbers over 2^BITS."""

TARGET = 100
"""Refined until nothing is wrong by more than 2^-TARGET: levels of 10^9 take 30 bits."""

ROUND = 33
"""A round magnifies by at most 2^ROUND more: beyond lies the rounding of doubles."""

SEEN = 2 * ROUND
"""So far every program is magnified: before, `noise` hides bounds. The table of the whole truth has
no residuals, and breaks one of level e^25 by less than HiGHS keeps."""

MOST_STALLED = 4
"""Rounds without progress: paths of level 3 gained digits after two of them, none after four."""

FAR = 2.0**32
"""Magnified bounds and costs beyond do not matter in a round; larger ones disturb HiGHS."""

DOUBLE = 60
"""Binary digits that are kept of a double."""

OPTIONS: dict[str, Any] = {**feasible_within(TIGHTEST), "small_matrix_value": 1e-12}

PLAIN: dict[str, Any] = {"presolve": "off", **feasible_within(1e-7)}
"""Where there is no answer. Beside levels of e^20 presolve left entries of 1e-18, at which HiGHS
ended in an error, and programs whose columns add up to one were unbounded for a reduced cost of
2e-9, which later rounds see as it is."""

Entries = Mapping[int, Fraction]


class GrowingProgram:
    """Rows and columns may join between solutions; HiGHS keeps its basis.

    >>> program = GrowingProgram()
    >>> program.add_rows([Fraction(1, 3)], [{}])
    >>> program.add_columns([Fraction(1), Fraction(2)], [{0: Fraction(3)}, {0: Fraction(1)}])
    >>> while program.solve() and program.magnify():
    ...     pass
    >>> abs(program.value(0) - Fraction(1, 9)) < Fraction(1, 10**28)
    True
    """

    def __init__(self) -> None:
        self._solver = highs(OPTIONS)
        self._given: list[dict[int, Fraction]] = []
        """The columns as they are, where `_rows` has their rounded entries."""

        self._given_right: list[Fraction] = []
        self._given_costs: list[Fraction] = []
        self._slacks: list[int] = []
        self._rows: list[list[tuple[int, int]]] = []
        self._right: list[int] = []
        self._costs: list[int] = []
        self._base: list[int] = []
        self._base_prices: list[int] = []
        self.point: list[int] = []
        self.prices: list[int] = []
        self.basic: list[bool] = []
        self.basic_rows: list[bool] = []
        self._finer = self._finer_prices = self._stalled = 0

    def add_rows(self, right: Sequence[Fraction], rows: Sequence[Entries]) -> None:
        """Equations over the columns that there are."""
        starts: list[int] = []
        columns: list[int] = []
        values: list[float] = []
        for entries in rows:
            starts.append(len(columns))
            columns += entries.keys()
            values += map(float, entries.values())
            for j, a in entries.items():
                self._given[j][len(self._rows)] = a
            self._rows.append([(j, fixed(a)) for j, a in entries.items()])
        self._given_right += right
        self._right += map(fixed, right)
        self._base_prices += [0] * len(rows)
        self.prices = [*self.prices, *[0] * len(rows)]
        self.basic_rows += [True] * len(rows)
        first = len(self._rows) - len(rows)
        ends = np.array([self._missing(i) for i in range(first, len(self._rows))])
        self._solver.addRows(
            len(rows), ends, ends, len(values), np.array(starts, dtype=np.int32),
            np.array(columns, dtype=np.int32), np.array(values, dtype=np.float64),
        )  # fmt: skip

    def add_bounds(self, right: Sequence[Fraction], rows: Sequence[Entries]) -> range:
        """Rows that are at most so much, each with a slack that stands in the basis: where."""
        places = range(len(self._rows), len(self._rows) + len(rows))
        self.add_rows(right, rows)
        slacks = range(len(self._costs), len(self._costs) + len(rows))
        self.add_columns([Fraction(0)] * len(rows), [{place: Fraction(1)} for place in places])
        self._slacks += slacks
        for place, slack in zip(places, slacks, strict=True):
            self.basic_rows[place] = False
            self.basic[slack] = True
        return places

    def add_columns(self, costs: Sequence[Fraction], columns: Sequence[Entries]) -> None:
        """Variables from zero on, over the rows that there are."""
        import highspy

        starts: list[int] = []
        rows: list[int] = []
        values: list[float] = []
        first = len(self._costs)
        for j, entries in enumerate(columns, start=first):
            starts.append(len(rows))
            rows += entries.keys()
            values += map(float, entries.values())
            for i, a in entries.items():
                self._rows[i].append((j, fixed(a)))
        self._given += map(dict, columns)
        self._given_costs += costs
        self._costs += map(fixed, costs)
        count = len(columns)
        self._base += [0] * count
        self.point = [*self.point, *[0] * count]
        self.basic += [False] * count
        magnified = np.array([self._cost(c) for c in self._reduced(range(first, first + count))])
        self._solver.addCols(
            count, magnified, np.zeros(count), np.full(count, highspy.kHighsInf), len(values),
            np.array(starts, dtype=np.int32), np.array(rows, dtype=np.int32),
            np.array(values, dtype=np.float64),
        )  # fmt: skip

    def solve(self) -> bool:
        """Whether there is an optimum, as HiGHS says; then point and prices are new.

        A step to the end of what a magnified program shows is none: it is taken in a coarser one.
        """
        while not self._has_run():
            if not self._finer and not self._finer_prices:
                return self._has_run_plainly()
            self._finer = max(0, self._finer - ROUND)
            self._finer_prices = max(0, self._finer_prices - ROUND)
            self._pose()
        return True

    def _has_run(self) -> bool:
        """Whether HiGHS found an optimum that is not far; then it is taken."""
        import highspy

        self._solver.run()
        status = self._solver.getModelStatus()
        solution = self._solver.getSolution()
        is_optimal = status == highspy.HighsModelStatus.kOptimal
        if not is_optimal or max(map(abs, solution.col_value), default=0.0) >= FAR:
            return False
        self._take(solution)
        return True

    def _has_run_plainly(self) -> bool:
        """The same from no basis, as the program stands and less finely."""
        self._set(PLAIN)
        self._solver.clearSolver()
        found = self._has_run()
        self._set(OPTIONS)
        return found

    def _set(self, options: Mapping[str, Any]) -> None:
        for name, value in options.items():
            self._solver.setOptionValue(name, value)

    def _take(self, solution: Any) -> None:
        """The step of HiGHS, and its basis."""
        import highspy

        basis = self._solver.getBasis()
        basic = highspy.HighsBasisStatus.kBasic
        self.basic = [status == basic for status in basis.col_status]
        self.basic_rows = [status == basic for status in basis.row_status]
        pairs = zip(self._base, solution.col_value, strict=True)
        self.point = [x + _whole(step, self._finer) for x, step in pairs]
        for j, inside in enumerate(self.basic):
            if not inside and abs(self.point[j]) < _unit(self._finer):
                self.point[j] = 0
        dual = zip(self._base_prices, solution.row_dual, strict=True)
        self.prices = [y + _whole(step, self._finer_prices) for y, step in dual]

    @property
    def noise(self) -> int:
        """What HiGHS does not see at the present scale, over 2^BITS."""
        return 1 << max(0, BITS - 30 - self._finer)

    def value(self, j: int) -> Fraction:
        """A variable."""
        return Fraction(self.point[j], 1 << BITS)

    def price(self, i: int) -> Fraction:
        """Of a row: c - prices A >= 0."""
        return Fraction(self.prices[i], 1 << BITS)

    @property
    def tight(self) -> int:
        """How many bounds leave nothing, as the basis says."""
        return len(self._slacks) - sum([self.basic[slack] for slack in self._slacks])

    @property
    def posed(self) -> Program:
        """As it was given, for rationals."""
        return pose_columns(self._given_costs, self._given, self._given_right, len(self._rows))

    @property
    def basis(self) -> list[int]:
        """The columns, then the rows, that are basic."""
        return [n for n, inside in enumerate([*self.basic, *self.basic_rows]) if inside]

    def stand_at(self, basis: Sequence[int]) -> None:
        """Another basis in place of its own."""
        inside = set(basis)
        count = len(self._costs)
        self.basic = [j in inside for j in range(count)]
        self.basic_rows = [count + i in inside for i in range(len(self._rows))]

    def magnify(self) -> bool:
        """Around the present point; False where that is as good as is wanted, or gets no better."""
        before = self._base, self._base_prices
        self._base = self.point
        self._base_prices = self.prices
        wrong = max(self._shortfalls(), default=0)
        wrong_prices = max(self._undercut(), default=0)
        least = 1 << (BITS - TARGET)
        if wrong <= least and wrong_prices <= least and self._finer >= SEEN:
            self._base, self._base_prices = before
            return False
        scales = _finer(wrong, self._finer), _finer(wrong_prices, self._finer_prices)
        self._stalled = self._stalled + 1 if sum(scales) <= self._finer + self._finer_prices else 0
        self._finer, self._finer_prices = scales
        self._pose()
        return self._stalled < MOST_STALLED

    def _shortfalls(self) -> list[int]:
        """|b - A x| of rows, and -x of negative variables."""
        rows = (abs(self._lack(i)) for i in range(len(self._rows)))
        return [*rows, *(-x for x in self._base if x < 0)]

    def _undercut(self) -> list[int]:
        """Reduced costs that are negative, or not zero where the variable is not."""
        reduced = self._reduced(range(len(self._costs)))
        pairs = zip(reduced, self.basic, strict=True)
        return [abs(d) if inside else max(0, -d) for d, inside in pairs]

    def _lack(self, i: int) -> int:
        total = sum([a * self._base[j] for j, a in self._rows[i]])
        return self._right[i] - (total >> BITS)

    def _missing(self, i: int) -> float:
        return _magnified(self._lack(i), self._finer)

    def _reduced(self, columns: range) -> list[int]:
        """c - y A of a range of columns."""
        paid = dict.fromkeys(columns, 0)
        for y, row in zip(self._base_prices, self._rows, strict=True):
            if y:
                for j, a in row:
                    if j in columns:
                        paid[j] += y * a
        return [self._costs[j] - (total >> BITS) for j, total in paid.items()]

    def _cost(self, reduced: int) -> float:
        return _magnified(reduced, self._finer_prices)

    def _pose(self) -> None:
        """The magnified program in place of the one before; the basis is kept."""
        import highspy

        columns = np.arange(len(self._costs), dtype=np.int32)
        rows = np.arange(len(self._rows), dtype=np.int32)
        costs = [self._cost(d) for d in self._reduced(range(len(self._costs)))]
        least = [_magnified(-x, self._finer) for x in self._base]
        ends = np.array([self._missing(i) for i in range(len(self._rows))])
        most = np.full(len(columns), highspy.kHighsInf)
        self._solver.changeColsCost(len(columns), columns, np.array(costs))
        self._solver.changeColsBounds(len(columns), columns, np.array(least), most)
        self._solver.changeRowsBounds(len(rows), rows, ends, ends)


def refined_basis(program: Program) -> list[int]:
    """The basic columns of [A I], where rows and columns are of order one and refined.

    >>> tiny = Fraction(1, 10**20)
    >>> columns = [{0: Fraction(1)}, {0: 1 - tiny}]
    >>> refined_basis(pose_columns([Fraction(1), Fraction(1)], columns, [Fraction(1)], 1))
    [0]
    """
    count, equalities = len(program.rhs), program.equalities
    scales = [abs(b) or size for b, size in zip(program.rhs, program.row_sizes, strict=True)]
    right = [Fraction(b, scale) for b, scale in zip(program.rhs, scales, strict=True)]
    columns = [{i: Fraction(a, scales[i]) for i, a in column} for column in program.columns]
    sizes = [max(map(abs, column.values()), default=Fraction(1)) for column in columns]
    costs = [c / size for c, size in zip(program.costs, sizes, strict=True)]
    top = max(map(abs, costs), default=None) or 1
    pairs = zip(columns, sizes, strict=True)
    growing = GrowingProgram()
    growing.add_rows(right[:equalities], [{}] * equalities)
    slacks = len(growing.add_bounds(right[equalities:], [{}] * (count - equalities)))
    growing.add_columns(
        [c / top for c in costs],
        [{i: a / size for i, a in column.items()} for column, size in pairs],
    )
    for _ in range(BITS // ROUND):
        if not (growing.solve() and growing.magnify()):
            break
    # Slacks stand first here, and with the logical variables of their rows there.
    logical = program.size + equalities
    return [n + logical if n < slacks else n - slacks for n in growing.basis]


def fixed(x: Fraction) -> int:
    """A rational as a whole number over 2^BITS."""
    return (x.numerator << BITS) // x.denominator


def _whole(x: float, finer: int) -> int:
    """A double of the program magnified by 2^finer."""
    return int(ldexp(x, DOUBLE)) << max(0, BITS - DOUBLE - finer)


def _unit(finer: int) -> int:
    """One in the magnified program."""
    return 1 << (BITS - finer)


def _magnified(x: int, finer: int) -> float:
    value = ldexp(float(x), finer - BITS)
    return min(FAR, max(-FAR, value))


def _finer(wrong: int, before: int) -> int:
    """The power of two that makes this one, within a round of the one before."""
    most = min(before + ROUND, BITS - DOUBLE)
    return min(most, BITS - wrong.bit_length()) if wrong else most
