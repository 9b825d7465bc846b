"""Numbers by a design for a mean: one between two truths is rounded at random to either."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.exact import InputError, exact, text
from rropt.sampling import randomize

Source = Callable[[int], bytes]


def randomize_numbers(
    channel: Channel,
    points: Sequence[Fraction],
    numbers: Iterable[Any],
    between: bool,
    source: Source = os.urandom,
) -> list[str]:
    """Report labels for numbers that are `points` of the truths, or also numbers between them.

    >>> channel = Channel.identity(2)
    >>> randomize_numbers(channel, [Fraction(0), Fraction(1)], [0, 1.0, "1"], between=False)
    ['0', '1', '1']
    """
    order = sorted(range(len(points)), key=points.__getitem__)
    ascending = [points[j] for j in order]
    given = [exact(number, "answers") for number in numbers]
    _refuse_outside(given, ascending, between)
    near = [order[_neighbour(number, ascending, source)] for number in given]
    drawn = randomize(channel, np.array(near, dtype=np.intp), source)
    return [channel.reports[i] for i in drawn]


def _refuse_outside(
    given: Sequence[Fraction], ascending: Sequence[Fraction], between: bool
) -> None:
    """The door says how many numbers do not fit, never which."""
    if between:
        rule = f"numbers from {text(ascending[0])} to {text(ascending[-1])}"
        unfit = sum(not ascending[0] <= number <= ascending[-1] for number in given)
    else:
        rule = f"among {', '.join(map(text, ascending[:10]))}"
        unfit = sum(number not in set(ascending) for number in given)
    if unfit:
        raise InputError(f"answers must be {rule}, got {unfit} of {len(given)} that do not fit")


def _neighbour(number: Fraction, ascending: Sequence[Fraction], source: Source) -> int:
    """The index of one of the two neighbours, at random so that its mean is the number."""
    low = bisect_right(ascending, number) - 1
    if ascending[low] == number:
        return low
    share = (number - ascending[low]) / (ascending[low + 1] - ascending[low])
    return low + (_below(share.denominator, source) < share.numerator)


def _below(most: int, source: Source) -> int:
    """A uniform whole number below `most`: bits of the source, again where they are too large."""
    bits = (most - 1).bit_length()
    size = (bits + 7) // 8
    while True:
        drawn = int.from_bytes(source(size), "big") >> (8 * size - bits)
        if drawn < most:
            return drawn
