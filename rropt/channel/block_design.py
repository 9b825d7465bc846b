"""Blocks of truths, developed under an abelian group: a mechanism by a few of its reports.

The truths are the elements of Z_m1 x Z_m2 x ..., numbered as mixed radices. A *development* reports
a base block B moved by an element s: {b + s : b in B}, gamma times likelier if the truth is in it.
It is *balanced* if every two truths lie in blocks of the same total weight, which is one equation
for each difference: with shares w_B that add up to one

    sum_B w_B #{(x, y) in B x B : x - y = t} = d (d - 1) / (k - 1)    for every t != 0.

A truth lies in as many blocks as any other. All sets of d truths are balanced as well: no base.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import chain, product
from math import gcd, isqrt, lcm, prod
from typing import Any

Block = tuple[int, ...]


@dataclass(frozen=True)
class BlockDesign:
    """Base blocks of one size with their shares, under the group of these moduli."""

    name: str = field(compare=False)
    """What the literature says; a file need not say it."""

    size: int
    group: tuple[int, ...]
    base: tuple[Block, ...]
    shares: tuple[Fraction, ...]

    @staticmethod
    def equal(name: str, group: Sequence[int], base: Sequence[Sequence[int]]) -> BlockDesign:
        """All blocks are equally likely, a block that several moves give counted once.

        >>> BlockDesign.equal("plane", [7], [[0, 1, 3]]).reports
        7
        """
        blocks = tuple(tuple(sorted(block)) for block in base)
        found = BlockDesign(name, len(blocks[0]), tuple(group), blocks, ())
        orbits = [found.orbit(n) for n in range(len(blocks))]
        shares = tuple(Fraction(orbit, sum(orbits)) for orbit in orbits)
        return BlockDesign(name, len(blocks[0]), tuple(group), blocks, shares)

    @property
    def truths(self) -> int:
        return prod(self.group)

    @property
    def work(self) -> int:
        """Of a checker that counts differences, in pairs of elements; on a circle of n truths all
        pairs of a block are a product of two numbers, which is n sqrt n / 8 of them."""
        each = self._turns if self._is_turned else self.size**2 * len(self.group)
        return len(self.base) * each

    @property
    def _turns(self) -> int:
        return self.truths * isqrt(self.truths) // 8

    @property
    def _is_turned(self) -> bool:
        """Whether bits turned on a circle are less work than all pairs of a block."""
        return len(self.group) == 1 and self.size**2 > self._turns

    @cached_property
    def reports(self) -> int:
        """So many different blocks."""
        return sum(map(self.orbit, range(len(self.base))))

    def orbit(self, n: int) -> int:
        """So many different blocks come of a base block: the order of the group over that of what
        leaves it unmoved."""
        return self.truths // len(self.unmoved[n])

    @cached_property
    def unmoved(self) -> tuple[tuple[int, ...], ...]:
        """The moves that leave each base block as it is: differences of its elements to one."""
        return tuple(self._unmoved(n) for n in range(len(self.base)))

    def _unmoved(self, n: int) -> tuple[int, ...]:
        """A block is made of cosets of what leaves it, whose number divides its size."""
        if gcd(self.size, self.truths) == 1:
            return (0,)
        block = set(self.base[n])
        first = self.base[n][0]
        found = {0}
        # A move that leaves the block takes its first element to one of it.
        for s in (self.minus(x, first) for x in self.base[n]):
            if s not in found and all(self.plus(x, s) in block for x in block):
                found = self._with_multiples(found, s)
        return tuple(sorted(found))

    def _with_multiples(self, moves: set[int], s: int) -> set[int]:
        """The group that a group of moves and another move generate."""
        found = set(moves)
        multiple = s
        while multiple not in moves:
            found.update(self.plus(x, multiple) for x in moves)
            multiple = self.plus(multiple, s)
        return found

    def plus(self, x: Any, y: Any) -> Any:
        """The sum in the group, of two elements or of arrays of them.

        >>> BlockDesign.equal("lines", [3, 3], [[0, 1, 2]]).plus(4, 5)
        6
        """
        if len(self.group) == 1:
            return (x + y) % self.group[0]
        return self._joined(x, y, 1)

    def minus(self, x: Any, y: Any) -> Any:
        """The difference in the group."""
        if len(self.group) == 1:
            return (x - y) % self.group[0]
        return self._joined(x, y, -1)

    def _joined(self, x: Any, y: Any, sign: int) -> Any:
        """Digit by digit, the last modulus first."""
        found = 0
        unit = 1
        for modulus in reversed(self.group):
            x, a = divmod(x, modulus)
            y, b = divmod(y, modulus)
            found += (a + sign * b) % modulus * unit
            unit *= modulus
        return found

    def numbered(self) -> Iterator[tuple[int, Block, Fraction]]:
        """Every different block with its share of all, after the number of its base block times k
        plus the least move to it.
        """
        for n, share in enumerate(self.shares):
            seen: set[Block] = set()
            number = self.orbit(n)
            for by in range(self.truths):
                block = tuple(sorted(self.plus(x, by) for x in self.base[n]))
                if block not in seen:
                    seen.add(block)
                    yield n * self.truths + by, block, share / number

    def is_balanced(self) -> bool:
        """Whether every two truths are in blocks of the same total share, exactly.

        >>> BlockDesign.equal("no plane", [7], [[0, 1, 2]]).is_balanced()
        False
        """
        met: Counter[int] = Counter()
        unit = lcm(*(share.denominator for share in self.shares))
        for block, share in zip(self.base, self.shares, strict=True):
            number = int(share * unit)
            for t, times in self._differences(block).items():
                met[t] += number * times
        each = {met[t] for t in range(1, self.truths)}
        return len(each) == 1

    def _differences(self, block: Block) -> Counter[int]:
        """How often each element of the group is the difference of two of a block."""
        if not self._is_turned:
            return Counter(self.minus(x, y) for x, y in product(block, block))
        # As bits: turned by t the block meets itself once for each difference t.
        held = 0
        for x in block:
            held |= 1 << x
        every = (1 << self.truths) - 1
        turned = (((held << t | held >> (self.truths - t)) & every, t) for t in range(self.truths))
        return Counter({t: (held & moved).bit_count() for moved, t in turned})

    def record(self) -> dict[str, Any]:
        """As a certificate states it."""
        base = [[s, list(b)] for s, b in zip(self.shares, self.base, strict=True)]
        return {"group": list(self.group), "base": base}

    @staticmethod
    def stated(record: dict[str, Any]) -> BlockDesign:
        """That of a verified certificate."""
        shares, blocks = zip(*record["base"], strict=True)
        base = tuple(map(tuple, blocks))
        group = tuple(record["group"])
        return BlockDesign("blocks", len(base[0]), group, base, tuple(map(Fraction, shares)))

    def complement(self) -> BlockDesign:
        """Every block replaced by the truths that it leaves out."""
        base = tuple(_left_out(block, self.truths) for block in self.base)
        size = self.truths - self.size
        return BlockDesign(f"complement of {self.name}", size, self.group, base, self.shares)


def _left_out(block: Block, truths: int) -> Block:
    inside = set(block)
    return tuple(x for x in range(truths) if x not in inside)


ClassBlocks = tuple[tuple[BlockDesign | None, ...], ...]
"""Of each pattern of a table an entry a class of truths, None for all arrangements; of a table that
names no blocks nothing."""

ALL = "all"
"""The word of a certificate for all arrangements."""


def blocks_record(blocks: ClassBlocks) -> dict[str, Any]:
    """The field `blocks` of a certificate, if there are any; of one class and pattern one object.

    >>> blocks_record(((None, BlockDesign.equal("3-ary", [3], [[0]])),))
    {'blocks': [['all', {'group': [3], 'base': [[Fraction(1, 1), [0]]]}]]}
    """
    if not blocks:
        return {}
    rows = [list(map(_entry_record, row)) for row in blocks]
    return {"blocks": rows[0][0] if len(rows) == 1 == len(rows[0]) else rows}


def _entry_record(one: BlockDesign | None) -> Any:
    return ALL if one is None else one.record()


def stated_blocks(certificate: dict[str, Any]) -> ClassBlocks:
    """Those of a verified certificate.

    >>> blocks = ((BlockDesign.equal("3-ary", [3], [[0]]),),)
    >>> stated_blocks(blocks_record(blocks)) == blocks
    True
    """
    given = certificate.get("blocks", [])
    rows = [[given]] if isinstance(given, dict) else given
    return tuple(tuple(map(_stated_entry, row)) for row in rows)


def _stated_entry(entry: Any) -> BlockDesign | None:
    return None if entry == ALL else BlockDesign.stated(entry)


def number_of_bases(blocks: ClassBlocks) -> int:
    """So many base blocks are named, of all patterns and classes."""
    return sum(len(one.base) for one in chain.from_iterable(blocks) if one is not None)


def subsets_name(size: int) -> str:
    """What the literature calls a report for every set of so many truths.

    >>> subsets_name(1), subsets_name(2)
    ('k-ary response', 'subset selection of size 2')
    """
    return "k-ary response" if size == 1 else f"subset selection of size {size}"
