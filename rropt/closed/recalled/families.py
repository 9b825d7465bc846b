"""Closed forms with a whole function or vector as parameter; each yields (id, what it is, text).

Worst cases, and means of numbers, are at one level without delta. For shares of symmetric truths
the uniform prior is the worst one, so that the form at it is tried; like every form it must be the
certified value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate

from rropt.design.problem import Problem
from rropt.exact import log_bounds, over_common_denominator
from rropt.utility import Guess
from rropt.utility.at_prior import AOptimal, DOptimal
from rropt.utility.curved import Curved
from rropt.utility.worst_case import GROUP, Mean, WorstCase, WorstDeterminant
from rropt.utility.worst_eigenvalue import WorstEigenvalue

Form = tuple[str, str, str]


def guess(problem: Problem) -> Iterator[Form]:
    """gamma q(T) / (gamma + t - 1), T the t likeliest truths that are ever guessed."""
    objective = problem.objective
    if isinstance(objective, Guess) and not problem.delta and problem.truths > 2:
        masses, unit = over_common_denominator(objective.prior)
        shares = sorted(masses, reverse=True)
        top, bottom = problem.gamma.lo.as_integer_ratio()
        size = 1
        mass = shares[0]
        for t, total in enumerate(accumulate(shares), start=1):
            # mass/(gamma + size - 1), compared crosswise, in whole numbers.
            if total * (top + (size - 1) * bottom) > mass * (top + (t - 1) * bottom):
                size = t
                mass = total
        yield (
            "rropt/guess",
            f"the {size} likeliest truths are guessed (chai-nayak/thm-4.4 for equal priors)",
            _share(Fraction(mass, unit), size),
        )


def _share(mass: Fraction, t: int) -> str:
    """mass gamma / (gamma + t - 1) in lowest terms.

    >>> _share(Fraction(3, 4), 2), _share(Fraction(1, 2), 1)
    ('3*gamma/(4*(gamma + 1))', '1/2')
    """
    if t == 1:
        return str(mass)
    above = "gamma" if mass.numerator == 1 else f"{mass.numerator}*gamma"
    below = f"(gamma + {t - 1})"
    return f"{above}/{below if mass.denominator == 1 else f'({mass.denominator}*{below})'}"


def equal_eigenvalues(problem: Problem) -> Iterator[Form]:
    """Curved criteria for two truths and at the uniform distribution."""
    if isinstance(problem.objective, Curved) and not problem.objective.robust:
        from rropt.closed.recalled import symbolic_families

        yield from symbolic_families.curved_two_truths(problem)
        yield from symbolic_families.curved_uniform(problem)


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
    name = "rropt/mean/small"
    said = "the least worst variance for all numbers, small epsilon"
    log = "log((gamma + 2)/gamma)"
    # Where the bounds do not decide, a wrong branch is not the certified value.
    if (gamma + 1) / 2 * log_bounds((gamma + 2) / gamma)[0] >= gamma - 1:
        text = f"(gamma + 1)/(gamma - 1)*{TURN} - 1"
    else:
        name = "rropt/mean/middle"
        said = "the same for epsilon from 0.712 to 1.393"
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
        # Both are given: only the one on the side of gamma is the certified value.
        said = "the least worst variance for three equally spaced numbers"
        small = "((gamma + 1)/(gamma - 1))**2 - 3/4"
        large = "(5*gamma - 2)/(gamma - 1)**2"
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


FAMILIES: tuple[Callable[[Problem], Iterator[Form]], ...] = (
    guess,
    equal_eigenvalues,
    worst_cases,
)
