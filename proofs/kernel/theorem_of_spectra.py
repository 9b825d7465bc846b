"""A largest eigenvalue or a determinant, of kind "gradient", for Coq to decide.

`SpectralDesigns.v` recomputes gains, covariance and volumes in rational arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rropt.exact import InputError

from .coq_numbers import matrix_text, row_text
from .priced_table import (
    header,
    priced_table,
    reached_words,
    refuse_unreadable,
    vector,
    vectors,
)

THEORY = "SpectralDesigns"
EIGENVALUE, DETERMINANT = "e-optimal", "d-optimal"


def theorem(certificate: Mapping[str, Any]) -> str:
    """The Coq text: the data, and the theorem that they are accepted."""
    refuse_unreadable(certificate)
    objective = certificate["objective"]
    if objective["name"] == DETERMINANT:
        claim, reason = _determinant(certificate)
    elif "over" not in objective:
        claim, reason = _eigenvalue(certificate)
    else:
        raise InputError("--coq takes largest eigenvalues at one prior, not of the worst group")
    return (
        f"{header('WorstDesigns', THEORY)}\n{priced_table(certificate)}\n"
        f"Theorem design_proves : {claim}.\n"
        f"Proof.\n  apply {reason}.\n  vm_compute. reflexivity.\nQed.\n"
    )


def _determinant(certificate: Mapping[str, Any]) -> tuple[str, str]:
    """What is claimed, and the theorem with the data that the claim does not name."""
    objective = certificate["objective"]
    at = _evidence(certificate)
    anywhere = str("over" in objective).lower()
    sizes = row_text(vector(objective["scales"]))
    claim = f"proves_determinant design\n  {at['prior']} {anywhere}"
    reason = (
        f"kernel_determinant with (directions := {at['contrasts']})\n  (slopes := {at['tangents']})"
        f"\n  (numbers := {at['estimators']})\n  (sizes := {sizes})"
    )
    return claim, reason


def _eigenvalue(certificate: Mapping[str, Any]) -> tuple[str, str]:
    """The same of a largest eigenvalue."""
    at = _evidence(certificate)
    roots = matrix_text(vectors(certificate["objective"]["roots"]))
    claim = f"proves_eigenvalue design\n  {at['prior']}\n  {at['estimators']}"
    reason = (
        f"kernel_eigenvalue with (directions := {at['contrasts']})\n  (slopes := {at['tangents']})"
        f"\n  (roots := {roots})"
    )
    return claim, reason


def _evidence(certificate: Mapping[str, Any]) -> dict[str, str]:
    """The only scenario and the contrasts, as Coq reads them."""
    (at,) = certificate["scenarios"]
    given = {"contrasts": certificate["objective"]["contrasts"], **at}
    matrices = ("contrasts", "estimators", "tangents")
    texts = {name: matrix_text(vectors(given[name])) for name in matrices}
    return {"prior": row_text(vector(at["prior"])), **texts}


def statement(certificate: Mapping[str, Any]) -> str:
    """What was accepted, in the numbers that Coq was given."""
    objective = certificate["objective"]
    what = "a largest eigenvalue"
    if objective["name"] == DETERMINANT:
        what = "a product of the non-zero eigenvalues"
    where = f"at the shares {', '.join(certificate['scenarios'][0]['prior'])}"
    if "over" in objective:
        where = "at the worst shares"
    return reached_words(certificate, f"{what} of the covariance of the shares {where}")
