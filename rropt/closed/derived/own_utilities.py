"""A utility that somebody writes as an expression, with parameters of its own.

    u = Max(a, b, c - t), truths a, b, c, a cost t with its range

Max and Min say which of several expressions is meant. With Max where u grows with it and Min where
it falls, u is the largest of all choices of their arguments: those are the pieces.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import sympy as sp

from rropt.exact import InputError
from rropt.patterns.extreme import Pattern
from rropt.utility import Custom
from rropt.utility.base import Bounds, Utility
from rropt.utility.custom import ExpressionValue

MOST_CHOICES = 64
"""Of the arguments of Max and Min, for each pattern: of three truths 54 columns for range."""

Symbols = tuple[sp.Symbol, ...]


@dataclass(frozen=True)
class OwnUtility(Utility):
    """An expression u(r), homogeneous and convex in the likelihoods of the truths.

    >>> a, b, t = sp.symbols("a b t")
    >>> own = own_utility(sp.Max(a, b) + t * (a + b), [a, b])
    >>> own.truths, own.parameters, own.choices
    (2, (t,), (a + t*(a + b), b + t*(a + b)))
    """

    expression: sp.Expr
    symbols: Symbols
    label: str
    is_loss: bool = False
    """Whether the expression is minus a loss, which is what is reported."""

    name = "custom"

    @property
    def truths(self) -> int:  # type: ignore[override]
        return len(self.symbols)

    @property
    def parameters(self) -> Symbols:
        """The symbols that are no likelihood of a truth."""
        return tuple(sorted(self.expression.free_symbols - set(self.symbols), key=str))

    @cached_property
    def choices(self) -> tuple[sp.Expr, ...]:
        """The expressions whose largest is u."""
        found = tuple(_choices(self.expression))
        if len(found) > MOST_CHOICES:
            raise InputError(f"objective must have at most {MOST_CHOICES} cases, got {len(found)}")
        return found

    @property
    def symmetric(self) -> bool:  # type: ignore[override]
        """Whether it stays the same when two truths change places."""
        return all(
            _same(self.expression, self.expression.subs({a: b, b: a}, simultaneous=True))
            for a, b in combinations(self.symbols, 2)
        )

    @property
    def is_rational(self) -> bool:
        """Whether each choice is a rational function."""
        return all(choice.is_rational_function() for choice in self.choices)

    def on(self, entries: Sequence[sp.Expr]) -> list[tuple[str, sp.Expr]]:
        """Each choice on a pattern of expressions, with its name."""
        known = dict(zip(self.symbols, entries, strict=True))
        several = len(self.choices) > 1
        return [
            (f"case {n}" if several else "", choice.subs(known, simultaneous=True))
            for n, choice in enumerate(self.choices)
        ]

    def bounds(self, pattern: Pattern) -> Bounds:
        raise InputError("parameters must have values where an objective is evaluated")

    def floats(self, patterns: Any) -> Any:
        raise InputError("parameters must have values where an objective is evaluated")

    def statement(self) -> dict[str, Any]:
        raise InputError("parameters must have values where an objective is certified")


def own_utility(
    expression: Any, truths: Any, label: str = "custom utility", is_loss: bool = False
) -> OwnUtility:
    """The expression, checked: homogeneous in the truths, and convex where that is plain.

    A loss is minus a utility, so that Min stands where a utility has Max.

    >>> a, b = sp.symbols("a b")
    >>> own_utility(sp.Min(a, 2 * b), [a, b], is_loss=True).choices
    (-a, -2*b)
    """
    symbols = tuple(truths) if isinstance(truths, (list, tuple)) else ()
    if len(symbols) < 2 or not all(isinstance(one, sp.Symbol) for one in symbols):
        raise InputError(f"truths must be a list of at least two symbols, got {truths!r}")
    written = sp.sympify(expression)
    found = OwnUtility(-written if is_loss else written, symbols, label, is_loss)
    unit = sp.Symbol("unit", positive=True)
    for choice in found.choices:
        scaled = choice.subs({s: unit * s for s in symbols}, simultaneous=True)
        if not _same(scaled, unit * choice):
            raise InputError(f"{label} must be homogeneous: u(2 r) != 2 u(r) for u = {choice}")
    return found


def of_custom(objective: Custom) -> OwnUtility | None:
    """A custom utility that was given as an expression of sympy."""
    function = objective.function
    if not isinstance(function, ExpressionValue):
        return None
    return own_utility(function.expression, function.symbols, objective.label)


def _same(first: sp.Expr, second: sp.Expr) -> bool:
    return first == second or sp.simplify(first - second) == 0


def _choices(expression: sp.Expr) -> list[sp.Expr]:
    """Each Max and Min by one of its arguments."""
    plain = expression.replace(sp.Abs, lambda x: sp.Max(x, -x))
    kinds = plain.atoms(sp.Max, sp.Min)
    inner = max(sp.ordered(kinds), key=lambda part: part.count_ops(), default=None)  # outermost
    if inner is None:
        return [plain]
    slope = sp.Dummy()
    grows = sp.diff(plain.xreplace({inner: slope}), slope)
    if not _has_sign(grows, positive=isinstance(inner, sp.Max)):
        raise InputError(
            "objective must grow with every Max and fall with every Min in it, to be the largest "
            f"of its cases (a loss the other way round), got {expression}"
        )
    found: dict[sp.Expr, None] = {}
    for argument in inner.args:
        found.update(dict.fromkeys(_choices(plain.xreplace({inner: argument}))))
    return list(found)


def _has_sign(slope: sp.Expr, positive: bool) -> bool:
    """Whether a slope has one sign for positive likelihoods and parameters."""
    names = {symbol: sp.Dummy(positive=True) for symbol in slope.free_symbols}
    known = slope.xreplace(names)
    return bool(known.is_nonnegative if positive else known.is_nonpositive)
