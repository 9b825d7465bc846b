"""Several reports of one person: the table of all of them together.

Fresh reports about one truth multiply: P(i1, ..., in | a) = product of P_l(i_l | a). Reports with
the same likelihood ratios tell the same, so they are merged at every step; n reports through one
table of m rows have at most C(n + m - 1, m - 1) rows, the counts. Where that is too many,
`composition` encloses the profile without the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from rropt.channel import Channel
from rropt.exact import InputError, whole

MOST_ROWS = 20_000
"""Rows of a joint table that is written out; its trade-off function then takes a second."""


MOST_DIGITS = 1000
"""Of the chances in it, which are multiplied with each other again: a second at 50 reports."""


def together(channels: Sequence[Channel]) -> Channel:
    """One truth, one report through each of these tables: merged to what can be told apart.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> [str(row[0]) for row in together([warner, warner]).rows]
    ['9/16', '3/8', '1/16']
    """
    if not channels:
        raise InputError("channels must have at least one table")
    if len({channel.shape[1] for channel in channels}) > 1:
        raise InputError("channels must be tables of the same truths")
    apart = [channel.told_apart for channel in channels]
    if len({channel.shape[1] for channel in apart}) > 1:
        raise InputError("channels must all be written out, or none of them")
    return reduce(_both, apart)


def repeated(channel: Channel, reports: Any) -> Channel:
    """One truth reported so many times through one table, with fresh randomness each time.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> repeated(warner, 10).parity()
    Fraction(59049, 1)
    """
    n = whole(reports, "reports", least=1)
    if n == 1:
        return channel.merge_proportional()
    return _power(channel.told_apart, n)


def _power(channel: Channel, n: int) -> Channel:
    half, odd = divmod(n, 2)
    if half == 0:
        return channel.merge_proportional()
    twice = _power(channel, half)
    twice = _both(twice, twice)
    return _both(twice, channel) if odd else twice


def _both(first: Channel, second: Channel) -> Channel:
    """Rows multiply entry by entry, the truth being the same."""
    if first.shape[0] * second.shape[0] > 4 * MOST_ROWS:
        raise _too_many(f"more than {MOST_ROWS} rows")
    if first.denominator * second.denominator > 10**MOST_DIGITS:
        raise _too_many(f"chances of more than {MOST_DIGITS} digits")
    rows = [_product(mine, theirs) for mine in first.rows for theirs in second.rows]
    return Channel.from_rows(rows, truths=first.truths).merge_proportional()


def _too_many(what: str) -> InputError:
    return InputError(
        f"reports must be fewer: their joint table has {what}; composed_delta (--at-epsilon) "
        "encloses its profile without it"
    )


def _product(mine: Sequence[Fraction], theirs: Sequence[Fraction]) -> list[Fraction]:
    return [a * b for a, b in zip(mine, theirs, strict=True)]
