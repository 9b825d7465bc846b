"""Decisions under conditions, or with reports of single truths: one exact linear program.

    maximise  sum_x c_x.P_x + sum_j u_j s_j     with  sum_x P[x, j] + s_j = 1,   P, S, s >= 0,
    a_n.P_x <= 0              for each form of a condition that binds every row,
    a_n.P_x <= S_xn,  sum_xn c_n S_xn <= d       for a condition of all rows together,

s_j the report that truth j alone can give, worth u_j = max_x c_xj (singles only). Its dual is the
certificate: prices y and z, and multipliers f_xn of the forms, f_xn <= c_n z.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt import lp
from rropt.exact import InputError
from rropt.patterns.planes import Form
from rropt.privacy.conditions import Conditions, Key
from rropt.privacy.levels import Levels, essential

MOST_ROWS = 1500
"""Forms times actions in one exact program: 900 took three seconds."""


@dataclass(frozen=True)
class BoundForm:
    """A form c [a.r]_+ of a condition; `most` is None where a.r <= 0 for every row."""

    name: Key
    """What multipliers are listed under: a pair of truths, or the place of a level."""

    owner: Key
    factor: Fraction
    form: Form
    most: Fraction | None


@dataclass(frozen=True)
class DecisionOptimum:
    """A table, prices, and for each action the multipliers of the forms."""

    rows: tuple[tuple[Fraction, ...], ...]
    prices: tuple[Fraction, ...]
    owner_prices: dict[Key, Fraction]
    multipliers: tuple[dict[Key, Fraction], ...]


def solve_decisions(
    actions: Sequence[Sequence[Fraction]], levels: Levels | Conditions
) -> DecisionOptimum:
    """The table of the lower ends, the prices of the upper ones.

    >>> from rropt.privacy import Privacy
    >>> pair = [(2, "1/5"), (3, "1/10")]
    >>> half, zero = Fraction(1, 2), Fraction(0)
    >>> levels = Privacy([[1, pair], [pair, 1]]).levels
    >>> solve_decisions([[half, zero], [zero, half]], levels).rows[0]
    (Fraction(11, 15), Fraction(4, 15))
    """
    below = _Decisions(actions, bound_forms(levels, 0), levels.singles)
    found = below.solve()
    if levels.is_exact:
        return found
    above = _Decisions(actions, bound_forms(levels, 1), levels.singles).solve()
    return DecisionOptimum(found.rows, above.prices, above.owner_prices, above.multipliers)


def bound_forms(levels: Levels | Conditions, end: int) -> list[BoundForm]:
    """All forms for the lower (0) or the upper (1) ends."""
    if isinstance(levels, Levels):
        return _of_pairs(levels, end)
    found: list[BoundForm] = []
    allowed = levels.allowed(end)
    for n, condition in enumerate(levels.listed):
        for c, form in condition.forms(end):
            found.append(BoundForm((len(found),), (n,), c, form, allowed.get((n,))))
    return found


def _of_pairs(levels: Levels, end: int) -> list[BoundForm]:
    matrix = (levels.lo, levels.hi)[end]
    one = Fraction(1)
    found = []
    for a, b in essential(levels.pure(matrix)):
        values = {a: one, b: -Fraction(matrix[a][b])}
        form = tuple(values.get(j, Fraction(0)) for j in range(levels.truths))
        found.append(BoundForm((a, b), (a, b), one, form, None))
    return found


class _Decisions:
    """The program in rationals: columns P[x, j], s_j, S_xn."""

    def __init__(
        self,
        actions: Sequence[Sequence[Fraction]],
        forms: Sequence[BoundForm],
        singles: Sequence[int],
    ) -> None:
        if len(actions) * len(forms) > MOST_ROWS:
            raise InputError(
                f"actions times levels must be at most {MOST_ROWS} under these conditions, got "
                f"{len(actions)} x {len(forms)}"
            )
        self.actions, self.forms, self.singles = actions, forms, singles
        self.truths = len(actions[0])
        self.owners = list(dict.fromkeys(f.owner for f in forms if f.most is not None))

    def solve(self) -> DecisionOptimum:
        columns = self._entries() + self._alone() + self._excesses()
        costs = [-c for row in self.actions for c in row]
        costs += [-max(row[j] for row in self.actions) for j in self.singles]
        costs += [Fraction(0)] * (len(columns) - len(costs))
        room = {f.owner: f.most for f in self.forms if f.most is not None}
        rhs = [Fraction(1)] * self.truths
        rhs += [Fraction(0)] * (len(self.actions) * len(self.forms))
        rhs += [Fraction(room[owner]) for owner in self.owners]
        solution = lp.decide(lp.pose_columns(costs, columns, rhs, self.truths))
        if not solution.is_optimal:
            raise InputError("privacy must allow a table: these conditions contradict each other")
        return self._optimum(solution)

    def _row(self, x: int, n: int) -> int:
        return self.truths + x * len(self.forms) + n

    def _entries(self) -> list[Mapping[int, Fraction]]:
        columns: list[Mapping[int, Fraction]] = []
        for x, _ in enumerate(self.actions):
            for j in range(self.truths):
                column = {j: Fraction(1)}
                for n, f in enumerate(self.forms):
                    if f.form[j]:
                        column[self._row(x, n)] = f.form[j]
                columns.append(column)
        return columns

    def _alone(self) -> list[Mapping[int, Fraction]]:
        return [{j: Fraction(1)} for j in self.singles]

    def _excesses(self) -> list[Mapping[int, Fraction]]:
        columns: list[Mapping[int, Fraction]] = []
        last = self.truths + len(self.actions) * len(self.forms)
        place = {owner: last + n for n, owner in enumerate(self.owners)}
        for x, _ in enumerate(self.actions):
            for n, f in enumerate(self.forms):
                if f.most is not None:
                    columns.append({self._row(x, n): Fraction(-1), place[f.owner]: f.factor})
        return columns

    def _optimum(self, solution: lp.Solution) -> DecisionOptimum:
        k, count = self.truths, len(self.actions)
        rows = [solution.x[x * k : (x + 1) * k] for x in range(count)]
        masses = solution.x[count * k : count * k + len(self.singles)]
        for j, mass in zip(self.singles, masses, strict=True):
            rows.append(tuple(mass if i == j else Fraction(0) for i in range(k)))
        size = len(self.forms)
        multipliers = []
        for x in range(count):
            duals = solution.dual_ub[x * size : (x + 1) * size]
            pairs = zip(self.forms, duals, strict=True)
            multipliers.append({f.name: -dual for f, dual in pairs if dual})
        tail = solution.dual_ub[count * size :]
        owners = {owner: -z for owner, z in zip(self.owners, tail, strict=True) if z}
        prices = tuple(-y for y in solution.dual_eq)
        return DecisionOptimum(tuple(map(tuple, rows)), prices, owners, tuple(multipliers))
