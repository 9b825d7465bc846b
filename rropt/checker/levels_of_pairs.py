"""Levels that differ from pair to pair, P(i|a) <= g_ab P(i|b), each with a delta.

What can be reported of one of the *singles* alone, a row that is 0 elsewhere, needs no privacy
(utility-optimised privacy). There is no delta then.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from .cleared import cleared
from .fields import ONE, listed, places, rational, record
from .pages import page
from .private_table import Demand, PrivateTable, Words, entries
from .statement import item, with_delta
from .verdict import Doubts, Size, need, well_formed

ZERO = Fraction(0)

MAX_MATRIX = 512
"""Truths of a matrix: a certificate of four million bytes has no more."""

OfPairs = dict[tuple[int, int], Fraction]


class Level(NamedTuple):
    """The g of the table and that of the bound, the delta, and the square of the logarithm that
    both g enclose, where they do.
    """

    low: Fraction
    high: Fraction
    delta: Fraction
    square: Fraction | None


@dataclass(frozen=True)
class Matrix:
    """P(i|a) <= g_ab P(i|b), up to delta_ab, for those pairs of different truths that have one."""

    truths: int
    levels: dict[tuple[int, int], Level]
    words: Words
    singles: tuple[int, ...] = ()

    budgets: ClassVar[str] = "pair_prices"
    rays: ClassVar[str] = "growing"

    def verify(self, doubts: Doubts) -> None:
        """ln low <= epsilon sqrt(S) <= ln high, pair by pair, as squares."""
        for level in self.levels.values():
            if level.square is not None:
                enclosed_square(level.low, level.square, level.high, doubts)

    @property
    def bits(self) -> int:
        """How long the longest level is of which entries of rays are products."""
        levels = [level.high.as_integer_ratio() for level in self.levels.values()]
        return max([top.bit_length() + bottom.bit_length() for top, bottom in levels], default=0)

    def of_pair(self, a: int, b: int) -> tuple[Fraction | None, Fraction]:
        """The level of the bound, None where there is no constraint, and the delta."""
        level = self.levels.get((a, b))
        return (level.high, level.delta) if level else (None, ZERO)

    def of_cut_rows(self) -> "Matrix":
        """The levels, without a delta, of rows whose entries are cut to the levels of all pairs:
        those of the bound, but larger where they do not follow from each other, g_ab > g_ac g_cb.
        """
        whole, unit = cleared([level.high for level in self.levels.values()])
        bounds: list[dict[int, int]] = [{} for _ in range(self.truths)]
        soft: list[set[int]] = [set() for _ in range(self.truths)]
        for ((c, b), level), g in zip(self.levels.items(), whole, strict=True):
            bounds[c][b] = g
            if level.delta:
                soft[c].add(b)
        found = {}
        for a, c in self.levels:
            others = soft[c] - {a}
            if others <= bounds[a].keys():
                most = _largest_ratio(bounds[a][c], unit, bounds[a], bounds[c], others)
                found[a, c] = Level(most, most, ZERO, None)
        return Matrix(self.truths, found, self.words)

    def most_of(self, pair: tuple[int, int]) -> Fraction:
        """What a pair may exceed its level by."""
        return self.levels[pair].delta

    def demands_of_two(self, end: int) -> list[Demand]:
        """What two truths demand of the table (0), or of those that a bound holds for (1)."""
        found: list[Demand] = []
        for (truth, _), level in self.levels.items():
            g = level.high if end else level.low
            form = [-g, -g]
            form[truth] = ONE
            found.append(([(ONE, form)], level.delta))
        return found

    def allow_table(self, table: PrivateTable, size: Size) -> None:
        """Refuse a table that would take too long."""
        size.allow(sum(len(row) ** 2 for row in table.rows))

    def verify_table(self, table: PrivateTable, doubts: Doubts) -> None:
        """sum_i [P(i|a) - g_ab P(i|b)]+ <= delta_ab, over the rows that are bound by privacy."""
        rows = [*map(entries, table.rows)]
        for single in self.singles:
            rows = [row for row in rows if row[single] != sum(row)]  # no entry is negative
        for (a, b), level in self.levels.items():
            top, bottom = level.low.as_integer_ratio()
            excesses = [bottom * row[a] - top * row[b] for row in rows]
            told = sum([excess for excess in excesses if excess > 0])
            need(told <= level.delta * bottom * table.unit, f"truths {a}, {b} are told apart")


def _largest_ratio(
    top: int, bottom: int, tops: dict[int, int], bottoms: dict[int, int], places: set[int]
) -> Fraction:
    """Of this one and those at the places: no quotient is taken before it is known."""
    for b in places:
        if tops[b] * bottom > top * bottoms[b]:
            top, bottom = tops[b], bottoms[b]
    return Fraction(top, bottom)


def enclosed_square(low: Fraction, square: Fraction, high: Fraction, doubts: Doubts) -> None:
    """(ln low)^2 <= square <= (ln high)^2; both logarithms are at least 0."""
    log_ends = page(".logarithm").log_ends
    least, most = (max(Fraction(0), end) for end in log_ends(low))
    # Squares of numbers that are not negative have their order: no root is taken.
    doubts.not_negative(square - most**2, square - least**2, "a level exceeds e^(epsilon d)")
    least, most = (max(Fraction(0), end) for end in log_ends(high))
    doubts.not_negative(least**2 - square, most**2 - square, "a level is below e^(epsilon d)")


def read_levels_of_pairs(given: dict[str, Any], truths: int) -> Matrix:
    """The field `privacy` with a level for every pair of truths."""
    by_distance = "epsilon" in given or "distances_squared" in given
    fields = "gamma delta above epsilon distances_squared" if by_distance else "gamma delta"
    record(given, fields, "singles" if by_distance else "above singles")
    low = _square(given["gamma"], truths, ONE)
    high = _square(given["above"], truths, ONE) if "above" in given else low
    delta = given["delta"] if isinstance(given["delta"], list) else rational(given["delta"])
    deltas = _deltas(delta, truths)
    squares = {}  # epsilon^2 d^2
    if by_distance:
        epsilon = rational(given["epsilon"])
        well_formed(epsilon >= 0, "epsilon is negative")
        distances = _square(given["distances_squared"], truths, ZERO)
        squares = {pair: epsilon**2 * x for pair, x in distances.items()}
    same = low.keys() == high.keys() and (not by_distance or squares.keys() == low.keys())
    well_formed(same, "oo stands at different pairs")
    well_formed(deltas.keys() <= low.keys(), "a delta where the level is oo")
    well_formed(all(g <= high[pair] for pair, g in low.items()), "gamma exceeds above")
    levels = {}
    for pair, g in low.items():
        levels[pair] = Level(g, high[pair], deltas.get(pair, ZERO), squares.get(pair))
    singles = places(given["singles"], truths) if "singles" in given else []
    well_formed("singles" not in given or (singles and not deltas), "no singles, or a delta beside")
    return Matrix(truths, levels, _words(given, delta), tuple(singles))


def _words(given: dict[str, Any], delta: Any) -> Words:
    table = f"G = {item(given['gamma'])}"
    bound = f"G = {item(given.get('above', given['gamma']))}"
    if "epsilon" in given:
        distances = item(given["distances_squared"])
        bound = f"G = exp({item(given['epsilon'])} d), d^2 = {distances}"
    this_table = f"this table, private at {table}," if "above" in given else "this table"
    bound, table = with_delta(bound, delta), with_delta(table, delta)
    if "singles" in given:
        said = f"or of one truth in {item(given['singles'])}"
        bound, table = f"({bound}, {said})", f"({table}, {said})"
    return Words(bound, table, this_table)


def _deltas(value: Any, truths: int) -> OfPairs:
    """Those that are positive: of each pair, or 0 for all."""
    if not isinstance(value, list):
        well_formed(value == 0, "one delta for all pairs of a matrix")
        return {}
    found = _square(value, truths, ZERO)
    well_formed(len(found) == truths * (truths - 1), "a delta is oo")
    well_formed(max(found.values(), default=ZERO) <= 1, "a delta above 1")
    return {pair: delta for pair, delta in found.items() if delta}


def _square(value: Any, truths: int, diagonal: Fraction) -> OfPairs:
    """The entries beside this diagonal, none below it, but those that are "oo"."""
    well_formed(truths <= MAX_MATRIX, "too many truths for a matrix")
    found: OfPairs = {}
    for a, row in enumerate(listed(value, truths)):
        entries = {b: rational(x) for b, x in enumerate(listed(row, truths)) if x != "oo"}
        well_formed(entries.pop(a, None) == diagonal, "the diagonal is another one")
        found |= {(a, b): x for b, x in entries.items()}
    least = min(found.values(), default=diagonal)
    well_formed(least >= diagonal, "a level below 1, or a distance below 0")
    return found
