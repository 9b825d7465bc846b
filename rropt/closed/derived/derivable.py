"""What can be derived, and what is refused at the door, with its reason."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.closed.derived.even_spread import is_even
from rropt.closed.derived.level_programs import MOST_TRUTHS_OF_LEVELS
from rropt.closed.derived.open_parameters import OpenParameters
from rropt.closed.derived.own_utilities import OwnUtility
from rropt.closed.symbolic_utilities import has_expression
from rropt.closed.symbols import delta as delta_symbol
from rropt.closed.symbols import gamma as gamma_symbol
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.utility import FDivergence, Guess, MutualInformation, Utility, Variance, Warner
from rropt.utility.at_prior import AOptimal, COptimal, DOptimal
from rropt.utility.curved import Curved
from rropt.utility.worst_case import Mean, WorstCase
from rropt.utility.worst_eigenvalue import WorstEigenvalue

MOST_TRUTHS = {False: 8, True: 4}
"""Largest number of truths without symmetry: pure, and with delta."""

CURVED = (AOptimal, COptimal, DOptimal)
MOST_CURVED = {False: 5, True: 3}
"""Curved objectives, and their largest number of truths: with one open parameter, with several.
Four truths with two take minutes: an edge has polynomials of degree 40."""

MOST_ENCLOSED = 4
"""Truths of an information at unequal masses: 14 patterns have bases of four. With two parameters
one less: a box takes four times as many cells."""

MOST_NUMBERS = 5
"""Of a mean in a fixed group: a minute. Its equations have 38 unknowns, those of six have 50."""

IRRATIONAL = ("hellinger", "kullback-leibler", "reverse-kullback-leibler", "jensen-shannon")
"""The divergences with logarithms or square roots."""

MOST_GUESSED, MOST_OPEN = 100, 4
"""Largest number of truths of a guess: under a known prior, and under masses in parameters."""


def refuse_what_cannot_be_derived(problem: Problem, space: OpenParameters) -> None:
    objective = problem.objective
    fixed = space.fixed
    two = isinstance(objective, Variance) and problem.outputs == 2
    if problem.outputs is not None and not (two or isinstance(objective, Warner)):
        raise InputError("outputs must not be given, or be 2 for a variance, to derive a form")
    if is_even(objective) and space.prior is None:
        if fixed.get(gamma_symbol, Fraction(2)) <= 1:
            raise InputError("gamma must be above 1 to derive a form")
        return
    if isinstance(objective, CURVED):
        _refuse_curved(problem, space)
        return
    if isinstance(objective, Curved) or not isinstance(objective, Utility):
        raise InputError(
            "objective must be linear over patterns, or A-, c- or D-optimal at one prior, to "
            f"derive a form, got {objective.label}"
        )
    if not has_expression(objective):
        raise InputError(f"objective must have a formula to derive one, got {objective.label}")
    if is_irrational(objective) and not is_of_two(problem):
        _refuse_more_than_a_line(problem, space)
    approximate = fixed.get(delta_symbol) != 0
    if approximate and getattr(objective, "infinite_at_zero", False):
        raise InputError(f"delta must be 0 for {objective.label}")
    if fixed.get(gamma_symbol, Fraction(2)) <= 1:
        raise InputError("gamma must be above 1 to derive a form")
    if is_irrational(objective) and space.levels is not None and problem.truths > 2:
        raise InputError(f"categories must be 2 for {objective.label} under a matrix in parameters")
    if space.levels is not None:
        _refuse_levels(problem, approximate)
        return
    _refuse_truths(problem, space, approximate)


def refuse_worst_case(problem: Problem, prior: Any, levels: Any) -> None:
    objective: WorstCase = problem.objective
    if isinstance(objective, WorstEigenvalue):
        raise InputError(f"objective must be another: {objective.label} has no derivation")
    if prior is not None:
        raise InputError("prior must be left out for a worst case: it is over all of them")
    if levels is not None or problem.levels is not None:
        raise InputError("levels must not be given for a worst case: privacy is one number gamma")
    if isinstance(objective, Mean) and objective.interval:
        raise InputError("values must be given to derive a mean, a few of them, not an interval")


def refuse_group(problem: Problem, space: OpenParameters) -> None:
    """The worst group of three numbers or more: a system of equations along gamma."""
    what = problem.objective.label
    if space.fixed.get(delta_symbol) != 0:
        raise InputError(f"delta must be 0 for {what} with more than two numbers")
    numbers = len(set(problem.objective.contrast))
    if numbers > MOST_NUMBERS:
        raise InputError(f"values must be at most {MOST_NUMBERS} numbers for {what}, got {numbers}")


def _refuse_more_than_a_line(problem: Problem, space: OpenParameters) -> None:
    """Logarithms on three truths or more are enclosed along one parameter."""
    what = problem.objective.label
    if getattr(problem.objective, "is_loss", False):
        raise InputError("loss must have no logarithms or roots on more than two truths")
    if space.levels is not None:
        raise InputError(f"categories must be 2 for {what} under a matrix in parameters")
    if space.fixed.get(delta_symbol) != 0:
        raise InputError(f"delta must be 0 for {what} on more than two truths")
    several = len(space.box.ranges) > 1
    if len(space.box.ranges) > 2 or space.box.positive:
        raise InputError(
            f"at most two parameters may be open for {what} on more than two truths, with positive "
            "masses on all of their box"
        )
    if problem.truths > MOST_ENCLOSED - several:
        raise InputError(
            f"categories must be at most {MOST_ENCLOSED - several} for {what} at unequal masses, "
            f"got {problem.truths}"
        )


def _refuse_curved(problem: Problem, space: OpenParameters) -> None:
    what = problem.objective.label
    if space.levels is not None:
        raise InputError(f"levels must not be given for {what}: privacy is one number gamma")
    if space.fixed.get(delta_symbol) != 0:
        raise InputError(f"delta must be 0 for {what}")
    if space.fixed.get(gamma_symbol, Fraction(2)) <= 1:
        raise InputError("gamma must be above 1 to derive a form")
    several = len(space.box.ranges) > 1
    most = MOST_CURVED[several]
    if problem.truths > most:
        opened = "several open parameters" if several else "one open parameter"
        raise InputError(
            f"categories must be at most {most} to derive a form for {what} at unequal masses with "
            f"{opened}, got {problem.truths}"
        )


def is_irrational(objective: Any) -> bool:
    """Whether values have logarithms or roots of gamma."""
    if isinstance(objective, FDivergence):
        return objective.divergence in IRRATIONAL
    if isinstance(objective, OwnUtility):
        return not objective.is_rational
    return isinstance(objective, MutualInformation)


def is_of_two(problem: Problem) -> bool:
    """Whether only two truths matter, so that one table is best for every convex utility."""
    pair = isinstance(problem.objective, FDivergence) and problem.levels is None
    return problem.truths == 2 or pair


def _refuse_levels(problem: Problem, approximate: bool) -> None:
    if approximate:
        raise InputError("delta must be 0 where privacy is a matrix in parameters")
    if problem.outputs is not None or isinstance(problem.objective, Warner):
        raise InputError("outputs must not be given where privacy is a matrix in parameters")
    if problem.truths > MOST_TRUTHS_OF_LEVELS:
        raise InputError(
            f"categories must be at most {MOST_TRUTHS_OF_LEVELS} where privacy is a matrix in "
            f"parameters, got {problem.truths}"
        )


def _refuse_truths(problem: Problem, space: OpenParameters, approximate: bool) -> None:
    """Guesses have no largest number of truths; other problems without symmetry have one."""
    objective = problem.objective
    if isinstance(objective, Guess):
        most = MOST_GUESSED if space.prior is None else MOST_OPEN
    elif objective.symmetric or isinstance(objective, FDivergence):
        return
    else:
        most = MOST_TRUTHS[approximate]
    if problem.truths > most:
        raise InputError(
            f"categories must be at most {most} to derive a form without symmetry, "
            f"got {problem.truths}"
        )
