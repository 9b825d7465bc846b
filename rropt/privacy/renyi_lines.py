"""What rows add to Renyi budgets, and points that show zero-concentrated privacy.

For the ratio t = x.r / y.r the divergence of order a > 1 is the logarithm of sum y.r t^a over
a - 1, that of order 1 the sum of y.r t ln t.

**Zero-concentrated** is a table with K(s) <= rho (s + s^2) at a few points s. For an ordered pair
of truths l = ln(p / q) is the loss of a report, KL = sum p l its mean, and K(s) = ln sum p e^(s l).
That K is below the parabola for all s > 0 follows from points s_1 < ... < s_n, as K is convex:

    up to s_1     KL <= rho and KL + V s_1 / 2 <= rho (1 + s_1), V the larger of sum p (l - KL)^2
                  and sum p e^(s_1 l) (l - KL)^2, between which K'' lies (Taylor)
    between s, t  K <= rho (s + s^2 - (t - s)^2 / 4) at both: the chord is below a tangent
    beyond s_n    max l <= rho (1 + s_n), as K(s) <= s max l

Doubles choose the points, as far apart as this allows; balls decide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, permutations
from typing import TYPE_CHECKING, Any

from rropt.exact import dyadic
from rropt.exact.convert import ball
from rropt.exact.precision import working_precision

if TYPE_CHECKING:
    import numpy as np

WORKING_BITS = 160


def most_told(order: Fraction, above: Fraction, below: Fraction) -> Fraction:
    """What a report of these two chances adds, or a little more.

    >>> most_told(Fraction(2), Fraction(3), Fraction(1))
    Fraction(9, 1)
    """
    if not above:
        return Fraction(0)
    if order.denominator == 1 and order > 1:
        return above ** int(order) / below ** int(order - 1)
    with working_precision(WORKING_BITS):
        logarithm = ball(above / below).log()
        if order == 1:
            return dyadic((ball(above) * logarithm).upper())
        return dyadic((ball(below) * (ball(order) * logarithm).exp()).upper())


Rows = Sequence[Sequence[Fraction]]
Chances = Sequence[tuple[Fraction, Fraction]]
"""Of each report that the first truth of a pair gives the chances under both."""

Cumulant = tuple["np.ndarray", "np.ndarray"]
"""Chances p and losses ln(p / q) of the reports of a pair."""

ROOM = 1 - 1e-12
"""Doubles are wrong by 1e-15 or so; a table that is shown with this room is shown exactly."""

BITS = 256
"""Of the balls: points that are chosen with ROOM are shown by 60 of them."""

GRID = 2**40
"""Points are multiples of 1 / GRID, of at least 12 digits."""

MOST_POINTS = 400
"""The checker takes 16,000 logarithms: six pairs of truths and six reports at each."""

LEAST_STEP = 1e-8
"""Of s; where it would be shorter, K touches rho (s + s^2) to within 1e-17."""


def points_of(rows: Rows, rho: Fraction) -> tuple[Fraction, ...] | None:
    """Points at which the theorem shows it, or None.

    >>> warner = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]
    >>> points_of(warner, Fraction(1, 2)) is None, len(points_of(warner, Fraction(11, 20))) < 20
    (True, True)
    """
    pairs = unlike_pairs(rows)
    losses = cumulants(pairs)
    if losses is None:
        return None
    found = _points(losses, float(rho))
    return found if found and is_shown(pairs, rho, found) else None


def unlike_pairs(rows: Any) -> Sequence[Chances]:
    """All ordered pairs of truths, those with the same chances once.

    >>> len(unlike_pairs([[3, 1, 1], [1, 3, 1], [1, 1, 3]]))
    1
    """
    # Doubles add up to what their order says: at a small rho it decided whether points are found.
    # 0^a and 0 ln 0 are 0: a report that a never gives adds nothing.
    pairs = permutations(range(len(rows[0])), 2)
    return sorted({tuple(sorted((row[a], row[b]) for row in rows if row[a])) for a, b in pairs})


def is_shown(pairs: Sequence[Chances], rho: Fraction, points: Sequence[Fraction]) -> bool:
    """Whether the points prove it of each pair, no chance being zero."""
    with working_precision(BITS):
        near = [ball(s) for s in points]
        return all(_pair_is_shown(chances, ball(rho), near) for chances in pairs)


def _pair_is_shown(chances: Chances, rho: Any, points: Sequence[Any]) -> bool:
    """A comparison of balls holds for all their numbers, or is not true."""
    masses = [ball(p) for p, _ in chances]
    losses = [ball(p / q).log() if p != q else ball(0) for p, q in chances]
    pairs = list(zip(masses, losses, strict=True))
    mean = sum(p * loss for p, loss in pairs)
    # As products: flint's power of a ball around zero is no number, and a loss may be the mean.
    squares = [p * (loss - mean) * (loss - mean) for p, loss in pairs]
    first = points[0]
    tilted = [(first * loss).exp() * x for loss, x in zip(losses, squares, strict=True)]
    start = [mean <= rho]
    for spread in (sum(squares), sum(tilted)):
        start.append(mean + spread * first / 2 <= rho * (1 + first))
    if not all(start):
        return False
    cumulants = [sum(p * (s * loss).exp() for p, loss in pairs).log() for s in points]
    for (s, at), (t, after) in pairwise(zip(points, cumulants, strict=True)):
        lowered = (t - s) ** 2 / 4
        if not (at <= rho * (s + s * s - lowered) and after <= rho * (t + t * t - lowered)):
            return False
    return all(loss <= rho * (1 + points[-1]) for loss in losses)


def cumulants(pairs: Sequence[Chances]) -> list[Cumulant] | None:
    """For each pair; None where a divergence is infinite."""
    import numpy as np

    found = []
    for chances in pairs:
        above, below = np.array(chances, dtype=float).T
        if (below <= 0).any():
            return None
        found.append((above, np.log(above / below)))
    return found


def cumulant(pairs: Sequence[Cumulant], s: float) -> float:
    """The largest K(s)."""
    import numpy as np

    found = []
    for masses, losses in pairs:
        # The largest exponent is taken out, so that no power overflows.
        top = s * losses.max()
        found.append(top + np.log((masses * np.exp(s * losses - top)).sum()))
    return float(max(found))


def largest_order(pairs: Sequence[Cumulant]) -> tuple[float, float]:
    """The largest of K(s) / (s + s^2) and its s, by looking at many; s = 0 is the limit KL."""
    import numpy as np

    limit = max(float((masses * losses).sum()) for masses, losses in pairs)
    top = max(float(losses.max()) for _, losses in pairs)
    if limit <= 0:
        return 0.0, 0.0
    # K(s) <= s top: from 1 + s = top / limit on the ratio is not above its limit at 0.
    tried = np.geomspace(1e-3, max(1.0, 2 * top / limit), 200)
    ratios = [cumulant(pairs, s) / (s + s * s) for s in tried]
    best = int(np.argmax(ratios))
    return (ratios[best], float(tried[best])) if ratios[best] > limit else (limit, 0.0)


def _points(pairs: Sequence[Cumulant], rho: float) -> tuple[Fraction, ...] | None:
    s = _first(pairs, rho * ROOM)
    if s is None:
        return None
    top = max(float(losses.max()) for _, losses in pairs)
    found = [s]
    while top > rho * ROOM * (1 + found[-1]):
        further = _next(lambda x: cumulant(pairs, x) / (rho * ROOM), float(found[-1]))
        if further is None or len(found) > MOST_POINTS:
            return None
        found.append(further)
    return tuple(found)


def _first(pairs: Sequence[Cumulant], rho: float) -> Fraction | None:
    """The largest 2^-n up to which a second-order bound shows it."""
    s = 1.0
    while s > LEAST_STEP:
        if all(_below_parabola(pair, rho, s) for pair in pairs):
            return Fraction(s)
        s /= 2
    return None


def _below_parabola(pair: Cumulant, rho: float, s: float) -> bool:
    import numpy as np

    masses, losses = pair
    mean = float((masses * losses).sum())
    squares = (losses - mean) ** 2
    spread = max((masses * squares).sum(), (masses * np.exp(s * losses) * squares).sum())
    return mean <= rho and bool(mean + spread * s / 2 <= rho * (1 + s))


def _next(scaled: Callable[[float], float], s: float) -> Fraction | None:
    """The farthest next point, by trial: K / rho at most s + s^2 less a quarter of the step^2."""
    slack = s + s * s - scaled(s)
    if slack <= 0:
        return None
    # At s itself the chord leaves room for step^2 / 4 <= slack.
    step = 2 * slack**0.5 * ROOM
    while step > LEAST_STEP * s:
        further = float(Fraction(int((s + step) * GRID), GRID))
        if s < further and scaled(further) <= further + further**2 - (further - s) ** 2 / 4:
            return Fraction(further)
        step *= 0.8
    return None
