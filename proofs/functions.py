"""Functions as cases and variables: what a claim about polynomials can be asked instead.

| function | what stands for it |
|---|---|
| abs, sign, Min, Max | its cases |
| floor, ceiling | an integer k with k <= x < k + 1 |
| exp(u) | E > 0 with E >= 1 + u and E (1 - u) <= 1 |
| log(a), a > 0 | L with L <= a - 1 and a L >= a - 1 |

Two exponentials have E_u >= E_v (1 + u - v), two logarithms b (L_a - L_b) <= a - b: the tangents,
which are the lemmas `log-tangent` and `exponential` of the kernel at u - v and a / b.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import lcm
from typing import Any

import sympy as sp

STEPPED = (sp.Abs, sp.sign, sp.Min, sp.Max)
FLOORS = (sp.floor, sp.ceiling)
CURVED = (sp.exp, sp.log)


def cases(statements: Sequence[Any]) -> list[tuple[Any, Any, Any]] | None:
    """Of an innermost absolute value, sign, minimum or maximum: each condition, what it is and what
    it is equal to there; None where there is none.

    >>> x = sp.Symbol("x")
    >>> cases([sp.Abs(x) >= x])
    [(x >= 0, Abs(x), x), (0 >= x, Abs(x), -x)]
    """
    found = sorted(set().union(*(s.atoms(*STEPPED) for s in statements)), key=sp.default_sort_key)
    inner = [f for f in found if not any(part.has(*STEPPED) for part in f.args)]
    if not inner:
        return None
    f, parts = inner[0], inner[0].args
    if isinstance(f, sp.Abs):
        return [(_above(parts[0], 0), f, parts[0]), (_above(0, parts[0]), f, -parts[0])]
    if isinstance(f, sp.sign):
        over, under = _strictly(parts[0], 0), _strictly(0, parts[0])
        equal = sp.Eq(parts[0], 0, evaluate=False)
        return [(over, f, sp.S.One), (under, f, -sp.S.One), (equal, f, sp.S.Zero)]
    return [(_extreme(f, part), f, part) for part in parts]


def _extreme(f: Any, part: Any) -> Any:
    others = [other for other in f.args if other != part]
    highest = isinstance(f, sp.Max)
    sides = [_above(part, other) if highest else _above(other, part) for other in others]
    return sp.And(*sides, evaluate=False) if len(sides) > 1 else sides[0]


def _above(a: Any, b: Any) -> Any:
    return sp.GreaterThan(a, b, evaluate=False)


def _strictly(a: Any, b: Any) -> Any:
    return sp.StrictGreaterThan(a, b, evaluate=False)


def replaced(statement: Any, function: Any, value: Any) -> Any:
    """The statement with the value for the function, not evaluated to a truth value."""
    if isinstance(statement, sp.core.relational.Relational):
        left, right = (side.xreplace({function: value}) for side in statement.args)
        return statement.func(left, right, evaluate=False)
    if isinstance(statement, sp.logic.boolalg.BooleanFunction):
        parts = [replaced(part, function, value) for part in statement.args]
        return statement.func(*parts, evaluate=False)
    return statement


def floors(statements: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """The statements with integers for floors and ceilings, and what is known of them."""
    now = list(statements)
    known: list[Any] = []
    number = 0
    while True:
        found = sorted(set().union(*(s.atoms(*FLOORS) for s in now)), key=sp.default_sort_key)
        inner = [f for f in found if not any(part.has(*FLOORS) for part in f.args)]
        if not inner:
            return now, known
        number += 1
        f, a = inner[0], inner[0].args[0]
        k = sp.Symbol(_unused(f"floor_{number}", now), integer=True)
        known += [k <= a, a < k + 1] if isinstance(f, sp.floor) else [a <= k, k < a + 1]
        now = [replaced(s, f, k) for s in now]
        known = [replaced(s, f, k) for s in known]


def _unused(name: str, statements: Sequence[Any]) -> str:
    taken = {str(s) for statement in statements for s in statement.free_symbols}
    while name in taken:
        name += "_"
    return name


@dataclass
class Curves:
    """Variables for exponentials and logarithms, with their tangents."""

    taken: Sequence[Any]
    exponents: dict[Any, sp.Symbol] = field(default_factory=dict)
    arguments: dict[Any, sp.Symbol] = field(default_factory=dict)

    def stated(self, statement: Any) -> Any:
        """The statement in the variables."""
        for f in sorted(statement.atoms(*CURVED), key=lambda f: (len(f.atoms(*CURVED)), str(f))):
            statement = replaced(statement, f, self._variable(f))
        return statement

    def _variable(self, f: Any) -> Any:
        if isinstance(f, sp.log):
            return self._logarithm(f.args[0])
        return sp.prod([self._power(term) for term in sp.Add.make_args(sp.expand(f.args[0]))])

    def _power(self, term: Any) -> Any:
        """exp(c m) as a power of the variable of exp(m / d)."""
        factor, rest = term.as_coeff_Mul()
        if not factor.is_Rational:
            factor, rest = sp.S.One, term
        unit = self.unit(rest)
        return self._named(self.exponents, rest / unit, "exp_") ** (factor * unit)

    def unit(self, rest: Any) -> int:
        """The least number that makes every exponent of this kind whole."""
        found = [f for s in self.taken for f in s.atoms(sp.exp)]
        terms = [t for f in found for t in sp.Add.make_args(sp.expand(f.args[0]))]
        own = [c for c, other in (t.as_coeff_Mul() for t in terms) if other == rest]
        return lcm(1, *(int(c.q) for c in own if c.is_Rational))

    def _logarithm(self, a: Any) -> Any:
        return self._named(self.arguments, a, "log_")

    def _named(self, places: dict[Any, sp.Symbol], key: Any, start: str) -> sp.Symbol:
        if key not in places:
            places[key] = sp.Symbol(_unused(f"{start}{len(places) + 1}", self.taken))
        return places[key]

    def tangents(self) -> Iterator[Any]:
        """What is true of the variables."""
        for u, e in self.exponents.items():
            yield from (e > 0, e >= 1 + u, e * (1 - u) <= 1)
        for a, name in self.arguments.items():
            yield from (name <= a - 1, a * name >= a - 1)
        for (u, e), (v, f) in permutations(self.exponents.items(), 2):
            yield e >= f * (1 + u - v)
        for (a, name), (b, other) in permutations(self.arguments.items(), 2):
            yield b * (name - other) <= a - b


def expanded(statement: Any, positive: set[Any]) -> Any:
    """Logarithms of products and powers as sums, where the factors are known to be positive, and
    logarithms of exponentials and the reverse taken away."""

    def opened(f: Any) -> Any:
        a = sp.factor(f.args[0])
        if isinstance(a, sp.exp):
            return a.args[0]
        pairs = [p.as_base_exp() for p in sp.Mul.make_args(a)]
        if len(pairs) == 1 and pairs[0][1] == 1:
            return f
        if all(base in positive or (base.is_number and base > 0) for base, _ in pairs):
            return sp.Add(*(power * sp.log(base) for base, power in pairs))
        return f

    for f in sorted(statement.atoms(sp.log), key=str):
        statement = replaced(statement, f, opened(f))
    return statement


def bases(statements: Sequence[Any]) -> list[Any]:
    """The factors of what stands under logarithms."""
    found: dict[Any, None] = {}
    for f in sorted(set().union(*(s.atoms(sp.log) for s in statements)), key=str):
        for part in sp.Mul.make_args(sp.factor(f.args[0])):
            base = part.as_base_exp()[0]
            if not base.is_number and not isinstance(base, sp.exp):
                found[base] = None
    return list(found)
