"""Rows that lead to the same decision are one report.

For a utility of decisions, u(r + s) = u(r) + u(s) whenever the same action is best for r and for s,
and merging rows never increases an excess [r_a - gamma r_b]_+. So the table needs no more reports
than there are actions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from rropt.design.problem import Optimum
from rropt.patterns.extreme import Pattern, scaled
from rropt.utility import Gain, Guess, Trace


def merge_decisions(optimum: Optimum, utility: object) -> Optimum:
    """One report per action; unchanged for utilities that are not of decisions."""
    if not isinstance(utility, (Gain, Guess, Trace)):
        return optimum
    return grouped(optimum, utility.best_action)


def grouped(optimum: Optimum, action: Callable[[Pattern], int]) -> Optimum:
    """One report for the patterns of each action."""
    groups: dict[int, list[tuple[Pattern, Fraction]]] = {}
    for pattern, weight in zip(optimum.patterns, optimum.weights, strict=True):
        groups.setdefault(action(pattern), []).append((pattern, weight))
    merged = [_merged(group) for group in groups.values()]
    patterns, weights = zip(*merged, strict=True)
    return replace(optimum, patterns=patterns, weights=weights)


def _merged(group: list[tuple[Pattern, Fraction]]) -> tuple[Pattern, Fraction]:
    if len(group) == 1:
        return group[0]
    rows = [scaled(pattern, weight) for pattern, weight in group]
    return tuple(sum(column, Fraction(0)) for column in zip(*rows, strict=True)), Fraction(1)
