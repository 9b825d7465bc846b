"""Objectives that are sums over reports: u in exact numbers at the point, and as expressions in g.

A linear program over the directions decides which of them are used; the weights, and with them the
value, are rational functions of g times the expressions u(r). A criterion of a covariance is such a
sum where one number says all of it: at two truths, and where privacy and prior are symmetric.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from operator import mul
from typing import Any

import mpmath
import sympy as sp
from sympy import QQ

from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.symbolic.exact_limits import DIGITS, ExactLimits, of_float, rational
from rropt.crosscheck.symbolic.supports import (
    Direction,
    best_basis,
    directions,
    program,
    spent_expression,
)
from rropt.exact.convert import fraction
from rropt.exact.convert import rational as number
from rropt.utility import Custom, FDivergence, MutualInformation, Variance
from rropt.utility.at_prior import AOptimal, COptimal, DOptimal, EOptimal
from rropt.utility.worst_case import WorstCase

Row = Sequence[Any]
Actions = Sequence[Sequence[Fraction]]


@dataclass(frozen=True)
class SumUtility:
    """u(r), given the functions log and sqrt of the numbers that r has."""

    of: Callable[..., Any]
    report: Callable[[sp.Expr], sp.Expr] = lambda u: u

    def near(self, row: Row) -> Any:
        """At exact rationals, to 60 digits where it is irrational."""
        with mpmath.workdps(DIGITS):
            value = self.of([_float(x) for x in row], mpmath)
            if not mpmath.isfinite(value):
                raise NotPosed("the objective is infinite for some report")
            return of_float(mpmath.mpf(value))

    def expression(self, ray: Direction, limits: ExactLimits) -> sp.Expr:
        """In g."""
        return self.of(ray.expressions, sp)


@dataclass(frozen=True)
class OnesOwn(SumUtility):
    """A function of numbers alone: of rationals, and of what sympy writes for irrational ones."""

    def near(self, row: Row) -> Any:
        value = sp.sympify(self.of([Fraction(int(x.numerator), int(x.denominator)) for x in row]))
        if value.is_Rational:
            return QQ(value.p, value.q)
        if not value.is_finite:
            raise NotPosed("the objective is infinite for some report")
        with mpmath.workdps(DIGITS):
            return of_float(mpmath.mpf(sp.N(value, DIGITS)))

    def expression(self, ray: Direction, limits: ExactLimits) -> sp.Expr:
        entries = [limits.value(x) for x in ray.expressions]
        try:
            return sp.sympify(self.of([fraction(x) if x.is_Rational else x for x in entries]))
        except (TypeError, AttributeError, ValueError):
            raise NotPosed("the objective has values at rationals only") from None


def _float(x: Any) -> mpmath.mpf:
    return mpmath.mpf(int(x.numerator)) / int(x.denominator)


@dataclass(frozen=True)
class Decision(SumUtility):
    """max_x c_x.r: which action is the best is decided at the point."""

    actions: tuple[tuple[Fraction, ...], ...] = ()

    def near(self, row: Row) -> Any:
        return max(self._gains(row))

    def expression(self, ray: Direction, limits: ExactLimits) -> sp.Expr:
        gains = self._gains(ray.near)
        best = self.actions[gains.index(max(gains))]
        return sum(number(c) * x for c, x in zip(best, ray.expressions, strict=True))

    def _gains(self, row: Row) -> list[Any]:
        return [sum(map(mul, map(rational, action), row), QQ(0)) for action in self.actions]


def decision(actions: Actions, sign: int = 1) -> Decision:
    """The best of some actions; a loss is reported with the other sign."""
    return Decision(lambda row, functions: None, lambda u: sign * u, tuple(map(tuple, actions)))


def utility_of(objective: Any) -> SumUtility | None:
    """u as it is printed; None for objectives that are no sum over reports."""
    if objective.actions is not None:
        return decision(objective.actions, -1 if objective.is_minimised else 1)
    if isinstance(objective, Variance):
        return SumUtility(_fisher(objective.prior), lambda u: 1 / u)
    if isinstance(objective, MutualInformation):
        return SumUtility(_information(objective))
    if isinstance(objective, FDivergence):
        a, b = objective.pair
        form = DIVERGENCES[objective.divergence]
        return SumUtility(lambda r, functions: form(r[a], r[b], functions))
    if isinstance(objective, Custom):
        return OnesOwn(lambda r: objective.function(tuple(r)))
    return None


def _fisher(pi: Fraction) -> Callable[[Row, Any], Any]:
    def of(r: Row, functions: Any) -> Any:
        seen = _times(1 - pi, r[0]) + _times(pi, r[1])
        return (r[1] - r[0]) ** 2 / seen if seen else 0

    return of


def _information(objective: MutualInformation) -> Callable[[Row, Any], Any]:
    def of(r: Row, functions: Any) -> Any:
        known = zip(objective.prior, r, strict=True)
        parts = [(_times(q, x), x) for q, x in known if x and q]
        seen = sum(part for part, _ in parts)
        return sum(part * functions.log(x / seen) for part, x in parts)

    return of


def _times(share: Fraction, x: Any) -> Any:
    """Exactly for sympy, whose numbers a Fraction is none of."""
    return x * share.numerator / share.denominator


def _told(a: Any, b: Any, functions: Any) -> Any:
    """a ln(a / b)."""
    if not a:
        return 0 * b
    if not b:
        raise NotPosed("the divergence is infinite for some report")
    return a * functions.log(a / b)


def _chi_square(a: Any, b: Any, functions: Any) -> Any:
    if not b:
        if not a:
            return 0 * a
        raise NotPosed("the divergence is infinite for some report")
    return (a - b) ** 2 / b


DIVERGENCES: dict[str, Callable[[Any, Any, Any], Any]] = {
    "chi-square": _chi_square,
    "hellinger": lambda a, b, functions: (functions.sqrt(a) - functions.sqrt(b)) ** 2,
    "kullback-leibler": _told,
    "reverse-kullback-leibler": lambda a, b, functions: _told(b, a, functions),
    "jensen-shannon": lambda a, b, functions: (
        (_told(a, (a + b) / 2, functions) + _told(b, (a + b) / 2, functions)) / 2 if a + b else 0
    ),
    "le-cam": lambda a, b, functions: (a - b) ** 2 / (a + b) if a + b else 0 * a,
}


def best_value(utility: SumUtility, limits: ExactLimits) -> sp.Expr:
    """The largest sum over private tables, as an expression in numbers."""
    rays = directions(limits)
    posed = program(limits, rays)
    basis = best_basis(posed, [utility.near(ray.near) for ray in rays])
    weights = basis_weights(limits, rays, basis)
    total = sp.Integer(0)
    for n, weight in zip(basis, weights, strict=True):
        if n < len(rays) and weight != 0:
            total += weight * utility.expression(rays[n], limits)
    return utility.report(limits.value(_short(total)))


def _short(total: sp.Expr) -> sp.Expr:
    """A rational function of g over one denominator; logarithms are left as they are."""
    return sp.factor(total) if total.is_rational_function() else total


def basis_weights(
    limits: ExactLimits, rays: Sequence[Direction], basis: Sequence[int]
) -> list[sp.Expr]:
    """The weights of a basis as rational functions of g."""
    from sympy.polys.matrices import DomainMatrix

    size = limits.truths + len(limits.budgets)
    columns = []
    for n in basis:
        if n < len(rays):
            spent = [spent_expression(budget, rays[n], limits) for budget in limits.budgets]
            columns.append([*rays[n].expressions, *spent])
        else:
            slack = limits.truths + n - len(rays)
            columns.append([sp.Integer(int(i == slack)) for i in range(size)])
    right = [sp.Integer(1)] * limits.truths + [number(b.most) for b in limits.budgets]
    square = sp.Matrix(size, len(basis), lambda i, j: columns[j][i])
    # An artificial column that stayed in the basis leaves fewer columns than rows.
    if square.rows != square.cols:
        raise NotPosed("the optimal basis is degenerate")
    left, known = (
        DomainMatrix.from_Matrix(square)
        .to_field()
        .unify(DomainMatrix.from_Matrix(sp.Matrix(right)).to_field())
    )
    return [row[0] for row in left.lu_solve(known).to_Matrix().tolist()]


def fewer_actions(objective: Any, outputs: int, limits: ExactLimits) -> sp.Expr:
    """So many reports are so many actions: the best choice of them."""
    if objective.actions is None:
        raise NotPosed(f"{outputs} reports are no choice of actions for this objective")
    if limits.free:
        raise NotPosed("a report that reveals a truth is no part of another one")
    sign = -1 if objective.is_minimised else 1
    choices = combinations(objective.actions, outputs)
    values = [best_value(decision(chosen), limits) for chosen in choices]
    return sign * max(values, key=lambda value: sp.N(value, DIGITS))


def symmetric_multiple(limits: ExactLimits) -> sp.Expr:
    """The largest lambda of T = lambda 1 at equal shares, by a linear program.

    tr T is linear in the weights and tr T^-1 >= (k - 1)^2 / tr T, with equality for the mean of a
    table over all permutations of the truths, which is private where privacy is symmetric.
    """
    k = limits.truths

    def of(r: Sequence[Any], functions: Any) -> Any:
        # tr B'rr'B = |r|^2 - (1.r)^2 / k, over q.r = 1.r / k.
        whole = sum(r)
        return (sum(x * x for x in r) - whole * whole / k) * k / whole

    return best_value(SumUtility(of), limits) / (k - 1)


def at_equal_shares(objective: Any, limits: ExactLimits) -> sp.Expr | None:
    """Criteria of all shares alike under symmetric privacy, at equal shares or the worst ones.

    One contrast is not unchanged when truths change places, and is none of them. For the worst
    population the saddle point has equal shares; the second moments of a symmetric table and
    estimator are those for every truth, A + 1 / k.
    """
    k = limits.truths
    if not limits.is_symmetric:
        return None
    fair = isinstance(objective, (AOptimal, DOptimal, EOptimal))
    if fair and len(set(objective.prior)) > 1:
        return None
    whole = isinstance(objective, WorstCase) and objective.name in ("a-optimal", "d-optimal")
    if not fair and not whole:
        return None
    multiple = symmetric_multiple(limits)
    if objective.name == "d-optimal":
        return -(k - 1) * sp.log(multiple)
    if objective.name == "e-optimal":
        return 1 / multiple
    total = (k - 1) / multiple
    # Of a group sum_c c_j^2 = 1 is taken off the second moment, not |C q|^2 = 1 / k.
    if whole and objective.respondents == "group":
        return total + sp.Rational(1, k) - 1
    return total


def about_two_truths(objective: Any, limits: ExactLimits) -> sp.Expr | None:
    """One prior of two truths: Cov = v (1, -1)(1, -1)' with v = 1 / (Fisher information)."""
    single = isinstance(objective, (AOptimal, COptimal, DOptimal, EOptimal))
    if limits.truths != 2 or not single:
        return None
    # On the differences of shares Cov is the number 2 v: trace, determinant and eigenvalue.
    variance = 1 / best_value(SumUtility(_fisher(objective.prior[1])), limits)
    if objective.name == "d-optimal":
        return sp.log(2 * variance)
    if objective.name == "c-optimal":
        return number((objective.contrast[1] - objective.contrast[0]) ** 2) * variance
    return 2 * variance
