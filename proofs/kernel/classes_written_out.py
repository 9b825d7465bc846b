"""A certificate of kind "symmetric" with all its truths: every truth stands for itself.

Prices, priors and forms of classes are written for each truth of them, the table with every
rearrangement. Where J is the information of the table, J^-1 P_i / (q.P_i) are estimators of all
shares, of the covariance J^-1 - q q'. Nothing is checked here: Coq decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from typing import Any

from flint import fmpq, fmpq_mat

from rropt.exact import InputError

from .coq_numbers import Row
from .stated_table import ZERO, by_pairs, classes_of, square, table_of

SYMMETRIC = "symmetric"
Matrix = list[list[Fraction]]
Squares = list[tuple[Fraction, list[Fraction]]]
"""Sizes s and vectors v, of the form sum s v v'."""


class Written:
    """The numbers of a certificate by truths, and what follows from its table."""

    def __init__(self, certificate: Mapping[str, Any]):
        if "shares" in certificate:
            raise InputError("--coq takes classes of truths of equal shares")
        self.certificate = certificate
        self.places = classes_of(certificate)
        self.table = [row for row in table_of(certificate) if any(row)]
        self.prior = [Fraction(certificate["prior"][c]) for c in self.places]
        self.likelihoods = [[x / dot(self.prior, row) for x in row] for row in self.table]

    @cached_property
    def information(self) -> Matrix:
        """J, the sum of r r' / (q.r) over the rows."""
        pairs = list(zip(self.likelihoods, self.table, strict=True))

        def entry(a: int, b: int) -> Fraction:
            return sum((s[a] * row[b] for s, row in pairs), ZERO)

        return square(len(self.prior), entry)

    @cached_property
    def inverse(self) -> Matrix:
        """J^-1."""
        k = len(self.prior)
        entries = [fmpq(x.numerator, x.denominator) for row in self.information for x in row]
        found = fmpq_mat(k, k, entries).inv()
        return square(k, lambda a, b: Fraction(int(found[a, b].p), int(found[a, b].q)))

    def estimators(self, contrasts: Sequence[Row]) -> Matrix:
        """c'J^-1 P_i / (q.P_i), for each contrast one number a report."""
        weights = [[dot(c, row) for row in self.inverse] for c in contrasts]
        return [[dot(w, s) for s in self.likelihoods] for w in weights]

    def form(self, name: str) -> Matrix:
        """own (1 - 1/n) on the diagonal of a class, -own/n beside it, and the means."""
        given = self.certificate[name]

        def entry(i: int, j: int) -> Fraction:
            c, d = self.places[i], self.places[j]
            mean = Fraction(given["means"][c][d])
            if c != d:
                return mean
            return mean + Fraction(given["own"][c]) * ((i == j) - Fraction(1, self.places.count(c)))

        return square(len(self.places), entry)

    def stated(self) -> dict[str, Any]:
        """What a table with prices states, of kind "gradient"."""
        given = by_pairs(self.certificate)
        same = ("format", "privacy", "objective", "value", "bound", "gap")
        stated = {name: given[name] for name in same} | {
            "kind": "gradient",
            "patterns": [texts(row) for row in self.table],
            "weights": ["1"] * len(self.table),
            "prices": [given["prices"][c] for c in self.places],
            "cover": {"proof": "extremes"},
        }
        named = {(a, b): z for a, b, z in given.get("pair_prices", [])}
        pairs = permutations(range(len(self.places)), 2)
        priced = [(a, b, named.get((self.places[a], self.places[b]))) for a, b in pairs]
        if named:
            stated["pair_prices"] = [[a, b, z] for a, b, z in priced if z is not None]
        return stated


def with_tangents(certificate: Mapping[str, Any]) -> dict[str, Any]:
    """An a-optimal certificate as one of kind "gradient": the rows of V are its tangents."""
    written = Written(certificate)
    units = square(len(written.prior), lambda a, b: Fraction(a == b))
    scenario = {
        "prior": texts(written.prior),
        "weight": "1",
        "offset": "0",
        "estimators": [texts(x) for x in written.estimators(units)],
        "tangents": [texts(row) for row in written.form("tangents")],
    }
    return written.stated() | {"scenarios": [scenario]}


def squares_of(form: Matrix, reverse: bool = False) -> Squares:
    """A semidefinite form as squares of vectors that begin, or end, at one truth after another.

    >>> form = [[Fraction(2), Fraction(1)], [Fraction(1), Fraction(2)]]
    >>> [(str(size), texts(v)) for size, v in squares_of(form)]
    [('2', ['1', '1/2']), ('3/2', ['0', '1'])]
    """
    k = len(form)
    left = [list(row) for row in form]
    found: dict[int, tuple[Fraction, list[Fraction]]] = {}
    for n in reversed(range(k)) if reverse else range(k):
        size = left[n][n]
        if size:
            v = [x / size for x in left[n]]
            left = [_less(row, size * x, v) for row, x in zip(left, v, strict=True)]
            found[n] = size, v
    return [found[n] for n in sorted(found)]


def _less(row: Row, factor: Fraction, v: Row) -> list[Fraction]:
    return [x - factor * y for x, y in zip(row, v, strict=True)]


def texts(row: Row) -> list[str]:
    """Rationals as a certificate has them."""
    return [str(x) for x in row]


def dot(x: Row, r: Row) -> Fraction:
    """x.r."""
    return sum((a * b for a, b in zip(x, r, strict=True)), ZERO)
