"""Divergences between the reports of two truths, and how much a table contracts them.

P and Q are the columns of an ordered pair of truths. Rational measures are exact, the others
rational enclosures; infinity is `math.inf` at both ends.

| measure | formula | source |
|---|---|---|
| total variation | sum \\|p - q\\| / 2 | |
| chi-square | sum (p - q)^2 / q | Pearson 1900 |
| squared Hellinger | sum (sqrt p - sqrt q)^2 / 2 | |
| Kullback-Leibler | sum p log(p / q) | Kullback and Leibler 1951 |
| Renyi of order a | log(sum p^a q^(1 - a)) / (a - 1) | Renyi 1961; Mironov, arXiv:1702.07476 |
| zCDP | sup over a > 1 of Renyi(a) / a | Bun and Steinke, arXiv:1605.02658 |

**Strong data processing.** For two beliefs mu and nu about the truth,
D(P mu || P nu) <= eta D(mu || nu).

For total variation eta is Dobrushin's coefficient, the largest total variation between two columns
(Dobrushin 1956). For Kullback and Leibler, chi-square and every other operator convex divergence
eta is one and the same number, reached by two truths (Ordentlich and Polyanskiy, Strong data
processing constant is achieved by binary inputs, IEEE Trans. Inform. Theory 68, 2022,
arXiv:2010.01987), and for two truths it is the largest Le Cam divergence

    LC_t = t (1 - t) sum (p - q)^2 / (t p + (1 - t) q) = 1 - sum p q / (t p + (1 - t) q)

over 0 < t < 1. The sum is convex in t, so tangents at both ends of an interval enclose it.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, permutations
from typing import TYPE_CHECKING, Any, NamedTuple

from rropt.channel import Channel
from rropt.exact import InputError, dyadic, exact, log_bounds
from rropt.exact.convert import ball, fmpq, fraction
from rropt.exact.entries import picked
from rropt.exact.precision import working_precision

if TYPE_CHECKING:
    import flint
    from flint import arb

Distribution = Sequence[Fraction]
Ends = tuple[Fraction | float, Fraction | float]
"""Rationals that enclose a number; equal where it is rational, both infinite where it is."""

Measure = Callable[[Distribution, Distribution], Ends]

PRECISION = 160
"""Bits of the balls, beside those that close columns cost: sums of some thousand terms keep more
than the 64 bits that are shown."""

TOLERANCE = Fraction(1, 10**9)
"""Relative width at which the search for the zCDP level stops; some 200 orders are looked at."""

FAR = 2.0**-20
"""Doubles tell how far columns are apart from here on: differences of fractions are slow."""

FARTHEST = 50
"""A variance that may have fallen by e^50 bounds nothing."""

UNBOUNDED: Ends = (math.inf, math.inf)


def largest(channel: Channel, measure: Measure) -> Ends:
    """The largest value over all ordered pairs of truths.

    >>> largest(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]), chi_square)
    (Fraction(4, 3), Fraction(4, 3))
    """
    found = [measure(*pair) for pair in different_pairs(channel.told_apart.columns)]
    low = max((ends[0] for ends in found), default=Fraction(0))
    return low, max((ends[1] for ends in found), default=Fraction(0))


def total_variation(p: Distribution, q: Distribution) -> Ends:
    """sum |p - q| / 2.

    >>> total_variation([Fraction(1, 2), Fraction(1, 2)], [Fraction(1), Fraction(0)])
    (Fraction(1, 2), Fraction(1, 2))
    """
    return _exactly(sum((abs(a - b) for a, b in zip(p, q, strict=True)), Fraction(0)) / 2)


def chi_square(p: Distribution, q: Distribution) -> Ends:
    """sum (p - q)^2 / q."""
    if _escapes(p, q):
        return UNBOUNDED
    pairs = zip(p, q, strict=True)
    return _exactly(sum(((a - b) ** 2 / b for a, b in pairs if b), Fraction(0)))


def squared_hellinger(p: Distribution, q: Distribution) -> Ends:
    """sum (sqrt p - sqrt q)^2 / 2 = 1 - sum sqrt(p q)."""
    with working_precision(_bits(p, q)):
        products = [ball(a * b) for a, b in zip(p, q, strict=True)]
        low, high = _ends(1 - _sum(product.sqrt() for product in products))
    # No divergence is negative, though the lower end of its ball may be.
    return max(Fraction(0), Fraction(low)), high


def kullback_leibler(p: Distribution, q: Distribution) -> Ends:
    """sum p log(p / q), in nats."""
    if _escapes(p, q):
        return UNBOUNDED
    with working_precision(_bits(p, q)):
        terms = [ball(a) * ball(a / b).log() for a, b in zip(p, q, strict=True) if a]
        return _ends(_sum(terms))


def renyi(order: Any) -> Measure:
    """The Renyi divergence of an order from 0 to "oo", in nats.

    Order 1 is Kullback and Leibler's, order infinity the logarithm of the largest ratio, order 0
    minus the logarithm of the mass of Q where P is positive.

    >>> low, high = renyi("oo")([Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)])
    >>> round(float(low), 6), round(float(high), 6)
    (1.098612, 1.098612)
    """
    if order in ("oo", math.inf):
        return _largest_ratio
    number = exact(order, "order")
    if number < 0:
        raise InputError(f'order must be from 0 to "oo", got {order}')
    if number == 0:
        return _support_mass
    if number == 1:
        return kullback_leibler

    def divergence(p: Distribution, q: Distribution) -> Ends:
        if number > 1 and _escapes(p, q):
            return UNBOUNDED
        # Below order 1 a report of one truth alone adds 0: without a common one there is only that.
        common = [(a, b) for a, b in zip(p, q, strict=True) if a and b]
        if not common:
            return UNBOUNDED
        with working_precision(_bits(p, q)):
            return _ends(_cumulant(_logs(common), number) / ball(number - 1))

    return divergence


def largest_zero_concentrated(channel: Channel) -> Ends:
    """That of all pairs: where one has reached a level, others are not searched for less.

    >>> table = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> largest_zero_concentrated(table) == largest(table, zero_concentrated)
    True
    """
    low = high = Fraction(0)
    for p, q in different_pairs(channel.told_apart.columns):
        if _escapes(p, q):
            return UNBOUNDED
        reached, most = zero_concentrated(p, q, low)
        low, high = Fraction(reached), max(high, Fraction(most))
    return low, high


def zero_concentrated(p: Distribution, q: Distribution, known: Fraction = Fraction(0)) -> Ends:
    """The least rho such that Renyi(a) <= rho a for every order a > 1, or `known`, if that is more.

    F(a) = (a - 1) Renyi(a) is convex and Renyi is nondecreasing, so on [l, r] the quotient is at
    most Renyi(r) / l. Where F'' >= v there, F - c a (a - 1) has a second derivative of at least
    v - 2 c. If that is negative, the difference is at most its chord and (2 c - v) (r - l)^2 / 8:
    the quotient is at most the least c >= v / 2 for which neither end is positive then. F'' is the
    variance of log(p / q) under weights p^a q^(1 - a), and |F'''| <= (range of log(p / q)) F'',
    which bounds it from the middle. The interval with the largest bound is halved until the bound
    is reached; beyond a = (largest log-ratio) / best nothing can be larger.
    """
    if _escapes(p, q):
        return UNBOUNDED
    common = [(a, b) for a, b in zip(p, q, strict=True) if a]
    top = Fraction(_largest_ratio(p, q)[1])
    # Renyi(a) / a tends to this as a falls to 1: the supremum is no less.
    best = Fraction(kullback_leibler(p, q)[0])
    if top <= known:
        return known, known
    best = max(best, known)
    search = _Orders(common, best, _bits(p, q))
    return search.enclose(Fraction(math.ceil(top / best) + 1))


class _Orders:
    """Best-first search over orders for the largest Renyi(a) / a."""

    def __init__(self, common: list[tuple[Fraction, Fraction]], best: Fraction, bits: int) -> None:
        self.best = best
        self.bits = bits
        # F(1) is the logarithm of the mass of P, which is one.
        self.known: dict[Fraction, tuple[Fraction, Fraction]] = {Fraction(1): (Fraction(0),) * 2}
        ratios = [a / b for a, b in common]
        with working_precision(bits):
            self.logs = _logs(common)
            self.range = ball(max(ratios) / min(ratios)).log()

    def enclose(self, last: Fraction) -> Ends:
        heap = [self._interval(Fraction(1), last)]
        while -heap[0][0] > self.best * (1 + TOLERANCE):
            _, left, right = heapq.heappop(heap)
            middle = (left + right) / 2
            heapq.heappush(heap, self._interval(left, middle))
            heapq.heappush(heap, self._interval(middle, right))
        return self.best, max(self.best, -heap[0][0])

    def _interval(self, left: Fraction, right: Fraction) -> tuple[Fraction, Fraction, Fraction]:
        """(minus the bound on the interval, its ends); what its right end reaches is noted."""
        start = self._cumulant(left)[1]
        (reached, end) = self._cumulant(right)
        self.best = max(self.best, reached / (right * (right - 1)))
        bound = end / ((right - 1) * left)
        sag = (right - left) ** 2 / 4
        factors = [x * (x - 1) - sag for x in (left, right)]
        # x (x - 1) - sag is least on the left; what cannot win anyway needs no better bound.
        if factors[0] > 0 and bound > self.best:
            least = self._least_curvature(left, right)
            # F(x) - c x (x - 1) + (2 c - v) (r - l)^2 / 8 <= 0 at either end, solved for c.
            rises = (
                (top - least * sag / 2) / factor
                for top, factor in zip((start, end), factors, strict=True)
            )
            bound = min(bound, max(least / 2, *rises))
        return -bound, left, right

    def _least_curvature(self, left: Fraction, right: Fraction) -> Fraction:
        """A lower bound of F'' on the interval, from the variance in its middle."""
        with working_precision(self.bits):
            away = (self.range * ball((right - left) / 2)).upper()
            # |F'''| <= range F'': from the middle F'' falls by e^(-range half the width) at most.
            if away > FARTHEST:
                return Fraction(0)
            order = ball((left + right) / 2)
            # p^a q^(1 - a) = q (p / q)^a.
            weights = [b * (order * log).exp() for b, log in self.logs]
            logs = [log for _, log in self.logs]
            total = _sum(weights)
            mean = _sum(w * log for w, log in zip(weights, logs, strict=True)) / total
            # As products: flint's power of a ball around zero is no number.
            away_from_mean = [log - mean for log in logs]
            squares = _sum(w * x * x for w, x in zip(weights, away_from_mean, strict=True))
            return max(Fraction(0), dyadic((squares / total * (-away).exp()).lower()))

    def _cumulant(self, order: Fraction) -> tuple[Fraction, Fraction]:
        if order not in self.known:
            with working_precision(self.bits):
                low, high = _ends(_cumulant(self.logs, order))
            self.known[order] = Fraction(low), Fraction(high)
        return self.known[order]


def _logs(common: Sequence[tuple[Fraction, Fraction]]) -> list[tuple[arb, arb]]:
    """q and log(p / q) of the reports that both truths give, which all orders are made of."""
    return [(ball(b), (ball(a) / ball(b)).log()) for a, b in common]


def _cumulant(logs: Sequence[tuple[arb, arb]], order: Fraction) -> arb:
    """log(sum p^a q^(1 - a)) over the reports that both truths give."""
    power = ball(order)
    return _sum(b * (power * log).exp() for b, log in logs).log()


def _largest_ratio(p: Distribution, q: Distribution) -> Ends:
    """log max p / q."""
    if _escapes(p, q):
        return UNBOUNDED
    return log_bounds(max(a / b for a, b in zip(p, q, strict=True) if a))


def _support_mass(p: Distribution, q: Distribution) -> Ends:
    """-log of the mass of Q where P is positive."""
    mass = sum((b for a, b in zip(p, q, strict=True) if a), Fraction(0))
    return log_bounds(1 / mass) if mass else UNBOUNDED


def _escapes(p: Distribution, q: Distribution) -> bool:
    """Whether some report of P is never given under Q."""
    return any(a and not b for a, b in zip(p, q, strict=True))


def _bits(p: Distribution, q: Distribution) -> int:
    """Divergences of columns that differ by d are of the order of d^2, the sum of terms of d."""
    apart = max((abs(float(a) - float(b)) for a, b in zip(p, q, strict=True)), default=0.0)
    if apart > FAR:
        return PRECISION + 2 * math.ceil(1 / apart).bit_length()
    most = max((abs(a - b) for a, b in zip(p, q, strict=True)), default=Fraction(0))
    return PRECISION + 2 * math.ceil(1 / most).bit_length() if most else PRECISION


@lru_cache(4)
def different_pairs(
    columns: tuple[tuple[Fraction, ...], ...],
) -> list[tuple[Distribution, Distribution]]:
    """The ordered pairs of columns, of those that differ in the order of reports alone one.

    >>> len(different_pairs(((1, 2, 2), (2, 1, 2), (2, 2, 1))))
    1
    """
    # Numbers stand for entries, because fractions are slow to sort and to hash.
    place = {x: n for n, x in enumerate(dict.fromkeys(chain.from_iterable(columns)))}
    numbered = [(list(picked(place, column)), column) for column in columns]
    found: dict[tuple[tuple[int, int], ...], tuple[Distribution, Distribution]] = {}
    for (first, p), (second, q) in permutations(numbered, 2):
        found.setdefault(tuple(sorted(zip(first, second, strict=True))), (p, q))
    return list(found.values())


def _sum(balls: Iterable[arb]) -> arb:
    return sum(balls, ball(Fraction(0)))


def _ends(value: arb) -> tuple[Fraction, Fraction]:
    return dyadic(value.lower()), dyadic(value.upper())


def _exactly(value: Fraction) -> Ends:
    return value, value


WIDTH = Fraction(1, 10**12)
"""Relative width of the enclosure at which bisection stops."""

MOST_EXACT = 20_000
"""Bits of the denominators of different terms up to which sums of contraction are exact."""


def dobrushin(channel: Channel) -> Fraction:
    """The contraction coefficient of total variation.

    >>> dobrushin(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    Fraction(1, 2)
    """
    return Fraction(largest(channel, total_variation)[0])


def contraction(channel: Channel) -> Ends:
    """The contraction coefficient of Kullback and Leibler's divergence and of chi-square.

    >>> contraction(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    (Fraction(1, 4), Fraction(1, 4))
    """
    return largest(channel, le_cam)


def le_cam(p: Distribution, q: Distribution) -> Ends:
    """The largest LC_t: bisection on the sign of the slope, enclosed by the two tangents.

    >>> le_cam([Fraction(1), Fraction(0)], [Fraction(1, 2), Fraction(1, 2)])
    (Fraction(1, 2), Fraction(1, 2))
    """
    # A report of one truth alone adds nothing to the sum.
    both = [(a, b) for a, b in zip(p, q, strict=True) if a and b]
    if sum(a.denominator.bit_length() for a, _ in set(both)) > MOST_EXACT:
        with working_precision(_bits(p, q)):
            return _le_cam_in_balls([(ball(a), ball(b)) for a, b in both])
    # Sums are flint's: of two histograms of a hundred people Python's took 22 s.
    common = [(fmpq(a), fmpq(b)) for a, b in both]
    left = _tangent(common, fmpq(0))
    right = _tangent(common, fmpq(1))
    while True:
        middle = _tangent(common, (left.at + right.at) / 2)
        if middle.slope == 0:
            return fraction(1 - middle.value), fraction(1 - middle.value)
        left, right = (middle, right) if middle.slope < 0 else (left, middle)
        # LC_t is largest where the sum is least: values bound that from above, tangents from below.
        below = _where_tangents_meet(left, right)
        reached = min(left.value, right.value)
        if reached - below <= fmpq(WIDTH) * (1 - reached):
            return fraction(1 - reached), fraction(1 - below)


def _le_cam_in_balls(common: Sequence[tuple[arb, arb]]) -> Ends:
    """The same by bisection until a tangent is flat enough, or its slope has no sign in balls."""
    low = Fraction(0)
    high = Fraction(1)
    while True:
        at = (low + high) / 2
        middle = _tangent(common, ball(at))
        # All t are within `high - low` of the middle, and those beyond an end are worse.
        fall = abs(middle.slope) * ball(high - low)
        ends = 1 - middle.value, 1 - middle.value + fall
        least = dyadic(ends[0].lower())
        most = dyadic(ends[1].upper())
        is_signed = middle.slope < 0 or middle.slope > 0
        if not is_signed or most - least <= WIDTH * least:
            return max(Fraction(0), least), most
        if middle.slope < 0:
            low = at
        else:
            high = at


class _Tangent(NamedTuple):
    """Of the convex sum of a b / (t a + (1 - t) b), in rationals or balls of flint."""

    at: Any
    value: Any
    slope: Any


def _tangent(common: Sequence[tuple[Any, Any]], t: Any) -> _Tangent:
    parts = [(a * b, b - a, t * a + (1 - t) * b) for a, b in common]
    value = sum((product / mean for product, _, mean in parts), 0 * t)
    slope = sum((product * apart / (mean * mean) for product, apart, mean in parts), 0 * t)
    return _Tangent(t, value, slope)


def _where_tangents_meet(left: _Tangent, right: _Tangent) -> flint.fmpq:
    """A lower bound of the convex sum between two points."""
    # Convex and not falling from an end inwards: the end itself is the least.
    if left.slope >= 0 or right.slope <= 0:
        return left.value if left.slope >= 0 else right.value
    apart = left.value - right.value + right.slope * right.at - left.slope * left.at
    return left.value + left.slope * (apart / (right.slope - left.slope) - left.at)
