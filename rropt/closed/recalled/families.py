"""Closed forms with a whole function or vector as parameter; each yields (id, what it is, text)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import accumulate

from rropt.closed.recalled.worst_forms import worst_cases
from rropt.design.problem import Problem
from rropt.utility import FDivergence, Guess, Variance
from rropt.utility.curved import Curved

Form = tuple[str, str, str]


def guess(problem: Problem) -> Iterator[Form]:
    """gamma q(T) / (gamma + t - 1), T the t likeliest truths that are ever guessed."""
    objective = problem.objective
    if isinstance(objective, Guess) and not problem.delta and problem.truths > 2:
        shares = sorted(objective.prior, reverse=True)
        masses = list(enumerate(accumulate(shares), start=1))
        t, mass = max(masses, key=lambda pair: pair[1] / (problem.gamma.lo + pair[0] - 1))
        yield (
            "rropt/guess",
            f"the {t} likeliest truths are guessed (chai-nayak/thm-4.4 for equal priors)",
            _share(mass, t),
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


def two_truths(problem: Problem) -> Iterator[Form]:
    """Any utility of two truths."""
    objective = problem.objective
    if isinstance(objective, (Variance, Curved)):
        return
    if problem.truths == 2 or isinstance(objective, FDivergence):
        from rropt.closed.recalled import symbolic_families

        yield from symbolic_families.two_truths(problem)


def equal_eigenvalues(problem: Problem) -> Iterator[Form]:
    """Curved criteria for two truths and at the uniform distribution."""
    if isinstance(problem.objective, Curved) and not problem.objective.robust:
        from rropt.closed.recalled import symbolic_families

        yield from symbolic_families.curved_two_truths(problem)
        yield from symbolic_families.curved_uniform(problem)


FAMILIES: tuple[Callable[[Problem], Iterator[Form]], ...] = (
    two_truths,
    guess,
    equal_eigenvalues,
    worst_cases,
)
