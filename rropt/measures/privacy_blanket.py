"""More shuffled reports from above: the privacy blanket, what all truths' reports have in common.

What is found here in doubles is what the checker's rule of this name repeats in whole numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations, permutations

import numpy as np

from rropt.measures.shuffled_crowd import SLACK, WIDEST, WORTH_IT, ShuffledCrowd
from rropt.measures.shuffled_laws import FloatLaw, Floats, epsilon_of, power

FINEST_STEPS = (1, 2, 4, 8, 16, 32)
"""Values of a blanket are split to so many steps: its epsilon is too large by their square."""


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
        return 1 + sum(self.crowd.others[j] for j in self.kept)

    @cached_property
    def exact_pairs(self) -> list[tuple[tuple[Fraction, Fraction, Fraction], ...]]:
        """Columns a and b and the blanket, pairs that differ by a permutation of reports once."""
        rows = self.crowd.rows
        least = [min((row[j] for j in self.kept), default=Fraction(0)) for row in rows]
        found = {
            tuple(sorted((row[a], row[b], m) for row, m in zip(rows, least, strict=True)))
            for a, b in permutations(range(self.crowd.truths), 2)
        }
        return sorted(found)

    @cached_property
    def pairs(self) -> list[tuple[Floats, Floats, Floats]]:
        """The same in doubles, the largest distance first."""
        arrays = [np.array([[float(x) for x in line] for line in p]) for p in self.exact_pairs]
        found = [tuple(array.T) for array in arrays]
        return sorted(found, key=_distance, reverse=True)

    def delta(self, epsilon: float) -> float:
        return max((self._of_pair(pair, epsilon) for pair in self.pairs), default=0.0)

    def epsilon(self) -> float:
        """Of the pair with the largest distance, and of any other that needs more."""
        found = 0.0
        wanted = self.crowd.delta
        for pair in self.pairs:
            if found and self._of_pair(pair, found) <= wanted * (1 + SLACK):
                continue
            found = max(found, epsilon_of(partial(self._of_pair, pair), wanted))
            if math.isinf(found):
                break
        return found

    def _of_pair(self, pair: tuple[Floats, Floats, Floats], epsilon: float) -> float:
        a, b, least = pair
        excess = a - math.exp(epsilon) * b
        inside = least > 0
        seen = float(np.maximum(0, excess[~inside]).sum())
        values, masses = excess[inside] / least[inside], least[inside]
        values = np.append(values, 0.0)
        masses = np.append(masses, max(0.0, 1 - masses.sum()))
        values, masses = values[masses > 0], masses[masses > 0]
        low, high = float(values.min()), float(values.max())
        if high <= 0 or high == low:
            return seen + max(0.0, high)
        step = (high - low) / self.steps
        law = power(
            FloatLaw(0, _split(values, masses, low, step, self.steps)),
            self.people,
            self.crowd.delta,
        )
        totals = self.people * low + step * np.arange(law.first, law.first + len(law.chances))
        return seen + float(np.maximum(0, totals) @ law.chances) / self.people

    def width(self) -> float:
        """About how many points the law of the sum has."""
        return min(
            self.people * self.steps + 1.0,
            16 * math.sqrt(self.people) * self.steps / 2,
        )


def _split(values: Floats, masses: Floats, low: float, step: float, steps: int) -> Floats:
    single = np.zeros(steps + 1)
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
            finer = blanket.width() * 2 > WIDEST
            if finer or now >= before * (1 - WORTH_IT):
                break
            before = now
    now, _, best = min(found, key=lambda each: each[:2])
    return best, now
