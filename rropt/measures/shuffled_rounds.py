"""What the histograms of several rounds or questions say together about one person, both sides.

In each round everybody gives a fresh report, an honest shuffler drops names, and its histogram is
seen. Given the truths of all people rounds are independent, so losses of privacy add up.

**Above.** In one round delta at e^(i u), i = 0, ..., J, is at most some d_i, whoever the others are
and whichever two truths are told apart. delta is convex in gamma, so between these points it is
below the chords, and beyond the last one at most d_J. By H_gamma(A, B) = 1 - gamma + gamma
H_{1/gamma}(B, A) that is a bound at all gamma: the profile of a pair of laws with the losses i u
and one infinite loss (Doroshenko, Ghazi, Kamath, Kumar and Manurangsi, Connect the dots, PoPETs
2022). Pairs that dominate each round dominate all rounds together, whatever depends on earlier ones
(Zhu, Dong and Wang, AISTATS 2022, theorem 10): so the truths of a person and of the others may
change from round to round.

**Below.** The same others, the same two truths and the same scores in each round. Sums of scores at
similar ratios of likelihoods are merged, which is a garbling, until the ratio is that of a point of
a finer lattice.

Losses are added by convolution of masses that are kept from below: what is missing counts above as
an infinite loss and below not at all. No checker repeats this: the certificate is for one round.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any

from rropt.channel import Channel
from rropt.exact import Gamma, InputError, dyadic, gamma_from_epsilon, whole
from rropt.exact.bounds import round_down, round_up
from rropt.exact.certified_number import CertifiedNumber
from rropt.exact.convert import ball
from rropt.exact.lower_chain import lower_chain
from rropt.exact.precision import working_precision
from rropt.exact.recorded import Recorded
from rropt.measures.composition import positive_excess
from rropt.measures.shuffled import ASSUMED, OneRound, delta_of, one_round
from rropt.measures.shuffled_crowd import LARGEST_EPSILON, ROUNDED, epsilon_of
from rropt.measures.shuffled_masses import (
    KeptLaw,
    Pair,
    added,
    bound_of_blanket,
    bounds_of_count,
    pairs_of_test,
    power,
)
from rropt.measures.shuffled_question import TELLING, rounded, shown_number

if TYPE_CHECKING:
    from flint import arb

PRECISION = 192
BITS = 160
"""Of masses: 2^-160 for each of a million points and each product is nothing beside 1e-30."""

RATIO_BITS = 96
"""Of a ratio on the lattice; all rounds together are off by 2^-80 at most."""

POINTS_OF_A_COUNT = 96
POINTS_OF_A_BLANKET = 32
"""Of the lattice, up to the largest loss that matters, some six standard deviations of one round:
32 points make epsilon 0.3 % too large, and each takes a blanket of its own."""

FINER = 4
"""Times as fine is the lattice below, whose points cost nothing."""

BEYOND = 200
"""One over the share of delta that may be beyond the lattice, in all rounds together."""

LONGER = 1.1
"""Times as far the lattice reaches where too much lies beyond."""

SMALLEST = 1e-9
MOST_ROUNDS = 10_000
DIGITS = 5
"""Of an epsilon or a delta that is claimed."""


@dataclass(frozen=True)
class ShuffledRounds(Recorded):
    """`epsilon` is enclosed at `delta`, or `delta` at `epsilon`, of all rounds together."""

    rounds: tuple[tuple[int, int], ...]
    """How many people answer a question, and how many times."""
    epsilon: CertifiedNumber
    delta: CertifiedNumber

    def to_json(self) -> dict[str, Any]:
        return {
            "questions": [{"people": n, "rounds": times} for n, times in self.rounds],
            "epsilon": self.epsilon.to_json(),
            "delta": self.delta.to_json(),
            "checked": False,
        }

    def __str__(self) -> str:
        rounds = sum(times for _, times in self.rounds)
        people = sorted({n for n, _ in self.rounds})
        ends = [shown_number(x) for x in (self.epsilon.hi, self.delta.hi)]
        seen = "the histogram" if rounds == 1 else f"all {rounds} histograms together"
        of = " and ".join(map(str, people))
        verb = "is" if rounds == 1 else "are"
        return (
            f"{seen} of {of} reports {verb} ({', '.join(ends)})-private for each person, whatever "
            f"the truths of all people in each round\n{self._below}"
            f"enclosed in ball arithmetic; the checkers repeat one round, not several\n{ASSUMED}"
        )

    @property
    def _below(self) -> str:
        name = "epsilon"
        low = self.epsilon.lo
        if self.delta.exact is None:
            name = "delta"
            low = self.delta.lo
        return f"and for no {name} below {shown_number(low)}\n" if low else ""


def shuffled_rounds(
    asked: Sequence[tuple[Channel, Any, Any]],
    delta: Any = None,
    epsilon: Any = None,
    *,
    drawn_from: Any = None,
) -> ShuffledRounds:
    """Enclose epsilon at a delta, or delta at an epsilon, of tables, people and rounds of each.

    `drawn_from`: in each round the people are drawn anew among so many, and nobody knows who.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> found = shuffled_rounds([(warner, 1000, 12)], delta="1e-6")
    >>> f"{float(found.epsilon.lo):.2f}", f"{float(found.epsilon.hi):.2f}"
    ('0.52', '0.55')
    """
    if (delta is None) == (epsilon is None):
        raise InputError("delta or epsilon must be given, one of them, for the other to be found")
    counted = [(table, n, whole(times, "rounds", least=1)) for table, n, times in asked]
    total = sum(times for _, _, times in counted)
    if not 1 <= total <= MOST_ROUNDS:
        raise InputError(f"rounds must be from 1 to {MOST_ROUNDS}, got {total}")
    level = delta_of("1e-12" if delta is None else delta)
    gamma = None if epsilon is None else gamma_from_epsilon(epsilon)
    beyond = level / (BEYOND * total)
    # A smaller one is dear in one round: `_reach` goes on from here as for a normal law.
    looked_at = max(beyond, Fraction(ROUNDED))
    rounds = [(one_round(table, n, looked_at, drawn_from), times) for table, n, times in counted]
    said = tuple((one.crowd.people, times) for one, times in rounds)
    with working_precision(PRECISION):
        ends = _Ends.of(rounds, float(beyond))
        if gamma is None:
            found = CertifiedNumber(*ends.epsilon(level))
            return ShuffledRounds(said, found, CertifiedNumber.of(level))
        ends_of_epsilon = CertifiedNumber(*gamma.epsilon_bounds())
        return ShuffledRounds(said, ends_of_epsilon, CertifiedNumber(*ends.delta(gamma)))


@dataclass(frozen=True)
class _LossLaw:
    """Masses of the losses first, first + 1, ... units, in units of 2^-BITS, from below."""

    law: KeptLaw
    unit: Fraction
    rounds: int

    def delta(self, gamma: Fraction) -> arb:
        found = positive_excess(self._masses, self.law.first, gamma, ball(self.unit))
        return found / ball(1 << BITS)

    @cached_property
    def _masses(self) -> list[arb]:
        return [ball(mass) for mass in self.law.masses]

    @property
    def slip(self) -> Fraction:
        """How far ratios of all rounds are from the lattice, relatively."""
        return Fraction(self.rounds, 1 << RATIO_BITS - 1)


@dataclass(frozen=True)
class _Ends:
    """The losses of all rounds, from above and from below."""

    above: _LossLaw
    below: _LossLaw

    @classmethod
    def of(cls, rounds: Sequence[tuple[OneRound, int]], wanted: float) -> _Ends:
        """On one lattice; of a question that says little it has few points."""
        reach = [_reach(one, wanted) for one, _ in rounds]
        points = max(1, min(map(_points, (one for one, _ in rounds))))
        unit = round_up(Fraction(max(reach)) / points, RATIO_BITS // 2)
        above = KeptLaw.point(BITS)
        below = KeptLaw.point(BITS)
        for (one, times), far in zip(rounds, reach, strict=True):
            last = math.ceil(far / unit)
            above = added(above, power(_above(one, unit, last), times))
            below = added(below, power(_below(one, unit / FINER), times))
        total = sum(times for _, times in rounds)
        return cls(_LossLaw(above, unit, total), _LossLaw(below, unit / FINER, total))

    def delta(self, gamma: Gamma) -> tuple[Fraction, Fraction]:
        low = self._low(gamma.hi)
        high = self._high(gamma.lo)
        return rounded(low, ROUND_FLOOR, DIGITS), min(
            Fraction(1), rounded(high, ROUND_CEILING, DIGITS)
        )

    def _high(self, gamma: Fraction) -> Fraction:
        # Rounded ratios are made up for by a smaller gamma; what is missing is an infinite loss.
        found = self.above.delta(gamma * (1 - self.above.slip)).upper()
        return dyadic(found) + Fraction(self.above.law.missing, 1 << BITS)

    def _low(self, gamma: Fraction) -> Fraction:
        # Here by a larger one, and what is missing says nothing.
        return dyadic(self.below.delta(gamma * (1 + self.below.slip)).lower())

    def epsilon(self, delta: Fraction) -> tuple[Fraction, Fraction]:
        """Found in doubles, then a step away until it is certain."""
        wanted = float(delta)
        low = epsilon_of(lambda e: float(self._low(Fraction(math.exp(e)))), wanted)
        high = epsilon_of(lambda e: float(self._high(Fraction(math.exp(e)))), wanted)
        if math.isinf(high):
            raise InputError(TELLING)
        below = rounded(low, ROUND_FLOOR, DIGITS)
        while below > 0 and self._low(gamma_from_epsilon(below).hi) < delta:
            below = rounded(below * (1 - Fraction(1, 10**DIGITS)), ROUND_FLOOR, DIGITS)
        above = rounded(high, ROUND_CEILING, DIGITS)
        while self._high(gamma_from_epsilon(above).lo) > delta:
            above = rounded(above * (1 + Fraction(1, 10**DIGITS)), ROUND_CEILING, DIGITS)
        return below, above


def _points(one: OneRound) -> int:
    return POINTS_OF_A_COUNT if one.crowd.counted else POINTS_OF_A_BLANKET


def _reach(one: OneRound, wanted: float) -> float:
    """The loss of one round beyond which about this chance lies, as for a normal law; further out
    where a tail, as of a blanket in few steps, would take more than half of delta.
    """
    found = one.shown()
    if math.isinf(found):
        raise InputError(TELLING)
    seen = one.crowd.delta * float(one.share)
    far = max(found, SMALLEST) * math.sqrt(math.log(wanted) / math.log(seen))
    lies = _beyond(one, far)
    while lies > wanted * BEYOND / 2:
        before, far = lies, far * LONGER
        lies = _beyond(one, far)
        if lies >= before:  # a report that reveals a truth does so however far
            break
    return far


def _beyond(one: OneRound, loss: float) -> float:
    return float(_profile(one, [Fraction(math.exp(min(loss, LARGEST_EPSILON)))])[0])


@cache
def _ratio(unit: Fraction, index: int) -> Fraction:
    """About e^(index unit), of which it is off by a share of 2^-RATIO_BITS at most."""
    if index < 0:
        return 1 / _ratio(unit, -index)
    return round_down(dyadic((ball(unit) * index).exp().mid()), RATIO_BITS + 1)


# ------------------------------------------------------------------- above


def _above(one: OneRound, unit: Fraction, last: int) -> KeptLaw:
    """The losses of a pair of laws that dominates the round."""
    gammas = [_ratio(unit, index) for index in range(last + 1)]
    return _symmetric(gammas, _profile(one, gammas))


def _profile(one: OneRound, gammas: Sequence[Fraction]) -> list[Fraction]:
    """At most delta at each gamma, whoever the others are; of those drawn at the inner level."""
    share = one.share
    # Drawing a share q makes (gamma, q delta) of (1 + (gamma - 1) / q, delta).
    inner = [1 + (gamma - 1) / share for gamma in gammas]
    crowd = one.crowd
    if crowd.counted:
        low = min(crowd.rows[1])
        high = max(crowd.rows[1])
        rest = crowd.people - 1
        cells = [[(rest - c.last, low), (c.first, high)] for c in one.covered[1]]
        bounds = [bounds_of_count(groups, (low, high), inner, BITS) for groups in cells]
        found = [max(at) for at in zip(*bounds, strict=True)]
    else:
        found = [bound_of_blanket(one.blanket, gamma, BITS) for gamma in inner]
    rounded = (round_up(share * bound, BITS) for bound in found)
    # delta falls in gamma: a bound holds at every later point.
    return [*accumulate(rounded, min)]


def _symmetric(gammas: Sequence[Fraction], bounds: Sequence[Fraction]) -> KeptLaw:
    """A law with the profile of the chords: q at a corner is what the slope grows by there."""
    beyond = list(zip(gammas, bounds, range(len(gammas)), strict=True))
    # H_(1/x) = 1 - 1/x + H_x / x: each point above 1 gives one below.
    before = [(1 / x, 1 - 1 / x + d / x, -i) for x, d, i in reversed(beyond[1:])]
    # A profile is convex, hence below the hull of its bounds too; at gamma = 0 it is 1.
    corners = lower_chain([(Fraction(0), Fraction(1), -len(gammas)), *before, *beyond])
    slopes = [(d - c) / (y - x) for (x, c, _), (y, d, _) in pairwise(corners)]
    # Beyond the last corner the bound is constant: that is the infinite loss.
    steps = pairwise([*slopes, Fraction(0)])
    masses = [(i, x * (d - c)) for (x, _, i), (c, d) in zip(corners[1:], steps, strict=True)]
    return KeptLaw.of(masses, BITS)


# ------------------------------------------------------------------- below


def _below(one: OneRound, unit: Fraction) -> KeptLaw:
    """The losses of a test of the round, on the lattice."""
    return KeptLaw.of(_merged(pairs_of_test(one.worst, one.share, BITS), unit), BITS)


def _merged(pairs: Sequence[Pair], unit: Fraction) -> list[tuple[int, Fraction]]:
    """Masses under the first truth, on the points of the lattice.

    From the smallest ratio on, each point takes what lies below it and as much from above as it
    needs to have its ratio.
    """
    step = float(unit)
    rest = sorted(pairs, key=lambda pair: pair[0] / max(1, pair[1]), reverse=True)
    found = []
    while rest:
        # A sum that only the second truth gives has no mass under the first.
        if not rest[-1][0]:
            rest.pop()
            continue
        index = math.floor(math.log(rest[-1][0] / rest[-1][1]) / step) + 1
        mass, other = _taken(rest, _ratio(unit, index))
        # Too little may be left above to reach the point, and rounding lowers ratios.
        while mass < _ratio(unit, index) * other:
            index -= 1
        found.append((index, Fraction(mass, 1 << BITS)))
    return found


def _taken(rest: list[Pair], ratio: Fraction) -> Pair:
    """Takes from the end until the masses have this ratio; the last one in part."""
    mass = 0
    other = 0
    while rest:
        p, q = rest.pop()
        lack = ratio.numerator * other - ratio.denominator * mass
        gain = ratio.denominator * p - ratio.numerator * q
        if gain <= lack:
            mass = mass + p
            other = other + q
            continue
        # The least share of it that makes up for the lack: more would overshoot the ratio.
        part = -(-(lack << RATIO_BITS) // gain) if lack > 0 else 0
        rest.append(_part(p, q, (1 << RATIO_BITS) - part))
        taken = _part(p, q, part)
        return mass + taken[0], other + taken[1]
    return mass, other


def _part(p: int, q: int, part: int) -> Pair:
    """A share of both masses, in units of 2^-RATIO_BITS: the first from below, the second not."""
    return p * part >> RATIO_BITS, -(-q * part >> RATIO_BITS)
