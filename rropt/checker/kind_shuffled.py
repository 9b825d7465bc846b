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

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from .fields import count, index, listed, matrix, places, rational, rationals, record
from .lattice_laws import Law, point_law, power_law, sum_law
from .logarithm import log_ends
from .parse import MAX_COUNT
from .privacy_blanket import Rows, delta_by_blanket, delta_of_counts, law_of
from .private_table import table_of
from .statement import down, item, up
from .verdict import Doubts, Size, need, well_formed

LEAST_MASS_BITS = 16
OF_A_PAIR = 64
"""Steps of a report of a pair of truths: fractions are subtracted, divided and sorted."""

OF_A_CELL = 256
"""Steps of a cell, whose laws may be points: 20,000 of these took 3 s."""

MAX_MASS_BITS = 1024
"""Of a mass: delta = 1e-200 among a billion people takes some 700."""


class Level(NamedTuple):
    """A rational epsilon beside ln gamma, delta, and the bits of all masses."""

    epsilon: Fraction
    gamma: Fraction
    delta: Fraction
    bits: int


class Reports(NamedTuple):
    """The table and the people, the others where they are known, and a number for each report where
    their sum alone is seen.
    """

    table: Rows
    people: int
    others: Sequence[int] | None
    drawn_from: int
    values: Sequence[Fraction] | None
    size: Size

    @property
    def share(self) -> Fraction:
        """The chance to be drawn."""
        return Fraction(self.people, self.drawn_from)

    def said(self) -> str:
        """What is seen."""
        view = "the histogram"
        if self.values is not None:
            view = f"the sum of the numbers {item(self.values)}"
        drawn = ""
        if self.drawn_from > self.people:
            drawn = f" of people drawn in secret from {self.drawn_from}"
        return f"{view} of {self.people} reports through table P{drawn}"


def read_shuffled(data: dict[str, Any], size: Size) -> Callable[[Doubts], str]:
    """The fields of a certificate of this kind, and what is to be checked of them: both sides, as
    far as they are claimed.
    """
    record(data, "table people", "others drawn_from values upper lower")
    table = matrix(data["table"])
    people = count(data["people"])
    others = None
    if "others" in data:
        others = _others(data["others"], len(table[0]), people)
    drawn_from = count(data.get("drawn_from", people))
    well_formed(drawn_from >= people, "more people than they are drawn from")
    well_formed(others is None or drawn_from == people, "others of people who are drawn")
    values = rationals(data["values"], len(table)) if "values" in data else None
    well_formed("upper" in data or "lower" in data, "nothing is claimed")
    size.allow(OF_A_PAIR * len(table) * len(table[0]) ** 2)
    of = Reports(table, people, others, drawn_from, values, size)
    sides = [read(data[name], of) for name, read in SIDES.items() if name in data]

    def prove(doubts: Doubts) -> str:
        table_of(table).verify_columns()
        said = [side(doubts) for side in sides]
        return f"{of.said()} is {', and '.join(said)}; P = {item(table)}"

    return prove


def _others(value: Any, truths: int, people: int) -> list[int]:
    found = [index(x, MAX_COUNT) for x in listed(value, truths)]
    well_formed(sum(found) == people - 1, "the others are not one fewer than the people")
    return found


def _level(data: dict[str, Any]) -> Level:
    gamma, delta = rational(data["gamma"]), rational(data["delta"])
    well_formed(gamma >= 1, "a level below 1")
    well_formed(0 <= delta <= 1, "delta is no probability")
    bits = count(data["bits"])
    well_formed(LEAST_MASS_BITS <= bits <= MAX_MASS_BITS, "too few or too many bits")
    return Level(rational(data["epsilon"]), gamma, delta, bits)


Delta = Callable[[Fraction], Fraction]
"""What is shown of delta at a gamma."""


def _upper(value: Any, of: Reports) -> Callable[[Doubts], str]:
    """A level that the histogram keeps: by cells, or by the blanket of the kept truths."""
    data = record(value, "epsilon gamma delta bits", "cells steps kept")
    well_formed(("cells" in data) != ("steps" in data), "cells or steps are wanted")
    level = _level(data)
    by_proof = _by_cells if "cells" in data else _by_blanket
    delta = by_proof(data, of, level.bits)

    def prove(doubts: Doubts) -> str:
        low, high = log_ends(level.gamma)
        reason = "epsilon is below ln gamma"
        doubts.not_negative(level.epsilon - high, level.epsilon - low, reason)
        found = of.share * delta(1 + (level.gamma - 1) / of.share)
        need(found <= level.delta, "delta is not shown to be as small")
        known = "whatever the truths of the others"
        if of.others is not None:
            known = f"where {item(of.others)} others hold the truths"
        ends = f"({up(level.epsilon)}, {up(level.delta)})"
        return f"(epsilon, delta) = {ends}-private for each person {known}"

    return prove


def _by_cells(data: dict[str, Any], of: Reports, bits: int) -> Delta:
    """Cells have the first number of others with the chance high, and both turns of h."""
    well_formed(len(of.table) == 2, "cells are of two reports")
    well_formed("kept" not in data, "kept truths are of a blanket")
    of.size.allow(OF_A_CELL * len(listed(data["cells"])))
    rows = [[index(x, MAX_COUNT) for x in listed(row, 3)] for row in data["cells"]]
    starts = [*(first for first, _, _ in rows), of.people]
    well_formed(rows and starts[0] == 0, "the first cell does not begin with 0")
    well_formed(of.others is None or len(rows) == 1, "known others are one cell")
    well_formed(all(a < b for a, b in pairwise(starts)), "cells do not ascend")
    chances = of.table[1]
    low, high = min(chances), max(chances)

    def delta(gamma: Fraction) -> Fraction:
        found = []
        for (first, *turns), end in zip(rows, starts[1:], strict=True):
            groups = [(of.people - end, low), (first, high)]
            if of.others is not None:
                groups = list(zip(of.others, chances, strict=True))
            found.append(delta_of_counts(groups, (low, high), gamma, turns, bits, of.size))
        return max(found)

    return delta


def _by_blanket(data: dict[str, Any], of: Reports, bits: int) -> Delta:
    """Of known others some truths may be left out."""
    kept: Sequence[int] = range(len(of.table[0]))
    if "kept" in data:
        well_formed(of.others is not None, "kept truths are of known others")
        kept = places(data["kept"], len(kept))
    people, given = of.people, (count(data["steps"]), bits)
    if of.others is not None:
        kept = [j for j in kept if of.others[j]]  # what nobody has would only lower the m_i
        people = 1 + sum(of.others[j] for j in kept)
    return lambda gamma: delta_by_blanket(of.table, kept, people, gamma, given, of.size)


def _lower(value: Any, of: Reports) -> Callable[[Doubts], str]:
    """A level that it breaks: who the others are, which truths are told apart, by which test."""
    data = record(value, "epsilon gamma delta bits others truths scores least")
    truths = len(of.table[0])
    others = _others(data["others"], truths, of.people)
    well_formed(of.others in (None, others), "other others than those known")
    a, b = (index(x, truths) for x in listed(data["truths"], 2))
    alike = None  # of people who are drawn, the one truth that all others have, drawn or not
    if of.drawn_from > of.people:
        well_formed(of.people - 1 in others, "others with several truths, of people drawn")
        alike = others.index(of.people - 1)  # the first truth, where one alone is drawn
    scores = [index(x, MAX_COUNT) for x in listed(data["scores"], len(of.table))]
    if of.values is not None:
        well_formed(_is_of_sum(scores, of.values), "the test is none of the sum")
    least = index(data["least"], MAX_COUNT)
    level = _level(data)

    def excess(row: Sequence[Fraction]) -> Fraction:
        """Of a report, the chance under truth a less gamma times that under truth b."""
        found = of.share * (row[a] - level.gamma * row[b])
        return found if alike is None else found - (level.gamma - 1) * (1 - of.share) * row[alike]

    def prove(doubts: Doubts) -> str:
        low, high = log_ends(level.gamma)
        reason = "epsilon is above ln gamma"
        doubts.not_negative(low - level.epsilon, high - level.epsilon, reason)
        law = _law_of_scores(of, others, scores, level.bits)
        total = Fraction(0)
        for row, score in zip(of.table, scores, strict=True):
            more, chance = excess(row), law.from_on(least - score)
            # From below: a report that speaks against truth a counts with all that the law lacks.
            total += more * (chance if more >= 0 else chance + law.missing)
        need(total / (1 << level.bits) >= level.delta, "delta is not shown to be as large")
        where = f"where {item(others)} others hold the truths"
        if alike is not None:
            where = f"where all others hold truth {alike}"
        ends = f"epsilon = {down(level.epsilon)} for no delta below {down(level.delta)}"
        return f"private at {ends} {where}"

    return prove


SIDES = {"upper": _upper, "lower": _lower}


def _law_of_scores(of: Reports, others: Sequence[int], scores: Sequence[int], bits: int) -> Law:
    """The law of the sum of the scores of the others."""
    law = point_law(0, bits)
    for truth, number in enumerate(others):
        if number:
            chances = [row[truth] for row in of.table]
            one = law_of(zip(scores, chances, strict=True), bits)
            law = sum_law(law, power_law(one, number, of.size), of.size)
    return law


def _is_of_sum(scores: Sequence[int], values: Sequence[Fraction]) -> bool:
    """Whether the scores are those numbers times one and plus one constant."""
    low, high = values.index(min(values)), values.index(max(values))
    if values[low] == values[high]:
        return len({*scores}) == 1  # equal numbers, equal scores
    slope = (scores[high] - scores[low]) / (values[high] - values[low])
    pairs = zip(scores, values, strict=True)
    return all(score - scores[low] == slope * (x - values[low]) for score, x in pairs)
