"""Kind shuffled: what the histogram of many reports says about one person, from both sides.

n people answer through one table P; whoever stands between them and the collector passes on how
often each report was given. Where the truths of the others are known, the histogram H is private at
gamma = e^epsilon up to

    delta = max over truths a, b and sets S of P(H in S | a) - gamma P(H in S | b).

**Above.** The proof `cells` is for two reports (`privacy_blanket`). With low and high the least and
largest chance of report 1, a truth with a chance between them is a mixture of those two, and delta
is jointly convex: only truths with low and high matter, m others with high. Whoever leaves people
out of a histogram can add them again, so fewer others hide less: for all m from m' to m'' delta is
at most that among m' others with high and n - 1 - m'' with low. Cells cover 0 to n - 1.

The proof `blanket` is for any table (`privacy_blanket`); of known others some truths may be left
out, with n smaller.

**Below.** Others with stated truths, a pair of truths and a test: is the sum of a whole score for
each report at least t? P(yes | a) - gamma P(yes | b) is at most delta.

**Drawn.** If the n are drawn at random among N and nobody knows whom, with q = n / N, a histogram
that is (1 + (gamma - 1) / q, delta)-private whatever the others are is (gamma, q delta)-private
(Balle, Barthe and Gaboardi, NeurIPS 2018, arXiv:1807.01647, theorem 10). Below, all others have one
truth c. The person is drawn with q, else one more of them, and the test tells

    q P(yes | a) - gamma q P(yes | b) - (gamma - 1) (1 - q) P(yes | c).

What is computed from a histogram is as private. With `values` it is the sum of a number for each
report, and the test is one of that sum.

In Coq: `cells_private` (AnswerCells.v), `blanket_private` (PrivacyBlanket.v), `test_refutes`
(HistogramTests.v), `drawn_private` and `drawn_test_refutes` (DrawnPeople.v); of laws that are kept
from below `kept_sum` (KeptLaws.v) and `kept_binomial` (KeptBinomials.v).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from .fields import count, index, listed, matrix, rational, rationals, record
from .lattice_laws import point_law, power_law, sum_law
from .logarithm import log_ends
from .parse import MAX_COUNT
from .privacy_blanket import Rows, delta_by_blanket, delta_of_counts, law_of
from .private_table import table_of
from .statement import down, item, up
from .verdict import Doubts, Size, need, well_formed

LEAST_BITS = 16
OF_A_PAIR = 64
"""Steps of a report of a pair of truths: fractions are subtracted, divided and sorted."""

OF_A_CELL = 256
"""Steps of a cell, whose laws may be points: 20,000 of these took 3 s."""

MOST_BITS = 1024
"""Of a mass: delta = 1e-200 among a billion people takes some 700."""


@dataclass(frozen=True)
class Level:
    """A rational epsilon beside ln gamma, delta, and the bits of all masses."""

    epsilon: Fraction
    gamma: Fraction
    delta: Fraction
    bits: int


@dataclass(frozen=True)
class Cell:
    """From how many to how many others have the chance high, and both turns of h."""

    first: int
    last: int
    turns: tuple[int, int]


@dataclass(frozen=True)
class Upper:
    """A level that the histogram keeps: by cells, or by the blanket of the kept truths."""

    level: Level
    cells: Sequence[Cell]
    steps: int
    kept: Sequence[int]


@dataclass(frozen=True)
class Lower:
    """A level that it breaks: who the others are, which truths are told apart, by which test."""

    level: Level
    others: Sequence[int]
    alike: int | None
    """Of people who are drawn, the one truth that all others have, drawn or not."""

    pair: tuple[int, int]
    scores: Sequence[int]
    least: int


@dataclass(frozen=True)
class Shuffled:
    """The table and the people, and what is claimed of them."""

    table: Rows
    people: int
    others: Sequence[int] | None
    drawn_from: int
    values: Sequence[Fraction] | None
    upper: Upper | None
    lower: Lower | None
    size: Size

    def prove(self, doubts: Doubts) -> str:
        """Both sides, as far as they are claimed."""
        table_of(self.table).verify_columns()
        said = []
        if self.upper is not None:
            said.append(self._above(self.upper, doubts))
        if self.lower is not None:
            said.append(self._below(self.lower, doubts))
        return f"{self._seen()} is {', and '.join(said)}; P = {item(self.table)}"

    def _seen(self) -> str:
        view = "the histogram"
        if self.values is not None:
            view = f"the sum of the numbers {item(list(self.values))}"
        drawn = ""
        if self.drawn_from > self.people:
            drawn = f" of people drawn in secret from {self.drawn_from}"
        return f"{view} of {self.people} reports through table P{drawn}"

    @property
    def _share(self) -> Fraction:
        """The chance to be drawn."""
        return Fraction(self.people, self.drawn_from)

    def _above(self, upper: Upper, doubts: Doubts) -> str:
        level = upper.level
        low, high = log_ends(level.gamma)
        reason = "epsilon is below ln gamma"
        doubts.not_negative(level.epsilon - high, level.epsilon - low, reason)
        found = self._share * self._delta_above(upper, 1 + (level.gamma - 1) / self._share)
        need(found <= level.delta, "delta is not shown to be as small")
        known = "whatever the truths of the others"
        if self.others is not None:
            known = f"where {item(list(self.others))} others hold the truths"
        ends = f"({up(level.epsilon)}, {up(level.delta)})"
        return f"(epsilon, delta) = {ends}-private for each person {known}"

    def _delta_above(self, upper: Upper, gamma: Fraction) -> Fraction:
        bits = upper.level.bits
        if upper.cells:
            return max(self._delta_of_cell(cell, gamma, bits) for cell in upper.cells)
        people = self.people
        if self.others is not None:
            people = 1 + sum(self.others[j] for j in upper.kept)
        given = (upper.steps, bits)
        return delta_by_blanket(self.table, upper.kept, people, gamma, given, self.size)

    def _delta_of_cell(self, cell: Cell, gamma: Fraction, bits: int) -> Fraction:
        chances = self.table[1]
        low, high = min(chances), max(chances)
        groups = [(self.people - 1 - cell.last, low), (cell.first, high)]
        if self.others is not None:
            groups = list(zip(self.others, chances, strict=True))
        return delta_of_counts(groups, (low, high), gamma, cell.turns, bits, self.size)

    def _below(self, lower: Lower, doubts: Doubts) -> str:
        level = lower.level
        low, high = log_ends(level.gamma)
        reason = "epsilon is above ln gamma"
        doubts.not_negative(low - level.epsilon, high - level.epsilon, reason)
        found = self._delta_below(lower)
        need(found >= level.delta, "delta is not shown to be as large")
        where = f"where {item(list(lower.others))} others hold the truths"
        if lower.alike is not None:
            where = f"where all others hold truth {lower.alike}"
        ends = f"epsilon = {down(level.epsilon)} for no delta below {down(level.delta)}"
        return f"private at {ends} {where}"

    def _delta_below(self, lower: Lower) -> Fraction:
        bits = lower.level.bits
        law = point_law(0, bits)
        for truth, number in enumerate(lower.others):
            if number:
                chances = [row[truth] for row in self.table]
                one = law_of(zip(lower.scores, chances, strict=True), bits)
                law = sum_law(law, power_law(one, number, self.size), self.size)
        total = Fraction(0)
        for row, score in zip(self.table, lower.scores, strict=True):
            excess = self._excess(row, lower)
            chance = law.from_on(lower.least - score)
            # From below: a report that speaks against truth a counts with all that the law lacks.
            total += excess * (chance if excess >= 0 else chance + law.missing)
        return total / (1 << bits)

    def _excess(self, row: Sequence[Fraction], lower: Lower) -> Fraction:
        """Of a report, the chance under truth a less gamma times that under truth b."""
        a, b = lower.pair
        gamma = lower.level.gamma
        found = self._share * (row[a] - gamma * row[b])
        if lower.alike is None:
            return found
        return found - (gamma - 1) * (1 - self._share) * row[lower.alike]


def read_shuffled(data: dict[str, Any], size: Size) -> Shuffled:
    """The fields of a certificate of this kind."""
    record(data, "table people", "others drawn_from values upper lower")
    table = matrix(data["table"])
    people = count(data["people"])
    others = None
    if "others" in data:
        others = _others(data["others"], len(table[0]), people)
    drawn_from = count(data.get("drawn_from", people))
    well_formed(drawn_from >= people, "more people than they are drawn from")
    well_formed(others is None or drawn_from == people, "others of people who are drawn")
    values = None
    if "values" in data:
        values = rationals(data["values"], len(table))
    well_formed("upper" in data or "lower" in data, "nothing is claimed")
    size.allow(OF_A_PAIR * len(table) * len(table[0]) ** 2)
    claim = Shuffled(table, people, others, drawn_from, values, None, None, size)
    upper = _upper(data["upper"], claim) if "upper" in data else None
    lower = _lower(data["lower"], claim) if "lower" in data else None
    return Shuffled(table, people, others, drawn_from, values, upper, lower, size)


def _others(value: Any, truths: int, people: int) -> list[int]:
    found = [index(x, MAX_COUNT) for x in listed(value, truths)]
    well_formed(sum(found) == people - 1, "the others are not one fewer than the people")
    return found


def _level(data: dict[str, Any]) -> Level:
    gamma, delta = rational(data["gamma"]), rational(data["delta"])
    well_formed(gamma >= 1, "a level below 1")
    well_formed(0 <= delta <= 1, "delta is no probability")
    bits = count(data["bits"])
    well_formed(LEAST_BITS <= bits <= MOST_BITS, "too few or too many bits")
    return Level(rational(data["epsilon"]), gamma, delta, bits)


def _upper(value: Any, claim: Shuffled) -> Upper:
    data = record(value, "epsilon gamma delta bits", "cells steps kept")
    well_formed(("cells" in data) != ("steps" in data), "cells or steps are wanted")
    level = _level(data)
    truths = range(len(claim.table[0]))
    if "cells" in data:
        well_formed(len(claim.table) == 2, "cells are of two reports")
        well_formed("kept" not in data, "kept truths are of a blanket")
        return Upper(level, _cells(data["cells"], claim), 0, truths)
    kept: Sequence[int] = truths
    if "kept" in data:
        well_formed(claim.others is not None, "kept truths are of known others")
        kept = [index(j, len(truths)) for j in listed(data["kept"])]
        well_formed(len({*kept}) == len(kept), "a truth occurs twice")
    if claim.others is not None:
        kept = [j for j in kept if claim.others[j]]  # what nobody has would only lower the m_i
    return Upper(level, [], count(data["steps"]), kept)


def _cells(value: Any, claim: Shuffled) -> list[Cell]:
    claim.size.allow(OF_A_CELL * len(listed(value)))
    rows = [[index(x, MAX_COUNT) for x in listed(row, 3)] for row in listed(value)]
    starts = [first for first, _, _ in rows]
    well_formed(starts and starts[0] == 0, "the first cell does not begin with 0")
    well_formed(claim.others is None or len(rows) == 1, "known others are one cell")
    ends = [*starts[1:], claim.people]
    well_formed(all(a < b for a, b in pairwise([*starts, claim.people])), "cells do not ascend")
    cells = []
    for (first, turn, exchanged), end in zip(rows, ends, strict=True):
        cells.append(Cell(first, end - 1, (turn, exchanged)))
    return cells


def _lower(value: Any, claim: Shuffled) -> Lower:
    data = record(value, "epsilon gamma delta bits others truths scores least")
    truths = len(claim.table[0])
    others = _others(data["others"], truths, claim.people)
    well_formed(claim.others in (None, others), "other others than those known")
    a, b = (index(x, truths) for x in listed(data["truths"], 2))
    alike = None
    if claim.drawn_from > claim.people:
        well_formed(claim.people - 1 in others, "others with several truths, of people drawn")
        alike = others.index(claim.people - 1)  # the first truth, where one alone is drawn
    scores = [index(x, MAX_COUNT) for x in listed(data["scores"], len(claim.table))]
    if claim.values is not None:
        well_formed(_is_of_sum(scores, claim.values), "the test is none of the sum")
    least = index(data["least"], MAX_COUNT)
    return Lower(_level(data), others, alike, (a, b), scores, least)


def _is_of_sum(scores: Sequence[int], values: Sequence[Fraction]) -> bool:
    """Whether the scores are those numbers times one and plus one constant."""
    low, high = values.index(min(values)), values.index(max(values))
    if values[low] == values[high]:
        return len({*scores}) == 1  # equal numbers, equal scores
    slope = (scores[high] - scores[low]) / (values[high] - values[low])
    pairs = zip(scores, values, strict=True)
    return all(score - scores[low] == slope * (x - values[low]) for score, x in pairs)
