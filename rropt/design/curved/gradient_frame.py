"""What all certificates of kind gradient say, but for prices, bound and gap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rropt.design.engine.repair import ExactTable, UnbiasedTable
from rropt.design.levels.universal_table import level_record, universal_field
from rropt.design.problem import Problem
from rropt.exact.entries import scaled


def gradient_frame(
    problem: Problem,
    table: ExactTable | UnbiasedTable,
    objective: Mapping[str, Any],
    scenarios: Sequence[Mapping[str, Any]],
    value: Fraction,
    proof: str,
) -> dict[str, Any]:
    """The problem, the table with its value, the evidence at the scenarios, how prices cover."""
    return {
        "kind": "gradient",
        "privacy": level_record(problem, map(scaled, table.patterns, table.weights)),
        "objective": objective,
        "scenarios": scenarios,
        "patterns": table.patterns,
        "weights": table.weights,
        "value": value,
        "cover": {"proof": proof},
    } | universal_field(problem, map(scaled, table.patterns, table.weights))


def at_prior(
    prior: Sequence[Fraction],
    estimators: Sequence[Sequence[Fraction]],
    tangents: Sequence[Sequence[Fraction]],
    weight: Fraction = Fraction(1),
    offset: Fraction = Fraction(0),
) -> dict[str, Any]:
    """A scenario at a prior.

    >>> at_prior([Fraction(1)], [], [])["weight"]
    Fraction(1, 1)
    """
    return {
        "prior": prior,
        "weight": weight,
        "offset": offset,
        "estimators": estimators,
        "tangents": tangents,
    }
