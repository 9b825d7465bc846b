"""A largest eigenvalue or a determinant, of kind "gradient" or "symmetric", for Coq to decide.

`SpectralDesigns.v` recomputes gains, covariance and volumes in rational arithmetic. Forms of
classes are sums of squares of vectors with sizes; a bound on a geometric mean of the k - 1 non-zero
eigenvalues is one on their product, to the power k - 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from .classes_written_out import SYMMETRIC, Squares, Written, dot, squares_of
from .coq_numbers import COMPUTED, Row, matrix_text, row_text
from .priced_table import (
    ONE,
    header,
    priced_table,
    reached_words,
    refuse_unreadable,
    unit_vectors,
    vector,
    vectors,
)
from .stated_table import low_end, square

THEORY = "SpectralDesigns"
EIGENVALUE, DETERMINANT = "e-optimal", "d-optimal"


def theorem(certificate: Mapping[str, Any]) -> str:
    """The Coq text: the data, and the theorem that they are accepted."""
    refuse_unreadable(certificate)
    objective = certificate["objective"]
    if certificate["kind"] == SYMMETRIC:
        written = Written(certificate)
        table = priced_table(_in_products(certificate, written.stated()))
        claim, evidence = _of_classes(written)
    else:
        table = priced_table(certificate)
        claim, evidence = _of_truths(certificate)
    given = " ".join(f"({name} := {text})\n " for name, text in evidence.items()).rstrip()
    kernel = "determinant" if objective["name"] == DETERMINANT else "eigenvalue"
    return (
        f"{header('WorstDesigns', THEORY)}\n{table}\n"
        f"Theorem design_proves : proves_{kernel} design\n  {claim}.\n"
        f"Proof.\n  apply kernel_{kernel} with {given}.\n  {COMPUTED}\n"
    )


def statement(certificate: Mapping[str, Any]) -> str:
    """What was accepted, in the numbers that Coq was given."""
    objective = certificate["objective"]
    what = "a largest eigenvalue"
    if objective["name"] == DETERMINANT:
        what = "a product of the non-zero eigenvalues"
    if "over" in objective:
        where = "at the worst shares"
    elif certificate["kind"] == SYMMETRIC:
        where = f"at the shares {', '.join(map(str, Written(certificate).prior))}"
    else:
        where = f"at the shares {', '.join(certificate['scenarios'][0]['prior'])}"
    if certificate["kind"] == SYMMETRIC:
        certificate = _in_products(certificate, dict(certificate))
    return reached_words(certificate, f"{what} of the covariance of the shares {where}")


def _in_products(certificate: Mapping[str, Any], stated: dict[str, Any]) -> dict[str, Any]:
    """A geometric mean of the eigenvalues told by their product."""
    if "mean" not in certificate["objective"]:
        return stated
    power = sum(certificate["truths"]) - 1
    bound, value = Fraction(certificate["bound"]), low_end(certificate["value"])
    return stated | {"bound": str(max(bound, 0) ** power), "value": str(value**power)}


def _of_truths(certificate: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """The claim, and the evidence that it does not name, by the names that Coq has for them."""
    objective = certificate["objective"]
    (at,) = certificate["scenarios"]
    directions = vectors(objective["contrasts"])
    slopes, numbers = vectors(at["tangents"]), vectors(at["estimators"])
    prior = vector(at["prior"])
    if objective["name"] == DETERMINANT:
        sizes = vector(objective["scales"])
        anywhere = "over" in objective
        goals = list(zip(sizes, directions, strict=True))
        return _determinant(prior, anywhere, goals, list(zip(sizes, slopes, strict=True)), numbers)
    roots = [(ONE, root) for root in vectors(objective["roots"])]
    return _eigenvalue(prior, [(ONE, d) for d in directions], slopes, roots, numbers)


def _of_classes(written: Written) -> tuple[str, dict[str, str]]:
    """The same where forms stand for vectors."""
    tangents, prior = written.form("tangents"), written.prior
    if written.certificate["objective"]["name"] == DETERMINANT:
        goals = squares_of(written.information, reverse=True)
        numbers = written.estimators([c for _, c in goals])
        anywhere = "over" in written.certificate["objective"]
        return _determinant(prior, anywhere, goals, squares_of(tangents), numbers)
    directions = squares_of(written.form("directions"))
    slopes = [[dot(row, d) for row in tangents] for _, d in directions]
    value = low_end(written.certificate["value"])

    def rest(a: int, b: int) -> Fraction:
        return value * (a == b) - written.inverse[a][b] + prior[a] * prior[b]

    roots = squares_of(square(len(prior), rest))
    numbers = written.estimators(unit_vectors(len(prior)))
    return _eigenvalue(prior, directions, slopes, roots, numbers)


def _determinant(
    prior: Row, anywhere: bool, goals: Squares, slopes: Squares, numbers: Sequence[Row]
) -> tuple[str, dict[str, str]]:
    evidence = {
        "directions": matrix_text([c for _, c in goals]),
        "slopes": matrix_text([v for _, v in slopes]),
        "numbers": matrix_text(numbers),
        "sizes": row_text([s for s, _ in slopes]),
        "goal_sizes": row_text([s for s, _ in goals]),
    }
    return f"{row_text(prior)} {str(anywhere).lower()}", evidence


def _eigenvalue(
    prior: Row, directions: Squares, slopes: Sequence[Row], roots: Squares, numbers: Sequence[Row]
) -> tuple[str, dict[str, str]]:
    evidence = {
        "directions": matrix_text([d for _, d in directions]),
        "slopes": matrix_text(slopes),
        "sizes": row_text([s for s, _ in directions]),
        "root_sizes": row_text([s for s, _ in roots]),
        "roots": matrix_text([f for _, f in roots]),
    }
    return f"{row_text(prior)}\n  {matrix_text(numbers)}", evidence
