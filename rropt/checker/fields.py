"""Readers of fields: what is not of the form that FORMAT.md gives is malformed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from .cleared import cleared, dot
from .verdict import Malformed, well_formed

Pairs = dict[tuple[int, int], Fraction]


def record(value: Any, required: str, optional: str = "") -> dict[str, Any]:
    """An object with these keys and no others."""
    well_formed(isinstance(value, dict), "an object is missing")
    wanted = set(required.split())
    allowed = wanted | set(optional.split())
    well_formed(wanted <= value.keys(), f"a field is missing: {required}")
    well_formed(value.keys() <= allowed, f"an unknown field beside: {required} {optional}")
    return value


def listed(value: Any, length: int | None = None) -> list[Any]:
    """A list, of a certain length if one is given."""
    well_formed(isinstance(value, list), "a list is missing")
    well_formed(length is None or len(value) == length, "a list has another length")
    return value


def rational(value: Any) -> Fraction:
    """A number, which is a string in the file."""
    if not isinstance(value, Fraction):
        raise Malformed(f"not a rational: {str(value)[:20]!a}")
    return value


def rationals(value: Any, length: int | None = None) -> list[Fraction]:
    """A vector."""
    entries = listed(value, length)
    return entries if {*map(type, entries)} == {Fraction} else [rational(x) for x in entries]


def matrix(value: Any, rows: int | None = None, columns: int | None = None) -> list[list[Fraction]]:
    """Rows of one length, which is that of the first where none is given."""
    entries = listed(value, rows)
    well_formed(entries, "an empty matrix")
    width = len(listed(entries[0])) if columns is None else columns
    well_formed(width > 0, "an empty row")
    return [rationals(row, width) for row in entries]


def index(value: Any, below: int) -> int:
    """A whole number from 0 on, below a limit."""
    if type(value) is not int or value >= below:
        raise Malformed(f"no index: {str(value)[:20]!a}")
    return value


def count(value: Any) -> int:
    """A positive whole number."""
    well_formed(type(value) is int and value > 0, f"no count: {str(value)[:20]!a}")
    return value


def flag(value: Any) -> bool:
    """true or false."""
    well_formed(isinstance(value, bool), "true or false is missing")
    return value


def triples(value: Any, below: int) -> Pairs:
    """[[a, b, x], ...], each pair at most once, as {(a, b): x}; x is not negative."""
    entries = listed(value)
    found = {}
    for entry in entries:
        a, b, x = listed(entry, 3)
        pair = index(a, below), index(b, below)
        found[pair] = rational(x)
        well_formed(x.numerator >= 0, "a price or a multiplier of a pair is negative")
    well_formed(len(found) == len(entries), "a pair occurs twice")
    return found


def numbered(value: Any, below: int) -> dict[int, Fraction]:
    """[[n, x], ...], each n at most once, as {n: x}; x is not negative."""
    entries = listed(value)
    found = {}
    for entry in entries:
        n, x = listed(entry, 2)
        found[index(n, below)] = rational(x)
        well_formed(x.numerator >= 0, "a price or a multiplier is negative")
    well_formed(len(found) == len(entries), "a number occurs twice")
    return found


def distribution(value: Any, sizes: Sequence[int]) -> list[Fraction]:
    """Probabilities of classes of these sizes, which add up to one."""
    found = rationals(value, len(sizes))
    whole, unit = cleared(found)
    well_formed(min(whole) >= 0, "a probability is negative")
    well_formed(dot(whole, sizes) == unit, "a prior does not add up to 1")
    return found


def named(value: Any, names: Mapping[str, Any]) -> str:
    """One of these words."""
    well_formed(isinstance(value, str) and value in names, f"no such name: {str(value)[:40]!a}")
    return value
