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
from fractions import Fraction
from typing import Any

from rropt.closed.evaluation import parameters
from rropt.closed.formula import Formula
from rropt.closed.recalled.recall import from_its_table, from_literature, recall
from rropt.crosscheck import enumeration, scipy_program
from rropt.crosscheck.level_witnesses import (
    rays_under_levels,
    statement_under_levels,
    tables_under_levels,
)
from rropt.crosscheck.witness_interval import (
    CLARABEL,
    CLARABEL_LEAST,
    HIGHS,
    LEAST_DELTA,
    NEAREST_GAMMA,
    NEAREST_LINEAR,
    SCAN,
    SLSQP,
    Found,
    near,
    one_sided,
    reported,
)
from rropt.crosscheck.worst_statement import has_worst_program, solve_worst
from rropt.design.answer import Answer
from rropt.design.asked_reports import is_card
from rropt.design.problem import Problem
from rropt.exact import text
from rropt.utility import Utility, Variance
from rropt.utility.curved import Curved
from rropt.utility.worst_case import WorstCase

BITS = 256


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
    """Worst cases are posed as a program only."""
    return isinstance(problem.objective, WorstCase)


def statement(design: Answer) -> Found | None:
    """The readable program, where it is small."""
    from rropt.crosscheck import cvxpy_statement as statement
    from rropt.utility import Warner

    problem = design.problem
    if _is_worst(problem):
        posed = has_worst_program(problem)
        worst = statement.attempt(solve_worst, problem) if posed else None
        return None if worst is None else near(worst, CLARABEL, "Clarabel", CLARABEL_LEAST)
    if problem.levels is not None:
        return statement_under_levels(design)
    if not _is_resolved(problem):
        return None
    if problem.truths > (5 if problem.delta else 8):
        return None
    if is_card(problem):
        warner = isinstance(problem.objective, Warner)
        card = statement.attempt(statement.warner_card if warner else statement.best_card, problem)
        return None if card is None else near(card, CLARABEL, "Clarabel")
    number = statement.attempt(statement.solve, problem)
    if number is None:
        return None
    return reported(design, near(number, CLARABEL, "Clarabel", CLARABEL_LEAST))


def patterns(design: Answer) -> Found | None:
    """The whole pattern program in doubles."""
    problem = design.problem
    if problem.levels is not None:
        return rays_under_levels(design)
    if _is_worst(problem) or is_card(problem) or problem.truths > (3 if problem.delta else 6):
        return None
    linear = not isinstance(problem.objective, Curved) and not problem.delta
    if not _is_resolved(problem, NEAREST_LINEAR if linear else NEAREST_GAMMA):
        return None
    if isinstance(problem.objective, Curved):
        answer = scipy_program.smooth_program(problem)
        return None if answer is None else near(*answer[:1], SLSQP, answer[1])
    number, weights = scipy_program.linear_program(problem)
    return reported(design, near(number, HIGHS, weights, least=1e-15))


def brute_force(design: Answer) -> Found | None:
    """All bases, all cards, or many tables, for at most three truths."""
    problem = design.problem
    if problem.levels is not None:
        return tables_under_levels(design)
    if _is_worst(problem) or problem.truths > 3:
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
        return near(number, SCAN, best)
    return one_sided(problem, *enumeration.best_random_table(problem))


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


def _widened(design: Answer, lo: Fraction, hi: Fraction, witness: Any) -> Found:
    """The exact optimum for gamma.lo; the enclosure of gamma moves it by no more than the gap."""
    slack = Fraction(0) if design.problem.gamma.is_exact else design.gap
    exact = text(lo) if lo == hi and not slack else None
    return Found(lo - slack, hi + slack, float(lo + hi) / 2, exact, witness)
