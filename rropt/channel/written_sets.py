"""Sets of so many of k truths as text: their numbers in ascending order, or k bits where shorter.

Bits are written as x and hexadecimal digits, that of truth 0 first: half of 2,925 truths are 733
signs so, and 6,700 as numbers. Up to 64 truths, whose sets people read, they are always numbers.
Both are read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rropt.channel.support_family import chunks
from rropt.exact.entries import picked

MOST_LISTED = 64
"""Truths of which sets are lists of numbers however many are named."""

MOST_DIGITS = 18
"""Of a number in a report."""

BITS = "x"
"""Before hexadecimal digits, which a program that reads a table might else take for a number."""


@dataclass(frozen=True)
class WrittenSets:
    """How sets of so many of so many truths are written.

    >>> sets = WrittenSets(100, 50)
    >>> sets.written(np.array([range(50)])) == ["x" + "f" * 12 + "c" + "0" * 13]
    True
    >>> WrittenSets(5, 2).written(np.array([[0, 3]]))
    ['0 3']
    """

    truths: int
    size: int

    @property
    def form(self) -> str:
        """In words."""
        if self._as_bits:
            return (
                f"{BITS} and {self._digits} hexadecimal digits, whose bits say of each of "
                f"{self.truths} truths in order whether it is one of {self.size}; or these as "
                "numbers in ascending order with blanks between"
            )
        many = f"{self.size} different whole numbers" if self.size > 1 else "whole numbers"
        return f"{many} below {self.truths}, in ascending order with blanks between"

    def written(self, sets: np.ndarray) -> list[str]:
        """Set by set: twenty million numbers at once would be a gigabyte of objects."""
        if not self._as_bits:
            names = [str(truth) for truth in range(self.truths)]
            return [" ".join(picked(names, one.tolist())) for one in sets]
        found = []
        for part in chunks(len(sets), self.truths):
            some = sets[part]
            bits = np.zeros((len(some), self.truths), bool)
            np.put_along_axis(bits, some.astype(np.int64), True, axis=1)
            found += [BITS + octets.tobytes().hex() for octets in np.packbits(bits, axis=1)]
        return found

    def read(self, texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """The sets, many at once, and which texts are such."""
        numbers = np.zeros((len(texts), self.size), np.min_scalar_type(self.truths))
        right = np.zeros(len(texts), bool)
        for part in chunks(len(texts), self.truths):
            some = texts[part]
            for wanted, read in ((self._list, self._lists_in), (self._bits, self._bits_in)):
                places = [place for place, text in enumerate(some) if wanted.fullmatch(text)]
                found, fits = read([some[place] for place in places])
                chosen = part.start + np.array(places, np.int64)[fits]
                numbers[chosen] = found[fits]
                right[chosen] = True
        return numbers, right

    def _lists_in(self, texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """Numbers, and which of them ascend and are truths."""
        found = np.fromstring(" ".join(texts), np.int64, sep=" ").reshape(-1, self.size)
        return found, (np.diff(found, axis=1) > 0).all(axis=1) & (found[:, -1] < self.truths)

    def _bits_in(self, texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """Numbers of the bits that are set, and which texts have so many of them."""
        octets = bytes.fromhex("".join(text[len(BITS) :] for text in texts))
        packed = np.frombuffer(octets, np.uint8).reshape(len(texts), self._digits // 2)
        bits = np.unpackbits(packed, axis=1)
        # Bits behind the last truth must be zero, or two texts would say one set.
        fits = (bits.sum(axis=1) == self.size) & ~bits[:, self.truths :].any(axis=1)
        found = np.zeros((len(texts), self.size), np.int64)
        found[fits] = np.nonzero(bits[fits])[1].reshape(-1, self.size)
        return found, fits

    @property
    def _as_bits(self) -> bool:
        longer = self.size * (len(str(self.truths)) + 1) > len(BITS) + self._digits
        return self.truths > MOST_LISTED and longer

    @property
    def _digits(self) -> int:
        """Of whole octets."""
        return 2 * -(-self.truths // 8)

    @property
    def _list(self) -> re.Pattern[str]:
        digits = rf"[0-9]{{1,{MOST_DIGITS}}}"
        return re.compile(rf"{digits}(?: {digits}){{{self.size - 1}}}")

    @property
    def _bits(self) -> re.Pattern[str]:
        return re.compile(rf"{BITS}[0-9a-f]{{{self._digits}}}")
