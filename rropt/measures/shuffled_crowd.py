"""People whose reports are shuffled, and tests that break their privacy: found in doubles.

`ShuffledCrowd` has the table and what is known of the others; a `CrowdTest` names their truths, a
pair of truths and a test by scores. From above `crowd_bounds` looks for what the
checker's rules accept (`rropt.checker.kind_shuffled` has the theorems).

What is found here is proved by nobody; `shuffled` has it proved by the checker in whole numbers.
A law of counts or scores is (first, chances): the chances of first, first + 1, ...
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import permutations, product
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq

from rropt.exact import InputError
from rropt.exact.entries import two_valued

Floats = npt.NDArray[np.float64]

SIGMAS = 16.0
"""Half the width of a window, in standard deviations: beyond are chances below 1e-55."""

DEVIATIONS = 16
"""About so many standard deviations of a law are kept where delta is 1e-10."""

ROUNDED = 1e-9
"""Below this delta sums are taken one by one: transforms lose what is 1e-17 of the largest."""

LONG = 500
"""Chances of the shorter of two laws from which a transform is quicker."""

CUT = 1e-60
"""Chances that no sum notices."""

TIED = 1e-14
"""Of a chance: an excess that is less is rounding."""

LARGEST_EPSILON = 200.0
CLOSE = 1e-10
"""Of a root: far below the digits that are printed."""


class FloatLaw(NamedTuple):
    """Chances of consecutive whole numbers."""

    first: int
    chances: Floats


class Turn(NamedTuple):
    """delta of a test that says yes from a count on, and that count."""

    delta: float
    least: int


NOTHING = FloatLaw(0, np.ones(1))


def binomial(number: int, chance: float) -> FloatLaw:
    """By its ratios from the mode, over all of the window.

    >>> binomial(2, 0.5).chances.tolist()
    [0.25, 0.5, 0.25]
    """
    if number == 0 or chance in (0.0, 1.0):
        return FloatLaw(number if chance == 1.0 else 0, np.ones(1))
    mode = int((number + 1) * chance)
    # A rare report has a Poisson tail, which is longer than sixteen deviations: hence the constant.
    reach = int(SIGMAS * math.sqrt(number * chance * (1 - chance)) + 4 * SIGMAS**2)
    first = max(0, mode - reach)
    last = min(number, mode + reach)
    points = np.arange(first, last)
    ratios = np.log((number - points) / (points + 1.0)) + math.log(chance / (1 - chance))
    logarithms = np.concatenate([[0.0], np.cumsum(ratios)])
    # Scaled to a mode of 1 before it is exponentiated, so that nothing overflows.
    chances = np.exp(logarithms - logarithms.max())
    return FloatLaw(first, chances / chances.sum())


def added(left: FloatLaw, right: FloatLaw, delta: float) -> FloatLaw:
    """The law of a sum, as exactly as this delta needs it."""
    is_short = min(len(left.chances), len(right.chances)) < LONG
    convolve = np.convolve if is_short or delta < ROUNDED else _by_fourier
    chances = convolve(left.chances, right.chances)
    kept = np.flatnonzero(chances > CUT)
    first = kept[0]
    last = kept[-1] + 1
    return FloatLaw(left.first + right.first + int(first), chances[first:last])


def _by_fourier(first: Floats, second: Floats) -> Floats:
    """The convolution of numbers that are not negative. (scipy.signal, which has it, takes half a
    second to import.)"""
    length = len(first) + len(second) - 1
    size = 1 << length.bit_length()
    found = np.fft.irfft(np.fft.rfft(first, size) * np.fft.rfft(second, size), size)
    # Where chances vanish a transform leaves tiny numbers below zero.
    whole: Floats = np.maximum(found[:length], 0)
    return whole


def power(law: FloatLaw, number: int, delta: float) -> FloatLaw:
    """The law of the sum of so many independent numbers.

    >>> power(FloatLaw(0, np.array([0.5, 0.5])), 2, 1e-6).chances.tolist()
    [0.25, 0.5, 0.25]
    """
    return repeated(NOTHING, law, number, partial(added, delta=delta))


Law = TypeVar("Law")


def repeated(nothing: Law, law: Law, number: int, add: Callable[[Law, Law], Law]) -> Law:
    """A law added to nothing so many times.

    >>> repeated(0, 7, 6, int.__add__)
    42
    """
    found = nothing
    # By squaring: a million people take at most forty convolutions.
    for digit in bin(number)[2:]:
        found = add(found, found)
        if digit == "1":
            found = add(found, law)
    return found


def reversed_law(law: FloatLaw, total: int) -> FloatLaw:
    """The law of total - X."""
    return FloatLaw(total - law.first - len(law.chances) + 1, law.chances[::-1])


def best_test(law: FloatLaw, scores: Sequence[int], excesses: Sequence[float]) -> Turn:
    """The best test whether all scores add up to at least t.

    `law` is that of the others' scores; report i adds its score, with the chance under one truth
    less gamma times that under the other.
    """
    top = max(scores)
    length = len(law.chances) + top
    gains = np.zeros(length)
    for score, excess in zip(scores, excesses, strict=True):
        gains[score : score + len(law.chances)] += excess * law.chances
    # A test that says yes from a sum on gains all excesses there: the best sum is found at once.
    totals = np.cumsum(gains[::-1])[::-1]
    place = int(np.argmax(totals))
    return Turn(max(0.0, float(totals[place])), law.first + place)


def epsilon_of(delta_at: Callable[[float], float], delta: float) -> float:
    """The epsilon at which a falling delta is this; 0 where it is below already there.

    >>> round(epsilon_of(lambda e: math.exp(-e), math.exp(-3)), 6)
    3.0
    """

    def excess(epsilon: float) -> float:
        # delta may be 1e-30: only its logarithm has differences that a root finder sees.
        return math.log(max(delta_at(epsilon), 1e-300)) - math.log(delta)

    if excess(0.0) <= 0:
        return 0.0
    high = 1e-6
    while excess(high) > 0:
        high *= 4
        if high > LARGEST_EPSILON:
            return math.inf
    return float(brentq(excess, 0.0, high, xtol=CLOSE * high))


Rows = tuple[tuple[Fraction, ...], ...]

FINEST_SCORES = (1, 2, 3, 4, 6, 8, 12, 16)
"""Scores of a test are whole numbers up to one of these: more tell nothing that is noticed."""

WORTH_IT = 1e-3
"""A finer grid is taken where it changes epsilon by more, relatively."""

WIDEST = 20_000
"""Points of the law of all scores: a product of two such takes the checker half a second. Where
delta is small and masses are long it takes fewer, and `widest` is halved until it does."""

FINE, COARSE = 2 / 3, 1 / 2
"""Parts of them for a test, where masses are short and long: with more a blanket among a million is
left no time of the checker for two steps, and epsilon is half larger."""

MOST_LIKELY = 3
"""Others and pairs of truths that are tried out, of those at the largest distances."""

MOST_ALONE = 400
"""People among whom each number of others with one truth is looked at alone."""

SLACK = 1e-8
"""Relative, between a delta in doubles and what is claimed of it."""


@dataclass(frozen=True)
class ShuffledCrowd:
    """A table, how many people answer through it, and the truths of the others where known."""

    rows: Rows
    people: int
    others: tuple[int, ...] | None
    share: float
    """Of all people those who are drawn: below 1 instances have others who are alike."""
    delta: float
    """How small a delta is looked for: what doubles must not lose."""
    widest: int = WIDEST
    """Points that a law may have where a finer one would tell more."""

    @cached_property
    def table(self) -> Floats:
        return np.array(self.rows, dtype=float)

    @property
    def truths(self) -> int:
        return len(self.rows[0])

    @property
    def counted(self) -> bool:
        """Whether the histogram is one count."""
        return len(self.rows) == 2

    @property
    def ends(self) -> tuple[int, int]:
        """The truths with the least and the largest chance of report 1."""
        chances = self.rows[1]
        return chances.index(min(chances)), chances.index(max(chances))

    def groups(self, others: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The truths that others have, and how many."""
        return ((truth, number) for truth, number in enumerate(others) if number)


@dataclass(frozen=True)
class CrowdTest:
    """Others with these truths, two truths, and a test by the sum of scores."""

    crowd: ShuffledCrowd
    others: tuple[int, ...]
    pair: tuple[int, int]
    scores: tuple[int, ...]

    @cached_property
    def law(self) -> FloatLaw:
        """Of the scores of all others."""
        delta = self.crowd.delta
        law = NOTHING
        for truth, number in self.crowd.groups(self.others):
            chances = self.crowd.table[:, truth]
            law = added(law, score_power(self.scores, chances, number, delta), delta)
        return law

    def turn(self, epsilon: float) -> Turn:
        """The best threshold of the test."""
        a, b = self.pair
        table = self.crowd.table
        share = self.crowd.share
        inner = math.expm1(epsilon)
        # Divided by the share q, with gamma - 1 = q inner: who is not drawn is one of the others.
        first = table[:, a]
        excesses = first - (1 + share * inner) * table[:, b]
        if share < 1:
            excesses = excesses - (1 - share) * inner * table[:, int(np.argmax(self.others))]
        # At the level of a report itself an excess is none, but for rounding.
        excesses[(excesses > 0) & (excesses < TIED * first)] = 0.0
        return best_test(self.law, self.scores, excesses.tolist())

    def epsilon(self) -> float:
        """At which this test breaks the crowd's delta."""
        return epsilon_of(lambda e: self.turn(e).delta, self.crowd.delta)


def score_power(scores: Sequence[int], chances: Floats, number: int, delta: float) -> FloatLaw:
    """The law of the scores of so many people with one truth."""
    if set(scores) == {0, 1}:
        return binomial(number, float(sum(p for p, c in zip(chances, scores, strict=True) if c)))
    single = np.zeros(max(scores) + 1)
    for score, chance in zip(scores, chances, strict=True):
        single[score] += chance
    return power(FloatLaw(0, single), number, delta)


Worth = Callable[[CrowdTest], float]
"""Of an instance: the epsilon or the delta that it breaks."""


def best_instance(
    crowd: ShuffledCrowd, values: Sequence[Fraction] | None, inner: float | None = None
) -> CrowdTest:
    """Of the candidates for the others among whom least is hidden, the worst one: by its delta at
    an inner epsilon, or else by the epsilon at which it breaks the crowd's delta.
    """
    if inner is None and crowd.counted:
        return _breaking_most(_counts(crowd))

    def worth(instance: CrowdTest) -> float:
        return instance.epsilon() if inner is None else instance.turn(inner).delta

    if crowd.counted:
        return max(_counts(crowd), key=worth)
    found = [
        max(_tests(crowd, others, pair, values, worth), key=worth)
        for others, pair in _likely(crowd)
    ]
    return max(found, key=worth)


def _breaking_most(instances: Iterator[CrowdTest]) -> CrowdTest:
    """The one with the largest epsilon: one delta tells that another breaks no more, an epsilon
    takes twenty.
    """
    found = next(instances)
    most = found.epsilon()
    for instance in instances:
        if math.isinf(most):
            return found
        if instance.turn(most).delta > instance.crowd.delta:
            found, most = instance, instance.epsilon()
    return found


def _likely(crowd: ShuffledCrowd) -> list[tuple[tuple[int, ...], tuple[int, int]]]:
    """Others and pairs of truths at the largest distances, as for a normal law."""
    distances = {others: _normal_distances(crowd, others) for others in _alike(crowd)}
    pairs = permutations(range(crowd.truths), 2)
    cases = [(others, pair) for pair, others in product(pairs, distances)]
    cases.sort(key=lambda case: distances[case[0]][case[1]], reverse=True)
    return cases[:MOST_LIKELY]


def _normal_distances(crowd: ShuffledCrowd, others: Sequence[int]) -> Floats:
    """Between the columns of all pairs of truths: normal laws of one covariance are told apart by
    difference' covariance^-1 difference alone.
    """
    products = crowd.table.T @ _unspread(crowd, others, crowd.table)
    squares = np.diag(products)
    found: Floats = squares[:, None] + squares - products - products.T
    # What nobody else ever reports gives its person away for certain.
    alone = crowd.table[_never(crowd, others)]
    found[(alone[:, :, None] > alone[:, None, :]).any(axis=0)] = math.inf
    return found


def _never(crowd: ShuffledCrowd, others: Sequence[int]) -> npt.NDArray[np.bool_]:
    """The reports that none of the others gives."""
    present = [truth for truth, _ in crowd.groups(others)]
    given: npt.NDArray[np.bool_] = np.any(crowd.table[:, present] > 0, axis=1)
    return ~given


def _tests(
    crowd: ShuffledCrowd,
    others: tuple[int, ...],
    pair: tuple[int, int],
    values: Sequence[Fraction] | None,
    worth: Worth,
) -> Iterator[CrowdTest]:
    """By values as they are; else by whole numbers near the likelihood ratio, ever finer, and by
    the reports that nobody else gives.
    """
    if values is not None:
        for scores in _scores_of_values(values):
            yield CrowdTest(crowd, others, pair, scores)
        return
    a, b = pair
    telling = _never(crowd, others) & (crowd.table[:, a] > crowd.table[:, b])
    yield CrowdTest(crowd, others, pair, tuple(int(x) for x in telling))
    # Of two normal laws with one covariance the best test is linear, with these coefficients.
    weights = likelihood(crowd, others, pair)
    spread = weights.max() - weights.min()
    most = crowd.widest * (COARSE if crowd.delta < ROUNDED else FINE)
    before = 0.0
    for finest in FINEST_SCORES if spread > 0 else ():
        scores = tuple(round(x) for x in (weights - weights.min()) / spread * finest)
        if before and _points(crowd, others, scores) > most:
            return
        found = CrowdTest(crowd, others, pair, scores)
        yield found
        now = worth(found)
        if finest > 2 and now <= before * (1 + WORTH_IT):
            return
        before = max(before, now)


def _points(crowd: ShuffledCrowd, others: Sequence[int], scores: Sequence[int]) -> float:
    """About how many the law of their scores has."""
    squares = np.square(scores)
    variance = 0.0
    for truth, number in crowd.groups(others):
        chances = crowd.table[:, truth]
        variance += number * float(squares @ chances - (scores @ chances) ** 2)
    return DEVIATIONS * math.sqrt(max(0.0, variance))


def _counts(crowd: ShuffledCrowd) -> Iterator[CrowdTest]:
    """Lattice effects move the worst number of others some places from all alike."""
    low, high = crowd.ends
    rest = crowd.people - 1
    numbers: Iterable[int] = range(rest + 1) if rest < MOST_ALONE else _tried(rest)
    # The bound below for people who are drawn supposes others of one truth.
    if crowd.share < 1:
        numbers = (0, rest)
    found = [_two_groups(crowd, low, high, m) for m in numbers]
    for others in found if crowd.others is None else [crowd.others]:
        yield CrowdTest(crowd, others, (high, low), (0, 1))
        yield CrowdTest(crowd, others, (low, high), (1, 0))


def _tried(rest: int) -> list[int]:
    """Both ends with some places beside them, and some numbers between."""
    near = range(8)
    between = [rest * i // 8 for i in range(1, 8)]
    return sorted({*near, *between, *(rest - i for i in near)})


def _two_groups(crowd: ShuffledCrowd, low: int, high: int, number: int) -> tuple[int, ...]:
    counts = [0] * crowd.truths
    counts[low] += crowd.people - 1 - number
    counts[high] += number
    return tuple(counts)


def _alike(crowd: ShuffledCrowd) -> list[tuple[int, ...]]:
    """The others as known, or all of one truth: in the limit of many people the worst."""
    if crowd.others is not None:
        return [crowd.others]
    rest = crowd.people - 1
    return [two_valued({c}, crowd.truths, rest, 0) for c in range(crowd.truths)]


def likelihood(crowd: ShuffledCrowd, others: Sequence[int], pair: tuple[int, int]) -> Floats:
    """What each report adds to the best linear test: the inverse covariance times a column's
    difference; among others who are alike the ratio of the likelihoods itself.
    """
    a, b = pair
    return _unspread(crowd, others, crowd.table[:, [a]] - crowd.table[:, [b]])[:, 0]


def _unspread(crowd: ShuffledCrowd, others: Sequence[int], columns: Floats) -> Floats:
    """The inverse of the covariance of one of the others' counts times columns.

    Counts add up to all people, so that it has none: it is that on numbers which add up to 0.
    """
    groups = [(crowd.table[:, truth], number) for truth, number in crowd.groups(others)]
    if len(groups) == 1:
        # diag(p) - p p' is inverted by 1 / p, on the reports that are given at all.
        ((chances, _),) = groups
        given = chances > 0
        if given.sum() > 1:
            found = np.zeros_like(columns)
            found[given] = _centred(_centred(columns[given]) / chances[given, None])
            return found
        return columns
    total = sum(
        (number * (np.diag(chances) - np.outer(chances, chances)) for chances, number in groups),
        np.zeros((len(columns), len(columns))),
    )
    # Others whose reports are certain add no noise: the difference itself is seen.
    if not total.any():
        return columns
    inverse: Floats = np.linalg.pinv(total, hermitian=True) @ columns * sum(others)
    return inverse


def _centred(columns: Floats) -> Floats:
    centred: Floats = columns - columns.mean(axis=0)
    return centred


def _scores_of_values(values: Sequence[Fraction]) -> list[tuple[int, ...]]:
    """The values as whole numbers from 0 on, and the other way round."""
    unit = math.lcm(*(x.denominator for x in values))
    wholes = [int(x * unit) for x in values]
    least = min(wholes)
    # Shifted and scaled, a sum makes the same tests, and its law has fewer points.
    step = math.gcd(*(x - least for x in wholes)) or 1
    up = tuple((x - least) // step for x in wholes)
    if max(up) > WIDEST:
        raise InputError(f"values must be multiples of one step, at most {WIDEST} steps apart")
    return [up, tuple(max(up) - x for x in up)]
