"""Tables for the tests of this room."""

from __future__ import annotations

import random
from fractions import Fraction

from rropt.channel import Channel
from rropt.measures import Tradeoff

THIRD, FIFTH = Fraction(1, 3), Fraction(1, 5)
ASYMMETRIC = ((4 * FIFTH, THIRD), (FIFTH, 2 * THIRD))
THREE = ((3 * FIFTH, FIFTH, FIFTH), (FIFTH, 3 * FIFTH, FIFTH), (FIFTH, FIFTH, 3 * FIFTH))


def columns(rows: tuple[tuple[Fraction, ...], ...]) -> list[tuple[Fraction, ...]]:
    """The law of the reports, one a truth."""
    return list(zip(*rows, strict=True))


def random_channel(seed: int, reports: int = 3, truths: int = 2, zeros: bool = False) -> Channel:
    """Columns of small whole weights; some are zero if wanted."""
    draw = random.Random(seed)
    least = 0 if zeros else 1
    columns = []
    for _ in range(truths):
        weights = [draw.randint(least, 7) for _ in range(reports)]
        weights[draw.randrange(reports)] += 1
        columns.append([Fraction(w, sum(weights)) for w in weights])
    return Channel.from_truth_rows(columns)


def garbled(channel: Channel, seed: int) -> Channel:
    """Its reports through another random table."""
    return random_channel(seed, 3, channel.shape[0]) @ channel


def is_nowhere_below(upper: Tradeoff, lower: Tradeoff) -> bool:
    """Whether one trade-off function reveals at most as much as another.

    Between two corners of either the difference is linear: it is least at one of them.
    """
    places = {alpha for curve in (upper, lower) for alpha, _ in curve.corners}
    return all(upper(alpha) >= lower(alpha) for alpha in places)
