"""Problems whose best table is known from another one: that of two truths is best for all.

One table is best for every convex utility: of two truths a table has every other as a garbling
whose trade-off curve lies nowhere below its own (Blackwell), and a convex utility falls under
garbling. Privacy is a lowest curve, and the table of the extreme patterns, with delta of the two
that tell the truth, has that curve. So it is derived for a strictly convex utility, of which only
the best table is an optimum, and then has the value of what was asked.

**Utilities with logarithms or roots.** No price is needed: the value holds where the weights are a
table. Of a utility in cases, or with an edge, another table may be as good at the point that was
looked at, and worse elsewhere: so its own optimum is not taken for the best table.

**Coefficients of a model**, its own coefficients as numbers or symbols. Garbling lessens the
information about coefficients in every direction, so that table is best for each of them, for their
sum and for the determinant, averaged over guesses or at the worst of them.

With x_z = (1, z), a response probability p_z with derivative s_z to the predictor, and weights w_z,
the information is I = sum_z h_z x_z x_z',

    h_z = w_z s_z^2 sum_r w_r (r_1 - r_0)^2 / ((1 - p_z) r_0 + p_z r_1),

and by Cauchy and Binet, over sets S of as many points as there are coefficients, or one fewer,

    det I = sum_S det(x_S)^2 prod_S h_z,
    (e_i'I^-1 e_i) det I = sum_S det(x_S without i)^2 prod_S h_z.

A logit is written with e^predictor itself, of which a certificate states 60 binary digits.

**The worst variance of a share** under a matrix of levels in parameters. Who has the better table
can do what is done with the other one, so that it is best for the worst case too. It has two
reports, of which one comes from the two truths with chances a and b, and one estimator:

| respondents | worst variance, times (b - a)^2 |
|---|---|
| drawn from a population | the largest x (1 - x) from a to b: 1/4 - max(0, a - 1/2, 1/2 - b)^2 |
| a fixed group | max(a (1 - a), b (1 - b)) |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import sympy as sp

from rropt.closed.derived.level_programs import LevelProgram
from rropt.closed.derived.open_parameters import refuse_names
from rropt.closed.derived.piecewise_optimum import PiecewiseOptimum
from rropt.closed.derived.symbolic_programs import SymbolicBasis, SymbolicProgram
from rropt.closed.derived.validity import Box, Point, Range, at, interval, region
from rropt.closed.symbolic_utilities import OwnUtility, entries
from rropt.closed.symbols import written
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.exact.convert import rational
from rropt.exact.entries import picked
from rropt.utility import FDivergence
from rropt.utility.for_model import MINIMAX, ForModel, ModelGuess
from rropt.utility.worst_case import GROUP, WorstCase

ONE_TABLE = (
    "one table: every other private table of two truths is this one plus noise, and noise lessens "
    "all information"
)


STRICTLY_CONVEX = FDivergence("jensen-shannon")
"""A utility of which only the best table is an optimum: its derivation finds the table."""


@dataclass(frozen=True)
class OneBestTable:
    """A program of two truths with a strictly convex utility, and what its table is asked for."""

    program: SymbolicProgram | LevelProgram
    objective: Any

    def derive(self, point: Point) -> SymbolicBasis:
        """The table of the extreme patterns, valid where its weights are a table."""
        program = self.program.at(point)
        solved = program.solve(point)
        basis = program.basis_of(solved, region(solved.weights, program.box, point), point)
        if not isinstance(self.objective, OwnUtility):
            return basis
        worth = [weight * self.objective.at(row) for row, weight in table_of(basis)]
        return replace(basis, value=sp.factor_terms(sp.Add(*worth)), prices=(), pair_prices=())


@dataclass(frozen=True)
class OfOneTable:
    """A problem of two truths that is solved by the table of another one."""

    problem: Problem

    def strictly_convex(self) -> Problem:
        """The problem whose derivation finds the table."""
        return replace(self.problem, objective=STRICTLY_CONVEX)

    def revalued(
        self, answer: PiecewiseOptimum, value: Callable[[SymbolicBasis], sp.Expr]
    ) -> PiecewiseOptimum:
        """The answer for the problem, from that of the strictly convex utility."""
        pieces = []
        for piece in answer.pieces:
            assert isinstance(piece, SymbolicBasis)  # a card is of two reports, as asked for
            pieces.append(replace(piece, value=value(piece), prices=(), pair_prices=()))
        return answer.retold(self.problem, pieces, ONE_TABLE)


def table_of(piece: SymbolicBasis) -> list[tuple[tuple[sp.Expr, ...], sp.Expr]]:
    """The rows of a piece's table with their weights, those of all orders one by one."""
    rows = []
    for pattern, _, weight in piece.patterns:
        row = entries(pattern)
        orders = {row, row[::-1]} if piece.symmetric else {row}
        rows += [(order, weight / len(orders)) for order in sorted(orders, key=str)]
    return rows


MOST_POINTS = 12
"""Of the covariates: sets of three among twelve are 220 products."""

Theta = tuple[sp.Expr, ...]


@dataclass(frozen=True)
class ModelForm(OfOneTable):
    """A model of two truths, with its coefficients in parameters where they are given."""

    theta: Theta | None
    opened: tuple[Range, ...]

    @property
    def goal(self) -> ForModel:
        """What is wanted."""
        return self.problem.objective

    def of(self, answer: PiecewiseOptimum) -> PiecewiseOptimum:
        """The answer for the model, from that of the strictly convex utility."""
        fixed = answer.parameters.fixed
        found = self.revalued(answer, lambda piece: self.value(table_of(piece)).subs(fixed))
        box = self.possible(Box((*answer.box.ranges, *self.opened), answer.box.positive))
        return replace(found, parameters=replace(answer.parameters, box=box))

    def possible(self, box: Box) -> Box:
        """The part of the box where a linear model has probabilities."""
        if self.theta is None or self.goal.model.link != "linear":
            return box
        cut = list(box.positive)
        for place in self.goal.places:
            share = self._predictor(self.goal.guesses[0], place)
            for chance in (share, 1 - share):
                if not sp.Poly(chance, *box.symbols).is_linear:
                    raise InputError("theta must be linear in its parameters for a linear model")
                if box.sign(chance) == -1:
                    raise InputError(f"theta must leave probabilities between 0 and 1, got {share}")
                if box.sign(chance) == 0:
                    cut.append(sp.expand(chance))
        return Box(box.ranges, tuple(dict.fromkeys(cut)))

    def _predictor(self, guess: ModelGuess, place: Sequence[Any]) -> sp.Expr:
        """alpha + beta.z at covariates z."""
        theta = self.theta or tuple(map(rational, guess.model.theta))
        steps = (1, *map(rational, place))
        return sp.Add(*(c * x for c, x in zip(theta, steps, strict=True)))

    def value(self, table: Sequence[tuple[Theta, sp.Expr]]) -> sp.Expr:
        """The criterion at a table of rows and weights."""
        goal = self.goal
        values = [self._at(guess, table) for guess in goal.guesses]
        if goal.over == MINIMAX:
            # Of a determinant more is better: the worst guess has the least.
            return (sp.Min if goal.is_determinant else sp.Max)(*values)
        shares = [rational(guess.weight) for guess in goal.guesses]
        return sp.Add(*(share * value for share, value in zip(shares, values, strict=True)))

    def _at(self, guess: ModelGuess, table: Sequence[tuple[Theta, sp.Expr]]) -> sp.Expr:
        places = [(sp.Integer(1), *map(rational, place)) for place in self.goal.places]
        carried = [self._carried(guess, n, table) for n in range(len(places))]
        size = len(places[0])
        determinant = _sum_of_minors(places, carried, range(size))
        if determinant == 0:
            raise InputError("points must identify all coefficients of a model to derive a form")
        whole = sp.factor_terms(determinant)
        if self.goal.is_determinant:
            return sp.log(whole)
        total = sp.Integer(0)
        for contrast in self.goal.contrasts:
            left = [j for j in range(size) if not contrast[j]]
            total += _sum_of_minors(places, carried, left)
        return sp.factor_terms(total) / whole

    def _carried(
        self, guess: ModelGuess, place: int, table: Sequence[tuple[Theta, sp.Expr]]
    ) -> sp.Expr:
        """h_z."""
        share, slope, known = self._response(guess, place)
        told = sp.Integer(0)
        for (low, high), weight in table:
            told += weight * (high - low) ** 2 / ((1 - share) * low + share * high)
        weight = rational(guess.points[place].weight)
        # In the odds it is rational and has factors: the exponential comes in afterwards.
        return sp.factor(sp.together(weight * slope**2 * told)).subs(known)

    def _response(
        self, guess: ModelGuess, place: int
    ) -> tuple[sp.Expr, sp.Expr, Mapping[sp.Symbol, sp.Expr]]:
        """p_z and s_z in the odds, with the odds; of a probit as the certificate states them."""
        at = guess.points[place]
        predictor = self._predictor(guess, self.goal.places[place])
        if guess.model.link == "logit":
            odds = sp.Symbol("odds", positive=True)
            return odds / (1 + odds), odds / (1 + odds) ** 2, {odds: sp.exp(predictor)}
        if guess.model.link == "linear":
            return predictor, sp.Integer(1), {}
        return rational(at.probabilities[1]), rational(at.derivatives[1][0]), {}


def model_form(
    problem: Problem, prior: Any, theta: Sequence[Any] | None, named: Mapping[str, Any]
) -> ModelForm:
    """The model as it is asked for, with the ranges of the parameters of its coefficients."""
    goal: ForModel = problem.objective
    if problem.truths != 2:
        raise InputError(f"categories must be 2 for a model in closed form, got {problem.truths}")
    if problem.outputs is not None:
        raise InputError("outputs must be left out for a model in closed form")
    if prior is not None:
        raise InputError("prior must be left out for a model: it says how likely answers are")
    if len(goal.places) > MOST_POINTS:
        raise InputError(f"points must be at most {MOST_POINTS} for a model in closed form")
    if theta is None:
        return ModelForm(problem, None, ())
    refuse_names(named)
    size = len(goal.model.theta)
    if not isinstance(theta, (list, tuple)) or len(theta) != size:
        raise InputError(f"theta must be the {size} coefficients of the model, got {theta!r}")
    if len(goal.guesses) > 1 or goal.model.link == "probit":
        raise InputError("theta must be left out but for one logit or linear model")
    found = tuple(written(entry, named, "theta") for entry in theta)
    symbols = sorted(set().union(*(entry.free_symbols for entry in found)), key=str)
    opened = tuple(interval(symbol, named[str(symbol)], None, None) for symbol in symbols)
    return ModelForm(problem, found, opened)


def _sum_of_minors(
    places: Sequence[Theta], carried: Sequence[sp.Expr], columns: Sequence[int]
) -> sp.Expr:
    """sum_S det(x_S)^2 prod_S h_z over sets of as many points as columns.

    >>> g, h = sp.symbols("g h")
    >>> _sum_of_minors([(1, 0), (1, 2)], [g, h], [0, 1])
    4*g*h
    """
    total = sp.Integer(0)
    for chosen in combinations(range(len(places)), len(columns)):
        square = sp.Matrix([list(picked(places[n], columns)) for n in chosen]).det() ** 2
        total += square * sp.Mul(*(carried[n] for n in chosen))
    return total


HALF = sp.Rational(1, 2)


@dataclass(frozen=True)
class WorstShare(OfOneTable):
    """A worst case of two truths: a multiple of that of a share."""

    @property
    def objective(self) -> WorstCase:
        return self.problem.objective

    def of(self, answer: PiecewiseOptimum) -> PiecewiseOptimum:
        """The answer for the worst case, from that of the strictly convex utility."""
        return self.revalued(answer, lambda piece: self.times * self._worst(piece, piece.point))

    @property
    def times(self) -> sp.Rational:
        """Of the variance of a share: two shares have it both, and their covariance twice."""
        values = self.objective.contrast
        return sp.Integer(2) if values is None else rational((values[1] - values[0]) ** 2)

    def _worst(self, piece: SymbolicBasis, point: Point) -> sp.Expr:
        # Of two reports the first one's chances say all.
        row, weight = table_of(piece)[0]
        low, high = sorted((weight * x for x in row), key=lambda chance: at(chance, point))
        apart = sp.factor(high - low) ** 2
        ends = [sp.factor(chance * (1 - chance) / apart) for chance in (low, high)]
        if self.objective.respondents == GROUP:
            return sp.Max(*ends)
        # x (1 - x) is largest at 1/2 or, where that is not between the chances, next to it.
        missed = sp.Max(0, sp.factor(low - HALF), sp.factor(HALF - high))
        return (HALF**2 - missed**2) / apart
