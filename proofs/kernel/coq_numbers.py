"""Rational numbers, vectors, matrices and levels as Coq reads them, and how it computes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from .export import listed

Row = Sequence[Fraction]
Levels = Sequence[Sequence[Fraction | None]]

COMPUTED = "vm_cast_no_check (eq_refl true). Qed."
"""The end of a proof by computing: the kernel does it once, at Qed, where it checks every step.

The tactic `vm_compute` would compute the same before that, for nobody: twice the time.
"""


def number(x: Fraction) -> str:
    """A rational in the scope Q.

    >>> number(Fraction(-3, 2)), number(Fraction(4))
    ('(-3 # 2)', '(4)')
    """
    return f"({x.numerator} # {x.denominator})" if x.denominator != 1 else f"({x.numerator})"


def row_text(row: Iterable[Fraction]) -> str:
    """A vector."""
    return listed(map(number, row))


def matrix_text(rows: Iterable[Row]) -> str:
    """A list of vectors."""
    return listed(map(row_text, rows))


def levels_text(levels: Levels) -> str:
    """A matrix of levels, None where there is no constraint."""
    return listed(listed(map(_option, row)) for row in levels)


def _option(level: Fraction | None) -> str:
    return "None" if level is None else f"Some {number(level)}"
