"""Privacy as a matrix: different protection for different pairs of truths.

G[a][b] bounds P(i | a) / P(i | b) for every report i:

| criterion | g_ab for a != b |
|---|---|
| Privacy(matrix) | as given, "oo" for no bound |
| OneSided(protect, epsilon) | e^epsilon for a protected a, oo for any other |
| Blocks(partition, inside, across) | e^inside in one block, e^across from block to block |
| MetricDP(distances, epsilon) | e^(epsilon d(a, b)) |

OneSided and Blocks name truths, in `named_truths`; MetricDP measures their distances, in `metric`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, product
from typing import Any

from rropt.channel import Channel
from rropt.exact import (
    Gamma,
    InputError,
    Number,
    Numbers,
    NumberTable,
    gamma_from_value,
    iterates,
    probability,
    shown,
)
from rropt.exact.entries import tabulated
from rropt.exact.frozen import fill
from rropt.privacy.conditions import Conditions, several_levels
from rropt.privacy.criteria import Criterion, LocalDP
from rropt.privacy.levels import OO, Entry, Levels, Matrix, closed

CLOSED = "the matrix was closed: a bound through other truths was tighter than one that was given"

MOST_WRITTEN = 6
"""A matrix on more truths is not written out in a phrase."""

GivenEntries = Iterable[Iterable[Number | Iterable[Numbers]]]
"""Rows of numbers, or of lists of levels (g, delta)."""

Lists = dict[tuple[int, int], list[tuple[Fraction, Fraction]]]


@dataclass(frozen=True, init=False, repr=False)
class MatrixCriterion(Criterion):
    """A criterion that has a matrix once the truths are known: no gamma or delta is its own."""

    gamma: Gamma = field(compare=False)
    delta: Fraction = field(compare=False)

    def on(self, truths: int, labels: Sequence[str] | None = None) -> Criterion:
        """The criterion on so many truths, as a number where all pairs have the same bound."""
        raise NotImplementedError

    def satisfied_by(self, channel: Channel) -> bool:
        """Whether the table keeps it: exactly, for the lower ends of irrational levels."""
        return self.on(channel.shape[1], channel.truths).satisfied_by(channel)

    def __getattr__(self, name: str) -> Any:
        if name in ("gamma", "delta"):
            raise InputError(f"{name} must be one number for this question, got {self.describe()}")
        raise AttributeError(name)


@dataclass(frozen=True, init=False, repr=False)
class Privacy(MatrixCriterion):
    """Every pair of truths with its own bound; `deltas` is one number, or a matrix.

    An entry may be a list of levels (g, delta), all of which hold: any convex profile of the pair.

    >>> Privacy([["1", "3"], ["oo", "1"]]).levels.bound_pairs
    ((0, 1),)
    >>> Privacy([[1, 2, 9], [2, 1, 3], [9, 3, 1]]).levels.hi[0]
    (Fraction(1, 1), Fraction(2, 1), Fraction(6, 1))
    >>> several = Privacy([[1, [(3, 0), (2, "1/10")]], [[(3, 0), (2, "1/10")], 1]])
    >>> len(several.levels.listed)
    4
    """

    levels: Levels | Conditions
    title: str = field(compare=False)
    notes: tuple[str, ...] = field(compare=False)

    def __init__(self, matrix: GivenEntries, deltas: Number | NumberTable | None = None) -> None:
        rows, each, lists = without_lists(matrix, deltas)
        if lists:
            self._fill(several_levels(lists, len(rows)), "", ())
            return
        given = square_matrix(rows)
        masses = delta_matrix(each, given)
        tight = closed(given, masses)
        levels = Levels(tight, tight, masses)
        self._fill(levels, "", (CLOSED,) if tight != given else ())

    def _fill(self, levels: Levels | Conditions, title: str, notes: tuple[str, ...]) -> None:
        _refuse_extremes(levels)
        fill(self, levels=levels, title=title, notes=notes)

    @classmethod
    def of(cls, levels: Levels | Conditions, title: str, notes: tuple[str, ...] = ()) -> Privacy:
        """The criterion of checked levels, under the name that its source gives it."""
        criterion = cls.__new__(cls)
        criterion._fill(levels, title, notes)
        return criterion

    def on(self, truths: int, labels: Sequence[str] | None = None) -> Criterion:
        if self.levels.truths != truths:
            raise InputError(
                f"privacy must be a matrix on {truths} truths here, got one on {self.levels.truths}"
            )
        if not isinstance(self.levels, Levels):
            return self
        same = self.levels.uniform
        if same is None or (same[0] != same[1] and self.levels.epsilon is None):
            return self
        return self._as_number(*same)

    def _as_number(self, lo: Fraction, hi: Fraction, delta: Fraction) -> Criterion:
        """All pairs alike; an irrational bound keeps its matrix unless its epsilon is rational."""
        if lo == hi:
            return LocalDP.from_gamma(lo, delta)
        squares = getattr(self.levels, "distances_squared", None)
        if squares is None or self.levels.epsilon is None or squares[0][1] != 1:
            return self
        return LocalDP(self.levels.epsilon, delta)

    def satisfied_by(self, channel: Channel) -> bool:
        """Whether the table keeps every bound: exactly, for the lower ends of irrational ones."""
        if channel.shape[1] != self.levels.truths:
            raise InputError(
                f"channel must have {self.levels.truths} truths, got {channel.shape[1]}"
            )
        return self.levels.obeyed_by(channel.rows)

    def describe(self) -> str:
        """The guarantee in one phrase."""
        if self.title:
            return self.title
        if isinstance(self.levels, Conditions):
            return f"{len(self.levels.listed)} levels of pairs of truths"
        return matrix_phrase(self.levels)


def matrix_phrase(levels: Levels) -> str:
    """`gamma = [[1, 3], [oo, 1]]`, or the size of a large matrix.

    >>> matrix_phrase(Privacy([[1, 3], ["oo", 1]]).levels)
    'gamma = [[1, 3], [oo, 1]]'
    """
    if levels.truths > MOST_WRITTEN:
        return f"gamma = a matrix on {levels.truths} truths" + _with_deltas(levels)
    rows = ("[" + ", ".join(map(_brief, row)) + "]" for row in levels.lo)
    return f"gamma = [{', '.join(rows)}]" + _with_deltas(levels)


def _with_deltas(levels: Levels) -> str:
    masses = sorted(set(levels.approximate.values()))
    if not masses:
        return ""
    return f", delta = {masses[0]}" if len(masses) == 1 else f", deltas up to {masses[-1]}"


def _brief(entry: Entry) -> str:
    if entry == OO:
        return "oo"
    number = Fraction(entry)
    return str(number) if number.denominator < 10**9 else f"{float(number):.6g}"


def _refuse_extremes(levels: Levels | Conditions) -> None:
    """A matrix that leaves nothing to report, or nothing to protect."""
    if isinstance(levels, Conditions):
        if not levels.listed:
            raise InputError("privacy must bound something, got nothing that limits a table")
        return
    if not levels.bound_pairs:
        raise InputError('privacy must bound at least one pair of truths, got "oo" for all')
    rows = [a for a, row in enumerate(levels.hi) if row.count(1) > 1]
    every = product(rows, range(levels.truths))
    ones = [(a, b) for a, b in every if a != b and levels.hi[a][b] == 1]
    equal = [pair for pair in ones if pair not in levels.approximate]
    # P(i | a) <= P(i | b) for all i is equality, as both add up to one, and is transitive.
    if len(_component(levels.truths, equal)) == levels.truths:
        raise InputError(
            "privacy must leave something to report: these bounds of 1 make all truths alike, and "
            "every private table useless"
        )


def _component(size: int, pairs: Iterable[tuple[int, int]]) -> set[int]:
    """The truths that are connected with truth 0."""
    found = {0}
    edges = list(pairs)
    for _ in range(size):
        found |= {b for a, b in edges if a in found} | {a for a, b in edges if b in found}
    return found


def without_lists(matrix: Any, deltas: Any) -> tuple[Any, Any, Lists]:
    """The matrix with its deltas, or all levels of all pairs where one has several."""
    rows = [list(row) if _is_list(row) else row for row in matrix] if _is_list(matrix) else matrix
    listed = filter(_is_list, rows) if _is_list(rows) else ()
    entries = list(chain.from_iterable(listed))
    if not any(map(_is_list, entries)):
        return matrix, deltas, {}
    if deltas is not None:
        raise InputError("deltas must be left out where entries are lists of levels (g, delta)")
    pairs: Lists = {}
    if any(_is_list(x) and not len(x) for x in entries):
        raise InputError("levels of a pair must not be an empty list: oo is no bound")
    square_matrix([list(map(_first_level, row)) for row in rows])
    for a, row in enumerate(rows):
        for b, entry in enumerate(row):
            if a != b and entry != "oo":
                pairs[a, b] = _levels_of_pair(entry, f"privacy[{a}][{b}]")
    if any(len(levels) > 1 for levels in pairs.values()):
        return matrix, None, pairs
    masses: list[list[Any]] = [[0] * len(rows) for _ in rows]
    for (a, b), ((g, mass),) in pairs.items():
        rows[a][b] = str(g)
        masses[a][b] = mass
    return rows, masses, {}


def _is_list(value: Any) -> bool:
    return iterates(value) and not isinstance(value, (str, bytes, Mapping, AbstractSet))


def _one_level(level: Any) -> tuple[Any, Any]:
    if not _is_list(level) or len(level) != 2:
        raise InputError(f"levels of a pair must be a list of (g, delta), got {level!r}")
    return level[0], level[1]


def _first_level(entry: Any) -> Any:
    """The g of a pair, of several levels that of the first."""
    if not _is_list(entry):
        return entry
    return _one_level(entry[0])[0]


def _levels_of_pair(entry: Any, name: str) -> list[tuple[Fraction, Fraction]]:
    """[(g, delta), ...], checked; a number is one level without a delta."""
    if not _is_list(entry):
        return [(Fraction(_entry(entry, name)), Fraction(0))]
    found = []
    for level in entry:
        g, delta = _one_level(level)
        number = _entry(g, name)
        if number == OO:
            raise InputError(f"{name} must have finite levels in its list, got oo")
        found.append((Fraction(number), probability(delta, f"delta of {name}")))
    return found


def square_matrix(value: Any) -> Matrix:
    """A square matrix of bounds, checked entry by entry."""
    if isinstance(value, (str, bytes, Mapping)) or not iterates(value):
        raise InputError(
            f"privacy must be a matrix of bounds, one row for each truth, got {value!r}"
        )
    rows = [_row(row, a) for a, row in enumerate(value)]
    if len(rows) < 2:
        raise InputError(f"privacy must be a matrix on at least two truths, got {len(rows)} rows")
    for a, row in enumerate(rows):
        if len(row) != len(rows):
            raise InputError(
                f"privacy must be a square matrix of {len(rows)} rows and columns, got "
                f"{len(row)} entries in row number {a + 1}"
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
        none = Fraction(0)
        return tabulated(lambda a, b: mass if a != b and matrix[a][b] < OO else none, k, k)
    rows = [list(row) for row in value]
    if len(rows) != len(matrix) or any(len(row) != len(matrix) for row in rows):
        raise InputError(f"delta must be a number or a matrix of {len(matrix)} rows and columns")
    masses = tabulated(lambda a, b: probability(rows[a][b], f"delta[{a}][{b}]"), k, k)
    for a in k:
        for b in k:
            if masses[a][b] and (a == b or matrix[a][b] == OO):
                why = "the diagonal" if a == b else "oo"
                raise InputError(f"delta[{a}][{b}] must be 0 where gamma is {why}")
    return masses
