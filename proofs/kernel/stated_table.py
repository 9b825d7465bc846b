"""What a certificate states of a table, its levels and its prices, as numbers by truths.

Nothing is checked here: Coq decides, and a number that is misread proves another theorem or none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rropt.design.document import channel_in

from .coq_numbers import Levels, Row

ZERO = Fraction(0)


def classes_of(certificate: Mapping[str, Any]) -> list[int]:
    """The class of each truth: truths that the problem does not tell apart share their prices."""
    truths = certificate["truths"] if "truths" in certificate else len(certificate["prices"])
    if isinstance(truths, list):
        return [c for c, size in enumerate(truths) for _ in range(int(size))]
    return list(range(int(truths)))


def table_of(certificate: Mapping[str, Any]) -> Sequence[Row]:
    """Weight times pattern; a row of classes stands for all its rearrangements."""
    if isinstance(certificate.get("truths"), list):
        return channel_in(certificate, "FILE").rows
    pairs = zip(certificate["weights"], certificate["patterns"], strict=True)
    return [[Fraction(w) * Fraction(r) for r in pattern] for w, pattern in pairs]


def low_end(value: Any) -> Fraction:
    """The number, or the lower end of its enclosure."""
    return Fraction(value[0] if isinstance(value, list) else value)


def levels_of(privacy: Mapping[str, Any], k: int) -> tuple[Levels, Levels]:
    """What the table obeys, and what the bound holds for."""
    gamma = privacy["gamma"]
    if isinstance(gamma, str):
        return _everywhere(gamma, k), _everywhere(gamma, k)
    if isinstance(gamma[0], str):
        return _everywhere(gamma[0], k), _everywhere(gamma[1], k)
    above = privacy.get("above", gamma)
    return [[_level(g) for g in row] for row in gamma], [[_level(g) for g in row] for row in above]


def by_pairs(certificate: Mapping[str, Any]) -> dict[str, Any]:
    """The same where a number protects some classes alone: a matrix of levels of all truths that
    does not bind a report of one of the others alone. Rows that it allows make up all rows of
    tables that protect these classes alone (`Protected.v`)."""
    privacy = certificate["privacy"]
    if "protected" not in privacy:
        return dict(certificate)
    places = classes_of(certificate)
    below, above = levels_of(privacy, len(places))

    def matrix(levels: Levels) -> list[list[str]]:
        rows = [[str(level) for level in row] for row in levels]
        return [[*row[:a], "1", *row[a + 1 :]] for a, row in enumerate(rows)]

    singles = [j for j, c in enumerate(places) if c not in privacy["protected"]]
    stated = {"gamma": matrix(below), "above": matrix(above), "delta": "0", "singles": singles}
    return dict(certificate) | {"privacy": stated}


def _everywhere(g: str, k: int) -> Levels:
    return [[_level(g)] * k] * k


def _level(text: str) -> Fraction | None:
    return None if text == "oo" else Fraction(text)


def deltas_of(privacy: Mapping[str, Any], levels: Levels) -> list[list[Fraction]]:
    """One number stands for all pairs."""
    delta = privacy["delta"]
    if not isinstance(delta, str):
        return [[Fraction(d) for d in row] for row in delta]
    return square(len(levels), lambda a, b: ZERO if a == b else Fraction(delta))


def pair_prices_of(certificate: Mapping[str, Any], places: Sequence[int]) -> list[list[Fraction]]:
    """The price of every two truths, by their classes."""
    named = {(a, b): Fraction(z) for a, b, z in certificate.get("pair_prices", [])}

    def entry(a: int, b: int) -> Fraction:
        return ZERO if a == b else named.get((places[a], places[b]), ZERO)

    return square(len(places), entry)


def square(k: int, entry: Callable[[int, int], Fraction]) -> list[list[Fraction]]:
    """The k x k matrix with these entries."""
    return [[entry(a, b) for b in range(k)] for a in range(k)]
