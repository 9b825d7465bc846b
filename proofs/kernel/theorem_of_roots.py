"""Prices of a Hellinger divergence, sum (sqrt p - sqrt q)^2, for Coq to decide: `RootDesigns.v`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .coq_numbers import COMPUTED
from .priced_table import header, priced_table, refuse_unreadable, utility_words

THEORY = "RootDesigns"
NAMES = ("hellinger",)


def theorem(certificate: Mapping[str, Any]) -> str:
    """The Coq text: the data, and the theorem that they are accepted."""
    refuse_unreadable(certificate)
    a, b = certificate["utility"]["pair"]
    return (
        f"{header(THEORY)}\n{priced_table(certificate)}\n"
        f"Theorem design_proves : proves_roots design {a} {b}.\n"
        f"Proof. apply kernel_roots. {COMPUTED}\n"
    )


def statement(certificate: Mapping[str, Any]) -> str:
    """What was accepted, in the numbers that Coq was given."""
    return utility_words(certificate)
