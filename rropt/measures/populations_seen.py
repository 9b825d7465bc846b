"""What a collector who sees only a summary of all reports learns about one respondent.

The truths of the others are fixed: what is seen then is a channel from one person's truth to the
summary, to which every measure of a table applies. The summary may be the histogram of the reports
(a shuffler stands between; Erlingsson et al., arXiv:1811.12469), the sum of the numbers that the
reports stand for, or any function of the counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from rropt.channel import Channel
from rropt.exact import InputError, exact_vector, whole
from rropt.exact.convert import dot

Counts = tuple[int, ...]
View = Callable[[Counts], Hashable]

MOST_HISTOGRAMS = 20_000
"""Histograms that are listed, each with a fraction a truth."""


def histogram(counts: Counts) -> Hashable:
    """How often each report was given."""
    return counts


def sum_of(values: Any) -> View:
    """The sum of the numbers that the reports stand for.

    >>> sum_of([0, 1])((2, 3))
    Fraction(3, 1)
    """
    numbers = exact_vector(values, "values")

    def view(counts: Counts) -> Hashable:
        return dot(numbers, counts)

    return view


def seen_in_population(channel: Channel, others: Sequence[Any], view: View = histogram) -> Channel:
    """From one person's truth to what is seen, when so many others hold each truth.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> alone, crowd = (seen_in_population(warner, others) for others in ([0, 0], [10, 10]))
    >>> alone.parity(), crowd.profile(3) < alone.profile(2), crowd.shape
    (Fraction(3, 1), True, (22, 2))
    """
    counts = [whole(count, "others") for count in others]
    reports, truths = channel.shape
    if len(counts) != truths:
        raise InputError(f"others must have {truths} counts, one a truth, got {len(counts)}")
    people = sum(counts) + 1
    if comb(people + reports - 1, reports - 1) > MOST_HISTOGRAMS:
        raise InputError(f"others must be fewer: there are more than {MOST_HISTOGRAMS} histograms")
    crowd = {(0,) * reports: Fraction(1)}
    for truth, count in enumerate(counts):
        for _ in range(count):
            crowd = _joined(crowd, channel.columns[truth])
    columns = [_viewed(_joined(crowd, column), view) for column in channel.columns]
    seen = sorted({summary for column in columns for summary in column}, key=repr)
    rows = [[column.get(summary, Fraction(0)) for column in columns] for summary in seen]
    return Channel.from_rows(rows, [_label(summary) for summary in seen], channel.truths)


def least_private(
    channel: Channel, people: Any, gamma: Any, view: View = histogram
) -> tuple[Fraction, Counts]:
    """The largest delta at gamma over all truths of the others, and who they are then.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> least_private(warner, 3, 2)
    (Fraction(9, 64), (0, 2))
    """
    crowd = whole(people, "people", least=1) - 1
    found = (
        (seen_in_population(channel, others, view).profile(gamma), others)
        for others in _compositions(crowd, channel.shape[1])
    )
    return max(found, key=lambda pair: pair[0])


def _joined(crowd: dict[Counts, Fraction], column: Sequence[Fraction]) -> dict[Counts, Fraction]:
    """One more person, who reports by this column."""
    found: defaultdict[Counts, Fraction] = defaultdict(Fraction)
    for counts, chance in crowd.items():
        for report, share in enumerate(column):
            if share:
                more = counts[report] + 1
                found[(*counts[:report], more, *counts[report + 1 :])] += chance * share
    return dict(found)


def _viewed(crowd: dict[Counts, Fraction], view: View) -> dict[Hashable, Fraction]:
    found: defaultdict[Hashable, Fraction] = defaultdict(Fraction)
    for counts, chance in crowd.items():
        found[view(counts)] += chance
    return dict(found)


def _compositions(total: int, parts: int) -> Iterator[Counts]:
    """All ways to share out a number."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _compositions(total - first, parts - 1):
            yield (first, *rest)


def _label(summary: Hashable) -> str:
    return ",".join(map(str, summary)) if isinstance(summary, tuple) else str(summary)
