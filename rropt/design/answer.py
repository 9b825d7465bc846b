"""What a solver found, as data: it knows nothing of closed forms, of displays or of other routes.

What follows from an answer at a price (a closed form, all optima, a rank) is a function of it that
is called on first use and remembered with the answer: see `found_once`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction
from functools import cached_property, wraps
from itertools import product
from typing import Any, TypeVar

from rropt.certificate import Certificate
from rropt.channel import Channel
from rropt.channel.block_design import ClassBlocks
from rropt.design.blocks.block_channel import (
    block_channel,
    class_channel,
    stated_shares,
    subset_channel,
)
from rropt.design.problem import Optimum, Orbit, Problem
from rropt.exact import InputError
from rropt.exact.certified_number import CertifiedNumber

Value = CertifiedNumber | Fraction | tuple[Fraction, Fraction] | float
"""What a solver may say: exact, or an enclosure (lo, hi), or infinity."""

Found = TypeVar("Found")


@dataclass(frozen=True)
class Restriction:
    """What a restricted number of reports costs against the proved unrestricted optimum."""

    unrestricted: CertifiedNumber
    """The variance, or the utility, of the unrestricted optimum."""

    proved: Fraction
    """The proved bound on every private mechanism with any number of reports."""

    ratio: Fraction
    """Value of this design / proved bound: for a variance so many times more respondents are
    needed, of a utility so much is kept."""


@dataclass(frozen=True, repr=False)
class Answer:
    """The exact table, its value, the proved bound, and the certificate."""

    problem: Problem
    value: CertifiedNumber
    bound: CertifiedNumber
    certificate: Certificate
    table: Channel | None
    orbits: tuple[Orbit, ...] = ()
    blocks: ClassBlocks = ()
    """The balanced blocks that the table reports in place of all arrangements of its patterns."""

    remarks: tuple[str, ...] = field(default=(), compare=False)
    """What the solver has to say about the table, such as how it was made deployable."""

    optimum: Optimum | None = field(default=None, compare=False)
    """Patterns, weights and prices of an optimal table that is written out, of linear designs."""

    minimisers: tuple[Channel, ...] | None = field(default=None, compare=False)
    """All optimal cards, which are listed on the way to the best one."""

    denominator: int | None = None
    """N where a table over 1/N was asked for."""

    truths: tuple[str, ...] | None = None
    """The names of the truths where the table, which has them else, is not written out."""

    def __post_init__(self) -> None:
        """Solvers give ends or rationals; readers find numbers with proved ends."""
        object.__setattr__(self, "value", CertifiedNumber.of(self.value))
        object.__setattr__(self, "bound", CertifiedNumber.of(self.bound))

    @classmethod
    def certified(
        cls,
        problem: Problem,
        certificate: Certificate,
        table: Channel | None,
        remarks: tuple[str, ...] = (),
    ) -> Answer:
        """With the value and the bound that the certificate states."""
        data = certificate.data
        value, bound = (CertifiedNumber.of(Fraction(data[name])) for name in ("value", "bound"))
        return cls(problem, value, bound, certificate, table, remarks=remarks)

    @property
    def channel(self) -> Channel:
        """The exact channel: a table, or of many categories what its reports are."""
        if self.table is None and not self.orbits:
            raise InputError(
                "the mechanism of a whole interval of numbers has no table: its reports are "
                "drawn by design.randomize"
            )
        return self._implicit if self.table is None else self.table

    @cached_property
    def _implicit(self) -> Channel:
        """That of patterns of two values whose arrangements, or balanced ones, are reported."""
        channel = self._of_classes if self._has_classes else self._of_one_class
        if channel is None:
            raise InputError(
                f"the table on {self.problem.truths} categories is kept as orbits of patterns and "
                "is not written out; use design.orbits"
            )
        return channel if self.truths is None else channel.relabel(truths=self.truths)

    @property
    def _has_classes(self) -> bool:
        return len(self.orbits) > 1 or bool(self.orbits[0].others)

    @property
    def _of_classes(self) -> Channel | None:
        """Shares, for which estimates are best, are stated where truths fall into classes."""
        data = self.certificate.data
        stated = data["utility"] if data["kind"] == "prices" else data
        if "prior" not in stated:
            return None
        shares = stated_shares(stated)
        return class_channel(self.orbits, shares, self.blocks)

    @property
    def _of_one_class(self) -> Channel | None:
        runs = self.orbits[0].runs
        design = self.blocks[0][0] if self.blocks else None
        if design is None:
            return subset_channel(runs)
        return block_channel(design, runs[0][0] / runs[1][0])

    @property
    def gap(self) -> CertifiedNumber:
        """|value - bound|, from the far end of an enclosure; zero when the optimum is exact."""
        # An infinite variance is the bound as well: every private table is useless.
        if self.value.is_infinite:
            return CertifiedNumber.of(0)
        far_apart = [abs(v - b) for v, b in product(ends(self.value), ends(self.bound))]
        return CertifiedNumber.of(max(far_apart))

    @property
    def rounding(self) -> str | None:
        """How the digits of the bound are rounded: see `rounding_of_bound`."""
        return rounding_of_bound(self.value, self.bound)

    @property
    def support(self) -> tuple[tuple[tuple[Fraction, ...], Fraction], ...]:
        """The likelihood patterns in use, smallest positive entry one, with their weights."""
        return tuple(_pattern_and_weight(row) for row in self.channel.rows)


def found_once(find: Callable[[Answer], Found]) -> Callable[[Answer], Found]:
    """A function of an answer that remembers, with the answer, what it has found.

    >>> from types import SimpleNamespace
    >>> answer = SimpleNamespace(value=3)
    >>> double = found_once(lambda answer: 2 * answer.value)
    >>> answer.value, double(answer), double(answer)
    (3, 6, 6)
    """
    name = f"{find.__module__}.{find.__qualname__}"

    @wraps(find)
    def remembered(answer: Answer) -> Found:
        # What is found is written beside the fields: a frozen answer stays what it says.
        known: dict[str, Any] = vars(answer)
        if name not in known:
            known[name] = find(answer)
        return known[name]

    return remembered


def ends(value: Value) -> tuple[Fraction, Fraction]:
    """Both ends, which must be finite; twice the value where it is exact."""
    number = CertifiedNumber.of(value)
    if isinstance(number.lo, Fraction) and isinstance(number.hi, Fraction):
        return number.lo, number.hi
    return Fraction(number.lo), Fraction(number.hi)


def rounding_of_bound(value: Value, bound: Value) -> str | None:
    """How the digits of a bound are rounded, so that they claim no more than is proved: away from
    the value; the nearest ones where both are one number.

    >>> rounding_of_bound(Fraction(2), Fraction(1)), rounding_of_bound(Fraction(1), Fraction(1))
    ('ROUND_FLOOR', None)
    """
    if math.inf in (value, bound):
        return ROUND_FLOOR
    (least, most), (low, high) = ends(value), ends(bound)
    if least == most == low == high:
        return None
    return ROUND_FLOOR if low + high <= least + most else ROUND_CEILING


def show_value(value: Value) -> Any:
    """JSON of a value: a string, "oo", or a two-element list of strings."""
    return CertifiedNumber.of(value).to_json()


def simplify(value: tuple[Fraction, Fraction]) -> CertifiedNumber:
    """An enclosure as a number."""
    return CertifiedNumber(*value)


def _pattern_and_weight(row: tuple[Fraction, ...]) -> tuple[tuple[Fraction, ...], Fraction]:
    least = min(entry for entry in row if entry)
    return tuple(entry / least for entry in row), least
