"""The patterns {1, g}^k in whole numbers, and the values of forms at all of them.

A pattern has the entries n and d for g = n/d, prices and forms have one unit. A truth that the
utility does not see takes the cheaper entry; the others are gone through together: the values of a
form at all patterns are a list that grows by one truth after the other. Truths with one price that
no form tells apart are a class: all forms have the same values at two patterns with as many of them
at the top. Ratios are looked at so; as rows patterns are for a utility of no family that knows
more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import TYPE_CHECKING

from .charge import UNCOVERED, Charge, Cover
from .cleared import cleared_rows
from .convex_utility import ConvexUtility
from .costs_of_rows import Rays, allow_quotients, few_rows
from .fields import Vector
from .privacy import pure_number
from .private_table import Row, rows_of_two_values
from .verdict import Doubts, Size, need, well_formed

if TYPE_CHECKING:
    from .ratios import Ratios

MAX_CUBE = 1 << 20
MAX_CUBE_WORK = 1 << 31
MAX_CUBE_VALUES = 1 << 23
"""Of all forms at all patterns: 4,300 tangents at 4,096 patterns, 2^24, took 8 s, however short."""

BLOCK = 1 << 12
HELD = 1 << 19
"""Patterns whose values are held at once, and so many values: of 4,300 tangents at all patterns of
a block they took 1.3 GB."""


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
        inner, outer = self.parts(self.seen(), min(BLOCK, HELD // len(self.forms)))
        for offsets in zip(*outer, strict=True):
            shifted = [_shifted(column, x) for column, x in zip(inner, offsets, strict=True)]
            yield from zip(*shifted, strict=True)

    def parts(self, truths: list[int], most: int) -> tuple[list[list[int]], list[list[int]]]:
        """For each form what some of these truths add to it at their patterns, and what all others.

        The inner truths are the first ones, as long as they have at most so many patterns; a large
        class is an outer one.
        """
        inner, outer = self._split(truths, most)
        rest = [self._idle(), *[0] * (len(self.forms) - 1)]  # only prices see the others
        within = [self._all_values(form, inner, 0) for form in self.forms]
        beyond = zip(self.forms, rest, strict=True)
        return within, [self._all_values(form, outer, x) for form, x in beyond]

    def seen(self) -> list[int]:
        """The truths that a form other than the prices sees."""
        _, *others = self.forms
        return sorted({truth for form in others for truth, entry in enumerate(form) if entry})

    def number(self) -> int:
        """How many patterns there are."""
        return prod(map(self.number_at, self.seen()))

    def number_at(self, c: int) -> int:
        """How many patterns a class has: one for g = 1."""
        return self.sizes[c] + 1 if self.top > self.bottom else 1

    def cheaper(self, price: int) -> int:
        """The entry that costs less."""
        return self.top if price < 0 else self.bottom

    def _idle(self) -> int:
        """What the truths that are not seen pay at least."""
        seen = set(self.seen())
        total = 0
        for c, (price, size) in enumerate(zip(self.forms[0], self.sizes, strict=True)):
            if c not in seen:
                total += size * price * self.cheaper(price)
        return total

    def _all_values(self, form: list[int], truths: list[int], start: int) -> list[int]:
        """The values of a form at all patterns of these truths."""
        rise = self.top - self.bottom
        values = [start + self.bottom * sum([form[c] * self.sizes[c] for c in truths])]
        for c in truths:
            lower = [*values]
            for n in range(1, self.number_at(c)):
                values += _shifted(lower, form[c] * rise * n)
        return values

    def _split(self, truths: list[int], most: int) -> tuple[list[int], list[int]]:
        """The first truths, of at most so many patterns, and the others."""
        patterns = 1
        for position, c in enumerate(truths):
            patterns *= self.number_at(c)
            if patterns > most:
                return truths[:position], truths[position:]
        return truths, []


def _shifted(values: list[int], x: int) -> list[int]:
    return [x + value for value in values]


def cube_of(
    charge: Charge,
    forms: Sequence[Vector],
    size: Size,
    by_forms: bool,
    most: int = MAX_CUBE,
    work: int = MAX_CUBE_WORK,
) -> tuple[Cube, int]:
    """The patterns for these forms beside the prices, at most so many, and the unit of the forms.

    Where forms alone decide, truths that they do not tell apart are merged.
    """
    whole, unit = cleared_rows([charge.prices, *forms])
    top, bottom = pure_number(charge.privacy).high.as_integer_ratio()
    cube = Cube(top, bottom, charge.sizes, whole)
    if by_forms:
        cube = cube.merged()
    well_formed(cube.number() <= most, "too many extreme patterns")
    size.allow(cube.number() * len(whole), work)
    return cube, unit


def extreme_rows(charge: Charge, utility: ConvexUtility, size: Size) -> Rays:
    """Those of one number without a delta."""
    cube, _ = cube_of(charge, utility.forms, size, by_forms=False)
    runs = sum(min(n, 2) for n in cube.sizes)
    return few_rows(cube.number()), runs, partial(rows, cube)


def rows(cube: Cube) -> Iterator[Row]:
    """The patterns up to the order within classes; unseen truths have the cheaper entry."""
    seen = set(cube.seen())
    numbers: list[Iterable[int]] = []
    for c, (size, price) in enumerate(zip(cube.sizes, cube.forms[0], strict=True)):
        numbers.append(range(cube.number_at(c)) if c in seen else [size if price < 0 else 0])
    return rows_of_two_values(cube.sizes, numbers, cube.bottom, cube.top)


def on_cube(charge: Charge, utility: Ratios, size: Size) -> Cover:
    """A utility of ratios; what it costs is known before a pattern is made."""
    cube, _ = cube_of(charge, utility.forms, size, by_forms=True)
    few = cube.number() * len(cube.forms) <= MAX_CUBE_VALUES
    well_formed(few, "too many values at extreme patterns")
    allow_quotients(size, cube.number(), utility.steps, utility.quotients)

    def verify(doubts: Doubts) -> None:
        """charge(r) >= u(r) at every pattern."""
        for paid, *values in cube.values():
            top, bottom = utility.ratio(values)
            need(paid * bottom >= top, UNCOVERED)  # u is homogeneous: both sides have one unit

    return verify
