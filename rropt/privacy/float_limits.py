"""Levels in doubles: each pair of a matrix, or each condition, as forms of a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rropt.privacy.conditions import LOW, Conditions


@dataclass(frozen=True)
class FloatLimit:
    """sum over rows of sum_n c_n [a_n.r]_+ <= most."""

    forms: Sequence[tuple[float, Sequence[float]]]
    most: float


def float_limits(levels: Any) -> list[FloatLimit]:
    """What tables keep, at the lower end.

    >>> from rropt.privacy import Privacy
    >>> float_limits(Privacy([[1, 4], ["oo", 1]]).levels)
    [FloatLimit(forms=[(1.0, [1.0, -4.0])], most=0.0)]
    """
    if isinstance(levels, Conditions):
        found = []
        for condition in levels.listed:
            forms = [(float(c), [float(x) for x in a]) for c, a in condition.forms(LOW)]
            found.append(FloatLimit(forms, float(condition.most[LOW])))
        return found
    return [
        FloatLimit([(1.0, _pair_form(levels, a, b))], float(levels.deltas[a][b]))
        for a, b in levels.bound_pairs
    ]


def _pair_form(levels: Any, a: int, b: int) -> list[float]:
    """r_a - g_ab r_b."""
    form = [0.0] * levels.truths
    form[a], form[b] = 1.0, -float(levels.lo[a][b])
    return form
