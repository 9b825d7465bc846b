"""A polynomial certificate as people and other provers read it: what it proves, and the identity.

With the constraints h_i and equalities e_j, the certificate writes claim * prod h_i^m_i as a sum of
nonnegative terms c prod h_i^f square^2 and of multiples p_j e_j.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sympy as sp

Printer = Callable[[Any], str]


@dataclass(frozen=True)
class Term:
    """c prod h_i^f square^2."""

    coefficient: Any
    factors: Sequence[int]
    square: Any

    @property
    def is_constant(self) -> bool:
        """Whether it is a number."""
        return self.square is None and not any(self.factors)


@dataclass(frozen=True)
class Identity:
    """The parts of a certificate as expressions."""

    certificate: Mapping[str, Any]

    @cached_property
    def symbols(self) -> list[Any]:
        return [sp.Symbol(name) for name in self.certificate["variables"]]

    @property
    def claim(self) -> tuple[Any, bool]:
        """The polynomial that is not negative, and whether it is positive."""
        return self._signed(self.certificate["claim"])

    @property
    def constraints(self) -> list[tuple[Any, bool]]:
        return [self._signed(c) for c in self.certificate["constraints"]]

    @property
    def equalities(self) -> list[Any]:
        return [self._polynomial(e) for e in self.certificate["equalities"]]

    @property
    def multiplier(self) -> list[int]:
        return list(self.certificate["multiplier"])

    @property
    def terms(self) -> list[Term]:
        return [
            Term(
                sp.Rational(t["coefficient"]),
                t["factors"],
                None if t["square"] is None else self._polynomial(t["square"]),
            )
            for t in self.certificate["terms"]
        ]

    @property
    def multiples(self) -> list[tuple[int, Any]]:
        """Places of equalities, each with what it is multiplied by."""
        return [(j, self._polynomial(p)) for j, p in self.certificate["equality_terms"]]

    @property
    def is_hypothesis(self) -> bool:
        """Whether the claim is one of the constraints."""
        if len(self.terms) != 1 or self.multiples or any(self.multiplier):
            return False
        (term,) = self.terms
        return term.coefficient == 1 and term.square is None and sum(term.factors) == 1

    def stated(self, say: Printer, relations: Mapping[str, str]) -> str:
        """What is proved.

        >>> x = [["1", [1]]]
        >>> half = {"polynomial": [["1/2", [1]]], "strict": True}
        >>> term = {"coefficient": "1/2", "factors": [1], "square": None}
        >>> found = Identity({"variables": ["x"], "constraints": [{"polynomial": x,
        ...     "strict": True}], "equalities": [], "claim": half, "multiplier": [0],
        ...     "terms": [term], "equality_terms": []})
        >>> found.stated(str, RELATIONS), found.written(str)
        ('x/2 > 0 where x > 0', 'x/2 = 1/2*(x)')
        """
        given = [self._relation(c, say, relations) for c in self.constraints]
        given += [f"{say(e)} {relations['=']} 0" for e in self.equalities]
        where = f" {relations['where']} {relations['and'].join(given)}" if given else ""
        return f"{self._relation(self.claim, say, relations)}{where}"

    def written(self, say: Printer, times: str = "*", power: str = "^{}") -> str:
        """The identity."""
        factors = self._factors(self.multiplier, say, power)
        left = times.join([*factors, f"({say(self.claim[0])})"]) if factors else say(self.claim[0])
        parts = [self._term(term, say, times, power) for term in self.terms]
        parts += [f"({say(p)}){times}({say(self.equalities[j])})" for j, p in self.multiples]
        return f"{left} = {' + '.join(parts) or '0'}"

    def _term(self, term: Term, say: Printer, times: str, power: str) -> str:
        parts = self._factors(term.factors, say, power)
        if term.square is not None:
            parts.append(f"({say(term.square)}){power.format(2)}")
        if term.coefficient != 1 or not parts:
            parts.insert(0, say(term.coefficient))
        return times.join(parts)

    def _factors(self, powers: Sequence[int], say: Printer, power: str) -> list[str]:
        pairs = zip(self.constraints, powers, strict=True)
        return [f"({say(h)}){power.format(e) if e > 1 else ''}" for (h, _), e in pairs if e]

    @staticmethod
    def _relation(signed: tuple[Any, bool], say: Printer, relations: Mapping[str, str]) -> str:
        polynomial, strict = signed
        return f"{say(polynomial)} {relations['>' if strict else '>=']} 0"

    def _signed(self, signed: Mapping[str, Any]) -> tuple[Any, bool]:
        return self._polynomial(signed["polynomial"]), bool(signed["strict"])

    def _polynomial(self, terms: Sequence[Sequence[Any]]) -> Any:
        found = {tuple(powers): sp.Rational(c) for c, powers in terms}
        if not self.symbols:
            return sum(found.values(), sp.S.Zero)
        return sp.Poly(found or {(0,) * len(self.symbols): 0}, *self.symbols).as_expr()


RELATIONS = {">": ">", ">=": ">=", "=": "=", "where": "where", "and": " and "}
"""As a line of text says them."""
