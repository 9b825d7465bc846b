"""An algebraic h cut into stretches on which it is one analytic expression.

Min, Max, Abs, Piecewise, denominators and radicands change their branch or their domain only at
roots of finitely many switch functions; these are found exactly, innermost first.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy
from flint import fmpz_mpoly

from rropt.exact.precision import working_precision
from rropt.strict.algebraic_numbers import (
    BOTTOM,
    FINER,
    ONE_ROOT,
    ZERO_ROOT,
    DefiningEquations,
    RealRoot,
    Undecided,
    in_order,
    is_level,
    level_points,
    root_inside,
    values_at,
)
from rropt.strict.evaluate import BRANCHING, P, compile_expression, truth
from rropt.strict.real_intervals import RealInterval, Undefined, UndefinedAt

Sign = Callable[[sympy.Expr], int]


@dataclass(frozen=True)
class Stretch:
    """h is `expression` strictly between two points; no switch of it changes its sign there."""

    left: RealRoot
    right: RealRoot
    expression: sympy.Expr

    @property
    def middle(self) -> Fraction:
        """A rational inside, with a short name where there is one."""
        return rational_between(self.left, self.right)

    def equations(self) -> DefiningEquations:
        return DefiningEquations(self.middle)

    def equation(self) -> fmpz_mpoly:
        return self.equations().of(self.expression)

    def between(self, points: Iterable[RealRoot]) -> list[RealRoot]:
        """The points strictly inside, from left to right, each once."""
        return in_order(p for p in points if self.left.before(p) and p.before(self.right))


def rational_between(left: RealRoot, right: RealRoot) -> Fraction:
    if not left.before(right):
        raise Undecided("two points that are one")
    bits = next(b for b in FINER if left.bounds(b)[1] < right.bounds(b)[0])
    low = left.bounds(bits)[1]
    high = right.bounds(bits)[0]
    centre = (low + high) / 2
    limit = 4
    # The shortest name of a number between: digits of it are multiplied in all that follows.
    while not low < (short := centre.limit_denominator(limit)) < high:
        limit *= 4
    return short


@lru_cache(maxsize=64)
def stretches(h: sympy.Expr) -> tuple[Stretch, ...]:
    """The stretches of h on (0, 1), from left to right.

    >>> [one.expression for one in stretches(sympy.Min(1, 2 * P))]
    [2*p, 1]
    """
    done: list[Stretch] = []
    pending = [(Stretch(ZERO_ROOT, ONE_ROOT, h), frozenset[sympy.Expr]())]
    while pending:
        one, settled = pending.pop()
        switches = _switches(one.expression) - settled
        # A switch is cut by once all that it is made of keeps its sign: only then is it analytic.
        ready = {f for f in switches if _switches(f) <= settled | {f}}
        if ready:
            parts = _cut(one, ready)
            pending += [(part, settled | ready) for part in reversed(parts)]
        elif one.expression.has(*BRANCHING):
            chosen = _resolved_once(one.expression, _sign_inside(one))
            # No condition of a Piecewise holds here: h is not defined on the whole stretch.
            if chosen.has(sympy.nan):
                raise UndefinedAt(one.middle)
            pending.append((Stretch(one.left, one.right, chosen), settled))
        else:
            done.append(one)
    return tuple(done)


def _cut(one: Stretch, switches: Iterable[sympy.Expr]) -> list[Stretch]:
    """The stretch cut at every root of the switches."""
    equations = one.equations()
    roots: list[RealRoot] = []
    for switch in switches:
        roots += level_points(equations.of(switch), BOTTOM)
    ends = [one.left, *one.between(roots), one.right]
    return [Stretch(left, right, one.expression) for left, right in itertools.pairwise(ends)]


def _switches(expression: sympy.Expr) -> frozenset[sympy.Expr]:
    """Functions without branches whose roots are the only places where branch or domain change."""
    found: set[sympy.Expr] = set()
    for node in sympy.preorder_traversal(expression):
        if isinstance(node, (sympy.Min, sympy.Max)):
            found |= {a - b for a, b in itertools.combinations(node.args, 2)}
        elif isinstance(node, sympy.Abs):
            found.add(node.args[0])
        elif node.is_Pow and not (node.exp.is_Integer and node.exp > 0):
            found.add(node.base)
        elif node.is_Relational:
            found.add(node.lhs - node.rhs)
    return frozenset(f for f in found if f.has(P) and not f.has(*BRANCHING))


def resolved(expression: sympy.Expr, sign: Sign) -> sympy.Expr:
    """The expression with its branches chosen, innermost first, by the signs of its switches."""
    while expression.has(*BRANCHING):
        expression = _resolved_once(expression, sign)
    return expression


def _resolved_once(expression: sympy.Expr, sign: Sign) -> sympy.Expr:
    nodes = expression.atoms(*BRANCHING)
    innermost = [node for node in nodes if not sympy.Tuple(*node.args).has(*BRANCHING)]
    return expression.xreplace({node: _branch(node, sign) for node in innermost})


def _branch(node: Any, sign: Sign) -> sympy.Expr:
    def signed(difference: sympy.Expr) -> RealInterval:
        return RealInterval.of(Fraction(sign(difference)))

    if isinstance(node, sympy.Piecewise):
        cases = (value for value, condition in node.args if truth(condition, signed))
        return next(cases, sympy.nan)
    if isinstance(node, sympy.Abs):
        return node.args[0] if sign(node.args[0]) >= 0 else -node.args[0]
    best, *others = node.args
    wanted = 1 if isinstance(node, sympy.Max) else -1
    for other in others:
        if sign(other - best) == wanted:
            best = other
    return best


def _sign_inside(one: Stretch) -> Sign:
    """The sign that a switch keeps on a stretch; 0 where it vanishes identically."""
    equations = one.equations()
    middle = RealRoot.of(one.middle)

    def sign(switch: sympy.Expr) -> int:
        if is_level(equations.of(switch), BOTTOM):
            return 0
        return _sign_at(switch, middle) or 0

    return sign


def written_at_cut(h: sympy.Expr, right: Stretch) -> sympy.Expr:
    """What h is at the left end of a stretch; the same expression if h cannot jump."""
    if not h.has(sympy.Piecewise):
        return right.expression
    return resolved(h, sign_at_point(right.left, right.equations()))


def sign_at_point(point: RealRoot, equations: DefiningEquations) -> Sign:
    """The sign of a function at an algebraic point, zero decided by its equation there."""

    def sign(switch: sympy.Expr) -> int:
        found = _sign_at(switch, point)
        if found is not None:
            return found
        function = compile_expression(switch)
        values = values_at(equations.of(switch), point)
        # Enclosures never show zero: the equation names candidates, and zero must be the one.
        if root_inside(values, lambda: function(point.interval())) != ZERO_ROOT:
            raise Undecided(f"the sign of {switch}")
        return 0

    return sign


def _sign_at(switch: sympy.Expr, point: RealRoot) -> int | None:
    function = compile_expression(switch)
    for bits in FINER:
        with working_precision(bits):
            try:
                found = function(point.interval()).sign
            except Undefined:
                raise UndefinedAt(point.bounds()[0]) from None
        if found is not None:
            return found
    return None
