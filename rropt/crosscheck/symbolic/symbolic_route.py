"""The optimum of a question by the symbolic route, exactly, or the reason why it has none."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from rropt.crosscheck.found import Found, NotPosed, in_sympy
from rropt.crosscheck.symbolic.exact_limits import ExactLimits, exact_limits, rational
from rropt.crosscheck.symbolic.kkt_supports import (
    by_supports,
    covariance_question,
    of_the_only_table,
)
from rropt.crosscheck.symbolic.sums import (
    about_two_truths,
    at_equal_shares,
    best_value,
    fewer_actions,
    utility_of,
)
from rropt.exact.convert import rational as number
from rropt.utility import Variance, Warner


def symbolic(problem: Any) -> Found:
    """The value as an expression of sympy, with an enclosure.

    >>> from types import SimpleNamespace
    >>> from rropt import LocalDP, Trace
    >>> asked = SimpleNamespace(
    ...     privacy=LocalDP("1/2"), objective=Trace(3), truths=3, outputs=None
    ... )
    >>> symbolic(asked).exact
    '3*exp(1/2)/(exp(1/2) + 2)'
    """
    return in_sympy(_value(problem, exact_limits(problem)))


def _value(problem: Any, limits: ExactLimits) -> sp.Expr:
    objective = problem.objective
    outputs = problem.outputs
    if objective.everywhere or objective.bins:
        raise NotPosed("a whole interval of numbers has no table of finitely many rows")
    if isinstance(objective, Warner):
        return _warner(objective, limits)
    actions = objective.actions
    if outputs is not None and actions is not None and outputs < len(actions):
        return fewer_actions(objective, outputs, limits)
    if outputs is not None and actions is None and not _is_pure_card(problem, limits):
        raise NotPosed(f"{outputs} reports of this objective are posed by the literature only")
    utility = utility_of(objective)
    if utility is not None:
        return best_value(utility, limits)
    for way in (of_the_only_table, at_equal_shares, about_two_truths):
        found = way(objective, limits)
        if found is not None:
            return found
    question = covariance_question(objective)
    if question is not None:
        return by_supports(question, limits)
    raise NotPosed("no symbolic solution is known for this objective")


def _is_pure_card(problem: Any, limits: ExactLimits) -> bool:
    """Two truths need two reports where no budget is kept together."""
    return problem.truths == 2 and problem.outputs >= 2 and not limits.budgets and not limits.free


def _warner(objective: Variance, limits: ExactLimits) -> sp.Expr:
    """p as large as every inequality on the rows (p, 1 - p) and (1 - p, p) lets it be.

    A budget on one form f is [f.r]+ + [f.s]+ <= d for the two rows, and f.r + f.s < 0: each alone.
    """
    bounds = [(sp.Integer(1), 1)]
    forms = [(form, Fraction(0)) for form in limits.hard]
    for budget in limits.budgets:
        if len(budget.forms) > 1:
            raise NotPosed("a profile of several levels bounds Warner's device at corners")
        forms.append((budget.forms[0], budget.most / budget.costs[0]))
    for (first, second), most in forms:
        for a, b in ((first, second), (second, first)):  # a p + b (1 - p) <= most
            slope = a.near(limits.point) - b.near(limits.point)
            if slope > 0:
                near = (rational(most) - b.near(limits.point)) / slope
                exact = (number(most) - b.expression) / (a.expression - b.expression)
                bounds.append((exact, near))
    p = min(bounds, key=lambda bound: bound[1])[0]
    pi = number(objective.prior)
    return sp.simplify(limits.value(p * (1 - p) / (2 * p - 1) ** 2)) + pi * (1 - pi)
