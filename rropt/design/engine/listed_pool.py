"""All extreme patterns of a privacy with deltas, a matrix or conditions, as masters see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from operator import truediv

import numpy as np

from rropt.design.engine.pool import (
    NONE,
    Array,
    Charges,
    Features,
    Keys,
    Quotient,
    most_independent,
    tangent_basis,
    worst_of,
)
from rropt.design.engine.repair import ExactTable, table_near
from rropt.exact import InputError, over_common_denominator
from rropt.exact.convert import fmpq
from rropt.exact.entries import entrywise, scaled
from rropt.lp.highs import SumsBetween, least_costs
from rropt.patterns.extreme import Pattern
from rropt.privacy.bound_forms import LOW
from rropt.privacy.conditions import Conditions
from rropt.privacy.levels import Levels

SHARE = 0.5
"""Tables to begin with use at most this share of each budget: both ends of it are as far away."""

ALIKE = (
    "privacy must leave all truths apart for this objective: under these levels no table "
    "identifies the distribution"
)

TOO_EXTREME = (
    "privacy must be less extreme for the floating-point search of this objective: its levels are "
    "too near one, or too unlike each other"
)


class RowPool:
    """Patterns in doubles with what they take of budgets: what all listed pools have in common.

    - rows: the patterns, each divided by its largest entry
    - below: the same less one, found without cancellation
    - excess: of each budget, as a share of it
    - start: a table inside the region
    - unit: of flat parts; None for that of the start

    Rows are scaled down where their flat part is long: near gamma = 1 a report that names a truth
    tells as much as many others together, and may be given as seldom.
    """

    def __init__(
        self,
        rows: Array,
        below: Array,
        excess: Array,
        start: tuple[Keys, Array],
        unit: float | None = None,
    ) -> None:
        chosen, weights = start
        self.truths = rows.shape[1]
        self.most_at_once = len(rows)
        flat = below @ tangent_basis(self.truths)
        means = rows.mean(axis=1)
        lengths = (flat[chosen] ** 2).sum(axis=1) / means[chosen]
        self.unit = unit or float(np.sqrt(weights @ lengths / (self.truths - 1)))
        self._features, self._shares = self._scaled(rows, below, excess)
        self._start: tuple[Keys, Array] = chosen, weights / self._shares[chosen]

    def _scaled(self, rows: Array, below: Array, excess: Array) -> tuple[Features, Array]:
        """Rows as masters see them, and by how much each is scaled down."""
        flat = below @ tangent_basis(self.truths) / self.unit
        means = rows.mean(axis=1)
        found = 1 / np.maximum(1.0, (flat**2).sum(axis=1) / means)
        shares = found[:, None]
        return Features(rows * shares, flat * shares, means * found, excess * shares), found

    def start(self) -> tuple[Keys, Array]:
        return self._start

    def inner_table(self) -> Array:
        """The rows of the table to begin with."""
        keys, weights = self._start
        rows: Array = self.features(keys).rows * weights[:, None]
        return rows

    def features(self, keys: Keys) -> Features:
        return self._features.take(keys)

    def costless(self, prior: Sequence[Fraction]) -> Keys:
        rows = self._features.rows
        hidden = np.flatnonzero(rows @ np.array(prior, dtype=float) == 0)
        if not len(hidden):
            return NONE
        # Levels above one leave those that hidden patterns show any ratios near one.
        shown = int(rows[hidden].any(axis=0).sum())
        order, _ = most_independent(rows[hidden], shown)
        found: Keys = hidden[order]
        return found

    def worst(
        self,
        quotients: Sequence[Quotient],
        charges: Charges,
        least: float,
        most: int,
        known: Keys = NONE,
    ) -> tuple[Keys, Array]:
        shortfalls = self._shortfalls(quotients, charges)
        return worst_of(shortfalls, least, min(most, self.most_at_once), known)

    def _shortfalls(self, quotients: Sequence[Quotient], charges: Charges) -> Array:
        at = self._features
        short = -(at.balance @ charges.balance) - at.excess @ charges.excess
        basis = tangent_basis(self.truths)
        for part in quotients:
            top = ((at.flat @ (basis.T @ part.top @ basis)) * at.flat).sum(axis=1)
            bottoms = at.rows @ part.bottom
            short += np.divide(top, bottoms, out=np.zeros_like(top), where=bottoms > 0)
        return short

    def lack(self, quotients: Sequence[Quotient], charges: Charges) -> float:
        short = self._shortfalls(quotients, charges)
        return max(0.0, float((short / self._features.means).max()))


class ListedPool(RowPool):
    """All extreme patterns of a privacy: staircases of a delta, or rays.

    Where none has a zero, all are 1 + rise m: near level one they are told apart by m.
    """

    def __init__(self, levels: Levels | Conditions) -> None:
        self.levels = levels
        self.patterns = levels.patterns(LOW)
        self._split = _split(self.patterns)
        self._budgets = list(levels.approximate.items())
        whole = [over_common_denominator(r)[0] for r in self.patterns]
        most = [[max(r)] * len(r) for r in whole]
        rows = np.array(entrywise(truediv, whole, most))
        below = np.array(entrywise(lambda x, top: (x - top) / top, whole, most))
        excess = self._excesses(self.patterns)
        refuse_alike(self.patterns, rows)
        super().__init__(rows, below, excess, self._inside(rows, below, excess))
        self.rows = rows
        """The patterns in doubles, each divided by its largest entry."""

        self.excess = excess
        """What these rows take of each budget, as a share of it."""

    def _inside(self, rows: Array, below: Array, excess: Array) -> tuple[Keys, Array]:
        """A table inside the region; that of small deltas tells each truth for certain a little."""
        uniform = self.levels.uniform
        if uniform is not None and uniform[2] and uniform[0] > 1:
            return with_some_certainty(self.patterns, rows, uniform[0], float(uniform[2]))
        silent = self._excesses([(Fraction(1),) * rows.shape[1]])[0]
        found = inside(balance_of(rows, below), excess, silent)
        if found is None:
            raise InputError(TOO_EXTREME if _tells_all(self.levels) else ALIKE)
        return found

    def _excesses(self, patterns: Sequence[Pattern]) -> Array:
        """What each pattern, divided by its largest entry, takes of each budget."""
        found = np.zeros((len(patterns), len(self._budgets)))
        place = {key: n for n, (key, _) in enumerate(self._budgets)}
        for pattern, taken in zip(patterns, found, strict=True):
            for key, over in self.levels.excesses(LOW, pattern).items():
                taken[place[key]] = float(over / max(pattern))
        return found / np.array([float(delta) for delta in self.deltas])

    @property
    def deltas(self) -> Sequence[Fraction]:
        return [delta for _, delta in self._budgets]

    def scale(self, key: int) -> float:
        return float(max(self.pattern(key))) / self._shares[key]

    def pattern(self, key: int) -> Pattern:
        base, _ = self._split
        row = self.patterns[key]
        return scaled(row, 1 / Fraction(min(row))) if base else row

    def split(self) -> tuple[int, Fraction]:
        return self._split

    def near(self, keys: Keys, weights: Array) -> ExactTable:
        """The exact table of these patterns with about these weights of their rows.

        Cones have numbers that are unbiased to 1e-6: what they lack is for the heaviest reports,
        also where these carry the weights.
        """
        tops = np.array([float(max(self.pattern(key))) for key in keys])
        return replace(table_near(self, keys, weights / tops), carried=[])

    def parts(self, key: int) -> tuple[Fraction, ...]:
        base, rise = self._split
        return tuple((x - base) / rise for x in self.pattern(key))

    def key_of(self, budget: int) -> tuple[int, ...]:
        return self._budgets[budget][0]

    def spent(self, patterns: Sequence[Pattern], weights: Sequence[Fraction]) -> list[Fraction]:
        found = []
        for key, _ in self._budgets:
            total = Fraction(0)
            for w, row in zip(weights, patterns, strict=True):
                total += w * self.levels.excess(LOW, key, row)
            found.append(total)
        return found


def _split(patterns: Sequence[Pattern]) -> tuple[int, Fraction]:
    """Base and rise of patterns that are each divided by their least entry, where that is near the
    largest: on a path of ten truths at epsilon 1 independent m belong to dependent patterns."""
    if not all(map(all, patterns)):
        return 0, Fraction(1)
    rise = max(Fraction(max(r)) / min(r) for r in patterns) - 1
    return (1, rise) if rise < 1 else (0, Fraction(1))


def refuse_alike(patterns: Sequence[Pattern], rows: Array) -> None:
    """Truths that no pattern tells apart."""
    from flint import fmpq_mat

    truths = rows.shape[1]
    spread, _ = most_independent(rows, truths)
    # Doubles propose independent patterns; nobody is refused before all have been looked at.
    for numbers in (spread, range(len(rows))):
        exact = [list(map(fmpq, patterns[n])) for n in numbers]
        if fmpq_mat(exact).rank() == truths:
            return
    raise InputError(ALIKE)


def with_some_certainty(
    patterns: Sequence[Pattern], rows: Array, level: Fraction, delta: float
) -> tuple[Keys, Array]:
    """One high or one low truth, and certainty of total weight delta / 2: half of every excess."""
    k = rows.shape[1]
    mixed = []
    certain = []
    for key, r in enumerate(patterns):
        if r.count(Fraction(0)) == k - 1:
            certain.append(key)
        elif max(r) == level * min(r) and r.count(max(r)) in (1, k - 1):
            mixed.append(key)
    # By symmetry all columns of mixed rows add up to the sum of their means.
    shared = (1 - delta / 2) / rows[mixed].mean(axis=1).sum()
    sizes = [shared] * len(mixed) + [delta / 2] * len(certain)
    return np.array(mixed + certain), np.array(sizes)


def balance_of(rows: Array, below: Array) -> Array:
    """Flat parts of size one, and means: HiGHS takes what columns of 1 and 1 + 1e-10 add up to for
    the same."""
    flat = below @ tangent_basis(rows.shape[1])
    return np.column_stack([flat / (np.abs(flat).max() or 1.0), rows.mean(axis=1)])


def _tells_all(levels: Levels | Conditions) -> bool:
    """Whether no two truths must have the same chances in every table: a level of one says that."""
    if isinstance(levels, Conditions):
        return False
    hard = [pair for pair in levels.bound_pairs if pair not in levels.approximate]
    return all(levels.lo[a][b] > 1 for a, b in hard)


def inside(balance: Array, excess: Array, silent: Array) -> tuple[Keys, Array] | None:
    """Independent patterns with weights as far from zero as can be, and what balances them; None
    where doubles see no such table.

    Budgets are left as far from what they allow as from what a table takes that tells nothing.
    Patterns that alone take more than a budget are scaled down to it: powers reach 1e60. A level of
    one allows no table that tells its two truths apart, though patterns do.
    """
    truths = balance.shape[1]
    budgets = excess.shape[1]
    shares = 1 / excess.max(axis=1, initial=1.0)
    balance = balance * shares[:, None]
    excess = excess * shares[:, None]
    spread, _ = most_independent(balance, truths)
    least = np.zeros((truths, len(balance) + 1))
    least[np.arange(truths), spread] = -1.0
    least[:, -1] = 1.0
    taken = np.hstack([excess.T, np.zeros((budgets, 1))])
    balanced = np.hstack([balance.T, np.zeros((truths, 1))])
    found = least_costs(
        np.append(np.zeros(len(balance)), -1.0),
        [
            SumsBetween.at_most(least, 0.0),
            SumsBetween.at_most(taken, silent + SHARE * (1 - silent)),
            SumsBetween.equal(balanced, np.eye(truths)[-1]),
        ],
    )
    if found is None or not found.numbers[-1] > 0:
        return None
    weights = found.numbers[:-1] * shares
    chosen = np.flatnonzero(weights > 0)
    return chosen, weights[chosen]
