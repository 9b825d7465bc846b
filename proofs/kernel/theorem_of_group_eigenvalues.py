"""A largest eigenvalue of the worst group, of kind "gradient", for Coq to decide.

`GroupEigenvalues.v` eliminates the variables of the forms of every row that decides, and of what
the value leaves of the second moments at every truth.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .coq_numbers import COMPUTED, matrix_text
from .export import listed
from .priced_table import header, priced_table, reached_words, refuse_unreadable, vectors

THEORY = "GroupEigenvalues"


def theorem(certificate: Mapping[str, Any]) -> str:
    """The Coq text: the data, and the theorem that they are accepted."""
    refuse_unreadable(certificate)
    (at,) = certificate["scenarios"]
    directions = certificate["objective"]["directions"]
    most = max(map(len, directions))
    return (
        f"{header(THEORY)}\n{priced_table(certificate)}\n"
        f"Definition slopes := {matrix_text(vectors(at['tangents']))}.\n"
        f"Definition directions := {listed(matrix_text(vectors(d)) for d in directions)}.\n\n"
        f"Theorem design_proves :\n"
        f"  proves_group_eigenvalue design {matrix_text(vectors(at['estimators']))}.\n"
        f"Proof.\n  apply kernel_group_eigenvalue with {most}%nat slopes directions.\n"
        f"  {COMPUTED}\n"
    )


def statement(certificate: Mapping[str, Any]) -> str:
    """What was accepted, in the numbers that Coq was given."""
    claim = "a largest eigenvalue of the covariance of the reports alone, of the worst group,"
    return reached_words(certificate, claim)
