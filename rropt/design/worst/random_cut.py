"""The best mechanism for all numbers of an interval where it is known: epsilon up to 1.393.

No table is written out: a cut of the interval is drawn, and a randomized response told about it.
The mechanism, the bound and their proof are in `rropt.checker.kind_random_cut`; the forms of the
lengths, in units in which the numbers are -1 to 1, are those of proofs/found, with
B = (gamma + 1)/(gamma - 1) and L = ln((gamma + 2)/gamma):

    small epsilon     r - 1, r + 1 with r = coth(1/B)
    up to 1.393       gamma c, (gamma + 2) c with 1/c = gamma - (gamma + 1)/2 L
"""

from __future__ import annotations

from fractions import Fraction

from rropt.certificate import Certificate, issue
from rropt.checker.kind_random_cut import Lengths, variance, worth
from rropt.design.answer import Answer
from rropt.design.curved.unbiased import short
from rropt.design.levels.level_statement import level_record
from rropt.design.problem import Problem
from rropt.exact.bounds import exp_bounds, log_bounds
from rropt.utility.worst_case import Mean

ROUNDING = Fraction(1, 2**64)
"""Lengths are multiples of it: the probability that no cut is drawn is about this."""

REMARK = "a random cut of the interval and a randomized response about it: no table, no grid"


def random_cut_design(problem: Problem) -> Answer | None:
    """The certified mechanism; None where it is not the best one, or the level is no number."""
    level = problem.gamma
    if problem.levels is not None or problem.delta or level.lo <= 1:
        return None
    cut = lengths_of_cut(level.lo)
    if cut is None:
        return None
    certificate = _certificate(problem, cut)
    return Answer(
        problem=problem,
        value=Fraction(certificate.data["value"]),
        bound=Fraction(certificate.data["bound"]),
        certificate=certificate,
        table=None,
        remarks=(REMARK,),
    )


def lengths_of_cut(gamma: Fraction) -> Lengths | None:
    """The lengths of the best random cut, rounded so that its chances add up to at most one.

    >>> found = lengths_of_cut(Fraction(2))
    >>> round(float(found.low), 6), round(float(found.high), 6)
    (2.110297, 4.110297)
    >>> lengths_of_cut(Fraction(5)) is None
    True
    """
    c = _middle(gamma)
    if c >= 1:
        root = _hyperbolic_cotangent(gamma)
        return Lengths(root - 1, root + 1)
    return Lengths(gamma * c, (gamma + 2) * c) if (gamma + 2) * c >= 2 else None


def _lengths_of_prices(gamma: Fraction) -> Lengths:
    """The lengths whose prices are worth most among those that cover."""
    root = _hyperbolic_cotangent(gamma)
    if root >= gamma + 1:
        return Lengths(root - 1, root + 1)
    c = min(_middle(gamma), Fraction(1))
    return Lengths(gamma * c, (gamma + 2) * c)


def _middle(gamma: Fraction) -> Fraction:
    """c, rounded up."""
    log = log_bounds((gamma + 2) / gamma)[1]
    return _up(1 / (gamma - (gamma + 1) / 2 * log))


def _hyperbolic_cotangent(gamma: Fraction) -> Fraction:
    """coth(1/B), rounded up."""
    power = exp_bounds(2 * (gamma - 1) / (gamma + 1))[0]
    return _up((power + 1) / (power - 1))


def _up(x: Fraction) -> Fraction:
    return -(-x // ROUNDING) * ROUNDING


def _certificate(problem: Problem, cut: Lengths) -> Certificate:
    objective: Mean = problem.objective
    low, high = objective.values
    unit = ((high - low) / 2) ** 2
    prices = _lengths_of_prices(problem.gamma.hi)
    value = short(unit * variance(problem.gamma.lo, cut))
    bound = short(unit * worth(problem.gamma.hi, prices)[0], up=False)
    return issue(
        {
            "kind": "random-cut",
            "privacy": level_record(problem),
            "low": low,
            "high": high,
            "lengths": [cut.low, cut.high],
            "price_lengths": [prices.low, prices.high],
            "value": value,
            "bound": bound,
            "gap": value - bound,
        }
    )
