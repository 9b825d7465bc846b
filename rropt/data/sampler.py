"""Reports with exactly the probabilities of the table, from operating-system randomness.

A report is the index of the interval into which a uniform number U falls, the intervals being the
column of the true answer. U is read byte by byte, most significant first, and no further than
needed: most entries are decided by one byte, so one byte an entry is drawn in bulk and more only
for those that a cut point still divides. Of two reports eight are drawn together by a word of 16
bits. Table entries a / D with D no power of two are drawn over `256^L = q D + rest`: U below q D
decides, the rest is rejected and drawn again. No float is involved anywhere, so the stated
probabilities hold exactly. The time that a draw takes depends on the random bytes and, through the
number of undecided entries, on the answers; sample in a batch or at a constant pace where an
onlooker can measure time.

A symmetric table is kept as an orbit and never written out. One of one likely truth against all
others has two entries: report j of truth j with probability a w / k, and each other report with
b w / k, for the runs ((a, 1), (b, k - 1)) of total weight w. So a report is the truth or, with what
is left, one of the k - 1 others, all alike; for a million categories that is two exact draws, and
no table.

Exact draws from a channel that is not written out: a report in a few steps, however many.

Random numbers are whole, from the operating system, and drawn again where a last, incomplete range
would make one of them likelier; chances are those of `Sampler`, exact as well.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.channel.implicit import ImplicitChannel
from rropt.data.entry_rules import Codes, EntryRules
from rropt.data.exact_draws import Coins, Cuts, Machine, Source, Words, cut_points
from rropt.data.respondents import ABSENT, Places, ReadColumn
from rropt.exact import InputError, over_common_denominator, whole
from rropt.exact.labelled import entries_of

MACHINE_CELLS = 1 << 24
"""Largest byte machine, in table cells; larger tables are searched by 64-bit words."""


SHORT_BITS = 20
"""Limits up to 2^20 are drawn by words of 32 bits, of which a 4096th at most is drawn again."""


@dataclass(frozen=True)
class Sampler:
    """A channel made ready for sampling; build it once for many batches.

    >>> sampler = Sampler.of(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    >>> sampler([0, 1, 1, 0], source=bytes)
    array([0, 0, 0, 0], dtype=uint8)
    """

    cuts: Cuts
    engine: Coins | Machine | Words = field(compare=False, repr=False)

    @classmethod
    def of(cls, channel: Channel) -> Sampler:
        """Prepare the columns of a channel."""
        return cls.from_columns(tuple(zip(*channel.numerators, strict=True)), channel.denominator)

    @classmethod
    def from_columns(cls, columns: Sequence[Sequence[int]], denominator: int) -> Sampler:
        """Prepare integer weights: column j holds the weights of the reports given truth j."""
        cuts = cut_points(columns, denominator)
        if cuts.cells > MACHINE_CELLS:
            return cls(cuts, Words.of(cuts))
        if cuts.reports == 2 and len(columns) <= 2:
            return cls(cuts, Coins.of(columns, denominator))
        return cls(cuts, Machine.of(cuts))

    def __call__(self, truths: Any, source: Source = os.urandom) -> np.ndarray:
        """One report index for each truth index, any integer or bool array."""
        states = _truth_indices(truths, len(self.cuts.columns))
        out = np.empty(states.shape, np.min_scalar_type(self.cuts.reports - 1))
        self.engine.draw(states.reshape(-1), source, out.reshape(-1))
        return out


def randomize(channel: Channel, truths: Any, source: Source = os.urandom) -> np.ndarray:
    """Report indices for an array of truth indices: `P(report i | truth j) = channel[i, j]`.

    >>> answers = np.array([0, 1, 1])
    >>> bool((randomize(Channel.identity(2), answers) == answers).all())
    True
    """
    return sampler_of(channel)(truths, source)


def randomize_labels(
    channel: Channel,
    answers: Iterable[Any],
    source: Source = os.urandom,
    codes: Codes | None = None,
) -> list[str]:
    """Report labels for truth labels or for codes of them; an unknown label is refused.

    >>> channel = Channel.from_rows([[1, 0], [0, 1]], ["no", "yes"], ["no", "yes"])
    >>> randomize_labels(channel, ["yes", "no", "yes"])
    ['yes', 'no', 'yes']
    """
    reports = randomize(channel, truth_places(channel.truths, answers, codes), source)
    return [channel.reports[i] for i in reports]


def truth_places(
    truths: Sequence[str], answers: Iterable[Any], codes: Codes | None = None
) -> Places:
    """The place of each answer among the labels of truths; what is none is refused."""
    tables = {"": (truths, EntryRules.of(codes=codes))}
    column = ReadColumn.of("answers", entries_of(answers))
    first = np.zeros(len(column.codes), np.intp)
    places = column.places(tables, first)
    column.refuse_unfit(tables, first, places, first + 1)
    absent = np.count_nonzero(places == ABSENT)
    if absent:
        raise InputError(f"answers must not be missing, got {absent} of {len(places)} missing")
    return places


@lru_cache(maxsize=16)
def sampler_of(channel: Channel) -> Sampler:
    """The same sampler for a channel that was seen before."""
    return Sampler.of(channel)


def _truth_indices(truths: Any, count: int) -> np.ndarray:
    try:
        indices = np.asarray(truths)
    except ValueError:
        raise InputError("truths must be indices in rows of one length, got several") from None
    if np.ma.is_masked(truths):
        raise InputError(f"truths must not be masked, got {np.ma.count_masked(truths)} masked")
    if not indices.size:
        return indices.astype(np.uint8)
    if indices.dtype.kind not in "biu":
        raise InputError(
            f"truths must be whole-number indices (or bool), got an array of {indices.dtype}"
        )
    if indices.min() < 0 or indices.max() >= count:
        outside = int(np.count_nonzero((indices < 0) | (indices >= count)))
        raise InputError(
            f"truths must lie between 0 and {count - 1}, "
            f"got {outside} of {indices.size} entries that do not"
        )
    return indices


@dataclass(frozen=True)
class ExactDice:
    """Whole numbers and events, exactly, from a source of random octets."""

    source: Source = os.urandom

    def below(self, limit: int, count: int) -> np.ndarray:
        """So many whole numbers from 0 on below a limit, all alike.

        >>> bool((ExactDice().below(3, 1000) < 3).all())
        True
        """
        if limit == 1:
            return np.zeros(count, np.int64)
        width: Any = np.uint32 if limit <= 1 << SHORT_BITS else np.uint64
        octets = np.dtype(width).itemsize
        every = 1 << (8 * octets)
        most = every // limit * limit
        found = np.frombuffer(self.source(octets * count), width).copy()
        if most < every:
            late = np.flatnonzero(found >= width(most))
            while late.size:
                found[late] = np.frombuffer(self.source(octets * late.size), width)
                late = late[found[late] >= width(most)]
        return (found % width(limit)).astype(np.int64)

    def choice(self, shares: Sequence[Fraction], count: int) -> np.ndarray:
        """So many places, each drawn by these shares, which add up to one."""
        if len(shares) == 1:
            return np.zeros(count, np.int64)
        return _sampler(tuple(shares))(np.zeros(count, np.uint8), self.source).astype(np.int64)

    def event(self, chance: Fraction, count: int) -> np.ndarray:
        """So many independent events of this chance."""
        return self.choice((1 - chance, chance), count).astype(bool)


@lru_cache(maxsize=64)
def _sampler(shares: tuple[Fraction, ...]) -> Sampler:
    weights, unit = over_common_denominator(shares)
    return Sampler.from_columns((tuple(weights),), unit)


@dataclass(frozen=True)
class ImplicitSampler:
    """Reports as text on answers that are numbers of truths, or their labels."""

    channel: ImplicitChannel

    @property
    def rule(self) -> str:
        """Which answers it takes, in words."""
        return f"numbers of truths from 0 to {self.channel.shape[1] - 1}"

    def fits(self, numbers: np.ndarray) -> np.ndarray:
        """Which of these are numbers of truths."""
        return np.isin(numbers, np.arange(self.channel.shape[1]))

    def reports(self, numbers: np.ndarray, source: Source) -> list[str]:
        """A report on each of some numbers of truths, as text."""
        drawn = self.channel.supports.drawn(numbers.astype(np.int64), ExactDice(source))
        return self.channel.supports.written(drawn)


def randomize_implicit(
    channel: ImplicitChannel,
    answers: Iterable[Any],
    source: Source = os.urandom,
    codes: Codes | None = None,
) -> list[str]:
    """A report for each true answer, by its label or a code of it; others are refused.

    >>> from rropt.channel.balanced_supports import SubsetSupports
    >>> found = randomize_implicit(ImplicitChannel(SubsetSupports(9, Fraction(3), 2)), [0, 8])
    >>> [len(report.split()) for report in found]
    [2, 2]
    """
    places = truth_places(channel.truths, answers, codes)
    return ImplicitSampler(channel).reports(places, source)


def simulate_not_private(channel: Channel, truths: Any, seed: int) -> np.ndarray:
    """Reproducible report indices for simulation studies: NOT private, the seed undoes them.

    >>> flip = Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
    >>> first, again = (simulate_not_private(flip, [0] * 100, seed=7) for _ in range(2))
    >>> bool((first == again).all())
    True
    """
    return sampler_of(channel)(truths, seeded(seed))


def seeded(seed: int) -> Source:
    """A source of bytes that anybody who knows the seed can repeat."""
    return np.random.default_rng(whole(seed, "seed")).bytes
