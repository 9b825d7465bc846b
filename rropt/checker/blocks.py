"""Blocks: the reports of a table as moves of a few sets of truths under an abelian group.

The n truths of a class are the elements of Z_m1 x Z_m2 x ..., numbered as mixed radices, the last
modulus first. A pattern with one value on d of them and another on the rest names the sets
{b + s : b in B} of a base block B of d truths, all s equally likely, in place of all sets of d. The
shares w_B add up to one. Each truth is in as many of these sets as any other; each two are if

    sum_B w_B #{(x, y) in B x B : x - y = t}   is the same for all t != 0.

Then the mean of r and that of r r' in the class are those of all sets. Sets of different classes
are drawn independently: two truths of two classes have as the mean of the product the product of
the means. So the mean of r r' over the whole pattern is that of all sets, and so is its part of the
information, as q.r is one number for all sets of a pattern.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, prod
from struct import unpack
from typing import Any

from .cleared import cleared
from .fields import count, index, listed, rational, record
from .private_table import PrivateTable, Run
from .verdict import Size, need, well_formed

MAX_DIFFERENCES = 1 << 22
"""Pairs of elements of base blocks: four million take two seconds."""

PAIRS_IN_TIME = 8
"""A product of all pairs on a circle of n truths takes at most as long as n sqrt n / 8 pairs one by
one: 100,000 truths take two seconds."""

DIGIT = 4
"""Bytes for a number of pairs."""

ALL = "all"
"""The word for all sets of a class."""


@dataclass(frozen=True)
class Development:
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
        need(len(set(met[1:])) == 1, "the blocks are not balanced")  # 0 is x - x of every x

    def _differences(self, block: list[int], truths: int) -> list[int]:
        """How often each element of the group is x - y."""
        if is_multiplied(len(block), self.group):
            return on_a_circle(block, truths)
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


def is_multiplied(size: int, group: list[int]) -> bool:
    """Whether a product of two numbers is less work than all pairs of so many elements."""
    return len(group) == 1 and size**2 > _product_work(group[0])


def _product_work(n: int) -> int:
    return n * isqrt(n) // PAIRS_IN_TIME


def work_of_differences(size: int, group: list[int]) -> int:
    """In pairs of elements, of a base block with so many of them."""
    if is_multiplied(size, group):
        return _product_work(group[0])
    return size**2 * len(group)


def on_a_circle(block: list[int], n: int) -> list[int]:
    """How often each number is x - y mod n: digits of the product of sum_x b^x and sum_y b^(n - y).

    The digit at n + t counts the pairs with x - y = t.
    """
    upward, downward = bytearray(DIGIT * n), bytearray(DIGIT * (n + 1))
    for x in block:
        upward[DIGIT * x] = 1
        downward[DIGIT * (n - x)] = 1
    # No digit overflows into the next: fewer than 2^32 pairs have one difference.
    product = int.from_bytes(upward, "little") * int.from_bytes(downward, "little")
    counts = unpack(f"<{2 * n}I", product.to_bytes(2 * n * DIGIT, "little"))
    return [before + after for before, after in zip(counts[:n], counts[n:], strict=True)]


def read_blocks(value: Any, table: PrivateTable, size: Size) -> list[Development]:
    """The field `blocks`, what stands in place of all sets: of each pattern an entry a class; of
    one class and pattern the entry.
    """
    given = [[value]] if isinstance(value, dict) else value
    found = []
    for row, entries in zip(table.rows, listed(given, len(table.rows)), strict=True):
        for truth, entry in enumerate(listed(entries, len(table.sizes))):
            if entry != ALL:
                runs = [run for run in row if run.truth == truth]
                found.append(_read_development(entry, table.sizes[truth], runs, size))
    well_formed(found, "there are no blocks")
    return found


def _read_development(value: Any, truths: int, runs: list[Run], size: Size) -> Development:
    """Blocks of a class with so many truths, on which a pattern has these runs."""
    well_formed(len(runs) == 2, "blocks need a pattern of two values on their class")
    given = record(value, "group base")
    group = [count(modulus) for modulus in listed(given["group"])]
    well_formed(group and min(group) >= 2, "a modulus is below two")
    well_formed(len(group) <= truths, "the group has another order")  # before they are multiplied
    well_formed(prod(group) == truths, "the group has another order")
    chosen = runs[0].number
    base, shares = [], []
    for entry in listed(given["base"]):
        share, block = listed(entry, 2)
        shares.append(rational(share))
        base.append([index(x, truths) for x in listed(block, chosen)])
        well_formed(base[-1] == sorted(set(base[-1])), "a block is not in ascending order")
    well_formed(base, "there are no blocks")
    size.allow_counted(len(base) * work_of_differences(chosen, group), MAX_DIFFERENCES)
    size.allow(len(base) * truths)
    return Development(group, base, shares)
