"""For what an admissible table is best: a decision problem in which no table of its class beats it.

Pure privacy, gamma > 1. The report with high set S is worth at most nothing to the action

    g_S . r = sum_(j in S, l not in S) (r_j - gamma r_l)  <=  0

at every r of the cone, and nothing only along the pattern of S: the table earns 0, no table of the
class earns more, and one that earns as much has no other patterns. Patterns are extreme rays, so
none of those is better than the table: the gain alone proves that it is admissible.

With delta > 0, the program of `parts` has prices Y_i for each report and Z_ab >= 0 for each pair,

    Y_i . r + sum_ab Z_ab [r_a - gamma r_b]_+  >=  u(r),   u(r) = sum_j r_j^2 / sum_j r_j,

whose total is sum_i u(a_i) when the table is admissible. So w(r) = max_i u(r) - Y_i . r is at most
the charge for the excesses, delta sum Z over a table, and A earns that much; w is strictly convex
across directions, so whatever is better than A earns more, and is not in the class. The gain has
the actions of w at the reports of A; it certifies the bound, and that A reaches it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from rropt.channel import Channel
from rropt.order.best_staircases import Prices, Task
from rropt.order.separation import Row, Table, quadratic_gain, value_of
from rropt.order.staircases import Scale

if TYPE_CHECKING:
    from rropt.certificate import Certificate


@dataclass(frozen=True)
class Optimality:
    """A gain whose value at the table, `value`, no table of the class exceeds.

    The reason: every report r is worth at most sum_ab charge[a, b] [r_a - gamma r_b]_+, so a table
    of the class is worth at most delta sum_ab charge[a, b], which is `value`.
    """

    gain: Table
    value: Fraction
    charge: Mapping[Any, Fraction]
    multipliers: Sequence[Mapping[tuple[int, int], Fraction]] | None = None
    """Of the tight pairs of each action, where a matrix without deltas is the level."""


def best_pure(A: Channel, gamma: Fraction) -> Optimality:
    """The gain of a table with two values a row and parity gamma in each.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> best = best_pure(warner, Fraction(3))
    >>> [list(map(int, action)) for action in best.gain], best.value
    ([[1, -3], [-3, 1]], Fraction(0, 1))
    """
    actions = []
    for row in A.merge_proportional().rows:
        largest = max(row)
        high = row.count(largest)
        low = len(row) - high
        # Each high truth meets every low one once: sum of r_j - gamma r_l over these pairs, which
        # is 0 for this row, and above 0 for no row that is private.
        actions.append(tuple(Fraction(low) if x == largest else -gamma * high for x in row))
    return Optimality(tuple(actions), Fraction(0), {})


def best_approximate(task: Task, found: Prices) -> Optimality:
    """The gain of the prices of an admissible table without proportional rows."""
    rows = task.A.rows
    raised = [
        _raised(row, price, task.stairs.exact, *short)
        for row, price, short in zip(rows, found.reports, task.lacking(found), strict=True)
    ]
    return best_at_prices(task.A, raised, found.charge)


def best_at_prices(A: Channel, prices: Iterable[Row], charge: Mapping[Any, Fraction]) -> Optimality:
    """The decision whose action for a report is the slope of u there, less its price."""
    gain = []
    for slope, price in zip(quadratic_gain(A), prices, strict=True):
        gain.append(tuple(g - y for g, y in zip(slope, price, strict=True)))
    return Optimality(tuple(gain), value_of(gain, A), charge)


def _raised(row: Row, price: Row, scale: Scale, lacking: Any, unit: int) -> Row:
    """The price of a report raised where the report is zero, which costs nothing, to cover all."""
    empty = [int(not x) for x in row]
    # Only patterns that have something where the report is zero can be paid there.
    room = scale.paid(empty) * scale.total * unit
    short = _largest_ratio(lacking[room > 0], room[room > 0])
    return tuple(y + short if zero else y for y, zero in zip(price, empty, strict=True))


def _largest_ratio(above: Any, below: Any) -> Fraction:
    """The largest above / below that is positive, or zero; first to 64 bits, then exactly."""
    # Exact fractions of a million patterns would take seconds; 64 bits leave a few to compare.
    rounded = (above << 64) // below
    top = max(rounded, default=-1)
    if top < 0:
        return Fraction(0)
    best = np.flatnonzero(rounded == top)
    return max(Fraction(a, b) for a, b in zip(above[best], below[best], strict=True))


def certify_optimality(A: Channel, privacy: Mapping[str, Any], best: Optimality) -> Certificate:
    """That no table of the class earns more, as a certificate of kind *prices*."""
    from rropt.certificate import issue

    merged = A.merge_proportional()
    k = merged.shape[1]
    value = best.value / k
    data = {
        "kind": "prices",
        "privacy": privacy,
        "truths": k,
        "utility": {"name": "gain", "prior": [Fraction(1, k)] * k, "gain": best.gain},
        "patterns": merged.rows,
        "weights": [Fraction(1)] * merged.shape[0],
        "value": value,
        "bound": value,
        "gap": Fraction(0),
        "prices": [Fraction(0)] * k,
        "cover": _cover(privacy, best),
    }
    pairs = _per_truth({key: z for key, z in best.charge.items() if z}, k)
    name = "condition_prices" if "conditions" in privacy else "pair_prices"
    return issue(data | {name: pairs} if pairs else data)


def _per_truth(found: Mapping[Any, Fraction], truths: int) -> list[list[Any]]:
    """A certificate's list of keys and numbers, each divided by the number of truths."""
    return [[*key, number / truths] for key, number in sorted(found.items())]


def _cover(privacy: Mapping[str, Any], best: Optimality) -> dict[str, Any]:
    """Multipliers; for one number without a delta none are needed; else extreme patterns."""
    if best.multipliers is not None:
        truths = len(best.gain[0])
        lists = [_per_truth(found, truths) for found in best.multipliers]
        return {"proof": "actions", "multipliers": lists}
    one_number = isinstance(privacy.get("gamma"), str) and privacy["delta"] == "0"
    return {"proof": "actions" if one_number else "extremes"}
