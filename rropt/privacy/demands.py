"""A demand in other words: its breach region, that of a table, and the same demand elsewhere."""

from __future__ import annotations

import math
from fractions import Fraction
from numbers import Number
from typing import Any

from rropt.channel import as_channel
from rropt.exact import InputError, Numbers, exact, listed, probability
from rropt.privacy.breach_region import BreachRegion, every_pair, level_pieces
from rropt.privacy.criteria import BayesFactor, Criterion


def region(source: Any) -> BreachRegion:
    """The breach region of a table, a criterion, or a rational gamma (math.inf: no table).

    >>> warner = [["3/4", "1/4"], ["1/4", "3/4"]]
    >>> region(warner).allowed("1/4")
    (Fraction(1, 10), Fraction(1, 2))
    >>> from rropt.privacy import BetaFactor
    >>> beta = region(BetaFactor(3))
    >>> beta <= region(warner), region(warner) <= beta
    (True, False)
    """
    if isinstance(source, Criterion):
        return source.breach_region()
    if not isinstance(source, (str, Number)):
        parity = as_channel(source, "source").parity()
        return _of_parity(parity, f"a table of parity {parity}")
    gamma: Fraction | float = math.inf if source == math.inf else exact(source, "gamma")
    if gamma < 1:
        raise InputError(f"gamma must be at least 1, got {gamma}")
    return _of_parity(gamma, f"gamma = {gamma}")


def _of_parity(gamma: Fraction | float, name: str) -> BreachRegion:
    # The one float is infinity: some report tells two truths apart for certain.
    if isinstance(gamma, float):
        return BreachRegion(name, _no_boundaries, every_pair())
    level = BayesFactor(gamma)
    return BreachRegion(name, level._boundaries, level_pieces(level.gamma))


def _no_boundaries() -> Any:
    from rropt.privacy.boundaries import no_boundaries

    return no_boundaries()


PRIORS = ("1/100", "1/20", "1/10", "1/4", "1/2")


def equivalents(criterion: Criterion, priors: Numbers = PRIORS) -> list[tuple[str, str]]:
    """The same demand in every language: (criterion, parameters) line by line.

    rho1-to-rho2 privacy is the same demand for every rho2 = gamma rho1 / (1 + (gamma - 1) rho1).

    >>> from rropt.privacy import Rho1Rho2
    >>> for line in equivalents(Rho1Rho2("1/10", "1/2"), priors=["1/4"]):
    ...     print(line)
    ('parity', 'at most 9')
    ('local differential privacy', 'epsilon = ln(9) = 2.197224577...')
    ('beta-factor', 'beta = 9')
    ('Bayes factor', 'gamma = 9')
    ('rho1-to-rho2', 'rho1 = 1/4, rho2 = 3/4')
    """
    if not isinstance(criterion, Criterion):
        raise InputError(f"criterion must be a privacy criterion, got {criterion!r}")
    if criterion.delta != 0:
        raise InputError(f"equivalent criteria need delta = 0, got {criterion.delta}")
    gamma = criterion.gamma
    if gamma.hi <= 1:
        raise InputError("gamma must be greater than 1: gamma = 1 demands that nothing is told")
    number = _between(gamma.lo, gamma.hi)
    epsilon = f"ln({number}) = {_between(*gamma.epsilon_bounds())}"
    lines = [
        ("parity", f"at most {number}"),
        ("local differential privacy", f"epsilon = {gamma.epsilon or epsilon}"),
        ("beta-factor", f"beta = {number}"),
        ("Bayes factor", f"gamma = {number}"),
    ]
    for prior in listed(priors, "priors", "numbers"):
        rho1 = probability(prior, "rho1")
        if not 0 < rho1 < 1:
            raise InputError(f"rho1 must be strictly between 0 and 1, got {rho1}")
        ends = (g * rho1 / (1 + (g - 1) * rho1) for g in (gamma.lo, gamma.hi))
        lines.append(("rho1-to-rho2", f"rho1 = {rho1}, rho2 = {_between(*ends)}"))
    return lines


def _between(lo: Fraction, hi: Fraction) -> str:
    """A known rational as it is, an enclosure by its first digits."""
    return str(lo) if lo == hi else f"{float(lo):.10g}..."
