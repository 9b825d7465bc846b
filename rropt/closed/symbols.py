"""The symbols of closed forms: gamma = e^epsilon, delta, the prevalence pi, the categories k.

They are plain symbols, so that `sympy.symbols("gamma delta pi k")` gives the same ones.

A formula becomes the sympy expression that prints as its text: a number times a sum is not
multiplied out, as in sympy's own factorisations, so that `2*(gamma + 2)` stays what it is.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Collection
from typing import Any

import sympy as sp
from sympy.core.parameters import distribute

from rropt.closed.formula import evaluated
from rropt.exact import InputError, exact
from rropt.exact.convert import rational

gamma, delta, pi, k = sp.symbols("gamma delta pi k")


def expression(node: ast.expr) -> sp.Expr:
    """The expression of a syntax tree.

    >>> expression(ast.parse("gamma/(2*(gamma + 2))", mode="eval").body)
    gamma/(2*(gamma + 2))
    """
    with distribute(False):
        return evaluated(node, Expressions())


class Expressions:
    """The numbers of sympy, in which names stand for themselves."""

    whole = staticmethod(sp.Integer)
    named = staticmethod(sp.Symbol)
    power = staticmethod(operator.pow)
    larger = staticmethod(sp.Max)

    def function(self, name: str, argument: sp.Expr) -> sp.Expr:
        return {"log": sp.log, "exp": sp.exp, "sqrt": sp.sqrt}[name](argument)


ARITHMETIC = (ast.BinOp, ast.UnaryOp, ast.operator, ast.USub, ast.Name, ast.Load)
"""What an expression is made of, beside whole numbers."""


def given_as(symbol: sp.Symbol) -> str:
    """What a user calls a parameter: the prevalence pi is given as `prior`.

    >>> given_as(pi), given_as(gamma)
    ('prior', 'gamma')
    """
    return "prior" if symbol == pi else str(symbol)


def written(entry: Any, named: Collection[str], what: str) -> sp.Expr:
    """An entry as an expression in the named parameters.

    >>> written("1 - 2*q", {"q"}, "prior")
    1 - 2*q
    """
    try:
        return rational(exact(entry, what))
    except InputError:
        pass
    try:
        tree = ast.parse(str(entry), mode="eval").body
    except (SyntaxError, ValueError):
        tree = ast.Tuple([])  # no arithmetic, so that it is refused below
    if not all(map(_is_arithmetic, ast.walk(tree))):
        raise InputError(f"{what} must have numbers or expressions, got {entry!r}")
    found = expression(tree)
    unknown = sorted(str(s) for s in found.free_symbols if str(s) not in named)
    if unknown:
        raise InputError(
            f"{what} names {unknown[0]}: give its range, {unknown[0]}=(lo, hi), on the command "
            f"line --range {unknown[0]}=lo..hi"
        )
    # To divide by zero is no error in sympy: its infinity is refused here.
    if not found.is_rational_function(*found.free_symbols) or found.has(sp.zoo, sp.nan):
        raise InputError(f"{what} must be rational in its parameters, got {entry!r}")
    return found


def _is_arithmetic(node: ast.AST) -> bool:
    """Whether an expression may contain this; of constants only whole numbers, which are exact."""
    if isinstance(node, ast.Constant):
        return type(node.value) is int
    return isinstance(node, ARITHMETIC)
