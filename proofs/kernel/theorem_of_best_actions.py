"""Prices of the best of some actions under conditions, for Coq to decide: `ActionDesigns.v`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .coq_numbers import COMPUTED, matrix_text, row_text
from .priced_table import header, priced_table, refuse_unreadable, utility_words
from .stated_table import classes_of
from .theorem_of_design import actions_of

THEORY = "ActionDesigns"


def theorem(certificate: Mapping[str, Any]) -> str:
    """The Coq text: the data, and the theorem that they are accepted."""
    refuse_unreadable(certificate)
    places = classes_of(certificate)
    first, *others = actions_of(certificate["utility"], len(places), places)
    return (
        f"{header(THEORY)}\n{priced_table(certificate)}\n"
        f"Theorem design_proves :\n"
        f"  proves_actions design {row_text(first)} {matrix_text(others)}.\n"
        f"Proof. apply kernel_best. {COMPUTED}\n"
    )


def statement(certificate: Mapping[str, Any]) -> str:
    """What was accepted, in the numbers that Coq was given."""
    return utility_words(certificate)
