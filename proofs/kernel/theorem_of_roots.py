"""Prices of a Hellinger divergence, sum (sqrt p - sqrt q)^2, for Coq to decide: `RootDesigns.v`.

For each report the file has a number above the root of the product of its two entries; Coq squares
it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isqrt
from typing import Any

from .coq_numbers import COMPUTED, row_text
from .priced_table import header, priced_table, refuse_unreadable, utility_words
from .stated_table import table_of

THEORY = "RootDesigns"
NAMES = ("hellinger",)
UNIT = 2**160  # over which roots are rounded up: the ends of values have up to 100 binary digits


def theorem(certificate: Mapping[str, Any]) -> str:
    """The Coq text: the data, and the theorem that they are accepted."""
    refuse_unreadable(certificate)
    a, b = certificate["utility"]["pair"]
    roots = [root_above(row[a] * row[b]) for row in table_of(certificate)]
    return (
        f"{header(THEORY)}\n{priced_table(certificate)}\n"
        f"Definition roots_above := {row_text(roots)}.\n\n"
        f"Theorem design_proves : proves_roots design {a} {b}.\n"
        f"Proof. apply kernel_roots with roots_above. {COMPUTED}\n"
    )


def statement(certificate: Mapping[str, Any]) -> str:
    """What was accepted, in the numbers that Coq was given."""
    return utility_words(certificate)


def root_above(x: Fraction) -> Fraction:
    """A rational at least sqrt x: the root itself where it is rational.

    >>> root_above(Fraction(9, 25))
    Fraction(3, 5)
    >>> root_above(Fraction(2)) > root_above(Fraction(2) - Fraction(1, 10**40))
    True
    """
    root = Fraction(isqrt(x.numerator), isqrt(x.denominator))
    if root**2 == x:
        return root
    return Fraction(isqrt(x.numerator * UNIT**2 // x.denominator) + 1, UNIT)
