"""A-optimality by classes: one D and e for all cells of s = q.r, one slice of the box for each s.

`class_relaxation` asks that f(r) = (q.r)(y.r) - r'Xr be convex on the box, which costs the more the
more shares differ, and it loses all digits where gamma is near one. Here patterns are 1 + (g - 1) x
with x in {0, 1}^k. The covariance of the estimates is V / (g - 1)^2 with V1 = 0, the tangents are
V / (g - 1)^2 + qq', and what prices have to cover is, up to a factor,

    f(x) = s (s a + b.x) - |Vx|^2,    t = q.x,  s = 1 + (g - 1) t,    the sum of b zero:

the bound is (2 tr V - a) / (g - 1)^2. For X = V^2 and P = D - X - N - (qe' + eq') / 2, N >= 0,

    f(x) >= s^2 a + (s b + t e - D).x + x'Px    on {0, 1},

and only P has to be semidefinite: e takes away what lies along q. Without N shares as 1/j of 1000
truths lack 7e-4 of the bound. In floats, 2 tr V - a is made largest, X >= V^2, such that the least
of this over a slice of the box is not negative, for some s: with multipliers n of the slice, l and
h of the sides of the box, that is c >= l'P^-1 l for a vector and a number that are linear in all of
them. One P for all slices makes it one matrix,

    (P, L; L', C) >= 0   with the vectors as columns of L and the numbers on the diagonal of C,

since C = L'P^-1 L can be completed, or a few such matrices for neighbouring slices. Then P stays,
every end of a cell has the u at which its slice is least, and the prices come from a linear program
with all that the proof `cells` asks of them, in x. What is found is said of r at the end.

Where g is large the truths of some classes stand apart: beside them others gain so much that pairs
of truths cover all rows where one of them is high. Cells and slices are of the other rows then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from rropt.design.curved.class_relaxation import ClassCoordinates, Relaxed, no_counts
from rropt.design.curved.slice_cells import FewHigh, SliceCells, SliceForm
from rropt.design.curved.slice_program import SliceCounts, SliceProgram, complement, pair_rows
from rropt.lp.cones import cone_optimum, symmetric_matrix

SLICES, FEWEST, MOST = 11, 18, 55
"""A unit of ln gamma. At 26 classes of shares as 1/j the bound is 8e-4 lower with 12 slices at
epsilon 1, 2.5e-3 with 20 at epsilon 3; at 14 classes of 1000 it is 1.7e-3 lower with 33 in place of
44 at epsilon 4, and 1.9e-3 with 33 in place of 55 at epsilon 5. More only take longer."""

SLICES_BESIDE = 25
"""Where types with few high truths are covered one by one, and others are far from what they are
charged."""

FEW_TRUTHS = 100
"""Of more truths types with more high ones, of which slices know little, are near it: numbers of
high truths are counted too. Of 14 classes of 1000 shares as 1/j at epsilon 6 the bound is 3.9e-3
higher than where those of one truth alone were listed."""

AT_FIRST, MOST_NEW, MOST_ROUNDS, LACKING = 2, 300, 8, 1e-7
"""High truths of the types that are covered at first; those that lack the most, as shares of s^2 a,
join, so many in each of some rounds."""

ENDS, FEWEST_ENDS, MOST_ENDS = 100, 240, 900
"""A unit of ln gamma. What cells lose falls with the square of their width: 14 classes of 1000
shares as 1/j lose 5e-5 of the bound at epsilon 4 with 400. More than the most are too many for
checkers, and take longer."""

ENDS_BESIDE = 4
"""So many times fewer at first where types with few high truths are listed: 100 are enough for 20
classes of 100 shares as 1/j at epsilon 4."""

MOST_SPLITS = 4
"""Of cells between whole numbers of high truths: two were enough."""

LOST, LOST_BESIDE = 2e-4, 3e-5
"""The share of the bound of the semidefinite program that cells may lose before there are more of
them: 240 lose 1.6e-2 of 100 geometric shares at epsilon 1/10, 900 lose 1.3e-3. The second where
types are listed."""

TOLD_APART = 0.3
"""Where the rises of a truth and of the least one have this product, pairs cover it: k-ary response
is best where it is a half, and something more. With 14 classes of 1000 shares as 1/j 0.1 to 0.4 are
as good at epsilon 6 to 8."""

HIGH_APART, FEW_APART, SLICES_APART = 8, 4, 80
"""Where classes are apart types are listed if so many of the others are high on average, those with
fewer than four, and so many slices are of the others: 32 classes of 1000 shares as 1/j leave 7.9e-4
at epsilon 5 and 8.6e-4 at 6; with 50 slices 1.7e-3 at 6, without a list 2.1e-3 at 5."""

SPARE = 1e-6
"""What pairs leave beyond what they must, in units of a: more than raised prices take."""

LIGHTEST = 1e-6
"""Slices have at least this share of the weight of the heaviest."""

TOLERANCE = 1e-6
"""Of the semidefinite program: the linear program mends the rest."""

PRODUCT_BITS = 32
"""Of the entries of N, as of the largest of D."""

LARGER = 1e-9
"""D is raised by this share of its largest entry beyond what makes P semidefinite in floats."""


@dataclass(frozen=True)
class Slices(ClassCoordinates):
    """Classes, the level, and the largest s of a row of the table."""

    gamma: float
    unit: float
    """Of the entries of V / (g - 1)^2: about the trace a truth."""

    def best(self, counts: SliceCounts | None = None) -> tuple[Relaxed, SliceMoments]:
        """Tangents, D, e, N, counts, prices and cells, and about what the best table is."""
        x, moments = self._solved(counts)
        roots = self._roots[self.rest]
        products = _short(x["N"] / np.outer(roots, roots), x["D"])
        left = self._left(x, products, counts)
        cells = left.cells(
            self._ends() if counts is None else np.geomspace(1, self.gamma, FEWEST_ENDS)
        )
        lost = (cells.prices[0] - x["a"]) / x["a"]
        most = LOST_BESIDE if left.listed.few else LOST
        if counts is not None:
            for _ in range(MOST_SPLITS):
                levels = cells.split_levels(left)
                if len(levels) == len(cells.places):
                    break
                cells = left.cells(levels)
        elif lost > most and len(cells.places) < MOST_ENDS:
            number = min(MOST_ENDS, round(len(cells.places) * (lost / most) ** 0.5))
            cells = left.cells(np.geomspace(1, self._top, number))
        return self._of_patterns(x, products, left, cells), moments

    def counted(self, relaxed: Relaxed) -> Relaxed:
        """With numbers of high truths, which are whole: about those of what was found without."""
        return self.best(SliceCounts.beside(relaxed, self._roots, self.gamma))[0]

    @property
    def _rise(self) -> float:
        return self.gamma - 1

    def _of_patterns(
        self, x: dict[str, Any], products: np.ndarray, left: SliceForm, cells: SliceCells
    ) -> Relaxed:
        """What holds of r = 1 + (g - 1) x: with w = 2 V q / (g - 1)^2 + |q|^2 q the slope of r'Xr
        along q, prices are w + ((g - 1) a q + b) / (g - 1)^3 and e / (g - 1)^4 - w takes its place.
        """
        rise, q, V, diagonal = self._rise, self._weights, x["V"], x["D"].copy()
        diagonal[self.rest] = left.diagonal
        e, points = np.zeros(len(q)), np.zeros((len(cells.places), len(q)))
        e[self.rest], points[:, self.rest] = left.slopes, cells.points
        every = np.zeros((len(q), len(q)))
        every[np.ix_(self.rest, self.rest)] = products
        a, b = cells.prices
        along = 2 * V @ q / rise**2 + (q @ q) * q
        ends = zip(
            1 + rise * cells.places,
            (rise * cells.multipliers - self._roots @ e) / rise**4,
            1 + rise * points,
            strict=True,
        )
        counted = no_counts(len(q))
        if left.counts is not None:
            some = left.weights > 0
            counted = left.counts.sets[some], left.weights[some] / rise**4, cells.turns[:, some]
        return Relaxed(
            V / rise**2 + np.outer(q, q),
            diagonal / rise**4,
            (along + (rise * a * q + b) / rise**3) / self._roots,
            (e / rise**4 - along) / self._roots,
            list(ends),
            every / rise**4,
            *counted,
            cells.several / rise**3,
            left.listed.few,
            tuple(self.apart),
        )

    @cached_property
    def apart(self) -> list[int]:
        """The classes whose truths pairs cover: never the one of the least share."""
        told = self._rise**2 * np.array(self.shares) * min(self.shares) >= TOLD_APART
        told[np.argmin(self.shares)] = False
        return [int(c) for c in np.flatnonzero(told)]

    @cached_property
    def rest(self) -> np.ndarray:
        """The other classes."""
        return np.setdiff1d(np.arange(len(self.sizes)), self.apart)

    @cached_property
    def _basis(self) -> np.ndarray:
        """Of the vectors that are constant in classes and sum to zero."""
        return complement(self._roots)

    @property
    def _top(self) -> float:
        """The largest s of a row with no truth apart high."""
        return float(1 + self._rise * (self._roots * self._weights)[self.rest].sum())

    @cached_property
    def listed(self) -> FewHigh:
        """Types with few high truths, none apart, which can be covered one by one."""
        sizes = [0 if c in self.apart else n for c, n in enumerate(self.sizes)]
        limits = (HIGH_APART, FEW_APART) if self.apart else ()
        return FewHigh.of(sizes, self._roots, self._weights, self._rise, *limits)

    @property
    def are_counted(self) -> bool:
        """Whether numbers of high truths are worth counting: of few truths where many are high, of
        many where few are."""
        return self._are_few != bool(self.listed.few) and not self.apart

    @property
    def _are_few(self) -> bool:
        return sum(self.sizes) <= FEW_TRUTHS

    def _alone(self, counts: SliceCounts | None) -> FewHigh:
        """The types that are covered one by one."""
        is_listed = self._are_few or counts is not None or bool(self.apart)
        return self.listed if is_listed else self.listed.none

    def _levels(self, few: int) -> np.ndarray:
        """Of s, from one to gamma; beside types that are listed from the least of the others."""
        if not few:
            return self._spaced(SLICES, FEWEST, MOST)
        shares, sizes = np.array(self.shares)[self.rest], np.array(self.sizes)[self.rest]
        least = 1 + self._rise * np.sort(np.repeat(shares, sizes))[:few].sum()
        beside = SLICES_BESIDE if self._are_few else MOST
        number = SLICES_APART if self.apart else beside
        return np.union1d(1.0, np.geomspace(least, self._top, number))

    def _ends(self) -> np.ndarray:
        """Of cells, from one to gamma."""
        part = ENDS_BESIDE if self._alone(None).few else 1
        return self._spaced(ENDS // part, FEWEST_ENDS // part, MOST_ENDS)

    def _spaced(self, of_unit: int, fewest: int, most: int) -> np.ndarray:
        number = round(of_unit * np.log(self._top))
        return np.geomspace(1, self._top, min(max(number, fewest), most))

    def _left(
        self, x: dict[str, Any], products: np.ndarray, counts: SliceCounts | None
    ) -> SliceForm:
        """P with the rounded N and W, D raised until it is semidefinite."""
        V, D, e, weights = x["V"], x["D"], x["e"], _short(x["weights"], x["D"])
        roots, shares, rest = self._roots[self.rest], self._weights[self.rest], self.rest
        cross = np.outer(shares, e)
        form = -(V @ V)[np.ix_(rest, rest)] - products * np.outer(roots, roots)
        form = form - (cross + cross.T) / 2
        if counts is not None:
            form = form - (counts.forms.T * weights) @ counts.forms
        listed = self._alone(counts)
        least = float(np.linalg.eigvalsh(np.diag(D[rest]) + form)[0])
        diagonal = D.copy()
        diagonal[rest] += max(0.0, -least) + LARGER * D[rest].max()
        return SliceForm(
            roots=roots,
            shares=shares,
            rise=self._rise,
            form=np.diag(diagonal[rest]) + form,
            prices=(x["a"], x["b"]),
            diagonal=diagonal[rest],
            slopes=e,
            weights=weights,
            counts=counts,
            listed=listed,
            worth=listed.worth(V, diagonal),
            basis=self._basis,
            rest=rest,
            pairs=self._pairs(V, diagonal, x["a"]),
        )

    def _pairs(self, V: np.ndarray, D: np.ndarray, a: float) -> tuple[np.ndarray, np.ndarray]:
        """What rows with truths apart charge, and at least must."""
        square = V @ V
        every = pair_rows(self._roots, self._weights, self.gamma, self.apart)
        charges = [np.append(row.of_a, row.of_b @ self._basis) for row in every]
        worth = [x.squares * square[x.first, x.other] + x.own * D[x.first] for x in every]
        shape = len(every), len(self._roots)
        return np.array(charges).reshape(shape), np.array(worth) + SPARE * a

    # --- the semidefinite program -----------------------------------------------------------------

    def _solved(self, counts: SliceCounts | None = None) -> tuple[dict[str, Any], SliceMoments]:
        """Of the program: V, D, a, and b, e and N in coordinates, weights of counts; and what is
        dual to it. Types that are not covered join."""
        unit, listed = self.unit * self._rise**2, self._alone(counts)
        levels = self._levels(listed.few)
        shape = self._roots, self._weights, self.gamma
        program = SliceProgram(*shape, levels, unit, listed.few, self.apart)
        asked = np.flatnonzero(listed.types.sum(axis=1) <= AT_FIRST)
        for _ in range(MOST_ROUNDS):
            x, dual = _end(program, counts, listed.types[asked])
            parts = self._parts(program, x, 0 if counts is None else len(counts.sets))
            worth = listed.worth(parts["V"], parts["D"])
            spare = listed.spare((parts["a"], parts["b"]), worth)
            missing = np.flatnonzero(spare < -LACKING)
            if not len(missing):
                break
            asked = np.union1d(asked, missing[np.argsort(spare[missing])][:MOST_NEW])
        of_types = dual[: len(asked)]
        used = listed.types[asked[of_types > LIGHTEST * of_types.max(initial=0.0)]]
        return parts, SliceMoments.of(dual, program, used)

    def _parts(self, program: SliceProgram, x: np.ndarray, sets: int) -> dict[str, Any]:
        """In units of x."""
        unit = program.unit
        if not np.isfinite(x).all() or x[program.places["D"]].max() <= 0:
            raise ArithmeticError("the semidefinite program of the slices was not solved")
        D, e = (x[program.places[name]] * unit**2 for name in "De")
        D[(self._roots == 1) & np.isin(np.arange(len(D)), self.apart)] = 0.0  # it has no part
        b = program.basis @ x[program.places["b"]] * unit
        V = program.basis @ program.symmetric(x, "V") @ program.basis.T * unit
        a, N = float(x[program.places["a"]][0]) * unit, program.symmetric(x, "N") * unit**2
        weights = x[program.size : program.size + sets] * unit**2
        return {"V": V, "D": D, "a": a, "b": b, "e": e, "N": N, "weights": weights}


def _end(
    program: SliceProgram, counts: SliceCounts | None, types: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The end of the path that covers these types as well, and what is dual to it: theirs first."""
    from scipy import sparse

    blocks, cones = program.constraints()
    A = sparse.vstack([sparse.csc_matrix(matrix) for matrix, _ in blocks])
    A = sparse.vstack([sparse.csc_matrix(-program.charged(types)), A]).tocsc()
    cost, rows = program.cost(), (0, 0)
    if counts is not None:
        A, rows = counts.beside_program(A, program)
        cost = np.concatenate([cost, np.zeros(rows[1])])
    before = sum(rows)
    right = np.concatenate([np.zeros(before + len(types)), *(right for _, right in blocks)])
    cones = replace(cones, zeros=rows[0], signs=rows[1] + len(types) + cones.signs)
    found = cone_optimum(cost, A, right, cones, TOLERANCE)
    return np.array(found.x), np.array(found.z)[before:]


@dataclass(frozen=True)
class SliceMoments:
    """What is dual to (P, L; L', C): of each slice the weight of its rows and the mean number of
    high truths, and a root of the covariance within slices, both over sqrt n."""

    weights: np.ndarray
    means: np.ndarray
    spread: np.ndarray
    roots: np.ndarray
    rest: np.ndarray
    """The classes they are of; of the others one truth is high."""

    listed: np.ndarray
    """Types that are covered one by one, by no more than they must."""

    @staticmethod
    def of(dual: np.ndarray, program: SliceProgram, listed: np.ndarray) -> SliceMoments:
        """From the end of all multipliers: squares add up over the matrices of the groups."""
        c, groups = len(program.rest), program.groups
        squares, firsts, masses = np.zeros((c, c)), [], []
        for group in reversed(groups):
            width = c + len(group)
            entries = width * (width + 1) // 2
            joint = symmetric_matrix(dual[-entries:], width)
            dual = dual[:-entries]
            squares += joint[:c, :c]
            firsts.append(joint[:c, c:])
            masses.append(np.diag(joint)[c:])
        every = np.concatenate(masses[::-1])
        weights = np.maximum(every, LIGHTEST * every.max())
        means = np.hstack(firsts[::-1]) / weights
        pooled = (squares - (means * weights) @ means.T) / weights.sum()
        values, vectors = np.linalg.eigh(pooled)
        spread = vectors * np.sqrt(np.maximum(values, 0.0))
        return SliceMoments(weights, means.T, spread, program.roots, program.rest, listed)

    def drawn(self, number: int) -> np.ndarray:
        """Types, as a table would have them: those listed, then half of them from slices of any
        weight."""
        rng = np.random.default_rng(0)
        even = self.weights > 10 * LIGHTEST * self.weights.max()
        chances = self.weights / self.weights.sum() + even / even.sum()
        slices = rng.choice(len(even), number, p=chances / chances.sum())
        roots = self.roots[self.rest]
        noise = rng.standard_normal((number, len(roots))) @ self.spread.T
        counts = roots * (self.means[slices] + noise)
        low = np.floor(counts)
        whole = low + (rng.random(counts.shape) < counts - low)
        one = np.eye(len(self.roots), dtype=int)
        drawn = np.clip(whole, 0, np.rint(roots**2)).astype(int) @ one[self.rest]
        return np.vstack([self.listed, np.delete(one, self.rest, axis=0), drawn])


def _short(numbers: np.ndarray, D: np.ndarray) -> np.ndarray:
    """N of truths, or weights, in few digits; none is negative."""
    grid = 2.0 ** (np.floor(np.log2(D.max())) - PRODUCT_BITS)
    found: np.ndarray = np.floor(np.maximum(numbers, 0.0) / grid) * grid
    return found
