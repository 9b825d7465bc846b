"""Converters between the parameterisations of k-ary (and yes/no) randomized response.

All name the same table, the truth with probability t and each other category with (1 - t) / (k -
1):

| name     | meaning                                                      | t                   |
|----------|--------------------------------------------------------------|---------------------|
| truth    | probability of reporting the truth                           | t                   |
| flip     | probability of reporting something else                      | 1 - flip            |
| gamma    | e^epsilon, the likelihood ratio                              | gamma/(gamma + k-1) |
| resample | probability of a uniform redraw, which may hit the truth     | 1 - r (k - 1) / k   |
| forced   | probability of each of k forced answers, else the truth      | 1 - (k - 1) forced  |
| f        | RAPPOR's f for one bit: 1 with f/2, 0 with f/2 (k = 2)       | 1 - f / 2           |

epsilon = ln gamma is irrational for most of these: `epsilon_of` and `truth_of_epsilon` enclose
it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf
from typing import Any

from rropt.channel import Channel
from rropt.devices.validated import categories_of
from rropt.exact import (
    Gamma,
    InputError,
    Table,
    exact,
    gamma_from_epsilon,
    log_bounds,
    probability,
)

Number = Fraction | float


def convert(value: Any, source: str, to: str, categories: Any = 2) -> Number:
    """The same mechanism under another parameter of the table above.

    >>> convert("1/2", "f", "gamma"), convert(3, "gamma", "resample")
    (Fraction(3, 1), Fraction(1, 2))
    """
    k = categories_of(categories)
    for name in (source, to):
        if name not in _TO_TRUTH:
            raise InputError(f"the parameters are {', '.join(_TO_TRUTH)}, got {name!r}")
        if name == "f" and k != 2:
            raise InputError(f"RAPPOR's f is the noise of one bit: categories must be 2, got {k}")
    return _FROM_TRUTH[to](_TO_TRUTH[source](value, k), k)


def epsilon_of(value: Any, source: str, categories: Any = 2) -> tuple[Fraction, Fraction] | float:
    """Rationals that enclose epsilon = |ln gamma| of a mechanism, or infinity.

    >>> epsilon_of("1/2", "truth")
    (Fraction(0, 1), Fraction(0, 1))
    """
    gamma = convert(value, source, "gamma", categories)
    if isinstance(gamma, float) or gamma == 0:
        return inf
    return log_bounds(max(gamma, 1 / gamma))


def truth_of_epsilon(epsilon: Any, categories: Any = 2) -> tuple[Fraction, Fraction]:
    """The truth probability for a privacy level, as an enclosure; its lower end is private.

    >>> truth_of_epsilon("ln(3)")
    (Fraction(3, 4), Fraction(3, 4))
    """
    k, gamma = categories_of(categories), gamma_from_epsilon(epsilon)
    return gamma.lo / (gamma.lo + k - 1), gamma.hi / (gamma.hi + k - 1)


def forced_from_channel(channel: Channel) -> tuple[Fraction, Fraction]:
    """(P(forced yes), P(forced no)) of a yes/no channel: (P(yes | not A), P(no | A)).

    >>> forced_from_channel(channel_from_forced("1/6", "1/3"))
    (Fraction(1, 6), Fraction(1, 3))
    """
    if channel.shape != (2, 2):
        raise InputError(f"channel must be 2 x 2, got {channel.shape[0]} x {channel.shape[1]}")
    yes, no = channel.rows[1][0], channel.rows[0][1]
    if yes + no > 1:
        raise InputError(
            "channel must say yes more often under A: exchange its reports to read it as forced"
        )
    return yes, no


def channel_from_forced(yes: Any, no: Any) -> Channel:
    """The channel that forces yes and no with these probabilities and tells the truth otherwise."""
    first, second = probability(yes, "yes"), probability(no, "no")
    if first + second > 1:
        raise InputError(f"yes + no must be at most 1, got {first + second}")
    labels = ("no", "yes"), ("not A", "A")
    return Channel.from_rows([[1 - first, second], [first, 1 - second]], *labels)


def column_stochastic(rows: Any) -> Channel:
    """A table whose rows belong to truths (each row adds up to one), as a channel.

    >>> column_stochastic([["9/10", "1/10"], ["1/5", "4/5"]]).rows[0]
    (Fraction(9, 10), Fraction(1, 5))
    """
    return Channel.from_truth_rows(rows)


def row_stochastic(channel: Channel) -> Table:
    """The table of a channel with truths as rows, as the survey literature prints it."""
    return channel.columns


def channel_of(value: Any, source: str, categories: Any = 2) -> Channel:
    """The k x k table that a parameter names.

    >>> channel_of("1/4", "flip").rows[0]
    (Fraction(3, 4), Fraction(1, 4))
    """
    k = categories_of(categories, 512)
    truth = convert(value, source, "truth", k)
    other = (1 - truth) / (k - 1)
    return Channel.from_rows([[truth if i == j else other for j in range(k)] for i in range(k)])


def _truth_of_gamma(value: Any, k: int) -> Fraction:
    gamma = value.exact if isinstance(value, Gamma) else exact(value, "gamma")
    if gamma < 0:
        raise InputError(f"gamma must not be negative, got {gamma}")
    return gamma / (gamma + k - 1)


def _gamma_of_truth(truth: Fraction, k: int) -> Number:
    return inf if truth == 1 else truth * (k - 1) / (1 - truth)


def _truth_of_forced(value: Any, k: int) -> Fraction:
    forced = probability(value, "forced")
    if k * forced > 1:
        raise InputError(f"forced must be at most 1/{k} for each of {k} answers, got {forced}")
    return 1 - (k - 1) * forced


def _forced_of_truth(truth: Fraction, k: int) -> Fraction:
    return _redraw(truth, k) / k


def _redraw(truth: Fraction, k: int) -> Fraction:
    """The probability of a uniform redraw; a truth below 1/k cannot come from one."""
    if k * truth < 1:
        raise InputError(f"a redraw reports the truth with at least 1/{k}, got {truth}")
    return (1 - truth) * k / (k - 1)


_TO_TRUTH: dict[str, Callable[[Any, int], Fraction]] = {
    "truth": lambda value, k: probability(value, "truth"),
    "flip": lambda value, k: 1 - probability(value, "flip"),
    "gamma": _truth_of_gamma,
    "resample": lambda value, k: 1 - probability(value, "resample") * Fraction(k - 1, k),
    "forced": _truth_of_forced,
    "f": lambda value, k: 1 - probability(value, "f") / 2,
}
_FROM_TRUTH: dict[str, Callable[[Fraction, int], Number]] = {
    "truth": lambda truth, k: truth,
    "flip": lambda truth, k: 1 - truth,
    "gamma": _gamma_of_truth,
    "resample": _redraw,
    "forced": _forced_of_truth,
    "f": _redraw,
}
