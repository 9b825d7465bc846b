"""The symbols of closed forms: gamma = e^epsilon, delta, the prevalence pi, the categories k.

They are plain symbols, so that `sympy.symbols("gamma delta pi k")` gives the same ones.

A formula becomes the sympy expression that prints as its text: products and sums are built in one
piece, as sympy's own factorisations are, so that a number times a sum is not multiplied out:
`2*(gamma + 2)` stays what it is.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import Any

import sympy as sp

from rropt.exact import InputError, exact
from rropt.exact.convert import rational

gamma, delta, pi, k = sp.symbols("gamma delta pi k")


FUNCTIONS = {"log": sp.log, "exp": sp.exp, "sqrt": sp.sqrt}


def expression(node: ast.expr) -> sp.Expr:
    """The expression of a syntax tree.

    >>> expression(ast.parse("gamma/(2*(gamma + 2))", mode="eval").body)
    gamma/(2*(gamma + 2))
    """
    if isinstance(node, ast.Constant):
        return sp.Integer(node.value)
    if isinstance(node, ast.Name):
        return sp.Symbol(node.id)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return FUNCTIONS[node.func.id](expression(node.args[0]))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        return expression(node.left) ** expression(node.right)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        return sp.Add(*_terms(node, 1))
    return _product(_factors(node, 1))


def _terms(node: ast.expr, sign: int) -> list[sp.Expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*_terms(node.left, sign), *_terms(node.right, sign)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
        return [*_terms(node.left, sign), *_terms(node.right, -sign)]
    return [expression(node) if sign > 0 else _product([sp.Integer(-1), *_factors(node, 1)])]


def _factors(node: ast.expr, power: int) -> list[sp.Expr]:
    """The factors of a product, those of its denominator inverted."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return [sp.Integer(-1), *_factors(node.operand, power)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return [*_factors(node.left, power), *_factors(node.right, power)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return [*_factors(node.left, power), *_factors(node.right, -power)]
    return [expression(node) ** power]


def _product(factors: list[sp.Expr]) -> sp.Expr:
    number = sp.Mul(*[factor for factor in factors if factor.is_Rational])
    rest = [factor for factor in factors if not factor.is_Rational]
    if len(rest) == 1 and rest[0].is_Add and number != 1:
        return sp.Mul(number, rest[0], evaluate=False)
    return sp.Mul(number, *rest)


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
