"""The trade-off function of two truths (f-DP) and their privacy profile: one convex curve, exactly.

A test that must tell truth a from truth b errs with chance alpha where a holds (it says b) and
with chance beta where b holds (it says a). The least beta for each alpha is the trade-off function
T of the two truths (Dong, Roth and Su, Gaussian differential privacy, J. R. Stat. Soc. B 84, 2022,
arXiv:1905.02383). A table of finitely many reports has finitely many likelihood ratios, so T is
convex and piecewise linear; its corners are found by adding reports in the order of their ratios
(Neyman and Pearson). The profile of the pair is the same curve read along its slopes,

    delta(gamma) = sum_i max(0, b_i - gamma a_i) = max over alpha of 1 - T(alpha) - gamma alpha,

for every gamma = e^epsilon >= 0, negative epsilon included; and back,
T(alpha) = max over gamma of 1 - delta(gamma) - gamma alpha.

A table obeys a trade-off function iff each ordered pair of its truths lies above it, so its own is
the largest convex function below all of them: the lower hull of their corners.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, pairwise
from typing import Any

from rropt.channel import Channel
from rropt.exact import InputError, exact, probability
from rropt.exact.lower_chain import falling, lower_chain
from rropt.measures.divergences import different_pairs

Point = tuple[Fraction, Fraction]
ZERO = Fraction(0)
ONE = Fraction(1)


@dataclass(frozen=True)
class Tradeoff:
    """A convex, nonincreasing, piecewise linear trade-off function by its corners.

    The first corner is (0, T(0)), the last (alpha, 0); beyond it the function is 0.

    >>> curve = tradeoff(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    >>> [f"{alpha}, {beta}" for alpha, beta in curve.corners]
    ['0, 1', '1/4, 1/4', '1, 0']
    >>> curve("1/8"), curve.delta(2), curve.delta("1/2")
    (Fraction(5, 8), Fraction(1, 4), Fraction(5, 8))
    """

    corners: tuple[Point, ...]

    def __call__(self, alpha: Any) -> Fraction:
        """The least error under the one truth when the error under the other is alpha."""
        at = probability(alpha, "alpha")
        for (left, high), (right, low) in pairwise(self.corners):
            if at <= right:
                return high + (low - high) * (at - left) / (right - left)
        return ZERO

    def delta(self, gamma: Any) -> Fraction:
        """The least delta at e^epsilon = gamma; gamma below 1 is a negative epsilon."""
        level = exact(gamma, "gamma")
        if level < 0:
            raise InputError(f"gamma must not be negative, got {level}")
        # A linear form on a polygon is largest at a corner.
        return max(1 - beta - level * alpha for alpha, beta in self.corners)

    def profile(self) -> tuple[Point, ...]:
        """The corners (gamma, delta) of the profile, gamma falling from its last corner to 0."""
        slopes = [
            (high - low) / (right - left) for (left, high), (right, low) in pairwise(self.corners)
        ]
        return tuple((gamma, self.delta(gamma)) for gamma in [*slopes, ZERO])


def tradeoff(channel: Channel) -> Tradeoff:
    """The trade-off function of a whole table.

    >>> tradeoff(Channel.identity(3)).corners
    ((Fraction(0, 1), Fraction(0, 1)),)
    """
    curves = [of_columns(a, b) for a, b in different_pairs(channel.told_apart.columns)]
    corners = chain.from_iterable(curve.corners for curve in curves)
    return lower_hull(corners) if curves else BLIND


def of_columns(first: Sequence[Fraction], second: Sequence[Fraction]) -> Tradeoff:
    """The curve of the most powerful tests: reports join in the order of second / first."""
    seen = [(a, b) for a, b in zip(first, second, strict=True) if a or b]
    alpha = ZERO
    beta = ONE
    corners = [(alpha, beta)]
    # Reports are taken for truth b in the order of their ratios: no test is more powerful.
    for a, b in sorted(seen, key=_ratio, reverse=True):
        alpha = alpha + a
        beta = beta - b
        corners.append((alpha, beta))
    return lower_hull(corners)


def lower_hull(points: Iterable[Point]) -> Tradeoff:
    """The largest convex nonincreasing function below all points; it is 0 from its last corner."""
    return Tradeoff(tuple(lower_chain(falling(points))))


BLIND = Tradeoff(((ZERO, ONE), (ONE, ZERO)))
"""Of a table that reveals nothing."""


def _ratio(masses: Point) -> tuple[bool, Fraction]:
    """second / first, infinite where the first is 0."""
    first, second = masses
    return (True, ZERO) if first == 0 else (False, second / first)
