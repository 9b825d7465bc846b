"""The utilities as expressions: u on a pattern whose entries are expressions in gamma.

Where u has pieces (the best action, the larger likelihood), a rational point decides which piece.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import singledispatch
from typing import Any

import sympy as sp

from rropt.closed.evaluate import rational
from rropt.closed.symbols import gamma, pi
from rropt.patterns import OUTSIDE, Exponents, Pattern
from rropt.utility import FDivergence, Gain, Guess, MutualInformation, Trace, Variance

Entries = Sequence[sp.Expr]


def entries(pattern: Exponents) -> tuple[sp.Expr, ...]:
    """A pattern with gamma as a symbol.

    >>> entries((0, 2, -1))
    (1, gamma**2, 0)
    """
    return tuple(sp.Integer(0) if t == OUTSIDE else gamma**t for t in pattern)


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
    q = [rational(share) for share in objective.prior]
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
