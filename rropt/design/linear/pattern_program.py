"""The program over extreme patterns, for any utility under any privacy.

    maximise sum_r w_r u(r)   with   sum_r w_r r = 1,
    sum_r w_r e_p(r) <= d_p   for each budget p of the privacy.

All patterns are put into the exact program: to choose among them in doubles first saves no time, at
3,432 patterns of eight truths as at 9,365 of six.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rropt import lp
from rropt.design.problem import Optimum
from rropt.exact import InputError
from rropt.patterns.extreme import Pattern
from rropt.privacy.bound_forms import HIGH, LOW, Key
from rropt.privacy.conditions import Conditions
from rropt.privacy.levels import Levels
from rropt.utility import Utility

FEWEST = 30
"""Up to so many patterns the exact simplex begins without HiGHS, whose import takes longer."""


def solve_patterns(utility: Utility, privacy: Levels | Conditions) -> Optimum:
    """Weights for the lower ends of the levels, prices for the upper ones.

    >>> from rropt.privacy import Privacy
    >>> from rropt.utility import FDivergence
    >>> levels = Privacy([[1, 3], [2, 1]]).levels
    >>> [str(w) for w in solve_patterns(FDivergence("total-variation"), levels).weights]
    ['2/5', '1/5']
    """
    # Tables keep the power, which such a pattern breaks alone; levels of a bound allow it.
    patterns = [r for r in privacy.patterns(LOW) if not privacy.is_infinite(r)]
    found = best_weights(utility, privacy, LOW, patterns)
    priced = found
    if not privacy.is_exact:
        above = privacy.patterns(HIGH)
        # A basis is a choice of columns: it serves where both ends have as many.
        same = len(above) == len(patterns)
        priced = best_weights(utility, privacy, HIGH, above, found.basis if same else None)
    used = [(r, w) for r, w in zip(patterns, found.x, strict=True) if w]
    return Optimum(
        tuple(r for r, _ in used),
        tuple(w for _, w in used),
        tuple(-y for y in priced.dual_eq),
        _budget_prices(priced, privacy),
    )


def _budget_prices(found: lp.Solution, privacy: Levels | Conditions) -> dict[Key, Fraction]:
    """Of the budgets that have a price."""
    pairs = zip(privacy.approximate, found.dual_ub, strict=True)
    return {tuple(key): -z for key, z in pairs if z}


def best_weights(
    utility: Utility,
    privacy: Levels | Conditions,
    end: int,
    patterns: Sequence[Pattern],
    start: Sequence[int] | None = None,
) -> lp.Solution:
    """The program over some patterns for one end of the levels, as the least of minus utilities."""
    truths = privacy.truths
    row_of = {key: truths + n for n, key in enumerate(privacy.approximate)}
    columns = []
    for pattern in patterns:
        spent = privacy.excesses(end, pattern)
        entries = {j: x for j, x in enumerate(pattern) if x}
        columns.append(entries | {row_of[tuple(key)]: x for key, x in spent.items()})
    costs = [-worth_of(utility, pattern, privacy) for pattern in patterns]
    right = [Fraction(1)] * truths + list(privacy.allowed(end).values())
    if len(patterns) <= FEWEST and start is None:
        start = range(len(patterns))
    solution = lp.decide(lp.pose_columns(costs, columns, right, truths), start)
    if not solution.is_optimal:
        raise ArithmeticError("the program over the patterns has no optimum")
    return solution


def worth_of(utility: Utility, pattern: Pattern, privacy: Levels | Conditions) -> Fraction:
    """The utility of a pattern, from above."""
    try:
        return utility.bounds(pattern)[1]
    except (ZeroDivisionError, InputError):
        if privacy.has_orders:
            raise InputError(
                f"objective must be finite on all reports under a Renyi budget, got "
                f"{utility.label}: the lines that stand for the budget in a proof bound no "
                "report that shows for certain what the truth is not"
            ) from None
        raise infinite(utility) from None


def infinite(utility: Utility) -> InputError:
    """What is said of a utility that some private report makes infinite."""
    return InputError(
        f"{utility.label} is infinite at this level: a report may show for certain what "
        "the truth is not"
    )
