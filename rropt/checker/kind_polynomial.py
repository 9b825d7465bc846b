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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from .cleared import cleared
from .fields import flag, index, listed, rational, record
from .statement import sha256
from .verdict import Doubts, Size, need, well_formed

MAX_DEGREE = 200
MAX_POLYNOMIAL_WORK = 1 << 22
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
        well_formed(self.work <= MAX_POLYNOMIAL_WORK, "too large to expand")

    def written(self, polynomial: Polynomial) -> str:
        """A polynomial as text, a long one by the SHA-256 of it."""
        # The last variable has the highest bits: monomials sort by its exponent first.
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
    well_formed({*map(type, found)} <= {int}, "an exponent is a count")
    well_formed(sum(found) <= MAX_DEGREE, "the degree is too large")
    return found


def _without_zeros(terms: dict[int, int]) -> dict[int, int]:
    return {m: c for m, c in terms.items() if c}


FIELDS = "variables constraints equalities claim multiplier terms equality_terms"
NAME = re.compile("[A-Za-z_][A-Za-z_0-9]{0,30}")
MAX_VARIABLES = 64
ONE = Polynomial({0: 1})


class Signed(NamedTuple):
    """p >= 0, or p > 0."""

    polynomial: Polynomial
    strict: bool


class Term(NamedTuple):
    """c prod h^factors square^2."""

    coefficient: Fraction
    factors: tuple[int, ...]
    square: Polynomial | None


@dataclass
class Identity:
    """The claim, what it rests on, and the two sides."""

    ring: Ring
    constraints: list[Signed]
    equalities: list[Polynomial]
    claim: Signed
    multiplier: tuple[int, ...]
    terms: list[Term]
    equality_terms: list[tuple[int, Polynomial]]
    products: dict[tuple[int, int], tuple[int, Polynomial]] = field(default_factory=dict)
    """(place, product) by the place of the product without its last factor, and that factor."""

    def prove(self, doubts: Doubts) -> str:
        """The sentence, if the two sides agree and the signs are right."""
        difference = self._difference()
        need(self._is_positive(self.multiplier), "a multiplier need not be positive")
        need(not difference.terms, "the two sides of the identity differ")
        strict = any(self._is_strict(term) for term in self.terms)
        need(strict or not self.claim.strict, "no term of the identity is strictly positive")
        return self.sentence()

    def _is_positive(self, powers: tuple[int, ...]) -> bool:
        """Whether a product of constraints is positive where they hold."""
        return all(h.strict or not e for h, e in zip(self.constraints, powers, strict=True))

    def _is_strict(self, term: Term) -> bool:
        plain = term.square is None and term.coefficient > 0  # a square may be 0
        return plain and self._is_positive(term.factors)

    def _difference(self) -> Polynomial:
        """The left side minus the right side."""
        left = self.ring.times(self.claim.polynomial, self._product(self.multiplier))
        return self.ring.total([left, *self._subtracted()])

    def _subtracted(self) -> Iterator[Polynomial]:
        for coefficient, factors, square in self.terms:
            product = self._product(factors)
            if square is not None:
                product = self.ring.times(product, self.ring.times(square, square))
            yield self.ring.scaled(product, -coefficient)
        for i, p in self.equality_terms:
            yield self.ring.scaled(self.ring.times(p, self.equalities[i]), Fraction(-1))

    def _product(self, powers: tuple[int, ...]) -> Polynomial:
        """The product of the constraints to these powers, one factor after the other: what starts
        alike is computed once.
        """
        place, found = 0, ONE
        for i, exponent in enumerate(powers):
            for _ in range(exponent):
                if (place, i) not in self.products:
                    product = self.ring.times(found, self.constraints[i].polynomial)
                    self.products[place, i] = len(self.products) + 1, product
                place, found = self.products[place, i]
        return found

    def sentence(self) -> str:
        """What is proved."""
        written = self.ring.written
        relation = ">" if self.claim.strict else ">="
        variables = ", ".join(self.ring.variables)
        claim = f"{written(self.claim.polynomial)} {relation} 0 for all real {variables}"
        where = [f"{written(p)} {'>' if strict else '>='} 0" for p, strict in self.constraints]
        where += [f"{written(p)} = 0" for p in self.equalities]
        return f"{claim} with {', '.join(where)}" if where else claim


def read_polynomial(data: dict[str, Any], size: Size) -> Identity:
    """The fields of a certificate of this kind."""
    record(data, FIELDS)
    variables = listed(data["variables"])
    for name in variables:
        well_formed(isinstance(name, str) and NAME.fullmatch(name), "a variable is a name")
    distinct = len(set(variables)) == len(variables) <= MAX_VARIABLES
    well_formed(distinct, "variables must be distinct names")
    ring = Ring(variables)
    constraints = [_signed(ring, given) for given in listed(data["constraints"])]
    equalities = [ring.read(given) for given in listed(data["equalities"])]
    number = len(constraints)
    return Identity(
        ring=ring,
        constraints=constraints,
        equalities=equalities,
        claim=_signed(ring, data["claim"]),
        multiplier=tuple(exponents(data["multiplier"], number)),
        terms=[_term(ring, given, number) for given in listed(data["terms"])],
        equality_terms=[_multiple(ring, given, len(equalities)) for given in _pairs(data)],
    )


def _signed(ring: Ring, value: Any) -> Signed:
    given = record(value, "polynomial strict")
    return Signed(ring.read(given["polynomial"]), flag(given["strict"]))


def _term(ring: Ring, value: Any, constraints: int) -> Term:
    given = record(value, "coefficient factors square")
    square = given["square"]
    root = None if square is None else ring.read(square)
    factors = tuple(exponents(given["factors"], constraints))
    coefficient = rational(given["coefficient"])
    well_formed(coefficient >= 0, "a term has a negative coefficient")
    return Term(coefficient, factors, root)


def _pairs(data: dict[str, Any]) -> list[list[Any]]:
    return [listed(pair, 2) for pair in listed(data["equality_terms"])]


def _multiple(ring: Ring, pair: list[Any], equalities: int) -> tuple[int, Polynomial]:
    i, p = pair
    return index(i, equalities), ring.read(p)
