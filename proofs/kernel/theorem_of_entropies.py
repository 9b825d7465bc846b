"""Prices of an information, a Jensen-Shannon or a Kullback-Leibler divergence, for Coq to decide.

`EntropyDesigns.v` lists every row that decides. The logarithms that it needs stand in the file,
each with a rational number above it, which Coq checks by Taylor's polynomials: where one is missing
it finds such a number by itself, which takes longer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple

from flint import arb, ctx

from .coq_numbers import COMPUTED, Row, number, row_text
from .export import listed
from .priced_table import (
    ONE,
    header,
    priced_table,
    refuse_unreadable,
    unit_vectors,
    utility_words,
)
from .promised_rows import promise_of
from .stated_table import ZERO, classes_of, table_of

THEORY = "EntropyDesigns"
KULLBACK_LEIBLER = {"kullback-leibler": (0, 1), "reverse-kullback-leibler": (1, 0)}
NAMES = ("mutual-information", "jensen-shannon", *KULLBACK_LEIBLER)
HALF = Fraction(1, 2)
DIGITS = 128  # binary, of a number above a logarithm: prices have up to 100
SMALL_BITS = 6  # of a ratio: the polynomial at ln x / 64 loses less than 2^-160 of it
SLACK = 64  # units of the last digit: what rounding and a polynomial of degree 25 lose to ln x = 16


class Entropy(NamedTuple):
    """size (whole.r) ln (whole.r / base.r)."""

    size: Fraction
    whole: Row
    base: Row

    @property
    def text(self) -> str:
        return f"Entropy {number(self.size)} {row_text(self.whole)} {row_text(self.base)}"

    def ratio(self, row: Row) -> Fraction:
        """whole.r / base.r, 0 where nothing is added or base.r is 0."""
        whole, base = _dot(self.whole, row), _dot(self.base, row)
        return whole / base if whole and base else ZERO


def theorem(certificate: Mapping[str, Any]) -> str:
    """The Coq text: the data, and the theorem that they are accepted."""
    refuse_unreadable(certificate)
    table = priced_table(certificate)
    entropies = entropies_of(certificate)
    return (
        f"{header('Logarithms', THEORY)}\n{table}\nDefinition utility : list entropy :=\n"
        f"  {listed(e.text for e in entropies)}.\n"
        f"{logarithms_text(_ratios(certificate, entropies))}\n"
        "Theorem design_proves : proves_entropies design utility.\n"
        f"Proof. apply kernel_entropies with logarithms_above. {COMPUTED}\n"
    )


def statement(certificate: Mapping[str, Any]) -> str:
    """What was accepted, in the numbers that Coq was given."""
    return utility_words(certificate)


def entropies_of(certificate: Mapping[str, Any]) -> list[Entropy]:
    """What the utility is a sum of."""
    utility = certificate["utility"]
    units = unit_vectors(len(classes_of(certificate)))
    if "pair" in utility:
        a, b = (units[truth] for truth in utility["pair"])
        if utility["name"] in KULLBACK_LEIBLER:
            whole, base = KULLBACK_LEIBLER[utility["name"]]
            return [Entropy(ONE, (a, b)[whole], (a, b)[base])]
        middle = [HALF * (x + y) for x, y in zip(a, b, strict=True)]
        return [Entropy(HALF, a, middle), Entropy(HALF, b, middle)]
    prior = [Fraction(utility["prior"][place]) for place in classes_of(certificate)]
    return [Entropy(q, unit, prior) for q, unit in zip(prior, units, strict=True) if q]


def _ratios(certificate: Mapping[str, Any], entropies: Sequence[Entropy]) -> list[Fraction]:
    """The arguments of all logarithms: of the rows that decide, and inverse ones of the table."""
    return ratios_of(entropies, promise_of(certificate).rows, table_of(certificate))


def ratios_of(
    entropies: Sequence[Entropy], deciding: Iterable[Row], own: Iterable[Row]
) -> list[Fraction]:
    """Of rows that must not be worth more, and of those that must not be worth less."""
    found = {e.ratio(row) for row in deciding for e in entropies}
    table = {e.ratio(row) for row in own for e in entropies}
    needed = {x for x in found if x} | {1 / x for x in table if x}
    return sorted(needed - {ONE})  # ln 1 is 0, which a number above it would miss


def _dot(form: Row, row: Row) -> Fraction:
    return sum((x * r for x, r in zip(form, row, strict=True)), ZERO)


def logarithms_text(arguments: Iterable[Fraction], digits: int = DIGITS) -> str:
    """The definition of `logarithms_above`: each argument with a number above its logarithm."""
    above = listed(f"({number(x)}, {number(log_above(x, digits))})" for x in arguments)
    return f"Definition logarithms_above : logarithms :=\n  {above}.\n"


def log_above(x: Fraction, digits: int = DIGITS) -> Fraction:
    """A rational above ln x with so many binary digits, fewer where Coq's polynomial loses more."""
    if abs(x.numerator.bit_length() - x.denominator.bit_length()) > SMALL_BITS:
        digits = DIGITS
    before = ctx.prec
    ctx.prec = 2 * digits
    try:
        mantissa, exponent = (arb(x.numerator) / x.denominator).log().upper().man_exp()
        above = int(mantissa) * Fraction(2) ** (int(exponent) + digits)
        return Fraction(ceil(above) + SLACK, 2**digits)
    finally:
        ctx.prec = before
