"""Equally likely truths: how many of them a report stands for if it shall say as much as possible.

With A_s = s g + k - s sets of d truths say as much as sets of d + 1 where
A_d A_(d+1) ln(A_(d+1) / A_d) = k g ln g. Divided by g the two sides differ by a function whose
slope is d (d + 1)(1 - G / g^2) ln(A_(d+1) / A_d): it falls and rises once.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from ..claims import Section, states
from ..exactly import ball
from ..goals import every, sentence

section = Section("found")

LEVELS = {
    (4, 1): "2.275347128",
    (5, 1): "3.803344815",
    (6, 1): "5.530473055",
    (6, 2): "1.680961254",
    (7, 1): "7.421059104",
    (7, 2): "2.460579254",
    (8, 1): "9.450017507",
    (8, 2): "3.323316128",
    (8, 3): "1.466555762",
}
"""By k and d with (k - d)(k - d - 1) > d (d + 1): all of them to k = 8, cut after nine digits."""

LAST_DIGIT = Fraction(1, 10**9)


@section("shares/information")
def information():
    """The sizes, the bound, the tables; with fewer truths smaller sets."""
    return states(
        sentence("best_information_between_breakpoints"),
        sentence("information_bound"),
        sentence("most_informative_tables"),
        sentence("fewer_truths_smaller_sets"),
        scope="every k >= 2, every g > 1, every number of reports",
    )


@section("shares/information/levels")
def levels():
    """No level, or one, between the square root of G and G; more truths, a larger one."""
    return states(
        sentence("larger_sets_say_less"),
        sentence("information_turns_once"),
        sentence("levels_rise"),
        scope="every k >= 3, every size from 1 to k - 2, every g > 1",
    )


def lead(k: int, d: int, level: Fraction) -> arb:
    """How far sets of d are ahead of sets of d + 1 at this level: the sign of what they say more.

    >>> bool(lead(4, 1, Fraction(3)) > 0 > lead(4, 1, Fraction(2)))
    True
    """
    g = ball(level)
    own, next_one = d * g + k - d, (d + 1) * g + k - d - 1
    return own * next_one / g * (next_one / own).log() - k * g.log()


def encloses(moved: Fraction) -> Callable[[int], bool]:
    """Whether the level of this place is between its digits and the next ones, so far moved."""

    def decided(place: int) -> bool:
        (k, d), digits = list(LEVELS.items())[place]
        low = Fraction(digits) + moved
        return bool(lead(k, d, low) < 0) and bool(lead(k, d, low + LAST_DIGIT) > 0)

    return decided


@section("shares/information/enclosed")
def enclosed():
    """Sets of d + 1 are ahead at the digits, sets of d one unit of the last of them further."""
    return states(
        sentence("information_turns_once"),
        every(
            {"place": range(len(LEVELS))},
            encloses(Fraction(0)),
            "below the level at its digits, above it one unit of the last further",
            false=(encloses(LAST_DIGIT), encloses(-LAST_DIGIT)),
            balls=True,
        ),
        scope="every level of up to eight truths",
    )
