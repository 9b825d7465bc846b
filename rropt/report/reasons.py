"""Why a table is best, in three sentences: what its reports are, what prices mean, what they prove.

They are read off the certificate, so that they say no more than it proves.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import inf
from typing import Any

from rropt.design.answer import Answer, ends
from rropt.design.problem import Problem
from rropt.privacy.levels import OO, Levels

MOST_PRICES = 6
"""More of them are named by their least and their largest."""

NONE: tuple[str, ...] = ()


def reasons(design: Answer) -> tuple[str, ...]:
    """Three sentences; none where the certificate has no prices, or every table is useless."""
    data = design.certificate.data
    if "prices" not in data or design.table is None or design.bound == inf:
        return NONE
    return _reports(design), _prices(design.problem.objective, data), _bound(design, data)


def _reports(design: Answer) -> str:
    """How close the reports are to what privacy allows."""
    rows = [row for row in design.table.rows if any(row)]  # type: ignore[union-attr]
    number = len(rows)
    excesses = [_largest_excess(design.problem, row) for row in rows]
    tight = sum(excess >= 0 for excess in excesses if excess is not None)
    beyond = sum(excess > 0 for excess in excesses if excess is not None)
    some = (
        f"each of its {number} reports" if tight == number else f"{tight} of its {number} reports"
    )
    words = f"In {some} privacy is tight: some truth is as likely as its level allows"
    return f"{words}, and in {beyond} of them more, which uses up delta." if beyond else f"{words}."


def _largest_excess(problem: Problem, row: Sequence[Fraction]) -> Fraction | None:
    """The largest r_a - g_ab r_b at the levels that the table obeys; None where none binds."""
    levels = problem.levels
    found = []
    for a, b in permutations(range(len(row)), 2):
        level: Any = OO
        if levels is None:
            level = problem.gamma.lo
        elif isinstance(levels, Levels):
            level = levels.lo[a][b]
        if level != OO and row[a]:
            found.append(row[a] - level * row[b])
    return max(found, default=None)


def _prices(objective: Any, data: dict[str, Any]) -> str:
    prices = [float(Fraction(y)) for y in data["prices"]]
    if len(prices) > MOST_PRICES:
        named = f"between {min(prices):.4g} and {max(prices):.4g}"
    else:
        named = ", ".join(f"{y:.4g}" for y in prices)
    also = ""
    if data.get("pair_prices") or data.get("condition_prices"):
        also = ", what it takes of delta at its own price included"
    return (
        f"Probability has a price at each truth ({named}), and the certificate proves that no "
        f"private report has more {objective.earns} than its probabilities cost{also}."
    )


def _bound(design: Answer, data: dict[str, Any]) -> str:
    """What follows for every table."""
    gap = float(abs(Fraction(data["gap"])))
    met = "this table reaches it" if not gap else f"this table is within {gap:.1g} of it"
    side = "below" if design.problem.objective.is_minimised else "above"
    return (
        "The probabilities of a truth add up to one, so all reports together cost the same in "
        f"every table: none gets {side} {float(ends(design.bound)[0]):.10g}, and {met}."
    )
