"""The ratio f = ((1-p)/p) (h/(1-h)) on small sets of p: lower bounds, and limits at the ends.

f grows with h, so the ratio of a minimum is the minimum of the ratios, and so on: branches are
bounded one by one (`branch_ratio`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import sympy

from rropt.strict.branch_ratio import Branch
from rropt.strict.evaluate import Known, compile_condition
from rropt.strict.prior_boxes import EDGES, Floor, PriorBox
from rropt.strict.real_intervals import RealInterval, Undefined, greatest, least


class Ratio:
    """The ratio of h: a branch, or the least, the greatest or the chosen one of several."""

    def __init__(self, h: sympy.Expr, known: Known | None = None, is_above: bool = False) -> None:
        known = {} if known is None else known
        self.kind = h.func if isinstance(h, (sympy.Min, sympy.Max, sympy.Piecewise)) else None
        self.conditions: list[Callable[[RealInterval], bool | None]] = []
        self.parts: list[Ratio] = []
        self.branch = None if self.kind else Branch(h, known, is_above)
        if self.kind is sympy.Piecewise:
            self.conditions = [compile_condition(c, known) for _, c in h.args]
            self.parts = [Ratio(value, known) for value, _ in h.args]
        elif self.kind:
            is_above = is_above and self.kind is sympy.Min
            self.parts = [Ratio(part, known, is_above) for part in h.args]

    def floor(self, box: PriorBox) -> Floor:
        """A lower bound of f on a box."""
        if self.branch:
            return self.branch.floor(box)
        if self.kind is sympy.Piecewise:
            floors = [part.floor(box) for part in self.possible(box)]
            least_one = min(floors, key=lambda one: one.level)
            return least_one if len(floors) == 1 else Floor(least_one.level, None, True)
        return _joined([part.floor(box) for part in self.parts], self.kind is sympy.Min)

    def possible(self, box: PriorBox) -> list[Ratio]:
        """The parts of a Piecewise that may be chosen in the box."""
        found = []
        for part, condition in zip(self.parts, self.conditions, strict=True):
            holds = condition(box.span)
            if holds is not False:
                found.append(part)
            if holds:
                return found
        if not found:
            raise Undefined("a Piecewise without a branch")
        return found

    def limit(self, end: int) -> RealInterval | None:
        """The limit of f at an end of [0, 1], if it is known."""
        if self.branch:
            return self.branch.limit(end)
        is_choice = self.kind is sympy.Piecewise
        parts = self.possible(EDGES[end]) if is_choice else self.parts
        limits = [limit for part in parts if (limit := part.limit(end)) is not None]
        if len(limits) < len(parts) or (is_choice and len(parts) > 1):
            return None
        join = RealInterval.maximum if self.kind is sympy.Max else RealInterval.minimum
        return reduce(join, limits)


def _joined(floors: list[Floor], is_least: bool) -> Floor:
    """The floor of a minimum or a maximum from those of its parts."""
    choose = least if is_least else greatest
    level = choose(one.level for one in floors)
    at_level = [one for one in floors if one.level == level]
    ways = {one.towards for one in at_level}
    towards = at_level[0].towards if len(ways) == 1 or not is_least else None
    return Floor(level, towards, any(one.jumps for one in floors), at_level[0].lowest)
