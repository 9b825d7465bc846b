"""The one form of privacy: what patterns must keep, each alone or all together.

    a.r <= 0                            for every pattern (a hard form),
    sum_r sum_n c_n [a_n.r]_+ <= d      for the patterns of a table together (a budget).

A number, a matrix of levels, several levels a pair, leakage and Renyi lines are such forms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from rropt.exact import over_common_denominator

LOW = 0
HIGH = 1
"""The ends of enclosed levels: tables keep the lower, bounds hold for the upper ones."""

Key = tuple[int, ...]
"""A pair of truths, or the place of a condition or of a level, alone in a tuple."""


@dataclass(frozen=True)
class BoundForm:
    """A form a.r of a condition, with what it counts for there."""

    name: Key
    """What its multipliers are listed under."""

    owner: Key
    """The condition that it belongs to."""

    factor: Fraction
    terms: tuple[tuple[int, Fraction], ...]
    """The truths in a, with their coefficients."""

    most: Fraction | None = None
    """The budget d of its condition; None where a.r <= 0 for every pattern."""

    def of(self, row: Sequence[Fraction]) -> Fraction:
        """a.r."""
        return sum((x * row[j] for j, x in self.terms), Fraction(0))

    @cached_property
    def whole(self) -> tuple[tuple[tuple[int, int], ...], int]:
        """The terms as whole numbers over one denominator."""
        unit = lcm(*(x.denominator for _, x in self.terms))
        return tuple((j, int(x * unit)) for j, x in self.terms), unit

    @cached_property
    def level(self) -> tuple[int, int, Fraction] | None:
        """(a, b, g) where the form says r_a <= g r_b; None of any other.

        >>> form = BoundForm((0,), (0,), Fraction(1), ((0, Fraction(2)), (1, Fraction(-3))))
        >>> form.level
        (0, 1, Fraction(3, 2))
        """
        (b, low), *between, (a, high) = sorted(self.terms, key=lambda term: term[1])
        if between or low >= 0 or high <= 0:
            return None
        return a, b, -low / high

    def along(self, truths: int) -> tuple[Fraction, ...]:
        """a, entry by entry."""
        entries = dict(self.terms)
        return tuple(entries.get(j, Fraction(0)) for j in range(truths))

    @property
    def of_constant(self) -> Fraction:
        """a.(1, ..., 1): below zero where saying nothing keeps the form with room to spare."""
        return sum((x for _, x in self.terms), Fraction(0))


def by_owner(forms: Sequence[BoundForm]) -> dict[Key, list[BoundForm]]:
    """The forms of each condition."""
    found: dict[Key, list[BoundForm]] = {}
    for form in forms:
        found.setdefault(form.owner, []).append(form)
    return found


def spent(rows: Sequence[Sequence[Fraction]], forms: Sequence[BoundForm]) -> dict[Key, Fraction]:
    """sum_r sum_n c_n [a_n.r]_+ of each condition that rows are above at all.

    >>> form = BoundForm((0,), (0,), Fraction(1), ((0, Fraction(1)), (1, Fraction(-3))))
    >>> spent([[Fraction(1), Fraction(1, 4)], [Fraction(0), Fraction(1)]], [form])
    {(0,): Fraction(1, 4)}
    """
    table = [over_common_denominator(row) for row in rows]
    found: dict[Key, Fraction] = {}
    for form in forms:
        terms, unit = form.whole
        for row, below in table:
            excess = sum([a * row[j] for j, a in terms])
            if excess > 0:
                more = form.factor * Fraction(excess, below * unit)
                found[form.owner] = found.get(form.owner, Fraction(0)) + more
    return found


def are_kept(rows: Sequence[Sequence[Fraction]], forms: Sequence[BoundForm]) -> bool:
    """Whether rows keep every form, decided exactly."""
    # A hard form has the budget 0: keeping it is spending nothing.
    most = {form.owner: form.most or Fraction(0) for form in forms}
    return all(total <= most[owner] for owner, total in spent(rows, forms).items())
