"""Patterns of a tree of levels as one contrast asks for them: of 40 truths there are 2^39.

Where all bounds follow from those of neighbours in a tree, a row is its entry at the root and, from
each truth to the next, a ratio between two ends; extreme patterns have an end everywhere. A square
(t.r)^2 / (q.r) is the largest 2 v t.r - v^2 q.r of all v, so that prices y cover all patterns if

    sum f_j(v) r_j >= 0,   f_j(v) = y_j - 2 v t_j + v^2 q_j,

for all v. From the leaves to the root the least such sum has the high end where what hangs on a
truth is negative, and else the low one: k steps lead to the pattern that is worst at v.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

import numpy as np

from rropt.design.engine.listed_pool import ALIKE, RowPool, balance_of, inside
from rropt.design.engine.pool import (
    NONE,
    Array,
    Charges,
    Features,
    Keys,
    Quotient,
    direction_of,
    tangent_basis,
)
from rropt.exact import InputError
from rropt.exact.bounds import step_of
from rropt.exact.entries import scaled
from rropt.patterns.alcoved import tree_edges
from rropt.patterns.extreme import Pattern
from rropt.privacy.bound_forms import LOW
from rropt.privacy.levels import Levels

PARTS = 8
"""Numbers v that are tried between those of two known patterns."""

TURNS = 4
"""How often the best v of each pattern that was found is tried in its turn."""

FRESH = 2
"""New patterns a truth that come in at once: with all that fall short, which are much alike, a
worst group of 30 numbers in no order under levels of 11/10 to 6 took minutes, with these 19 s."""

ENTRY_BITS = 64
"""Of an entry of a pattern: a product of 39 levels e^epsilon has 2,500."""

LOWER, HIGHER, SAME = range(3)
"""Where the ratio of a truth to its neighbour is: at an end, or 1."""


class TreePool(RowPool):
    """Those that were the worst ones so far, peaks and valleys at every truth, and rows that are
    higher, or lower, on one side of a pair of neighbours.

    A peak falls from its truth on all ways as fast as levels allow: on a path these are the reports
    of the geometric mechanism. The path of the engine begins at a table of few of all these, which
    is nearer to the best one, or at that of sides, whose weights are known: where levels are high,
    and a group is the worst, it may get lost from the first.
    """

    deltas: Sequence[Fraction] = ()

    def __init__(self, levels: Levels, of_sides: bool = False) -> None:
        self.truths = levels.truths
        self.edges = tree_edges(levels.lo, levels.tree(LOW))
        ends = np.array([[float(each.least), float(each.most), 1.0] for each in self.edges])
        if any(1 in (each.least, each.most) for each in self.edges):
            raise InputError(ALIKE)
        self._logarithms = np.log(ends)
        self._ratios = np.zeros((0, len(ends)), np.int8)
        self._places: dict[bytes, int] = {}
        count = len(ends)
        own = np.eye(count, dtype=bool)
        higher, lower = np.where(own, HIGHER, SAME), np.where(own, LOWER, SAME)
        rows, below = self._added(np.vstack([higher, lower, self._peaks()]).astype(np.int8))
        none = np.zeros((len(rows), 0))
        start = None if of_sides else inside(balance_of(rows, below), none, np.zeros(0))
        super().__init__(rows, below, none, start or self._of_sides())

    def _of_sides(self) -> tuple[Keys, Array]:
        """Two rows, one higher on a side and one lower, add up to the same on both sides."""
        low = np.array([float(each.least) for each in self.edges])
        high = np.array([float(each.most) for each in self.edges])
        weights = np.array([(1 - low) * high, high - 1]) / (high - low) / len(self.edges)
        return np.arange(2 * len(self.edges)), weights.ravel()

    @property
    def least_level(self) -> Fraction:
        """The least ratio that all tables may keep to between two truths: that of neighbours."""
        return min(min(1 / each.least, each.most) for each in self.edges)

    def _peaks(self) -> Array:
        """Ratios are high on the way from the root to the peak."""
        ways: list[set[int]] = [set() for _ in range(self.truths)]
        for each in self.edges:
            ways[each.truth] = ways[each.near] | {each.truth}
        peaks = np.array([[each.truth in way for each in self.edges] for way in ways])
        return np.vstack([np.where(peaks, HIGHER, LOWER), np.where(peaks, LOWER, HIGHER)])

    def _added(self, ratios: Array) -> tuple[Array, Array]:
        """The rows of those of these patterns that are new, and the same less one."""
        fresh = []
        for each in ratios:
            place = each.tobytes()
            if place not in self._places:
                self._places[place] = len(self._places)
                fresh.append(each)
        new = np.array(fresh, np.int8).reshape(-1, len(self.edges))
        self._ratios = np.vstack([self._ratios, new])
        return self._rows(new)

    def _rows(self, ratios: Array) -> tuple[Array, Array]:
        """Each divided by its largest entry, and the same less one without cancellation."""
        logarithms = np.zeros((len(ratios), self.truths))
        for n, each in enumerate(self.edges):
            steps = self._logarithms[n][ratios[:, n]]
            logarithms[:, each.truth] = logarithms[:, each.near] + steps
        logarithms -= logarithms.max(axis=1, keepdims=True)
        return np.exp(logarithms), np.expm1(logarithms)

    def worst(
        self,
        quotients: Sequence[Quotient],
        charges: Charges,
        least: float,
        most: int,
        known: Keys = NONE,
    ) -> tuple[Keys, Array]:
        self._look(quotients, charges)
        return super().worst(quotients, charges, least, min(most, FRESH * self.truths), known)

    def lack(self, quotients: Sequence[Quotient], charges: Charges) -> float:
        self._look(quotients, charges)
        return super().lack(quotients, charges)

    def _look(self, quotients: Sequence[Quotient], charges: Charges) -> None:
        """For patterns whose charge falls short, which are known from then on."""
        (part,) = quotients
        basis = tangent_basis(self.truths)
        t = basis @ (basis.T @ direction_of(part.top)) / self.unit
        q = part.bottom
        *flat, mean = charges.balance
        y = basis @ np.array(flat) / self.unit + mean / self.truths
        rows = self._features.rows
        known = np.sort((rows @ t) / (rows @ q))
        spread = known[-1] - known[0]
        places = np.concatenate([[known[0] - spread], known, [known[-1] + spread]])
        steps = np.diff(places)[:, None] * np.arange(PARTS) / PARTS
        v = (places[:-1, None] + steps).ravel()
        short = [np.zeros((0, len(self.edges)), np.int8)]
        for _ in range(TURNS):
            worst = self._worst_at(y - 2 * v[:, None] * t + v[:, None] ** 2 * q)
            ratios = np.unique(worst, axis=0)
            rows, _ = self._rows(ratios)
            told, means = rows @ t, rows @ q
            is_short = told**2 / means > rows @ y
            short.append(ratios[is_short])
            v = (told / means)[is_short]
        rows, below = self._added(np.vstack(short))
        fresh, shares = self._scaled(rows, below, np.zeros((len(rows), 0)))
        parts = zip(vars(self._features).values(), vars(fresh).values(), strict=True)
        self._features = Features(*(np.concatenate([old, new]) for old, new in parts))
        self._shares = np.append(self._shares, shares)

    def _worst_at(self, f: Array) -> Array:
        """Of sums with these coefficients, a row each, the pattern at which it is least."""
        ratios = np.zeros((len(f), len(self.edges)), np.int8)
        for n, each in reversed(list(enumerate(self.edges))):
            hanging = f[:, each.truth]
            ratios[:, n] = np.where(hanging < 0, HIGHER, LOWER)
            f[:, each.near] += hanging * np.exp(self._logarithms[n])[ratios[:, n]]
        return ratios

    def costless(self, prior: Sequence[Fraction]) -> Keys:
        return NONE

    def scale(self, key: int) -> float:
        return float(max(self.pattern(key))) / float(self._shares[key])

    def pattern(self, key: int) -> Pattern:
        """From the root on each entry is rounded to the inside; the largest is about 1."""
        row = [Fraction(1)] * self.truths
        for each, ratio in zip(self.edges, self._ratios[key], strict=True):
            x = row[each.near] * (each.least, each.most, Fraction(1))[ratio]
            step = step_of(x, ENTRY_BITS)
            row[each.truth] = (ceil if ratio == LOWER else floor)(x / step) * step
        return scaled(row, 1 / step_of(max(row), 0))

    def split(self) -> tuple[int, Fraction]:
        return 0, Fraction(1)

    def parts(self, key: int) -> tuple[Fraction, ...]:
        return self.pattern(key)

    def key_of(self, budget: int) -> tuple[int, ...]:
        raise LookupError("levels without a delta have no budgets")

    def spent(self, patterns: Sequence[Pattern], weights: Sequence[Fraction]) -> list[Fraction]:
        return []
