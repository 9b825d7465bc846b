"""Utilities of decisions as lists of actions: u(r) = max_x c_x.r."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.utility.guessing import Gain, Guess, Trace
from rropt.utility.information import FDivergence

Actions = tuple[tuple[Fraction, ...], ...]


def actions_of(utility: Any) -> Actions | None:
    """The rows c_x in the order of the certificate; None for a utility that is no maximum.

    >>> actions_of(FDivergence("total-variation"))[0]
    (Fraction(1, 2), Fraction(-1, 2))
    """
    if isinstance(utility, Gain):
        return utility.actions
    if isinstance(utility, Trace):
        return _diagonal((Fraction(1),) * utility.truths)
    if isinstance(utility, Guess):
        return _diagonal(utility.prior)
    if isinstance(utility, FDivergence) and utility.divergence == "total-variation":
        return _two_signs(utility.pair, utility.truths)
    return None


def _diagonal(entries: tuple[Fraction, ...]) -> Actions:
    k = range(len(entries))
    return tuple(tuple(entries[j] if i == j else Fraction(0) for j in k) for i in k)


def _two_signs(pair: tuple[int, int], truths: int) -> Actions:
    """1/2 at a and -1/2 at b, and the opposite."""
    signs = {pair[0]: Fraction(1, 2), pair[1]: Fraction(-1, 2)}
    first = tuple(signs.get(j, Fraction(0)) for j in range(truths))
    return first, tuple(-x for x in first)
