"""What enters a device, validated once: prevalences, privacy levels, categories, vectors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from rropt.exact import (
    Gamma,
    InputError,
    gamma_from_epsilon,
    gamma_from_value,
    of_size,
    prior_vector,
    probability,
    whole,
)

Vector = tuple[Fraction, ...]

MOST_REPORTS = 1 << 14
"""Largest number of reports of a device that is written out as a table."""


def prevalences(prior: Any, truths: int) -> Vector:
    """The prevalence of each truth; for two truths one number is that of the second.

    >>> prevalences("1/4", 2)
    (Fraction(3, 4), Fraction(1, 4))
    """
    alone = "," not in prior if isinstance(prior, str) else not hasattr(prior, "__iter__")
    if alone and truths == 2:
        share = probability(prior, "prior")
        return 1 - share, share
    if alone:
        raise InputError(f"prior must have {truths} entries, got {prior}")
    masses = prior_vector(prior)
    of_size(masses, truths, "prior")
    return masses


def level(epsilon: Any = None, gamma: Any = None) -> Gamma:
    """The privacy level from exactly one of epsilon and gamma = e^epsilon, above no information.

    >>> level("ln(3)") == level(gamma=3)
    True
    """
    if (epsilon is None) == (gamma is None):
        raise InputError("exactly one of epsilon and gamma must be given")
    found = gamma_from_value(gamma) if epsilon is None else gamma_from_epsilon(epsilon)
    if found.lo <= 1:
        raise InputError("epsilon must be positive: at epsilon = 0 the reports say nothing")
    return found


def reports_within(count: int, name: str) -> int:
    """Refuse a table that is too large to be written out."""
    if count > MOST_REPORTS:
        raise InputError(f"{name} would have {count} reports; at most {MOST_REPORTS} are written")
    return count


def _whole_row(row: Sequence[Any], name: str) -> tuple[int, ...]:
    return tuple(whole(x, name) for x in row)


def integer_rows(rows: Any, name: str) -> tuple[tuple[int, ...], ...]:
    """Equally long rows of whole numbers; as text "0,1,1;1,0,1".

    >>> integer_rows("0,1;1,0", "hashes")
    ((0, 1), (1, 0))
    """
    if isinstance(rows, str):
        rows = [row.split(",") for row in rows.split(";")]
    if not isinstance(rows, Iterable) or not all(isinstance(row, Iterable) for row in rows):
        raise InputError(f"{name} must be rows of whole numbers such as 0,1,1;1,0,1, got {rows!r}")
    table = tuple(_whole_row(row, f"{name}[{i}]") for i, row in enumerate(rows))
    if not table or not table[0] or len({len(row) for row in table}) != 1:
        raise InputError(f"{name} must be equally long non-empty rows such as 0,1,1;1,0,1")
    return table
