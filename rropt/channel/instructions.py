"""How a person answers by a table, with dice or cards and no computer: a sentence a truth.

Where people have words for their truths, the words are what reports are called.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import lcm

from rropt.channel.table import Channel

MOST_INSTRUCTED = 400
"""Tables of more entries are for computers."""


def instructions(channel: Channel) -> list[str]:
    """For each truth which numbers of an even draw lead to which report; exactly the table.

    >>> forced = Channel.from_rows([["3/4", "1/2"], ["1/4", "1/2"]], truths=["no", "yes"])
    >>> print(instructions(forced)[0])
    truth no: draw a whole number from 1 to 4, all equally likely; 1 to 3: report 0; 4: report 1
    """
    reports, truths = channel.shape
    if reports * truths > MOST_INSTRUCTED:
        return []
    return [_instruction(channel, truth) for truth in range(truths)]


def _instruction(channel: Channel, truth: int) -> str:
    name = f"truth {channel.truths[truth]}"
    total = lcm(*(entry.denominator for entry in channel.columns[truth]))
    found = runs(channel, truth, total)
    if total == 1:
        return f"{name}: report {found[0].report}"
    draw = f"draw a whole number from 1 to {total}, all equally likely"
    return "; ".join([f"{name}: {draw}", *(f"{run.numbers}: report {run.report}" for run in found)])


@dataclass(frozen=True)
class Run:
    """The equally likely numbers from first to last, and the report that they mean."""

    first: int
    last: int
    report: str

    @property
    def numbers(self) -> str:
        """The first and the last of them, or the only one."""
        return str(self.last) if self.first == self.last else f"{self.first} to {self.last}"


def runs(table: Channel, truth: int, total: int) -> list[Run]:
    """The numbers from 1 to `total` of each report, for one truth.

    >>> runs(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]), 0, 4)
    [Run(first=1, last=3, report='0'), Run(first=4, last=4, report='1')]
    """
    counts = [int(row[truth] * total) for row in table.rows]
    ends = accumulate(counts)
    return [
        Run(end - count + 1, end, str(label))
        for label, count, end in zip(table.reports, counts, ends, strict=True)
        if count
    ]


FROM_NO_TO_YES = (("no", "yes"), ("false", "true"), ("n", "y"))
"""Truths that everybody writes as 0 and 1."""


def spoken(table: Channel) -> Channel:
    """Reports that are numbers are called as the truths, where each is likeliest under its own.

    >>> table = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], truths=["no", "yes"])
    >>> spoken(table).reports
    ('no', 'yes')
    """
    if table.reports != tuple(map(str, range(len(table.truths)))):
        return table
    for truth, row in enumerate(table.numerators):
        # Likeliest under its own truth, and under no other as much.
        if row[truth] < max(row) or row.count(max(row)) > 1:
            return table
    return table.relabel(reports=table.truths)


def numbers_for(table: Channel) -> dict[str, str]:
    """The number of each report that is called as its truth, where data can mean one thing by it.

    Not where a number is also a name: 1 is the first of 1, 2, 3 and the second of 0, 1, 2. Of two
    truths only where 1 affirms: with yes before no, 0 is the first for one and no for another.

    >>> numbers_for(Channel.identity(2).relabel(["no", "yes"], ["no", "yes"]))
    {'0': 'no', '1': 'yes'}
    >>> numbers_for(Channel.identity(2).relabel(["yes", "no"], ["yes", "no"]))
    {}
    """
    numbers = {str(place): label for place, label in enumerate(table.reports)}
    if table.reports != table.truths or not numbers.keys().isdisjoint(table.reports):
        return {}
    if len(numbers) == 2 and tuple(map(str.lower, table.truths)) not in FROM_NO_TO_YES:
        return {}
    return numbers
