"""Which problems ask for fewer reports than an optimum may need, and which way answers them.

A yes/no card, two reports listed one by one, chains of corners of the one convex edge of two
truths, and the best few actions of many: see the pages of those names. All other numbers of reports
are as good as any number.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from rropt.design.problem import Problem
from rropt.privacy.conditions import LOW, Conditions
from rropt.utility import FDivergence, Guess, Trace, Utility, Variance, Warner
from rropt.utility.guessing import BestAction

MOST_LEVELS = 64
"""The checker takes no more: some 2,000 steps between corners."""

MOST_CHOICES = 20_000
"""Of m actions; the checker looks through all sets for each."""

MOST_TRUTHS = 32
"""With a delta on all pairs of them; such a design takes a third of a second."""

MOST_GUESSED = 100
"""Truths of a guess under one number without a delta: its prices need no multipliers."""

Level = tuple[Sequence[Fraction], Fraction]
"""A form (f_0, f_1), and what the sum of [f.r]+ may be."""


def has_fewer_reports(problem: Problem) -> bool:
    """Whether the bound is for tables of so many reports only."""
    return is_listed(problem) or is_chained(problem) or is_of_fewer_actions(problem)


def is_card(problem: Problem) -> bool:
    """Whether the answer is a yes/no card: Warner's device, or a proportion by two reports.

    Under conditions two reports are a chain of corners, as any number of them is.
    """
    objective = problem.objective
    two = isinstance(objective, Variance) and problem.outputs == 2
    two = two and not isinstance(problem.levels, Conditions)
    return isinstance(objective, Warner) or two


def is_listed(problem: Problem) -> bool:
    """Whether two reports are asked for that an optimum with any number of them may exceed.

    Without a delta two truths need two reports, and so does a divergence between two truths; with
    one the total variation does.
    """
    objective = problem.objective
    if problem.outputs != 2 or problem.levels is not None or isinstance(objective, Variance):
        return False
    if not isinstance(objective, Utility):
        return False
    if isinstance(objective, FDivergence):
        return bool(problem.delta) and objective.actions is None
    return problem.truths > 2 or bool(problem.delta)


def is_chained(problem: Problem) -> bool:
    """Whether fewer reports are asked for than an optimum may need, about two truths.

    Decisions between two truths need two reports, and so does the total variation.
    """
    objective = problem.objective
    if problem.outputs is None or problem.truths != 2 or not isinstance(objective, Utility):
        return False
    if is_listed(problem) or objective.actions is not None or not _has_single_levels(problem):
        return False
    # A proportion by two reports is a card, which has a room of its own.
    card = isinstance(objective, Variance) and problem.outputs == 2
    if card and not isinstance(problem.levels, Conditions):
        return False
    from rropt.design.cards.lower_edge import corners

    levels = levels_at(problem, LOW)
    # An edge has one side less than corners: with as many reports nothing is lost.
    return len(levels) <= MOST_LEVELS and problem.outputs < len(corners(levels)) - 1


def _has_single_levels(problem: Problem) -> bool:
    """Whether every condition is one level, and no truth is free."""
    levels = problem.levels
    if isinstance(levels, Conditions):
        each = (c.order is None and len(c.levels) == 1 for c in levels.listed)
        return levels.rho is None and all(each)
    return levels is None or not levels.singles


def levels_at(problem: Problem, end: int) -> list[Level]:
    """The levels of tables (LOW), or of bounds (HIGH)."""
    forms = problem.cone.bound_forms(end)
    # A sum of c [f.r]+ <= d is one of [f.r]+ <= d / c: edges know no factors.
    return [(form.along(2), (form.most or Fraction(0)) / form.factor) for form in forms]


def is_of_fewer_actions(problem: Problem) -> bool:
    """Whether there are more actions than reports may be."""
    objective = problem.objective
    if problem.outputs is None or not isinstance(objective, BestAction):
        return False
    number = objective.number_of_actions
    if problem.outputs >= number:
        return False
    if is_interchangeable(problem):
        return problem.truths <= (MOST_TRUTHS if problem.delta else MOST_GUESSED)
    return is_searched(problem.truths, number, problem.outputs)


def is_interchangeable(problem: Problem) -> bool:
    """Whether truths may change places: a guess or a trace under one number."""
    return problem.levels is None and isinstance(problem.objective, (Guess, Trace))


def is_searched(truths: int, actions: int, reports: int) -> bool:
    """Whether the choices of so many actions are few enough.

    >>> is_searched(4, 4, 3), is_searched(20, 20, 9)
    (True, False)
    """
    return truths <= MOST_TRUTHS and comb(actions, reports) <= MOST_CHOICES
