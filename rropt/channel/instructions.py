"""How a person answers by a table, with dice or cards and no computer: a sentence a truth."""

from __future__ import annotations

from math import gcd

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
    columns = zip(*channel.numerators, strict=True)
    return [
        _instruction(channel, truth, column)
        for truth, column in zip(channel.truths, columns, strict=True)
    ]


def _instruction(channel: Channel, truth: str, column: tuple[int, ...]) -> str:
    unit = gcd(*column)
    counts = [count // unit for count in column]
    if sum(counts) == 1:
        (report,) = (label for label, n in zip(channel.reports, counts, strict=True) if n)
        return f"truth {truth}: report {report}"
    parts = []
    last = 0
    for report, count in zip(channel.reports, counts, strict=True):
        if count:
            first, last = last + 1, last + count
            numbers = str(last) if first == last else f"{first} to {last}"
            parts.append(f"{numbers}: report {report}")
    draw = f"draw a whole number from 1 to {last}, all equally likely"
    return "; ".join([f"truth {truth}: {draw}", *parts])
