"""The evidence of a proof: certificates found, or stored ones taken and checked again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from .certificates import Constraint, monomials, search, verified
from .gram import search_gram


class Unproved(Exception):
    """No proof was found; says where it stopped."""


class Vacuous(Unproved):
    """No value satisfies the hypotheses, so there is nothing to prove."""


class Refuted(Unproved):
    """A point was met at which the statement is false."""

    def __init__(self, point: Any):
        super().__init__(f"false at {point}")
        self.point = point


@dataclass
class Ledger:
    """The evidence of one proof: certificates are appended when searching, and taken from the
    stored list, checked against the claim at hand, when replaying."""

    stored: list[dict[str, Any]] | None = None
    evidence: list[dict[str, Any]] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    taken: int = 0

    def certify(
        self,
        ring: Any,
        constraints: Sequence[Constraint],
        claim: Constraint,
        equalities: Sequence[Any],
        options: Options,
    ) -> bool:
        if self.stored is not None:
            found = self._next(ring, constraints, claim, equalities)
        else:
            found = search(
                ring,
                constraints,
                claim,
                equalities,
                options.ring_squares(ring),
                options.degree,
                options.multiply,
            )
            if found is None and options.gram:
                found = search_gram(ring, constraints, claim, equalities)
        if found is None:
            return False
        self.evidence.append(found)
        self.kinds.add("polynomial")
        return True

    def take(self, key: str) -> Any:
        """The next stored note under this key."""
        entry = (self.stored or [])[self.taken : self.taken + 1]
        if not (entry and isinstance(entry[0], dict) and key in entry[0]):
            raise Unproved(f"no stored {key}")
        self.taken += 1
        return entry[0][key]

    def _next(
        self,
        ring: Any,
        constraints: Sequence[Constraint],
        claim: Constraint,
        equalities: Sequence[Any],
    ) -> dict[str, Any] | None:
        if self.taken >= len(self.stored or ()):
            return None
        found = (self.stored or [])[self.taken]
        same = (
            found.get("claim") == _stated(claim)
            and found.get("constraints") == [_stated(c) for c in constraints]
            and found.get("equalities") == [monomials(e) for e in equalities]
            and found.get("variables") == [str(g) for g in ring.gens]
        )
        if not (same and verified(found)):
            return None
        self.taken += 1
        return found


def _stated(c: Constraint) -> dict[str, Any]:
    return {"polynomial": monomials(c.polynomial), "strict": c.strict}


@dataclass(frozen=True)
class Options:
    """How far a certificate search goes; `gram`: as far as a semidefinite program."""

    degree: int = 4
    squares: tuple[Any, ...] = ()
    multiply: bool = False
    splits: tuple[Any, ...] = ()
    gram: bool = False

    def ring_squares(self, ring: Any) -> list[Any]:
        names = {str(g) for g in ring.gens}
        plain = [s.xreplace({v: sp.Symbol(str(v)) for v in s.free_symbols}) for s in self.squares]
        return [
            ring.from_expr(sp.expand(s)) for s in plain if {str(v) for v in s.free_symbols} <= names
        ]


DEFAULT = Options()
