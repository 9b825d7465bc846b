"""Which column is the most significant bit, and the bit channels arranged accordingly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal, TypeVar

from rropt.channel import Channel
from rropt.exact import InputError

Order = Literal["first", "last"]
"""Whether the first or the last column (or channel) given is the most significant bit."""

Item = TypeVar("Item")
Square = tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]

MAX_BITS = 30
"""Largest marginal, in bits: 2^30 doubles are 8 GiB."""


def arranged(items: Sequence[Item], most_significant: Order) -> list[Item]:
    """The items from the most significant bit to the least.

    >>> arranged(["a", "b"], "first"), arranged(["a", "b"], "last")
    (['a', 'b'], ['b', 'a'])
    """
    if most_significant not in ("first", "last"):
        raise InputError(f"most_significant must be 'first' or 'last', got {most_significant!r}")
    return list(items) if most_significant == "first" else list(reversed(items))


def bit_channels(channels: Sequence[Channel], most_significant: Order) -> list[Channel]:
    """The channels of the bits, each two reports by two truths, most significant first."""
    if isinstance(channels, Channel):
        raise InputError("channels must be one 2 x 2 channel a bit: for n alike, [channel] * n")
    for i, channel in enumerate(channels):
        if channel.shape != (2, 2):
            raise InputError(f"channels[{i}] must be 2 x 2, got {channel.shape}")
    if not 1 <= len(channels) <= MAX_BITS:
        raise InputError(f"channels must be 1 to {MAX_BITS} bits, got {len(channels)}")
    return arranged(channels, most_significant)


def forward(channel: Channel) -> Square:
    """The exact 2 x 2 table of a bit."""
    (a, b), (c, d) = channel.rows
    return (a, b), (c, d)


@lru_cache(maxsize=256)
def inverse(channel: Channel) -> Square:
    """The exact inverse of a bit's table.

    For [[a, 1-a], [1-a, a]] it is the same form at a / (2a-1): `vinterbo/thm-4.4/inverse`.

    >>> inverse(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))[0]
    (Fraction(3, 2), Fraction(-1, 2))
    """
    (a, b), (c, d) = channel.rows
    determinant = a * d - b * c
    if determinant == 0:
        raise InputError(
            "a bit's channel must be invertible, got one whose reports do not depend on the truth"
        )
    return (d / determinant, -b / determinant), (-c / determinant, a / determinant)
