"""The symbols of closed forms: gamma = e^epsilon, delta, the prevalence pi, the categories k.

They are plain symbols, so that `sympy.symbols("gamma delta pi k")` gives the same ones.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import Any

import sympy as sp

from rropt.closed.formula import Formula
from rropt.exact import InputError, exact
from rropt.exact.convert import rational

gamma, delta, pi, k = sp.symbols("gamma delta pi k")


ARITHMETIC = (
    *(ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow),
    *(ast.UnaryOp, ast.USub, ast.Name, ast.Load),
)
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
    found = Formula(str(entry)).expression
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
