"""Patterns of levels as one contrast asks for them: of 40 truths on a path there are 2^39.

A square (t.r)^2 / (q.r) is the largest 2 v t.r - v^2 q.r of all v, so that prices y cover all
patterns if

    sum f_j(v) r_j >= 0,   f_j(v) = y_j - 2 v t_j + v^2 q_j,

for all v. The pattern with the least such sum is found without a list: in a tree of levels from its
leaves to the root, in other matrices by a linear program.

A pattern is told by what is tight in it: every truth but the first hangs on another one by the
largest ratio that levels allow, or the smallest. Its entries are products of such ratios.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from rropt.design.engine.listed_pool import ALIKE, TOO_EXTREME, RowPool, balance_of, inside
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
from rropt.patterns.extreme import Pattern

TURNS = 4
"""How often the best v of each pattern that was found is tried in its turn."""

FRESH = 2
"""New patterns a truth that come in at once: with all that fall short, which are much alike, a
worst group of 30 numbers in no order under levels of 11/10 to 6 took minutes, with these 19 s."""

ENTRY_BITS = 64
"""Of an entry of a pattern: a product of 39 levels e^epsilon has 2,500."""

SAME_BITS = 20
"""Two ways to one entry agree to so many digits of the least level."""


class AskedPool(RowPool):
    """Those that were the worst ones so far, and some to begin with.

    - truths: how many
    - least_level: the least ratio that all tables may keep to between two truths
    - first: the codes of the patterns to begin with, a row of whole numbers each
    """

    deltas: Sequence[Fraction] = ()

    def __init__(self, truths: int, least_level: Fraction, first: Array) -> None:
        if least_level <= 1:
            raise InputError(ALIKE)
        self.truths = truths
        self.least_level = least_level
        self.codes = first[:0]
        self._known: set[bytes] = set()
        self._exact: dict[int, Pattern] = {}
        rows, below = self._added(first)
        start = table_of(rows, below) or self._other_start()
        if start is None:
            raise InputError(TOO_EXTREME)
        super().__init__(rows, below, np.zeros((len(rows), 0)), start)
        self.most_at_once = FRESH * truths

    @abstractmethod
    def _other_start(self) -> tuple[Keys, Array] | None:
        """A table inside the region that is known without a search, if there is one."""

    @abstractmethod
    def _logarithms(self, codes: Array) -> Array:
        """Of the entries of patterns, a row each."""

    @abstractmethod
    def _worst_at(self, f: Array) -> Array:
        """The patterns at which sums with these coefficients, a row each, are least."""

    @abstractmethod
    def _tried(self, known: Array) -> Sequence[Array]:
        """Numbers v to begin with, by those of known patterns, which ascend; others are tried
        where these show no pattern that falls short."""

    def _added(self, codes: Array) -> tuple[Array, Array]:
        """The rows of those of these patterns that are new, and the same less one."""
        finest = np.log(float(self.least_level)) / 2**SAME_BITS
        fresh = []
        for n, logarithms in enumerate(self._logarithms(codes)):
            name = (np.round(logarithms / finest) + 0.0).tobytes()
            if name not in self._known:
                self._known.add(name)
                fresh.append(n)
        self.codes = np.vstack([self.codes, codes[fresh]])
        return self._rows(codes[fresh])

    def _rows(self, codes: Array) -> tuple[Array, Array]:
        """Each divided by its largest entry, and the same less one without cancellation."""
        logarithms = self._logarithms(codes)
        logarithms -= logarithms.max(axis=1, keepdims=True)
        return np.exp(logarithms), np.expm1(logarithms)

    def starts(self) -> Iterator[None]:
        """One start of a search after the other: from a table of few of the first patterns, from
        another one if there is such, from few of all that are known by then."""
        yield
        other = self._other_start()
        if other is not None:
            self._begin(*other)
            yield
        found = table_of(*self._rows(self.codes))
        if found is not None:
            self._begin(*found)
            yield

    def _begin(self, chosen: Keys, weights: Array) -> None:
        self._start = chosen, weights / self._shares[chosen]

    def _shortfalls(self, quotients: Sequence[Quotient], charges: Charges) -> Array:
        self._look(quotients, charges)
        return super()._shortfalls(quotients, charges)

    def _look(self, quotients: Sequence[Quotient], charges: Charges) -> None:
        """For patterns whose charge falls short, which are known from then on."""
        (part,) = quotients
        basis = tangent_basis(self.truths)
        t = basis @ (basis.T @ direction_of(part.top)) / self.unit
        q = part.bottom
        *flat, mean = charges.balance
        y = basis @ np.array(flat) / self.unit + mean / self.truths
        rows = self._features.rows
        short = [self.codes[:0]]
        for v in self._tried(np.sort((rows @ t) / (rows @ q))):
            for _ in range(TURNS):
                f = y - 2 * v[:, None] * t + v[:, None] ** 2 * q
                codes = np.unique(self._worst_at(f), axis=0)
                rows, _ = self._rows(codes)
                told, means = rows @ t, rows @ q
                is_short = told**2 / means > rows @ y
                short.append(codes[is_short])
                v = (told / means)[is_short]
            if sum(map(len, short)):
                break
        rows, below = self._added(np.vstack(short))
        fresh, shares = self._scaled(rows, below, np.zeros((len(rows), 0)))
        parts = zip(vars(self._features).values(), vars(fresh).values(), strict=True)
        self._features = Features(*(np.concatenate([old, new]) for old, new in parts))
        self._shares = np.append(self._shares, shares)

    def costless(self, prior: Sequence[Fraction]) -> Keys:
        return NONE

    @abstractmethod
    def _rounded(self, key: int) -> Pattern:
        """A pattern rounded to the inside; its largest entry is about 1."""

    def pattern(self, key: int) -> Pattern:
        if key not in self._exact:
            self._exact[key] = self._rounded(key)
        return self._exact[key]

    def scale(self, key: int) -> float:
        return float(max(self.pattern(key))) / float(self._shares[key])

    def split(self) -> tuple[int, Fraction]:
        return 0, Fraction(1)

    def parts(self, key: int) -> tuple[Fraction, ...]:
        return self.pattern(key)

    def key_of(self, budget: int) -> tuple[int, ...]:
        raise LookupError("levels without a delta have no budgets")

    def spent(self, patterns: Sequence[Pattern], weights: Sequence[Fraction]) -> list[Fraction]:
        return []


def table_of(rows: Array, below: Array) -> tuple[Keys, Array] | None:
    """A table inside the region, of few of these patterns, if doubles see one."""
    return inside(balance_of(rows, below), np.zeros((len(rows), 0)), np.zeros(0))


def between(known: Array, parts: int) -> Array:
    """So many numbers from each to the next, and as far beyond both ends as these are apart."""
    spread = known[-1] - known[0]
    places = np.concatenate([[known[0] - spread], known, [known[-1] + spread]])
    steps = np.diff(places)[:, None] * np.arange(parts) / parts
    found: Array = (places[:-1, None] + steps).ravel()
    return found
