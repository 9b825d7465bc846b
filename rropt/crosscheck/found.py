"""What a route says of an optimum: an interval that holds it if the route is right, or a reason."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import cvxpy
    import sympy

RELATIVE = 1e-6
LEAST = 1e-7
"""Relative and absolute accuracy of a convex program in doubles. What is lost beyond `STOPS` is the
conditioning of small epsilon. Over 1,500 cases the largest was 3e-7."""

STOPS = 1e-10
"""Where Clarabel stops. At its own 1e-8 the least worst variance of the mean of 0, 1, 5/2, 4 at
epsilon 1/2 and delta 1/10 was off by 2e-6, which read as a disagreement; of 84 means and A-, c-, D-
and E-optimal designs the median was 3e-8 for 1.5e-10, in the same time."""

MOST_COLUMNS = 100
"""Of a linear program for Clarabel; those of the catalogue without a lattice have at most 60."""

LONGEST = 20.0
"""Seconds; nearly all programs take some milliseconds."""


class NotPosed(ArithmeticError):
    """Why a route says nothing about a question."""


@dataclass(frozen=True)
class Found:
    """An interval that holds the optimum if the route is right, its best number, its witness."""

    lo: Fraction | float
    hi: Fraction | float
    number: float
    exact: str | None
    witness: Any

    def meets(self, other: Found) -> bool:
        """Whether both can be right."""
        return self.lo <= other.hi and other.lo <= self.hi


def near(number: float, accuracy: float, witness: Any, least: float = 0.0) -> Found:
    """A number of doubles, with its stated accuracy.

    >>> near(2.0, 1e-6, "Clarabel").meets(near(2.000001, 1e-6, "Clarabel"))
    True
    """
    slack = accuracy * abs(number) + least
    return Found(number - slack, number + slack, number, None, witness)


ENCLOSED = 50
"""Digits to which a value of sympy is enclosed: 10 fewer than decisions are made with."""


def in_sympy(value: sympy.Expr) -> Found:
    """An expression without parameters: its rational number, or an enclosure of it.

    >>> import sympy
    >>> in_sympy(sympy.sqrt(2)).exact, in_sympy(sympy.Rational(3, 4)).lo
    ('sqrt(2)', Fraction(3, 4))
    """
    if value.is_Rational:
        known = Fraction(int(value.p), int(value.q))
        return Found(known, known, float(known), str(value), value)
    digits = value.evalf(ENCLOSED)
    if not digits.is_Float:
        raise NotPosed("the value is no real number")
    middle = Fraction(str(digits))
    # Five digits are left to the rounding of evalf.
    slack = abs(middle) / 10 ** (ENCLOSED - 5)
    # What was known at a rational near g only is no exact value, however it is written.
    exact = None if any(atom.is_Float for atom in value.atoms()) else str(value)
    return Found(middle - slack, middle + slack, float(middle), exact, value)


def solved(program: cvxpy.Problem) -> float:
    """The optimum of a program: of a linear one with many directions by HiGHS, else by Clarabel.

    Clarabel has hung, past its own limit of time, on lattices whose costs differ by 1e6.
    """
    import cvxpy as cp

    columns = sum(variable.size for variable in program.variables())
    name = "HiGHS" if columns > MOST_COLUMNS and program.is_lp() else "Clarabel"
    # Through SciPy: highspy greets on standard output, where a command's JSON may be written.
    tolerances = dict.fromkeys(("tol_gap_abs", "tol_gap_rel", "tol_feas"), STOPS)
    asked: dict[str, Any] = {"solver": "CLARABEL", "time_limit": LONGEST, **tolerances}
    if name == "HiGHS":
        options = {"method": "highs", "time_limit": LONGEST}
        asked = {"solver": "SCIPY", "scipy_options": options}
    try:
        value = program.solve(**asked)
    except cp.error.SolverError as error:
        raise NotPosed(f"{name} gave up: {error}"[:80]) from None
    if value is None or not isfinite(value):
        raise NotPosed(f"{name} says {program.status}")
    return float(value)
