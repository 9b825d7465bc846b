"""A matrix of levels as it is given: its entries, its deltas, and entries that are lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from rropt.exact import (
    InputError,
    Number,
    Numbers,
    gamma_from_value,
    iterates,
    probability,
    shown,
)
from rropt.privacy.levels import OO, Entry, Matrix

GivenEntries = Iterable[Iterable[Number | Iterable[Numbers]]]
"""Rows of numbers, or of lists of levels (g, delta)."""

Lists = dict[tuple[int, int], list[tuple[Fraction, Fraction]]]


def without_lists(matrix: Any, deltas: Any) -> tuple[Any, Any, Lists]:
    """The matrix with its deltas, or all levels of all pairs where one has several."""
    rows = [list(row) if _is_list(row) else row for row in matrix] if _is_list(matrix) else matrix
    entries = [x for row in rows if _is_list(row) for x in row] if _is_list(rows) else []
    if not any(map(_is_list, entries)):
        return matrix, deltas, {}
    if deltas is not None:
        raise InputError("deltas must be left out where entries are lists of levels (g, delta)")
    pairs: Lists = {}
    if any(_is_list(x) and not len(x) for x in entries):
        raise InputError("levels of a pair must not be an empty list: oo is no bound")
    singly = [[_one_level(x) if _is_list(x) else (x, 0) for x in row] for row in rows]
    square_matrix([[g for g, _ in row] for row in singly])
    for a, row in enumerate(rows):
        for b, entry in enumerate(row):
            if a != b and entry != "oo":
                pairs[a, b] = _levels_of_pair(entry, f"privacy[{a}][{b}]")
    if any(len(levels) > 1 for levels in pairs.values()):
        return matrix, None, pairs
    k = range(len(rows))
    flat = [[str(pairs[a, b][0][0]) if (a, b) in pairs else rows[a][b] for b in k] for a in k]
    masses = [[pairs[a, b][0][1] if (a, b) in pairs else 0 for b in k] for a in k]
    return flat, masses, {}


def _is_list(value: Any) -> bool:
    return iterates(value) and not isinstance(value, (str, bytes, Mapping))


def _one_level(levels: Any) -> tuple[Any, Any]:
    first = levels[0]
    if not _is_list(first) or len(first) != 2:
        raise InputError(f"levels of a pair must be a list of (g, delta), got {levels!r}")
    return first[0], first[1]


def _levels_of_pair(entry: Any, name: str) -> list[tuple[Fraction, Fraction]]:
    """[(g, delta), ...], checked; a number is one level without a delta."""
    if not _is_list(entry):
        return [(Fraction(_entry(entry, name)), Fraction(0))]
    found = []
    for level in entry:
        g, delta = _one_level([level])
        number = _entry(g, name)
        if number == OO:
            raise InputError(f"{name} must have finite levels in its list, got oo")
        found.append((Fraction(number), probability(delta, f"delta of {name}")))
    return found


def square_matrix(value: Any) -> Matrix:
    """A square matrix of bounds, checked entry by entry."""
    if isinstance(value, (str, bytes, Mapping)) or not iterates(value):
        raise InputError(f"privacy must be a matrix of bounds, one row a truth, got {value!r}")
    rows = [_row(row, a) for a, row in enumerate(value)]
    if len(rows) < 2:
        raise InputError(f"privacy must be a matrix on at least two truths, got {len(rows)} rows")
    for a, row in enumerate(rows):
        if len(row) != len(rows):
            raise InputError(
                f"privacy must be a square matrix: {len(rows)} rows, row {a} has {len(row)} entries"
            )
        if row[a] != 1:
            raise InputError(f"privacy[{a}][{a}] must be 1, got {_shown(row[a])}")
    return tuple(rows)


def _row(row: Any, a: int) -> tuple[Entry, ...]:
    if isinstance(row, (str, bytes, Mapping)) or not hasattr(row, "__iter__"):
        raise InputError(f"privacy row {a} must be a list of bounds, got {row!r}")
    return tuple(_entry(entry, f"privacy[{a}][{b}]") for b, entry in enumerate(row))


def _entry(value: Any, name: str) -> Entry:
    """An exact number of at least one, or "oo"."""
    if isinstance(value, (str, float)) and value in ("oo", OO):
        return OO
    return gamma_from_value(value, name).exact


def _shown(entry: Entry) -> str:
    return "oo" if entry == OO else shown(Fraction(entry))


def delta_matrix(value: Any, matrix: Matrix) -> tuple[tuple[Fraction, ...], ...]:
    """One delta for all bound pairs, or a matrix with zero where there is no bound."""
    k = range(len(matrix))
    if value is None or isinstance(value, (str, int, float, Fraction)):
        mass = probability(0 if value is None else value, "delta")
        bound = [[a != b and matrix[a][b] < OO for b in k] for a in k]
        return tuple(tuple(mass if yes else Fraction(0) for yes in row) for row in bound)
    rows = [list(row) for row in value]
    if len(rows) != len(matrix) or any(len(row) != len(matrix) for row in rows):
        raise InputError(f"delta must be a number or a matrix of {len(matrix)} rows and columns")
    masses = tuple(
        tuple(probability(x, f"delta[{a}][{b}]") for b, x in enumerate(row))
        for a, row in enumerate(rows)
    )
    for a in k:
        for b in k:
            if masses[a][b] and (a == b or matrix[a][b] == OO):
                why = "the diagonal" if a == b else "oo"
                raise InputError(f"delta[{a}][{b}] must be 0 where gamma is {why}")
    return masses
