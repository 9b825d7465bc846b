"""The coefficients of a model, of kind "gradient", for Coq to decide: `ModelDesigns.v`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rropt.exact import InputError

from .coq_numbers import COMPUTED, matrix_text, number, row_text
from .export import listed
from .priced_table import (
    header,
    priced_table,
    reached_words,
    refuse_unreadable,
    vector,
    vectors,
)

THEORY = "ModelDesigns"
COEFFICIENTS = "coefficients"
WORST = {"minimax": True, "average": False, None: False}
WHERE = {"minimax": " at the worst guess", "average": " on average over the guesses", None: ""}


def theorem(certificate: Mapping[str, Any]) -> str:
    """The Coq text: the data, and the theorem that they are accepted."""
    worst = is_worst(certificate)
    points, contrasts, coefficients = counts_of(certificate["scenarios"])
    return (
        f"{data_text(certificate, THEORY)}\n"
        f"Theorem design_proves :\n"
        f"  proves_model design {points} {coefficients} {contrasts} guesses {worst}.\n"
        f"Proof. apply kernel_model. {COMPUTED}\n"
    )


def data_text(certificate: Mapping[str, Any], *theories: str) -> str:
    """The definitions of `design` and `guesses`."""
    refuse_unreadable(certificate)
    guesses = listed(map(_guess, certificate["scenarios"]))
    table = priced_table(certificate)
    return f"{header(*theories)}\n{table}\nDefinition guesses := {guesses}.\n"


def is_worst(certificate: Mapping[str, Any]) -> str:
    """Whether the worst of the guesses counts, as Coq reads it."""
    return str(WORST[certificate["objective"].get("over")]).lower()


def statement(certificate: Mapping[str, Any]) -> str:
    """What was accepted, in the numbers that Coq was given."""
    where = WHERE[certificate["objective"].get("over")]
    return reached_words(certificate, f"a sum of c'I^-1 c of the coefficients{where}")


def counts_of(guesses: list[Mapping[str, Any]]) -> tuple[int, int, int]:
    """Points, contrasts and coefficients, the same at every guess."""
    found = {(len(at["points"]), len(at["contrasts"]), len(at["contrasts"][0])) for at in guesses}
    if len(found) > 1:
        raise InputError("--coq takes guesses with as many points and contrasts as one another")
    (counts,) = found
    return counts


def _guess(at: Mapping[str, Any]) -> str:
    """A guess of the coefficients, its points, contrasts, estimators and tangents."""
    parts = [
        number(Fraction(at["weight"])),
        listed(map(_point, at["points"])),
        matrix_text(vectors(at["contrasts"])),
        listed(matrix_text(vectors(z)) for z in at["estimators"]),
        matrix_text(vectors(at["tangents"])),
    ]
    return f"Guess {' '.join(parts)}"


def _point(point: Any) -> str:
    share, chances, derivatives = point
    texts = [number(Fraction(share)), row_text(vector(chances)), matrix_text(vectors(derivatives))]
    return f"Point {' '.join(texts)}"
