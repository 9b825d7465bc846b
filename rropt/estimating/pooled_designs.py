"""Several tables in one survey, repeated reports of one person, several items: each is one table.

* Samples of one population through different tables: the tables below each other, each times its
  part of all reports. Its likelihood is the product of theirs.
* One person who reports several times, freshly randomized: the counts of that person's reports.
  The privacy loss adds up. A report that is drawn once and repeated (memoised) tells and costs what
  one report does.
* Several items, each through its own table: the product table, whose truths are all combinations.
  The privacy loss of the whole answer is the sum of those of its items.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

from rropt.channel import Channel
from rropt.data.stated_counts import report_counts
from rropt.exact import InputError, whole

MOST_REPEATED = 100_000
"""Outcomes of repeated reports that are written out."""


def pooled_design(
    channels: Sequence[Channel], counts: Sequence[Iterable[Any]]
) -> tuple[Channel, tuple[int, ...]]:
    """One channel and one vector of counts for samples of the same population.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> both, numbers = pooled_design([warner, Channel.identity(2)], [[60, 40], [45, 5]])
    >>> both.reports, numbers
    (('0 (1)', '1 (1)', '0 (2)', '1 (2)'), (60, 40, 45, 5))
    """
    if not channels or len(channels) != len(counts):
        raise InputError(
            f"counts must be one for each channel, got {len(counts)} for {len(channels)}"
        )
    if any(channel.truths != channels[0].truths for channel in channels):
        raise InputError("channels must have the same truths to be pooled")
    numbers = [report_counts(c, n) for c, n in zip(channels, counts, strict=True)]
    total = sum(sum(n) for n in numbers)
    rows: list[list[Fraction]] = []
    labels: list[str] = []
    for place, (channel, own) in enumerate(zip(channels, numbers, strict=True), 1):
        part = Fraction(sum(own), total)
        rows += [[part * x for x in row] for row in channel.rows]
        labels += [f"{label} ({place})" for label in channel.reports]
    together = tuple(n for own in numbers for n in own)
    return Channel.from_rows(rows, labels, channels[0].truths), together


def repeated_channel(channel: Channel, times: Any) -> Channel:
    """The table of `times` fresh reports of each person, in any order.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])
    >>> twice = repeated_channel(warner, 2)
    >>> twice.reports, [str(x) for x in twice.columns[0]], twice.parity()
    (('no+no', 'no+yes', 'yes+yes'), ['9/16', '3/8', '1/16'], Fraction(9, 1))
    """
    often = whole(times, "times", 1)
    rows: dict[str, list[Fraction]] = {}
    for outcome in combinations_with_replacement(range(channel.shape[0]), often):
        if len(rows) == MOST_REPEATED:
            raise InputError(f"times must be smaller: more than {MOST_REPEATED} outcomes")
        orders = factorial(often) // prod(factorial(n) for n in Counter(outcome).values())
        label = "+".join(channel.reports[i] for i in outcome)
        rows[label] = [orders * _chance(column, outcome) for column in channel.columns]
    return Channel.from_rows(list(rows.values()), list(rows), channel.truths)


def combined_counts(
    channel: Channel, people: Mapping[tuple[int, ...], int], times: int
) -> tuple[int, ...]:
    """How many people gave each combination of reports, in any order; `people` says how often each
    combination of their places occurred.

    >>> combined_counts(Channel.identity(2), {(0, 1): 3, (1, 0): 2, (1, 1): 1}, 2)
    (0, 5, 1)
    """
    found: Counter[tuple[int, ...]] = Counter()
    for places, count in people.items():
        found[tuple(sorted(places))] += count
    return tuple(
        found[outcome] for outcome in combinations_with_replacement(range(channel.shape[0]), times)
    )


@dataclass(frozen=True)
class SeveralItems:
    """Items that each person answers, each through its own channel.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> both = SeveralItems((warner, Channel.identity(2)))
    >>> both.channel.shape, both.marginal(0, 1), both.gamma
    ((4, 4), (0, 0, 1, 1), inf)
    """

    items: tuple[Channel, ...]

    @cached_property
    def channel(self) -> Channel:
        """The product table: the first item is the slowest index."""
        together = self.items[0]
        for item in self.items[1:]:
            together = together.tensor(item)
        return together

    @property
    def gamma(self) -> Fraction | float:
        """The largest likelihood ratio of a whole answer: the product of the items'."""
        return self.channel.parity()

    def counts(self, people: Mapping[tuple[int, ...], int]) -> tuple[int, ...]:
        """How often each whole answer was given, from the places of reports that occur together.

        >>> SeveralItems((Channel.identity(2), Channel.identity(2))).counts({(0, 1): 3, (1, 1): 2})
        (0, 3, 0, 2)
        """
        found = [0] * self.channel.shape[0]
        for places, count in people.items():
            index = 0
            for place, channel in zip(places, self.items, strict=True):
                index = index * channel.shape[0] + place
            found[index] = count
        return tuple(found)

    def marginal(self, item: int, truth: int) -> tuple[int, ...]:
        """The contrast that is the share of one truth of one item."""
        sizes = [channel.shape[1] for channel in self.items]
        index = whole(item, "item")
        if index >= len(sizes) or whole(truth, "truth") >= sizes[index]:
            raise InputError(f"item and truth must exist, got {item} and {truth}")
        after = prod(sizes[index + 1 :])
        return tuple(int(j // after % sizes[index] == truth) for j in range(prod(sizes)))


def _chance(column: Sequence[Fraction], outcome: tuple[int, ...]) -> Fraction:
    return prod((column[i] for i in outcome), start=Fraction(1))
