"""A boundary function cut into smooth pieces and the points between them.

Min, Max, Abs, Piecewise, denominators, radicands and logarithms can change their branch or their
domain only at roots of finitely many switch functions. Between those roots h is one smooth
expression; at them it is evaluated as it was written, so isolated points and jumps count.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import sympy

from rropt.strict.evaluate import compile_condition, compile_expression
from rropt.strict.expression import P
from rropt.strict.intervals import PRECISION, Interval
from rropt.strict.points import END, START, Point, Undecided, Undefined, sort_points, vanishes
from rropt.strict.roots import roots_between

FINER = (PRECISION, 4 * PRECISION, 16 * PRECISION)
"""Precisions at which a sign is asked for: a piece may be as short as the largest gamma allows."""

_BRANCHING = (sympy.Min, sympy.Max, sympy.Abs, sympy.Piecewise)


@dataclass(frozen=True)
class Piece:
    """h is the smooth `expression` strictly between two points."""

    left: Point
    right: Point
    expression: sympy.Expr

    @property
    def middle(self) -> Fraction:
        """A rational inside the piece, with a short name where there is one."""
        centre, limit = (self.left.hi + self.right.lo) / 2, 4
        while not self.left.hi < (short := centre.limit_denominator(limit)) < self.right.lo:
            limit *= 4
        return short


def smooth_pieces(h: sympy.Expr) -> tuple[Piece, ...]:
    """The pieces of h on (0, 1), from left to right.

    >>> [piece.expression for piece in smooth_pieces(sympy.Min(1, 2 * P))]
    [2*p, 1]
    """
    pending: list[Piece] = [Piece(START, END, h)]
    done: list[Piece] = []
    while pending:
        piece = pending.pop(0)
        cuts = sort_points([root for f in _switches(piece.expression) for root in _roots(f, piece)])
        ends = [piece.left, *cuts, piece.right]
        for left, right in itertools.pairwise(ends):
            part = _resolve(Piece(left, right, piece.expression))
            (pending if part.expression.has(*_BRANCHING) else done).append(part)
    return tuple(sorted(done, key=lambda part: part.left.lo))


def _roots(switch: sympy.Expr, piece: Piece) -> list[Point]:
    return roots_between(switch, piece.left, piece.right)


def _switches(expression: sympy.Expr) -> set[sympy.Expr]:
    """Smooth functions whose roots are the only places where branch or domain can change."""
    found: set[sympy.Expr] = set()
    for node in sympy.preorder_traversal(expression):
        if isinstance(node, (sympy.Min, sympy.Max)):
            arguments = node.args
            found |= {a - b for i, a in enumerate(arguments) for b in arguments[:i]}
        elif isinstance(node, (sympy.Abs, sympy.log)):
            found.add(node.args[0])
        elif node.is_Pow and not (node.exp.is_Integer and node.exp > 0):
            found.add(node.base)
        elif node.is_Relational:
            found.add(node.lhs - node.rhs)
    return {f for f in found if f.has(P) and not f.has(*_BRANCHING)}


def _resolve(piece: Piece) -> Piece:
    """The piece with every innermost Min, Max, Abs, Piecewise replaced by its branch there."""
    expression = piece.expression
    inner = [
        node
        for node in expression.atoms(*_BRANCHING)
        if not any(part.has(*_BRANCHING) for part in node.args)
    ]
    chosen = {node: _branch(node, piece) for node in inner}
    return Piece(piece.left, piece.right, expression.xreplace(chosen))


def _branch(node: Any, piece: Piece) -> sympy.Expr:
    """The branch of a node that holds inside the piece, decided at its middle."""
    if isinstance(node, sympy.Piecewise):
        return _true_branch(node, piece)
    if isinstance(node, sympy.Abs):
        argument = node.args[0]
        return argument if _sign(argument, piece) >= 0 else -argument
    best, *others = node.args
    wanted = 1 if isinstance(node, sympy.Max) else -1
    for other in others:
        if _sign(other - best, piece) == wanted:
            best = other
    return best


def _true_branch(node: sympy.Piecewise, piece: Piece) -> sympy.Expr:
    for value, condition in node.args:
        holds = _holds(condition, piece.middle)
        if holds is None:
            raise Undecided(f"{condition} at p = {piece.middle}")
        if holds:
            return value
    return sympy.nan


def _holds(condition: Any, p: Fraction) -> bool | None:
    for bits in FINER:
        with flint.ctx.workprec(bits):
            holds = compile_condition(condition)(Interval.of(p))
        if holds is not None:
            return holds
    return None


def _sign(function: sympy.Expr, piece: Piece) -> int:
    """The sign that a switch function keeps inside the piece; 0 where it vanishes identically."""
    if vanishes(function):
        return 0
    for bits in FINER:
        with flint.ctx.workprec(bits):
            value = compile_expression(function)(Interval.of(piece.middle))
        if not value.is_finite:
            raise Undefined(piece.middle)
        if value.sign:
            return value.sign
    raise Undecided(f"the sign of {function} at p = {piece.middle}")
