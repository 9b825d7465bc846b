"""Closed forms of worst cases, and of means of numbers, at one level without delta.

For shares of symmetric truths the uniform prior is the worst one, so that the form at it is
tried; like every form it must be the certified value.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from rropt.design.problem import Problem
from rropt.exact import log_bounds
from rropt.utility.at_prior import AOptimal, DOptimal
from rropt.utility.curved import Curved
from rropt.utility.worst_case import GROUP, Mean, WorstCase, WorstDeterminant
from rropt.utility.worst_eigenvalue import WorstEigenvalue

Form = tuple[str, str, str]

DEVICE = "gamma/(gamma - 1)**2"
"""The variance of the reports of Warner's device about a share."""

TURN = "(exp(2*(gamma - 1)/(gamma + 1)) + 1)/(exp(2*(gamma - 1)/(gamma + 1)) - 1)"
"""coth(1/B), B = (gamma + 1)/(gamma - 1)."""


def worst_cases(problem: Problem) -> Iterator[Form]:
    """The forms of this problem."""
    objective = problem.objective
    if not isinstance(objective, WorstCase) or problem.delta or problem.levels is not None:
        return
    if isinstance(objective, Mean) and objective.interval:
        if objective.everywhere:
            yield from _all_numbers(problem, objective)
        return
    if isinstance(objective, WorstEigenvalue):
        return
    if objective.contrast is None:
        yield from _all_shares(problem)
    elif objective.prior is None:
        yield from _one_contrast(objective)


def _all_numbers(problem: Problem, objective: Mean) -> Iterator[Form]:
    """The random cut, while it is best."""
    low, high = objective.values
    unit = ((high - low) / 2) ** 2
    gamma = problem.gamma.lo
    name, said = "rropt/mean/small", "the least worst variance for all numbers, small epsilon"
    log = "log((gamma + 2)/gamma)"
    if (gamma + 1) / 2 * log_bounds((gamma + 2) / gamma)[0] >= gamma - 1:
        text = f"(gamma + 1)/(gamma - 1)*{TURN} - 1"
    else:
        name, said = "rropt/mean/middle", "the same for epsilon from 0.712 to 1.393"
        text = f"(2 - gamma + gamma*(gamma + 2)/(gamma - (gamma + 1)/2*{log}))/(gamma - 1)"
    yield name, said, _times(unit, text)


def _one_contrast(objective: WorstCase) -> Iterator[Form]:
    """An indicator, two numbers, three equally spaced ones."""
    (values,) = objective.contrasts
    points = sorted(set(values))
    width = (points[-1] - points[0]) ** 2
    if len(points) == 2 and (objective.respondents == GROUP or objective.truths == 2):
        more = "" if objective.respondents == GROUP else " + 1/4"
        yield "rropt/worst/share", "the worst variance of a share", _times(width, DEVICE + more)
    spaced = len(points) == 3 and points[0] + points[2] == 2 * points[1]
    if spaced and objective.respondents == GROUP:
        said = "the least worst variance for three equally spaced numbers"
        small, large = "((gamma + 1)/(gamma - 1))**2 - 3/4", "(5*gamma - 2)/(gamma - 1)**2"
        yield "rropt/worst/three/small", f"{said}, gamma <= 3", _times(width / 4, small)
        yield "rropt/worst/three/large", f"{said}, gamma >= 3", _times(width / 4, large)


def _all_shares(problem: Problem) -> Iterator[Form]:
    """The forms at the uniform prior."""
    from rropt.closed.recalled import symbolic_families

    objective: WorstCase = problem.objective
    if objective.respondents == GROUP:
        return
    uniform = [Fraction(1, problem.truths)] * problem.truths
    kind = DOptimal if isinstance(objective, WorstDeterminant) else AOptimal
    there: Curved = kind(uniform)
    at = replace(problem, objective=there)
    for forms in (symbolic_families.curved_two_truths, symbolic_families.curved_uniform):
        yield from forms(at)


def _times(unit: Fraction, text: str) -> str:
    """unit times a form.

    >>> _times(Fraction(1), "x + 1"), _times(Fraction(1, 4), "x + 1")
    ('x + 1', '(x + 1)/4')
    """
    if unit == 1:
        return text
    above = f"({text})" if unit.numerator == 1 else f"{unit.numerator}*({text})"
    return above if unit.denominator == 1 else f"{above}/{unit.denominator}"
