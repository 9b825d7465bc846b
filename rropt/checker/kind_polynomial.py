"""Kind polynomial: an inequality of polynomials by an identity, expanded exactly.

Theorem. If h_i >= 0 are the constraints, e_j = 0 the equalities, and

    claim * prod h_i^m_i = sum_t c_t prod h_i^f_ti square_t^2 + sum_j p_j e_j,    c_t >= 0,

where only strict constraints (h_i > 0) have m_i > 0, then claim >= 0 wherever they hold. If for
some t c_t > 0, there is no square, and only strict constraints have f_ti > 0, then claim > 0.

Proof. The right side is not negative there, and positive in the second case; prod h_i^m_i > 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from .doubts import Doubts
from .fields import flag, index, listed, rational, record
from .integer_polynomials import Polynomial, Ring, exponents
from .limits import Size
from .verdict import need, well_formed

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
    products: dict[tuple[int, ...], Polynomial] = field(default_factory=dict)

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
        plain = term.square is None and term.coefficient > 0
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
        """The product of the constraints to these powers, each computed once."""
        known = self.products.get(powers)
        if known is None:
            known = self._new_product(powers)
            self.products[powers] = known
        return known

    def _new_product(self, powers: tuple[int, ...]) -> Polynomial:
        if not any(powers):
            return ONE
        last = max(i for i, exponent in enumerate(powers) if exponent)
        rest = (*powers[:last], powers[last] - 1, *powers[last + 1 :])
        return self.ring.times(self._product(rest), self.constraints[last].polynomial)

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
