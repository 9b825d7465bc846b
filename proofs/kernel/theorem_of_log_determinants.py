"""The log-determinant of the information about the coefficients of a model, for Coq to decide.

`LogDesigns.v` takes the points, contrasts, estimators and tangents of every guess, as
`ModelDesigns.v` does, and numbers above the logarithms that decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from .classes_written_out import dot
from .coq_numbers import COMPUTED, Row
from .priced_table import above_words, vector, vectors
from .promised_rows import promise_of
from .stated_table import table_of
from .theorem_of_entropies import logarithms_text
from .theorem_of_models import WHERE, counts_of, data_text, is_worst

THEORY = "LogDesigns"
LOG_DETERMINANT = "log-determinant"


def theorem(certificate: Mapping[str, Any]) -> str:
    """The Coq text: the data, and the theorem that they are accepted."""
    worst = is_worst(certificate)
    points, _, coefficients = counts_of(certificate["scenarios"])
    return (
        f"{data_text(certificate, 'ModelDesigns', 'Logarithms', THEORY)}"
        f"{logarithms_text(sorted(set(_arguments(certificate, coefficients))))}\n"
        f"Theorem design_proves :\n"
        f"  proves_log_determinant design {points} {coefficients} guesses {worst}.\n"
        f"Proof. apply kernel_log_determinant with logarithms_above. {COMPUTED}\n"
    )


def statement(certificate: Mapping[str, Any]) -> str:
    """What was accepted, in the numbers that Coq was given."""
    where = WHERE[certificate["objective"].get("over")]
    claim = f"a log-determinant of the information of the coefficients{where}"
    return above_words(certificate, claim)


def _arguments(certificate: Mapping[str, Any], coefficients: int) -> Iterator[Fraction]:
    """What the prices pay a coefficient; of every guess 1/v_nn^2 of the tangents v, and M_n/c_nn^2
    of the contrasts c with the moments M.
    """
    yield _paid(certificate) / coefficients
    table = table_of(certificate)
    for at in certificate["scenarios"]:
        for n, (v, c) in enumerate(zip(at["tangents"], at["contrasts"], strict=True)):
            yield 1 / Fraction(v[n]) ** 2
            yield _moment(at, n, table) / Fraction(c[n]) ** 2


def _paid(certificate: Mapping[str, Any]) -> Fraction:
    return sum(vector(certificate["prices"]), promise_of(certificate).paid)


def _moment(at: Mapping[str, Any], n: int, table: Sequence[Row]) -> Fraction:
    """The second moment of the n-th estimator."""
    found = Fraction(0)
    for (share, chances, _), numbers in zip(
        at["points"], vectors(at["estimators"][n]), strict=True
    ):
        shares = [dot(vector(chances), row) for row in table]
        found += Fraction(share) * dot([z * z for z in numbers], shares)
    return found
