"""Where lines below the powers of Renyi budgets touch, for a bound over the rays where they meet.

What a bound loses between two lines is the square of their distance, so that lines lie where the
ratios of the best table are. Of two truths they fall off geometrically around each ratio; the rays
of three truths are as many as the square of the lines, which lie evenly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import exp, log

from rropt.design.levels.renyi_table import log_ratios, rounded
from rropt.exact import InputError, Table
from rropt.patterns.planes import along
from rropt.privacy.conditions import Conditions, LevelCondition
from rropt.privacy.renyi_lines import steps_of

DIGITS = 26
"""Binary digits of the ratios where lines touch: their error is the square of that of a ratio."""

MOST_LINES = 400
"""Of two truths: so many lines meet in 400 rays, a second for the exact program and its check."""

EVENLY, BEYOND = 20, 3
"""Lines of a pair of three truths from its least ratio to its largest, and at each side of them:
150 lines of all pairs meet in 10,000 rays, and leave gaps of 0.7 to 1.5 percent in four seconds; 16
and 3 leave 0.8 to 1.7, and with 24 and 4 the check takes more logarithms than it may. Lines close
around the nine ratios of a table, a few each, left 11 to 27 percent."""

AT_FIRST = 20
"""Lines of a pair on either side of the ratio 1, before any table is known."""

MOST_TRUTHS = 3

FARTHEST, NEAREST = 8.0, 1e-5
"""Lines touch at t (1 + x) from this x to that: relative gaps are some 1e-10 then."""

FASTEST = 2.5
"""Where lines are few, x falls by this: farther apart they would leave more between them."""

PRICED = 1e-9
"""Of the largest price: a condition below needs no lines."""


def refuse_many_truths(truths: int) -> None:
    """Beyond three truths the rays where lines meet are too many."""
    if truths > MOST_TRUTHS:
        raise InputError(
            f"categories must be at most {MOST_TRUTHS} for this objective under a Renyi "
            f"budget, got {truths}; decisions (trace, guess, gain) work beyond"
        )


def spread(conditions: Conditions) -> Conditions:
    """The conditions with lines at all log-ratios that are worth a look."""
    import numpy as np

    typical, most = log_ratios(conditions)
    half = np.geomspace(typical / 4, most, AT_FIRST)
    points = {rounded(Fraction(exp(x)), DIGITS) for x in [*-half, 0.0, *half]}
    listed = tuple(touching(condition, points) for condition in conditions.listed)
    return replace(conditions, listed=listed)


def touching_near(conditions: Conditions, rows: Table, prices: Sequence[float]) -> Conditions:
    """The conditions with lines around the ratios of these rows, where they have a price."""
    least = PRICED * max(prices)
    sought = []
    for condition, price in zip(conditions.listed, prices, strict=True):
        ratios = [t for t in ratios_of(condition, rows) if t is not None] if price > least else []
        sought.append({rounded(t, DIGITS) for t in ratios})
    most = MOST_LINES // (2 * max(1, sum(map(len, sought))))
    listed = [
        touching(condition, _places(ratios, most, conditions.truths))
        for condition, ratios in zip(conditions.listed, sought, strict=True)
    ]
    return replace(conditions, listed=tuple(listed))


def with_ratios(conditions: Conditions, rows: Table) -> Conditions:
    """With lines at the ratios of these rows as well."""
    listed = []
    for condition in conditions.listed:
        ratios = {rounded(t, DIGITS) for t in ratios_of(condition, rows) if t is not None}
        listed.append(touching(condition, {*condition.points, *ratios}))
    return replace(conditions, listed=tuple(listed))


def touching(condition: LevelCondition, points: Iterable[Fraction]) -> LevelCondition:
    """The condition with lines that touch at these points."""
    touched = tuple(sorted(points))
    order = condition.order or Fraction(1)
    return replace(condition, levels=steps_of(order, touched), points=touched)


def ratios_of(condition: LevelCondition, rows: Table) -> list[Fraction | None]:
    """x.r / y.r of the rows with x.r > 0; None where y.r = 0."""
    both = [(along(condition.left, row), along(condition.right, row)) for row in rows]
    return [above / below if below else None for above, below in both if above]


def _places(ratios: set[Fraction], most: int, truths: int) -> set[Fraction]:
    """Where lines touch: of two truths close around each ratio, of three evenly among all."""
    if not ratios:
        return {Fraction(1)}
    return _around(ratios, most) if truths == 2 else _evenly(ratios)


def _evenly(ratios: set[Fraction]) -> set[Fraction]:
    """Log-ratios evenly from the least to the largest, and some beyond."""
    import numpy as np

    ends = log(min(ratios)), log(max(ratios))
    farthest = max(0.1, *map(abs, ends))
    beyond = np.geomspace(1.3 * farthest, max(2.0, 3 * farthest), BEYOND)
    places = [*np.linspace(*ends, EVENLY), *beyond, *-beyond]
    return {rounded(Fraction(exp(x)), DIGITS) for x in places}


def _around(ratios: set[Fraction], most: int) -> set[Fraction]:
    """Every ratio t, and t (1 + x), t / (1 + x) for x that fall by a factor, and between them.

    So many points a ratio, and as many evenly from the least to the largest: at a small budget
    all ratios there are nearly as good as those in use.
    """
    number = max(1, (most - 1) // 2)
    factor = min(FASTEST, (FARTHEST / NEAREST) ** (1 / number))
    steps = [Fraction(1 + FARTHEST / factor**n) for n in range(number)]
    found = {rounded(t, DIGITS) for t in ratios}
    for t, step in product(ratios, steps):
        found |= {rounded(t * step, 2 * DIGITS), rounded(t / step, 2 * DIGITS)}
    return found | {rounded(Fraction(exp(x)), DIGITS) for x in _between(ratios, most)}


def _between(ratios: set[Fraction], most: int) -> list[float]:
    """Log-ratios evenly from the least to the largest, and from there to 2 by a factor."""
    import numpy as np

    ends = log(min(ratios)), log(max(ratios))
    number = most * len(ratios) // 2
    farthest = max(map(abs, ends)) or 1.0
    beyond = np.geomspace(farthest, max(2.0, 2 * farthest), number // 2)
    return [*np.linspace(*ends, number), *beyond, *-beyond]
