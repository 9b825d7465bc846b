"""The parameters of a problem, at which closed forms are evaluated."""

from __future__ import annotations

from fractions import Fraction

from rropt.design.problem import Problem
from rropt.utility import Variance


def parameters(problem: Problem) -> dict[str, Fraction]:
    """The rational parameters of a problem: delta, k, pi where it has one, gamma where rational.

    >>> from rropt.privacy import LocalDP
    >>> from rropt.utility import Trace
    >>> found = parameters(Problem(LocalDP("ln(3)"), Trace(4)))
    >>> {name: str(value) for name, value in found.items()}
    {'delta': '0', 'k': '4', 'gamma': '3'}
    """
    values = {"delta": problem.delta, "k": Fraction(problem.truths)}
    if isinstance(problem.objective, Variance):
        values["pi"] = problem.objective.prior
    if problem.gamma.is_exact:
        values["gamma"] = problem.gamma.exact
    return values
