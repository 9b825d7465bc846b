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

**The local level whose shuffled reports keep a central promise.** A design at the local level x
gives, through the histogram of n reports, a central epsilon c(x) at a delta: about proportional to
(e^(x/2)) / sqrt(n), and far less than x. n may depend on x: of a goal fewer people reach it at a
larger x, and c grows all the more. Looked for is the largest x with c(x) at most what is promised.
c is estimated in doubles and its inverse found by bisection of the logarithm of x; then the level
is rounded down, and what is promised is certified.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_FLOOR
from fractions import Fraction
from functools import cached_property
from typing import Any, TypedDict

from rropt.certificate import CertificateError, LargeCertificate
from rropt.channel import Channel
from rropt.exact import InputError, exact, exact_vector, gamma_from_epsilon, positive, whole
from rropt.exact.convert import dot
from rropt.measures.crowd_bounds import Blanket, FloatCell, best_blanket, covering_cells
from rropt.measures.populations_seen import counts_of_others
from rropt.measures.shuffled_crowd import (
    LARGEST_EPSILON,
    SLACK,
    CrowdTest,
    ShuffledCrowd,
    best_instance,
)
from rropt.measures.shuffled_question import (
    LADDER,
    LEAST_DELTA,
    Shuffled,
    ShuffledQuestion,
    of_all,
    rounded,
)

TOLERANCE = "1/125"
"""Of epsilon, for two reports: some seventy cells, which the checker repeats in two seconds for a
million people. For more people it is doubled until the checker takes the file."""

MOST_PEOPLE = 10**9


class KnownOfOthers(TypedDict, total=False):
    """What `rropt.shuffled` takes about the others, and what is seen of them."""

    others: Any
    prior: Any
    values: Any
    drawn_from: Any
    tolerance: Any


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
    width = positive(tolerance, "tolerance")
    level = gamma_from_epsilon(epsilon) if delta is None else delta_of(delta)
    table, numbers = _merged(believed, values)
    return _accepted(ShuffledQuestion(table, number, known, drawn, numbers, level, float(width)))


def promised_epsilon(channel: Channel, people: Any, delta: Any) -> float:
    """About the epsilon that `shuffled` promises at a delta; in doubles, proved by nobody."""
    one = one_round(channel, people, delta_of(delta))
    return one.promised() * (1 + float(exact(TOLERANCE, "tolerance")) * one.crowd.counted)


def one_round(channel: Channel, people: Any, delta: Fraction, drawn_from: Any = None) -> OneRound:
    """What is found in doubles of one histogram, whatever the truths of the others."""
    number, drawn = _people(people, drawn_from)
    table, _ = _merged(channel, None)
    asked = ShuffledQuestion(table, number, None, drawn, None, delta, 1.0)
    return OneRound(asked.share, asked.crowd(float(delta)))


@dataclass(frozen=True)
class OneRound:
    """A histogram and the delta that is looked at; epsilon is that of all, drawn or not."""

    share: Fraction
    crowd: ShuffledCrowd

    @cached_property
    def worst(self) -> CrowdTest:
        """The instance below."""
        return best_instance(self.crowd, None)

    @cached_property
    def blanket(self) -> Blanket:
        return best_blanket(self.crowd, Blanket.epsilon)[0]

    def promised(self) -> float:
        """About the least epsilon that is shown: for two reports that of the worst instance."""
        inner = self.worst.epsilon() if self.crowd.counted else self.blanket.epsilon()
        return of_all(inner, self.share) if inner < LARGEST_EPSILON else math.inf

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
        return of_all(self.covered[0], self.share)


def _people(people: Any, drawn_from: Any) -> tuple[int, int]:
    number = whole(people, "people", least=1, most=MOST_PEOPLE)
    drawn = number if drawn_from is None else whole(drawn_from, "drawn_from", least=1)
    if drawn < number:
        raise InputError(f"drawn_from must be at least people, {number}, got {drawn}")
    return number, drawn


def _accepted(asked: ShuffledQuestion) -> Shuffled:
    """With as little room as the checker accepts, and as much of it as it takes."""
    for room in LADDER:
        try:
            return asked.answer(room * SLACK)
        except LargeCertificate:
            coarser = asked.coarser()
            if coarser is None:
                raise
            return _accepted(coarser)
        except CertificateError:
            continue
    raise InputError(asked.unbounded)


def _known(
    channel: Channel, people: int, others: Any, prior: Any
) -> tuple[tuple[int, ...] | None, Channel]:
    """How many others hold each truth, and the table, with a truth drawn from the prior."""
    if others is not None and prior is not None:
        raise InputError("others must be left out where their truths are drawn from a prior")
    if others is not None:
        counts = counts_of_others(others, channel.shape[1])
        if sum(counts) != people - 1:
            raise InputError(
                f"others must add up to one fewer than people, {people - 1}, got {sum(counts)}"
            )
        return counts, channel
    if prior is None:
        return None, channel
    masses = channel.checked_prior(prior)
    # A truth drawn from the prior answers with the mean of the columns.
    rows = [[*row, dot(masses, row)] for row in channel.rows]
    truths = [*channel.truths, "drawn"]
    return (*(0 for _ in masses), people - 1), Channel.from_rows(rows, channel.reports, truths)


def delta_of(value: Any) -> Fraction:
    """A delta that is asked for."""
    found = exact(value, "delta")
    if not LEAST_DELTA <= found < 1:
        raise InputError(f"delta must be from 1e-30 to below 1, got {value}")
    return found


def _merged(channel: Channel, values: Any) -> tuple[Channel, tuple[Fraction, ...] | None]:
    """Reports that tell the same are one, or of a sum those with one number."""
    if channel.shape[1] == 1:
        raise InputError("the mechanism must have at least two truths for reports to tell apart")
    if values is None:
        return channel.merge_proportional(), None
    numbers = exact_vector(values, "values")
    if len(numbers) != channel.shape[0]:
        raise InputError(f"values must be {channel.shape[0]} numbers, one for each report")
    rows: dict[Fraction, list[Fraction]] = {}
    for value, row in zip(numbers, channel.rows, strict=True):
        before = rows.get(value, [Fraction(0)] * len(row))
        rows[value] = [x + y for x, y in zip(before, row, strict=True)]
    merged = Channel.from_rows(list(rows.values()), truths=channel.truths)
    return merged, tuple(rows)


LARGEST_LOCAL = 16.0
"""e^16 is nine million: beyond this a report is the truth for any purpose."""

ASSUMED = (
    "assumed: an honest shuffler passes reports on without names, and the others answer as "
    "designed; m others who tell their reports leave the histogram of m fewer people"
)
"""What stands beside every level of a histogram that is shown."""

DIGITS = 4
CLOSE = 1e-4
"""Of the local level, relatively: it is rounded to four digits."""

BACKWARDS = Fraction(998, 1000)
"""A step back where the certified end is above the promise, and how often."""
MOST_STEPS_BACK = 8

CrowdAt = Callable[[Fraction], tuple[Channel, int]]
"""The table of a design at a local epsilon, and how many people answer through it."""


@dataclass(frozen=True)
class CentralLevel:
    """A local epsilon, and what is certified of the histogram of its reports."""

    local: Fraction
    central: Shuffled


def level_for_centre(crowd_at: CrowdAt, delta: Any, epsilon: Any) -> CentralLevel:
    """The largest local epsilon, to four digits, whose histogram keeps (epsilon, delta).

    >>> def warner(level):
    ...     gamma = Fraction(math.exp(level)).limit_denominator(10**6)
    ...     truth, other = gamma / (gamma + 1), 1 / (gamma + 1)
    ...     return Channel.from_rows([[truth, other], [other, truth]]), 1000
    >>> found = level_for_centre(warner, "1e-6", "1/2")
    >>> round(float(found.local), 1), found.central.epsilon.hi <= Fraction(1, 2)
    (2.6, True)
    """
    # At its lower end, as what is certified must hold for the epsilon that was asked for.
    promise = gamma_from_epsilon(epsilon).epsilon_bounds()[0]
    if promise <= 0:
        raise InputError(f"epsilon must be positive where reports are shuffled, got {epsilon}")
    local = rounded(_largest(crowd_at, delta, float(promise)), ROUND_FLOOR, DIGITS)
    local = max(local, promise)
    for _ in range(MOST_STEPS_BACK):
        central = shuffled(*crowd_at(local), delta)
        if central.epsilon.hi <= promise:
            return CentralLevel(local, central)
        if local == promise:
            break
        local = max(promise, local * BACKWARDS)
    # Shuffling reveals no more than the reports themselves: at the promise delta is 0.
    return CentralLevel(promise, shuffled(*crowd_at(promise), epsilon=promise))


def _largest(crowd_at: CrowdAt, delta: Any, promise: float) -> float:
    """In doubles; shuffling reveals no more than the reports, so the promise itself is kept."""

    def keeps(local: float) -> bool:
        table, people = crowd_at(rounded(local, ROUND_FLOOR, DIGITS))
        # So many are not looked at: larger levels need fewer people, and the search goes on there.
        return people > MOST_PEOPLE or promised_epsilon(table, people, delta) <= promise

    low = promise
    high = max(promise, LARGEST_LOCAL)
    if keeps(high):
        return high
    while high > low * (1 + CLOSE):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if keeps(middle) else (low, middle)
    return low
