"""Additive noise, each by its name: Laplace, staircase, and integers that decay geometrically.

A query of sensitivity D is answered with noise. Each kind of noise knows its variance, its tail
P(|Z| >= z), the error it stays below (`accuracy`), and its privacy profile

    delta(gamma) = sup over S of P(Z in S) - gamma P(Z + D in S).

Exact numbers are Fractions; a pair (lo, hi) is a rigorous enclosure of an irrational number. Where
e^epsilon is irrational, the staircase and integer noise decay by a rational just above e^-epsilon,
so the promise e^epsilon holds exactly; Laplace noise keeps epsilon itself. Last comes the least
variance that any additive noise can have.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from rropt.channel.display import html_facts
from rropt.devices.model import level
from rropt.exact import (
    Gamma,
    InputError,
    Vector,
    exact,
    exp_bounds,
    gamma_from_value,
    in_digits,
    log_bounds,
    positive,
    probability,
    whole,
)
from rropt.exact.bounds import root_below, root_ends

Bounds = tuple[Fraction, Fraction]
ZERO = Fraction(0)
ONE = Fraction(1)
LARGEST_POWER = 10**6

DIGITS = 10
"""Of a variance in a notebook."""


def notebook_facts(mechanism: Any) -> str:
    """What a notebook shows of a mechanism without a table: what defines it, its variance."""
    given = ", ".join(f"{name} = {value}" for name, value in mechanism.parameters)
    variance = mechanism.variance
    low = variance[0] if isinstance(variance, tuple) else variance
    return html_facts(f"{mechanism.name}({given})", [("variance", in_digits(low, DIGITS))])


@dataclass(frozen=True)
class Laplace:
    """Z ~ Lap(b), b = D / epsilon, density exp(-|z| / b) / (2 b) (`ziani/def-7`)."""

    sensitivity: Fraction
    asked: Gamma
    name: str = "laplace"

    _repr_html_ = notebook_facts

    @property
    def parameters(self) -> tuple[tuple[str, Any], ...]:
        """What defines the noise."""
        return (("sensitivity", self.sensitivity), ("level", self.asked.describe()))

    @property
    def scale(self) -> Bounds:
        """b = D / epsilon."""
        low, high = self.asked.epsilon_bounds()
        return self.sensitivity / high, self.sensitivity / low

    @property
    def variance(self) -> Bounds:
        """2 b^2 (`ziani/lap/variance`); both ends are equal for a rational epsilon."""
        low, high = self.scale
        return 2 * low**2, 2 * high**2

    def tail(self, z: Any) -> Bounds:
        """P(|Z| >= z) = exp(-z / b) for z >= 0 (`ziani/thm-9/proof/tail`)."""
        distance = _distance(z)
        if distance == 0:
            return ONE, ONE
        low, high = self.scale
        return exp_bounds(-distance / low)[0], exp_bounds(-distance / high)[1]

    def accuracy(self, delta: Any, dimension: Any = 1) -> Bounds:
        """ln(d / delta) b: all d coordinates err by less, except with probability delta.

        For d = 1 the error bound is exact (`ziani/thm-9`), for d > 1 a union bound
        (`ziani/thm-12`).
        """
        ratio = whole(dimension, "dimension", 1) / positive(delta, "delta")
        if ratio < 1:
            raise InputError(f"delta must be at most 1, got {delta}")
        logs = log_bounds(ratio)
        scale = self.scale
        return max(ZERO, logs[0]) * scale[0], logs[1] * scale[1]

    def profile(self, gamma: Any) -> Bounds:
        """delta(gamma) = max(0, 1 - sqrt(gamma e^-epsilon))."""
        bound = gamma_from_value(gamma).exact
        # The profile falls with gamma / e^epsilon, so that the ends change places.
        low = root_ends(bound / self.asked.hi)[0]
        high = root_ends(bound / self.asked.lo)[1]
        return max(ZERO, 1 - high), max(ZERO, 1 - low)


@dataclass(frozen=True)
class Staircase:
    """The staircase density (Geng, Viswanath): steps of width D, each split at `share`.

    f(x) = a on [0, share D), a b on [share D, D), b f(x - D) beyond, symmetric; b = e^-epsilon,
    a = (1 - b) / (2 D (share + b (1 - share))).
    """

    sensitivity: Fraction
    share: Fraction
    asked: Gamma
    name: str = "staircase"

    _repr_html_ = notebook_facts

    @property
    def parameters(self) -> tuple[tuple[str, Any], ...]:
        """What defines the noise."""
        return (
            ("sensitivity", self.sensitivity),
            ("share", self.share),
            ("level", self.asked.describe()),
        )

    @property
    def decay(self) -> Fraction:
        """b, a rational just above e^-epsilon where that is irrational."""
        return 1 / self.asked.lo

    @property
    def mass(self) -> Fraction:
        """share + b (1 - share): the mass of a step relative to a full one."""
        return self.share + self.decay * (1 - self.share)

    @property
    def variance(self) -> Fraction:
        """E Z^2, exactly, by summing x^2 over the steps."""
        b = self.decay
        c = self.share
        full = _cubes(ONE, b) - _cubes(c, b)
        height = (1 - b) / (2 * self.mass)
        return 2 * height * (_cubes(c, b) + b * full) / 3 * self.sensitivity**2

    def tail(self, z: Any) -> Fraction:
        """P(|Z| >= z); b^k at z = k D."""
        distance = _distance(z) / self.sensitivity
        b = self.decay
        c = self.share
        steps = distance.numerator // distance.denominator
        part = distance - steps
        # What lies before z in its own step, as a part of the step.
        before = (min(part, c) + b * max(part - c, ZERO)) / self.mass
        return b**steps * (1 - before * (1 - b))

    def accuracy(self, delta: Any) -> Fraction:
        """The smallest multiple of D that the error exceeds with probability at most delta."""
        return least_power(self.decay, positive(delta, "delta")) * self.sensitivity

    def profile(self, gamma: Any) -> Fraction:
        """delta(gamma) for two answers that differ by D."""
        bound = gamma_from_value(gamma).exact
        b = self.decay
        c = self.share
        # Beyond its own centre the ratio is 1 / b throughout: half of all the mass.
        total = max(ZERO, 1 - bound * b) / 2
        ends = sorted({ZERO, c, 1 - c, ONE})
        height = (1 - b) / (2 * self.mass)
        # Between the two centres x is compared with 1 - x, in units of D.
        for left, right in itertools.pairwise(ends):
            here = ONE if left < c else b
            there = ONE if 1 - right < c else b
            total += (right - left) * height * max(ZERO, here - bound * there)
        return total


@dataclass(frozen=True)
class IntegerNoise:
    """Symmetric integer noise P(z) = masses[|z| mod D] b^(|z| div D), D the sensitivity.

    Two-sided geometric noise and the discrete staircase are of this kind.
    """

    name: str
    parameters: tuple[tuple[str, Any], ...]
    masses: Vector
    decay: Fraction
    asked: Gamma | None = None

    _repr_html_ = notebook_facts

    @property
    def sensitivity(self) -> int:
        """D: answers that differ by it have likelihood ratio 1 / b."""
        return len(self.masses)

    def probability(self, z: int) -> Fraction:
        """P(Z = z), exactly."""
        steps, place = divmod(abs(z), self.sensitivity)
        return self.masses[place] * self.decay**steps

    @property
    def variance(self) -> Fraction:
        """E Z^2, exactly; places of equal mass are added as whole numbers."""
        none, one, two = _power_sums(self.decay)
        d = self.sensitivity
        places = defaultdict[Fraction, list[int]](list)
        for i, p in enumerate(self.masses):
            places[p].append(i)
        half = ZERO
        # (k d + i)^2 over all k, weighted by b^k.
        for p, on in places.items():
            squares = sum(i * i for i in on)
            half += p * (len(on) * d * d * two + 2 * d * sum(on) * one + squares * none)
        return 2 * half

    def tail(self, z: Any) -> Fraction:
        """P(|Z| >= z), exactly."""
        start = _distance(z).__ceil__()
        if start == 0:
            return ONE
        steps, place = divmod(start, self.sensitivity)
        beyond = self.decay * sum(self.masses, ZERO) / (1 - self.decay)
        return 2 * self.decay**steps * (sum(self.masses[place:], ZERO) + beyond)

    def accuracy(self, delta: Any) -> int:
        """The smallest t with P(|Z| >= t) <= delta."""
        allowed = positive(delta, "delta")
        d = self.sensitivity
        if allowed >= 1:
            return 0
        beyond = self.decay * sum(self.masses, ZERO) / (1 - self.decay)
        tails = [2 * (sum(self.masses[place:], ZERO) + beyond) for place in range(d)]
        # For each place within a step, the least number of whole steps before it.
        steps = [least_power(self.decay, allowed / tail) for tail in tails]
        found = [step * d + place for place, step in enumerate(steps)]
        return max(1, min(found))

    def profile(self, gamma: Any) -> Fraction:
        """delta(gamma), the worst over answers that differ by 1, ..., D."""
        bound = gamma_from_value(gamma).exact
        return max(self._excess(bound, shift) for shift in range(1, self.sensitivity + 1))

    def _excess(self, bound: Fraction, shift: int) -> Fraction:
        """sum over z of (P(z) - gamma P(z - shift))_+; to the left of 0 it repeats with decay b."""
        p = self.probability
        left = sum(max(ZERO, p(z) - bound * p(z + shift)) for z in range(self.sensitivity))
        inside = sum(max(ZERO, p(z) - bound * p(shift - z)) for z in range(1, shift))
        return left / (1 - self.decay) + inside


Noise = Laplace | Staircase | IntegerNoise


def least_power(base: Fraction, target: Fraction) -> int:
    """The least k >= 0 with base^k <= target, for 0 < base < 1.

    Enclosed logarithms decide; where they leave two candidates the power itself does, or, beyond a
    million, the larger one is taken (it is right, and at most 2^-60 too large relatively).

    >>> least_power(Fraction(1, 2), Fraction(1, 8)), least_power(Fraction(1, 2), Fraction(1, 7))
    (3, 3)
    """
    if target >= 1:
        return 0
    goal = log_bounds(1 / target)
    step = log_bounds(1 / base)
    first = ceil(goal[0] / step[1])
    last = ceil(goal[1] / step[0])
    if first == last or first > LARGEST_POWER:
        return last
    return next(k for k in range(first, last + 1) if base**k <= target)


def _power_sums(b: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """sum b^k, sum k b^k, sum k^2 b^k over k >= 0."""
    return 1 / (1 - b), b / (1 - b) ** 2, b * (1 + b) / (1 - b) ** 3


def _cubes(c: Fraction, b: Fraction) -> Fraction:
    """sum over k of b^k ((k + c)^3 - k^3)."""
    none, one, two = _power_sums(b)
    return 3 * c * two + 3 * c * c * one + c**3 * none


def _distance(z: Any) -> Fraction:
    number = exact(z, "z")
    if number < 0:
        raise InputError(f"z must not be negative, got {number}")
    return number


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
) -> IntegerNoise:
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
    d = _places(sensitivity)
    first = whole(step, "step", 1)
    if first > d:
        raise InputError(f"step must be at most the sensitivity {d}, got {first}")
    return _discrete_staircase(first, d, level(epsilon, gamma))


def least_variance(sensitivity: Any, gamma: Any) -> Bounds:
    """The least variance of additive noise at gamma: that of the best staircase.

    D^2 ((b^2 (1 + b)^2 / 4)^(1/3) + b) / (1 - b)^2 with b = 1 / gamma (Geng, Viswanath 2015).
    """
    b = 1 / exact(gamma, "gamma")
    d = positive(sensitivity, "sensitivity")
    low, high = root_ends((b * (1 + b)) ** 2 / 4, 3)
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
    # Both sides together have 0 twice: hence the last term.
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
