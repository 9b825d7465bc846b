"""The utilities as expressions: u on a pattern whose entries are expressions in gamma.

Where u has pieces (the best action, the larger likelihood), a rational point decides which piece.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import singledispatch
from typing import Any

import sympy as sp

from rropt.closed.derived.own_utilities import OwnUtility
from rropt.closed.symbols import gamma, pi
from rropt.exact.convert import rational
from rropt.patterns.extreme import OUTSIDE, Exponents, Pattern, evaluate
from rropt.utility import FDivergence, Gain, Guess, MutualInformation, Trace, Variance

Entries = Sequence[sp.Expr]


def entries(pattern: Exponents | Entries) -> tuple[sp.Expr, ...]:
    """A pattern with gamma as a symbol; entries that are expressions already are left.

    >>> entries((0, 2, -1))
    (1, gamma**2, 0)
    """
    return tuple(map(_entry, pattern))


def _entry(level: int | sp.Expr) -> sp.Expr:
    if isinstance(level, sp.Expr):
        return level
    return sp.Integer(0) if level == OUTSIDE else gamma**level


@singledispatch
def utility(objective: Any, r: Entries, point: Pattern) -> sp.Expr:
    """u(r) as an expression; `point` is r at a rational gamma and decides between pieces.

    >>> from fractions import Fraction
    >>> utility(Trace(2), entries((0, 1)), (Fraction(1), Fraction(3)))
    gamma
    """
    raise NotImplementedError(f"no expression for {objective.label}")


@utility.register
def _(objective: Variance, r: Entries, point: Pattern) -> sp.Expr:
    return (r[1] - r[0]) ** 2 / ((1 - pi) * r[0] + pi * r[1])


@utility.register
def _(objective: Trace, r: Entries, point: Pattern) -> sp.Expr:
    return r[objective.best_action(point)]


@utility.register
def _(objective: Guess, r: Entries, point: Pattern) -> sp.Expr:
    guess = objective.best_action(point)
    return rational(objective.prior[guess]) * r[guess]


@utility.register
def _(objective: Gain, r: Entries, point: Pattern) -> sp.Expr:
    action = objective.actions[objective.best_action(point)]
    return _sum(rational(c) * entry for c, entry in zip(action, r, strict=True))


@utility.register
def _(objective: MutualInformation, r: Entries, point: Pattern) -> sp.Expr:
    return information([rational(share) for share in objective.prior], r)


def information(q: Entries, r: Entries) -> sp.Expr:
    """sum_j q_j r_j log(r_j / q.r).

    >>> information([sp.Rational(1, 2)] * 2, [gamma, 0])
    gamma*log(2)/2
    """
    seen = _sum(share * entry for share, entry in zip(q, r, strict=True))
    told = [(share * entry, entry) for share, entry in zip(q, r, strict=True) if share * entry != 0]
    return _sum(mass * sp.log(entry / seen) for mass, entry in told)


@utility.register
def _(objective: FDivergence, r: Entries, point: Pattern) -> sp.Expr:
    a, b = objective.pair
    if point[a] == point[b]:
        return sp.Integer(0)
    sign = 1 if point[a] > point[b] else -1
    return DIVERGENCES[objective.divergence](r[a], r[b], sign)


def _log_term(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    return a * sp.log(a / b) if a != 0 else sp.Integer(0)


DIVERGENCES: dict[str, Callable[[Any, Any, int], sp.Expr]] = {
    "total-variation": lambda a, b, sign: sign * (a - b) / 2,
    "chi-square": lambda a, b, sign: (a - b) ** 2 / b,
    "hellinger": lambda a, b, sign: a + b - 2 * sp.sqrt(a * b),
    "kullback-leibler": lambda a, b, sign: _log_term(a, b),
    "reverse-kullback-leibler": lambda a, b, sign: _log_term(b, a),
    "jensen-shannon": lambda a, b, sign: (
        (_log_term(a, (a + b) / 2) + _log_term(b, (a + b) / 2)) / 2
    ),
    "le-cam": lambda a, b, sign: (a - b) ** 2 / (a + b),
}


def _sum(terms: Any) -> sp.Expr:
    return sum(terms, sp.Integer(0))


def has_expression(objective: Any) -> bool:
    """Whether `utility` knows this kind of objective; a user's own utilities have none."""
    if isinstance(objective, FDivergence) and objective.divergence not in DIVERGENCES:
        return False
    known = utility.dispatch(type(objective)) is not utility.dispatch(object)
    return known or isinstance(objective, OwnUtility)


def pieces(
    objective: Any, pattern: Exponents, prior: Entries | None = None
) -> list[tuple[str, sp.Expr]]:
    """The expressions whose maximum is u on a pattern for every gamma > 1, with their names.

    A `prior` of expressions takes the place of the prior of a guess or a gain.

    >>> pieces(Guess(["1/2", "1/2"]), (0, 1))
    [('guess 0', 1/2), ('guess 1', gamma/2)]
    """
    return pieces_on(objective, entries(pattern), evaluate(pattern, Fraction(2)), prior)


def pieces_on(
    objective: Any, r: Entries, point: Pattern, prior: Entries | None = None
) -> list[tuple[str, sp.Expr]]:
    """The expressions whose maximum is u on a pattern of expressions, with their names.

    For a decision they are all actions. Else `point`, the pattern at some parameters, decides: the
    order of its entries must not change.
    """
    if isinstance(objective, OwnUtility):
        return objective.on(r)
    if isinstance(objective, MutualInformation) and prior is not None:
        return [("", information(prior, r))]
    if not isinstance(objective, (Guess, Gain)):
        return [("", utility(objective, r, point))]
    q = prior or [rational(share) for share in objective.prior]
    names = "guess" if isinstance(objective, Guess) else "action"
    return [
        (f"{names} {i}", _sum(rational(g) * p * x for g, p, x in zip(row, q, r, strict=True)))
        for i, row in enumerate(_gains(objective))
    ]


def _gains(objective: Guess | Gain) -> Sequence[Sequence[Fraction]]:
    if isinstance(objective, Gain):
        return objective.matrix
    k = objective.truths
    return [[Fraction(int(i == j)) for j in range(k)] for i in range(k)]


def tidy(expression: sp.Expr) -> sp.Expr:
    """In factors; where there are logarithms, each with its coefficient in factors.

    >>> tidy(gamma * sp.log(gamma) / (gamma + 1) + sp.log(1 / gamma) / (gamma + 1))
    (gamma - 1)*log(gamma)/(gamma + 1)
    """
    names = {e: sp.Dummy() for e in expression.atoms(sp.log)}
    if not names:
        return sp.factor(expression)
    shapes = {e: _log(sp.factor(e.args[0])) for e in names}
    linear = expression.xreplace(names)
    coefficients: dict[sp.Expr, sp.Expr] = {}
    for e, (sign, shape) in shapes.items():
        known = coefficients.get(shape, sp.Integer(0))
        coefficients[shape] = known + sign * sp.diff(linear, names[e])
    rest = linear.xreplace(dict.fromkeys(names.values(), sp.Integer(0)))
    return sp.factor(rest) + _sum(sp.factor(c) * shape for shape, c in coefficients.items())


def _log(argument: sp.Expr) -> tuple[int, sp.Expr]:
    """log(1/x) as -log(x), without a sign above and below."""
    numerator, denominator = sp.fraction(argument)
    if numerator.could_extract_minus_sign() and denominator.could_extract_minus_sign():
        numerator, denominator = -numerator, -denominator
        argument = numerator / denominator
    return (-1, sp.log(denominator)) if numerator == 1 else (1, sp.log(argument))
