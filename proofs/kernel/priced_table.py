"""The record `PricedTable` of `Promises.v`: the promise, prices, bound, table and value.

All certificates but those of Checker.v share it. `RayChecker.v` and `Planes.v` list every row that
decides whether the prices cover, whatever proof of coverage the certificate names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rropt.checker import check
from rropt.exact import InputError

from .coq_numbers import matrix_text, number, row_text
from .promised_rows import promise_of
from .stated_table import ZERO, classes_of, low_end, square, table_of

ONE = Fraction(1)

Matrix = list[list[Fraction]]


def refuse_unreadable(certificate: Mapping[str, Any]) -> None:
    """Refused where it is no certificate."""
    verdict = check(dict(certificate))
    if verdict.verdict == "malformed":
        raise InputError(f"--coq needs a certificate that can be read: {verdict.reason}")


def header(*theories: str) -> str:
    """What a file with these theories begins with."""
    return f"""From Coq Require Import QArith List.
From Rropt Require Import RayChecker Planes RenyiBudgets ConcentratedBudgets.
From Rropt Require Import Promises RatioDesigns {" ".join(theories)}.
Import ListNotations.
Open Scope Q_scope.
"""


def priced_table(certificate: Mapping[str, Any]) -> str:
    """The definition of `design`: one argument a line, in the order of the record."""
    table = table_of(certificate)
    fields = [
        str(len(classes_of(certificate))),
        promise_of(certificate).text,
        row_text(vector(certificate["prices"])),
        number(Fraction(certificate["bound"])),
        str(len(table)),
        matrix_text(table),
        number(low_end(certificate["value"])),
    ]
    lines = "\n  ".join(fields)
    return f"Definition design := PricedTable\n  {lines}.\n"


def reached_words(certificate: Mapping[str, Any], claim: str) -> str:
    """The sentence about a claim that no table has less."""
    bound, value = certificate["bound"], low_end(certificate["value"])
    has = f"and this table, private, has at most {value}"
    return f"no table that obeys the levels has {claim} below {bound}, {has}"


def above_words(certificate: Mapping[str, Any], claim: str) -> str:
    """The sentence about a utility of which no table has more."""
    bound, value = certificate["bound"], low_end(certificate["value"])
    has = f"and this table, private, has at least {value}"
    return f"no table that obeys the levels has {claim} above {bound}, {has}"


def utility_words(certificate: Mapping[str, Any]) -> str:
    """The same of prices, whose utility has a name."""
    return above_words(certificate, certificate["utility"]["name"])


def vector(texts: Sequence[str]) -> list[Fraction]:
    """Rationals as they are written."""
    return [Fraction(x) for x in texts]


def vectors(rows: Sequence[Sequence[str]]) -> Matrix:
    """Rows of rationals."""
    return [vector(row) for row in rows]


def unit_vectors(k: int) -> Matrix:
    """The unit matrix."""
    return square(k, lambda a, b: ONE if a == b else ZERO)
