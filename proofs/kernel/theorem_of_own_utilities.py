"""Prices of an objective of the user's own, known in some directions, for Coq: `OwnDesigns.v`.

That it is convex and homogeneous, and has these values, stays the word of the user: the theorem is
about every utility that does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rropt.exact import InputError

from .coq_numbers import COMPUTED, Row, number, row_text
from .export import listed
from .priced_table import above_words, header, priced_table, refuse_unreadable, vector
from .promised_rows import promise_of

THEORY = "OwnDesigns"
NAME = "utility-on-the-word-of-the-user"


def theorem(certificate: Mapping[str, Any]) -> str:
    """The Coq text: the data, and the theorem that they are accepted."""
    refuse_unreadable(certificate)
    values = certificate["utility"]["values"]
    _refuse_unknown(promise_of(certificate).rows, [vector(row) for row, _ in values])
    known = listed(_known_text(vector(row), u) for row, u in values)
    return (
        f"{header(THEORY)}\n{priced_table(certificate)}\n"
        f"Theorem design_proves : proves_own design {known}.\n"
        f"Proof. apply kernel_own. {COMPUTED}\n"
    )


def statement(certificate: Mapping[str, Any]) -> str:
    """What was accepted, in the numbers that Coq was given."""
    return above_words(certificate, "a convex and homogeneous utility with the values of the file")


def _known_text(direction: Row, u: Any) -> str:
    low, high = u if isinstance(u, list) else (u, u)
    return f"Known {row_text(direction)} {number(Fraction(low))} {number(Fraction(high))}"


def _refuse_unknown(rows: Sequence[Row], directions: Sequence[Row]) -> None:
    """Where a row that decides has no value: of conditions Coq asks for more than the checker."""
    known = set(map(_unit, directions))
    missing = [row for row in rows if any(row) and _unit(row) not in known]
    if missing:
        raise InputError(
            f"--coq needs values of the utility in {len(missing)} directions that the file has not"
        )


def _unit(row: Row) -> tuple[Fraction, ...]:
    total = sum(row)
    return tuple(x / total for x in row)
