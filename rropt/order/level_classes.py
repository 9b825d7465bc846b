"""The class of a matrix of levels or of conditions: which of its tables are better than a table?

Where every report is bound for itself the class is a cone K of rows, and a table is admissible
exactly when all its reports are extreme patterns of K. For if A = C P, the reports of P that make
an extreme report of A are all proportional to it, so that P is A again, up to order and splitting.
And a report that is no extreme pattern can be taken apart into some (`patterns.parts`), which is
better: u(r) = sum_j r_j^2 / sum_j r_j strictly grows.

An extreme report is the best of all rows for a decision of its own: with one unit for each of its
tight pairs, less one for each truth at which it is zero,

    x.r = sum_tight (r_a - g_ab r_b) - sum_zero r_j  <=  0   in K, and 0 along the report alone.

Where reports share what they are allowed, or truths may be told alone, the extreme patterns are
listed and weights for parts of each report are sought:

    maximise   sum d[i][r] u(r)
    with       sum_r d[i][r] r = a_i,     sum d[i][r] [r_a - g_ab r_b]_+ <= delta_ab,     d >= 0.

The table is admissible exactly when nothing exceeds sum_i u(a_i); the prices then prove it as in
`optimality`. Otherwise the best parts are a table that dominates it, and is admissible itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.exact.convert import dot
from rropt.exact.entries import picked
from rropt.order.best_staircases import Parts, parts_program, prices_of_parts, worth
from rropt.order.garbling import splitting
from rropt.order.layers import assemble
from rropt.order.optimality import Optimality, best_at_prices
from rropt.order.separation import Row, value_of
from rropt.order.staircases import Charge
from rropt.patterns.alcoved import extreme_parts, tight_groups
from rropt.patterns.extreme import Pattern
from rropt.patterns.planes import MOST_TRUTHS
from rropt.privacy import Criterion
from rropt.privacy.bound_forms import LOW
from rropt.privacy.conditions import Conditions
from rropt.privacy.levels import Levels, Matrix, Pair

MOST_PARTS = 6000
"""Reports times patterns: the variables of the exact program."""

Found = tuple[Channel, Channel] | Optimality


def decide_under_levels(table: Channel, level: Criterion) -> tuple[Found, tuple[str, ...]]:
    """What `decide_in_class` finds for a table of the class, and where the table falls short."""
    levels = levels_of(level)
    if not levels.obeyed_by(table.rows):
        raise InputError(
            f"channel must satisfy the privacy level ({level.describe()})"
            + _first_violation(table, levels)
        )
    hard = is_cone(levels)
    violations = loose_reports(table.merge_proportional(), levels.lo) if hard else ()
    return decide_in_class(table, levels), violations


def levels_of(level: Criterion) -> Any:
    """The levels of a criterion that is a matrix, or conditions."""
    levels = level.levels  # type: ignore[attr-defined]
    if levels.has_orders:
        raise InputError(
            f"privacy must have levels to decide admissibility, got a Renyi budget "
            f"({level.describe()}): its class has no extreme patterns"
        )
    return levels


def _first_violation(table: Channel, levels: Levels | Conditions) -> str:
    """The first pair of a matrix that the table does not keep."""
    if isinstance(levels, Conditions):
        return ""
    spent = levels.spent(table.rows)
    a, b = next(pair for pair, x in spent.items() if x > levels.deltas[pair[0]][pair[1]])
    more = f": a report is more than {float(levels.lo[a][b]):.6g} times as likely under "
    more += f"{table.truths[a]} as under {table.truths[b]}"
    if levels.deltas[a][b]:
        more += f", by a mass of {float(spent[a, b]):.6g}, not {levels.deltas[a][b]}"
    return more


def decide_in_class(A: Channel, levels: Levels | Conditions) -> Found:
    """A better P of the class, admissible itself, and C with A = C P; or what A is best for.

    >>> from rropt.privacy import Privacy
    >>> levels = Privacy([[1, 3], ["3/2", 1]]).levels
    >>> P, C = decide_in_class(Channel.uninformative(2), levels)
    >>> sorted(list(map(str, row)) for row in P.rows)
    [['3/7', '1/7'], ['4/7', '6/7']]
    >>> decide_in_class(P, levels).value
    Fraction(0, 1)
    """
    merged = A.merge_proportional()
    found = _by_cone(merged, levels) if is_cone(levels) else _by_patterns(merged, levels)
    if isinstance(found, Optimality):
        return found
    P, shares = assemble(found)
    return P, splitting(A, merged) @ Channel.from_rows(shares)


def is_cone(levels: Levels | Conditions) -> bool:
    """Whether a matrix binds every report for itself, and none may tell a truth alone."""
    return isinstance(levels, Levels) and levels.is_pure and not levels.singles


def loose_reports(A: Channel, matrix: Matrix) -> tuple[str, ...]:
    """The reports that are no extreme patterns, and why.

    >>> loose_reports(Channel.uninformative(2), ((1, 3), (2, 1)))
    ('report 0: no tight bound joins {0}, {1}',)
    """
    found = []
    for report, row in zip(A.reports, A.rows, strict=True):
        groups = tight_groups(row, matrix)
        if len(groups) > 1:
            names = (", ".join(picked(A.truths, group)) for group in groups)
            sets = ", ".join(f"{{{group}}}" for group in names)
            found.append(f"report {report}: no tight bound joins {sets}")
    return tuple(found)


def _by_cone(A: Channel, levels: Levels | Conditions) -> list[Parts] | Optimality:
    matrix: Any = levels.lo  # type: ignore[union-attr]
    if loose_reports(A, matrix):
        return [extreme_parts(row, matrix) for row in A.rows]
    multipliers = tuple(_tight_pairs(row, matrix) for row in A.rows)
    pairs = zip(A.rows, multipliers, strict=True)
    gain = tuple(_only_best_there(row, tight, matrix) for row, tight in pairs)
    return Optimality(gain, value_of(gain, A), {}, multipliers)


def _tight_pairs(row: Row, matrix: Matrix) -> dict[Pair, Fraction]:
    """1 for each tight pair of the support."""
    found = {}
    for a, x in enumerate(row):
        for b, y in enumerate(row):
            # A pair of zeros is tight as well, but the zeros pay for themselves.
            if a != b and x and x == matrix[a][b] * y:
                found[a, b] = Fraction(1)
    return found


def _only_best_there(row: Row, tight: dict[Pair, Fraction], matrix: Matrix) -> Row:
    """The action that is worth zero along this row, and less in the rest of the cone."""
    action = [Fraction(0 if x else -1) for x in row]
    for a, b in tight:
        action[a] += 1
        action[b] -= Fraction(matrix[a][b])
    return tuple(action)


def _by_patterns(A: Channel, levels: Levels | Conditions) -> list[Parts] | Optimality:
    patterns = _listed(A, levels)
    soft: dict[Any, Fraction] = dict(levels.approximate)

    def spent(pattern: Pattern) -> dict[Any, Fraction]:
        return {key: levels.excess(LOW, key, pattern) for key in soft}

    offered = []
    for i, row in enumerate(A.rows):
        # A part of a report is zero wherever the report is.
        offered += [(i, r) for r in patterns if not _outside(r, row)]
    solution, parts = parts_program(A, offered, soft, spent)
    # u is strictly convex: only an admissible table is worth as much as its best parts.
    if solution.value != -sum(map(worth, A.rows), Fraction(0)):
        return parts
    found = prices_of_parts(A, solution, soft)
    excesses = {r: spent(r) for r in patterns}
    raised = []
    for row, price in zip(A.rows, found.reports, strict=True):
        raised.append(_raised(row, price, found.charge, excesses))
    return best_at_prices(A, raised, found.charge)


def _listed(A: Channel, levels: Levels | Conditions) -> Sequence[Pattern]:
    """The extreme patterns of the class, where they are few."""
    if isinstance(levels, Levels) and not levels.is_pure and levels.truths > MOST_TRUTHS:
        raise InputError(
            f"channel must have at most {MOST_TRUTHS} truths to decide admissibility where "
            f"pairs have a delta, got {levels.truths}"
        )
    patterns: Sequence[Pattern] = levels.patterns(LOW)
    count = len(patterns) * A.shape[0]
    if count > MOST_PARTS:
        raise InputError(
            f"channel must have fewer reports or truths to decide admissibility here: reports "
            f"times extreme patterns must be at most {MOST_PARTS}, got {count}"
        )
    return patterns


def _outside(pattern: Pattern, row: Row) -> Fraction:
    """What a pattern has where the report is zero."""
    return sum((x for x, own in zip(pattern, row, strict=True) if not own), Fraction(0))


def _raised(row: Row, price: Row, charge: Charge, excesses: Mapping[Pattern, Any]) -> Row:
    """The price of a report raised where the report is zero, which costs nothing, to cover all."""
    short = Fraction(0)
    for pattern, spent in excesses.items():
        room = _outside(pattern, row)
        if room:
            paid = dot(price, pattern) + sum(
                (charge[key] * x for key, x in spent.items()), Fraction(0)
            )
            short = max(short, (worth(pattern) - paid) / room)
    return tuple(y if own else y + short for y, own in zip(price, row, strict=True))
