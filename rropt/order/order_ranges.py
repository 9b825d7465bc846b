"""For which values of a parameter is one mechanism as good as another, whatever the decision?

The entries of both tables are rational functions of one parameter. Where the reports of P are
independent, A is P randomized again, A = C P, for C = A P'(P P')^-1 alone, whose columns sum to one
because those of A and P do. So it is asked where A = C P and no entry of C is negative: the zeros
and poles of the entries are isolated exactly, and one rational point of each gap between them
decides for the whole gap.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

import sympy as sp

from rropt.exact import InputError, exact
from rropt.exact.convert import rational
from rropt.exact.recorded import Recorded

MOST_ROWS = 6
"""Of a table that is inverted in a symbol."""

MOST_LETTERS = 500
"""Of an entry, and MOST_POWER of an exponent: the zeros of larger ones take minutes."""

MOST_POWER = 12

INFINITE = ("oo", "inf", "infinity", "∞")
"""How an end of a range that is none is written."""


@dataclass(frozen=True)
class OrderRanges(Recorded):
    """Where A is P randomized again (`better`: P serves every decision as well), and the reverse.

    Poles, single values at which a table has no inverse, are in neither set.
    """

    symbol: sp.Symbol
    range: sp.Interval
    better: sp.Set
    worse: sp.Set
    poles: tuple[sp.Expr, ...]

    @property
    def equivalent(self) -> sp.Set:
        """Where each is the other randomized again."""
        return sp.Intersection(self.better, self.worse)

    @property
    def is_better(self) -> bool:
        """Whether P is at least as good as A over the whole range, but for the poles."""
        return bool((self.range - sp.FiniteSet(*self.poles)).is_subset(self.better))

    def to_json(self) -> dict[str, Any]:
        """The sets as texts."""
        return {
            "parameter": str(self.symbol),
            "range": [str(self.range.start), str(self.range.end)],
            "better": _said(self.better, self.symbol),
            "worse": _said(self.worse, self.symbol),
            "undecided": list(map(str, self.poles)),
        }

    def _repr_latex_(self) -> str:
        better, worse = (sp.latex(found) for found in (self.better, self.worse))
        name = sp.latex(self.symbol)
        return rf"$P \succeq A:\ {name} \in {better},\quad A \succeq P:\ {name} \in {worse}$"

    def __str__(self) -> str:
        lines = [
            f"P is at least as good as A: {_said(self.better, self.symbol)}",
            f"A is at least as good as P: {_said(self.worse, self.symbol)}",
        ]
        places = ", ".join(map(str, self.poles))
        return "\n".join([*lines, *([f"undecided at {self.symbol} = {places}"] if places else [])])


def _said(found: sp.Set, symbol: sp.Symbol) -> str:
    """A set as inequalities, or in words where it is nothing.

    >>> _said(sp.Union(sp.Interval.Ropen(0, 1), sp.FiniteSet(3)), sp.Symbol("g"))
    '0 <= g < 1 or g = 3'
    """
    if isinstance(found, sp.Union):
        return " or ".join(_said(part, symbol) for part in sorted(found.args, key=lambda s: s.inf))
    if isinstance(found, sp.FiniteSet):
        return f"{symbol} = {', '.join(map(str, found))}"
    if not isinstance(found, sp.Interval):
        return "nowhere"
    left = "<" if found.left_open else "<="
    right = "<" if found.right_open else "<="
    if found.end == sp.oo:
        return f"{symbol} {'>' if found.left_open else '>='} {found.start}"
    return f"{found.start} {left} {symbol} {right} {found.end}"


Entries = Sequence[Sequence[Any]]
"""A table of rational functions: texts, numbers, or expressions of sympy."""


def order_ranges(A: Entries, P: Entries, **named: Any) -> OrderRanges:
    """How P stands to A over the range of one parameter, proved.

    >>> warner = [["p", "1 - p"], ["1 - p", "p"]]
    >>> order_ranges(warner, [["3/4", "1/4"], ["1/4", "3/4"]], p=("1/2", 1)).better
    Interval.Lopen(1/2, 3/4)
    """
    if len(named) != 1:
        raise InputError("one parameter must have a range, such as gamma=(1, 'oo')")
    (name, ends) = next(iter(named.items()))
    symbol = sp.Symbol(name)
    low, high = _ends(ends, name)
    first = _table(A, "A", symbol)
    second = _table(P, "P", symbol)
    if first.cols != second.cols:
        raise InputError(f"P must have {first.cols} truths as A has, got {second.cols}")
    down = _garbling(first, second)
    up = _garbling(second, first)
    better, poles = _where(down, symbol, (low, high))
    worse, more = _where(up, symbol, (low, high))
    inside = sp.Interval.open(low, high)
    return OrderRanges(symbol, inside, better, worse, tuple(sorted({*poles, *more})))


def _table(given: Any, name: str, symbol: sp.Symbol) -> sp.Matrix:
    given = given.tolist() if isinstance(given, sp.MatrixBase) else getattr(given, "rows", given)
    rows = [list(map(partial(_entry, name=name), row)) for row in given]
    if not rows or len({len(row) for row in rows}) != 1 or not rows[0]:
        raise InputError(f"{name} must have rows of one length")
    table = sp.Matrix(rows)
    if table.free_symbols - {symbol}:
        raise InputError(f"{name} must have entries in {symbol} alone, got {table.free_symbols}")
    if not all(entry.is_rational_function(symbol) for entry in table):
        raise InputError(f"{name} must have rational functions of {symbol} as entries")
    if any(sp.cancel(sum(table[:, j]) - 1) != 0 for j in range(table.cols)):
        raise InputError(f"{name} must have columns that sum to 1 for every {symbol}")
    return table


def _entry(given: Any, name: str) -> sp.Expr:
    """An expression as it is, a number exactly, a text read from its syntax tree, never run."""
    if isinstance(given, sp.Expr):
        return given.xreplace({symbol: sp.Symbol(symbol.name) for symbol in given.free_symbols})
    if not isinstance(given, str):
        return rational(exact(given, name))
    try:
        if len(given) > MOST_LETTERS:
            raise SyntaxError
        return _read(ast.parse(given.strip(), mode="eval").body)
    except (SyntaxError, ZeroDivisionError, RecursionError):
        raise InputError(
            f"{name} must have rational functions as entries, such as 'g/(g + 2)', "
            f"got {given!r:.60}"
        ) from None


_OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def _read(node: ast.expr) -> sp.Expr:
    if isinstance(node, ast.Name):
        return sp.Symbol(node.id)
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return rational(exact(node.value, "number"))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_read(node.operand)
    if not isinstance(node, ast.BinOp):
        raise SyntaxError
    left = _read(node.left)
    right = _read(node.right)
    if isinstance(node.op, ast.Pow):
        if not right.is_Integer or abs(right) > MOST_POWER:
            raise SyntaxError
        return left**right
    if type(node.op) not in _OPERATIONS or (isinstance(node.op, ast.Div) and right == 0):
        raise SyntaxError
    return _OPERATIONS[type(node.op)](left, right)


def _ends(ends: Any, name: str) -> tuple[sp.Expr, sp.Expr]:
    if not isinstance(ends, (tuple, list)) or len(ends) != 2:
        raise InputError(f"{name} must be a range (lo, hi), got {ends!r}")
    low, high = (sp.oo if _is_infinite(end) else rational(exact(end, name)) for end in ends)
    if not low < high:
        raise InputError(f"{name} must be a range (lo, hi) with lo below hi, got {ends!r}")
    return low, high


def _is_infinite(end: Any) -> bool:
    return str(end) in INFINITE


@dataclass(frozen=True)
class RangedGarbling:
    """C = A P'(P P')^-1, and what A - C P leaves."""

    entries: tuple[sp.Expr, ...]
    left: tuple[sp.Expr, ...]

    def holds(self, symbol: sp.Symbol, place: sp.Expr) -> bool:
        """Whether this is a garbling at a value of the parameter."""
        if any(_sign(entry, symbol, place) for entry in self.left):
            return False
        return all(_sign(entry, symbol, place) >= 0 for entry in self.entries)


def _garbling(A: sp.Matrix, P: sp.Matrix) -> RangedGarbling:
    if max(A.rows, P.rows) > MOST_ROWS or P.cols > MOST_ROWS:
        raise InputError(
            f"tables must have at most {MOST_ROWS} reports and truths to compare them over a "
            f"range, got {P.rows} x {P.cols}"
        )
    # A square P is inverted itself: P P' would double all degrees.
    products = P * P.T if P.rows < P.cols else P
    size = sp.cancel(products.det()) if P.rows <= P.cols else 0
    if size == 0:
        raise InputError(
            "tables must have independent reports to compare them over a range: none of them is a "
            "sum of multiples of others"
        )
    other = P.T if P.rows < P.cols else sp.eye(P.rows)
    again = (A * other * products.adjugate() / size).applyfunc(sp.cancel)
    left = (A - again * P).applyfunc(sp.cancel)
    return RangedGarbling(tuple(again), tuple(entry for entry in left if entry != 0))


def _where(
    garbling: RangedGarbling, symbol: sp.Symbol, ends: tuple[sp.Expr, sp.Expr]
) -> tuple[sp.Set, set[sp.Expr]]:
    """Where it is a garbling, and the poles in the range."""
    zeros: set[sp.Expr] = set()
    poles: set[sp.Expr] = set()
    for entry in (*garbling.entries, *garbling.left):
        above, below = sp.fraction(sp.together(entry))
        zeros |= _roots(above, symbol, ends)
        poles |= _roots(below, symbol, ends)
    places = [ends[0], *sorted(zeros | poles), ends[1]]
    found: sp.Set = sp.EmptySet
    for low, high in pairwise(places):
        middle = _between(low, high)
        if garbling.holds(symbol, middle):
            # At a pole or an end of the range nothing was decided, so that the piece is open there.
            open_low = low in (*poles, ends[0])
            open_high = high in (*poles, ends[1])
            found = sp.Union(found, sp.Interval(low, high, open_low, open_high))
    # A zero is a piece of its own: A = C P may hold at a single value.
    for place in zeros - poles:
        if garbling.holds(symbol, place):
            found = sp.Union(found, sp.FiniteSet(place))
    return found, poles


def _roots(polynomial: sp.Expr, symbol: sp.Symbol, ends: tuple[sp.Expr, sp.Expr]) -> set[sp.Expr]:
    if not polynomial.has(symbol):
        return set()
    return {x for x in sp.real_roots(sp.Poly(polynomial, symbol)) if ends[0] < x < ends[1]}


def _between(low: sp.Expr, high: sp.Expr) -> sp.Rational:
    """A rational strictly between two algebraic numbers."""
    if high == sp.oo:
        return sp.Rational(sp.floor(low) + 2)
    width = 1
    while True:
        # Doubling digits until the middle lies between: two roots may be arbitrarily close.
        digits = Fraction(str(sp.N((low + high) / 2, 20 * width)))
        middle = sp.Rational(digits.numerator, digits.denominator)
        if low < middle < high:
            return middle
        width += 1


DIGITS = 50
"""Of a number that is known not to be zero."""


def _sign(expression: sp.Expr, symbol: sp.Symbol, place: sp.Expr) -> int:
    """Of a rational function at an algebraic number that is no pole.

    >>> x = sp.Symbol("x")
    >>> _sign(x**2 - 2, x, sp.sqrt(2)), _sign(1 - x, x, sp.sqrt(2))
    (0, -1)
    """
    above = sp.fraction(sp.together(expression))[0]
    if place.is_Rational:
        return int(sp.sign(expression.subs(symbol, place)))
    # Zero at an algebraic number exactly where its minimal polynomial divides: no digits are asked.
    if sp.rem(above, sp.minimal_polynomial(place, symbol), symbol) == 0:
        return 0
    return int(sp.sign(expression.subs(symbol, place).evalf(DIGITS)))
