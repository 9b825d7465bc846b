"""Mutual information on hundreds of truths: prices in proportion to the prior, and their table.

With c = g ln g / (g - 1) and T = q.r the utility of a pattern is u = c (T - 1) - T ln T, which is
at most (c - 1 - ln c) T, with equality at T = c. So prices (c - 1 - ln c) q_j cover every pattern,
by the one tangent at c (`tangent_tree.py`). A table is worth as much where its patterns all have
the mass T = c; a pattern that misses it by e loses e^2 / 2c of its weight. Of many truths many sets
have nearly the right mass, and doubles mix some of them so that each truth is high with the same
chance.

Where a truth is heavier than that, the heavy truths have prices of their own, found by cuts, and a
tree branches on them; all others pay z q_j. The gap says what is lost to masses that no set has.

Fewer truths have sets too few for this: `columns` looks at all of them. Where sets of the right
mass are not found, or their table could not be written, truths answer alike: `merged_truths`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from scipy.optimize import linprog

from rropt import lp
from rropt.design.problem import MOST_ENTRIES, Optimum, Problem
from rropt.exact import log_bounds
from rropt.exact.entries import entrywise
from rropt.patterns.extreme import Pattern
from rropt.utility import MutualInformation
from rropt.utility.information import entropy_gap

FELT = 0.25
"""Where one truth is heavier than the best mass, those above this part of it have their own price.
"""

MOST_ROUNDS = 60
CLOSE = 1e-10
"""Coverage that prices in doubles may lack before they are raised: a 1e-9 of the bound."""

FAINT = 1e-7

SETS_PER_TRUTH = 8
"""Sets among which the best mixture is looked for."""

DRAWN = 30
"""Sets drawn for each that is looked at: the lightest truths can mend the mass of one in ten."""

HEAVIEST = 7
LIGHTEST = 14
"""Truths of which all sets are looked at: the heaviest, and the lightest, whose 2^14 sums fill what
a set lacks of its mass."""

NEIGHBOURS = 8
ALONE = 256
"""Places among those sums beside the nearest one, so that sets differ; more where there are no
truths between the heaviest and the lightest."""

SHORT = 10**15
"""The tangent is rounded to this denominator, which costs the square of the error."""


def solve_mixture(problem: Problem) -> Optimum | None:
    """The table and the prices, without a delta; None where there are no sets for them."""
    utility = problem.objective
    gamma = problem.gamma
    if utility.truths**2 > MOST_ENTRIES:
        return None
    masses, order = by_mass(utility)
    share = best_share(gamma.lo)
    heavy = 0 if masses.max() <= share else int((masses > FELT * share).sum())
    if heavy > HEAVIEST:
        return None
    prices = relaxed_prices(masses[order[:heavy]], float(gamma)) if heavy else None
    heads = (
        _heads(masses[order[:HEAVIEST]], share) if prices is None else prices.heads(float(gamma))
    )
    found = _mixture(utility, gamma.lo, heads)
    return None if found is None else covered(problem, *found, prices)


def by_mass(utility: MutualInformation) -> tuple[np.ndarray, list[int]]:
    """The shares in doubles, and the truths with the heaviest first."""
    masses = np.array([float(q) for q in utility.prior])
    return masses, np.argsort(-masses, kind="stable").tolist()


def best_share(gamma: Fraction) -> float:
    """A pattern has the best mass T = c where so much of the prior is high."""
    return float((_slope(gamma)[0] - 1) / (gamma - 1))


def covered(
    problem: Problem,
    patterns: Sequence[Pattern],
    weights: Sequence[Fraction],
    prices: RelaxedPrices | None,
) -> Optimum:
    """The table with prices in proportion to the prior, those of heavy truths apart."""
    utility = problem.objective
    gamma = problem.gamma
    if prices is None:
        least, most = _slope(gamma.hi)
        # From above: c at its upper end, ln c at its lower one.
        level = most - 1 - log_bounds(least)[0]
        cover = {"proof": "tree", "tree": [tangent(float(most))]}
        every = tuple(level * q for q in utility.prior)
        return Optimum(tuple(patterns), tuple(weights), every, cover=cover)
    _, order = by_mass(utility)
    # Raised in proportion to the prior every pattern pays lack T more, and T is at least 1.
    raised = Fraction(prices.lack)
    level = Fraction(prices.light) + raised
    charged = [level * q for q in utility.prior]
    for j, price in zip(order, prices.heavy.tolist(), strict=False):
        charged[j] = Fraction(price) + raised * utility.prior[j]
    tree = list(_branches(prices, order, 0, 0))
    cover = {"proof": "tree", "tree": tree}
    return Optimum(tuple(patterns), tuple(weights), tuple(charged), cover=cover)


def tangent(mass: float) -> Fraction:
    return Fraction(round(mass * SHORT), SHORT)


def _branches(
    prices: RelaxedPrices, order: list[int], depth: int, high: int
) -> Iterator[int | Fraction]:
    """The tree in preorder: heavy truths one after the other, first low, then high."""
    if depth == len(prices.heavy):
        yield tangent(float(prices.masses[high]))
        return
    yield order[depth]
    yield from _branches(prices, order, depth + 1, high)
    yield from _branches(prices, order, depth + 1, high | 1 << depth)


@dataclass(frozen=True)
class RelaxedPrices:
    """Prices y_j of heavy truths and z q_j of the others, which are taken as a continuum.

    For each set of heavy truths the T at which it is covered most narrowly, and its weight.
    """

    heavy: np.ndarray
    light: float
    masses: np.ndarray
    sums: np.ndarray
    weights: np.ndarray
    lack: float

    def heads(self, gamma: float) -> Heads:
        """The sets of heavy truths in use, and the mass that is high beside them."""
        used = self.weights > FAINT * self.weights.max()
        wanted = (self.masses - 1) / (gamma - 1) - self.sums
        return Heads(_all_sets(len(self.heavy))[used], wanted[used])


@dataclass(frozen=True)
class Heads:
    """Sets of heavy truths, and the mass that is high beside each."""

    sets: np.ndarray
    wanted: np.ndarray


def relaxed_prices(heavy: np.ndarray, gamma: float) -> RelaxedPrices:
    """The least prices, in doubles, by cuts: coverage is linear in them for each set and T.

    The others pay z q.r, least against u where ln T = c - 1 - z, or at an end of what they reach.
    """
    c = gamma * np.log(gamma) / (gamma - 1)
    rest = 1 - heavy.sum()
    sets = _all_sets(len(heavy))
    rows = 1 + (gamma - 1) * sets
    sums = sets @ heavy
    low = rows @ heavy + rest
    high = rows @ heavy + gamma * rest
    worst = np.linspace(low, high, 5).T
    cuts: list[tuple[int, float]] = []
    for i in range(len(sets)):
        cuts += ((i, float(t)) for t in worst[i])
    for _ in range(MOST_ROUNDS):
        index = np.array([i for i, _ in cuts])
        at = np.array([t for _, t in cuts])
        table = np.column_stack([rows[index], at - rows[index] @ heavy])
        found = linprog(
            np.append(np.ones(len(heavy)), rest),
            A_ub=-table,
            b_ub=-(c * (at - 1) - at * np.log(at)),
            bounds=(None, None),  # columns are equations: prices have no sign
            method="highs-ds",
        )
        *prices, light = found.x
        # Convex in T: where the stationary T is out of reach, the nearer end is covered least.
        masses = np.clip(np.exp(c - 1 - light), low, high)
        paid = rows @ np.array(prices) + light * (masses - rows @ heavy)
        slack = paid - (c * (masses - 1) - masses * np.log(masses))
        lacking = np.flatnonzero(slack < -CLOSE)
        if not len(lacking):
            break
        cuts += [(int(i), float(masses[i])) for i in lacking]
    # The duals of the cuts are the weights of the best table of the continuum.
    weights = np.bincount(index, -found.ineqlin.marginals, len(sets))
    lack = max(0.0, -float(slack.min())) + CLOSE / 10
    return RelaxedPrices(np.array(prices), float(light), masses, sums, weights, lack)


def _slope(gamma: Fraction) -> tuple[Fraction, Fraction]:
    """Both ends of c = g ln g / (g - 1)."""
    low, high = log_bounds(gamma)
    factor = gamma / (gamma - 1)
    return factor * low, factor * high


Mixture = tuple[Sequence[Pattern], Sequence[Fraction]]
"""Patterns and their weights in a table."""


def _mixture(utility: MutualInformation, gamma: Fraction, heads: Heads) -> Mixture | None:
    """The best that doubles find."""
    masses = np.array([float(q) for q in utility.prior])
    sets = drawn_sets(masses, heads)
    if not len(sets):
        return None
    gains = entropy_gap(sets @ masses, gamma)
    chosen = best_mixture(sets, gains, float(gamma))
    return exact_mixture(sets[chosen].astype(int).tolist(), gamma)


def exact_mixture(sets: Sequence[Sequence[int]], gamma: Fraction) -> Mixture | None:
    """The patterns that are high at these sets, with weights for a table; None without any.

    >>> patterns, weights = exact_mixture([[1, 0], [0, 1]], Fraction(3))
    >>> patterns[0], weights[0]
    ((Fraction(3, 1), Fraction(1, 1)), Fraction(1, 4))
    """
    if not sets:
        return None
    # Doubles chose the sets; rationals find chances by which every truth is high as often.
    balance = [[*column, -1] for column in zip(*sets, strict=True)]
    found = lp.minimize(
        [0] * (len(sets) + 1),
        [*balance, [1] * len(sets) + [0]],
        [0] * len(balance) + [1],
        start=range(len(sets) + 1),
    )
    if not found.is_optimal:
        return None
    *chances, often = found.x
    # What every column adds up to.
    total = 1 + (gamma - 1) * often
    one = Fraction(1)
    patterns = entrywise(lambda high: gamma if high else one, sets)
    return patterns, [chance / total for chance in chances]


def drawn_sets(masses: np.ndarray, heads: Heads) -> np.ndarray:
    """Sets that begin as the heads say and have their mass; the seed is fixed.

    The truths between the heaviest and the lightest are high at random, the lightest fill up.
    """
    count = len(heads.sets)
    if not count:
        return np.zeros((0, len(masses)), dtype=bool)
    order = np.argsort(-masses, kind="stable")
    heavy, middle, light = np.split(order, [heads.sets.shape[1], len(masses) - LIGHTEST])
    bits = _all_sets(LIGHTEST)
    sums = bits @ masses[light]
    ranked = np.argsort(sums, kind="stable")
    random = np.random.default_rng(0)
    most = 2 * SETS_PER_TRUTH * len(masses) // count + 1
    near = max(NEIGHBOURS, ALONE >> len(middle))
    found = []
    for head, wanted in zip(heads.sets, heads.wanted, strict=True):
        # High with this chance, the truths between have the wanted mass on average.
        part = wanted / (1 - masses[heavy].sum())
        drawn = random.random((DRAWN * most // 2, len(middle))) < part
        lacking = wanted - drawn @ masses[middle]
        # Only what the lightest truths can make good.
        fits = np.flatnonzero((lacking >= -1e-12) & (lacking <= sums.max()))[:most]
        places = np.searchsorted(sums[ranked], lacking[fits])
        places += random.integers(-near, near, len(fits))
        sets = np.zeros((len(fits), len(masses)), dtype=bool)
        sets[:, heavy] = head == 1
        sets[:, middle] = drawn[fits]
        sets[:, light] = bits[ranked[np.clip(places, 0, len(sums) - 1)]] == 1
        found.append(sets)
    return np.unique(np.vstack(found), axis=0)


def _all_sets(truths: int) -> np.ndarray:
    """Rows of zeros and ones."""
    return (np.arange(2**truths)[:, None] >> np.arange(truths)) & 1


def _heads(masses: np.ndarray, share: float) -> Heads:
    """The sets of heavy truths in a mixture where each is high with the same chance, `share`.

    Of all such mixtures it is the one that leaves the others nearest to their share.
    """
    sets = _all_sets(len(masses))
    rest = 1 - masses.sum()
    wanted = share - sets @ masses
    # Beside other sets the light truths cannot have the mass that is wanted.
    inside = (wanted > 0) & (wanted < rest)
    sets = sets[inside]
    wanted = wanted[inside]
    found = linprog(
        (wanted / rest - share) ** 2,
        A_eq=np.vstack([sets.T, np.ones(len(sets))]),
        b_eq=np.append(np.full(len(masses), share), 1.0),
        method="highs-ds",
    )
    used = np.zeros(len(sets), dtype=bool) if found.x is None else found.x > 0
    return Heads(sets[used], wanted[used])


def best_mixture(sets: np.ndarray, gains: np.ndarray, gamma: float) -> np.ndarray:
    """The sets of the best mixture in which each truth is high with the same chance, in doubles.

    maximise sum w u   with   sum w x_j = c for each truth,   sum w + (gamma - 1) c = 1.
    """
    count, truths = sets.shape
    balance = np.hstack([sets.T.astype(float), -np.ones((truths, 1))])
    mass = np.append(np.ones(count), gamma - 1)
    found = linprog(
        -np.append(gains / np.abs(gains).max(), 0.0),
        A_eq=np.vstack([balance, mass]),
        b_eq=np.append(np.zeros(truths), 1.0),
        method="highs-ds",
    )
    if found.x is None:
        return np.zeros(0, dtype=int)
    return np.flatnonzero(found.x[:-1] > 0)
