"""The optimum of a question by its dual program, or the reason why it has none.

**Two reports about two truths**, the table ((a, b), (1 - a, 1 - b)): the private (a, b) are a
convex set around (1/2, 1/2), and a convex utility is the largest on its edge. The edge is looked at
in every direction, then around the best one, closer and closer.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.prices import dual_programs
from rropt.crosscheck.prices.dual_programs import Priced, VarianceTerm, over_all_ratios
from rropt.crosscheck.prices.priced_rows import (
    Array,
    PricedRows,
    RenyiBudgets,
    extreme_rows,
    renyi_budgets,
)
from rropt.crosscheck.symbolic.exact_limits import ExactLimits, exact_limits
from rropt.crosscheck.symbolic.kkt_supports import CovarianceQuestion, covariance_question
from rropt.crosscheck.symbolic.sums import Decision, SumUtility, utility_of
from rropt.exact.convert import fraction
from rropt.utility import Custom, Variance, Warner
from rropt.utility.at_prior import EOptimal
from rropt.utility.curved import VarianceOverInterval
from rropt.utility.worst_case import GROUP, WorstCase, WorstDeterminant
from rropt.utility.worst_eigenvalue import WorstEigenvalue

Limits = ExactLimits | RenyiBudgets
Program = Callable[[PricedRows], Priced]


def by_prices(problem: Any) -> float:
    """The optimum in the units in which a design reports it.

    >>> from types import SimpleNamespace
    >>> from rropt import LocalDP, Trace
    >>> asked = SimpleNamespace(
    ...     privacy=LocalDP("ln(3)"), objective=Trace(3), truths=3, outputs=None
    ... )
    >>> round(by_prices(asked), 6)
    1.8
    """
    limits = renyi_budgets(problem) or exact_limits(problem)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # cvxpy says that a solution may be inaccurate
            found = _value(problem, limits)
    except OverflowError as error:
        raise NotPosed(str(error)) from None
    if not math.isfinite(found):
        raise NotPosed("the objective is infinite")
    return found


def _value(problem: Any, limits: Limits) -> float:
    objective = problem.objective
    outputs = problem.outputs
    if isinstance(objective, Warner):
        p = most_truthful(limits)
        pi = float(objective.prior)
        return p * (1 - p) / (2 * p - 1) ** 2 + pi * (1 - pi)
    actions = objective.actions
    if outputs is None or (actions is not None and outputs >= len(actions)):
        return _of_any_reports(objective, limits)
    if actions is not None:
        sign = -1 if objective.is_minimised else 1
        return sign * _of_fewer(np.array(actions, dtype=float), outputs, limits)
    utility = utility_of(objective)
    if outputs != 2 or problem.truths != 2 or utility is None:
        raise NotPosed(f"{outputs} reports of this objective have no program")
    found = best_pair(_floats(utility, objective), limits)
    return _reported(found, objective)


def _of_any_reports(objective: Any, limits: Limits) -> float:
    utility = utility_of(objective)
    if utility is not None:
        return _reported(_of_sum(utility, objective, limits), objective)
    question = covariance_question(objective)
    if question is not None:
        return _of_question(question, limits)
    if isinstance(objective, EOptimal):
        return -1 / _optimum(
            lambda rows: dual_programs.least_eigenvalue(_term(objective), rows), limits
        )
    if isinstance(objective, WorstEigenvalue):
        return dual_programs.worst_group_eigenvalue(_only_extreme(limits))
    if isinstance(objective, WorstDeterminant):
        basis = _differences(objective.truths)
        return dual_programs.worst_log_determinant(basis, _only_extreme(limits))
    return _worst(objective, limits)


def _reported(total: float, objective: Any) -> float:
    """A variance is one over an information, a loss minus a gain."""
    if isinstance(objective, Variance):
        return 1 / total if total > 0 else math.inf
    return -total if objective.is_minimised else total


def _of_sum(utility: SumUtility, objective: Any, limits: Limits) -> float:
    floats = _floats(utility, objective)
    return _optimum(lambda rows: dual_programs.best_sum(floats, rows), limits)


def _of_fewer(gains: Array, outputs: int, limits: Limits) -> float:
    """So many reports are so many actions, of which some only reveal a truth that may be told."""
    if isinstance(limits, RenyiBudgets):
        raise NotPosed("fewer reports than actions have no dual program under a Renyi budget")
    free = limits.free
    # -1 - j stands for a report that reveals truth j.
    kinds = [*range(len(gains)), *(-1 - truth for truth in free)]
    values = []
    for chosen in combinations(kinds, outputs):
        told = tuple(-1 - kind for kind in chosen if kind < 0)
        actions = gains[[kind for kind in chosen if kind >= 0]]
        if len(actions):
            rows = extreme_rows(replace(limits, free=told))
            values.append(dual_programs.best_sum(_with_revealed(gains, actions, told), rows).value)
    return max(values)


def _with_revealed(gains: Array, actions: Array, told: Sequence[int]) -> Callable[[Array], Array]:
    """The best of some actions; a report from one truth that may be told has all actions."""

    def of(rows: Array) -> Array:
        worth = np.asarray((rows @ actions.T).max(axis=1))
        for truth in told:
            alone = np.delete(rows, truth, axis=1).max(axis=1) == 0
            worth[alone] = rows[alone, truth] * gains[:, truth].max()
        return worth

    return of


def _floats(utility: SumUtility, objective: Any) -> Callable[[Array], Array]:
    """u of directions in doubles."""
    if isinstance(utility, Decision):
        gains = np.array(utility.actions, dtype=float)
        return lambda rows: np.asarray((rows @ gains.T).max(axis=1))
    if isinstance(objective, Custom):
        return lambda rows: np.asarray(objective.floats(rows))

    def of(rows: Array) -> Array:
        return np.array([float(utility.of(tuple(map(float, row)), math)) for row in rows])

    return of


def _of_question(question: CovarianceQuestion, limits: Limits) -> float:
    terms = []
    for scenario in question.scenarios:
        points = []
        for at in scenario.points:
            shares = np.array(at.shares, dtype=float)
            points.append((float(at.weight), shares, np.array(at.derivatives, dtype=float)))
        terms.append(VarianceTerm(points, float(scenario.weight), float(scenario.known)))
    minimax = question.combined == "minimax"
    if not question.determinant:
        contrasts = np.array(question.contrasts, dtype=float)
        return question.sign * _optimum(
            lambda rows: dual_programs.least_variances(terms, contrasts, minimax, rows), limits
        )
    if minimax and len(terms) > 1:
        raise NotPosed("the worst determinant of several guesses has no dual program here")
    # A single guess counts whole, whatever weight it came with.
    terms = [replace(term, weight=1.0) for term in terms] if len(terms) == 1 else terms
    found = _optimum(lambda rows: dual_programs.least_log_determinant(terms, rows), limits)
    return question.sign * (float(question.offset) + found)


def _term(objective: EOptimal) -> VarianceTerm:
    """Only the differences of shares are estimated."""
    prior = np.array(objective.prior, dtype=float)
    return VarianceTerm([(1.0, prior, _differences(len(prior)))], 1.0, 0.0)


def _differences(truths: int) -> Array:
    """Orthonormal columns whose entries sum to zero, by Helmert.

    >>> _differences(2).round(6).tolist()
    [[0.707107], [-0.707107]]
    """
    columns = np.zeros((truths, truths - 1))
    for n in range(1, truths):
        columns[:n, n - 1] = 1 / math.sqrt(n * (n + 1))
        columns[n, n - 1] = -n / math.sqrt(n * (n + 1))
    return columns


def _worst(objective: Any, limits: Limits) -> float:
    ends = None
    if isinstance(objective, VarianceOverInterval):
        contrasts = np.array([[0.0, 1.0]])
        group = False
        ends = (_shares(objective.low), _shares(objective.high))
    elif isinstance(objective, WorstCase):
        if objective.everywhere or objective.bins:
            raise NotPosed("a whole interval of numbers has no table of finitely many rows")
        contrasts = np.array(objective.contrasts, dtype=float)
        group = objective.respondents == GROUP
    else:
        raise NotPosed(f"no dual program is known for {type(objective).__name__}")
    return _optimum(lambda rows: dual_programs.worst_shares(contrasts, group, ends, rows), limits)


def _shares(prevalence: Any) -> Array:
    return np.array([1 - float(prevalence), float(prevalence)])


def _optimum(program: Program, limits: Limits) -> float:
    if isinstance(limits, RenyiBudgets):
        return over_all_ratios(program, limits)
    return program(extreme_rows(limits)).value


def _only_extreme(limits: Limits) -> PricedRows:
    if isinstance(limits, RenyiBudgets):
        raise NotPosed("this worst case has no dual program under a Renyi budget")
    return extreme_rows(limits)


ANGLES = 721

HALVINGS = 52
"""A double has so many bits."""

LOOKS = 8
"""Each is a hundred times closer than the one before."""

KEPT = 1e-14
"""Rounding of the sums that are compared."""


def best_pair(utility: Callable[[Array], Array], limits: ExactLimits | RenyiBudgets) -> float:
    """The largest u(a, b) + u(1 - a, 1 - b).

    >>> from types import SimpleNamespace
    >>> from rropt import LocalDP
    >>> from rropt.crosscheck.symbolic.exact_limits import exact_limits
    >>> asked = SimpleNamespace(privacy=LocalDP("ln(3)"), truths=2)
    >>> round(best_pair(lambda rows: rows.max(axis=1), exact_limits(asked)), 6)
    1.5
    """
    low = 0.0
    # Half a turn: the opposite direction is the same table with its reports exchanged.
    high = math.pi
    for _ in range(LOOKS):
        angles = np.linspace(low, high, ANGLES)
        a, b = _edge(angles, limits)
        values = utility(np.stack([a, b], axis=1)) + utility(np.stack([1 - a, 1 - b], axis=1))
        best = int(values.argmax())
        step = 4 * (high - low) / ANGLES
        low = angles[best] - step
        high = angles[best] + step
    return float(values[best])


def most_truthful(limits: ExactLimits | RenyiBudgets) -> float:
    """The largest private p of Warner's table ((p, 1 - p), (1 - p, p))."""
    # In this direction a + b = 1.
    a, _ = _edge(np.array([-math.pi / 4]), limits)
    return float(a[0])


def _edge(angles: Array, limits: ExactLimits | RenyiBudgets) -> tuple[Array, Array]:
    """The farthest private table from the middle in each direction, by bisection."""
    across = np.cos(angles)
    up = np.sin(angles)
    near = np.zeros(len(angles))
    # Farther out an entry leaves [0, 1].
    far = 0.5 / np.maximum(np.abs(across), np.abs(up))
    for _ in range(HALVINGS):
        middle = (near + far) / 2
        private = _kept(0.5 + middle * across, 0.5 + middle * up, limits)
        near = np.where(private, middle, near)
        far = np.where(private, far, middle)
    return 0.5 + near * across, 0.5 + near * up


def _kept(a: Array, b: Array, limits: ExactLimits | RenyiBudgets) -> Array:
    """Whether tables keep every inequality."""
    if isinstance(limits, RenyiBudgets):
        return _kept_renyi(a, b, limits)
    if limits.free:
        raise NotPosed("two reports of which one may reveal a truth are not walked")
    pairs = ((a, b), (1 - a, 1 - b))
    private = np.ones(len(a), dtype=bool)
    for form in limits.hard:
        first, second = (float(fraction(entry.near(limits.point))) for entry in form)
        for one, other in pairs:
            private &= first * one + second * other <= KEPT
    for budget in limits.budgets:
        spent = np.zeros(len(a))
        for cost, form in zip(budget.costs, budget.forms, strict=True):
            first, second = (float(fraction(entry.near(limits.point))) for entry in form)
            for one, other in pairs:
                spent += float(cost) * np.maximum(first * one + second * other, 0.0)
        private &= spent <= float(budget.most) + KEPT
    return private


def _kept_renyi(a: Array, b: Array, budgets: RenyiBudgets) -> Array:
    private = np.zeros(len(a), dtype=bool)
    for n, (one, other) in enumerate(zip(a, b, strict=True)):
        table = np.array([[one, other], [1 - one, 1 - other]])
        if table.min() > 0:
            private[n] = budgets.kept_by(table)
    return private
