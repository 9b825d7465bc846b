"""The extreme patterns of a matrix, with deltas, with truths told alone, or of conditions."""

from __future__ import annotations

from typing import Any

from rropt.patterns.alcoved import alcoved_patterns
from rropt.patterns.arrangement import arrangement_patterns
from rropt.patterns.extreme import Pattern
from rropt.privacy.conditions import Conditions, truth_form
from rropt.privacy.levels import Levels


def patterns_of(levels: Levels | Conditions, matrix: Any) -> list[Pattern]:
    """The extreme patterns for the lower or the upper end of the levels.

    >>> from rropt.privacy import Privacy
    >>> levels = Privacy([[1, 3], [2, 1]]).levels
    >>> [tuple(map(str, pattern)) for pattern in patterns_of(levels, levels.lo)]
    [('1', '2'), ('3', '1')]
    """
    if isinstance(levels, Conditions):
        return levels.patterns(matrix)
    if levels.singles:
        alone = [truth_form(levels.truths, truth) for truth in levels.singles]
        return sorted({*alcoved_patterns(matrix), *alone})
    if levels.is_pure:
        return alcoved_patterns(matrix)
    return arrangement_patterns(matrix, levels.pure(matrix))
