"""The program over extreme patterns, for any utility under any privacy.

    maximise sum_r w_r u(r)   with   sum_r w_r r = 1,
    sum_r w_r e_p(r) <= d_p   for each budget p of the privacy.

Few patterns are all put into the exact program. Of many, doubles choose those whose price they find
close to their utility, and the exact program takes in every other that its prices leave uncovered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from rropt import lp
from rropt.design.problem import Optimum
from rropt.exact import InputError, over_common_denominator
from rropt.patterns.extreme import Pattern
from rropt.privacy.bound_forms import HIGH, LOW, Key
from rropt.privacy.conditions import Conditions
from rropt.privacy.levels import Levels
from rropt.utility import Utility

MOST_FORMS = 20_000
"""Up to so many patterns times forms of the privacy all patterns are put into the exact program; at
40,000 doubles save as much as they cost."""

FEWEST = 30
"""Up to so many patterns the exact simplex begins without HiGHS, whose import takes longer."""

NEAR = 1e-9
"""Patterns this close to their price, as a share of the largest utility, are candidates."""

DOUBTFUL = 1e-11
"""Patterns priced higher than this above their utility need no exact look."""

Column = Mapping[int, Fraction]
"""The entries of a pattern by the rows of the program."""


def solve_patterns(utility: Utility, privacy: Levels | Conditions) -> Optimum:
    """Weights for the lower ends of the levels, prices for the upper ones.

    >>> from rropt.privacy import Privacy
    >>> from rropt.utility import FDivergence
    >>> levels = Privacy([[1, 3], [2, 1]]).levels
    >>> [str(w) for w in solve_patterns(FDivergence("total-variation"), levels).weights]
    ['2/5', '1/5']
    """
    program = program_of(utility, privacy, LOW)
    priced = found = program.solve()
    if not privacy.is_exact:
        above = program_of(utility, privacy, HIGH)
        # A basis is a choice of columns: it serves where both ends have as many.
        same = len(above.patterns) == len(program.patterns)
        priced = above.solve(found.basis if same else None)
    used = [(r, w) for r, w in zip(program.chosen_patterns, found.weights, strict=True) if w]
    return Optimum(
        tuple(r for r, _ in used),
        tuple(w for _, w in used),
        *budget_prices(priced, privacy),
    )


def budget_prices(
    found: PricedPatterns, privacy: Levels | Conditions
) -> tuple[tuple[Fraction, ...], dict[Key, Fraction]]:
    """The prices of the truths, and of the budgets that have one."""
    truths = found.prices[: privacy.truths]
    pairs = zip(privacy.approximate, found.prices[privacy.truths :], strict=True)
    return truths, {tuple(key): z for key, z in pairs if z}


def program_of(utility: Utility, privacy: Levels | Conditions, end: int) -> PatternProgram:
    """The program for one end of the levels."""
    patterns = privacy.patterns(end)
    if end == LOW:
        # Tables keep the power, which such a pattern breaks alone; levels of a bound allow it.
        patterns = [r for r in patterns if not privacy.is_infinite(r)]
    truths = privacy.truths
    row_of = {key: truths + n for n, key in enumerate(privacy.approximate)}
    budgets = list(privacy.allowed(end).values())
    forms = privacy.bound_forms(end)

    def column(pattern: Pattern) -> Column:
        spent = privacy.excesses(end, pattern)
        entries = {j: x for j, x in enumerate(pattern) if x}
        return entries | {row_of[tuple(key)]: x for key, x in spent.items()}

    def float_columns(rows: np.ndarray) -> np.ndarray:
        columns = np.zeros((len(rows), truths + len(row_of)))
        columns[:, :truths] = rows
        for form in forms:
            if form.most is not None:
                places, terms = zip(*form.terms, strict=True)
                over = rows[:, places] @ np.array(terms, dtype=float)
                columns[:, row_of[form.owner]] += float(form.factor) * np.maximum(over, 0.0)
        return columns

    return PatternProgram(
        patterns,
        column,
        float_columns,
        lambda pattern: worth_of(utility, pattern, privacy),
        lambda rows: utility.floats(rows),
        [Fraction(1)] * truths + budgets,
        truths,
        privacy.uniform is not None or len(patterns) * len(forms) <= MOST_FORMS,
    )


def worth_of(utility: Utility, pattern: Pattern, privacy: Levels | Conditions) -> Fraction:
    """The utility of a pattern, from above."""
    try:
        return utility.bounds(pattern)[1]
    except (ZeroDivisionError, InputError):
        raise _infinite(utility, privacy) from None


def _infinite(utility: Utility, privacy: Levels | Conditions) -> InputError:
    if privacy.has_orders:
        return InputError(
            f"objective must be finite on all reports under a Renyi budget, got "
            f"{utility.label}: the lines that stand for the budget in a proof bound no "
            "report that shows for certain what the truth is not"
        )
    return InputError(
        f"{utility.label} is infinite at this level: a report may show for certain what "
        "the truth is not"
    )


def _float_pattern(pattern: Pattern) -> list[float]:
    """The pattern divided by its largest entry, in doubles."""
    whole, _ = over_common_denominator(pattern)
    top = max(whole)
    return [x / top for x in whole]


@dataclass(frozen=True)
class PricedPatterns:
    """Weights of the chosen patterns, a price for each row, and the basis that has them."""

    weights: tuple[Fraction, ...]
    prices: tuple[Fraction, ...]
    basis: tuple[int, ...]


@dataclass
class PatternProgram:
    """Patterns with their columns and utilities, of which some are chosen for the exact program."""

    patterns: Sequence[Pattern]
    column: Callable[[Pattern], Column]
    float_columns: Callable[[np.ndarray], np.ndarray]
    """The columns of many patterns, one a row, in doubles."""

    worth: Callable[[Pattern], Fraction]
    floats: Callable[[np.ndarray], np.ndarray]
    right: Sequence[Fraction]
    equalities: int
    is_listed: bool = False
    """Whether all patterns are put into the exact program."""

    def __post_init__(self) -> None:
        self.chosen: list[int] = []
        self._columns: dict[int, Column] = {}
        self._worth: dict[int, Fraction] = {}

    @property
    def chosen_patterns(self) -> list[Pattern]:
        """The patterns that the weights belong to."""
        return [self.patterns[n] for n in self.chosen]

    def solve(self, start: Sequence[int] | None = None) -> PricedPatterns:
        """The exact optimum; `start` is a basis for as many patterns."""
        every = range(len(self.patterns))
        if self.is_listed:
            self.chosen = list(every)
            if len(every) <= FEWEST and start is None:
                start = every
        else:
            self.chosen = self._near(self._float_prices(), NEAR)
            start = None
        while True:
            found = self._restricted(start)
            missing = self._uncovered(found.prices)
            if not missing:
                return found
            count = len(self.chosen)
            # Slacks come after all patterns: their places move with those that join.
            start = [j if j < count else j + len(missing) for j in found.basis]
            self.chosen = self.chosen + missing

    def _restricted(self, start: Sequence[int] | None) -> PricedPatterns:
        """The optimum over the chosen patterns, as the least of the negative utilities."""
        program = lp.pose_columns(
            [-self._value(n) for n in self.chosen],
            [self._entries(n) for n in self.chosen],
            self.right,
            self.equalities,
        )
        solution = lp.decide(program, start)
        if not solution.is_optimal:
            raise ArithmeticError("the program over the patterns has no optimum")
        prices = tuple(-y for y in (*solution.dual_eq, *solution.dual_ub))
        return PricedPatterns(solution.x, prices, solution.basis)

    def _uncovered(self, prices: Sequence[Fraction]) -> list[int]:
        """Patterns worth more than their exact price, among those that doubles doubt."""
        # What is in the program is covered by it.
        if len(self.chosen) == len(self.patterns):
            return []
        known = set(self.chosen)
        doubtful = self._near([float(y) for y in prices], -DOUBTFUL)
        unknown = [n for n in doubtful if n not in known]
        return [n for n in unknown if self._value(n) > self._charge(n, prices)]

    def _charge(self, place: int, prices: Sequence[Fraction]) -> Fraction:
        entries = self._entries(place)
        return sum((prices[i] * x for i, x in entries.items()), Fraction(0))

    def _entries(self, place: int) -> Column:
        if place not in self._columns:
            self._columns[place] = self.column(self.patterns[place])
        return self._columns[place]

    def _value(self, place: int) -> Fraction:
        if place not in self._worth:
            self._worth[place] = self.worth(self.patterns[place])
        return self._worth[place]

    @cached_property
    def _arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """Columns and utilities in doubles, patterns divided by their largest entry."""
        rows = np.array([_float_pattern(pattern) for pattern in self.patterns])
        worth = self.floats(rows)
        if not np.isfinite(worth).all():
            for place in np.flatnonzero(~np.isfinite(worth)).tolist():
                self._value(place)  # says why
            raise ArithmeticError("a utility in doubles is not finite where the exact one is")
        return self.float_columns(rows), worth

    def _near(self, prices: Sequence[float], near: float) -> list[int]:
        """The patterns whose price is at most so far above their utility."""
        columns, worth = self._arrays
        short = worth - columns @ np.array(prices, dtype=float)
        return np.flatnonzero(short > -near * np.abs(worth).max()).tolist()

    def _float_prices(self) -> list[float]:
        """The prices of the whole program in doubles."""
        from scipy.optimize import linprog

        columns, worth = self._arrays
        unit = float(np.abs(worth).max()) or 1.0
        allowed = np.array([float(d) for d in self.right])
        # Of large budgets shares are counted, so that no right side is above 1.
        scale = np.maximum(allowed, 1.0)
        scaled = (columns / scale).T
        soft = self.equalities < len(allowed)
        answer = linprog(
            -worth / unit,
            A_eq=scaled[: self.equalities],
            b_eq=allowed[: self.equalities],
            A_ub=scaled[self.equalities :] if soft else None,
            b_ub=(allowed / scale)[self.equalities :] if soft else None,
            method="highs-ds",
            options={"dual_feasibility_tolerance": 1e-10, "primal_feasibility_tolerance": 1e-10},
        )
        if answer.x is None:
            raise ArithmeticError("the program over the patterns could not be solved in doubles")
        marginals = [*answer.eqlin.marginals, *(answer.ineqlin.marginals if soft else ())]
        return [-unit * float(y) / s for y, s in zip(marginals, scale, strict=True)]
