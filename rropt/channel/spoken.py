"""What reports are called where people have words for their truths: the words."""

from __future__ import annotations

from rropt.channel.table import Channel


def spoken(table: Channel) -> Channel:
    """Reports that are numbers are called as the truths, where each is likeliest under its own.

    >>> table = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], truths=["no", "yes"])
    >>> spoken(table).reports
    ('no', 'yes')
    """
    if table.reports != tuple(map(str, range(len(table.truths)))):
        return table
    likeliest = [[j for j, x in enumerate(row) if x == max(row)] for row in table.numerators]
    own = all(truths == [i] for i, truths in enumerate(likeliest))
    return table.relabel(reports=table.truths) if own else table


def numbers_for(table: Channel) -> dict[str, str]:
    """The number of each report that is called as its truth: data may have either.

    >>> numbers_for(Channel.identity(2).relabel(["no", "yes"], ["no", "yes"]))
    {'0': 'no', '1': 'yes'}
    """
    if table.reports != table.truths:
        return {}
    return {str(place): label for place, label in enumerate(table.reports)}
