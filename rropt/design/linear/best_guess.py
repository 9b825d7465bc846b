"""Guessing the truth under pure privacy, in closed form for any number of truths.

Some set T of the t likeliest truths is ever guessed. Inside T the table is t-ary randomized
response, P[j, j] = gamma / (gamma + t - 1); a truth outside T reports uniformly on T. The value is

    max over t of  gamma q(T) / (gamma + t - 1) =: Y,

and the prices y_j = (gamma q_j - Y) / (gamma - 1) on T, zero outside, prove it: the water level Y
separates gamma q_j >= Y on T from gamma q_j <= Y outside (chai-nayak/thm-4.4 for equal priors).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rropt.design.problem import Optimum, refuse_large_table
from rropt.exact import Gamma, over_common_denominator


def best_guess(prior: Sequence[Fraction], gamma: Gamma) -> Optimum:
    """The optimum for u(r) = max_j q_j r_j, pure privacy.

    >>> third = Fraction(1, 3)
    >>> best_guess([third] * 3, Gamma(Fraction(2), Fraction(2))).weights[0]
    Fraction(1, 4)
    """
    found = _guessed(prior, gamma.lo)
    guessed, _ = found
    refuse_large_table(len(guessed), len(prior))
    patterns, weights = _table(len(prior), guessed, gamma.lo)
    above = found if gamma.is_exact else _guessed(prior, gamma.hi)
    return Optimum(patterns, weights, _prices(prior, gamma.hi, *above))


def _guessed(prior: Sequence[Fraction], gamma: Fraction) -> tuple[list[int], Fraction]:
    """The set T and the water level Y."""
    masses, unit = over_common_denominator(prior)
    top, bottom = gamma.as_integer_ratio()
    order = sorted(range(len(prior)), key=lambda j: (-masses[j], j))
    most, size, width = 0, 0, 1
    mass, total = 0, top
    for t, truth in enumerate(order, start=1):
        mass += masses[truth]
        if mass * width > most * total:
            most, size, width = mass, t, total
        total += bottom
    return sorted(order[:size]), Fraction(top * most, unit * width)


def _table(
    truths: int, guessed: list[int], gamma: Fraction
) -> tuple[tuple[tuple[Fraction, ...], ...], tuple[Fraction, ...]]:
    total = gamma + len(guessed) - 1
    base = [total / len(guessed)] * truths
    for truth in guessed:
        base[truth] = Fraction(1)
    patterns = []
    for truth in guessed:
        pattern = list(base)
        pattern[truth] = gamma
        patterns.append(tuple(pattern))
    return tuple(patterns), (1 / total,) * len(guessed)


def _prices(
    prior: Sequence[Fraction], gamma: Fraction, guessed: list[int], level: Fraction
) -> tuple[Fraction, ...]:
    masses, unit = over_common_denominator(prior)
    top, bottom = gamma.as_integer_ratio()
    above, below = level.as_integer_ratio()
    least, scale = bottom * above * unit, unit * below * (top - bottom)
    prices = [Fraction(0)] * len(prior)
    for truth in guessed:
        prices[truth] = Fraction(top * masses[truth] * below - least, scale)
    return tuple(prices)
