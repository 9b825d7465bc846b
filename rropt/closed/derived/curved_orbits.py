"""A curved design problem with parameters, made small by the permutations that leave it unchanged.

    J = sum_c w_c J_c,   J_c = sum_(r in orbit c) r r' / (q.r),   sum_c w_c (sum_(r in c) r_j) = 1

Columns are orbits of patterns, rows are orbits of truths: an invariant optimum exists because the
criteria are convex in J. Criteria are tr(E J^-1), less q'E q, and log det of the covariance on the
tangent space of the simplex, log k - log det J.

At one point the engine finds the best table in doubles: a hint which support is optimal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations, product
from typing import Any

import sympy as sp

from rropt.closed.derived.validity import Point, at
from rropt.closed.symbols import gamma
from rropt.design.engine.pool import CubePool
from rropt.design.engine.ratio_design import path_end
from rropt.design.engine.ratio_question import RatioQuestion
from rropt.exact.convert import rational
from rropt.exact.entries import picked, two_valued
from rropt.exact.linear_algebra import rational_matrix
from rropt.utility.at_prior import COptimal, DOptimal

Permutation = tuple[int, ...]
Exponents = tuple[int, ...]

FAINT = 1e-6
"""Of the largest weight: what has less is not used, as far as doubles see."""


@dataclass(frozen=True)
class CurvedOrbits:
    """The orbits of a curved objective at a prior of expressions."""

    objective: Any
    prior: tuple[sp.Expr, ...]
    known: tuple[tuple[sp.Symbol, Fraction], ...] = ()
    """Parameters that are numbers."""

    merged: bool = False
    """Whether the truths to which a contrast gives one number are seen as one."""

    permutations: tuple[Permutation, ...] = ()
    """Those that are used; none for all that keep prior and criterion."""

    @property
    def truths(self) -> int:
        return len(self.prior)

    @property
    def is_determinant(self) -> bool:
        """Whether the criterion is the log-determinant."""
        return isinstance(self.objective, DOptimal)

    @cached_property
    def group(self) -> list[Permutation]:
        """The permutations of the truths that keep prior and criterion."""
        if self.permutations:
            return list(self.permutations)
        k = self.truths
        prior = tuple(self.prior)
        weights = tuple(map(tuple, self.objective.criterion()))

        def keeps(p: Permutation) -> bool:
            moved = tuple(picked(row, p) for row in picked(weights, p))
            return picked(prior, p) == prior and moved == weights

        return list(filter(keeps, permutations(range(k))))

    @cached_property
    def rows(self) -> list[int]:
        """One truth of each orbit."""
        return sorted(set(map(min, zip(*self.group, strict=True))))

    @cached_property
    def columns(self) -> list[tuple[Exponents, ...]]:
        """The orbits of the extreme patterns."""
        found: dict[tuple[Exponents, ...], None] = {}
        # A constant pattern lies inside the cone, so that it is no extreme one.
        for pattern in product((0, 1), repeat=self.truths):
            if 0 < sum(pattern) < self.truths:
                orbit = sorted({picked(pattern, p) for p in self.group}, reverse=True)
                found[tuple(orbit)] = None
        return list(found)

    @cached_property
    def level(self) -> sp.Expr:
        return gamma.subs(dict(self.known))

    def entries(self, pattern: Exponents) -> list[sp.Expr]:
        """The pattern in gamma."""
        return [self.level**t for t in pattern]

    def mass(self, column: int) -> list[sp.Expr]:
        """The sum of the orbit's patterns on each row."""
        orbit = [self.entries(pattern) for pattern in self.columns[column]]
        return [sp.Add(*entries) for entries in picked(list(zip(*orbit, strict=True)), self.rows)]

    @cached_property
    def truth_orbits(self) -> list[list[int]]:
        """The truths that permutations carry to each other."""
        carried = list(zip(*self.group, strict=True))
        return [sorted(set(carried[j])) for j in self.rows]

    @property
    def _invariant(self) -> list[sp.Matrix]:
        """The sums over the orbits of truths."""
        k = self.truths
        return [sp.Matrix(two_valued(orbit, k, 1, 0)) for orbit in self.truth_orbits]

    @property
    def _turning(self) -> list[sp.Matrix]:
        """One difference in each orbit of several truths: J is one number on all of them."""
        units = sp.eye(self.truths)
        large = [orbit for orbit in self.truth_orbits if len(orbit) > 1]
        return [units[:, orbit[0]] - units[:, orbit[1]] for orbit in large]

    @cached_property
    def times(self) -> list[int]:
        """How often each direction of the basis counts: a difference for all of its orbit."""
        if self.objective.contrast is not None:
            return [1] * self.basis.cols
        large = [len(orbit) - 1 for orbit in self.truth_orbits if len(orbit) > 1]
        return [1] * len(self.truth_orbits) + large

    @cached_property
    def basis(self) -> sp.Matrix:
        """The directions in which J matters, as columns: for a contrast those that turn as it does.

        Without a contrast J is a block on the sums of orbits, and a number on their differences,
        for all permutations that keep the prior are there. With one, a permutation leaves the
        contrast or turns its sign, v = J^-1 c does the same, and J is needed on such vectors only:
        there it is regular also where truths may report alike. Any v proves a bound, 2 c.v - v'Jv,
        so `merged` is one more place to look for it; a table that tells merged truths apart does
        not reach that bound (`tells_alike`).
        """
        contrast = self.objective.contrast
        if contrast is None:
            return sp.Matrix.hstack(*self._invariant, *self._turning)
        if self.merged:
            levels = list(dict.fromkeys(contrast))
            return sp.Matrix([two_valued({levels.index(c)}, len(levels), 1, 0) for c in contrast])
        found: dict[tuple[int, ...], None] = {}
        for j in range(self.truths):
            # The mean of a unit vector over the group, each permutation with the sign it gives c.
            direction = [0] * self.truths
            for p in self.group:
                same = all(contrast[p[i]] == contrast[i] for i in range(self.truths))
                direction[p[j]] += 1 if same else -1
            first = next((x for x in direction if x), 0)
            if first:
                # Entries are 0 or plus and minus the size of a stabiliser: no division has a rest.
                found[tuple(x // first for x in direction)] = None
        return sp.Matrix([list(direction) for direction in found]).T

    def tells_alike(self, column: int) -> bool:
        """Whether no pattern of the orbit tells merged truths apart.

        J carries vectors that are equal on merged truths to such vectors if all patterns are.
        """
        if not self.merged:
            return True
        contrast = self.objective.contrast
        levels = len(set(contrast))
        return all(len(set(zip(contrast, r, strict=True))) == levels for r in self.columns[column])

    def seen(self, pattern: Exponents) -> sp.Expr:
        """q.r, the probability of the report per weight."""
        pairs = zip(self.prior, self.entries(pattern), strict=True)
        return sp.Add(*(q * x for q, x in pairs))

    def directions(self, pattern: Exponents) -> sp.Matrix:
        """The pattern along the basis."""
        return self.basis.T * sp.Matrix(self.entries(pattern))

    def information(self, column: int) -> sp.Matrix:
        """J_c of one orbit on the basis."""
        size = self.basis.cols
        total = sp.zeros(size, size)
        for pattern in self.columns[column]:
            r = self.directions(pattern)
            total += r * r.T / self.seen(pattern)
        return total

    @cached_property
    def criterion(self) -> sp.Matrix:
        """The matrix E with tr(E J^-1) as criterion, J on the basis."""
        if self.objective.contrast is None:
            blocks = [len(orbit) for orbit in self.truth_orbits]
            # B'B is diagonal: the sum of an orbit has its size as squared length, a difference 2.
            return sp.diag(*blocks, *(2 * times for times in self.times[len(blocks) :]))
        rows = [list(map(rational, row)) for row in self.objective.criterion()]
        return self.basis.T * sp.Matrix(rows) * self.basis

    @cached_property
    def known_part(self) -> sp.Expr:
        """q'E q, which no table changes."""
        q = sp.Matrix(self.prior)
        rows = [list(map(rational, row)) for row in self.objective.criterion()]
        return (q.T * sp.Matrix(rows) * q)[0]

    def with_merged_truths(self) -> CurvedOrbits:
        """Of a contrast, with the truths merged that have one number.

        Most of them get the number zero: a shift of all numbers changes no variance, but adds a
        multiple of the prior to v = J^-1 c, which is then not equal on them where their shares
        differ.
        """
        contrast = self.objective.contrast
        ((common, _),) = Counter(contrast).most_common(1)
        shifted = COptimal(self.objective.prior, [number - common for number in contrast])
        return CurvedOrbits(shifted, self.prior, self.known, merged=True)

    def have_one_table(self, columns: Sequence[int], point: Point) -> bool:
        """Whether no two tables of these orbits have one J at a point: without a contrast the best
        J is one, so that its table is the only one.
        """
        if self.objective.contrast is not None:
            return False
        rows = [[at(entry, point) for entry in self.information(c)] for c in columns]
        return bool(rational_matrix(rows).rank() == len(rows))

    def in_use(self, point: Point) -> list[int]:
        """The orbits that the best table uses at a point, found in doubles: a hint."""
        prior = [at(mass, point) for mass in self.prior]
        contrast = self.objective.contrast
        kind = type(self.objective)
        there = kind(prior) if contrast is None else kind(prior, contrast)
        pool = CubePool(self.truths, at(self.level, point))
        found = path_end(RatioQuestion(there, pool))
        if found is None:
            return []
        keys = map(pool.parts, found.point.keys.tolist())
        weights: dict[Any, float] = dict(zip(keys, found.point.weights.tolist(), strict=True))
        # The mean over the group is as good: an orbit is used where one of its patterns is.
        used = [sum(weights.get(r, 0.0) for r in orbit) for orbit in self.columns]
        return [c for c, weight in enumerate(used) if weight > FAINT * max(used)]
