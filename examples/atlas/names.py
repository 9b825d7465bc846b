"""What the mechanism of a cell is called: a name of the field, or what its reports say.

Where a report is likely by one factor on a set of truths and by another elsewhere, the set is what
it says; an optimal table has little else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from rropt.design.answer import Answer
from rropt.report.words import name_of, name_of_table

MOST_LISTED = 8
"""Sets that a name lists; of more it says how many there are of each size."""

Said = tuple[int, ...]


def mechanism_name(answer: Answer) -> str:
    """The name, or the reports in words.

    >>> import rropt as rr
    >>> mechanism_name(rr.optimal(rr.LocalDP("ln(3)"), rr.Guess("1/2,1/4,1/4")))
    'k-ary response'
    >>> mechanism_name(rr.optimal(rr.LocalDP("ln(3)"), rr.Guess("4/7,2/7,1/7")))
    'randomized response over truths 0, 1 of 3'
    """
    known = None if answer.table is None else name_of_table(answer.table)
    known = known or _balanced(answer) or name_of(answer)
    if known is not None:
        return known
    if answer.certificate.kind == "random-cut":
        return "random cut"
    if answer.table is None:
        return "arrangements of several patterns"
    rows = [row for row in answer.table.rows if any(row)]
    if len(rows) == 1:
        return "one report, which says nothing"
    told_apart = [j for j in range(answer.table.shape[1]) if len({row[j] for row in rows}) > 1]
    said = [said_by([row[j] for j in told_apart]) for row in rows]
    if None in said:
        return f"{len(rows)} reports of no common name"
    sets = {tuple(told_apart[place] for place in places) for places in said if places is not None}
    return _of_sets(sorted(sets), answer.table.shape[1])


def _balanced(answer: Answer) -> str | None:
    """Balanced blocks that are not all sets of their size."""
    if answer.blocks is None or answer.table is None:
        return None
    size, reports = sizes(answer)[0], answer.table.shape[0]
    return f"balanced blocks: {reports} sets of {size} truths"


def said_by(row: Sequence[Fraction]) -> Said | None:
    """The truths on which a report is more likely than elsewhere; None for more than two values.

    >>> said_by([Fraction(1, 2), Fraction(1, 4), Fraction(1, 2)])
    (0, 2)
    """
    if len(set(row)) != 2:
        return None
    high = max(row)
    return tuple(place for place, entry in enumerate(row) if entry == high)


def sizes(answer: Answer) -> tuple[int, ...]:
    """How many truths the reports stand for, the sizes that occur; empty for other reports."""
    if answer.table is None:
        return ()
    said = [said_by(row) for row in answer.table.rows if any(row)]
    if None in said:
        return ()
    return tuple(sorted({len(places) for places in said if places is not None}))


def _of_sets(distinct: list[Said], truths: int) -> str:
    """Singletons are randomized response, two complements a question."""
    if all(len(places) == 1 for places in distinct):
        listed = ", ".join(str(places[0]) for places in distinct)
        rest = "" if len(distinct) == truths else f" of {truths}"
        return f"randomized response over truths {listed}{rest}"
    first = distinct[0]
    others = tuple(j for j in range(truths) if j not in first)
    if set(distinct) == {first, others}:
        return f"one question: is the truth in {_set(min(first, others, key=len))}?"
    if len(distinct) <= MOST_LISTED:
        return f"reports of the sets {', '.join(map(_set, distinct))}"
    counts = Counter(map(len, distinct))
    told = ", ".join(f"{number} of size {size}" for size, number in sorted(counts.items()))
    return f"reports of sets: {told}"


def _set(places: Sequence[int]) -> str:
    return "{" + ", ".join(map(str, places)) + "}"
