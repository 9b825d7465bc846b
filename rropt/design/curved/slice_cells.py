"""The ends of the cells of `class_slices` for a form P that stays: their points, and prices.

At an end t the least of what is left over a slice of the box is at a point u; the lines that touch
the squares of counts there are mixed as the multipliers of the program say. Then prices come from a
linear program with all that the proof `cells` asks of the ends, in x, and of types with few high
truths.

**Types with few high truths** are listed, and covered one by one. Where few truths are high a
semidefinite form is far below what types are worth, as numbers of truths are whole: 32 classes of
100 shares as 1/j at epsilon 4 leave 1.6e-3 of the value, and 7e-5 where the types with three high
truths or fewer are looked at by themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from rropt.design.curved.slice_program import SliceCounts
from rropt.lp.cones import Cones, cone_optimum

FEW_HIGH = 5
"""Truths that are high on average, at most, where types with few are listed. Of 1000 shares as 1/j
at epsilon 5 seven are: the others would need as many slices as without a list."""

MOST_LISTED = 40_000
"""Types that are listed: a checker looks at half a million in a second."""

MOST_FEW = 12
"""Of more high truths it matters less that their number is whole."""

Prices = tuple[float, np.ndarray]
"""The a and b of the charge s (s a + b.x), in coordinates sqrt(n) x."""


@dataclass(frozen=True)
class FewHigh:
    """The types with fewer high truths than `few`, or none where that is 0, of classes with these
    roots of sizes and shares in coordinates; s = 1 + rise q.x."""

    few: int
    types: np.ndarray
    roots: np.ndarray
    shares: np.ndarray
    rise: float

    @staticmethod
    def of(
        sizes: Sequence[int],
        roots: np.ndarray,
        shares: np.ndarray,
        rise: float,
        high: int = FEW_HIGH,
        most: int = MOST_FEW,
    ) -> FewHigh:
        """As many as are listed, where so few truths are high on average."""
        few = min(most, few_that_are_listed(sizes)) if sum(sizes) <= high * (2 + rise) else 0
        types = types_with_fewer(sizes, few) if few else np.zeros((0, len(sizes)), dtype=int)
        return FewHigh(few, types, roots, shares, rise)

    @property
    def none(self) -> FewHigh:
        """No types."""
        return replace(self, few=0, types=self.types[:0])

    @cached_property
    def points(self) -> np.ndarray:
        """Means of classes, in coordinates."""
        return self.types / self.roots

    @cached_property
    def levels(self) -> np.ndarray:
        """The s of each type."""
        found: np.ndarray = 1 + self.rise * self.points @ self.shares
        return found

    def worth(self, V: np.ndarray, diagonal: np.ndarray) -> np.ndarray:
        """|Vx|^2 of each type, the diagonal the squared own of V."""
        own = self.types * (1 - self.types / self.roots**2)
        found: np.ndarray = ((self.points @ V) ** 2).sum(axis=1) + own @ diagonal
        return found

    def spare(self, prices: Prices, worth: np.ndarray) -> np.ndarray:
        """How much more than its worth each type is charged, as a share of s^2 a."""
        (a, b), s = prices, self.levels
        found: np.ndarray = (s * (s * a + self.points @ b) - worth) / (s**2 * a)
        return found


def few_that_are_listed(sizes: Sequence[int]) -> int:
    """All types with fewer high truths are.

    >>> few_that_are_listed((1,) * 20), few_that_are_listed((50, 50))
    (6, 12)
    """
    ways = [1, *[0] * MOST_FEW]  # of so many high truths in the classes so far
    for n in sizes:
        ways = [sum(ways[max(0, high - n) : high + 1]) for high in range(len(ways))]
    within = [few for few in range(2, MOST_FEW + 1) if sum(ways[:few]) <= MOST_LISTED]
    return max(within, default=2)


def types_with_fewer(sizes: Sequence[int], few: int) -> np.ndarray:
    """How many truths of each class are high, one row a type.

    >>> types_with_fewer((1, 2), 3).tolist()
    [[0, 0], [1, 0], [0, 1], [1, 1], [0, 2]]
    """
    classes = range(len(sizes))
    one = np.eye(len(sizes), dtype=int)
    found = [np.zeros((1, len(sizes)), dtype=int)]
    for _ in range(1, few):
        # A truth joins of the last class that has one or of a later one: each type is met once.
        last = found[-1]
        joined = [last[(last[:, c + 1 :] == 0).all(axis=1)] + one[c] for c in classes]
        found.append(np.vstack([more[more[:, c] <= sizes[c]] for c, more in enumerate(joined)]))
    return np.vstack(found)


PARTS, ADDED = 8, 1e-6
"""Into how many cells are split, and what bends of those add to a at least, as a share of it: mu
jumps where numbers of high truths are whole, and there alone cells lose much. 11 shares as 1/j at
epsilon 1/1000 lose 1.2e-3 with 240 ends, and 2e-5 when three cells are split."""

LACKING = 10.0
"""What points pay for a truth that lacks of the high ones, in units of D."""

FIRST, MOST_TURNS, ROUNDING = 300, 5, 1e-9
"""Types that are charged for at first, how often others join, and the share of what they are worth
that they may lack."""

METHODS = "highs-ipm", "highs-ds"
"""Of the program of the prices: of many cells interior points are quicker, but on some machines
they end with none."""

TOLERANCE = 1e-8
"""Of the point of an end, and of the places there."""

TURN_BITS = 12
"""Behind the point of the places at which squares of counts are touched, one a set and an end."""


@dataclass(frozen=True)
class SliceCells:
    """Prices a and b, and of each end its t, its mu, its u, its turns, one a set, and the price of
    many high truths; of each cell what a unit of its bend adds to a."""

    prices: Prices
    places: np.ndarray
    multipliers: np.ndarray
    points: np.ndarray
    turns: np.ndarray
    several: np.ndarray
    bend_prices: np.ndarray

    def split_levels(self, left: SliceForm) -> np.ndarray:
        """The s of all ends, and of more of them in the cells whose bends add to a: where a cell
        has room its mu, and with them its bend, are any."""
        steps, apart = np.diff(self.places), np.diff(self.points * left.roots, axis=0)
        bends = np.diff(self.multipliers) * steps - (apart @ left.form * apart).sum(axis=1)
        split = np.flatnonzero(self.bend_prices * bends > ADDED * self.prices[0])
        parts = np.arange(1, PARTS) / PARTS
        inside = self.places[split, None] + steps[split, None] * parts
        return 1 + left.rise * np.union1d(self.places, inside.ravel())


@dataclass(frozen=True)
class SliceForm:
    """P, D, e and weights of counts in coordinates sqrt(n) x, with prices to begin with."""

    roots: np.ndarray
    shares: np.ndarray
    rise: float
    form: np.ndarray
    prices: Prices
    diagonal: np.ndarray
    slopes: np.ndarray
    weights: np.ndarray
    counts: SliceCounts | None
    listed: FewHigh
    worth: np.ndarray
    """|Vx|^2 of the types that are covered one by one."""

    basis: np.ndarray
    """Of b, in coordinates of all classes, those apart among them."""

    rest: np.ndarray
    """The classes that are not apart, which all else is of."""

    pairs: tuple[np.ndarray, np.ndarray]
    """What rows with truths apart charge, one row of a and b each, and at least must."""

    def cells(self, levels: np.ndarray) -> SliceCells:
        """With ends at these s."""
        places = (levels - 1) / self.rise
        sets = 0 if self.counts is None else len(self.counts.sets)
        lines = np.zeros((0, len(levels), 0)) if self.counts is None else self.counts.lines(levels)
        points, turns = np.zeros((len(levels), len(self.roots))), np.zeros((len(levels), sets))
        for n, t in enumerate(places):
            points[n], turns[n] = self._lowest(t, lines[:, n])
        prices, multipliers, several, bends = self._covering(places, points, turns)
        return SliceCells(prices, places, multipliers, points, turns, several, bends)

    def _covering(
        self, places: np.ndarray, points: np.ndarray, turns: np.ndarray
    ) -> tuple[Prices, np.ndarray, np.ndarray, np.ndarray]:
        """Prices that cover all types with few high truths too: those that are charged for least
        join the program until there are none."""
        charged = np.argsort(self.listed.spare(self.prices, self.worth))[:FIRST]
        for _ in range(MOST_TURNS):
            found = self._priced(places, points, turns, charged)
            spare = self.listed.spare(found[0], self.worth)
            missing = np.flatnonzero(spare < -ROUNDING)
            if not len(missing):
                break
            charged = np.union1d(charged, missing[np.argsort(spare[missing])][:FIRST])
        return found

    @property
    def _forms(self) -> np.ndarray:
        """The number of high truths of each set."""
        return np.zeros((0, len(self.roots))) if self.counts is None else self.counts.forms

    def _lowest(self, t: float, lines: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The u of the box with q.u = t at which what is left is least, and where counts touch: the
        weight of a set times its square is above that of each of its lines. What many high truths
        lack is paid for, since no slice of few has them.
        """
        c, R, unit = len(self.roots), self.roots, self.diagonal.max()
        (a, b), s = self.prices, 1 + self.rise * t
        sets, width = lines.shape
        lacking = int(self.listed.few > 0)
        line = (
            s * (b[self.rest] + self.rise * a * self.shares) + t * self.slopes - R * self.diagonal
        )
        steep = (2 * lines + 1)[:, :, None] * self._forms[:, None] * self.weights[:, None, None]
        below = (lines * (lines + 1) * self.weights[:, None]).ravel()
        heights = np.repeat(np.eye(sets), width, axis=0)
        whole = np.vstack([R, np.zeros(c)])[: 2 * lacking]
        least = [-float(self.listed.few), 0.0][: 2 * lacking]
        rows = np.block(
            [
                [self.shares[None], np.zeros((1, sets + lacking))],
                [np.eye(c), np.zeros((c, sets + lacking))],
                [-np.eye(c), np.zeros((c, sets + lacking))],
                [-whole, np.zeros((len(whole), sets)), -np.ones((len(whole), lacking))],
                [steep.reshape(-1, c) / unit, -heights, np.zeros((sets * width, lacking))],
            ]
        )
        square = np.zeros((c + sets + lacking, c + sets + lacking))
        square[:c, :c] = 2 * self.form / unit
        found = cone_optimum(
            np.concatenate([line / unit, np.ones(sets), [LACKING] * lacking]),
            rows,
            np.concatenate([[t], R, np.zeros(c), least, below / unit]),
            Cones(1, len(rows) - 1),
            TOLERANCE,
            square,
        )
        parts = np.array(found.z)[len(rows) - sets * width :].reshape(sets, width)
        turns = (parts * (2 * lines + 1)).sum(axis=1) / 2
        point: np.ndarray = np.clip(np.array(found.x)[:c] / R, 0, 1)
        return point, np.rint(turns * 2**TURN_BITS) / 2**TURN_BITS

    def _priced(
        self, places: np.ndarray, points: np.ndarray, turns: np.ndarray, charged: np.ndarray
    ) -> tuple[Prices, np.ndarray, np.ndarray, np.ndarray]:
        """The least a, with b, mu and the price of many high truths of each end, for which phi
        leaves room for all bends, and these types are charged enough; and what bends add to a.

        In r the price of a row is a + ((g - 1) a q + b).x, with no square of s. Depths stand for
        min(0, h) at an end in a class; a, b, mu, depths and prices of many are in units of D.
        For the program they are in units of s^2 a where a is less than D, as are the rows of an
        end: of three classes of 24 truths at epsilon 10 D is 2e7 of a, so that a tolerance of 1e-7
        of it is larger than a. At small levels a is the larger: 6 of D of 25 truths at 1/1000.
        """
        from scipy import sparse
        from scipy.optimize import linprog

        c, R, q, P = len(self.roots), self.roots, self.shares, self.form
        whole, basis = len(self.basis), self.basis
        unit, count, levels = float(self.diagonal.max()), len(places), 1 + self.rise * places
        u = points * R
        Pu = u @ P
        touched = 2 * (turns * self.weights) @ self._forms
        rests = ((places[:, None] * self.slopes + 2 * Pu + touched) / R - self.diagonal).ravel()
        gains = ((turns - np.rint(turns)) ** 2 - turns**2) @ self.weights
        firsts = (gains - (Pu * u).sum(axis=1)) / unit
        steps, apart = np.diff(places), np.diff(u, axis=0)
        squares = (apart @ P * apart).sum(axis=1) / unit
        by_price = np.column_stack([self.rise * q / R, basis[self.rest] / R[:, None]])
        of_prices = np.kron(levels[:, None], by_price)
        every = sparse.identity(count)
        of_ends, of_several = (sparse.kron(every, x[:, None]) for x in (q / R, np.ones(c)))
        heights = sparse.hstack([-of_prices, of_ends, sparse.identity(count * c), of_several])
        paid = np.zeros((count, whole))
        paid[:, 0] = levels
        deep = sparse.kron(every, R**2)
        parts = [sparse.csr_matrix(paid), sparse.diags(places), deep, self.listed.few * every]
        phi = sparse.hstack(parts).tocsr()
        bends = _differences(steps, whole, phi.shape[1])
        low, high = bends - 4 * phi[:-1], bends - 4 * phi[1:]
        s, worth = self.listed.levels[charged], self.worth[charged]
        of_b = s[:, None] * self.listed.points[charged] @ basis
        at_pairs, least = self.pairs
        some = np.vstack([np.column_stack([s**2, of_b]), at_pairs])
        beside = sparse.csr_matrix((len(some), phi.shape[1] - whole))
        alone = sparse.hstack([sparse.csr_matrix(some), beside])
        room = squares + 4 * firsts[:-1], squares + 4 * firsts[1:]
        most = None if self.listed.few else 0.0
        first = min(1.0, self.prices[0] / unit)
        ends = first * levels**2
        deep_ends = np.repeat(ends, c)
        taken = first * np.concatenate([s**2, np.maximum(1.0, abs(at_pairs[:, 0]))])
        ends_of_rooms = np.array([ends[:-1], ends[1:]])
        rows = 1 / np.concatenate([deep_ends, ends, ends_of_rooms.ravel(), taken])
        columns = np.concatenate([np.full(whole, first), ends, deep_ends, ends])
        demands = sparse.vstack([heights, -phi, low, high, -alone])
        program = partial(
            linprog,
            np.concatenate([[1.0], np.zeros(phi.shape[1] - 1)]),
            A_ub=(sparse.diags(rows) @ demands @ sparse.diags(columns)).tocsr(),
            b_ub=rows * np.concatenate([rests / unit, firsts, *room, -worth / unit, -least / unit]),
            bounds=[
                *[(None, None)] * (whole + count),
                *[(None, 0.0)] * (count * c),
                *[(0.0, most)] * count,
            ],
        )
        solved = (found for method in METHODS if (found := program(method=method)).x is not None)
        found = next(solved, None)
        if found is None:
            raise ArithmeticError("the linear program of the cells was not solved")
        x = found.x * columns * unit
        several: Any = np.maximum(x[-count:], 0.0)
        of_rooms = -found.ineqlin.marginals[count * (c + 1) :][: 2 * count - 2].reshape(2, -1)
        of_bends = (of_rooms / ends_of_rooms).sum(axis=0)
        return (x[0], basis @ x[1:whole]), x[whole : whole + count], several, of_bends


def _differences(steps: np.ndarray, first: int, width: int) -> Any:
    """mu_b - mu_a times the step for each two ends beside each other, mu from a column on."""
    from scipy import sparse

    cells = len(steps)
    between = sparse.diags([-steps, steps], [0, 1], shape=(cells, cells + 1))
    before = sparse.csr_matrix((cells, first))
    after = sparse.csr_matrix((cells, width - first - cells - 1))
    return sparse.hstack([before, between, after])
