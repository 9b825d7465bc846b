"""One leaf of a proof: polynomial hypotheses, and the sign of a rational expression under them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import sympy as sp

from .attack import Point, feasible
from .certificates import Constraint
from .exactly import NotRational, evaluate
from .ledger import Ledger, Options, Unproved
from .written import domain


@dataclass(frozen=True)
class Context:
    """The polynomial hypotheses of one leaf."""

    ledger: Ledger
    options: Options
    symbols: tuple[sp.Symbol, ...]
    constraints: tuple[tuple[Any, bool], ...]
    equalities: tuple[Any, ...]
    substitution: tuple[tuple[sp.Symbol, Any], ...]
    sample: Point | None

    @staticmethod
    def build(ledger: Ledger, options: Options, given: Sequence[Any], difference: Any) -> Context:
        substitution, rest = eliminate(list(given))
        sides = [h.subs(substitution) for h in rest]
        symbols = tuple(
            sorted(
                set().union(
                    difference.subs(substitution).free_symbols, *(s.free_symbols for s in sides)
                ),
                key=str,
            )
        )
        context = Context(ledger, options, symbols, (), (), tuple(substitution), None)
        sample = feasible(symbols, tuple(sides))
        for h in sorted(sides, key=_awkward):
            context = context.assume(h, sample)
        return context

    def assume(self, h: Any, sample: Point | None) -> Context:
        context = replace(self, sample=sample)
        if h in (sp.true, sp.false):
            extra = ((sp.Integer(-1), False),) if h == sp.false else ()
            return replace(context, constraints=(*self.constraints, *extra))
        top, bottom, strict = _normal(h)
        if not _is_polynomial(top * bottom):
            return context  # it says nothing that a certificate could use
        if bottom.free_symbols:
            top = top * context.sign_of(bottom)
        elif bottom < 0:
            top = -top
        if isinstance(h, sp.Eq):
            return replace(context, equalities=(*self.equalities, sp.expand(top)))
        return replace(context, constraints=(*self.constraints, (sp.expand(top), strict)))

    def reduce(self, e: Any) -> Any:
        return sp.sympify(e).subs(list(self.substitution))

    def defined(self, e: Any) -> None:
        """Every part of the expression is a real number: denominators have a certified sign."""
        powers = sorted(sp.sympify(e).atoms(sp.Pow), key=str)
        below = [p.base for p in powers if p.exp.is_Integer and p.exp < 0]
        conditions = [sp.Ne(base, 0, evaluate=False) for base in dict.fromkeys(below)]
        for condition in dict.fromkeys([*conditions, *domain(e)]):
            self._required(condition)

    def _required(self, condition: Any) -> None:
        """A condition on the domain, from the constraints alone."""
        if isinstance(condition, sp.And):
            for part in condition.args:
                self._required(part)
        elif isinstance(condition, sp.Or):
            self._one_required(condition)
        elif isinstance(condition, sp.Ne):
            self._not_zero(condition.lhs)
        elif isinstance(condition, (sp.GreaterThan, sp.StrictGreaterThan)):
            gap, strict = sided(condition)
            self.sign(self.reduce(gap), strict)
        else:
            raise Unproved(f"it is not known that {condition}")

    def _not_zero(self, e: Any) -> None:
        if self.reduce(e).free_symbols:
            self.sign_of(self.reduce(e))
        elif self.reduce(e) == 0:
            raise Unproved(f"{e} is zero in a denominator")

    def _one_required(self, condition: Any) -> None:
        length, kinds = len(self.ledger.evidence), set(self.ledger.kinds)
        for part in sorted(condition.args, key=_simplest_first):
            try:
                return self._required(part)
            except Unproved:
                self._forget(length, kinds)
        raise Unproved(f"it is not known that {condition}")

    def sign_of(self, e: Any) -> int:
        """+1 or -1, certified strictly; Unproved if neither."""
        guess = self.value(e)
        for sign in (1, -1) if guess is None or guess >= 0 else (-1, 1):
            try:
                self.sign(sign * e, True)
                return sign
            except Unproved:
                continue
        raise Unproved(f"the sign of {e} is not certified")

    def value(self, e: Any) -> Any:
        try:
            return None if self.sample is None else evaluate(e, self.sample)
        except (ZeroDivisionError, NotRational, KeyError):
            return None

    def sign(self, e: Any, strict: bool) -> None:
        """Prove e >= 0 (or > 0), e a rational expression."""
        top, bottom = sp.fraction(sp.cancel(sp.together(e)))
        if bottom.free_symbols:
            top = top * self.sign_of(bottom)
        elif bottom < 0:
            top = -top
        self._factors(sp.expand(top), strict)

    def _factors(self, top: Any, strict: bool) -> None:
        powers, rest = _separated(top)
        for base in powers:
            self.sign(base, strict)
        constant, pieces = _pieces(rest)
        if not pieces:
            return self._constant(constant, strict)
        odd = [f for f, k in pieces if k % 2]
        even = [f for f, k in pieces if k % 2 == 0]
        whole = sp.prod(odd) * (1 if constant > 0 else -1)
        if strict:
            for f in even:
                self.sign_of(f)
        if odd and self._by_factors(odd, constant, strict):
            return None
        if not odd:
            return self._constant(constant, strict)
        if not self.certifies(sp.expand(whole), strict):
            raise Unproved(f"no certificate for {whole} {'>' if strict else '>='} 0")
        return None

    def _constant(self, constant: Any, strict: bool) -> None:
        if not (constant > 0 or (constant == 0 and not strict)):
            raise Unproved(f"{constant} {'>' if strict else '>='} 0 is false")
        self.ledger.kinds.add("sign")

    def _by_factors(self, odd: list[Any], constant: Any, strict: bool) -> bool:
        """Each factor has a certified sign and the product of the signs is right."""
        if len(odd) == 1:
            return False
        sign = 1 if constant > 0 else -1
        before, kinds = len(self.ledger.evidence), set(self.ledger.kinds)
        for f in odd:
            guess = self.value(f)
            own = -1 if guess is not None and guess < 0 else 1
            if guess == 0 and not self.certifies(sp.expand(f), strict):
                own = -1
            if not self.certifies(sp.expand(own * f), strict):
                self._forget(before, kinds)
                return False
            sign *= own
        if sign < 0:
            self._forget(before, kinds)
        return sign > 0

    def _forget(self, length: int, kinds: set[str]) -> None:
        """What was found on the way is no part of the proof."""
        del self.ledger.evidence[length:]
        self.ledger.kinds.intersection_update(kinds)

    def certifies(self, e: Any, strict: bool) -> bool:
        """A polynomial certificate of e >= 0 (or > 0) under the constraints."""
        ring = sp.ring([str(s) for s in self.symbols] or ["unit"], sp.QQ)[0]
        names = {s: sp.Symbol(str(s)) for s in self.symbols}
        if len(set(names.values())) < len(names):
            raise Unproved("two symbols have the same name")

        def element(p: Any) -> Any:
            return ring.from_expr(sp.expand(p).xreplace(names))

        try:
            constraints = [
                Constraint(element(p), s) for p, s in self.constraints if p.free_symbols or p < 0
            ]
            claim = Constraint(element(e), strict)
            equalities = [element(p) for p in self.equalities]
        except (ValueError, sp.CoercionFailed) as error:
            raise Unproved(f"not polynomial: {error}") from error
        return self.ledger.certify(ring, constraints, claim, equalities, self.options)


def _separated(top: Any) -> tuple[list[Any], Any]:
    """The bases of the factors b^e whose exponent is no natural number, and the other factors. Such
    a power is positive where b is, and of no other sign is anything known."""
    if not any(_is_odd_power(p) for p in top.atoms(sp.Pow)):
        return [], top
    factors = sp.Mul.make_args(sp.factor_terms(top))
    powers = [f.base for f in factors if _is_odd_power(f)]
    return powers, sp.Mul(*(f for f in factors if not _is_odd_power(f)))


def _is_odd_power(e: Any) -> bool:
    return isinstance(e, sp.Pow) and not (e.exp.is_Integer and e.exp > 0) and not e.base.is_Number


def _pieces(top: Any) -> tuple[Any, list[tuple[Any, int]]]:
    """The constant factor, and the others with their multiplicities, which are whole numbers."""
    try:
        constant, pieces = sp.factor_list(top)
    except TypeError:  # sympy orders factors by exponents that it cannot compare
        raise Unproved(f"not polynomial: {top}") from None
    if not all(isinstance(k, int) or k.is_Integer for _, k in pieces):
        raise Unproved(f"not polynomial: {top}")
    return constant, [(f, int(k)) for f, k in pieces]


@cache
def _is_polynomial(e: Any) -> bool:
    return bool(e.is_polynomial(*e.free_symbols))


def _simplest_first(condition: Any) -> tuple[int, str]:
    return len(condition.free_symbols), str(condition)


@cache
def _normal(h: Any) -> tuple[Any, Any, bool]:
    """A comparison with zero as numerator, denominator and strictness."""
    gap, strict = (h.lhs - h.rhs, False) if isinstance(h, sp.Eq) else sided(h)
    return (*sp.fraction(sp.cancel(gap)), strict)


@cache
def _awkward(h: Any) -> int:
    """Polynomial hypotheses first, quotients after them."""
    if h in (sp.true, sp.false):
        return 0
    return int(bool(sp.fraction(sp.together(h.lhs - h.rhs))[1].free_symbols))


def eliminate(given: list[Any]) -> tuple[list[tuple[Any, Any]], list[Any]]:
    """Use equalities that are linear in a variable with a constant slope to eliminate it."""
    substitution: list[tuple[Any, Any]] = []
    rest = list(given)
    for h in given:
        if not isinstance(h, sp.Eq):
            continue
        top = sp.expand((h.lhs - h.rhs).subs(substitution))
        for s in sorted(top.free_symbols, key=str):
            if top.is_polynomial(s) and sp.degree(top, s) == 1:
                slope = top.coeff(s, 1)
                if not slope.free_symbols and not s.is_positive and not s.is_nonnegative:
                    value = sp.expand(-(top - slope * s) / slope)
                    substitution = [(a, sp.expand(b.subs(s, value))) for a, b in substitution]
                    substitution.append((s, value))
                    rest.remove(h)
                    break
    return substitution, rest


def sided(relation: Any) -> tuple[Any, bool]:
    """lhs >= rhs as (lhs - rhs, strict)."""
    if isinstance(relation, (sp.StrictLessThan, sp.LessThan)):
        relation = relation.reversed
    return relation.lhs - relation.rhs, isinstance(relation, sp.StrictGreaterThan)
