"""Coverage on {1, g}^k: every private row is a mixture of these patterns, for one number g.

Whole numbers: a pattern has the entries n and d for g = n/d, prices and forms have one unit. A
truth that the utility does not see takes the cheaper entry; the others are gone through together:
the values of a form at all patterns are a list that grows by one truth after the other. Truths with
one price that no form tells apart are a class: all forms have the same values at two patterns with
as many of them at the top.

Mutual information: first by tangents (`cover_tree` says why),

    charge - u >= y.r + T (ln s + 1 - c) + c - s,    T = q.r, s near T,

and where that is negative by charge - u = y.r - c (T - 1) + T ln T itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, product
from math import prod

from .charge import Charge
from .cleared import Vector, cleared_rows
from .cover_tree import concave_weight
from .levels import pure_number
from .limits import Size
from .logarithm import BITS, ERROR, log
from .private_table import Row, plain_row
from .utilities import Entropy, Ratios, seen_by
from .verdict import Doubts, need

UNCOVERED = "the prices do not cover an extreme pattern"
BLOCK = 1 << 12
"""Patterns whose values are held at once."""

BUCKET_BITS = 10
"""Bits of T that choose a tangent: of 2^16 patterns some dozens then need their own logarithm."""

MOST_DOUBTFUL = 1 << 14
FLAT = Fraction(1, 1 << 120)
"""A smaller g - 1 leaves too few digits of c for tangents: every pattern is looked at itself."""


@dataclass(frozen=True)
class Cube:
    """The values of whole forms (prices first) at all patterns with entries bottom and top."""

    top: int
    bottom: int
    sizes: list[int]
    forms: list[list[int]]

    def merged(self) -> Cube:
        """The same with one class for truths that no form tells apart."""
        sizes: dict[tuple[int, ...], int] = {}
        for column, size in zip(zip(*self.forms, strict=True), self.sizes, strict=True):
            sizes[column] = sizes.get(column, 0) + size
        forms = [list(form) for form in zip(*sizes, strict=True)]
        return Cube(self.top, self.bottom, list(sizes.values()), forms)

    def values(self) -> Iterator[tuple[int, ...]]:
        """One tuple for each pattern of the truths that are seen: the value of every form."""
        inner, outer = self._split(self.seen())
        blocks = [self._all_values(form, inner, 0) for form in self.forms]
        rest = [self._idle(), *[0] * (len(self.forms) - 1)]
        starts = [
            self._all_values(form, outer, x) for form, x in zip(self.forms, rest, strict=True)
        ]
        for offsets in zip(*starts, strict=True):
            shifted = [_shifted(block, x) for block, x in zip(blocks, offsets, strict=True)]
            yield from zip(*shifted, strict=True)

    def seen(self) -> list[int]:
        """The truths that a form other than the prices sees."""
        _, *others = self.forms
        return sorted(seen_by(others))

    def rows(self) -> Iterator[Row]:
        """The patterns themselves, without classes; unseen truths have the cheaper entry."""
        seen = set(self.seen())
        ends = sorted({self.bottom, self.top})
        choices = [
            ends if c in seen else [self._cheaper(price)] for c, price in enumerate(self.forms[0])
        ]
        return (plain_row(values) for values in product(*choices))

    def number(self) -> int:
        """How many patterns there are."""
        return prod(map(self._number, self.seen()))

    def _number(self, c: int) -> int:
        """How many patterns a class has: one for g = 1."""
        return self.sizes[c] + 1 if self.top > self.bottom else 1

    def _cheaper(self, price: int) -> int:
        return self.top if price < 0 else self.bottom

    def _idle(self) -> int:
        """What the truths that are not seen pay at least."""
        seen = set(self.seen())
        total = 0
        for c, (price, size) in enumerate(zip(self.forms[0], self.sizes, strict=True)):
            if c not in seen:
                total += size * price * self._cheaper(price)
        return total

    def _all_values(self, form: list[int], truths: list[int], start: int) -> list[int]:
        """The values of a form at all patterns of these truths."""
        values = [start]
        for c in truths:
            steps = self._steps(form[c], c)
            values = list(chain.from_iterable(_shifted(values, step) for step in steps))
        return values

    def _steps(self, entry: int, c: int) -> list[int]:
        """What a class adds with 0, 1, ... of its truths at the top."""
        size, rise = self.sizes[c], self.top - self.bottom
        return [entry * (self.bottom * size + rise * n) for n in range(self._number(c))]

    def _split(self, truths: list[int]) -> tuple[list[int], list[int]]:
        """The first truths, of at most BLOCK patterns, and the others."""
        patterns = 1
        for position, c in enumerate(truths):
            patterns *= self._number(c)
            if patterns > BLOCK and position:
                return truths[:position], truths[position:]
        return truths, []


def _shifted(values: list[int], x: int) -> list[int]:
    return [x + value for value in values]


@dataclass(frozen=True)
class CoverCube:
    """A utility of ratios, or mutual information, on {1, g}^k."""

    utility: Ratios | Entropy
    gamma: Fraction
    cube: Cube
    unit: int
    """Of the forms."""

    def verify(self, doubts: Doubts) -> None:
        """charge(r) >= u(r) at every pattern."""
        if isinstance(self.utility, Ratios):
            self._verify_ratios(self.utility)
        else:
            Information(self.gamma, self.cube, self.unit).verify(doubts)

    def _verify_ratios(self, utility: Ratios) -> None:
        for charge, *values in self.cube.values():
            top, bottom = utility.ratio(values)
            need(charge * bottom >= top, UNCOVERED)


@dataclass(frozen=True)
class Information:
    """Mutual information: forms y and q; P = y.r and T = q.r are whole numbers of `whole`."""

    gamma: Fraction
    cube: Cube
    unit: int

    @property
    def whole(self) -> int:
        """What stands for one."""
        return self.unit * self.cube.bottom

    def verify(self, doubts: Doubts) -> None:
        """P - c (T - 1) + T ln T >= 0, first by tangents."""
        least: dict[int, int] = {}
        for charge, share in self._doubtful():
            least[share] = min(charge, least.get(share, charge))
        if len(least) > MOST_DOUBTFUL:
            doubts.reasons.append("too many patterns are nearly tight")
            return
        for share, charge in least.items():
            low, high = self._slack(charge, share)
            doubts.not_negative(low, high, UNCOVERED)

    def _doubtful(self) -> Iterator[tuple[int, int]]:
        """The patterns that their tangents do not show to be covered."""
        if self.gamma - 1 < FLAT:
            return self.cube.values()  # type: ignore[return-value]
        bits = 64 + 2 * int(1 / (self.gamma - 1)).bit_length()
        span = int((self.gamma - 1) * self.whole)
        cut = max(0, span.bit_length() - BUCKET_BITS)
        first = self.whole >> cut
        last = int(self.gamma * self.whole) >> cut
        lines = [self._tangent(((2 * s + 1) << cut) // 2, bits) for s in range(first, last + 1)]
        slopes = [slope for slope, _ in lines]
        starts = [start for _, start in lines]
        return (
            (charge, share)
            for charge, share in self.cube.values()
            if (charge << bits) + share * slopes[i := (share >> cut) - first] + starts[i] < 0
        )

    def _tangent(self, near: int, bits: int) -> tuple[int, int]:
        """ln s + 1 - c and (c - s) `whole`, rounded down in units of 2^-bits."""
        low, high = concave_weight(self.gamma)
        lost = BITS - bits
        steep = log(Fraction(near, self.whole)) - ERROR + (1 << BITS) - high
        start = (self.whole * low >> lost) - (near << bits)
        return steep >> lost, start

    def _slack(self, charge: int, share: int) -> tuple[int, int]:
        """Ends of P - c (T - 1) + T ln T in units of 2^-512; at T = 1 and T = g it is P."""
        above = share - self.whole
        if above == 0 or share == self.gamma * self.whole:
            return charge, charge
        low, high = concave_weight(self.gamma)
        middle = log(Fraction(share, self.whole))
        start = charge << BITS
        least = start - above * high + share * (middle - ERROR)
        most = start - above * low + share * (middle + ERROR)
        return least, most


def cube_of(
    charge: Charge, forms: Sequence[Vector], size: Size, by_forms: bool
) -> tuple[Cube, int]:
    """The patterns for these forms beside the prices, and the unit of the forms.

    Where forms alone decide, truths that they do not tell apart are merged.
    """
    whole, unit = cleared_rows([charge.prices, *forms])
    top, bottom = pure_number(charge.privacy).as_integer_ratio()
    cube = Cube(top, bottom, charge.sizes, whole)
    if by_forms:
        cube = cube.merged()
    size.allow_cube(cube.number(), len(whole))
    return cube, unit
