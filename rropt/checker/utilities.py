"""Convex utilities u of a row, each homogeneous: u(s r) = s u(r).

Actions       max_x x.r                                     trace, guess, gain, total variation
Ratios        sum s (t.r)^2 / (q.r)                         information, chi-square, Le Cam
Entropy       sum_j a_j r_j ln(r_j / m.r)                   mutual information, Kullback-Leibler
RootDifference  (sqrt r_a - sqrt r_b)^2                     Hellinger
Tabulated     values on the word of the user

`ends(row)` are rationals below and above u at a row of whole numbers; equal where u is rational.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import gcd, isqrt
from operator import mul
from typing import Protocol

from .cleared import Vector, cleared, cleared_rows
from .logarithm import log_ends
from .private_table import Row, along
from .verdict import need, well_formed

Ends = tuple[Fraction, Fraction]
ROOT_BITS = 512


class ConvexUtility(Protocol):
    """What a page of coverage needs to know of a utility."""

    @property
    def steps(self) -> int:
        """How many products a row takes."""

    @property
    def logarithms(self) -> bool:
        """Whether a row takes logarithms."""

    @property
    def eliminates(self) -> bool:
        """Whether a row takes the elimination of a matrix."""

    @property
    def forms(self) -> list[Vector]:
        """Linear forms whose values at a row, without a price, decide u."""

    @property
    def seen(self) -> set[int]:
        """The truths, or classes, that u depends on."""

    def ends(self, row: Row) -> Ends:
        """Rationals below and above u(row)."""


@dataclass(frozen=True)
class Actions:
    """max_x x.r; an action is {truth: x}, whole numbers over one unit.

    With classes x belongs to one truth of the class.
    """

    actions: list[dict[int, int]]
    unit: int
    forms: list[Vector] = field(default_factory=list)
    logarithms: bool = False
    eliminates: bool = False

    @property
    def steps(self) -> int:
        return sum(map(len, self.actions))

    @property
    def seen(self) -> set[int]:
        return set().union(*self.actions)

    def ends(self, row: Row) -> Ends:
        top: dict[int, int] = {}
        for truth, value, _ in row:
            top[truth] = max(value, top.get(truth, value))
        best = max(_worth(action, top) for action in self.actions)
        u = Fraction(best, self.unit)
        return u, u


def _worth(action: dict[int, int], top: dict[int, int]) -> int:
    return sum(map(mul, action.values(), map(top.__getitem__, action)))


@dataclass(frozen=True)
class Ratios:
    """sum over parts of s (t.r)^2 / (q.r); a part has one q, and vectors t with scales s."""

    parts: list[tuple[Vector, list[Vector], list[Fraction]]]
    logarithms: bool = False
    eliminates: bool = False

    @property
    def forms(self) -> list[Vector]:
        """All q and t, part by part."""
        found: list[Vector] = []
        for mean, vectors, _ in self.parts:
            found += [mean, *vectors]
        return found

    @property
    def seen(self) -> set[int]:
        return seen_by(self.forms)

    @cached_property
    def scales(self) -> tuple[list[list[int]], int]:
        """The scales as whole numbers over one unit."""
        return cleared_rows([scales for _, _, scales in self.parts])

    @cached_property
    def whole_forms(self) -> tuple[list[list[int]], int]:
        """The forms as whole numbers over one unit."""
        return cleared_rows(self.forms)

    @property
    def steps(self) -> int:
        return sum(map(len, self.forms))

    def ends(self, row: Row) -> Ends:
        forms, unit = self.whole_forms
        top, bottom = self.ratio([along(form, row) for form in forms])
        u = Fraction(top, bottom * unit)
        return u, u

    def ratio(self, values: Sequence[int]) -> tuple[int, int]:
        """u as a quotient, from the values of the forms at a row, and their unit."""
        scales, unit = self.scales
        left = iter(values)
        top = 0
        bottom = 1
        for row in scales:
            mean = next(left)
            squares = sum(scale * next(left) ** 2 for scale in row)
            if mean:
                top = top * mean + squares * bottom
                bottom *= mean
            else:
                need(not squares, "the utility is infinite")
        return top, bottom * unit


@dataclass(frozen=True)
class Entropy:
    """sum_j a_j r_j ln(r_j / m.r) = sum_j a_j r_j ln r_j - (a.r) ln(m.r); a_j >= 0."""

    prior: Vector
    mean: Vector

    logarithms: bool = True
    eliminates: bool = False

    @property
    def forms(self) -> list[Vector]:
        """Once where the two are one."""
        return [self.prior] if self.prior == self.mean else [self.prior, self.mean]

    @property
    def seen(self) -> set[int]:
        return seen_by(self.forms)

    @property
    def steps(self) -> int:
        return len(self.prior) + len(self.mean)

    @cached_property
    def _cleared(self) -> tuple[list[list[int]], int]:
        return cleared_rows([self.prior, self.mean])

    def ends(self, row: Row) -> Ends:
        (prior, mean), unit = self._cleared
        masses: dict[int, int] = {}
        for truth, value, number in row:
            if prior[truth] and value:
                masses[value] = masses.get(value, 0) + prior[truth] * value * number
        if not masses:
            return Fraction(0), Fraction(0)
        whole = along(mean, row)
        need(whole, "the utility is infinite")
        low = high = Fraction(0)
        for value, mass in masses.items():
            least, most = log_ends(Fraction(value * unit, whole))
            low += mass * least
            high += mass * most
        return low / unit, high / unit


@dataclass(frozen=True)
class RootDifference:
    """(sqrt r_a - sqrt r_b)^2 = r_a + r_b - sqrt(4 r_a r_b)."""

    first: int
    second: int
    truths: int
    steps: int = 2
    logarithms: bool = False
    eliminates: bool = False

    def ends(self, row: Row) -> Ends:
        a, b = self.of_pair(row)
        square = 4 * a * b << 2 * ROOT_BITS
        root = isqrt(square)
        low = a + b - Fraction(root + (root * root != square), 1 << ROOT_BITS)
        return low, a + b - Fraction(root, 1 << ROOT_BITS)

    @property
    def forms(self) -> list[Vector]:
        pair = self.first, self.second
        return [[Fraction(truth == seen) for truth in range(self.truths)] for seen in pair]

    @property
    def seen(self) -> set[int]:
        return {self.first, self.second}

    def of_pair(self, row: Row) -> tuple[int, int]:
        """r_a and r_b."""
        return row[self.first].value, row[self.second].value


class Tabulated:
    """A function known by its values, or by ends between which they are.

    The user says that it is convex and homogeneous.
    """

    logarithms = False
    eliminates = False

    def __init__(self, values: list[tuple[Vector, Ends]]) -> None:
        self.known: dict[tuple[int, ...], Ends] = {}
        for pattern, (low, high) in values:
            whole, unit = cleared(pattern)
            well_formed(min(whole) >= 0 < max(whole), "a value at no pattern")
            well_formed(low <= high, "the ends of a value are not in order")
            direction, length = primitive(whole)
            self.known[direction] = low * unit / length, high * unit / length
        well_formed(len(self.known) == len(values), "a direction has two values")
        self.steps = len(values[0][0])
        truths = range(self.steps)
        self.forms: list[Vector] = [[Fraction(a == b) for a in truths] for b in truths]
        self.seen = set(truths)

    def knows(self, row: Row) -> bool:
        """Whether the value at this row is given."""
        direction, length = primitive([run.value for run in row])
        return not length or direction in self.known

    def ends(self, row: Row) -> Ends:
        direction, length = primitive([run.value for run in row])
        if not length:
            return Fraction(0), Fraction(0)
        low, high = self.known[direction]
        return length * low, length * high


def seen_by(forms: Iterable[Sequence[Fraction | int]]) -> set[int]:
    """The truths at which a form is not zero."""
    found: set[int] = set()
    for form in forms:
        found |= {truth for truth, entry in enumerate(form) if entry}
    return found


def primitive(row: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """A row as a multiple of whole numbers without a common divisor, whose sum is positive.

    The multiple is zero where the sum is: such a row is zero, or has negative entries.
    """
    total = sum(row)
    length = gcd(*row) * ((total > 0) - (total < 0))
    return tuple(x // length for x in row) if length else tuple(row), length
