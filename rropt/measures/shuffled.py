"""What the published histogram of many reports says about one person, certified from both sides.

The exact computation of `populations_seen` lists all histograms and ends at some hundred people.
Here a rational epsilon at a delta, or delta at an epsilon, is enclosed for a million: candidates
are found in doubles (`shuffled_crowd`), claimed with a little room, and verified by the checker,
which repeats both bounds in whole numbers (kind `shuffled`). For two reports the ends differ by
0.8 % of epsilon, unless more is asked for; for other tables by what the privacy blanket is too
large, which is nothing for k-ary randomized response with three or more truths.

Who sees what: everybody answers through the table, an honest shuffler drops names and order, and
the collector sees how often each report was given. A coalition of m of the others who tell their
reports leaves the histogram of n - m people, so its level is that of n - m people.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from fractions import Fraction
from functools import cached_property
from typing import Any

from rropt.certificate import Certificate, CertificateError, LargeCertificate, issue
from rropt.channel import Channel
from rropt.exact import (
    Gamma,
    InputError,
    enclosure_text,
    exact,
    exact_vector,
    gamma_from_epsilon,
    whole,
)
from rropt.exact.bounds import round_down, round_up
from rropt.exact.certified_number import CertifiedNumber
from rropt.exact.convert import dot
from rropt.exact.recorded import Recorded
from rropt.measures.shuffled_crowd import (
    FINEST_STEPS,
    MOST_ALONE,
    SLACK,
    WIDEST,
    WORTH_IT,
    Blanket,
    CrowdTest,
    FloatCell,
    ShuffledCrowd,
    best_instance,
    blankets,
    cell_of,
    cells_within,
)
from rropt.measures.shuffled_laws import LARGEST_EPSILON, ROUNDED, epsilon_of

GAMMA_BITS = 30
"""Of e^epsilon, beyond those of epsilon: a billionth of it."""

TOLERANCE = "1/125"
"""Of epsilon, for two reports: some seventy cells, which the checker repeats in two seconds for a
million people. For more people it is doubled until the checker takes the file."""

MOST_TOLERANCE = 0.25

LEAST_DELTA = Fraction(1, 10**30)
"""Doubles tell a smaller delta from none no more."""

LARGEST_DELTA = 1 - 1e-9
"""Of those who are drawn, where nearly nobody is."""

MOST_PEOPLE = 10**9
DIGITS = 7
"""Of an epsilon or a delta that is claimed."""

GUARD_BITS = 24
"""Of all masses, beyond those of delta and of the number of people, which adds up what is cut."""

TELLING = (
    "delta must be larger, or each report possible for every truth: among some others a report "
    "reveals a truth for certain with a larger chance"
)

LADDER = (10, 1_000, 100_000)
"""Multiples of the room that a claim is given until the checker accepts it."""


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
            known = ",".join(map(str, self.worst_others))
            lines.append(f"{self._below} where {known} others hold the truths")
        return "\n".join(lines)

    @property
    def _below(self) -> str:
        if self.delta.exact is not None:
            return f"and for no epsilon below {shown_number(self.epsilon.lo)}"
        return f"and for no delta below {shown_number(self.delta.lo)}"


def shuffled(
    channel: Channel,
    people: Any,
    delta: Any = None,
    epsilon: Any = None,
    *,
    others: Any = None,
    prior: Any = None,
    values: Any = None,
    drawn_from: Any = None,
    tolerance: Any = TOLERANCE,
) -> Shuffled:
    """Enclose epsilon at a delta, or delta at an epsilon, of the histogram of so many reports.

    `others` says how many others hold each truth; where it is left out they are the worst ones.
    With a `prior` their truths are drawn from it: the table has one more truth, whose column is
    the mixture, and all others hold it.
    With `values` the sum of a number for each report is seen. `drawn_from`: the people are drawn at
    random among so many, and nobody knows who. `tolerance` is the relative width of epsilon that
    is aimed at for two reports.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> found = shuffled(warner, 10_000, delta="1e-6")
    >>> f"{float(found.epsilon.lo):.4f}", found.certificate.check().verdict
    ('0.0399', 'verified')
    """
    if (delta is None) == (epsilon is None):
        raise InputError("delta or epsilon must be given, one of them, for the other to be found")
    number, drawn = _people(people, drawn_from)
    known, believed = _known(channel, number, others, prior)
    if known is not None and drawn > number:
        raise InputError("drawn_from needs others of whom nothing is known: nobody knows who")
    width = exact(tolerance, "tolerance")
    if width <= 0:
        raise InputError(f"tolerance must be positive, got {tolerance}")
    level = None if delta is None else delta_of(delta)
    gamma = None if epsilon is None else gamma_from_epsilon(epsilon)
    table, numbers = _merged(believed, values)
    asked = _ShuffledQuestion(table, number, known, drawn, numbers, level, gamma, float(width))
    return _accepted(asked)


def promised_epsilon(channel: Channel, people: Any, delta: Any) -> float:
    """About the epsilon that `shuffled` promises at a delta; in doubles, proved by nobody."""
    one = one_round(channel, people, delta_of(delta))
    return one.promised() * (1 + float(exact(TOLERANCE, "tolerance")) * one.crowd.counted)


def one_round(channel: Channel, people: Any, delta: Fraction, drawn_from: Any = None) -> OneRound:
    """What is found in doubles of one histogram, whatever the truths of the others."""
    number, drawn = _people(people, drawn_from)
    table, _ = _merged(channel, None)
    asked = _ShuffledQuestion(table, number, None, drawn, None, delta, None, 1.0)
    return OneRound(number, asked.share, asked.crowd(float(delta)))


@dataclass(frozen=True)
class OneRound:
    """A histogram and the delta that is looked at; epsilon is that of all, drawn or not."""

    people: int
    share: Fraction
    crowd: ShuffledCrowd

    @cached_property
    def worst(self) -> CrowdTest:
        """The instance below."""
        return best_instance(self.crowd, None, CrowdTest.epsilon)

    @cached_property
    def blanket(self) -> Blanket:
        return _best_blanket(self.crowd, Blanket.epsilon)[0]

    def promised(self) -> float:
        """About the least epsilon that is shown: for two reports that of the worst instance."""
        inner = self.worst.epsilon() if self.crowd.counted else self.blanket.epsilon()
        return _of_all(inner, self.share) if inner < LARGEST_EPSILON else math.inf

    @cached_property
    def covered(self) -> tuple[float, list[FloatCell]]:
        """Of two reports, the inner epsilon that cells show, and the cells."""
        return covering_cells(
            self.crowd, self.worst.epsilon(), float(exact(TOLERANCE, "tolerance"))
        )

    def shown(self) -> float:
        """About the epsilon that cells or a blanket show; infinite where a report reveals."""
        found = self.promised()
        if math.isinf(found) or not self.crowd.counted:
            return found
        return _of_all(self.covered[0], self.share)


def covering_cells(crowd: ShuffledCrowd, low: float, width: float) -> tuple[float, list[FloatCell]]:
    """An epsilon by so much larger than this, or than that of a worse instance, and its cells."""
    while True:
        target = low * (1 + width)
        found = cells_within(crowd, math.exp(target), crowd.delta * (1 + SLACK))
        if isinstance(found, list):
            return target, found
        alone = cell_of(crowd, found.first, found.first)
        low = max(epsilon_of(alone, crowd.delta), target)


def _of_all(inner: float, share: Fraction) -> float:
    """The epsilon of all, from that of the people who are drawn."""
    return math.log1p(math.expm1(inner) * float(share))


def _people(people: Any, drawn_from: Any) -> tuple[int, int]:
    number = whole(people, "people", least=1)
    if number > MOST_PEOPLE:
        raise InputError(f"people must be at most {MOST_PEOPLE}, got {number}")
    drawn = number if drawn_from is None else whole(drawn_from, "drawn_from", least=1)
    if drawn < number:
        raise InputError(f"drawn_from must be at least people, {number}, got {drawn}")
    return number, drawn


def _accepted(asked: _ShuffledQuestion) -> Shuffled:
    """With as little room as the checker accepts, and as few cells as it takes."""
    refused: CertificateError | None = None
    for room in LADDER:
        try:
            return asked.answer(room * SLACK)
        except LargeCertificate:
            wider = replace(asked, tolerance=2 * asked.tolerance)
            if not asked.table.shape[0] == 2 or wider.tolerance > MOST_TOLERANCE:
                raise
            return _accepted(wider)
        except CertificateError as error:
            refused = error
    raise refused or CertificateError("no room")


def _known(
    channel: Channel, people: int, others: Any, prior: Any
) -> tuple[tuple[int, ...] | None, Channel]:
    """How many others hold each truth, and the table, with a truth drawn from the prior."""
    if others is not None and prior is not None:
        raise InputError("others must be left out where their truths are drawn from a prior")
    if others is not None:
        return _others(others, channel.shape[1], people), channel
    if prior is None:
        return None, channel
    masses = channel.checked_prior(prior)
    rows = [[*row, dot(masses, row)] for row in channel.rows]
    truths = [*channel.truths, "drawn"]
    counts = (*(0 for _ in masses), people - 1)
    return counts, Channel.from_rows(rows, channel.reports, truths)


def delta_of(value: Any) -> Fraction:
    """A delta that is asked for."""
    found = exact(value, "delta")
    if not LEAST_DELTA <= found < 1:
        raise InputError(f"delta must be from 1e-30 to below 1, got {value}")
    return found


def _others(others: Any, truths: int, people: int) -> tuple[int, ...]:
    listed = others.split(",") if isinstance(others, str) else others
    if not isinstance(listed, Sequence) or len(listed) != truths:
        raise InputError(f"others must have {truths} counts, one a truth, got {others}")
    counts = tuple(whole(count, f"others[{i}]") for i, count in enumerate(listed))
    if sum(counts) != people - 1:
        raise InputError(
            f"others must add up to one fewer than people, {people - 1}, got {sum(counts)}"
        )
    return counts


def _merged(channel: Channel, values: Any) -> tuple[Channel, tuple[Fraction, ...] | None]:
    """Reports that tell the same are one, or of a sum those with one number."""
    if values is None:
        return channel.merge_proportional(), None
    numbers = exact_vector(values, "values")
    if len(numbers) != channel.shape[0]:
        raise InputError(f"values must be {channel.shape[0]} numbers, one a report")
    rows: dict[Fraction, list[Fraction]] = {}
    for value, row in zip(numbers, channel.rows, strict=True):
        before = rows.get(value, [Fraction(0)] * len(row))
        rows[value] = [x + y for x, y in zip(before, row, strict=True)]
    merged = Channel.from_rows(list(rows.values()), truths=channel.truths)
    return merged, tuple(rows)


@dataclass(frozen=True)
class _ShuffledQuestion:
    """A table and its people, and a delta or a level of gamma."""

    table: Channel
    people: int
    others: tuple[int, ...] | None
    drawn_from: int
    values: tuple[Fraction, ...] | None
    delta: Fraction | None
    gamma: Gamma | None
    tolerance: float

    @property
    def share(self) -> Fraction:
        """The chance to be among the people."""
        return Fraction(self.people, self.drawn_from)

    def inner(self, epsilon: float) -> float:
        """The epsilon of those who are drawn: e^epsilon - 1 is larger by 1 over the share."""
        return math.log1p(math.expm1(epsilon) / float(self.share))

    def outer(self, epsilon: float) -> float:
        return _of_all(epsilon, self.share)

    def answer(self, room: float) -> Shuffled:
        """Both ends, verified."""
        if self.delta is not None:
            return self._epsilon_at(self.delta, room)
        if self.gamma is None:
            raise InputError("epsilon must be given where delta is not")
        return self._delta_at(self.gamma, room)

    def crowd(self, delta: float) -> ShuffledCrowd:
        rows = tuple(tuple(row) for row in self.table.rows)
        inner = min(LARGEST_DELTA, delta / float(self.share))
        return ShuffledCrowd(rows, self.people, self.others, float(self.share), inner)

    def _epsilon_at(self, delta: Fraction, room: float) -> Shuffled:
        crowd = self.crowd(float(delta))
        worst = best_instance(crowd, self.values, CrowdTest.epsilon)
        low = worst.epsilon()
        if math.isinf(low):
            raise InputError(TELLING)
        high, proof = self._upper_epsilon(crowd, low)
        below = _rounded(self.outer(low) * (1 - room), ROUND_FLOOR)
        above = _rounded(self.outer(high) * (1 + room), ROUND_CEILING)
        bits = self.bits(crowd.delta)
        record = {"upper": {**_level(above, _short_gamma(above, -1), delta, bits), **proof}}
        if below > 0:
            level = _level(below, _short_gamma(below, 1), delta, bits)
            record["lower"] = {**level, **_test(worst, self.inner(float(below)))}
        return self._found(CertifiedNumber(below, above), CertifiedNumber.of(delta), record)

    def _upper_epsilon(self, crowd: ShuffledCrowd, low: float) -> tuple[float, dict[str, Any]]:
        if crowd.counted:
            target, cells = covering_cells(crowd, low, self.width)
            return target, _by_cells(cells)
        blanket, epsilon = _best_blanket(crowd, Blanket.epsilon)
        return epsilon, _by_blanket(blanket)

    @property
    def width(self) -> float:
        """What is aimed at; where every number of others is looked at there is nothing to cover."""
        looked_at = self.others is not None or self.people <= MOST_ALONE
        return SLACK if looked_at else self.tolerance

    def _delta_at(self, gamma: Gamma, room: float) -> Shuffled:
        inner = self.inner(math.log(float(gamma)))
        crowd, worst = self._worst_delta(inner)
        low = worst.turn(inner).delta
        high, proof = self._upper_delta(crowd, worst, inner)
        share = float(self.share)
        below = _rounded(low * share * (1 - room), ROUND_FLOOR)
        above = _rounded(high * share * (1 + room), ROUND_CEILING)
        bits = self.bits(high)
        ends = _epsilon_ends(gamma)
        record = {"upper": {**_level(ends[1], gamma.lo, min(Fraction(1), above), bits), **proof}}
        if below >= LEAST_DELTA:
            level = _level(ends[0], gamma.hi, below, self.bits(low))
            record["lower"] = {**level, **_test(worst, inner)}
        else:
            below = Fraction(0)
        found = CertifiedNumber(below, min(Fraction(1), above))
        return self._found(CertifiedNumber(*ends), found, record)

    def _worst_delta(self, inner: float) -> tuple[ShuffledCrowd, CrowdTest]:
        """Once roughly, and where delta turns out small as exactly as it needs."""
        crowd = self.crowd(ROUNDED)

        def worth(instance: CrowdTest) -> float:
            return instance.turn(inner).delta

        worst = best_instance(crowd, self.values, worth)
        if worth(worst) >= ROUNDED:
            return crowd, worst
        crowd = self.crowd(float(LEAST_DELTA))
        return crowd, best_instance(crowd, self.values, worth)

    def _upper_delta(
        self, crowd: ShuffledCrowd, worst: CrowdTest, inner: float
    ) -> tuple[float, dict[str, Any]]:
        if not crowd.counted:
            blanket, delta = _best_blanket(crowd, lambda blanket: blanket.delta(inner))
            return delta, _by_blanket(blanket)
        low, wider = (worst.turn(e).delta for e in (inner, inner * (1 - self.width)))
        factor = wider / low * (1 + SLACK) if low else 1.0
        while True:
            target = max(low * factor, float(LEAST_DELTA))
            found = cells_within(replace(crowd, delta=target), math.exp(inner), target)
            if isinstance(found, list):
                return max(cell.delta for cell in found), _by_cells(found)
            low = max(found.delta, target)

    def bits(self, delta: float) -> int:
        """Of masses, of which as many as there are people are added up."""
        least = max(delta, float(LEAST_DELTA))
        return math.ceil(math.log2(self.people / least)) + GUARD_BITS

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


def _best_blanket(crowd: ShuffledCrowd, worth: Callable[[Blanket], float]) -> tuple[Blanket, float]:
    """The blanket that promises most, on the coarsest grid that tells about as much."""
    found = []
    for kept in blankets(crowd):
        before = math.inf
        for steps in FINEST_STEPS:
            blanket = Blanket(crowd, kept, steps)
            now = worth(blanket)
            found.append((now, steps, blanket))
            finer = blanket.width() * 2 > WIDEST
            if finer or now >= before * (1 - WORTH_IT):
                break
            before = now
    now, _, best = min(found, key=lambda each: each[:2])
    return best, now


def _epsilon_ends(gamma: Gamma) -> tuple[Fraction, Fraction]:
    """Short rationals below and above epsilon."""
    low, high = gamma.epsilon_bounds()
    if low == high:
        return low, high
    below, above = (Fraction(end) for end in enclosure_text(low, high))
    return below, above


def _rounded(value: float, rounding: str) -> Fraction:
    """A decimal of a few digits, on the side asked for."""
    return Fraction(Context(prec=DIGITS, rounding=rounding).create_decimal_from_float(value))


def shown_number(value: Any) -> str:
    """A short rational as a decimal of as many digits."""
    return f"{float(value):.{DIGITS}g}"
