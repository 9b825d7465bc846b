"""Additive noise by name, and the least variance that any of it can have.

Where e^epsilon is irrational, the staircase and integer noise decay by a rational just above
e^-epsilon, so the promise e^epsilon holds exactly; Laplace noise keeps epsilon itself.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.devices.noise import Bounds, IntegerNoise, Laplace, Noise, Staircase, positive
from rropt.devices.validated import level, root_below, root_bounds
from rropt.exact import Gamma, InputError, exact, probability, whole

MOST_PLACES = 128


def laplace(sensitivity: Any = 1, epsilon: Any = None, gamma: Any = None) -> Noise:
    """Laplace noise of scale sensitivity / epsilon.
    Example: rropt device laplace --epsilon 1/2

    >>> laplace(epsilon="1/2").variance
    (Fraction(8, 1), Fraction(8, 1))
    """
    return Laplace(positive(sensitivity, "sensitivity"), level(epsilon, gamma))


def staircase(share: Any, sensitivity: Any = 1, epsilon: Any = None, gamma: Any = None) -> Noise:
    """Staircase noise: of each step of width D the first `share` is e^epsilon times likelier.

    The share 1 / (1 + e^(epsilon/2)) has the least mean absolute error.
    Example: rropt device staircase --share 1/3 --gamma 4

    >>> staircase("1/3", gamma=4).tail(2)
    Fraction(1, 16)
    """
    asked = level(epsilon, gamma)
    return Staircase(positive(sensitivity, "sensitivity"), probability(share, "share"), asked)


def geometric(
    sensitivity: Any = 1, epsilon: Any = None, gamma: Any = None, alpha: Any = None
) -> Noise:
    """Two-sided geometric noise (discrete Laplace): P(z) = (1 - alpha) / (1 + alpha) alpha^|z|.

    alpha^D = e^-epsilon; where it is irrational, a rational just above is used.
    Example: rropt device geometric --gamma 2

    >>> geometric(gamma=2).variance, geometric(gamma=2).probability(3)
    (Fraction(4, 1), Fraction(1, 24))
    """
    d = _places(sensitivity)
    asked = None if alpha is not None else level(epsilon, gamma)
    ratio = _ratio(d, asked, alpha, epsilon, gamma)
    masses = tuple((1 - ratio) / (1 + ratio) * ratio**i for i in range(d))
    return IntegerNoise(
        "geometric", (("sensitivity", d), ("alpha", ratio)), masses, ratio**d, asked
    )


def discrete_staircase(
    step: Any, sensitivity: Any = 1, epsilon: Any = None, gamma: Any = None
) -> Noise:
    """Integer staircase noise: of each D values the first `step` are e^epsilon times likelier.

    Among symmetric integer noises one of these has least variance. Sensitivity 1 gives geometric
    noise.
    Example: rropt device discrete_staircase --step 1 --sensitivity 2 --gamma 2

    >>> discrete_staircase(1, gamma=2).probability(5) == geometric(gamma=2).probability(5)
    True
    """
    d, first = _places(sensitivity), whole(step, "step", 1)
    if first > d:
        raise InputError(f"step must be at most the sensitivity {d}, got {first}")
    return _discrete_staircase(first, d, level(epsilon, gamma))


def least_variance(sensitivity: Any, gamma: Any) -> Bounds:
    """The least variance of additive noise at gamma: that of the best staircase.

    D^2 ((b^2 (1 + b)^2 / 4)^(1/3) + b) / (1 - b)^2 with b = 1 / gamma (Geng, Viswanath 2015).
    """
    b, d = 1 / exact(gamma, "gamma"), positive(sensitivity, "sensitivity")
    low, high = root_bounds((b * (1 + b)) ** 2 / 4, 3)
    return d * d * (low + b) / (1 - b) ** 2, d * d * (high + b) / (1 - b) ** 2


def least_integer_variance(sensitivity: Any, gamma: Any) -> Fraction:
    """The least variance of symmetric integer noise at gamma: the best discrete staircase."""
    d = _places(sensitivity)
    return min(_integer_variance(step, d, gamma) for step in range(1, d + 1))


def _places(sensitivity: Any) -> int:
    """A whole sensitivity, small enough for every step of the noise to be kept."""
    d = whole(sensitivity, "sensitivity", 1)
    if d > MOST_PLACES:
        raise InputError(f"sensitivity must be at most {MOST_PLACES} for integer noise, got {d}")
    return d


def _integer_variance(step: int, sensitivity: int, gamma: Any) -> Fraction:
    return _discrete_staircase(step, sensitivity, level(gamma=gamma)).variance


def _discrete_staircase(first: int, d: int, asked: Gamma) -> IntegerNoise:
    b = 1 / asked.lo
    height = (1 - b) / (2 * first + 2 * b * (d - first) - (1 - b))
    masses = (height,) * first + (height * b,) * (d - first)
    return IntegerNoise(
        "discrete_staircase", (("sensitivity", d), ("step", first)), masses, b, asked
    )


def _ratio(d: int, asked: Gamma | None, alpha: Any, epsilon: Any, gamma: Any) -> Fraction:
    """alpha itself, or the one with alpha^d = 1 / gamma."""
    if asked is not None:
        return 1 / root_below(asked.lo, d)
    if epsilon is not None or gamma is not None:
        raise InputError("exactly one of alpha, epsilon and gamma must be given")
    ratio = exact(alpha, "alpha")
    if not 0 < ratio < 1:
        raise InputError(f"alpha must lie strictly between 0 and 1, got {ratio}")
    return ratio
