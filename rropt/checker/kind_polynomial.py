"""Kind polynomial: an inequality of polynomials by an identity, expanded exactly.

Theorem. If h_i >= 0 are the constraints, e_j = 0 the equalities, and

    claim * prod h_i^m_i = sum_t c_t prod h_i^f_ti square_t^2 + sum_j p_j e_j,    c_t >= 0,

where only strict constraints (h_i > 0) have m_i > 0, then claim >= 0 wherever they hold. If for
some t c_t > 0, there is no square, and only strict constraints have f_ti > 0, then claim > 0.

Proof. The right side is not negative there, and positive in the second case; prod h_i^m_i > 0.

Coefficients are whole numbers over a unit. A monomial is one whole number, 16 bits for the exponent
of each variable: adding two of them multiplies the monomials. The degrees that `MAX_DEGREE` allows
keep every exponent below 2^16. Products are expanded within a budget of work.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from .cleared import cleared
from .fields import flag, index, listed, rational, record
from .statement import sha256
from .verdict import Doubts, Size, need, well_formed

MAX_DEGREE = 200
MAX_EXPANSION = 1 << 22
MAX_COEFFICIENT_BITS = 1 << 18
LONGEST_POLYNOMIAL = 400
EXPONENT_BITS = 16
WORD = 512
"""Coefficients of so many bits cost about as much as short ones, longer ones as their square: at
2^17 bits a product takes 4 ms, and a division 20."""

STEPS_OF_PRODUCT = 32
"""Whatever its terms: 100,000 products of nothing took 0.4 s and 60 MB."""

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


class Signed(NamedTuple):
    """p >= 0, or p > 0."""

    polynomial: Polynomial
    strict: bool


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
            monomial = 0
            for exponent in reversed(exponents(powers, len(self.variables))):
                monomial = monomial << EXPONENT_BITS | exponent
            terms[monomial] = terms.get(monomial, 0) + c
        return Polynomial(_without_zeros(terms), unit)

    def times(self, left: Polynomial, right: Polynomial) -> Polynomial:
        """The product."""
        steps = STEPS_OF_PRODUCT + (1 + len(left.terms)) * (1 + len(right.terms))
        self._spend(steps, left.bits + right.bits)  # a product is as long as both
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
        unit = 1
        for p in polynomials:
            self._spend(1 + unit.bit_length() // WORD, p.unit.bit_length())
            unit = lcm(unit, p.unit)
        terms: dict[int, int] = {}
        for p in polynomials:
            factor = unit // p.unit
            self._spend(1 + len(p.terms), p.bits + factor.bit_length())
            for m, c in p.terms.items():
                terms[m] = terms.get(m, 0) + factor * c
        return Polynomial(_without_zeros(terms), unit)

    def _spend(self, steps: int, bits: int) -> None:
        well_formed(bits <= MAX_COEFFICIENT_BITS, "the numbers are too long to expand")
        self.work += steps * (1 + bits // WORD) ** 2 * (1 + len(self.variables) // MANY_VARIABLES)
        well_formed(self.work <= MAX_EXPANSION, "too large to expand")

    def written(self, polynomial: Polynomial) -> str:
        """A polynomial as text, a long one by the SHA-256 of it."""
        # The last variable has the highest bits: monomials sort by its exponent first.
        terms = sorted(polynomial.terms.items(), reverse=True)
        parts = [self._term(m, Fraction(c, polynomial.unit)) for m, c in terms]
        text = " + ".join(parts).replace("+ -", "- ") or "0"
        if len(text) <= LONGEST_POLYNOMIAL:
            return text
        return f"(the polynomial with SHA-256 {sha256(text)})"

    def signed(self, claim: Signed) -> str:
        """p >= 0, or p > 0, as text."""
        return f"{self.written(claim.polynomial)} {'>' if claim.strict else '>='} 0"

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
    well_formed({*map(type, found)} <= {int}, "an exponent is a count")
    well_formed(sum(found) <= MAX_DEGREE, "the degree is too large")
    return found


def _without_zeros(terms: dict[int, int]) -> dict[int, int]:
    return {m: c for m, c in terms.items() if c}


FIELDS = "variables constraints equalities claim multiplier terms equality_terms"
NAME = re.compile("[A-Za-z_][A-Za-z_0-9]{0,30}")
MAX_VARIABLES = 64
ONE = Polynomial({0: 1})


Powers = tuple[int, ...]
"""An exponent for each constraint."""


@dataclass
class Products:
    """Products of constraints, one factor after the other: what starts alike is computed once."""

    ring: Ring
    constraints: list[Signed]
    known: dict[tuple[int, int], tuple[int, Polynomial]] = field(default_factory=dict)
    """(place, product) by the place of the product without its last factor, and that factor."""

    def of(self, powers: Powers) -> Polynomial:
        """The product of the constraints to these powers."""
        place, found = 0, ONE
        for i, exponent in enumerate(powers):
            for _ in range(exponent):
                if (place, i) not in self.known:
                    product = self.ring.times(found, self.constraints[i].polynomial)
                    self.known[place, i] = len(self.known) + 1, product
                place, found = self.known[place, i]
        return found

    def are_positive(self, powers: Powers) -> bool:
        """Whether a product of constraints is positive where they hold."""
        return all(h.strict or not e for h, e in zip(self.constraints, powers, strict=True))


def read_polynomial(data: dict[str, Any], size: Size) -> Callable[[Doubts], str]:
    """The fields of a certificate of this kind, and what is to be checked of them: the two sides
    agree, and the signs are right.
    """
    record(data, FIELDS)
    variables = listed(data["variables"])
    for name in variables:
        well_formed(isinstance(name, str) and NAME.fullmatch(name), "a variable is a name")
    distinct = len(set(variables)) == len(variables) <= MAX_VARIABLES
    well_formed(distinct, "variables must be distinct names")
    ring = Ring(variables)
    constraints = [_signed(ring, given) for given in listed(data["constraints"])]
    equalities = [ring.read(given) for given in listed(data["equalities"])]
    claim = _signed(ring, data["claim"])
    multiplier = tuple(exponents(data["multiplier"], len(constraints)))
    terms = [_term(ring, given, len(constraints)) for given in listed(data["terms"])]
    multiples = []
    for i, p in [listed(pair, 2) for pair in listed(data["equality_terms"])]:
        multiples.append((equalities[index(i, len(equalities))], ring.read(p)))
    products = Products(ring, constraints)

    def subtracted() -> Iterator[Polynomial]:
        """The right side, less than nothing."""
        for coefficient, factors, square in terms:
            product = products.of(factors)
            if square is not None:
                product = ring.times(product, ring.times(square, square))
            yield ring.scaled(product, -coefficient)
        for equality, p in multiples:
            yield ring.scaled(ring.times(p, equality), Fraction(-1))

    def prove(doubts: Doubts) -> str:
        left = ring.times(claim.polynomial, products.of(multiplier))
        difference = ring.total([left, *subtracted()])
        need(products.are_positive(multiplier), "a multiplier need not be positive")
        need(not difference.terms, "the two sides of the identity differ")
        # A square may be 0.
        plain = [factors for c, factors, square in terms if square is None and c > 0]
        strict = any(map(products.are_positive, plain))
        need(strict or not claim.strict, "no term of the identity is strictly positive")
        where = [ring.signed(h) for h in constraints]
        where += [f"{ring.written(p)} = 0" for p in equalities]
        said = f"{ring.signed(claim)} for all real {', '.join(variables)}"
        return f"{said} with {', '.join(where)}" if where else said

    return prove


def _signed(ring: Ring, value: Any) -> Signed:
    given = record(value, "polynomial strict")
    return Signed(ring.read(given["polynomial"]), flag(given["strict"]))


def _term(ring: Ring, value: Any, constraints: int) -> tuple[Fraction, Powers, Polynomial | None]:
    """c, factors and square of c prod h^factors square^2."""
    given = record(value, "coefficient factors square")
    square = given["square"]
    root = None if square is None else ring.read(square)
    factors = tuple(exponents(given["factors"], constraints))
    coefficient = rational(given["coefficient"])
    well_formed(coefficient >= 0, "a term has a negative coefficient")
    return coefficient, factors, root
