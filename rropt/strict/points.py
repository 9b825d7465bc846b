"""Points of [0, 1]: exact where they have a name, enclosed always."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import flint
import sympy

from rropt.exact import dyadic
from rropt.strict.evaluate import compile_expression, constant_interval
from rropt.strict.expression import P
from rropt.strict.intervals import PRECISION, Interval

PROBES = (Fraction(1, 7), Fraction(5, 11), Fraction(12, 13))
"""Where a function is tried before it is asked to vanish identically."""


class Undecided(Exception):
    """The exact route cannot settle this; the caller says so in its result."""


class Undefined(Exception):
    """The function is not a real number at the rational `p`."""

    def __init__(self, p: Fraction) -> None:
        super().__init__(f"undefined at p = {p}")
        self.p = p


@dataclass(frozen=True)
class Point:
    """A number in [0, 1]: its name if it has one, an enclosure, a function that it is a root of."""

    exact: sympy.Expr | None
    lo: Fraction
    hi: Fraction
    root_of: sympy.Expr | None = None

    @classmethod
    def named(cls, number: Any) -> Point:
        """The point that a constant sympy expression names."""
        if number.is_Rational:
            value = Fraction(int(number.p), int(number.q))
            return cls(number, value, value)
        span = constant_interval(number)
        return cls(number, dyadic(span.lo), dyadic(span.hi))

    @property
    def interval(self) -> Interval:
        return Interval.of(self.lo, self.hi)

    def before(self, other: Point) -> bool:
        """Whether this point is left of the other; `Undecided` when they cannot be told apart."""
        if self.hi < other.lo or other.hi < self.lo:
            return self.hi < other.lo
        if self.same(other):
            return False
        raise Undecided(f"{self.exact} and {other.exact} cannot be told apart")

    def same(self, other: Point) -> bool:
        """Whether the two points are provably equal."""
        if self.lo == self.hi == other.lo == other.hi:
            return True
        if self.hi < other.lo or other.hi < self.lo or self.exact is None or other.exact is None:
            return False
        return is_zero(self.exact - other.exact)


START, END = Point.named(sympy.Integer(0)), Point.named(sympy.Integer(1))


def is_zero(number: Any) -> bool:
    """Whether a constant expression is provably zero."""
    if number.is_Rational:
        return bool(number == 0)
    if not is_finite_number(number) or constant_interval(number).sign in (1, -1):
        return False
    if roots := number.atoms(sympy.CRootOf):
        return len(roots) == 1 and _vanishes_at(number, roots.pop())
    return bool(sympy.simplify(rationalized(number)) == 0)


def rationalized(number: sympy.Expr) -> sympy.Expr:
    """The number without radicals in denominators, unless radicals stay nested in one another.

    sympy's radsimp may not come back from nested radicals.

    >>> root = sympy.sqrt(sympy.sqrt(21) + 5)
    >>> rationalized(1 / root)
    -sqrt(6)/4 + sqrt(14)/4
    """
    flat = sympy.sqrtdenest(number)
    radicals = [power for power in flat.atoms(sympy.Pow) if not power.exp.is_Integer]
    nested = any(power.base.has(other) for power in radicals for other in radicals)
    return flat if nested else sympy.sqrtdenest(sympy.radsimp(flat))


def _vanishes_at(number: sympy.Expr, root: sympy.CRootOf) -> bool:
    """Whether an expression in one algebraic number x and powers of x is zero.

    In y = x^(1/q) it is a polynomial f(y), and y a root of M(y) = m(y^q), whose roots are simple.
    So y is a root either of gcd(f, M) or of the cofactor: balls tell of which one it is not.
    """
    y = sympy.Dummy("y", positive=True)
    powers = [e for e in number.atoms(sympy.Pow) if e.base == root]
    q = lcm(*(int(e.exp.q) for e in powers if e.exp.is_Rational))
    inner = number.xreplace({e: y ** (e.exp * q) for e in powers}).xreplace({root: y**q})
    numerator = sympy.fraction(sympy.together(inner))[0]
    if not numerator.is_polynomial(y) or not _is_rational(numerator, y):
        return False
    whole, part = (_rational_poly(f, y) for f in (root.poly.as_expr(y**q), numerator))
    with flint.ctx.workprec(PRECISION):
        span = constant_interval(root)
        at = span.lo.union(span.hi) ** (flint.arb(1) / q)
        return flint.arb_poly(whole // whole.gcd(part))(at) != 0


def _is_rational(polynomial: sympy.Expr, y: sympy.Symbol) -> bool:
    return sympy.Poly(polynomial, y).domain in (sympy.ZZ, sympy.QQ)


def _rational_poly(expression: sympy.Expr, y: sympy.Symbol) -> flint.fmpq_poly:
    coefficients = reversed(sympy.Poly(expression, y).all_coeffs())
    return flint.fmpq_poly([flint.fmpq(int(c.p), int(c.q)) for c in coefficients])


def is_finite_number(value: Any) -> bool:
    """Whether a value of an expression is a real constant, not undefined, infinite or complex."""
    strange = (sympy.nan, sympy.zoo, sympy.oo, -sympy.oo, sympy.I)
    return isinstance(value, sympy.Expr) and value.is_number and not value.has(*strange)


def value_at(function: sympy.Expr, p: Any) -> sympy.Expr:
    """The function as it is written at one exact p; nan where it is not a real number there."""
    try:
        value = _substituted(sympy.sympify(function), p)
    except (ValueError, TypeError, ZeroDivisionError):
        return sympy.nan
    return value if is_finite_number(value) else sympy.nan


def _substituted(node: sympy.Expr, p: Any) -> sympy.Expr:
    """The same as node.subs(P, p), but sympy takes minutes for Min of algebraic numbers.

    Of two branches that balls cannot tell apart either is the value if they are equal.
    """
    if not node.has(sympy.Min, sympy.Max) or isinstance(node, sympy.Piecewise):
        return node.subs(P, p)
    values = [_substituted(argument, p) for argument in node.args]
    if not isinstance(node, (sympy.Min, sympy.Max)) or not all(map(is_finite_number, values)):
        return node.func(*values)
    best = values[0]
    for value in values[1:]:
        sign = constant_interval(value - best).sign
        if sign not in (1, -1) and not is_zero(value - best):
            return node.func(*values)
        if sign == (1 if isinstance(node, sympy.Max) else -1):
            best = value
    return best


def vanishes(function: sympy.Expr) -> bool:
    """Whether a function of p is identically zero (a non-zero value proves that it is not)."""
    if not function.has(P):
        return is_zero(function)
    with flint.ctx.workprec(PRECISION):
        compiled = compile_expression(function)
        if any(compiled(Interval.of(p)).sign in (1, -1) for p in PROBES):
            return False
    return bool(sympy.simplify(function) == 0)


def sort_points(points: list[Point]) -> list[Point]:
    """In increasing order, each once."""
    ordered: list[Point] = []
    for point in sorted(points, key=lambda one: one.lo):
        if ordered and not ordered[-1].before(point):
            continue
        ordered.append(point)
    return ordered
