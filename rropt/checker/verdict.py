"""What a checker can answer, and what it takes on, so that any file is answered in seconds.

The cost of exact arithmetic is the number of steps times the length of the numbers. Both follow
from the certificate alone, so every checker draws the same line. Each loop announces its steps
before it runs. How much of them is seconds differs from loop to loop: each has a most that it may
cost alone, and the shares of their mosts that all loops of a file take add up to at most one.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from math import lcm
from typing import Any

from .cleared import Rational

FORMAT = "rropt-certificate/2"
AGAIN = "make it again with rropt design ... --save FILE"
FEW_TRUTHS, FEW_TRUTHS_OF_PAIRS = 8, 6  # their rows are all looked at by a short page
STATUS = {"verified": 0, "refuted": 1, "undecided": 2, "malformed": 3}


@dataclass(frozen=True)
class Verdict:
    """What was found: the sentence proved, or the first thing that failed."""

    verdict: str
    statement: str = ""
    reason: str = ""

    @property
    def status(self) -> int:
        """The exit status of the command line."""
        return STATUS[self.verdict]

    def __str__(self) -> str:
        return f"{self.verdict}: {self.statement or self.reason}"


class Malformed(Exception):
    """The text is no certificate, or one beyond the limits."""


class Refuted(Exception):
    """A check failed."""


def well_formed(condition: object, reason: str) -> None:
    """Go on only with a certificate of the right form."""
    if not condition:
        raise Malformed(reason)


def need(condition: object, reason: str) -> None:
    """Go on only if the check succeeds."""
    if not condition:
        raise Refuted(reason)


@dataclass
class Doubts:
    """The comparisons that enclosures of logarithms could not decide."""

    reasons: list[str] = field(default_factory=list)

    def not_negative(self, low: Any, high: Any, reason: str) -> None:
        """A number between low and high is not negative."""
        need(high >= 0, reason)
        if low < 0:
            self.reasons.append(reason)  # neither shown nor refuted: the verdict is undecided


MAX_DENOMINATOR_BITS = 1 << 16
MAX_WORK = 1 << 29
MAX_RAY_WORK = 1 << 33
MAX_LONG_RAYS = 1 << 42  # products of levels: one of 8,000 bits for eight truths took 47 s
LEAST_BITS = 96
"""Shorter numbers are no cheaper: a step with them takes as long."""

LARGEST_MOST = 1 << 42
"""Of all mosts, which are powers of two: shares are counted in parts of it."""


@dataclass
class Size:
    """How many numbers a certificate has, how long they are over their common denominator, and
    what its loops have announced so far, in parts of LARGEST_MOST.
    """

    count: int
    bits: int
    announced: int = field(default=0, compare=False)
    bits_of_shares: int = LEAST_BITS
    """How long the numbers of the field `shares` are over their own common denominator: nothing
    but the shares is computed with them."""

    @classmethod
    def of(cls, count: int, numbers: Collection[Rational], largest: int) -> Size:
        """The size; too long a common denominator is refused before it is computed."""
        bottom = 1
        for denominator in {x.denominator for x in numbers}:
            bottom = bottom if bottom % denominator == 0 else lcm(bottom, denominator)
            short = bottom.bit_length() <= MAX_DENOMINATOR_BITS
            well_formed(short, "the common denominator is too long")
        top = max([largest, *[abs(x.numerator) for x in numbers]])
        bits = bottom.bit_length() + top.bit_length()
        size = cls(count, max(bits, LEAST_BITS))
        size.allow(count)
        return size

    def beside(self, shares: Size) -> Size:
        """The size of a certificate whose field `shares` has that size, apart from all else."""
        announced = self.announced + shares.announced
        return replace(self, announced=announced, bits_of_shares=shares.bits)

    def allow(self, steps: int, most: int = MAX_WORK) -> None:
        """Announce a loop; refuse what, with all that was announced, would take too long."""
        self.allow_counted(steps * self.bits, most)

    def allow_counted(self, steps: int, most: int) -> None:
        """The same for a loop over whole numbers, which are short whatever the rationals are."""
        self.announced += steps * (LARGEST_MOST // most)
        too_large = "too large: too many steps with too long numbers"
        well_formed(self.announced <= LARGEST_MOST, too_large)
