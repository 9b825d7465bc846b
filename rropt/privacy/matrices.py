"""Privacy as a matrix: different protection for different pairs of truths.

G[a][b] bounds P(i | a) / P(i | b) for every report i:

| criterion | g_ab for a != b |
|---|---|
| Privacy(matrix) | as given, "oo" for no bound |
| OneSided(protect, epsilon) | e^epsilon for a protected a, oo for any other |
| Blocks(partition, inside, across) | e^inside in one block, e^across from block to block |
| MetricDP(distances, epsilon) | e^(epsilon d(a, b)), see `metric` |
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.exact import (
    Gamma,
    InputError,
    Number,
    NumberTable,
    exact,
    gamma_from_epsilon,
    gamma_from_value,
    shown,
    text,
)
from rropt.privacy.conditions import Conditions, several_levels
from rropt.privacy.criteria import Criterion, LocalDP
from rropt.privacy.levels import OO, Entry, Levels, Matrix, closed
from rropt.privacy.matrix_entries import GivenEntries, delta_matrix, square_matrix, without_lists

CLOSED = "the matrix was closed: a bound through other truths was tighter than one that was given"

MOST_WRITTEN = 6
"""A matrix on more truths is not written out in a phrase."""


class MatrixCriterion(Criterion):
    """A criterion that has a matrix once the truths are known."""

    def on(self, truths: int, labels: Sequence[str] | None = None) -> Criterion:
        """The criterion on so many truths, as a number where all pairs have the same bound."""
        raise NotImplementedError

    def __getattr__(self, name: str) -> Any:
        if name in ("gamma", "delta"):
            raise InputError(
                f"{name} must be one number for this question, got a matrix ({self.describe()})"
            )
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

    gamma: Gamma = field(compare=False)
    delta: Fraction = field(compare=False)
    levels: Levels | Conditions
    title: str = field(compare=False)
    notes: tuple[str, ...] = field(compare=False)

    def __init__(self, matrix: GivenEntries, deltas: Number | NumberTable | None = None) -> None:
        rows, each, lists = without_lists(matrix, deltas)
        if lists:
            _set(self, several_levels(lists, len(rows)), "", ())
            return
        given = square_matrix(rows)
        masses = delta_matrix(each, given)
        tight = closed(given, masses)
        levels = Levels(tight, tight, masses)
        _set(self, levels, "", (CLOSED,) if tight != given else ())

    @classmethod
    def of(cls, levels: Levels | Conditions, title: str, notes: tuple[str, ...] = ()) -> Privacy:
        """The criterion of checked levels, under the name that its source gives it."""
        criterion = cls.__new__(cls)
        _set(criterion, levels, title, notes)
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
            return levels_phrase(self.levels)
        return matrix_phrase(self.levels)

    def matrix_json(self) -> list[list[str]]:
        """The lower ends as JSON has them; a list of levels has no matrix."""
        if isinstance(self.levels, Conditions):
            raise InputError("privacy must be one level a pair where a matrix is asked for")
        return matrix_json(self.levels.lo)


def matrix_phrase(levels: Levels) -> str:
    """`gamma = [[1, 3], [oo, 1]]`, or the size of a large matrix.

    >>> matrix_phrase(Privacy([[1, 3], ["oo", 1]]).levels)
    'gamma = [[1, 3], [oo, 1]]'
    """
    if levels.truths > MOST_WRITTEN:
        return f"gamma = a matrix on {levels.truths} truths" + _with_deltas(levels)
    rows = ("[" + ", ".join(_brief(g) for g in row) + "]" for row in levels.lo)
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


def matrix_json(matrix: Matrix) -> list[list[str]]:
    """Rationals as strings, "oo" for no bound.

    >>> matrix_json(((Fraction(1), OO), (Fraction(3, 2), Fraction(1))))
    [['1', 'oo'], ['3/2', '1']]
    """
    return [["oo" if g == OO else text(Fraction(g)) for g in row] for row in matrix]


def levels_phrase(conditions: Conditions) -> str:
    """How many conditions there are.

    >>> levels_phrase(Privacy([[1, [(3, 0), (2, "1/10")]], ["oo", 1]]).levels)
    '2 levels of pairs of truths'
    """
    return f"{len(conditions.listed)} levels of pairs of truths"


def _set(
    criterion: Privacy, levels: Levels | Conditions, title: str, notes: tuple[str, ...]
) -> None:
    _refuse_extremes(levels)
    values = {"levels": levels, "title": title, "notes": notes}
    for name, value in values.items():
        object.__setattr__(criterion, name, value)


def _refuse_extremes(levels: Levels | Conditions) -> None:
    """A matrix that leaves nothing to report, or nothing to protect."""
    if isinstance(levels, Conditions):
        if not levels.listed:
            raise InputError("privacy must bound something, got nothing that limits a table")
        return
    if not levels.bound_pairs:
        raise InputError('privacy must bound at least one pair of truths, got "oo" for all')
    equal = [pair for pair in levels.pure_pairs if levels.hi[pair[0]][pair[1]] == 1]
    if len(_component(levels.truths, equal)) == levels.truths:
        raise InputError(
            "privacy must leave something to report: these bounds of 1 make all truths alike, and "
            "every private table useless"
        )


def _component(size: int, pairs: Iterable[tuple[int, int]]) -> set[int]:
    """The truths that are connected with truth 0."""
    found, edges = {0}, list(pairs)
    for _ in range(size):
        found |= {b for a, b in edges if a in found} | {a for a, b in edges if b in found}
    return found


def truth_named(name: Any, truths: int, labels: Sequence[str] | None) -> int:
    """A truth by its label or by its index."""
    if labels is not None and str(name) in labels:
        return list(labels).index(str(name))
    try:
        number = exact(name, "truth")
    except InputError:
        known = ", ".join(labels) if labels is not None else f"0 to {truths - 1}"
        raise InputError(f"truth must be one of {known}, got {name!r}") from None
    if number.denominator != 1 or not 0 <= number < truths:
        raise InputError(f"truth must be a whole number below {truths}, got {shown(number)}")
    return int(number)


def listed_truths(value: Any, name: str) -> list[Any]:
    if isinstance(value, str):
        value = value.split(",")
    try:
        items = [item.strip() if isinstance(item, str) else item for item in value]
    except TypeError:
        raise InputError(f"{name} must be a list of truths, got {value!r}") from None
    if not items:
        raise InputError(f"{name} must name at least one truth")
    return items


def powers(gammas: Sequence[Sequence[Gamma | None]]) -> tuple[Matrix, Matrix]:
    """Lower and upper ends; None is no bound."""
    lo = tuple(tuple(OO if g is None else g.lo for g in row) for row in gammas)
    hi = tuple(tuple(OO if g is None else g.hi for g in row) for row in gammas)
    return lo, hi


def _criterion(
    gammas: Sequence[Sequence[Gamma | None]],
    squares: tuple[tuple[Fraction, ...], ...] | None,
    epsilon: Fraction | None,
    title: str,
) -> Privacy:
    """Pure levels of these bounds, closed."""
    k = len(gammas)
    zero = ((Fraction(0),) * k,) * k
    lo, hi = powers(gammas)
    tight = closed(lo, zero), closed(hi, zero)
    exactly = lo == hi
    levels = Levels(*tight, zero, None if exactly else epsilon, None if exactly else squares)
    changed = exactly and tight[0] != lo
    return Privacy.of(levels, title, (CLOSED,) if changed else ())


@dataclass(frozen=True, init=False, repr=False)
class OneSided(MatrixCriterion):
    """No report may speak for a protected truth by more than e^epsilon.

    P(i | a) <= e^epsilon P(i | b) for every protected a and every b; the others are unprotected
    (the stigmatising "yes" of a survey; high-low LDP of Acharya et al., ICML 2020).

    >>> OneSided(protect=[1], epsilon="ln(3)").on(2).levels.hi
    ((Fraction(1, 1), inf), (Fraction(3, 1), Fraction(1, 1)))
    """

    gamma: Gamma = field(compare=False)
    delta: Fraction = field(compare=False)
    protect: tuple[Any, ...]
    level: Gamma

    def __init__(self, protect: Any, epsilon: Number) -> None:
        object.__setattr__(self, "protect", tuple(listed_truths(protect, "protect")))
        object.__setattr__(self, "level", gamma_from_epsilon(epsilon))

    def on(self, truths: int, labels: Sequence[str] | None = None) -> Criterion:
        chosen = {truth_named(name, truths, labels) for name in self.protect}
        k = range(truths)
        one = gamma_from_value(1)
        bounds: list[Gamma | None] = [self.level if a in chosen else None for a in k]
        gammas = [[one if a == b else bounds[a] for b in k] for a in k]
        squares = tuple(tuple(Fraction(int(a != b)) for b in k) for a in k)
        privacy = _criterion(gammas, squares, self.level.epsilon, self.describe())
        return privacy.on(truths)

    def describe(self) -> str:
        names = ", ".join(map(str, self.protect))
        return f"one-sided: protects {names} with {self.level.describe()}"


class HighLow(OneSided):
    """High-low LDP (Acharya et al., ICML 2020): the truths of high risk are protected.

    >>> HighLow(["yes"], "ln(2)").on(2, ["no", "yes"]).levels.bound_pairs
    ((1, 0),)
    """


@dataclass(frozen=True, init=False, repr=False)
class Blocks(MatrixCriterion):
    """Block-structured LDP: one bound inside a block, another from block to block.

    `inside` and `across` are epsilons, or "oo"; blocks are lists of truths (Acharya et al., 2020).

    >>> Blocks([[0, 1], [2]], inside="oo", across="ln(2)").on(3).levels.hi[0]
    (Fraction(1, 1), Fraction(4, 1), Fraction(2, 1))
    """

    gamma: Gamma = field(compare=False)
    delta: Fraction = field(compare=False)
    partition: tuple[tuple[Any, ...], ...]
    inside: Gamma | None
    across: Gamma | None

    def __init__(self, partition: Any, inside: Number, across: Number) -> None:
        blocks = tuple(tuple(listed_truths(block, "a block")) for block in partition)
        object.__setattr__(self, "partition", blocks)
        object.__setattr__(self, "inside", _level(inside, "inside"))
        object.__setattr__(self, "across", _level(across, "across"))

    def on(self, truths: int, labels: Sequence[str] | None = None) -> Criterion:
        home = self._home(truths, labels)
        one = gamma_from_value(1)
        k = range(truths)
        gammas = [
            [one if a == b else self.inside if home[a] == home[b] else self.across for b in k]
            for a in k
        ]
        return _criterion(gammas, None, None, self.describe()).on(truths)

    def _home(self, truths: int, labels: Sequence[str] | None) -> dict[int, int]:
        """The block of each truth."""
        home: dict[int, int] = {}
        for number, block in enumerate(self.partition):
            for name in block:
                truth = truth_named(name, truths, labels)
                if truth in home:
                    raise InputError(f"blocks must not share a truth, got {name!r} twice")
                home[truth] = number
        if len(home) < truths:
            missing = next(j for j in range(truths) if j not in home)
            raise InputError(f"blocks must hold every truth, truth {missing} is in none")
        return home

    def describe(self) -> str:
        inside, across = (
            "no bound" if g is None else g.describe() for g in (self.inside, self.across)
        )
        return f"{len(self.partition)} blocks: {inside} inside, {across} across"


def _level(value: Any, name: str) -> Gamma | None:
    return None if value == "oo" else gamma_from_epsilon(value, name)
