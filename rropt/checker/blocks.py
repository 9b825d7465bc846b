"""Blocks: the reports of a table as moves of a few sets of truths under an abelian group.

The k truths are the elements of Z_m1 x Z_m2 x ..., numbered as mixed radices, the last modulus
first. A table with one pattern, one value on d truths and another on the rest, reports the sets
{b + s : b in B} of a base block B of d truths, all s equally likely, in place of all sets of d. The
shares w_B add up to one. Each truth is in as many of these sets as any other; each two are if

    sum_B w_B #{(x, y) in B x B : x - y = t}   is the same for all t != 0.

Then sum r r' is that of all sets, and so is the information at equal shares, where all q.r are
alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from .cleared import cleared
from .fields import count, index, listed, rational, record
from .limits import Size
from .private_table import PrivateTable
from .verdict import need, well_formed

MAX_DIFFERENCES = 1 << 22
"""Pairs of elements of base blocks: four million take two seconds."""


@dataclass(frozen=True)
class Blocks:
    """Base blocks and their shares under a group."""

    group: list[int]
    base: list[list[int]]
    shares: list[Fraction]

    def verify(self) -> None:
        """Shares are a distribution, and every difference is met equally often."""
        whole, unit = cleared(self.shares)
        need(min(whole) >= 0, "a share of a block is negative")
        need(sum(whole) == unit, "the shares of the blocks do not add up to 1")
        truths = prod(self.group)
        met = [0] * truths
        for share, block in zip(whole, self.base, strict=True):
            for difference, times in enumerate(self._differences(block, truths)):
                met[difference] += share * times
        need(len(set(met[1:])) == 1, "the blocks are not balanced")

    def _differences(self, block: list[int], truths: int) -> list[int]:
        """How often each element of the group is x - y."""
        digits = [self._digits(x) for x in block]
        found = [0] * truths
        for x in digits:
            for y in digits:
                found[self._number(x, y)] += 1
        return found

    def _digits(self, x: int) -> list[int]:
        """Of an element, the last modulus first."""
        found = []
        for modulus in reversed(self.group):
            found.append(x % modulus)
            x //= modulus
        return found

    def _number(self, x: list[int], y: list[int]) -> int:
        """x - y."""
        found, unit = 0, 1
        for a, b, modulus in zip(x, y, reversed(self.group), strict=True):
            found += (a - b) % modulus * unit
            unit *= modulus
        return found


def read_blocks(value: Any, table: PrivateTable, size: Size) -> Blocks:
    """The field `blocks` of a table with one class of truths and one pattern of two values."""
    one = len(table.sizes) == 1 and len(table.rows) == 1 and len(table.rows[0]) == 2
    well_formed(one, "blocks need one pattern of two values on one class of truths")
    given = record(value, "group base")
    group = [count(modulus) for modulus in listed(given["group"])]
    well_formed(group and min(group) >= 2, "a modulus is below two")
    well_formed(len(group) <= table.truths, "the group has another order")
    well_formed(prod(group) == table.truths, "the group has another order")
    chosen = table.rows[0][0].number
    base, shares = [], []
    for entry in listed(given["base"]):
        share, block = listed(entry, 2)
        shares.append(rational(share))
        base.append([index(x, table.truths) for x in listed(block, chosen)])
        well_formed(base[-1] == sorted(set(base[-1])), "a block is not in ascending order")
    well_formed(base, "there are no blocks")
    size.allow_counted(len(base) * chosen**2 * len(group), MAX_DIFFERENCES)
    size.allow(len(base) * table.truths)
    return Blocks(group, base, shares)
