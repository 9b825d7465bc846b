"""Prove `hypotheses => conclusion` for polynomial and rational statements over the reals.

The statement is taken apart into leaves `polynomial >= 0` (or `> 0`, `= 0`): conjunctions are
proved one by one, a disjunction by assuming that the other parts fail, a quotient by
certifying the sign of its denominator, a product by the signs of its factors. Each leaf is
settled by expansion to zero, by the sign of a constant, or by a polynomial certificate.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Iterator, Sequence

import sympy as sp

from .attack import Point, feasible
from .certificates import Constraint, monomials, search, verified
from .exactly import NotRational, evaluate


class Unproved(Exception):
    """No proof was found; says where it stopped."""


@dataclass
class Ledger:
    """The evidence of one proof: certificates are appended when searching, and taken from the
    stored list, checked against the claim at hand, when replaying."""

    stored: list[dict[str, Any]] | None = None
    evidence: list[dict[str, Any]] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    taken: int = 0

    def certify(self, ring: Any, constraints: Sequence[Constraint], claim: Constraint,
                equalities: Sequence[Any], options: Options) -> bool:
        if self.stored is not None:
            found = self._next(ring, constraints, claim, equalities)
        else:
            found = search(ring, constraints, claim, equalities, options.ring_squares(ring),
                           options.degree, options.multiply)
        if found is None:
            return False
        self.evidence.append(found)
        self.kinds.add("polynomial")
        return True

    def _next(self, ring: Any, constraints: Sequence[Constraint], claim: Constraint,
              equalities: Sequence[Any]) -> dict[str, Any] | None:
        if self.taken >= len(self.stored or ()):
            return None
        found = (self.stored or [])[self.taken]
        same = (found.get("claim") == _stated(claim)
                and found.get("constraints") == [_stated(c) for c in constraints]
                and found.get("equalities") == [monomials(e) for e in equalities]
                and found.get("variables") == [str(g) for g in ring.gens])
        if not (same and verified(found)):
            return None
        self.taken += 1
        return found


def _stated(c: Constraint) -> dict[str, Any]:
    return {"polynomial": monomials(c.polynomial), "strict": c.strict}


@dataclass(frozen=True)
class Options:
    """How far a certificate search goes."""

    degree: int = 4
    squares: tuple[Any, ...] = ()
    multiply: bool = False
    splits: tuple[Any, ...] = ()

    def ring_squares(self, ring: Any) -> list[Any]:
        names = {str(g) for g in ring.gens}
        return [ring.from_expr(sp.expand(s)) for s in self.squares
                if {str(v) for v in s.free_symbols} <= names]


@dataclass(frozen=True)
class Prover:
    """One proof attempt."""

    ledger: Ledger
    options: Options = Options()

    def prove(self, given: Sequence[Any], goal: Any) -> None:
        """Raise Unproved unless the goal follows from the hypotheses for all real values."""
        for case in _cases(_flat([*given, *_assumed([*given, goal])]), self.options.splits):
            self._case(case, goal)

    def _case(self, given: list[Any], goal: Any) -> None:
        symbols = sorted(set().union(*(h.free_symbols for h in given)), key=str)
        if given and feasible(tuple(symbols), tuple(given)) is None:
            if self._tries(lambda: self._absurd(given)):
                return
        self._goal(given, goal)

    def _goal(self, given: list[Any], goal: Any) -> None:
        if goal == sp.true:
            return
        if isinstance(goal, sp.And):
            for part in goal.args:
                self._goal(given, part)
        elif isinstance(goal, sp.Implies):
            self.prove([*given, goal.args[0]], goal.args[1])
        elif isinstance(goal, sp.Equivalent):
            a, b = goal.args
            self.prove([*given, a], b)
            self.prove([*given, b], a)
        elif isinstance(goal, sp.Or) and any(isinstance(p, sp.And) for p in goal.args):
            self._goal(given, sp.to_cnf(goal))
        elif isinstance(goal, (sp.Or, sp.Ne)):
            self._either(given, _parts(goal))
        elif isinstance(goal, sp.Not):
            self._goal(given, sp.to_nnf(goal, simplify=False))
        elif goal == sp.false:
            self._absurd(given)
        else:
            self._comparison(given, goal)

    def _either(self, given: list[Any], parts: list[Any]) -> None:
        for k, part in enumerate(parts):
            others = [sp.Not(p) for i, p in enumerate(parts) if i != k]
            if self._tries(lambda part=part, others=others: self.prove([*given, *others], part)):
                return
        raise Unproved(f"no part of {sp.Or(*parts)} could be proved")

    def _tries(self, attempt: Any) -> bool:
        try:
            attempt()
            return True
        except Unproved:
            return False

    def _absurd(self, given: list[Any]) -> None:
        """The hypotheses contradict each other: -1 >= 0, or -s >= 0 for a hypothesis s > 0."""
        context = Context.build(self, given, sp.Integer(-1))
        denied = [-top for top, strict in context.constraints if strict]
        if not any(context.certifies(e, False) for e in (sp.Integer(-1), *denied)):
            raise Unproved("the hypotheses were not shown to be contradictory")

    def _comparison(self, given: list[Any], goal: Any) -> None:
        if isinstance(goal, sp.Eq):
            self._equality(given, goal)
            return
        difference, strict = _difference(goal)
        context = Context.build(self, given, difference)
        context.defined(difference)
        context.sign(context.reduce(difference), strict)

    def _equality(self, given: list[Any], goal: Any) -> None:
        context = Context.build(self, given, goal.lhs - goal.rhs)
        context.defined(goal.lhs)
        context.defined(goal.rhs)
        difference = context.reduce(goal.lhs - goal.rhs)
        if context.value(difference) not in (None, 0):
            raise Unproved(f"{difference} is not zero")
        top, _ = sp.fraction(sp.cancel(difference))
        if sp.expand(top) == 0 or _vanishes(difference):
            self.ledger.kinds.add("identity")
            return
        context.sign(top, False)
        context.sign(-top, False)


def _vanishes(difference: Any) -> bool:
    """Expansion to zero for powers with symbolic exponents, where cancelling is not enough."""
    if difference.is_rational_function():
        return False
    return sp.expand(difference) == 0 or sp.powsimp(difference) == 0


def _parts(goal: Any) -> list[Any]:
    if isinstance(goal, sp.Ne):
        return [goal.lhs > goal.rhs, goal.lhs < goal.rhs]
    return list(goal.args)


def _difference(relation: Any) -> tuple[Any, bool]:
    """lhs >= rhs as (lhs - rhs, strict)."""
    if isinstance(relation, (sp.StrictLessThan, sp.LessThan)):
        relation = relation.reversed
    return relation.lhs - relation.rhs, isinstance(relation, sp.StrictGreaterThan)


def _flat(given: Sequence[Any]) -> list[Any]:
    """Hypotheses as a list without conjunctions and negations."""
    out: list[Any] = []
    for h in given:
        h = sp.to_nnf(h, simplify=False) if isinstance(h, (sp.Not, sp.Implies)) else h
        if isinstance(h, sp.And):
            out += _flat(h.args)
        elif h != sp.true:
            out.append(h)
    return out


def _assumed(statements: Sequence[Any]) -> list[Any]:
    """The assumptions carried by the symbols, as hypotheses on neutral comparisons."""
    symbols = sorted(set().union(*(s.free_symbols for s in statements)), key=str)
    found: list[Any] = []
    for s in symbols:
        if s.is_positive:
            found.append(sp.StrictGreaterThan(s, 0, evaluate=False))
        elif s.is_nonnegative:
            found.append(sp.GreaterThan(s, 0, evaluate=False))
    return found


def _cases(given: list[Any], splits: Sequence[Any]) -> Iterator[list[Any]]:
    """Split disjunctions, `!=` and the author's case distinctions into separate cases."""
    if splits:
        for side in (splits[0] >= 0, splits[0] <= 0):
            yield from _cases([*given, side], splits[1:])
        return
    for k, h in enumerate(given):
        if isinstance(h, (sp.Or, sp.Ne)):
            rest = given[:k] + given[k + 1:]
            for part in _parts(h):
                yield from _cases(_flat([*rest, part]), ())
            return
    yield given


@dataclass(frozen=True)
class Context:
    """The polynomial hypotheses of one leaf."""

    prover: Prover
    symbols: tuple[sp.Symbol, ...]
    constraints: tuple[tuple[Any, bool], ...]
    equalities: tuple[Any, ...]
    substitution: tuple[tuple[sp.Symbol, Any], ...]
    sample: Point | None

    @staticmethod
    def build(prover: Prover, given: Sequence[Any], difference: Any) -> Context:
        substitution, rest = _eliminate(list(given))
        sides = [h.subs(substitution) for h in rest]
        symbols = tuple(sorted(set().union(difference.subs(substitution).free_symbols,
                                           *(s.free_symbols for s in sides)), key=str))
        context = Context(prover, symbols, (), (), tuple(substitution), None)
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
        """Every denominator that occurs in the expression has a certified sign."""
        powers = sorted(sp.sympify(e).atoms(sp.Pow), key=str)
        for base in dict.fromkeys(p.base for p in powers if p.exp.is_negative):
            if self.reduce(base).free_symbols:
                self.sign_of(self.reduce(base))
            elif self.reduce(base) == 0:
                raise Unproved(f"{base} is zero in a denominator")

    def sign_of(self, e: Any) -> int:
        """+1 or -1, certified strictly; Unproved if neither."""
        guess = self.value(e)
        for sign in ((1, -1) if guess is None or guess >= 0 else (-1, 1)):
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
        constant, pieces = sp.factor_list(top)
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
        self.prover.ledger.kinds.add("sign")

    def _by_factors(self, odd: list[Any], constant: Any, strict: bool) -> bool:
        """Each factor has a certified sign and the product of the signs is right."""
        if len(odd) == 1:
            return False
        sign = 1 if constant > 0 else -1
        before = len(self.prover.ledger.evidence)
        for f in odd:
            guess = self.value(f)
            own = -1 if guess is not None and guess < 0 else 1
            if guess == 0 and not self.certifies(sp.expand(f), strict):
                own = -1
            if not self.certifies(sp.expand(own * f), strict):
                del self.prover.ledger.evidence[before:]
                return False
            sign *= own
        if sign < 0:
            del self.prover.ledger.evidence[before:]
        return sign > 0

    def certifies(self, e: Any, strict: bool) -> bool:
        """A polynomial certificate of e >= 0 (or > 0) under the constraints."""
        ring = sp.ring([str(s) for s in self.symbols] or ["unit"], sp.QQ)[0]
        names = {s: sp.Symbol(str(s)) for s in self.symbols}

        def element(p: Any) -> Any:
            return ring.from_expr(sp.expand(p).xreplace(names))

        try:
            constraints = [Constraint(element(p), s) for p, s in self.constraints
                           if p.free_symbols or p < 0]
            claim = Constraint(element(e), strict)
            equalities = [element(p) for p in self.equalities]
        except (ValueError, sp.CoercionFailed) as error:
            raise Unproved(f"not polynomial: {error}") from error
        return self.prover.ledger.certify(ring, constraints, claim, equalities,
                                          self.prover.options)


@lru_cache(maxsize=None)
def _normal(h: Any) -> tuple[Any, Any, bool]:
    """A comparison with zero as numerator, denominator and strictness."""
    difference, strict = (h.lhs - h.rhs, False) if isinstance(h, sp.Eq) else _difference(h)
    return (*sp.fraction(sp.cancel(difference)), strict)


@lru_cache(maxsize=None)
def _awkward(h: Any) -> int:
    """Polynomial hypotheses first, quotients after them."""
    if h in (sp.true, sp.false):
        return 0
    return int(bool(sp.fraction(sp.together(h.lhs - h.rhs))[1].free_symbols))


def _eliminate(given: list[Any]) -> tuple[list[tuple[Any, Any]], list[Any]]:
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
