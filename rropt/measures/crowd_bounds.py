"""Shuffled reports from above: of two reports cells, of more the privacy blanket.

A cell is a stretch of numbers of others with one delta for all of them; the blanket is what the
reports of all truths have in common. What is found here in doubles is what the checker's rules
`cells` and `blanket` repeat in whole numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations, permutations

import numpy as np

from rropt.exact import InputError
from rropt.exact.entries import picked
from rropt.exact.number import whole_rows
from rropt.measures.shuffled_crowd import (
    CLOSE,
    DEVIATIONS,
    NOTHING,
    SLACK,
    WORTH_IT,
    FloatLaw,
    Floats,
    ShuffledCrowd,
    Turn,
    added,
    best_test,
    binomial,
    epsilon_of,
    power,
    reversed_law,
)

FINEST_STEPS = (1, 2, 4, 8, 16, 32)
"""Values of a blanket are split to so many steps: its epsilon is too large by their square."""

FEW_PAIRS = 2
"""Pairs of truths with which a blanket of `WIDEST` points takes the checker half of its time."""


@dataclass(frozen=True)
class Blanket:
    """The blanket of the kept truths, its values split to so many steps."""

    crowd: ShuffledCrowd
    kept: tuple[int, ...]
    steps: int

    @property
    def people(self) -> int:
        if self.crowd.others is None:
            return self.crowd.people
        # Whoever sees a histogram can add known people to it: leaving some out reveals no less.
        return 1 + sum(self.crowd.others[j] for j in self.kept)

    @cached_property
    def exact_pairs(self) -> list[tuple[tuple[Fraction, Fraction, Fraction], ...]]:
        """Columns a and b and the blanket, pairs that differ by a permutation of reports once."""
        # Whole numbers are sorted and told apart in a tenth of the time.
        rows, unit = whole_rows(self.crowd.rows)
        # The blanket: with this chance a report comes from the others whatever their truth.
        least = [min(picked(row, self.kept), default=0) for row in rows]
        columns = list(zip(*rows, strict=True))
        found = set()
        for first, second in permutations(columns, 2):
            found.add(tuple(sorted(zip(first, second, least, strict=True))))
        return [
            tuple((Fraction(a, unit), Fraction(b, unit), Fraction(c, unit)) for a, b, c in pair)
            for pair in sorted(found)
        ]

    @cached_property
    def pairs(self) -> list[tuple[Floats, Floats, Floats]]:
        """The same in doubles, the largest distance first."""
        found = [tuple(np.array(lines, dtype=float).T) for lines in self.exact_pairs]
        return sorted(found, key=_distance, reverse=True)

    def delta(self, epsilon: float) -> float:
        return max((self._of_pair(pair, epsilon) for pair in self.pairs), default=0.0)

    def epsilon(self) -> float:
        """Of the pair with the largest distance, and of any other that needs more."""
        found = 0.0
        wanted = self.crowd.delta
        for pair in self.pairs:
            # A pair that keeps the promise already needs no root of its own.
            if found and self._of_pair(pair, found) <= wanted * (1 + SLACK):
                continue
            found = max(found, epsilon_of(partial(self._of_pair, pair), wanted))
            if math.isinf(found):
                return found
        # Values spread as epsilon grows: on a coarse grid a pair may be above delta once more. A
        # step beyond the root: near the level of a single report delta falls to nothing at once.
        beyond = self.delta(found * (1 + SLACK))
        return found if beyond <= wanted * (1 + WORTH_IT) else math.inf

    def _of_pair(self, pair: tuple[Floats, Floats, Floats], epsilon: float) -> float:
        seen, values, masses = _in_blanket(pair, epsilon)
        # Outside the blanket Y is 0.
        values = np.append(values, 0.0)
        masses = np.append(masses, max(0.0, 1 - masses.sum()))
        values = values[masses > 0]
        masses = masses[masses > 0]
        low = float(values.min())
        high = float(values.max())
        # No sum is positive, or Y is a constant.
        if high <= 0 or high == low:
            return seen + max(0.0, high)
        step = (high - low) / self.steps
        law = power(
            FloatLaw(0, _split(values, masses, low, step, self.steps)),
            self.people,
            self.crowd.delta,
        )
        # Index i of the sum of n values stands for n low + i step.
        totals = self.people * low + step * np.arange(law.first, law.first + len(law.chances))
        return seen + float(np.maximum(0, totals) @ law.chances) / self.people

    def deviation(self) -> float:
        """Of the sum of all values, in steps where there is one: what no grid makes less."""
        found = 0.0
        for pair in self.pairs:
            _, values, _ = _in_blanket(pair, 0.0)
            low = -float(values.min(initial=0.0))
            high = float(values.max(initial=0.0))
            # Values with a mean of zero, split to both ends.
            found = max(found, math.sqrt(low * high) / (low + high) if low + high > 0 else 0.0)
        return found * math.sqrt(self.people)

    def largest(self, epsilon: float) -> float:
        """Of the values of all pairs: what a mass that is cut may cost."""
        found = 1.0
        for pair in self.pairs:
            _, values, _ = _in_blanket(pair, epsilon)
            found = max(found, float(values.max(initial=0.0)))
        return found


def law_width(people: int, steps: int) -> float:
    """About how many points the law of a sum of blankets' values has."""
    # No law on 0, ..., steps has a standard deviation above steps / 2.
    return min(people * steps + 1.0, DEVIATIONS * math.sqrt(people) * steps / 2)


def _in_blanket(
    pair: tuple[Floats, Floats, Floats], epsilon: float
) -> tuple[float, Floats, Floats]:
    """What counts whole, as the blanket never gives it and it cannot hide there; of all other
    reports the values and their masses.
    """
    a, b, least = pair
    excess = a - math.exp(epsilon) * b
    inside = least > 0
    seen = float(np.maximum(0, excess[~inside]).sum())
    return seen, excess[inside] / least[inside], least[inside]


def _split(values: Floats, masses: Floats, low: float, step: float, steps: int) -> Floats:
    single = np.zeros(steps + 1)
    # Shared by the points beside it, the mean kept: the mean of max(0, .) can only grow.
    for value, mass in zip(values, masses, strict=True):
        place = min(steps, max(0.0, (value - low) / step))
        below = min(steps - 1, math.floor(place))
        single[below] += mass * (below + 1 - place)
        single[below + 1] += mass * (place - below)
    return single


def _distance(pair: tuple[Floats, Floats, Floats]) -> float:
    a, b, least = pair
    if np.any((least == 0) & (a != b)):
        return math.inf
    return float(((a - b) ** 2 / np.where(least > 0, least, 1.0)).sum())


def blankets(crowd: ShuffledCrowd) -> Iterator[tuple[int, ...]]:
    """The truths that may be kept: all, or of known others any."""
    if crowd.others is None:
        yield tuple(range(crowd.truths))
        return
    present = [truth for truth, _ in crowd.groups(crowd.others)]
    # Any choice proves something, and a poor one is only less tight: of many few are tried.
    sizes = range(len(present) + 1) if len(present) <= 4 else (1, len(present) - 1, len(present))
    for size in sizes:
        yield from combinations(present, size)


def best_blanket(crowd: ShuffledCrowd, worth: Callable[[Blanket], float]) -> tuple[Blanket, float]:
    """The blanket that promises most, on the coarsest grid that tells about as much."""
    found = []
    for kept in blankets(crowd):
        before = math.inf
        for steps in FINEST_STEPS:
            blanket = Blanket(crowd, kept, steps)
            now = worth(blanket)
            found.append((now, steps, blanket))
            # The next grid has twice as many steps, and the checker takes points^1.5 a pair.
            points = law_width(blanket.people, 2 * steps)
            pairs = max(1.0, len(blanket.pairs) / FEW_PAIRS)
            finer = points * pairs ** (2 / 3) > crowd.widest
            if finer or (before < math.inf and now >= before * (1 - WORTH_IT)):
                break
            before = now
    now, _, best = min(found, key=lambda each: each[:2])
    return best, now


MOST_CELLS = 4_000


@dataclass(frozen=True)
class FloatCell:
    """From how many to how many others have the largest chance; delta and both turns."""

    first: int
    last: int
    delta: float
    turns: tuple[int, int]


def cell(crowd: ShuffledCrowd, first: int, last: int, gamma: float) -> FloatCell:
    """The others who are there in every case of the cell."""
    low, high = crowd.ends
    x = float(crowd.rows[1][low])
    y = float(crowd.rows[1][high])
    # At least these others are there in every case of the cell, and fewer others hide less.
    if crowd.others is None:
        groups = [(crowd.people - 1 - last, x), (first, y)]
    else:
        groups = [(n, float(p)) for n, p in zip(crowd.others, crowd.rows[1], strict=True)]
    law = NOTHING
    for number, chance in groups:
        law = added(law, binomial(number, chance), crowd.delta)
    # The other order of the truths is the same question with the reports exchanged.
    other = reversed_law(law, sum(number for number, _ in groups))
    one = _turn(law, x, y, gamma, crowd.delta)
    two = _turn(other, 1 - y, 1 - x, gamma, crowd.delta)
    return FloatCell(first, last, max(one.delta, two.delta), (one.least, two.least))


def _turn(law: FloatLaw, low: float, high: float, gamma: float, delta: float) -> Turn:
    """Where a count speaks for the truth with the chance high.

    The checker sees signs only of masses that it keeps. So the count is the second with a positive
    sum, as the first may be the first of all masses, but for a tie before it; and where all is in a
    tail that nobody will notice, an earlier one beyond which the tail is as small.
    """
    rise = high - gamma * low
    fall = 1 - high - gamma * (1 - low)
    found = best_test(law, (0, 1), (fall, rise))
    # fall <= 0 as low <= high and gamma >= 1: without a rise no count speaks for the truth.
    if rise <= 0:
        return Turn(0.0, 0)
    # All that the test gains from a count on is at most this.
    tails = rise * np.cumsum(law.chances[::-1])[::-1]
    quiet = int(np.searchsorted(-tails, -delta / 2))
    # The sign two places before is seen at the mode, where more is kept than rounding costs.
    place = law.first + 1 + max(quiet, int(np.argmax(law.chances)) + 1)
    before, at = (_chance(law, found.least - i) for i in (2, 1))
    tie = fall * at + rise * before >= -CLOSE * at
    return Turn(found.delta, min(found.least + int(not tie), place))


def _chance(law: FloatLaw, point: int) -> float:
    place = point - law.first
    return float(law.chances[place]) if 0 <= place < len(law.chances) else 0.0


def cells_within(crowd: ShuffledCrowd, gamma: float, delta: float) -> list[FloatCell] | FloatCell:
    """Cells that keep this delta; or one number of others that breaks it."""
    if crowd.others is not None:
        found = cell(crowd, 0, crowd.people - 1, gamma)
        return [found] if found.delta <= delta else found
    cells: list[FloatCell] = []
    width = max(1, crowd.people // 64)
    start = 0
    while start < crowd.people:
        found = _widest(crowd, start, width, gamma, delta)
        if found.delta > delta:
            return found
        cells.append(found)
        if len(cells) > MOST_CELLS:
            raise InputError("tolerance must be larger: there are too many cells")
        width = found.last - start + 1
        start = found.last + 1
    return cells


def _widest(crowd: ShuffledCrowd, start: int, width: int, gamma: float, delta: float) -> FloatCell:
    """From start on, as wide as it may be up to an eighth; of one number where none fits."""

    def of_width(wanted: int) -> FloatCell:
        return cell(crowd, start, min(crowd.people, start + wanted) - 1, gamma)

    # A wider cell has fewer certain others and a larger delta: one that fits is then widened.
    found = of_width(width)
    while found.delta > delta and width > 1:
        width = max(1, width * 3 // 4)
        found = of_width(width)
    if found.delta > delta:
        return found
    while found.last < crowd.people - 1:
        wider = of_width(width + max(1, width // 8))
        if wider.delta > delta:
            return found
        width = wider.last - start + 1
        found = wider
    return found


def covering_cells(crowd: ShuffledCrowd, low: float, width: float) -> tuple[float, list[FloatCell]]:
    """An epsilon by so much larger than this, or than that of a worse instance, and its cells."""
    while True:
        target = low * (1 + width)
        found = cells_within(crowd, math.exp(target), crowd.delta * (1 + SLACK))
        if isinstance(found, list):
            return target, found
        # A number of others that breaks the goal is a worse instance, which sets the next goal.
        low = max(_epsilon_of_number(crowd, found.first), target)


def _epsilon_of_number(crowd: ShuffledCrowd, number: int) -> float:
    """At which the crowd's delta is broken where so many others have the largest chance."""
    return epsilon_of(lambda e: cell(crowd, number, number, math.exp(e)).delta, crowd.delta)
