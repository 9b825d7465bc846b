"""What reports are called where people have words for their truths: the words."""

from __future__ import annotations

from rropt.channel.table import Channel

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
    likeliest = [[j for j, x in enumerate(row) if x == max(row)] for row in table.numerators]
    own = all(truths == [i] for i, truths in enumerate(likeliest))
    return table.relabel(reports=table.truths) if own else table


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
