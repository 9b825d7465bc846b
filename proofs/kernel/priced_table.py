"""The record `PricedTable` of `RatioDesigns.v`: levels, prices, bound, table and value.

Certificates whose utility is a sum of squares over shares share it. `RayChecker.v` lists every row
that decides whether the prices cover, whatever proof of coverage the certificate names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rropt.checker import check
from rropt.exact import InputError

from .coq_numbers import levels_text, matrix_text, number, row_text
from .stated_table import (
    ZERO,
    classes_of,
    deltas_of,
    levels_of,
    low_end,
    pair_prices_of,
    refuse_conditions,
    square,
    table_of,
)

ONE = Fraction(1)
MOST_PURE = 5  # truths under one number without a delta: six take minutes and a gigabyte
MOST_TRUTHS = 4  # with a delta or a matrix: two seconds; five truths have a thousand rows

Matrix = list[list[Fraction]]


def refuse_unreadable(certificate: Mapping[str, Any]) -> None:
    """Refused where it is no certificate."""
    verdict = check(dict(certificate))
    if verdict.verdict == "malformed":
        raise InputError(f"--coq needs a certificate that can be read: {verdict.reason}")


def header(*theories: str) -> str:
    """What a file with these theories begins with."""
    return f"""From Coq Require Import QArith List.
From Rropt Require Import RayChecker RatioDesigns {" ".join(theories)}.
Import ListNotations.
Open Scope Q_scope.
"""


def priced_table(certificate: Mapping[str, Any]) -> str:
    """The definition of `design`: one argument a line, in the order of the record."""
    refuse_conditions(certificate["privacy"])
    places = classes_of(certificate)
    _refuse_many(certificate["privacy"], places)
    k = len(places)
    below, above = levels_of(certificate["privacy"], k)
    table = table_of(certificate)
    fields = [
        str(k),
        levels_text(above),
        levels_text(below),
        matrix_text(deltas_of(certificate["privacy"], above)),
        row_text(vector(certificate["prices"])),
        matrix_text(pair_prices_of(certificate, places)),
        number(Fraction(certificate["bound"])),
        str(len(table)),
        matrix_text(table),
        number(low_end(certificate["value"])),
    ]
    lines = "\n  ".join(fields)
    return f"Definition design := PricedTable\n  {lines}.\n"


def _refuse_many(privacy: Mapping[str, Any], places: Sequence[int]) -> None:
    is_number = not any(isinstance(row, list) for row in privacy["gamma"])
    pure = is_number and privacy["delta"] == "0"
    most = MOST_PURE if pure else MOST_TRUTHS
    if len(places) > most or len(set(places)) < len(places):
        count = f"{most} truths" if pure else f"{most} truths with a delta or a matrix"
        raise InputError(f"--coq lists the rows of at most {count}, got {len(places)}")


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
