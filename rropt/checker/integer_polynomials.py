"""Polynomials with whole coefficients over a unit, and products of them within a budget of work.

A monomial is one whole number, 16 bits for the exponent of each variable: adding two of them
multiplies the monomials. The degrees that `MAX_DEGREE` allows keep every exponent below 2^16.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from .cleared import cleared
from .fields import listed, rational
from .statement import sha256
from .verdict import well_formed

MAX_DEGREE = 200
MAX_POLYNOMIAL_WORK = 1 << 22
MAX_COEFFICIENT_BITS = 1 << 18
LONGEST_POLYNOMIAL = 400
EXPONENT_BITS = 16
WORD = 512
"""Coefficients of so many bits cost about as much as short ones."""

MANY_VARIABLES = 16


@dataclass(frozen=True)
class Polynomial:
    """{monomial: coefficient times unit}, without zeros."""

    terms: dict[int, int]
    unit: int = 1

    @property
    def bits(self) -> int:
        """The length of its longest number."""
        largest = max(map(abs, self.terms.values()), default=0)
        return self.unit.bit_length() + largest.bit_length()


@dataclass
class Ring:
    """Polynomials in these variables; `work` is what has been spent."""

    variables: list[str]
    work: int = 0

    def read(self, value: Any) -> Polynomial:
        """[[coefficient, [exponents]], ...]; like terms are collected."""
        parts = [listed(term, 2) for term in listed(value)]
        coefficients, unit = cleared([rational(c) for c, _ in parts])
        terms: dict[int, int] = {}
        self._spend(len(parts), unit.bit_length())
        for c, (_, powers) in zip(coefficients, parts, strict=True):
            monomial = self._monomial(powers)
            terms[monomial] = terms.get(monomial, 0) + c
        return Polynomial(_without_zeros(terms), unit)

    def _monomial(self, powers: Any) -> int:
        monomial = 0
        for exponent in reversed(exponents(powers, len(self.variables))):
            monomial = monomial << EXPONENT_BITS | exponent
        return monomial

    def times(self, left: Polynomial, right: Polynomial) -> Polynomial:
        """The product."""
        steps = (1 + len(left.terms)) * (1 + len(right.terms))
        self._spend(steps, left.bits + right.bits)
        product: dict[int, int] = {}
        for m, c in left.terms.items():
            for n, d in right.terms.items():
                product[m + n] = product.get(m + n, 0) + c * d
        return Polynomial(_without_zeros(product), left.unit * right.unit)

    def scaled(self, polynomial: Polynomial, factor: Fraction) -> Polynomial:
        """A multiple."""
        top, bottom = factor.as_integer_ratio()
        self._spend(1 + len(polynomial.terms), polynomial.bits + top.bit_length())
        terms = {m: top * c for m, c in polynomial.terms.items()}
        return Polynomial(_without_zeros(terms), polynomial.unit * bottom)

    def total(self, polynomials: Sequence[Polynomial]) -> Polynomial:
        """The sum, over one common unit."""
        unit = lcm(*(p.unit for p in polynomials))
        terms: dict[int, int] = {}
        for p in polynomials:
            factor = unit // p.unit
            self._spend(1 + len(p.terms), p.bits + factor.bit_length())
            for m, c in p.terms.items():
                terms[m] = terms.get(m, 0) + factor * c
        return Polynomial(_without_zeros(terms), unit)

    def _spend(self, steps: int, bits: int) -> None:
        well_formed(bits <= MAX_COEFFICIENT_BITS, "the numbers are too long to expand")
        self.work += steps * (1 + bits // WORD) * (1 + len(self.variables) // MANY_VARIABLES)
        well_formed(self.work <= MAX_POLYNOMIAL_WORK, "too large to expand")

    def written(self, polynomial: Polynomial) -> str:
        """A polynomial as text, a long one by the SHA-256 of it."""
        terms = sorted(polynomial.terms.items(), reverse=True)
        parts = [self._term(m, Fraction(c, polynomial.unit)) for m, c in terms]
        text = " + ".join(parts).replace("+ -", "- ") or "0"
        if len(text) <= LONGEST_POLYNOMIAL:
            return text
        return f"(the polynomial with SHA-256 {sha256(text)})"

    def _term(self, monomial: int, coefficient: Fraction) -> str:
        factors = []
        for name in self.variables:
            exponent = monomial & 0xFFFF
            monomial >>= EXPONENT_BITS
            if exponent:
                factors.append(name if exponent == 1 else f"{name}^{exponent}")
        product = "*".join(factors)
        if product and abs(coefficient) == 1:
            return product if coefficient > 0 else f"-{product}"
        return f"{coefficient}*{product}" if product else str(coefficient)


def exponents(powers: Any, number: int) -> list[int]:
    """So many whole numbers, of a degree that a checker takes on."""
    found = listed(powers, number)
    for exponent in found:
        well_formed(type(exponent) is int, "an exponent is a count")
    well_formed(sum(found) <= MAX_DEGREE, "the degree is too large")
    return found


def _without_zeros(terms: dict[int, int]) -> dict[int, int]:
    return {m: c for m, c in terms.items() if c}
