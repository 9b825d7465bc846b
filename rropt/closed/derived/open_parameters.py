"""What is left open in a derivation, and what it ranges over: read and checked at the door.

A prior or a matrix of levels may be written in named parameters, each with its range:

    prior=["1 - 2*q", "q", "q"], q=(0, "1/2")        levels=[["1", "g"], ["h", "1"]], g=(1, "oo"), ...

and so may a utility of one's own: every symbol in it that is no truth is a parameter.
"""  # noqa: E501

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

import sympy as sp

from rropt.closed.derived.box import PRIMES, Box, Point, Range, interval
from rropt.closed.derived.own_utilities import OwnUtility
from rropt.closed.symbols import delta as delta_symbol
from rropt.closed.symbols import gamma as gamma_symbol
from rropt.closed.symbols import pi
from rropt.closed.sympy_formula import expression
from rropt.design.problem import Problem
from rropt.exact import InputError, exact
from rropt.exact.convert import rational
from rropt.utility import Variance

INFINITE = ("oo", "inf", "infinity", "∞")
"""How a level without a bound is written; a parameter has none of these names."""

OWN = ("gamma", "delta", "pi", "k", "prior", "levels", "categories", "budget")
"""Names that a parameter cannot have, because they mean something already."""

ARITHMETIC = (ast.BinOp, ast.UnaryOp, ast.operator, ast.USub, ast.Name, ast.Load)
"""What an expression is made of, beside whole numbers."""


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
    _refuse_names(named)
    if problem.levels is not None and levels is None:
        raise InputError("privacy is a matrix: write it in parameters, levels=[[1, ...], ...]")
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
            fixed[symbol] = _inside(exact(value, str(symbol)), str(symbol), low, high)
    if not ranges:
        raise InputError("one of gamma, delta and prior must be a range (lo, hi)")
    if len(ranges) > len(PRIMES):
        raise InputError(f"at most {len(PRIMES)} parameters may be open, got {len(ranges)}")
    known = {symbol: rational(value) for symbol, value in fixed.items()}
    if shares is not None:
        shares = tuple(mass.subs(known) for mass in shares)
    if matrix is not None:
        matrix = tuple(tuple(entry.subs(known) for entry in row) for row in matrix)
    box = _cut(Box(tuple(ranges)), shares)
    _refuse_low_levels(box, matrix)
    return OpenParameters(box, fixed, shares, matrix)


def _refuse_names(named: Mapping[str, Any]) -> None:
    for name in named:
        if name in OWN:
            raise InputError(
                f"a parameter of a prior or a matrix must have another name than {name}"
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
    rows = [list(row) for row in levels]
    if len(rows) != truths or any(len(row) != truths for row in rows):
        raise InputError(f"levels must be a {truths} x {truths} matrix")
    if any(str(entry).strip() in INFINITE for row in rows for entry in row):
        raise InputError(
            "levels must be finite in a derivation, got oo: rr.optimal takes it, at one level"
        )
    found = tuple(tuple(written(entry, named, "levels") for entry in row) for row in rows)
    if any(found[a][a] != 1 for a in range(truths)):
        raise InputError("levels must have 1 on the diagonal")
    return found


def written(entry: Any, named: Collection[str], what: str) -> sp.Expr:
    """An entry as an expression in the named parameters.

    >>> written("1 - 2*q", {"q"}, "prior")
    1 - 2*q
    """
    try:
        return rational(exact(entry, what))
    except InputError:
        pass
    try:
        tree = ast.parse(str(entry), mode="eval").body
    except (SyntaxError, ValueError):
        tree = ast.Tuple([])
    if not all(map(_is_arithmetic, ast.walk(tree))):
        raise InputError(f"{what} must have numbers or expressions, got {entry!r}")
    found = expression(tree)
    unknown = sorted(str(s) for s in found.free_symbols if str(s) not in named)
    if unknown:
        raise InputError(f"{what} names {unknown[0]}: give its range, {unknown[0]}=(lo, hi)")
    if not found.is_rational_function(*found.free_symbols) or found.has(sp.zoo, sp.nan):
        raise InputError(f"{what} must be rational in its parameters, got {entry!r}")
    return found


def _refuse_low_levels(box: Box, matrix: Sequence[Sequence[sp.Expr]] | None) -> None:
    for row in matrix or ():
        for entry in row:
            if entry != 1 and (not entry.is_polynomial() or box.sign(entry - 1) != 1):
                raise InputError(
                    f"levels must be 1 or polynomials above 1 on the whole box, got {entry}"
                )


def _is_arithmetic(node: ast.AST) -> bool:
    """Whether an expression may contain this; of constants only whole numbers, which are exact."""
    if isinstance(node, ast.Constant):
        return type(node.value) is int
    return isinstance(node, ARITHMETIC)


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
    missing = next((str(one) for one in parameters if str(one) not in named), None)
    if missing is not None:
        raise InputError(f"the utility names {missing}: give its range, {missing}=(lo, hi)")
    return {str(one): (Fraction(0), None) for one in parameters}


def _cut(box: Box, shares: Sequence[sp.Expr] | None) -> Box:
    """The box where all masses are positive."""
    masses = [sp.expand(mass) for mass in shares or ()]
    binding = [mass for mass in dict.fromkeys(masses) if box.sign(mass) != 1]
    cut = Box(box.ranges, tuple(binding))
    if binding and next(islice(_tried(cut), 1), None) is None:
        raise InputError("prior must have positive masses somewhere in the ranges")
    return cut


MOST_TRIED = 2000
"""Spread points tried for one inside: the simplex of four masses has a sixth of its cube."""


def _tried(box: Box) -> Any:
    whole = Box(box.ranges)
    for point in islice(whole.points(), MOST_TRIED):
        if all(
            bound.subs({s: rational(v) for s, v in point.items()}) > 0 for bound in box.positive
        ):
            yield point
