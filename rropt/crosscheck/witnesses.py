"""The routes to an optimum that are compared: each takes a design and answers, or does not apply.

| route | how |
|---|---|
| published | the closed form of the literature, at the parameters |
| derived | the optimal basis or card, solved with symbols, at the parameters |
| cvxpy statement | the readable convex program, Clarabel |
| pattern program | scipy: HiGHS over all patterns; for curved criteria SLSQP over all patterns |
| brute force | every basis, exactly; a scan of all cards; else many random private tables |

Routes in doubles apply where doubles tell the level from gamma = 1, and a delta from none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any

from rropt.closed.evaluation import parameters
from rropt.closed.formula import Formula
from rropt.closed.recalled.recall import from_its_table, from_literature, recall
from rropt.crosscheck import enumeration, scipy_program
from rropt.design.answer import Answer
from rropt.design.consequences import is_card
from rropt.design.problem import Problem
from rropt.exact import text
from rropt.utility import Utility, Variance
from rropt.utility.curved import Curved
from rropt.utility.decision_rows import actions_of
from rropt.utility.worst_case import WorstCase

BITS = 256

CLARABEL, CLARABEL_LEAST = 1e-6, 1e-7
"""Relative and absolute accuracy that is granted to the readable programs."""

HIGHS = 1e-7
SLSQP = 1e-5
SCAN = 1e-7
TABLE = 1e-9

NEAREST_GAMMA, LEAST_DELTA = 1 + Fraction(1, 100), Fraction(1, 1000)
"""Nearer to gamma = 1, or to delta = 0, the solvers' own tolerances are as large as the optimum."""

NEAREST_LINEAR = 1 + Fraction(1, 10**6)
"""The same for linear utilities and pure privacy, in units of the largest of them."""


@dataclass(frozen=True)
class Found:
    """An interval that holds the optimum if the route is right, its best number, its witness."""

    lo: Fraction | float
    hi: Fraction | float
    number: float
    exact: str | None
    witness: Any


def published(design: Answer) -> Found | None:
    """The form of the literature that is the certified value."""
    if design.problem.levels is not None:
        return None
    form = recall(design, [from_literature])
    return None if form is None else _of_form(design, form)


def derived(design: Answer) -> Found | None:
    """The value of the optimal basis as a function of the parameters, taken at the design's."""
    from rropt.closed.recalled.bases import at_design, can_be_solved, card_at_design

    problem = design.problem
    if problem.levels is not None:
        return None
    if is_card(problem):
        solved = card_at_design(problem)
        return None if solved is None else _of_form(design, Formula(str(solved.value)))
    if not can_be_solved(problem):
        form = recall(design, [from_its_table])
        return None if form is None else _of_form(design, form)
    parametric, point = at_design(problem)
    value = parametric.solve(point).value
    value = 1 / value if isinstance(problem.objective, Variance) else value
    return _of_form(design, Formula(str(value)))


def _is_worst(problem: Problem) -> bool:
    """Worst cases have no route here yet: their tests pose them to cvxpy."""
    return isinstance(problem.objective, WorstCase)


def statement(design: Answer) -> Found | None:
    """The readable program, where it is small."""
    from rropt.crosscheck import cvxpy_statement as statement
    from rropt.utility import Warner

    problem = design.problem
    if _is_worst(problem):
        return None
    if problem.levels is not None:
        return _under_levels(design)
    if not _is_resolved(problem):
        return None
    if problem.truths > (5 if problem.delta else 8):
        return None
    if is_card(problem):
        warner = isinstance(problem.objective, Warner)
        card = statement.attempt(statement.warner_card if warner else statement.best_card, problem)
        return None if card is None else _near(card, CLARABEL, "Clarabel")
    number = statement.attempt(statement.solve, problem)
    if number is None:
        return None
    return _reported(design, _near(number, CLARABEL, "Clarabel", CLARABEL_LEAST))


def _under_levels(design: Answer) -> Found | None:
    """Decisions under a matrix or conditions: all entries of the table, no patterns."""
    from rropt.crosscheck import cvxpy_statement as statement

    problem = design.problem
    decides = isinstance(problem.objective, Utility) and actions_of(problem.objective) is not None
    if is_card(problem) or problem.outputs is not None or not decides:
        return None
    number = statement.attempt(statement.solve_under_levels, problem)
    if number is None:
        return None
    return _reported(design, _near(number, CLARABEL, "Clarabel", CLARABEL_LEAST))


def patterns(design: Answer) -> Found | None:
    """The whole pattern program in doubles."""
    problem = design.problem
    if problem.levels is not None:
        return None
    if _is_worst(problem) or is_card(problem) or problem.truths > (3 if problem.delta else 6):
        return None
    linear = not isinstance(problem.objective, Curved) and not problem.delta
    if not _is_resolved(problem, NEAREST_LINEAR if linear else NEAREST_GAMMA):
        return None
    if isinstance(problem.objective, Curved):
        answer = scipy_program.smooth_program(problem)
        return None if answer is None else _near(*answer[:1], SLSQP, answer[1])
    number, weights = scipy_program.linear_program(problem)
    return _reported(design, _near(number, HIGHS, weights, least=1e-15))


def brute_force(design: Answer) -> Found | None:
    """All bases, all cards, or many tables, for at most three truths."""
    problem = design.problem
    if problem.levels is not None or _is_worst(problem) or problem.truths > 3:
        return None
    if problem.gamma.hi == 1 and not problem.delta:
        return None
    card = is_card(problem)
    if isinstance(problem.objective, Utility) and not card and enumeration.can_enumerate(problem):
        (low, high), basis = enumeration.best_basis(problem)
        lo, hi = problem.objective.report((low, high))
        return _widened(design, lo, hi, basis)
    if not _is_resolved(problem):
        return None
    if card:
        number, best = enumeration.scan_cards(problem)
        return _near(number, SCAN, best)
    number, table = enumeration.best_random_table(problem)
    slack = TABLE * (1 + abs(number))
    if isinstance(problem.objective, (Curved, Variance)):
        return Found(-inf, number + slack, number, None, table)
    return Found(number - slack, inf, number, None, table)


ROUTES: dict[str, Callable[[Answer], Found | None]] = {
    "published": published,
    "derived": derived,
    "cvxpy statement": statement,
    "pattern program": patterns,
    "brute force": brute_force,
}


def _is_resolved(problem: Problem, nearest: Fraction = NEAREST_GAMMA) -> bool:
    """Whether doubles tell the level from gamma = 1 and from delta = 0."""
    return problem.gamma.lo >= nearest and not 0 < problem.delta < LEAST_DELTA


def _of_form(design: Answer, form: Formula) -> Found:
    lo, hi = form.enclosure(parameters(design.problem), design.problem.gamma, BITS)
    exact = text(lo) if lo == hi and len(text(lo)) < 80 else str(form)
    return Found(lo, hi, float(lo + hi) / 2, exact, form)


def _near(number: float, accuracy: float, witness: Any, least: float = 1e-9) -> Found:
    slack = accuracy * abs(number) + least
    return Found(number - slack, number + slack, number, None, witness)


def _reported(design: Answer, found: Found) -> Found | None:
    """What was found as a utility, in the units in which the design reports; not for zero."""
    if not isinstance(design.problem.objective, Variance):
        return found
    if found.number <= 0:
        return None
    hi = 1 / found.lo if found.lo > 0 else inf
    return Found(1 / found.hi, hi, 1 / found.number, None, found.witness)


def _widened(design: Answer, lo: Fraction, hi: Fraction, witness: Any) -> Found:
    """The exact optimum for gamma.lo; the enclosure of gamma moves it by no more than the gap."""
    slack = Fraction(0) if design.problem.gamma.is_exact else design.gap
    exact = text(lo) if lo == hi and not slack else None
    return Found(lo - slack, hi + slack, float(lo + hi) / 2, exact, witness)
