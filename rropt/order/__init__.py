"""Comparing mechanisms without choosing a utility (chai-nayak, section 4).

P is at least as good as A iff A = C P for a column-stochastic C: Blackwell's order. Every answer is
exact and carries a witness: the garbling C, or a decision problem in which A does strictly better.

| question | function |
|---|---|
| how does P stand to A? | `compare` |
| is A admissible at a privacy level, and if not, what dominates it? | `admissible` |
| all vertices of the set of admissible mechanisms; is this one; a mixture of which | `vertices`, `is_vertex`, `decompose` |
| which of many mechanisms dominate which | `frontier` |
| up to which gamma' does one dominate another's family | `threshold` |
"""  # noqa: E501

from __future__ import annotations

from rropt.order.admissibility import Admissibility, admissible
from rropt.order.comparison import Comparison, Frontier, compare, frontier
from rropt.order.complete import decompose, is_vertex, minimal_supports, vertices
from rropt.order.optimality import Optimality
from rropt.order.separation import Separation, value_of
from rropt.order.thresholds import (
    Family,
    Threshold,
    closed_thresholds,
    family_of,
    subset_selection,
    threshold,
)

__all__ = [
    "Admissibility",
    "Comparison",
    "Family",
    "Frontier",
    "Optimality",
    "Separation",
    "Threshold",
    "admissible",
    "closed_thresholds",
    "compare",
    "decompose",
    "family_of",
    "frontier",
    "is_vertex",
    "minimal_supports",
    "subset_selection",
    "threshold",
    "value_of",
    "vertices",
]
