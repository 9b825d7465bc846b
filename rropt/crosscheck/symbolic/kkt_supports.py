"""Criteria of a covariance, and of coefficients of a model, by the KKT conditions of a support.

The information of a table is I = sum_r w_r M(r), M(r) = sum_x omega_x (D_x'r)(D_x'r)' / (pi_x.r). A
support of k independent directions has one table. It is optimal exactly when prices y with y.r =
u(r) on it cover all directions, y.r >= u(r), where for variances u(r) = sum_c v_c'M(r)v_c with
v_c = I^-1 c, and for determinants u(r) = tr(I^-1 M(r)).

| where | how |
|---|---|
| there are k directions | the table is the only one: every criterion is its value |
| privacy and prior are symmetric, or two truths with one prior | a linear program (`sums`) |
| else | the supports of k directions, one by one |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from operator import mul
from typing import Any

import sympy as sp
from sympy import QQ
from sympy.polys.matrices import DomainMatrix

from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.symbolic.exact_limits import DIGITS, ExactLimits, rational
from rropt.crosscheck.symbolic.supports import Direction, directions, feasible_supports
from rropt.exact.convert import dot
from rropt.exact.convert import rational as number
from rropt.exact.entries import identity, tabulated
from rropt.utility.at_prior import AOptimal, COptimal, DOptimal
from rropt.utility.curved import Average, Minimax, VarianceOverInterval
from rropt.utility.for_model import ForModel
from rropt.utility.worst_case import Mean, WorstCase, WorstDeterminant

Vector = Sequence[Fraction]

MOST_WORK = 20_000
"""Supports times entries of an information: 1,001 of four truths take half a second."""

MOST_COEFFICIENTS = 4
"""The probabilities of a model have 18 digits, and what follows from six of them has thousands."""


@dataclass(frozen=True)
class Point:
    """omega, pi and D of one term of the information."""

    weight: Fraction
    shares: tuple[Fraction, ...]
    derivatives: tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class InformationScenario:
    """The points at one prior or one guess, its weight, and what its variances are reduced by."""

    points: tuple[Point, ...]
    weight: Fraction
    known: Fraction

    def matrix(self, row: Sequence[Any]) -> DomainMatrix:
        """M(r)."""
        size = len(self.points[0].derivatives[0])
        total = DomainMatrix.zeros((size, size), QQ)
        for point in self.points:
            score = _columns(point.derivatives) * DomainMatrix(
                [[x] for x in row], (len(row), 1), QQ
            )
            seen = _product(point.shares, row)
            total += score * score.transpose() * (rational(point.weight) / seen)
        return total


@dataclass(frozen=True)
class CovarianceQuestion:
    """Variances of contrasts, or a determinant, in some scenarios."""

    scenarios: tuple[InformationScenario, ...]
    contrasts: tuple[tuple[Fraction, ...], ...]
    """None are needed by a determinant."""

    combined: str = ""
    """minimax, or the weighted sum."""

    determinant: bool = False
    offset: Any = 0
    sign: int = 1


def covariance_question(objective: Any) -> CovarianceQuestion | None:
    """The question in this form; None for objectives without a prior."""
    if isinstance(objective, ForModel):
        return _of_model(objective)
    if isinstance(objective, (AOptimal, COptimal, Average, Minimax)):
        one = identity(objective.truths)
        contrasts = one if objective.contrast is None else (tuple(objective.contrast),)
        scenarios = tuple(
            _at(at.prior, contrasts, at.weight, at.offset) for at in objective.scenarios
        )
        return CovarianceQuestion(scenarios, contrasts, objective.robust)
    if isinstance(objective, DOptimal):
        # J has all directions: det J = k det B'J B, since J q = 1.
        at = (_at(objective.prior, (), Fraction(1)),)
        return CovarianceQuestion(at, (), determinant=True, offset=sp.log(objective.truths))
    if isinstance(objective, Mean) and objective.prior is not None and not objective.bins:
        values = tuple(objective.values)
        # Each member of a group has one number: q.x^2 is taken off the second moment, not (q.x)^2.
        known = sum((q * x * x for q, x in zip(objective.prior, values, strict=True)), Fraction(0))
        point = Point(Fraction(1), tuple(objective.prior), identity(objective.truths))
        return CovarianceQuestion((InformationScenario((point,), Fraction(1), known),), (values,))
    return None


def _of_model(goal: ForModel) -> CovarianceQuestion:
    scenarios = []
    for guess in goal.guesses:
        points = tuple(
            Point(at.weight, tuple(at.probabilities), tuple(map(tuple, at.derivatives)))
            for at in guess.points
        )
        scenarios.append(InformationScenario(points, guess.weight, Fraction(0)))
    contrasts = tuple(map(tuple, goal.contrasts))
    sign = -1 if goal.is_determinant else 1
    found = tuple(scenarios)
    return CovarianceQuestion(found, contrasts, goal.over, goal.is_determinant, sign=sign)


def _at(
    prior: Vector, contrasts: Sequence[Vector], weight: Fraction, offset: Fraction = Fraction(0)
) -> InformationScenario:
    # An unbiased estimate of a population has the mean C q, whatever the table.
    known = sum((dot(c, prior) ** 2 for c in contrasts), offset)
    point = Point(Fraction(1), tuple(prior), identity(len(prior)))
    return InformationScenario((point,), weight, known)


def _product(known: Vector, row: Sequence[Any]) -> Any:
    return sum((rational(a) * x for a, x in zip(known, row, strict=True)), QQ(0))


@dataclass(frozen=True)
class Judged:
    """What a table is worth, and u on every direction."""

    values: list[Any]
    """Of each scenario: the sum of variances, or det I."""

    utilities: list[list[Any]]


def judged(
    question: CovarianceQuestion,
    scenarios: Sequence[Sequence[DomainMatrix]],
    table: Sequence[tuple[int, Any]],
) -> Judged | None:
    """The criterion of the table of some (direction, weight); None where it tells too little."""
    values = []
    utilities = []
    contrasts = _columns(question.contrasts)
    for scenario, parts in zip(question.scenarios, scenarios, strict=True):
        whole = DomainMatrix.zeros(parts[0].shape, QQ)
        for n, weight in table:
            whole += parts[n] * weight
        size_of = whole.det()
        # A singular information leaves some contrast without an estimator.
        if not size_of:
            return None
        slope = whole.inv()
        if question.determinant:
            values.append(size_of)
        else:
            tangents = slope * contrasts
            variances = _trace(contrasts.transpose() * tangents)
            values.append(variances - rational(scenario.known))
            # sum_c v_c'M v_c = tr(V V'M) with V = I^-1 C.
            slope = tangents * tangents.transpose()
        utilities.append([_trace(slope * part) for part in parts])
    return Judged(values, utilities)


def _columns(vectors: Sequence[Vector]) -> DomainMatrix:
    """The matrix that has these vectors as its columns."""
    if not vectors:
        return DomainMatrix.zeros((0, 0), QQ)
    rows = [list(map(rational, row)) for row in zip(*vectors, strict=True)]
    return DomainMatrix(rows, (len(rows), len(vectors)), QQ)


def _trace(square: DomainMatrix) -> Any:
    return sum(square.diagonal(), QQ(0))


def by_supports(question: CovarianceQuestion, limits: ExactLimits) -> sp.Expr:
    """The value of the support of k directions whose KKT conditions hold."""
    if limits.budgets:
        raise NotPosed("with a budget a support has more directions than there are truths")
    rays = directions(limits)
    for chosen, found in optimal_candidates(question, limits, rays):
        shares = _shares(question, found)
        # k directions have one table: there is no other one to be worse than.
        if len(rays) == limits.truths or _covers(rays, chosen, _mixed(shares, found.utilities)):
            return _reported(question, shares, found, limits)
    raise NotPosed("no support of as many directions as truths has the KKT conditions")


def optimal_candidates(
    question: CovarianceQuestion, limits: ExactLimits, rays: Sequence[Direction]
) -> Iterator[tuple[list[int], Judged]]:
    """The tables of k directions, with what they are worth."""
    size = len(question.scenarios[0].points[0].derivatives[0])
    if comb(len(rays), limits.truths) * size**2 > MOST_WORK or size > MOST_COEFFICIENTS:
        raise NotPosed("the supports of so many directions are too many")
    parts = tabulated(lambda scenario, ray: scenario.matrix(ray.near), question.scenarios, rays)
    for chosen, weights in feasible_supports(rays, limits.truths):
        found = judged(question, parts, list(zip(chosen, weights, strict=True)))
        if found is not None:
            yield chosen, found


def _shares(question: CovarianceQuestion, found: Judged) -> list[Fraction]:
    """How the scenarios count: as given, or the worst of them alone."""
    if question.combined != "minimax":
        return [scenario.weight for scenario in question.scenarios]
    # Prices of the one worst scenario prove the minimax where they cover; else none are found.
    best = min(found.values) if question.determinant else max(found.values)
    worst = found.values.index(best)
    return [Fraction(int(n == worst)) for n in range(len(found.values))]


def _mixed(shares: Sequence[Fraction], utilities: Sequence[Sequence[Any]]) -> list[Any]:
    known = list(map(rational, shares))
    return [sum(map(mul, known, column), QQ(0)) for column in zip(*utilities, strict=True)]


def _covers(rays: Sequence[Direction], chosen: Sequence[int], utilities: Sequence[Any]) -> bool:
    """Whether the prices that are tight on the support cover all directions."""
    k = len(chosen)
    square = DomainMatrix([list(rays[n].near) for n in chosen], (k, k), QQ)
    right = DomainMatrix([[utilities[n]] for n in chosen], (k, 1), QQ)
    everywhere = DomainMatrix([list(ray.near) for ray in rays], (len(rays), k), QQ)
    paid = (everywhere * square.lu_solve(right)).to_list()
    return all(price >= utility for (price,), utility in zip(paid, utilities, strict=True))


def _reported(
    question: CovarianceQuestion, shares: Sequence[Fraction], found: Judged, limits: ExactLimits
) -> sp.Expr:
    pairs = [
        (number(s), _number(v, limits)) for s, v in zip(shares, found.values, strict=True) if s
    ]
    if question.determinant:
        total = sum(s * -sp.log(v) for s, v in pairs)
    else:
        total = sum(s * v for s, v in pairs)
    return question.sign * (question.offset + total)


def _number(x: Any, limits: ExactLimits) -> sp.Expr:
    """A rational; where g is irrational the number is known at the rational point only."""
    exact = sp.Rational(int(x.numerator), int(x.denominator))
    return exact if limits.epsilon is None else sp.Float(exact, DIGITS - 5)


def _second_moments(rays: Sequence[Direction], contrasts: Sequence[Vector]) -> list[Any]:
    """M_j of the only unbiased estimators x_c of a table of k directions: x_c P = c."""
    k = len(rays)
    rows = DomainMatrix([list(ray.near) for ray in rays], (k, k), QQ).transpose()
    # With f_r = w_r x_r both are linear: sum_r w_r r = 1 and sum_r f_r r = c.
    weights = rows.lu_solve(DomainMatrix([[QQ(1)]] * k, (k, 1), QQ)).to_list()
    products = rows.lu_solve(_columns(contrasts)).to_list()
    squares = []
    for (weight,), numbers in zip(weights, products, strict=True):
        squares.append([sum(f * f for f in numbers) / weight if weight else QQ(0)])
    moments = (rows * DomainMatrix(squares, (k, 1), QQ)).to_list()
    return [moment for (moment,) in moments]


def of_the_only_table(objective: Any, limits: ExactLimits) -> sp.Expr | None:
    """Worst cases about two truths where the table is the only one.

    f(p) = q.M - |C q|^2 at its top, q = (1 - p, p); of an interval of prevalences, inside it.
    """
    interval = isinstance(objective, VarianceOverInterval)
    worst = isinstance(objective, WorstCase) and objective.prior is None
    if limits.truths > 2 or not (interval or worst):
        return None
    rays = directions(limits)
    if limits.budgets or len(rays) != limits.truths:
        return None
    contrasts = ((Fraction(0), Fraction(1)),) if interval else objective.contrasts
    moments = _second_moments(rays, contrasts)
    sides = zip(*contrasts, strict=True)
    squares = [sum((rational(x) ** 2 for x in side), QQ(0)) for side in sides]
    if not interval and objective.respondents == "group":
        return _number(max(m - s for m, s in zip(moments, squares, strict=True)), limits)
    low, high = (objective.low, objective.high) if interval else (Fraction(0), Fraction(1))
    top = _number(_largest(moments, contrasts, rational(low), rational(high)), limits)
    return sp.log(top) if isinstance(objective, WorstDeterminant) else top


def _largest(moments: Sequence[Any], contrasts: Sequence[Vector], low: Any, high: Any) -> Any:
    """The top of a concave function of p between two ends."""

    def value(p: Any) -> Any:
        means = (rational(c[0]) * (1 - p) + rational(c[1]) * p for c in contrasts)
        return (1 - p) * moments[0] + p * moments[1] - sum((m * m for m in means), QQ(0))

    steps = [rational(c[1] - c[0]) for c in contrasts]
    slope = moments[1] - moments[0]
    slope -= 2 * sum((rational(c[0]) * d for c, d in zip(contrasts, steps, strict=True)), QQ(0))
    # Concave: the top is where the slope vanishes, or at the end that is nearer to it.
    top = slope / (2 * sum((d * d for d in steps), QQ(0)))
    return value(min(max(top, low), high))
