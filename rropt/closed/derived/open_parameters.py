"""The door of a derivation: what is left open and what it ranges over; what cannot be derived, and
why.

A prior or a matrix of levels may be written in named parameters, each with its range:

    prior=["1 - 2*q", "q", "q"], q=(0, "1/2")        privacy=[["1", "g"], ["h", "1"]], g=(1, "oo")

and so may a utility of one's own: every symbol in it that is no truth is a parameter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

import sympy as sp

from rropt.closed.derived.level_programs import MOST_TRUTHS_OF_LEVELS
from rropt.closed.derived.reductions import is_even
from rropt.closed.derived.validity import PRIMES, Box, Point, Range, interval
from rropt.closed.symbolic_utilities import OwnUtility, has_expression
from rropt.closed.symbols import delta as delta_symbol
from rropt.closed.symbols import gamma as gamma_symbol
from rropt.closed.symbols import given_as, pi, written
from rropt.design.problem import Problem
from rropt.exact import InputError, exact, iterates, says_infinity
from rropt.exact.entries import entrywise
from rropt.utility import FDivergence, Guess, MutualInformation, Utility, Variance, Warner
from rropt.utility.at_prior import AOptimal, COptimal, DOptimal
from rropt.utility.curved import Curved
from rropt.utility.worst_case import WorstCase

OWN = ("gamma", "delta", "pi", "k", "prior", "privacy", "levels", "categories", "budget")
"""Names that a parameter cannot have, because they mean something already."""


@dataclass(frozen=True)
class OpenParameters:
    """The ranges, the fixed numbers, and what is written in the parameters."""

    box: Box
    fixed: Point
    prior: tuple[sp.Expr, ...] | None = None
    """The masses of the truths where they are open."""

    levels: tuple[tuple[sp.Expr, ...], ...] | None = None
    """The matrix of levels where privacy is one."""


def open_parameters(
    problem: Problem,
    gamma: Any,
    delta: Any,
    prior: Any,
    levels: Any,
    named: Mapping[str, Any],
) -> OpenParameters:
    """The parameters of a derivation, checked."""
    refuse_names(named)
    if problem.levels is not None and levels is None:
        raise InputError("privacy is a matrix: write it in parameters, privacy=[[1, ...], ...]")
    ranges: list[Range] = []
    fixed: Point = {}
    given: list[tuple[sp.Symbol, Any, Fraction, Fraction | None]] = []
    if levels is None:
        given.append((gamma_symbol, gamma, Fraction(1), None))
    given.append((delta_symbol, _delta(problem, delta, levels), Fraction(0), Fraction(1)))
    shares, share = _prior(problem, prior, named)
    if share is not None:
        given.append((pi, share, Fraction(0), Fraction(1)))
    matrix = None if levels is None else _matrix(levels, problem.truths, named)
    least = _least(shares, matrix) | _own(problem.objective, named)
    for name in named:
        if name not in least:
            raise InputError(
                f"no prior, matrix or utility names {name}: leave it out, or name it there"
            )
    given += [
        (sp.Symbol(name), value, least[name][0], least[name][1]) for name, value in named.items()
    ]
    for symbol, value, low, high in given:
        if isinstance(value, (tuple, list)):
            ranges.append(interval(symbol, value, low, high))
        else:
            name = given_as(symbol)
            fixed[symbol] = _inside(exact(value, name), name, low, high)
    if not ranges:
        raise InputError("one of gamma, delta and prior must be a range (lo, hi)")
    if fixed.get(gamma_symbol, Fraction(2)) <= 1:
        raise InputError("gamma must be above 1 to derive a form")
    if len(ranges) > len(PRIMES):
        raise InputError(f"at most {len(PRIMES)} parameters may be open, got {len(ranges)}")
    if shares is not None:
        shares = tuple(mass.subs(fixed) for mass in shares)
    if matrix is not None:
        matrix = entrywise(lambda entry: entry.subs(fixed), matrix)
    box = _cut(Box(tuple(ranges)), shares)
    _refuse_low_levels(box, matrix)
    return OpenParameters(box, fixed, shares, matrix)


def refuse_names(named: Iterable[str]) -> None:
    """A parameter of somebody's own has no name that means something else."""
    for name in named:
        if name in OWN:
            raise InputError(
                f"a parameter of one's own must have another name than {name}, such as q"
            )


def _delta(problem: Problem, delta: Any, levels: Any) -> Any:
    if levels is None:
        return problem.delta if delta is None else delta
    return Fraction(0) if delta is None else delta


def _inside(value: Fraction, name: str, low: Fraction, high: Fraction | None) -> Fraction:
    if value < low or (high is not None and value > high):
        ends = f"[{low}, {'oo' if high is None else high}]"
        raise InputError(f"{name} must be inside {ends}, got {value}")
    return value


def _prior(
    problem: Problem, prior: Any, named: Collection[str]
) -> tuple[tuple[sp.Expr, ...] | None, Any]:
    """The masses as expressions, and what the share pi of truth 1 ranges over, where it is open."""
    objective = problem.objective
    if isinstance(objective, Variance):
        return None, objective.prior if prior is None else prior
    if prior is None:
        return None, None
    if not hasattr(objective, "prior"):
        raise InputError(f"prior must not be given for {objective.label}: it has none")
    if _is_range(prior) or not isinstance(prior, (tuple, list)):
        if problem.truths != 2:
            raise InputError(
                f"prior must be a list of {problem.truths} masses in named parameters, such as "
                f'prior=["1 - 2*q", "q", "q"], q=(0, "1/2"), got {prior!r}'
            )
        return (1 - pi, pi), prior
    if len(prior) != problem.truths:
        raise InputError(f"prior must have {problem.truths} masses, got {len(prior)}")
    masses = tuple(written(mass, named, "prior") for mass in prior)
    if sp.expand(sp.Add(*masses) - 1) != 0:
        raise InputError(f"prior must add up to 1, got {sp.expand(sp.Add(*masses))}")
    return masses, None


def _is_range(prior: Any) -> bool:
    """Whether this is (lo, hi), two numbers, and not two masses in parameters."""
    if not isinstance(prior, (tuple, list)) or len(prior) != 2:
        return False
    try:
        return all(exact(end, "prior") is not None for end in prior)
    except InputError:
        return False


def _matrix(levels: Any, truths: int, named: Collection[str]) -> tuple[tuple[sp.Expr, ...], ...]:
    rows = [list(row) for row in levels if iterates(row)] if iterates(levels) else []
    if len(rows) != truths or any(len(row) != truths for row in rows):
        raise InputError(f"privacy must be a {truths} x {truths} matrix")
    if any(map(says_infinity, chain.from_iterable(rows))):
        raise InputError(
            "privacy must be finite in a derivation, got oo: rr.optimal takes it, at one level"
        )
    found = entrywise(lambda entry: written(entry, named, "privacy"), rows)
    if any(found[a][a] != 1 for a in range(truths)):
        raise InputError("privacy must have 1 on the diagonal")
    return found


def _refuse_low_levels(box: Box, matrix: Sequence[Sequence[sp.Expr]] | None) -> None:
    for row in matrix or ():
        for entry in row:
            if entry != 1 and (not entry.is_polynomial() or box.sign(entry - 1) != 1):
                raise InputError(
                    f"privacy must be 1 or polynomials above 1 on the whole box, got {entry}"
                )


def _least(
    shares: Sequence[sp.Expr] | None, matrix: Sequence[Sequence[sp.Expr]] | None
) -> dict[str, tuple[Fraction, Fraction | None]]:
    """The widest range of each name: a mass is between 0 and 1, a level is at least 1."""
    found: dict[str, tuple[Fraction, Fraction | None]] = {}
    for row in matrix or ():
        for entry in row:
            found.update({str(s): (Fraction(1), None) for s in entry.free_symbols})
    for mass in shares or ():
        found.update({str(s): (Fraction(0), Fraction(1)) for s in mass.free_symbols})
    return found


def _own(objective: Any, named: Collection[str]) -> dict[str, tuple[Fraction, Fraction | None]]:
    """The parameters of somebody's own utility are not negative, and each has a range."""
    parameters = objective.parameters if isinstance(objective, OwnUtility) else ()
    refuse_names(list(map(str, parameters)))
    missing = next((str(one) for one in parameters if str(one) not in named), None)
    if missing is not None:
        raise InputError(
            f"the utility names {missing}: give its range, {missing}=(lo, hi), "
            f"on the command line --range {missing}=lo..hi"
        )
    return {str(one): (Fraction(0), None) for one in parameters}


def _cut(box: Box, shares: Sequence[sp.Expr] | None) -> Box:
    """The box where all masses are positive."""
    masses = [sp.expand(mass) for mass in shares or ()]
    binding = [mass for mass in dict.fromkeys(masses) if box.sign(mass) != 1]
    cut = Box(box.ranges, tuple(binding))
    if binding and next(cut.points(), None) is None:
        raise InputError("prior must have positive masses somewhere in the ranges")
    return cut


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

MOST_GUESSED = 100
MOST_OPEN = 4
"""Largest number of truths of a guess: under a known prior, and under masses in parameters."""


def refuse_what_cannot_be_derived(problem: Problem, space: OpenParameters) -> None:
    objective = problem.objective
    fixed = space.fixed
    two = isinstance(objective, Variance) and problem.outputs == 2
    if problem.outputs is not None and not (two or isinstance(objective, Warner)):
        raise InputError("outputs must not be given, or be 2 for a variance, to derive a form")
    if is_even(objective) and space.prior is None and space.levels is None:
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
    if is_irrational(objective) and space.levels is not None and problem.truths > 2:
        raise InputError(f"categories must be 2 for {objective.label} under a matrix in parameters")
    if space.levels is not None:
        _refuse_levels(problem, approximate)
        return
    _refuse_truths(problem, space, approximate)


def refuse_worst_case(problem: Problem, prior: Any, levels: Any) -> None:
    objective: WorstCase = problem.objective
    if prior is not None:
        raise InputError("prior must be left out for a worst case: it is over all of them")
    two = objective.truths == 2 and objective.prior is None and objective.name != "d-optimal"
    if (levels is not None and not two) or (levels is None and problem.levels is not None):
        raise InputError(
            "privacy must not be given for a worst case but of the variance of two truths: privacy "
            "is one number gamma"
        )
    if objective.interval:
        raise InputError("values must be given to derive a mean, a few of them, not an interval")


def refuse_group(problem: Problem, space: OpenParameters) -> None:
    """The worst group of three numbers or more: a system of equations along gamma."""
    what = problem.objective.label
    if space.fixed.get(delta_symbol) != 0:
        raise InputError(f"delta must be 0 for {what} on more than two truths")
    numbers = len(set(problem.objective.contrast))
    if numbers > MOST_NUMBERS:
        raise InputError(f"values must be at most {MOST_NUMBERS} numbers for {what}, got {numbers}")


def _refuse_more_than_a_line(problem: Problem, space: OpenParameters) -> None:
    """Logarithms on three truths or more are enclosed along one parameter."""
    what = problem.objective.label
    if isinstance(problem.objective, OwnUtility) and problem.objective.is_minimised:
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
        raise InputError(f"privacy must not be given for {what}: privacy is one number gamma")
    if space.fixed.get(delta_symbol) != 0:
        raise InputError(f"delta must be 0 for {what}")
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
