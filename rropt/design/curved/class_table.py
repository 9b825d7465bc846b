"""From a relaxation to a table of types with exact weights.

What is listed gets weights that are solved for (`repair`): with many classes such numbers are
long. Where types are met one after the other weights are short, and add up to a little less than a
table; types with one class high fill what its columns lack.

**Types a few at a time**, where all of them are too many to be listed. At the covariance J^-1 of a
table of some types let X be that of A-optimality, J^-2, or of D-optimality, J^-1. A type r makes
the table better exactly where r'Xr / (q.r) is above the price y.r that the types in use agree on.
Types are met on walks of Metropolis, on which a few truths of one class or of two become high or
low; that no better one was passed by is shown by the certificate, not here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from rropt.channel.pattern_type import Type, class_means
from rropt.design.curved.class_program import TypePath
from rropt.design.curved.class_relaxation import Relaxation, Relaxed, of_one_truth
from rropt.design.curved.class_slices import Slices
from rropt.design.curved.share_classes import ShareClasses, ShareTypes
from rropt.design.engine.path import RatioFound
from rropt.design.engine.repair import BUDGET_BITS, table_of_parts
from rropt.design.problem import Problem
from rropt.exact.block_form import dot
from rropt.exact.bounds import dyadic_near
from rropt.patterns.extreme import Pattern

STARTS = 1500
"""Types with which the search for a few begins."""

MOST_EVEN = 8
"""Classes of one share each for which a convex relaxation is tried before slices."""

WEIGHT_BITS, LEFT = 44, 2.0**-24
"""Of weights of types that are not listed, and what they leave to types of one class: more than
dependencies of 1e-9 may change the sums."""


def relaxed_prices(
    problem: Problem, classes: ShareClasses, types: ShareTypes
) -> tuple[Relaxed, np.ndarray]:
    """Tangents and prices, and types to begin with: by slices where shares of classes differ."""
    weights, name = [float(q) for q in classes.prior], problem.objective.name
    gamma, sizes = float(problem.gamma.hi), classes.sizes
    if classes.are_of_one_truth:
        return of_one_truth(gamma), random_types(types, STARTS)
    if are_sliced(classes, name):
        relaxed, moments = Slices(sizes, weights, gamma, _unit(problem)).best()
        return relaxed, moments.drawn(STARTS)
    relaxed = Relaxation(sizes, weights, gamma, power_of(name)).best()
    return relaxed, random_types(types, STARTS)


def are_sliced(classes: ShareClasses, name: str) -> bool:
    """Whether slices come first: for a trace, where truths of a class differ or classes are many.

    Twelve classes of five truths, shares as 1/j at epsilon 3, took 32 s and left 4e-3 without.
    """
    return name == "a-optimal" and not (classes.are_even and len(classes.sizes) <= MOST_EVEN)


def _unit(problem: Problem) -> float:
    """About a variance of k-ary response or of halves of all truths, whichever is less."""
    k, rise = problem.truths, float(problem.gamma.hi - 1)
    return min((k + rise) ** 2 / (k * rise**2), 4 * (1 + rise / 2) ** 2 / rise**2)


def weighted_types(
    types: ShareTypes, chosen: list[Type], floats: list[float]
) -> dict[Type, Fraction]:
    """Exact weights near these."""
    sizes, gamma = types.sizes, types.gamma
    rows: list[Pattern] = [tuple(class_means(t, sizes, gamma)) for t in chosen]
    if types.given:
        balanced = _balanced(np.array(rows, dtype=float), np.array(floats))
        return _filled(chosen, rows, balanced, sizes, gamma)
    table = table_of_parts(rows, rows, (0, Fraction(1)), np.array(floats), BUDGET_BITS)
    return dict(zip(chosen, table.weights, strict=True))


def _balanced(rows: np.ndarray, weights: np.ndarray) -> list[float]:
    """With the least change, in shares of them, of which rows add up to ones.

    Weights of six truths in five classes ended at sums that lacked 4e-8 of one, of others more than
    one: types of one class do not mend that.

    >>> found = _balanced(np.array([[3.0, 1.0], [1.0, 3.0]]), np.array([0.2, 0.3]))
    >>> [round(w, 9) for w in found]
    [0.25, 0.25]
    """
    weighted = rows * weights[:, None]
    shares = np.linalg.lstsq(weighted.T, 1 - weighted.sum(axis=0), rcond=None)[0]
    found: list[float] = (weights * (1 + shares)).tolist()
    return found


def _filled(
    chosen: list[Type],
    rows: list[tuple[Fraction, ...]],
    floats: list[float],
    sizes: tuple[int, ...],
    gamma: Fraction,
) -> dict[Type, Fraction]:
    """Short weights, and what columns lack of one by types with one class high.

    With a_c of class c: sum a + (gamma - 1) a_c is what the columns of class c lack.
    """
    unit = max(floats)
    weights = [dyadic_near(w * (1 - LEFT), unit, WEIGHT_BITS) for w in floats]
    table = {t: w for t, w in zip(chosen, weights, strict=True) if w}
    columns = zip(*rows, strict=True)
    lacking = [1 - dot(weights, column) for column in columns]
    whole = sum(lacking, Fraction(0)) / (gamma - 1 + len(sizes))
    for c, lack in enumerate(lacking):
        one: Type = tuple(n if d == c else 0 for d, n in enumerate(sizes))
        table[one] = table.get(one, Fraction(0)) + (lack - whole) / (gamma - 1)
    if min(table.values()) < 0:
        raise ArithmeticError("the rounded weights of a table of classes are not one")
    return table


def power_of(name: str) -> int:
    """X is this power of the tangents."""
    return 2 if name == "a-optimal" else 1


MOST_ROUNDS = 12
LEAST_RISE, LEAST_RISE_OF_SLICED = 1e-6, 1e-3
"""The share of all prices by which a type that is left out may make a table better, and where
unlike shares are in classes: there 1e-3 is 2e-5 of the value, and the classes cost 1e-4 or more."""

ROUGH, CLOSER = 1e-5, 0.1
"""Weights are within this share of the best of their types, then within a part of what the last
types made better: exact ones of each round took three times as long, and were no use."""

USED = 1e-4
CHAINS, STEPS, SEEN_EVERY = 4000, 50, 5
COLD = 1e-4
"""A walk goes down by about this share of all prices."""

MOST_NEW = 600
"""Types that join in a round: a round of 26 classes takes two seconds."""


def good_types(
    classes: ShareTypes, criterion: str, starts: np.ndarray, least: float = LEAST_RISE
) -> ShareTypes:
    """The classes with types that suffice, from some to start with: no other one that was met makes
    the table better by more than this share."""
    rng, sizes = np.random.default_rng(0), np.array(classes.sizes)
    one = np.eye(len(sizes), dtype=int)
    always = np.vstack([sizes * one, sizes - sizes * one, one, sizes - one])
    pool, last = starts, ROUGH
    for _ in range(MOST_ROUNDS):
        found = _with(classes, np.vstack([pool, always]))
        path = TypePath(found, criterion)
        near = path.near(last)
        weights = near.point.weights * path.shares
        worth = Worth.at(path, near)
        used = weights > USED * weights.max()
        kept = found.types[used]
        walked, rises = worth.walked(_begin(kept, weights[used], starts, rng), rng)
        if rises.max() <= least:
            break
        last = min(last, CLOSER * rises.max())
        better = np.argsort(-rises)[:MOST_NEW]
        pool = np.vstack([kept, walked[better[rises[better] > 0]]])
    return _with(classes, np.vstack([kept, always]))


def random_types(classes: ShareTypes, number: int) -> np.ndarray:
    """Each truth is high with the chance 1 / (1 + gamma)."""
    chance = 1 / (1 + float(classes.gamma))
    size = (number, len(classes.sizes))
    return np.random.default_rng(0).binomial(np.array(classes.sizes), chance, size=size)


def _with(classes: ShareTypes, pool: np.ndarray) -> ShareTypes:
    """Every type once, without the constant ones."""
    whole = {tuple(map(int, one)) for one in pool} - {classes.sizes}
    return replace(classes, given=tuple(sorted(one for one in whole if any(one))))


def _begin(
    kept: np.ndarray, weights: np.ndarray, starts: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """Types in use, a part of one of them with the rest of another, and first ones."""
    quarter = CHAINS // 4
    heavy = kept[rng.choice(len(kept), 3 * quarter, p=weights / weights.sum())]
    others = kept[rng.integers(len(kept), size=2 * quarter)]
    share = rng.random((2 * quarter, 1))
    crossed = np.where(rng.random(others.shape) < share, heavy[quarter:], others)
    return np.vstack([heavy[:quarter], crossed, starts[rng.integers(len(starts), size=quarter)]])


@dataclass(frozen=True)
class Worth:
    """x'Xx / s less the price of x, X by its own and means, where s = 1 + (gamma - 1) q.x.

    Patterns are 1 + (gamma - 1) x, and X that of a covariance times (gamma - 1)^2: nothing cancels
    where gamma is near one.
    """

    classes: ShareTypes
    own: np.ndarray
    means: np.ndarray
    prices: np.ndarray
    """Of the length, the mean entry, then b in the basis of the classes."""

    @staticmethod
    def at(path: TypePath, near: RatioFound) -> Worth:
        """What types are worth beside a table on the path, and what they are charged there."""
        classes = path.classes
        terms, apart = path.told(near.features, near.point.weights)
        own = np.zeros(len(classes.sizes))
        own[np.array(classes.sizes) > 1] = 1 / apart**path.power
        means = classes.basis @ terms.form @ classes.basis.T
        *flat, mean = path.unit * near.point.charges.balance
        prices = np.array([mean, *(x / path.flat_unit for x in flat)])
        return Worth(classes, own, means, prices)

    def quotients(self, types: np.ndarray) -> np.ndarray:
        """x'Xx / s of each type."""
        masses, spreads = self.parts(types)
        found: np.ndarray = ((types @ self.means * types).sum(axis=1) + spreads @ self.own) / masses
        return found

    def above(self, types: np.ndarray) -> np.ndarray:
        """How far each type is above its price, a unit of s, as a share of all prices."""
        masses, _ = self.parts(types)
        lengths = 1 + float(self.classes.gamma - 1) * types.sum(axis=1) / sum(self.classes.sizes)
        charged = np.column_stack([lengths, types @ self.classes.basis]) @ self.prices
        found: np.ndarray = (self.quotients(types) - charged) / masses
        return found / float(self.prices[0])

    def walked(self, types: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Types that walks meet, and how far they are above their prices."""
        heights = self.above(types)
        seen, rises = [types], [heights]
        for step in range(1, STEPS + 1):
            moved = self._moved(types, rng)
            reached = self.above(moved)
            goes = reached > heights - COLD * rng.exponential(size=len(types))
            types = np.where(goes[:, None], moved, types)
            heights = np.where(goes, reached, heights)
            if step % SEEN_EVERY == 0:
                seen.append(types)
                rises.append(heights)
        found, first = np.unique(np.vstack(seen), axis=0, return_index=True)
        return found, np.concatenate(rises)[first]

    def _moved(self, types: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """A few truths of one class or of two become high or low."""
        sizes, every = np.array(self.classes.sizes), np.arange(len(types))
        found = types.copy()
        for _ in range(rng.integers(1, 3)):
            places = rng.integers(len(sizes), size=len(types))
            steps = np.rint(rng.standard_normal(len(types)) * np.sqrt(sizes[places]) / 3)
            signs = rng.choice([-1, 1], len(types))
            found[every, places] += np.where(steps, steps, signs).astype(int)
        return np.clip(found, 0, sizes)

    def parts(self, types: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The masses s, and sums of squares of x about the means."""
        rise = float(self.classes.gamma - 1)
        shares = np.array([float(q) for q in self.classes.shares])
        return 1 + rise * types @ shares, types * (1 - types / np.array(self.classes.sizes))
