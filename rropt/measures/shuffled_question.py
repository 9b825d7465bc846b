"""Epsilon at a delta, or delta at an epsilon, of shuffled reports: found in doubles, then claimed.

A question has the table, its people and one of the two numbers. Both ends of the other one are
candidates with a little room, rounded to a few digits, and the checker decides (kind `shuffled`).
What is certified of the histogram is `Shuffled`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction
from typing import Any

from rropt.certificate import Certificate, issue
from rropt.channel import Channel
from rropt.exact import Gamma, InputError, enclosure_text, gamma_from_epsilon
from rropt.exact.bounds import decimal_text, round_down, round_up
from rropt.exact.certified_number import CertifiedNumber
from rropt.exact.recorded import Recorded
from rropt.measures.crowd_bounds import (
    Blanket,
    FloatCell,
    best_blanket,
    cells_within,
    covering_cells,
    law_width,
)
from rropt.measures.shuffled_crowd import (
    MOST_ALONE,
    ROUNDED,
    SLACK,
    WIDEST,
    CrowdTest,
    ShuffledCrowd,
    best_instance,
)

DIGITS = 7
"""Of an epsilon or a delta that is claimed."""


@dataclass(frozen=True)
class Shuffled(Recorded):
    """Both sides of what a histogram reveals; `certificate` proves them.

    `epsilon` is enclosed at `delta`, or `delta` at `epsilon`: the other one is exact.
    """

    channel: Channel
    people: int
    others: tuple[int, ...] | None
    epsilon: CertifiedNumber
    delta: CertifiedNumber
    certificate: Certificate

    @property
    def statement(self) -> str:
        """What the checker says of the certificate."""
        return self.certificate.check().statement

    @property
    def worst_others(self) -> tuple[int, ...] | None:
        """The truths of the others in the instance below."""
        lower = self.certificate.data.get("lower")
        return None if lower is None else tuple(lower["others"])

    def to_json(self) -> dict[str, Any]:
        return {
            "people": self.people,
            "others": None if self.others is None else list(self.others),
            "epsilon": self.epsilon.to_json(),
            "delta": self.delta.to_json(),
            "worst_others": self.worst_others,
            "certificate": self.certificate.data,
        }

    def __str__(self) -> str:
        return self.said("histogram")

    def __repr__(self) -> str:
        ends = f"epsilon {shown_number(self.epsilon.lo)} to {shown_number(self.epsilon.hi)}"
        return f"Shuffled({self.people} people, {ends}, delta {shown_number(self.delta.hi)})"

    def said(self, view: str) -> str:
        """Both sides, the promise first."""
        high = f"({shown_number(self.epsilon.hi)}, {shown_number(self.delta.hi)})"
        lines = [f"the {view} of {self.people} reports is {high}-private for each person"]
        if self.others is None:
            lines[0] += ", whatever the truths of the others"
        if self.worst_others is not None:
            lines.append(f"{self._below} where {self._known(self.worst_others)}")
        return "\n".join(lines)

    def _known(self, others: Sequence[int]) -> str:
        """Who they are; of people who are drawn all others have one truth, drawn or not."""
        if self.certificate.data.get("drawn_from", self.people) > self.people:
            return f"all others hold truth {others.index(self.people - 1)}"
        return f"{','.join(map(str, others))} others hold the truths"

    @property
    def _below(self) -> str:
        if self.delta.exact is not None:
            return f"and for no epsilon below {shown_number(self.epsilon.lo)}"
        return f"and for no delta below {shown_number(self.delta.lo)}"


def shown_number(value: Any) -> str:
    """A short rational as a decimal of as many digits."""
    return f"{float(value):.{DIGITS}g}"


LADDER = (10, 1_000, 100_000)
"""Multiples of the room that a claim is given until the checker accepts it."""

GAMMA_BITS = 30
"""Of e^epsilon, beyond those of epsilon: a billionth of it."""

MOST_TOLERANCE = 0.25
LEAST_WIDEST = WIDEST // 64

LEAST_DELTA = Fraction(1, 10**30)
"""Doubles tell a smaller delta from none no more."""

LARGEST_DELTA = 1 - 1e-9
"""Of those who are drawn, where nearly nobody is."""

GUARD_BITS = 24
"""Of all masses, beyond those of delta, of the number of people, which adds up what is cut, and of
what it is multiplied by."""

UNBOUNDED = (
    "{} must be larger, or each report possible for every truth: how little the histogram tells "
    "cannot be shown here"
)

TELLING = (
    "delta must be larger, or each report possible for every truth: among some others a report "
    "reveals a truth for certain with a larger chance"
)


MOST_WORK = 2e9
"""Laws, times (deviations in points, bits^1.5)^1.5, as a product of long numbers takes: of a
million to ten million people and three to five reports 1.5e9 were taken, 1.7e9 were not."""

MANY = (
    "people must be fewer, or delta larger, for more than two kinds of reports: to check what the "
    "histogram of {} reports of {} kinds tells takes too long"
)


@dataclass(frozen=True)
class ShuffledQuestion:
    """A table and its people, and the delta or the level of gamma that is asked about."""

    table: Channel
    people: int
    others: tuple[int, ...] | None
    drawn_from: int
    values: tuple[Fraction, ...] | None
    asked: Fraction | Gamma
    tolerance: float
    widest: int = WIDEST

    @property
    def share(self) -> Fraction:
        """The chance to be among the people."""
        return Fraction(self.people, self.drawn_from)

    @property
    def unbounded(self) -> str:
        """Why there is no answer where none can be proved."""
        return UNBOUNDED.format("epsilon" if isinstance(self.asked, Gamma) else "delta")

    def coarser(self) -> ShuffledQuestion | None:
        """With fewer cells, or laws of fewer points: for a file that takes the checker less time;
        None where it would tell next to nothing.
        """
        if self.table.shape[0] == 2:
            wider = replace(self, tolerance=2 * self.tolerance)
            return wider if wider.tolerance <= MOST_TOLERANCE else None
        fewer = replace(self, widest=self.widest // 2)
        # A blanket in a single step has as many points as it has: tests have fewer once more.
        return fewer if fewer.widest >= max(LEAST_WIDEST, law_width(self.people, 1) / 2) else None

    def inner(self, epsilon: float) -> float:
        """The epsilon of those who are drawn: e^epsilon - 1 is larger by 1 over the share."""
        return math.log1p(math.expm1(epsilon) / float(self.share))

    def outer(self, epsilon: float) -> float:
        return of_all(epsilon, self.share)

    def answer(self, room: float) -> Shuffled:
        """Both ends, verified."""
        if isinstance(self.asked, Gamma):
            return self._delta_at(self.asked, room)
        return self._epsilon_at(self.asked, room)

    def crowd(self, delta: float) -> ShuffledCrowd:
        rows = tuple(tuple(row) for row in self.table.rows)
        # Those who are drawn keep delta / q where all people keep delta.
        inner = min(LARGEST_DELTA, delta / float(self.share))
        return ShuffledCrowd(rows, self.people, self.others, float(self.share), inner, self.widest)

    def _epsilon_at(self, delta: Fraction, room: float) -> Shuffled:
        crowd = self.crowd(float(delta))
        self._require_short(crowd)
        worst = best_instance(crowd, self.values)
        low = worst.epsilon()
        if math.isinf(low):
            raise InputError(TELLING)
        high, scale, proof = self._upper_epsilon(crowd, low)
        below = rounded(self.outer(low) * (1 - room), ROUND_FLOOR)
        above = rounded(max(self.outer(high) * (1 + room), _spare(room, room)), ROUND_CEILING)
        # delta falls in gamma: kept just below e^epsilon is kept, broken just above is broken.
        level = _level(above, _short_gamma(above, -1), delta, self.bits(crowd.delta, scale))
        record = {"upper": {**level, **proof}}
        if below > 0:
            bits = self.bits(crowd.delta, math.exp(low))
            level = _level(below, _short_gamma(below, 1), delta, bits)
            record["lower"] = {**level, **_test(worst, self.inner(float(below)))}
        return self._found(CertifiedNumber(below, above), CertifiedNumber.of(delta), record)

    def _require_short(self, crowd: ShuffledCrowd) -> None:
        """Refuse at once what the checker would not take after minutes in doubles."""
        if crowd.counted or crowd.others is not None:
            return
        blanket = Blanket(crowd, tuple(range(crowd.truths)), 1)
        bits = self.bits(crowd.delta, blanket.largest(0.0))
        laws = len(blanket.pairs) + 1  # one is that of the test
        if laws * (blanket.deviation() * bits**1.5) ** 1.5 > MOST_WORK:
            raise InputError(MANY.format(self.people, len(crowd.rows)))

    def _upper_epsilon(
        self, crowd: ShuffledCrowd, low: float
    ) -> tuple[float, float, dict[str, Any]]:
        """With what a mass that is cut may cost."""
        if crowd.counted:
            target, cells = covering_cells(crowd, low, self.width)
            return target, math.exp(target), _by_cells(cells)
        blanket, epsilon = best_blanket(crowd, Blanket.epsilon)
        if math.isinf(epsilon):
            raise InputError(self.unbounded)
        return epsilon, blanket.largest(epsilon), _by_blanket(blanket)

    @property
    def width(self) -> float:
        """What is aimed at; where every number of others is looked at there is nothing to cover."""
        looked_at = self.others is not None or self.people <= MOST_ALONE
        return SLACK if looked_at else self.tolerance

    def _delta_at(self, gamma: Gamma, room: float) -> Shuffled:
        inner = self.inner(math.log(float(gamma)))
        crowd, worst = self._worst_delta(inner)
        low = worst.turn(inner).delta
        high, scale, proof = self._upper_delta(crowd, worst, inner)
        share = float(self.share)
        below = rounded(low * share * (1 - room), ROUND_FLOOR)
        high = max(high, _spare(room, float(LEAST_DELTA)))
        above = rounded(high * share * (1 + room), ROUND_CEILING)
        ends = _epsilon_ends(gamma)
        record: dict[str, Any] = {}
        if above < 1:  # no delta is larger, which need not be shown
            level = _level(ends[1], gamma.lo, above, self.bits(high, scale))
            record["upper"] = {**level, **proof}
        elif below < LEAST_DELTA:
            raise InputError(self.unbounded)
        if below >= LEAST_DELTA:
            level = _level(ends[0], gamma.hi, below, self.bits(low, math.exp(inner)))
            record["lower"] = {**level, **_test(worst, inner)}
        else:
            below = Fraction(0)
        found = CertifiedNumber(below, min(Fraction(1), above))
        return self._found(CertifiedNumber(*ends), found, record)

    def _worst_delta(self, inner: float) -> tuple[ShuffledCrowd, CrowdTest]:
        """Once roughly, and where delta turns out small as exactly as it needs."""
        crowd = self.crowd(ROUNDED)
        worst = best_instance(crowd, self.values, inner)
        if worst.turn(inner).delta >= ROUNDED:
            return crowd, worst
        crowd = self.crowd(float(LEAST_DELTA))
        return crowd, best_instance(crowd, self.values, inner)

    def _upper_delta(
        self, crowd: ShuffledCrowd, worst: CrowdTest, inner: float
    ) -> tuple[float, float, dict[str, Any]]:
        """With what a mass that is cut may cost."""
        if not crowd.counted:
            blanket, delta = best_blanket(crowd, lambda blanket: blanket.delta(inner))
            return delta, blanket.largest(inner), _by_blanket(blanket)
        # delta has the room that the tolerance of epsilon leaves it.
        low, wider = (worst.turn(e).delta for e in (inner, inner * (1 - self.width)))
        factor = wider / low * (1 + SLACK) if low else 1.0
        while True:
            target = max(low * factor, float(LEAST_DELTA))
            found = cells_within(replace(crowd, delta=target), math.exp(inner), target)
            if isinstance(found, list):
                return max(cell.delta for cell in found), math.exp(inner), _by_cells(found)
            # A number of others that breaks the goal is a worse instance, which sets the next goal.
            low = max(found.delta, target)

    def bits(self, delta: float, scale: float) -> int:
        """Of masses, of which as many as there are people are added up, times this at most."""
        least = max(delta, float(LEAST_DELTA))
        return math.ceil(math.log2(self.people * scale / least)) + GUARD_BITS

    def _found(
        self, epsilon: CertifiedNumber, delta: CertifiedNumber, record: dict[str, Any]
    ) -> Shuffled:
        head: dict[str, Any] = {
            "kind": "shuffled",
            "table": [list(row) for row in self.table.rows],
            "people": self.people,
        }
        if self.others is not None:
            head["others"] = list(self.others)
        if self.values is not None:
            head["values"] = list(self.values)
        if self.drawn_from > self.people:
            head["drawn_from"] = self.drawn_from
        certificate = issue({**head, **record})
        return Shuffled(self.table, self.people, self.others, epsilon, delta, certificate)


def _spare(room: float, least: float) -> float:
    """Where doubles find that nothing is told, the first claim is that, of all others so much."""
    return least if room > LADDER[0] * SLACK else 0.0


def of_all(inner: float, share: Fraction) -> float:
    """The epsilon of all, from that of the people who are drawn."""
    return math.log1p(math.expm1(inner) * float(share))


def _level(epsilon: Fraction, gamma: Fraction, delta: Fraction, bits: int) -> dict[str, Any]:
    return {"epsilon": epsilon, "gamma": gamma, "delta": delta, "bits": bits}


def _short_gamma(epsilon: Fraction, side: int) -> Fraction:
    """Just below or above e^epsilon, with few digits: they cost the checker time."""
    gamma = gamma_from_epsilon(epsilon)
    bits = GAMMA_BITS + max(0, math.ceil(1 / epsilon).bit_length()) if epsilon else GAMMA_BITS
    return round_down(gamma.lo, bits) if side < 0 else round_up(gamma.hi, bits)


def _test(worst: CrowdTest, epsilon: float) -> dict[str, Any]:
    return {
        "others": list(worst.others),
        "truths": list(worst.pair),
        "scores": list(worst.scores),
        "least": worst.turn(epsilon).least,
    }


def _by_cells(cells: Sequence[FloatCell]) -> dict[str, Any]:
    return {"cells": [[cell.first, *cell.turns] for cell in cells]}


def _by_blanket(blanket: Blanket) -> dict[str, Any]:
    found: dict[str, Any] = {"steps": blanket.steps}
    if blanket.crowd.others is not None:
        found["kept"] = list(blanket.kept)
    return found


def _epsilon_ends(gamma: Gamma) -> tuple[Fraction, Fraction]:
    """Short rationals below and above epsilon."""
    low, high = gamma.epsilon_bounds()
    if low == high:
        return low, high
    below, above = (Fraction(end) for end in enclosure_text(low, high))
    return below, above


def rounded(value: float | Fraction, rounding: str, digits: int = DIGITS) -> Fraction:
    """A decimal of a few digits, on the side asked for; nothing is below 0.

    >>> rounded(2 / 3, ROUND_CEILING, 2)
    Fraction(67, 100)
    """
    return Fraction(decimal_text(max(Fraction(0), Fraction(value)), rounding, digits))
