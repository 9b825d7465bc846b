"""For which values of a parameter is one mechanism as good as another, whatever the decision?

The entries of both tables are rational functions of one parameter. Where the reports of P are
independent, A is P randomized again, A = C P, for C = A P'(P P')^-1 alone, whose columns sum to one
because those of A and P do. So it is asked where A = C P and no entry of C is negative, which are
inequalities between rational functions: sympy solves them exactly. At single values reports are
dependent, and C is one of many or none: there it may show that P serves, never that it does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import sympy as sp
from sympy.polys.matrices import DomainMatrix
from sympy.polys.matrices.exceptions import DMNonInvertibleMatrixError, DMShapeError
from sympy.solvers.inequalities import solve_rational_inequalities

from rropt.exact import InputError, exact, says_infinity
from rropt.exact.convert import rational
from rropt.exact.recorded import Recorded
from rropt.strict.expression import read_expression

MOST_ROWS = 6
"""Of a table that is inverted in a symbol."""

MOST_DEGREE = 12
"""Of an entry, above and below: the zeros of larger ones take minutes."""


@dataclass(frozen=True)
class OrderRanges(Recorded):
    """Where A is P randomized again (`better`: P serves every decision as well), and the reverse.

    Poles, single values at which reports are dependent and nothing is shown, are in neither set.
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
    inside = sp.Interval.open(*_ends(ends, name))
    first = _table(A, "A", symbol)
    second = _table(P, "P", symbol)
    if first.cols != second.cols:
        raise InputError(f"P must have {first.cols} truths as A has, got {second.cols}")
    better, poles = _where(*_garbling(first, second, symbol), symbol, inside)
    worse, more = _where(*_garbling(second, first, symbol), symbol, inside)
    return OrderRanges(symbol, inside, better, worse, tuple(sorted({*poles, *more})))


def _table(given: Any, name: str, symbol: sp.Symbol) -> sp.Matrix:
    given = given.tolist() if isinstance(given, sp.MatrixBase) else getattr(given, "rows", given)
    rows = [list(map(partial(_entry, name=name, symbol=symbol), row)) for row in given]
    if not rows or len({len(row) for row in rows}) != 1 or not rows[0]:
        raise InputError(f"{name} must have rows of one length")
    table = sp.Matrix(rows)
    if any(sp.cancel(sum(table[:, j]) - 1) != 0 for j in range(table.cols)):
        raise InputError(f"{name} must have columns that sum to 1 for every {symbol}")
    return table


def _entry(given: Any, name: str, symbol: sp.Symbol) -> sp.Expr:
    """An expression as it is, a number exactly, a text read from its syntax tree, never run."""
    accepted = f"rational functions of {symbol} alone, such as '{symbol}/({symbol} + 2)'"
    if isinstance(given, str):
        found = read_expression(given, name, {str(symbol): symbol}, accepted)
    elif isinstance(given, sp.Expr):
        found = given.xreplace({other: sp.Symbol(other.name) for other in given.free_symbols})
    else:
        found = rational(exact(given, name))
    rational_one = isinstance(found, sp.Expr) and found.is_rational_function(symbol)
    if not rational_one or found.free_symbols - {symbol}:
        raise InputError(f"{name} must be {accepted}, got {given!r:.60}")
    if max(sp.degree(part, symbol) for part in _quotient(found)) > MOST_DEGREE:
        raise InputError(f"{name} must have entries of degree {MOST_DEGREE} at most, got {given}")
    return found


def _ends(ends: Any, name: str) -> list[sp.Expr]:
    if not isinstance(ends, (tuple, list)) or len(ends) != 2:
        raise InputError(f"{name} must be a range (lo, hi), got {ends!r}")
    found = [sp.oo if says_infinity(end) else rational(exact(end, name)) for end in ends]
    if not found[0] < found[1]:
        raise InputError(f"{name} must be a range (lo, hi) with lo below hi, got {ends!r}")
    return found


def _garbling(
    A: sp.Matrix, P: sp.Matrix, symbol: sp.Symbol
) -> tuple[sp.Matrix, sp.Matrix, sp.Expr]:
    """C = A P'(P P')^-1, what A - C P leaves, and the determinant, zero where C is not the only."""
    if max(A.rows, P.rows) > MOST_ROWS or P.cols > MOST_ROWS:
        raise InputError(
            f"tables must have at most {MOST_ROWS} reports and truths to compare them over a "
            f"range, got {P.rows} x {P.cols}"
        )
    field = sp.QQ.frac_field(symbol)
    first, second = (DomainMatrix.from_Matrix(table).convert_to(field) for table in (A, P))
    # A square P is inverted itself: P P' would double all degrees.
    other = second.transpose() if P.rows < P.cols else DomainMatrix.eye(P.rows, field)
    try:
        square = second * other
        again = first * other * square.inv()
    except (DMNonInvertibleMatrixError, DMShapeError):
        raise InputError(
            "tables must have independent reports to compare them over a range: none of them is a "
            "sum of multiples of others"
        ) from None
    left = (first - again * second).to_Matrix()
    return again.to_Matrix(), left, field.to_sympy(square.det())


def _where(
    entries: sp.Matrix,
    left: sp.Matrix,
    determinant: sp.Expr,
    symbol: sp.Symbol,
    inside: sp.Interval,
) -> tuple[sp.Set, set[sp.Expr]]:
    """Where nothing is left and no entry of C is negative, and the poles in the range."""
    conditions = {(_quotient(entry), ">=") for entry in entries}
    conditions |= {(_quotient(entry), "==") for entry in left if entry != 0}
    poles: set[sp.Expr] = set()
    quotients = []
    for (above, below), relation in conditions:
        quotients.append(((sp.Poly(above, symbol), sp.Poly(below, symbol)), relation))
        poles |= _roots(below, symbol, inside)
    found = sp.Intersection(solve_rational_inequalities([quotients]), inside)
    found -= sp.FiniteSet(*poles)
    dependent = _roots(_quotient(determinant)[0], symbol, inside)
    return found, poles | {x for x in dependent if found.contains(x) != sp.true}


def _roots(polynomial: sp.Expr, symbol: sp.Symbol, inside: sp.Interval) -> set[sp.Expr]:
    """Its zeros in the range."""
    if not polynomial.has(symbol):
        return set()
    return {x for x in sp.real_roots(polynomial) if x in inside}


def _quotient(entry: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """What stands above and below the line of a rational function in lowest terms."""
    return sp.fraction(sp.cancel(entry))
