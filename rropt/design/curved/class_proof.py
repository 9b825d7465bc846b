"""The certificate of a table of types: its value, tangents, and prices that cover all patterns.

The information is inverted exactly; the tangents V are short numbers near that inverse. With X the
form whose r'Xr / (q.r) must be covered, a price a class comes from a linear program over the types
and is raised until the checker accepts it; what all prices have in common, the slope of the utility
at the row of ones, is taken off exactly, for gamma near one. Where types are too many to be listed
tangents and prices are those of a cover.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Any

import numpy as np

from rropt.certificate import Certificate
from rropt.channel.block_design import ClassBlocks, blocks_record
from rropt.channel.pattern_type import (
    SingleTruth,
    Type,
    class_information,
    class_means,
    class_spreads,
)
from rropt.design.curved.class_cover import MOST_EXACT, ClassCover, KAryCover
from rropt.design.curved.linearise import BITS
from rropt.design.curved.share_classes import ShareClasses, ShareTypes
from rropt.design.engine.clamped_rows import (
    ENOUGH,
    EVERY,
    Clamped,
    ClampedRows,
    is_clamped,
    with_truths,
)
from rropt.design.engine.ladder import first_accepted
from rropt.design.levels.universal_table import class_level_record, priced_pairs
from rropt.design.problem import Problem, Runs
from rropt.exact import root_bounds
from rropt.exact.block_form import BlockForm, dot
from rropt.exact.bounds import short, step_of
from rropt.lp.highs import TIGHTEST, SumsBetween, least_costs

ONE, ZERO = Fraction(1), Fraction(0)

INFLATIONS = (1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-7, 1e-5)
"""Shares by which prices are raised, one after the other, until the checker accepts them."""

MEAN_BITS = 128
"""Of a mean of eigenvalues, a root: more than a certificate has."""

ABOVE = 1 + Fraction(1, 2**80)
"""Of the value where checkers round the information: to fewer digits than is done here."""

LARGER = Fraction(1, 2**40)
"""The share by which an eigenvalue found in doubles is raised."""

TANGENT_BITS = 120
"""Digits of tangents: near gamma = 1 their entries nearly cancel on every pattern."""


@dataclass(frozen=True)
class ClassProof:
    """A table of types with exact weights, and what shows that it is best."""

    problem: Problem
    types: ShareTypes
    table: dict[Type, Fraction]
    directions: BlockForm | None
    classes: ShareClasses
    cover: ClassCover | KAryCover | None = None
    """What covers types that are not listed."""

    shortened: Fraction = ONE
    """So long are the tangents, as a share of the inverse information."""

    def telling(self) -> ClassProof:
        """The table that tells the truth with chance delta."""
        if not is_clamped(self.problem):
            return self
        told: dict[Type, int] = {SingleTruth(c): n for c, n in enumerate(self.types.sizes)}
        return replace(self, table=dict(with_truths(self.table.items(), told, self.problem.delta)))

    def certificate(self, blocks: ClassBlocks) -> Certificate:
        """With prices raised by the least share that the checker accepts."""
        best = self._best_length
        if best <= ENOUGH:
            return replace(self, shortened=short(best * self.shortened)).certificate(blocks)
        sizes = self.types.sizes
        value = self._value()
        forms = {"tangents": self.tangents.record()}
        if self.directions is not None:
            forms["directions"] = self.directions.record()
        frame = forms | {
            "kind": "symmetric",
            "privacy": class_level_record(self.problem, sizes),
            "truths": list(sizes),
            "objective": self._objective,
            "prior": list(self.classes.prior),
            "patterns": self._patterns,
            "weights": list(self.table.values()),
            "value": value,
        }
        frame |= blocks_record(blocks)
        if not self.classes.are_even:
            frame["shares"] = [list(row) for row in self.classes.lists]
        cover = self.cover
        if self._is_rounded:
            frame["rounded"] = "down"

        def raised(share: float) -> dict[str, Any]:
            if cover is None:
                found = self._paying(_raised(self._prices, share, sizes), EVERY)
            else:
                found = self._paying(cover.raised(share), cover.record)
            bound = short(self._bound(found.paid), up=False)
            proved = {"prices": found.prices, "bound": bound, "gap": value - bound}
            pairs = priced_pairs(list(found.pairs.items()))
            return frame | proved | {"cover": found.cover} | pairs

        return first_accepted(raised, INFLATIONS if cover is None else cover.raises)

    @cached_property
    def _clamped(self) -> ClampedRows | None:
        """What clamped rows are worth, where there is a delta."""
        if not is_clamped(self.problem):
            return None
        return ClampedRows.of_form(self.problem, self._covered, self.classes.prior)

    def _paying(self, prices: list[Fraction], proof: Mapping[str, Any]) -> Clamped:
        """These prices, and what pairs pay besides."""
        if self._clamped is not None:
            return self._clamped.covered(prices, proof)
        return Clamped(prices, {}, proof, dot(self.types.sizes, prices))

    @cached_property
    def _best_length(self) -> Fraction:
        """Of the tangents, as a share of what they are: pairs that pay for a delta make them too
        long. The bound grows with them, less what is paid for their squares."""
        if self._clamped is None or self.is_mean or self.cover is not None:
            return ONE
        V, D = self.tangents, self.directions
        gain = V.trace() if D is None else D.times(V).trace()
        return gain / self._paying(_raised(self._prices, 0.0, self.types.sizes), EVERY).paid

    @property
    def apart(self) -> Fraction:
        """By what share of the value the bound of a cover is below it, before prices are raised."""
        if self.cover is None:
            return Fraction(0)
        value = self._value()
        return (value - self._bound(dot(self.types.sizes, self.cover.prices))) / value

    @property
    def _patterns(self) -> list[Any]:
        """Of every type the runs of each class."""
        sizes, gamma = self.types.sizes, self.problem.number.lo
        every = (type_runs(one, sizes, gamma) for one in self.table)
        return [[[list(run) for run in runs] for runs in classes] for classes in every]

    @cached_property
    def inverse(self) -> BlockForm:
        """J^-1 of the table."""
        gamma = self.problem.number.lo
        sizes, shares = self.types.sizes, self.types.shares
        return class_information(sizes, shares, gamma, self.table).inverse()

    @cached_property
    def tangents(self) -> BlockForm:
        """V, short."""
        return _rounded(self.inverse, self.shortened) if self.cover is None else self.cover.tangents

    @property
    def least(self) -> Fraction:
        """At most what the table does; of an eigenvalue the certified value."""
        if self.directions is None:
            return short(self._ends[0], up=False)
        return self._value()

    def _value(self) -> Fraction:
        if self.directions is None:
            return short(self._ends[1])
        return short(self._largest() * (1 + LARGER))

    @cached_property
    def _ends(self) -> tuple[Fraction, Fraction]:
        """Between which the value lies: a sum of variances, or a mean of eigenvalues."""
        if self.is_mean:
            return self._mean(self.problem.truths * self.inverse.determinant())
        exact = self.inverse.trace() - self.classes.squares
        is_exact = self.classes.are_even and not self._is_rounded
        return (exact, exact) if is_exact else (exact / ABOVE, exact * ABOVE)

    @property
    def _is_rounded(self) -> bool:
        """Whether checkers round the information and forms down."""
        many = self.cover is not None and len(self.types.sizes) > MOST_EXACT
        return many and not self.is_mean

    @property
    def is_mean(self) -> bool:
        return self.problem.objective.name == "d-optimal"

    @property
    def _objective(self) -> dict[str, Any]:
        named = {"name": self.problem.objective.name}
        return named | ({"mean": "geometric"} if self.is_mean else {})

    def _mean(self, determinant: Fraction) -> tuple[Fraction, Fraction]:
        """The geometric mean of k - 1 eigenvalues with this product."""
        return root_bounds(determinant, self.problem.truths - 1, MEAN_BITS)

    def _largest(self) -> Fraction:
        """The largest eigenvalue of the covariance, in doubles."""
        roots = np.sqrt(np.array(self.types.sizes, dtype=float))
        pairs = zip(self.inverse.means, self.types.shares, strict=True)
        rows = [
            [float(x - p * q) for x, q in zip(row, self.types.shares, strict=True)]
            for row, p in pairs
        ]
        between = np.linalg.eigvalsh(np.array(rows) * roots[:, None] * roots)
        return max(Fraction(float(between[-1])), *self.inverse.own)

    @property
    def _masses(self) -> list[Fraction]:
        return [n * q for n, q in zip(self.types.sizes, self.types.shares, strict=True)]

    @cached_property
    def _covered(self) -> BlockForm:
        """The X of the utility r'Xr / (q.r)."""
        V = self.tangents
        if self.is_mean:
            return V
        return V.times(V) if self.directions is None else V.times(self.directions).times(V)

    def _bound(self, paid: Fraction) -> Fraction:
        """What the tangents and prices prove."""
        k, V, D, q = self.problem.truths, self.tangents, self.directions, self.types.shares
        if self.is_mean:
            return self._mean(k * (k / paid) ** k * V.determinant())[0]
        if D is None:
            return 2 * V.trace() - self.classes.squares - paid
        return (2 * D.times(V).trace() - dot(self._masses, D.along(q)) - paid) / D.trace()

    @cached_property
    def _prices(self) -> list[Fraction]:
        """The cheapest prices in doubles, on top of the slope of the utility at the row of ones.

        A price is slope + a / k + e_c / (gamma - 1) with sum n_c e_c = 0.
        """
        sizes, gamma, X = self.types.sizes, self.problem.number.hi, self._covered
        along = X.along([Fraction(1)] * len(sizes))
        whole = dot(sizes, along)
        slopes = [2 * x - whole * q for x, q in zip(along, self.types.shares, strict=True)]
        types = replace(self.types, gamma=gamma)
        every = map(types.kind, range(len(types.rises)))
        above = np.array([self._above(one, slopes) for one in every])
        unit = float(above.max()) or 1.0
        paid = -np.hstack([types.lengths[:, None], types.rises])
        balance = np.array([[0.0, *map(float, sizes)]])
        found = least_costs(
            [1.0, *[0.0] * len(sizes)],
            [SumsBetween.at_most(paid, -above / unit), SumsBetween.equal(balance, 0.0)],
            (-np.inf, np.inf),
            TIGHTEST,
        )
        if found is None:
            raise ArithmeticError("the linear program of the prices was not solved")
        a, *rest = (Fraction(unit) * Fraction(x) for x in found.numbers.tolist())
        pairs = zip(slopes, rest, strict=True)
        return [slope + a / sum(sizes) + e / (gamma - 1) for slope, e in pairs]

    def _above(self, one: Type, slopes: Sequence[Fraction]) -> float:
        """How far the utility of a type is above its slope at the row of ones."""
        sizes, gamma, X = self.types.sizes, self.problem.number.hi, self._covered
        row = class_means(one, sizes, gamma)
        sums = [n * x for n, x in zip(sizes, row, strict=True)]
        top = dot(X.own, class_spreads(one, sizes, gamma)) + dot(sums, X.along(row))
        return float(top / dot(self._masses, row) - dot(slopes, sums))


def _raised(prices: Sequence[Fraction], share: float, sizes: Sequence[int]) -> list[Fraction]:
    """Rounded up, each raised by a share of what all prices add up to."""
    unit = float(dot(sizes, prices)) / sum(sizes)
    step = step_of(abs(unit), 2 * BITS)
    raised = (y + Fraction(share * unit) for y in prices)
    return [ceil(y / step) * step for y in raised]


def _rounded(form: BlockForm, factor: Fraction) -> BlockForm:
    """Short numbers near a multiple of all entries."""
    own = [short(factor * x, bits=TANGENT_BITS) for x in form.own]
    means = [[short(factor * x, bits=TANGENT_BITS) for x in row] for row in form.means]
    return BlockForm(form.sizes, own, means)


def type_runs(one: Type, sizes: Sequence[int], gamma: Fraction) -> list[Runs]:
    """The runs of a type in each class.

    >>> type_runs(SingleTruth(0), (1, 2), Fraction(3))
    [((Fraction(1, 1), 1),), ((Fraction(0, 1), 2),)]
    """
    if isinstance(one, SingleTruth):
        places = enumerate(sizes)
        return [
            _only_runs((ONE, int(c == one.place)), (ZERO, n - (c == one.place))) for c, n in places
        ]
    return [pattern_runs(h, n, gamma) for h, n in zip(one, sizes, strict=True)]


def _only_runs(*runs: tuple[Fraction, int]) -> Runs:
    """Without what no truth has."""
    return tuple(run for run in runs if run[1])


def pattern_runs(high: int, size: int, gamma: Fraction) -> Runs:
    """A pattern of a class of which so many truths are high.

    >>> pattern_runs(1, 3, Fraction(2))
    ((Fraction(2, 1), 1), (Fraction(1, 1), 2))
    """
    return _only_runs((gamma, high), (ONE, size - high))
