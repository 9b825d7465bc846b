"""A user's own utility."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Any

from rropt.channel.validate import require_writable_text
from rropt.exact import InputError, Number, exact, text, whole
from rropt.exact.convert import as_printed, rational
from rropt.exact.entries import entrywise
from rropt.exact.frozen import fill
from rropt.patterns.extreme import Pattern
from rropt.utility.base import BITS, Bounds, Utility

if TYPE_CHECKING:
    import numpy as np
    import sympy

SAMPLE_VALUES = (Fraction(1), Fraction(2), Fraction(5, 2), Fraction(7))


MOST_CHARACTERS = 2**22 - 2**18
"""Of all values: the largest certificate has 2^22, and a table beside them."""

MOST_TRUTHS = 1000
"""Of a utility about which nothing is known, all patterns are tried: no more than 20 are designed
for, and the samples of more are only slow."""


@dataclass(frozen=True, init=False)
class Custom(Utility):
    """A user's own positively homogeneous convex function of a pattern.

    A function of Python in exact arithmetic, or a sympy expression with the list of its symbols in
    the order of the truths, whose values are enclosed; a function may have sympy's numbers as
    values, too. Homogeneity and convexity are checked on samples; beyond the samples they, and the
    values of the function, rest on the user's word, and the certificate says so.

    >>> spread = Custom(lambda r: max(r) - min(r), 3)
    >>> spread.bounds((Fraction(3), Fraction(1), Fraction(1)))[0]
    Fraction(2, 1)
    >>> import sympy
    >>> a, b = sympy.symbols("a b")
    >>> low, high = Custom(sympy.sqrt(a**2 + b**2), [a, b]).bounds((Fraction(1), Fraction(1)))
    >>> low**2 < 2 < high**2 and high - low < Fraction(1, 2**90)
    True
    """

    function: Callable[[Pattern], Any] = field(compare=False)
    truths: int
    label: str
    numeric: Callable[..., Any] | None = field(compare=False)
    """A sympy expression on arrays, for the search."""

    name = "custom"

    def __init__(self, function: Any, categories: Number, label: str = "custom utility") -> None:
        numeric = None
        if hasattr(function, "free_symbols"):
            function, categories, numeric = _of_expression(function, categories)
        if not callable(function):
            raise InputError(
                f"function must be one of a pattern, or an expression of sympy, got {function!r}"
            )
        require_writable_text(label, "label")
        truths = whole(categories, "categories", least=2, most=MOST_TRUTHS)
        fill(self, function=function, truths=truths, label=label, numeric=numeric)
        _check_on_samples(self)

    def bounds(self, pattern: Pattern) -> Bounds:
        if self.numeric is not None:
            return self._enclosed(pattern)
        value = self.function(pattern)
        if hasattr(value, "free_symbols"):
            return self._enclosed(pattern)
        if isinstance(value, float):
            raise InputError(
                f"{self.label} must have exact values: its floats are rounded, and by rounding "
                "alone it may be neither homogeneous nor convex; give it rational arithmetic, "
                "Fraction(1, 2) for 0.5, or a sympy expression, whose values are enclosed"
            )
        value = exact(value, self.label)
        return value, value

    def as_written(self, pattern: Pattern) -> Bounds:
        """The value of this very pattern; `bounds` takes a direction's and multiplies it."""
        value = self.function(pattern)
        if hasattr(value, "free_symbols"):
            return enclosed_constant(value, self.label)
        return self.bounds(pattern)

    def _enclosed(self, pattern: Pattern) -> Bounds:
        """From the value of the direction, as a certificate has it."""
        length = max(pattern) or Fraction(1)
        value = self.function(tuple(x / length for x in pattern))
        low, high = enclosed_constant(value, self.label)
        return length * low, length * high

    def floats(self, patterns: np.ndarray) -> np.ndarray:
        import numpy as np

        if self.numeric is not None:
            return np.broadcast_to(self.numeric(*patterns.T), len(patterns)).astype(float)
        rows = entrywise(lambda entry: Fraction(float(entry)), patterns)
        return np.array([float(self.bounds(tuple(row))[0]) for row in rows])

    def statement(self) -> dict[str, Any]:
        return {"name": "utility-on-the-word-of-the-user"}

    def stated_at(self, rows: Iterable[Pattern]) -> dict[str, Any]:
        """With its values in the directions of the rows: a checker knows no others.

        >>> rows = [(Fraction(3), Fraction(1)), (Fraction(6), Fraction(2))]
        >>> Custom(max, 2).stated_at(rows)["values"]
        [[['1', '1/3'], '1']]
        """
        values: list[list[Any]] = []
        for direction in dict.fromkeys(map(_direction, filter(any, rows))):
            low, high = self.bounds(direction)
            value = text(low) if low == high else [text(low), text(high)]
            values.append([list(map(text, direction)), value])
        if len(str(values)) > MOST_CHARACTERS:
            raise InputError(
                f"categories must be fewer for a utility of one's own here: its values at "
                f"{len(values)} patterns are too long for a certificate, got {self.truths}"
            )
        return self.statement() | {"values": values}


def _direction(pattern: Pattern) -> Pattern:
    """The pattern with largest entry 1."""
    most = max(pattern)
    return tuple(x / most for x in pattern)


@dataclass(frozen=True)
class ExpressionValue:
    """A sympy expression as a function of patterns, whose entries may be numbers of sympy too."""

    expression: sympy.Expr
    symbols: tuple[sympy.Symbol, ...]

    def __call__(self, pattern: Pattern) -> Any:
        entries = [x if hasattr(x, "free_symbols") else rational(x) for x in pattern]
        # All at once: with some of its symbols left a maximum takes sympy long to order.
        return self.expression.xreplace(dict(zip(self.symbols, entries, strict=True)))


def _of_expression(
    expression: sympy.Expr, symbols: Any
) -> tuple[Callable[[Pattern], Any], int, Callable[..., Any]]:
    """The expression as a function of patterns, its number of truths, and on arrays."""
    import sympy

    expression = as_printed(expression)
    known = list(symbols) if isinstance(symbols, (list, tuple)) else []
    unknown = expression.free_symbols - set(known)
    if unknown or not all(isinstance(one, sympy.Symbol) for one in known):
        raise InputError(
            "categories must be the list of the expression's symbols in the order of the truths, "
            f"got {symbols}"
        )

    value = ExpressionValue(expression, tuple(known))
    return value, len(known), sympy.lambdify(known, expression, "numpy")


def _check_on_samples(utility: Custom) -> None:
    """u(2 r) = 2 u(r) and u(r + s) <= u(r) + u(s) on a grid of small patterns."""
    width = min(utility.truths, 3)
    tail = (Fraction(1),) * (utility.truths - width)
    samples = [head + tail for head in product(SAMPLE_VALUES[:3], repeat=width)]
    values = {r: utility.bounds(r) for r in samples}
    for r in samples:
        low, high = utility.as_written(r)
        double = utility.as_written(tuple(2 * x for x in r))
        if double[0] > 2 * high or double[1] < 2 * low:
            raise InputError(
                f"{utility.label} must be homogeneous of degree one: u(2 r) != 2 u(r) at {_show(r)}"
            )
    for r, s in combinations_with_replacement(samples, 2):
        both = tuple(x + y for x, y in zip(r, s, strict=True))
        if utility.bounds(both)[0] > values[r][1] + values[s][1]:
            raise InputError(
                f"{utility.label} must be convex: u(r + s) > u(r) + u(s) at {_show(r)}, {_show(s)}"
            )


def enclosed_constant(number: sympy.Expr, label: str) -> Bounds:
    """Rationals of few bits around a constant of sympy, equal where it is rational.

    >>> import sympy
    >>> low, high = enclosed_constant(sympy.log(2), "u")
    >>> low < Fraction("0.69314718055994530941723212145817656807550013436") < high
    True
    """
    from rropt.exact import dyadic, round_down, round_up
    from rropt.strict.evaluate import constant_interval
    from rropt.strict.real_intervals import Undefined

    if number.is_Rational:
        value = Fraction(int(number.p), int(number.q))
        return value, value
    try:
        span = constant_interval(number, 2 * BITS)
        low = dyadic(span.lo)
        high = dyadic(span.hi)
    except (Undefined, LookupError, AttributeError, OverflowError, ValueError):
        raise InputError(f"{label} must have real numbers as values, got {number}") from None
    return round_down(low, BITS), round_up(high, BITS)


def _show(pattern: Pattern) -> str:
    return "(" + ", ".join(str(entry) for entry in pattern) + ")"
