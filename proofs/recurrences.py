"""Powers, sums, products and factorials that grow with an integer n, as states with a step.

b^(n+1) = b b^n,   (n+c+1)! = (n+c+1) (n+c)!,   sum_(i <= n+1) f = sum_(i <= n) f + f(n+1)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import sympy as sp

GROWING = (sp.Pow, sp.factorial, sp.Sum, sp.Product)


class NoRecurrence(Exception):
    """Something grows with n in another way."""


@dataclass
class Recurrences:
    """The states that stand for what was met, each with its value at the start and its step."""

    n: sp.Symbol
    start: int
    taken: frozenset[str]
    states: dict[Any, sp.Symbol] = field(default_factory=dict)
    first: dict[sp.Symbol, Any] = field(default_factory=dict)
    step: dict[sp.Symbol, Any] = field(default_factory=dict)

    def stated(self, e: Any) -> Any:
        """The expression or relation with a state for everything that grows.

        >>> n = sp.Symbol("n", integer=True)
        >>> own = Recurrences(n, 0, frozenset())
        >>> own.stated(2 ** (n + 1) >= n)
        2*state_1 >= n
        >>> own.first, own.step
        ({state_1: 1}, {state_1: 2*state_1})
        """
        if self.n not in e.free_symbols or e == self.n:
            return e
        if isinstance(e, sp.Pow) and self.n in e.exp.free_symbols:
            return self._power(e)
        if isinstance(e, sp.factorial):
            return self._factorial(e)
        if isinstance(e, (sp.Sum, sp.Product)):
            return self._range(e)
        if isinstance(e, sp.Pow) and not e.exp.is_Integer:
            raise NoRecurrence(str(e))
        known = (sp.Add, sp.Mul, sp.Pow, sp.core.relational.Relational, sp.And, sp.Or)
        if not isinstance(e, known):
            raise NoRecurrence(str(e))
        return e.func(*map(self.stated, e.args))

    def _power(self, e: Any) -> Any:
        """b^(a n + c) = b^c (b^n)^a."""
        slope, rest = self._linear(e.exp)
        if self.n in e.base.free_symbols:
            raise NoRecurrence(str(e))
        whole = e.base**self.n
        state = self._state(whole, e.base**self.start)
        self.step[state] = e.base * state
        return e.base**rest * state**slope

    def _factorial(self, e: Any) -> Any:
        """Of n and what is added to it."""
        slope, _ = self._linear(e.args[0])
        if slope != 1:
            raise NoRecurrence(str(e))
        state = self._state(e, e.subs(self.n, self.start))
        self.step[state] = (e.args[0] + 1) * state
        return state

    def _range(self, e: Any) -> Any:
        """A sum or product up to n and what is added to it."""
        if len(e.limits) > 1:
            raise NoRecurrence(str(e))
        ((i, low, high),) = e.limits
        slope, _ = self._linear(high)
        if slope != 1 or self.n in e.function.free_symbols | low.free_symbols:
            raise NoRecurrence(str(e))
        state = self._state(e, e.subs(self.n, self.start).doit())
        if state not in self.step:
            more = self.stated(e.function.subs(i, high + 1))
            self.step[state] = state + more if isinstance(e, sp.Sum) else state * more
        return state

    def _linear(self, e: Any) -> tuple[Any, Any]:
        """a and c of a n + c, an integer a."""
        slope = sp.expand(e).coeff(self.n, 1)
        rest = sp.expand(e - slope * self.n)
        if not slope.is_Integer or self.n in rest.free_symbols:
            raise NoRecurrence(str(e))
        return slope, rest

    def _state(self, whole: Any, first: Any) -> sp.Symbol:
        if whole not in self.states:
            name = f"state_{len(self.states) + 1}"
            while name in self.taken:
                name += "_"
            self.states[whole] = sp.Symbol(name)
            self.first[self.states[whole]] = first
        return self.states[whole]
