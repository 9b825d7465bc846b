"""The level of privacy: one number, or a matrix of levels with one delta a pair.

A table is private at levels g and deltas d if sum_i max(0, P(i|a) - g_ab P(i|b)) <= d_ab for all
a != b. The *low* levels are those that the table obeys, a bound holds for the *high* ones: they
differ where e^epsilon is not rational, and that they enclose it is checked here by logarithms.

Truths may be *singles*: what can be reported of one of them alone, a row that is 0 elsewhere, needs
no privacy (utility-optimised privacy). There is no delta then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import Any

from .fields import Level, index, levels, listed, matrix, rational, record
from .logarithm import log_ends
from .statement import item
from .verdict import Doubts, Malformed, well_formed

Levels = list[list[Level]]
MAX_MATRIX = 512
"""Truths of a matrix: a certificate of four million bytes has no more."""


@dataclass(frozen=True)
class Words:
    """How a sentence names the level of the bound, that of the table, and the table."""

    bound: str
    table: str
    this_table: str = "this table"


@dataclass(frozen=True)
class OneNumber:
    """P(i|a) <= g P(i|b) for all truths, up to one delta."""

    low: Fraction
    high: Fraction
    delta: Fraction
    words: Words
    epsilon: Fraction | None = None

    @property
    def is_pure(self) -> bool:
        """Whether no delta is positive."""
        return self.delta == 0

    def verify(self, doubts: Doubts) -> None:
        """ln low <= epsilon <= ln high."""
        if self.epsilon is not None:
            enclosed(self.low, self.epsilon, self.high, doubts)


@dataclass(frozen=True)
class Matrix:
    """P(i|a) <= g_ab P(i|b), up to delta_ab; None for a pair without a constraint."""

    low: Levels
    high: Levels
    delta: list[list[Fraction]]
    words: Words
    epsilon: Fraction | None = None
    distances_squared: Levels | None = None
    singles: tuple[int, ...] = ()

    @property
    def is_pure(self) -> bool:
        """Whether no delta is positive."""
        return not any(map(any, self.delta))

    def is_free(self, row: Sequence[int]) -> bool:
        """Whether a row belongs to one of the singles alone."""
        support = [truth for truth, x in enumerate(row) if x]
        return len(support) == 1 and support[0] in self.singles

    def verify(self, doubts: Doubts) -> None:
        """ln low <= epsilon sqrt(S) <= ln high, entry by entry, as squares."""
        if self.epsilon is None or self.distances_squared is None:
            return
        for row in zip(self.low, self.distances_squared, self.high, strict=True):
            for low, square, high in zip(*row, strict=True):
                if low is not None and square is not None and high is not None:
                    enclosed_square(low, self.epsilon**2 * square, high, doubts)


def pure_number(privacy: object) -> Fraction:
    """The number g of a level without a delta, which a proof may ask for."""
    if not isinstance(privacy, OneNumber) or not privacy.is_pure:
        raise Malformed("the level is not one number without a delta")
    return privacy.high


def enclosed(low: Fraction, epsilon: Fraction, high: Fraction, doubts: Doubts) -> None:
    """ln low <= epsilon <= ln high."""
    least, most = log_ends(low)
    doubts.not_negative(epsilon - most, epsilon - least, "gamma exceeds e^epsilon")
    least, most = log_ends(high)
    doubts.not_negative(least - epsilon, most - epsilon, "gamma is below e^epsilon")


def enclosed_square(low: Fraction, square: Fraction, high: Fraction, doubts: Doubts) -> None:
    """(ln low)^2 <= square <= (ln high)^2; both logarithms are at least 0."""
    least, most = (max(Fraction(0), end) for end in log_ends(low))
    doubts.not_negative(square - most**2, square - least**2, "a level exceeds e^(epsilon d)")
    least, most = (max(Fraction(0), end) for end in log_ends(high))
    doubts.not_negative(least**2 - square, most**2 - square, "a level is below e^(epsilon d)")


def read_levels(value: Any, truths: int) -> OneNumber | Matrix:
    """The field `privacy` with the key `gamma`."""
    given = record(value, "gamma delta", "epsilon above distances_squared singles")
    if "singles" in given:
        return _with_singles(given, truths)
    gamma = given["gamma"]
    if isinstance(gamma, list) and gamma and isinstance(gamma[0], list):
        return _matrix(given, truths)
    if isinstance(given["delta"], list):
        return _number_with_deltas(given, truths)
    return _one_number(given)


def _with_singles(given: dict[str, Any], truths: int) -> Matrix:
    """A matrix, or a number for all pairs, that does not bind what is reported of one truth."""
    _few(truths)
    others = {key: value for key, value in given.items() if key != "singles"}
    privacy = read_levels(others, truths)
    if isinstance(privacy, OneNumber):
        well_formed(privacy.is_pure, "singles beside a delta")
        zero = [[Fraction(0)] * truths] * truths
        privacy = _number_with_deltas(others | {"delta": zero}, truths, privacy.words)
    well_formed(privacy.is_pure, "singles beside a delta")
    singles = [index(truth, truths) for truth in listed(given["singles"])]
    well_formed(singles and len(set(singles)) == len(singles), "a single occurs twice, or none")
    said = f"or of one truth in {item(singles)}"
    words = privacy.words
    names = Words(f"({words.bound}, {said})", f"({words.table}, {said})", words.this_table)
    return replace(privacy, words=names, singles=tuple(singles))


def _one_number(given: dict[str, Any]) -> OneNumber:
    record(given, "gamma delta", "epsilon")
    delta = _delta(given["delta"])
    if "epsilon" not in given:
        gamma = _level(given["gamma"])
        words = _with_delta(f"epsilon = ln {item(gamma)}", delta)
        return OneNumber(gamma, gamma, delta, Words(words, words))
    low, high = (_level(end) for end in listed(given["gamma"], 2))
    epsilon = rational(given["epsilon"])
    well_formed(low <= high and epsilon >= 0, "no enclosure of e^epsilon")
    bound = _with_delta(f"epsilon = {item(epsilon)}", delta)
    table = _with_delta(f"epsilon = ln {item(low)}", delta)
    return OneNumber(low, high, delta, Words(bound, table), epsilon)


def _number_with_deltas(given: dict[str, Any], truths: int, words: Words | None = None) -> Matrix:
    """One number and a matrix of deltas: the number for all pairs."""
    _few(truths)
    number = _one_number(given | {"delta": Fraction(0)})
    delta = _deltas(given["delta"], truths)
    low = _everywhere(number.low, truths)
    high = _everywhere(number.high, truths)
    words = words or Words(
        _with_delta(number.words.bound, given["delta"]),
        _with_delta(number.words.table, given["delta"]),
    )
    squares = _everywhere(Fraction(1), truths, Fraction(0))
    return Matrix(low, high, delta, words, number.epsilon, squares)


def _everywhere(x: Fraction, truths: int, diagonal: Fraction = Fraction(1)) -> Levels:
    return [[diagonal if a == b else x for b in range(truths)] for a in range(truths)]


def _matrix(given: dict[str, Any], truths: int) -> Matrix:
    low = _levels(given["gamma"], truths)
    high = _levels(given.get("above", given["gamma"]), truths)
    delta = given["delta"]
    deltas = _deltas(delta, truths) if isinstance(delta, list) else _spread(_delta(delta), low)
    _same_pairs(low, high)
    for a, row in enumerate(low):
        for b, level in enumerate(row):
            well_formed(level is not None or deltas[a][b] == 0, "a delta where the level is oo")
            ordered = level is None or level <= high[a][b]  # type: ignore[operator]
            well_formed(ordered, "gamma exceeds above")
    words = Words(_with_delta(f"G = {item(given['gamma'])}", delta), "")
    table = words.bound
    if "above" not in given:
        well_formed(given.keys() == {"gamma", "delta"}, "an epsilon without above")
        return Matrix(low, high, deltas, Words(table, table))
    this_table = f"this table, private at G = {item(given['gamma'])},"
    if "epsilon" not in given:
        well_formed("distances_squared" not in given, "distances without an epsilon")
        bound = _with_delta(f"G = {item(given['above'])}", delta)
        return Matrix(low, high, deltas, Words(bound, table, this_table))
    well_formed("distances_squared" in given, "an epsilon without distances")
    epsilon = rational(given["epsilon"])
    squares = levels(given["distances_squared"], truths)
    _check_distances(squares, low, epsilon)
    said = f"G = exp({item(epsilon)} d), d^2 = {item(given['distances_squared'])}"
    words = Words(_with_delta(said, delta), table, this_table)
    return Matrix(low, high, deltas, words, epsilon, squares)


def _check_distances(squares: Levels, low: Levels, epsilon: Fraction) -> None:
    _same_pairs(squares, low)
    least = min(x for x in chain.from_iterable(squares) if x is not None)
    well_formed(least >= 0 and epsilon >= 0, "a squared distance or epsilon is negative")
    well_formed(not any(row[a] for a, row in enumerate(squares)), "a distance on the diagonal")


def _same_pairs(left: Levels, right: Levels) -> None:
    for row, other in zip(left, right, strict=True):
        same = [x is None for x in row] == [x is None for x in other]
        well_formed(same, "oo stands at different pairs")


def _levels(value: Any, truths: int) -> Levels:
    _few(truths)
    found = levels(value, truths)
    for a, row in enumerate(found):
        well_formed(row[a] == 1, "the diagonal of a matrix of levels is 1")
        well_formed(all(x is None or x >= 1 for x in row), "a level below 1")
    return found


def _few(truths: int) -> None:
    """A list of all pairs is written only for so many."""
    well_formed(truths <= MAX_MATRIX, "too many truths for a matrix")


def _level(value: Any) -> Fraction:
    level = rational(value)
    well_formed(level >= 1, "a level below 1")
    return level


def _delta(value: Any) -> Fraction:
    delta = rational(value)
    well_formed(0 <= delta <= 1, "delta is not between 0 and 1")
    return delta


def _deltas(value: Any, truths: int) -> list[list[Fraction]]:
    rows = matrix(value, truths, truths)
    for a, row in enumerate(rows):
        well_formed(row[a] == 0, "a delta on the diagonal")
        well_formed(min(row) >= 0 and max(row) <= 1, "delta is not between 0 and 1")
    return rows


def _spread(delta: Fraction, low: Levels) -> list[list[Fraction]]:
    """One delta for all pairs that have a level."""
    deltas = []
    for a, row in enumerate(low):
        free = [b == a or level is None for b, level in enumerate(row)]
        deltas.append([Fraction(0) if is_free else delta for is_free in free])
    return deltas


def _with_delta(words: str, delta: Any) -> str:
    return f"({words}, delta = {item(delta)})" if delta else words
