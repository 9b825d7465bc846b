"""Isolation of the roots of any smooth function of p, by interval subdivision.

On a box where some derivative keeps its sign and the lower ones are settled at an end, a function
has no root or one simple root. What subdivision cannot settle raises `Undecided`.
"""

from __future__ import annotations

from fractions import Fraction

import flint
import sympy

from rropt.strict.evaluate import Function, Known, compile_expression, constant_interval
from rropt.strict.expression import P
from rropt.strict.intervals import PRECISION, Interval
from rropt.strict.points import Point, Undecided, is_zero

WIDTH_BITS = 150
MAX_DEPTH = 40
MAX_BOXES = 400
ORDERS = 5
MOST_EXPANDED = 300  # operations of a form that is also tried expanded


class Isolation:
    """Subdivision for one function on one open interval."""

    def __init__(self, function: sympy.Expr, left: Point, right: Point) -> None:
        self.function, self.left, self.right = function, left, right
        self.frozen, self.constants = freeze_constants(function)
        self.derivatives: list[sympy.Expr] = []
        self.compiled: list[Function] = []
        self.known: Known = {}
        self.boxes = 0
        self.found: list[Point] = []
        self.signs: dict[tuple[Point, int, int], int | None] = {}

    def derivative(self, order: int) -> Function:
        """The derivative of that order on intervals, prepared when first needed."""
        while len(self.compiled) <= order:
            if self.compiled:
                self.frozen = sympy.diff(self.frozen, P)
            short = sympy.count_ops(self.frozen) <= MOST_EXPANDED
            forms = dict.fromkeys([self.frozen, *([sympy.expand(self.frozen)] if short else [])])
            ranges = [compile_expression(f.xreplace(self.constants), self.known) for f in forms]
            self.derivatives.append(self.frozen.xreplace(self.constants))
            self.compiled.append(ranges[0] if len(ranges) == 1 else _both(*ranges))
        return self.compiled[order]

    def roots(self) -> list[Point]:
        with flint.ctx.workprec(PRECISION):
            self.search(self.left, self.right, 0)
        return self.found

    def search(self, left: Point, right: Point, depth: int) -> None:
        """Find every root in the open box; `Undecided` when it is too narrow to go on."""
        if self.settled(left, right):
            return
        self.boxes += 1
        if depth > MAX_DEPTH or self.boxes > MAX_BOXES:
            raise Undecided(f"a root of {self.function} near p = {float(left.lo):.6g}")
        middle = self.middle(left, right)
        self.search(left, middle, depth + 1)
        if self.sign(middle, -1) == 0:
            self.found.append(middle)
        self.search(middle, right, depth + 1)

    @staticmethod
    def middle(left: Point, right: Point) -> Point:
        centre = (left.hi + right.lo) / 2
        return Point.named(sympy.Rational(centre.numerator, centre.denominator))

    def settled(self, left: Point, right: Point) -> bool:
        """Whether the box is known to hold no root, or its one simple root has been recorded."""
        span = Interval.of(left.lo, right.hi)
        for order in range(ORDERS):
            if order == 2 and not (self.vanishes_below(left, 1) or self.vanishes_below(right, 1)):
                return False
            if self.keeps_sign(span, order):
                return self.monotone(left, right, order)
        return False

    def keeps_sign(self, span: Interval, order: int) -> bool:
        """Whether a derivative has no zero on the box, by its range or the mean value theorem."""
        if self.derivative(order)(span).sign in (1, -1):
            return True
        centre = span.centre
        if centre is None:
            return False
        slope = self.derivative(order + 1)(span) * (span - centre)
        return (self.derivative(order)(centre) + slope).sign in (1, -1)

    def monotone(self, left: Point, right: Point, order: int) -> bool:
        """Derivative `order` keeps its sign on the box: conclude if lower ones vanish at an end."""
        if order == 0 or self.vanishes_below(left, order) or self.vanishes_below(right, order):
            return True
        if order > 1:
            return False
        signs = self.sign(left, 1), self.sign(right, -1)
        if None in signs or 0 in signs:
            return False
        if signs[0] != signs[1]:
            self.found.append(self.refine(left, right, signs[0]))
        return True

    def vanishes_below(self, end: Point, order: int) -> bool:
        return all(self.sign(end, self.side(end), k) == 0 for k in range(order))

    def side(self, end: Point) -> int:
        return -1 if end is self.right else 1

    def sign(self, point: Point, side: int, order: int = 0) -> int | None:
        """The sign at a point (a one-sided limit at the ends of the interval), 0 if proved zero."""
        asked = point, side, order
        if asked not in self.signs:
            self.signs[asked] = self.find_sign(*asked)
        return self.signs[asked]

    def find_sign(self, point: Point, side: int, order: int) -> int | None:
        sign = self.derivative(order)(point.interval).sign
        if sign is not None:
            return sign
        if point.exact is None:
            return 0 if order == 0 and self.is_root_of_same(point) else None
        value = self.derivatives[order].subs(P, point.exact)
        if value.has(sympy.nan, sympy.zoo, sympy.oo) or not value.is_number:
            value = sympy.limit(self.derivatives[order], P, point.exact, "+" if side > 0 else "-")
        if value.is_infinite:
            return 1 if value == sympy.oo else -1
        return 0 if is_zero(value) else constant_interval(value).sign

    def is_root_of_same(self, point: Point) -> bool:
        """Whether a nameless point is known as a root of this very function."""
        known = point.root_of
        return known is not None and any(
            sympy.expand(self.function + sign * known) == 0 for sign in (1, -1)
        )

    def refine(self, left: Point, right: Point, sign_left: int | None) -> Point:
        """Bisect around a simple root down to 2^-WIDTH_BITS."""
        lo, hi = left.hi, right.lo
        while hi - lo > Fraction(1, 2**WIDTH_BITS):
            centre = (lo + hi) / 2
            sign = self.derivative(0)(Interval.of(centre)).sign
            if sign in (None, 0):
                break
            lo, hi = (centre, hi) if sign == sign_left else (lo, centre)
        return Point(None, lo, hi, self.function)


def _both(one: Function, other: Function) -> Function:
    """Two forms of one function: what both enclosures hold."""
    return lambda x: one(x).meet(other(x))


def freeze_constants(expression: sympy.Expr) -> tuple[sympy.Expr, dict[sympy.Expr, sympy.Expr]]:
    """The expression with a symbol for each irrational constant in it, and what they stand for."""
    parts = [
        node
        for node in sympy.preorder_traversal(expression)
        if not node.free_symbols and isinstance(node, sympy.Expr) and not node.is_Rational
    ]
    names = {part: sympy.Dummy(f"c{i}", real=True) for i, part in enumerate(dict.fromkeys(parts))}
    return expression.xreplace(names), {name: part for part, name in names.items()}
