"""Statements about every integer n from a start on, by the lemma `fold`.

What grows with n is a state (`proofs.recurrences`). The statement, with what is known of the signs
and sizes of the states, holds at the start and is kept by a step; both are goals about real
numbers, decided by all methods. A step that fails refutes nothing: it may start where no n leads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

import sympy as sp

from ..attack import counterexample
from ..ledger import Ledger, Unproved
from ..recurrences import GROWING, NoRecurrence, Recurrences
from ..written import defined, domain, settled
from .base import Goal
from .rules import fold
from .universal import Holds, mutants

TRIED = 8  # values of n at which the statement is attacked
MOST_START = 100


@dataclass(frozen=True)
class Induction(Goal):
    """`conclusion` for all integers n >= start, wherever the hypotheses hold."""

    conclusion: Any
    hypotheses: tuple[Any, ...]
    n: sp.Symbol
    start: int
    label: str = ""
    name: ClassVar[str] = "fold"  # the lemma

    def attack(self) -> Any:
        for value in range(self.start, self.start + TRIED):
            point = self._failing(value)
            if point is not None:
                at = {str(s): str(v) for s, v in sorted(point.items(), key=str)}
                shown = {**at, str(self.n): str(value)}
                return {"at": shown, "fails": self.label or str(self.conclusion)}
        return None

    def _failing(self, value: int) -> Any:
        """A point at which the statement fails for this n, if one is met."""
        conclusion = self._at(value)
        if conclusion in (sp.true, sp.false):
            return None if conclusion == sp.true else {}
        symbols = sorted(self._others(), key=str)
        return counterexample(symbols, list(self.hypotheses), conclusion)

    def _at(self, value: int) -> Any:
        """The statement for this n, which is false where it is undefined."""
        try:
            parts = [c.subs(self.n, value).doit() for c in self._asked()]
        except TypeError:
            return sp.false
        return sp.And(*parts, evaluate=False) if len(parts) > 1 else parts[0]

    def _asked(self) -> list[Any]:
        """That the statement is defined, and what it says."""
        return [*domain(self.conclusion), settled(self.conclusion)]

    def _others(self) -> set[sp.Symbol]:
        free = self.conclusion.free_symbols.union(*(h.free_symbols for h in self.hypotheses))
        return free - {self.n}

    def replays(self, witness: Any) -> bool:
        values = {s: Fraction(v) for s in self._others() if (v := witness["at"].get(str(s)))}
        at = int(witness["at"][str(self.n)])
        conclusion = self._at(at)
        if conclusion == sp.false:
            return at >= self.start
        goal = Holds(conclusion, self.hypotheses)
        text = {str(s): str(v) for s, v in values.items()}
        return at >= self.start and goal.replays({"at": text})

    def prove(self, ledger: Ledger) -> None:
        for condition in domain(self.conclusion):
            given = (*defined(self.hypotheses), self.n >= self.start)
            Holds(condition, given, by="any").prove(ledger)
        own = self._recurrences()
        invariant = own.stated(settled(self.conclusion))
        known = [own.n >= self.start, *self._known(own)]
        steps = {s: (own.first[s], own.step[s]) for s in own.first}
        steps[own.n] = (sp.Integer(self.start), own.n + 1)
        parts = [part for part in (*known, invariant) if part != sp.true]
        whole = fold(steps, sp.And(*parts, evaluate=False), fixed=self.hypotheses, by="any")
        try:
            whole.prove(ledger)
        except Unproved as stop:
            raise Unproved(f"the induction on {self.n} stops: {stop}") from None

    def _recurrences(self) -> Recurrences:
        names = frozenset(map(str, self._others()))
        own = Recurrences(self.n, self.start, names)
        try:
            own.stated(settled(self.conclusion))
        except NoRecurrence as other:
            raise Unproved(f"no recurrence in {self.n}: {other}") from None
        return own

    def _known(self, own: Recurrences) -> Iterator[Any]:
        """Of each state the first fact that its recurrence keeps by itself."""
        for state in own.first:
            for fact in (state >= 1, state > 0, state >= 0):
                if self._keeps(fact, state, own):
                    yield fact
                    break

    def _keeps(self, fact: Any, state: sp.Symbol, own: Recurrences) -> bool:
        """Whether the fact holds at the start and after each step, by a certificate."""
        step = own.step[state]
        if step.free_symbols & (own.first.keys() - {state}):
            return False
        steps = {state: (own.first[state], step)}
        try:
            fold(steps, fact, own.n >= self.start, fixed=self.hypotheses).prove(Ledger())
        except Unproved:
            return False
        return True

    def near_misses(self) -> list[Goal]:
        variants = [replace(self, conclusion=c) for c in mutants(self.conclusion, ())]
        return [v for v in variants if v.attack() is not None]


def induction(conclusion: Any, *given: Any, label: str = "") -> Induction | None:
    """The statement by induction on the integer that something in it grows with, if there is one.

    >>> n, x = sp.Symbol("n", integer=True), sp.Symbol("x")
    >>> goal = induction((1 + x) ** n >= 1 + n * x, x >= -1, n >= 0)
    >>> goal.n, goal.start, goal.hypotheses
    (n, 0, (x >= -1,))
    """
    for n in sorted(_growing(conclusion), key=str):
        others = tuple(h for h in given if n not in sp.sympify(h).free_symbols)
        start = _start(n, [h for h in given if h not in others])
        if start is not None:
            _refuse_empty_ranges(conclusion, n, start)
            return Induction(conclusion, others, n, start, label)
    return None


def _refuse_empty_ranges(conclusion: Any, n: sp.Symbol, start: int) -> None:
    """A sum that ends before it begins is zero to readers, and minus what lies between to sympy."""
    for part in conclusion.atoms(sp.Sum, sp.Product):
        for _, low, high in part.limits:
            first = (high - low).subs(n, start)
            if n in high.free_symbols and not (first >= -1) == sp.true:
                raise ValueError(f"{part} may end before it begins at {n} = {start}")


def _growing(conclusion: Any) -> set[sp.Symbol]:
    """The integers that exponents, factorials and ends of sums contain."""
    found: set[sp.Symbol] = set()
    for part in conclusion.atoms(*GROWING):
        within = part.exp if isinstance(part, sp.Pow) else part
        found |= {s for s in within.free_symbols if s.is_integer}
    return found


def _start(n: sp.Symbol, bounds: list[Any]) -> int | None:
    """The least n: from the bounds n >= c or n > c alone, or the sign of the symbol."""
    lows = [1] if n.is_positive else [0] if n.is_nonnegative else []
    for bound in bounds:
        if not (isinstance(bound, (sp.GreaterThan, sp.StrictGreaterThan)) and bound.lhs == n):
            return None
        if not bound.rhs.is_Integer or abs(bound.rhs) > MOST_START:
            return None
        lows.append(int(bound.rhs) + isinstance(bound, sp.StrictGreaterThan))
    return max(lows, default=None)
