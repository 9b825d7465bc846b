"""Prove `hypotheses => conclusion` for polynomial and rational statements over the reals.

The statement is taken apart into leaves `polynomial >= 0` (or `> 0`, `= 0`): conjunctions are
proved one by one, a disjunction by assuming that the other parts fail, a quotient by
certifying the sign of its denominator, a product by the signs of its factors. Each leaf is
settled by expansion to zero, by the sign of a constant, or by a polynomial certificate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import sympy as sp

from .attack import feasible
from .context import Context, sided
from .ledger import DEFAULT, Ledger, Options, Unproved
from .quotients import vanishes


@dataclass(frozen=True)
class Prover:
    """One proof attempt."""

    ledger: Ledger
    options: Options = DEFAULT

    def prove(self, given: Sequence[Any], goal: Any) -> None:
        """Raise Unproved unless the goal follows from the hypotheses for all real values."""
        for case in _cases(flat([*given, *assumed([*given, goal])]), self.options.splits):
            self._case(case, goal)

    def _case(self, given: list[Any], goal: Any) -> None:
        symbols = sorted(set().union(*(h.free_symbols for h in given)), key=str)
        empty = given and feasible(tuple(symbols), tuple(given)) is None
        if not (empty and self._tries(lambda: self._absurd(given))):
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
            for a, b in permutations(goal.args, 2):
                self.prove([*given, a], b)
        elif isinstance(goal, sp.Or) and any(isinstance(p, sp.And) for p in goal.args):
            self._goal(given, sp.to_cnf(goal))
        elif isinstance(goal, (sp.Or, sp.Ne)):
            self._either(given, parts_of(goal))
        elif isinstance(goal, sp.Not):
            self._goal(given, without_negations(goal))
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
        context = Context.build(self.ledger, self.options, given, sp.Integer(-1))
        denied = [-top for top, strict in context.constraints if strict]
        if not any(context.certifies(e, False) for e in (sp.Integer(-1), *denied)):
            raise Unproved("the hypotheses were not shown to be contradictory")

    def _comparison(self, given: list[Any], goal: Any) -> None:
        if isinstance(goal, sp.Eq):
            self._equality(given, goal)
            return
        gap, strict = sided(goal)
        context = Context.build(self.ledger, self.options, given, sp.Tuple(goal.lhs, goal.rhs))
        context.defined(goal.lhs)
        context.defined(goal.rhs)
        context.sign(context.reduce(gap), strict)

    def _equality(self, given: list[Any], goal: Any) -> None:
        context = Context.build(self.ledger, self.options, given, sp.Tuple(goal.lhs, goal.rhs))
        context.defined(goal.lhs)
        context.defined(goal.rhs)
        difference = context.reduce(goal.lhs - goal.rhs)
        if context.value(difference) not in (None, 0):
            raise Unproved(f"{difference} is not zero")
        if vanishes(difference):
            self.ledger.kinds.add("identity")
            return
        top, _ = sp.fraction(sp.cancel(difference))
        if sp.expand(top) == 0 or expands_to_zero(difference):
            self.ledger.kinds.add("identity")
            return
        context.sign(top, False)
        context.sign(-top, False)


def expands_to_zero(difference: Any) -> bool:
    """Expansion to zero for powers with symbolic exponents, where cancelling is not enough."""
    if difference.is_rational_function():
        return False
    return sp.expand(difference) == 0 or sp.powsimp(difference) == 0


def without_negations(statement: Any) -> Any:
    """The statement with its negations drawn into the comparisons.

    >>> x = sp.Symbol("x")
    >>> without_negations(sp.Not(x < 0, evaluate=False))
    x >= 0
    """
    inward = sp.to_nnf(statement, simplify=False)
    return inward.replace(_denies_comparison, lambda e: e.args[0].negated)


def _denies_comparison(e: Any) -> bool:
    return isinstance(e, sp.Not) and isinstance(e.args[0], sp.core.relational.Relational)


def parts_of(goal: Any) -> list[Any]:
    if isinstance(goal, sp.Ne):
        return [goal.lhs > goal.rhs, goal.lhs < goal.rhs]
    return list(goal.args)


def flat(given: Sequence[Any]) -> list[Any]:
    """Hypotheses as a list without conjunctions and negations."""
    out: list[Any] = []
    for h in given:
        h = without_negations(h) if isinstance(h, (sp.Not, sp.Implies)) else h
        if isinstance(h, sp.And):
            out += flat(h.args)
        elif h != sp.true:
            out.append(h)
    return out


def assumed(statements: Sequence[Any]) -> list[Any]:
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
            rest = given[:k] + given[k + 1 :]
            for part in parts_of(h):
                yield from _cases(flat([*rest, part]), ())
            return
    yield given
