"""Conditions on every row of a table of two truths are levels of the pair: the same promise.

A condition x.r <= g y.r is a form f = x - g y with f.r <= 0. Where f_a > 0 it says that
r_a <= (-f_b / f_a) r_b (`pair_of_form` in `Conditions.v`), and nothing where no entry is positive.
So pointwise maximal leakage and local information privacy of two truths are levels, at both ends of
an enclosed number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from .stated_table import ZERO, classes_of, square

PAIR = [0, 1]
ONE = Fraction(1)
TABLE_END, BOUND_END = 0, -1
"""Of an enclosed level: the table keeps the lower end, the bound holds for the upper one."""

Form = list[Fraction]


def in_levels(certificate: Mapping[str, Any]) -> Mapping[str, Any]:
    """The certificate with levels in place of conditions, where two truths allow it."""
    conditions = certificate.get("privacy", {}).get("conditions", [])
    binding = conditions and all(map(_binds_every_row, conditions))
    if not binding or "prices" not in certificate or classes_of(certificate) != PAIR:
        return certificate
    levels = {"gamma": _levels(conditions, TABLE_END), "above": _levels(conditions, BOUND_END)}
    return dict(certificate) | {"privacy": levels | {"delta": "0"}, "cover": {"proof": "extremes"}}


def _binds_every_row(condition: Mapping[str, Any]) -> bool:
    return "order" not in condition and condition["most"] == "0"


def _levels(conditions: Sequence[Mapping[str, Any]], end: int) -> list[list[str]]:
    """The least level that a condition asks of each pair, oo where none does."""
    forms = [form for condition in conditions for form in _forms(condition, end)]

    def entry(a: int, b: int) -> str:
        asked = [-form[b] / form[a] for form in forms if form[a] > 0]
        return "1" if a == b else str(min(asked)) if asked else "oo"

    return [[entry(a, b) for b in PAIR] for a in PAIR]


def _forms(condition: Mapping[str, Any], end: int) -> list[Form]:
    left, right = (_vector(condition[side]) for side in ("left", "right"))
    found = []
    for _, level in condition["levels"]:
        g = Fraction(level[end] if isinstance(level, list) else level)
        found.append([x - g * y for x, y in zip(left, right, strict=True)])
    return found


def _vector(given: Any) -> Form:
    """A truth by its number, or a form."""
    if isinstance(given, list):
        return [Fraction(x) for x in given]
    return square(len(PAIR), lambda a, b: ONE if a == b else ZERO)[given]
