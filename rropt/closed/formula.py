"""Closed forms as text: evaluated at exact numbers, or in balls, without sympy.

A formula is written as sympy prints it: names, whole numbers, + - * / **, log, exp, sqrt, Max, Min
and E. At rational values without a logarithm it is a Fraction; else it is enclosed by ball
arithmetic.

>>> trace = Formula("gamma*k/(gamma + k - 1)")
>>> trace.exact({"gamma": Fraction(3), "k": Fraction(5)})
Fraction(15, 7)
>>> trace.expression.subs({"gamma": 3, "k": 5})
15/7
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import isqrt
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from rropt.exact import Gamma, dyadic
from rropt.exact.convert import ball
from rropt.exact.precision import working_precision

if TYPE_CHECKING:
    import sympy

START_BITS = 128
MOST_BITS = 2048
"""Precision of the first enclosure, doubled until it decides; beyond the last one nothing does."""

MOST_TEXTS = 1000
"""Texts whose syntax is kept: a sweep over priors has another formula in every cell."""

Values = Mapping[str, Fraction]


class NotRational(ArithmeticError):
    """The value is no rational, or is not known as one."""


@dataclass(frozen=True)
class Formula:
    """A closed form, by the text that sympy prints for it."""

    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def tree(self) -> ast.expr:
        """The syntax of the text."""
        return _syntax(self.text)

    @cached_property
    def expression(self) -> sympy.Expr:
        """The formula as the sympy expression in plain symbols that prints as its text.

        >>> Formula("gamma/(2*(gamma + 2))").expression
        gamma/(2*(gamma + 2))
        """
        from sympy.core.parameters import distribute

        # A number times a sum stays what it is, as in sympy's own factorisations.
        with distribute(False):
            return evaluated(self.tree, sympy_numbers())

    def exact(self, values: Values) -> Fraction | None:
        """The value at rational parameters; None where it is no rational.

        >>> Formula("log(gamma)").exact({"gamma": Fraction(2)}) is None
        True
        """
        try:
            found: Fraction = evaluated(self.tree, Rationals(values))
        except NotRational:
            return None
        return found

    def enclosure(self, values: Values, level: Gamma, bits: int) -> tuple[Fraction, Fraction]:
        """Rationals around the value, where gamma = e^epsilon if the values do not say it.

        >>> Formula("gamma + 1").enclosure({"gamma": Fraction(2)}, Gamma(2, 2), 64)
        (Fraction(3, 1), Fraction(3, 1))
        """
        known = self.exact(values)
        if known is not None:
            return known, known
        with working_precision(bits):
            return self._ends(Balls(values, level))

    def on_box(self, ends: Mapping[str, tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
        """Rationals around all values where each parameter is anywhere between its ends.

        >>> unit = Fraction(0), Fraction(1)
        >>> low, high = Formula("x*y").on_box({"x": unit, "y": unit})
        >>> low <= 0 < 1 <= high
        True
        """
        import flint

        with working_precision(START_BITS):
            unit = flint.arb(0, 1)
            stretches = {
                name: ball((lo + hi) / 2) + ball((hi - lo) / 2) * unit
                for name, (lo, hi) in ends.items()
            }
            return self._ends(Balls(stretches, WITHOUT_EPSILON))

    def _ends(self, balls: Balls) -> tuple[Fraction, Fraction]:
        """Rationals around the value in balls."""
        value = evaluated(self.tree, balls)
        if not value.is_finite():
            raise ZeroDivisionError("the formula has a pole in the enclosure")
        return dyadic(value.lower()), dyadic(value.upper())

    def sign(self, values: Values, level: Gamma) -> int | None:
        """The sign of the value; None where MOST_BITS bits do not decide it.

        >>> Formula("gamma**2 - 9").sign({"gamma": Fraction(3)}, Gamma(3, 3))
        0
        """
        for lo, hi in self.enclosures(values, level):
            if lo > 0 or hi < 0 or lo == hi == 0:
                return (lo > 0) - (hi < 0)
        return None

    def enclosures(self, values: Values, level: Gamma) -> Iterator[tuple[Fraction, Fraction]]:
        """Enclosures of growing precision, those without a pole; the value itself if rational."""
        known = self.exact(values)
        if known is not None:
            yield known, known
            return
        bits = START_BITS
        while bits <= MOST_BITS:
            # A ball around a pole may leave it out once it is narrower.
            with suppress(ZeroDivisionError):
                yield self.enclosure(values, level, bits)
            bits *= 2


@dataclass(frozen=True)
class Relation:
    """A relation between two formulas, such as "gamma > 1"."""

    text: str

    def holds(self, values: Values, level: Gamma) -> bool | None:
        """Whether the relation holds; None where it is not decided.

        >>> one, level = Fraction(1), Gamma(Fraction(1), Fraction(1))
        >>> Relation("2*delta + gamma > 1").holds({"delta": 0 * one, "gamma": one}, level)
        False
        """
        left, relation, right = _RELATION.split(self.text)
        sign = Formula(f"{left} - ({right})").sign(values, level)
        return None if sign is None else _RELATIONS[relation](sign, 0)


@lru_cache(MOST_TEXTS)
def _syntax(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


_RELATION = re.compile(" ([=!<>]=|<|>) ")

_RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

_OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def evaluated(node: ast.expr, numbers: Any) -> Any:
    """The value of a syntax tree in rationals, in balls or in any numbers with their operations."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return numbers.whole(node.value)
    if isinstance(node, ast.Name):
        return numbers.named(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -evaluated(node.operand, numbers)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        first, *others = [evaluated(argument, numbers) for argument in node.args]
        if node.func.id not in ("Max", "Min"):
            return numbers.function(node.func.id, first)
        sign = 1 if node.func.id == "Max" else -1
        for other in others:
            first = sign * numbers.larger(sign * first, sign * other)
        return first
    if isinstance(node, ast.BinOp):
        left = evaluated(node.left, numbers)
        right = evaluated(node.right, numbers)
        if isinstance(node.op, ast.Pow):
            return numbers.power(left, right)
        return _OPERATIONS[type(node.op)](left, right)
    raise ValueError(f"not a formula: {ast.unparse(node)}")


@dataclass(frozen=True)
class Rationals:
    """Exact numbers; what is no rational ends the evaluation."""

    values: Values

    def whole(self, n: int) -> Fraction:
        return Fraction(n)

    def named(self, name: str) -> Fraction:
        if name not in self.values:
            raise NotRational(name)
        return Fraction(self.values[name])

    def power(self, base: Fraction, exponent: Fraction) -> Fraction:
        if exponent.denominator == 1:
            return Fraction(base**exponent.numerator)
        if exponent.denominator != 2:
            raise NotRational(f"{base}**({exponent})")
        return Fraction(self.function("sqrt", base) ** exponent.numerator)

    def larger(self, one: Fraction, other: Fraction) -> Fraction:
        return max(one, other)

    def function(self, name: str, argument: Fraction) -> Fraction:
        if name == "log" and argument == 1:
            return Fraction(0)
        if name == "exp" and argument == 0:
            return Fraction(1)
        if name == "sqrt" and argument >= 0:
            root = Fraction(isqrt(argument.numerator), isqrt(argument.denominator))
            if root**2 == argument:
                return root
        raise NotRational(f"{name}({argument})")


@dataclass(frozen=True)
class Balls:
    """Balls of the working precision, with gamma = e^epsilon; a value may be a ball itself."""

    values: Mapping[str, Any]
    level: Gamma

    def whole(self, n: int) -> Any:
        import flint

        return flint.arb(n)

    def named(self, name: str) -> Any:
        import flint

        if name in self.values:
            value = self.values[name]
            return value if isinstance(value, flint.arb) else ball(value)
        if name == "E":
            return flint.arb(1).exp()
        if name != "gamma" or self.level.epsilon is None:
            raise ArithmeticError(f"no value is known for {name}")
        return ball(self.level.epsilon).exp()

    def power(self, base: Any, exponent: Any) -> Any:
        twice = 2 * exponent
        if exponent.is_integer():
            return base ** int(exponent.unique_fmpz())
        if twice.is_integer():
            return base.sqrt() ** int(twice.unique_fmpz())
        return base**exponent

    def larger(self, one: Any, other: Any) -> Any:
        return one.max(other)

    def function(self, name: str, argument: Any) -> Any:
        return getattr(argument, {"log": "log", "exp": "exp", "sqrt": "sqrt"}[name])()


def sympy_numbers() -> Any:
    """The numbers of sympy, in which names stand for themselves."""
    import sympy

    functions = {"log": sympy.log, "exp": sympy.exp, "sqrt": sympy.sqrt}
    return SimpleNamespace(
        whole=sympy.Integer,
        named=sympy.Symbol,
        power=operator.pow,
        larger=sympy.Max,
        function=lambda name, argument: functions[name](argument),
    )


WITHOUT_EPSILON = Gamma(Fraction(1), Fraction(1))
"""For formulas whose values all are given."""
