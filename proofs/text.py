"""Statements read from a text, part by part as they stand: sympy evaluates nothing of them.

The language is that of Python's expressions: `+ - * / ** %`, comparisons (also in a row), `and`,
`or`, `not`, the functions and numbers below; every other name is a real variable, or an integer
one where the reader is told so.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from rropt.exact import InputError

MOST_LETTERS = 10_000  # a statement of a page; deeper texts end Python's own reader
NUMBERS: Mapping[str, Any] = {"pi": sp.pi, "E": sp.E}
FUNCTIONS: Mapping[str, tuple[Callable[..., Any], int | None]] = {
    "sqrt": (lambda x, **how: sp.Pow(x, sp.S.Half, **how), 1),
    "exp": (sp.exp, 1),
    "log": (sp.log, 1),
    "abs": (sp.Abs, 1),
    "Abs": (sp.Abs, 1),
    "Min": (sp.Min, None),
    "Max": (sp.Max, None),
    "floor": (sp.floor, 1),
    "ceiling": (sp.ceiling, 1),
    "sign": (sp.sign, 1),
    "Implies": (sp.Implies, 2),
    "Equivalent": (sp.Equivalent, 2),
}
"""Each with the number of its arguments."""
COMPARISONS: Mapping[type, Any] = {
    ast.Lt: sp.StrictLessThan,
    ast.LtE: sp.LessThan,
    ast.Gt: sp.StrictGreaterThan,
    ast.GtE: sp.GreaterThan,
    ast.Eq: sp.Eq,
    ast.NotEq: sp.Ne,
}


def read(text: str, integers: Collection[str] = ()) -> Any:
    """The statement or expression that the text says, unevaluated.

    >>> read("sqrt(x)**2 <= 1")
    (sqrt(x))**2 <= 1
    >>> read("0 <= x < 1/2 and n >= 0.25", integers=["n"])
    (n >= 1/4) & (0 <= x) & (x < 1/2)
    """
    if len(text) > MOST_LETTERS:
        raise InputError(f"a statement must have at most {MOST_LETTERS} letters, got {len(text)}")
    try:
        tree = ast.parse(text.strip(), mode="eval")
        return _Reader(text, frozenset(integers)).made(tree.body)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"a statement must be a formula such as x**2 >= 0, got {text!r}") from None


@dataclass(frozen=True)
class _Reader:
    text: str
    integers: frozenset[str]

    def made(self, node: ast.AST) -> Any:
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise self._refused(node)
        return method(node)

    def _refused(self, node: ast.AST) -> InputError:
        words = ast.get_source_segment(self.text.strip(), node)
        return InputError(f"a statement must be a formula such as x**2 >= 0, got {words!r} in it")

    def _expression(self, node: ast.AST) -> Any:
        value = self.made(node)
        if not isinstance(value, sp.Expr):
            raise self._refused(node)
        return value

    def _statement(self, node: ast.AST) -> Any:
        value = self.made(node)
        if not isinstance(value, sp.logic.boolalg.Boolean) or isinstance(value, sp.Symbol):
            raise self._refused(node)
        return value

    def _constant(self, node: ast.Constant) -> Any:
        if isinstance(node.value, bool):
            return sp.true if node.value else sp.false
        if not isinstance(node.value, (int, float)):
            raise self._refused(node)
        said = ast.get_source_segment(self.text.strip(), node) or str(node.value)
        value = Fraction(said.replace("_", ""))  # as it is written, to the last digit
        return sp.Rational(value.numerator, value.denominator)

    def _name(self, node: ast.Name) -> Any:
        if node.id in NUMBERS:
            return NUMBERS[node.id]
        if node.id in FUNCTIONS:
            raise self._refused(node)
        return sp.Symbol(node.id, integer=True) if node.id in self.integers else sp.Symbol(node.id)

    def _unaryop(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not):
            return sp.Not(self._statement(node.operand), evaluate=False)
        value = self._expression(node.operand)
        if isinstance(node.op, ast.UAdd):
            return value
        if not isinstance(node.op, ast.USub):
            raise self._refused(node)
        return _negative(value)

    def _binop(self, node: ast.BinOp) -> Any:
        left, right = self._expression(node.left), self._expression(node.right)
        if isinstance(node.op, ast.Add):
            return sp.Add(left, right, evaluate=False)
        if isinstance(node.op, ast.Sub):
            return sp.Add(left, _negative(right), evaluate=False)
        if isinstance(node.op, ast.Mult):
            return sp.Mul(left, right, evaluate=False)
        if isinstance(node.op, ast.Div):
            return _quotient(left, right)
        if isinstance(node.op, ast.Mod):
            return sp.Mod(left, right, evaluate=False)
        if isinstance(node.op, ast.Pow):
            return sp.Pow(left, right, evaluate=False)
        raise self._refused(node)

    def _compare(self, node: ast.Compare) -> Any:
        sides = [self._expression(side) for side in (node.left, *node.comparators)]
        parts = []
        for kind, left, right in zip(node.ops, sides, sides[1:], strict=False):
            if type(kind) not in COMPARISONS:
                raise self._refused(node)
            parts.append(COMPARISONS[type(kind)](left, right, evaluate=False))
        return parts[0] if len(parts) == 1 else sp.And(*parts, evaluate=False)

    def _boolop(self, node: ast.BoolOp) -> Any:
        parts = [self._statement(part) for part in node.values]
        join = sp.And if isinstance(node.op, ast.And) else sp.Or
        return join(*parts, evaluate=False)

    def _call(self, node: ast.Call) -> Any:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        function, count = FUNCTIONS.get(name, (None, 0))
        counted = len(node.args) == count or (count is None and node.args)
        if function is None or node.keywords or not counted:
            raise self._refused(node)
        kind = self._statement if name in ("Implies", "Equivalent") else self._expression
        return function(*map(kind, node.args), evaluate=False)


def _negative(value: Any) -> Any:
    return -value if value.is_Rational else sp.Mul(-1, value, evaluate=False)


def _quotient(left: Any, right: Any) -> Any:
    """Of two numbers the number, unless nothing is divided by zero."""
    if left.is_Rational and right.is_Rational and right != 0:
        return left / right
    below = sp.Pow(right, -1, evaluate=False)
    return below if left == 1 else sp.Mul(left, below, evaluate=False)
