"""A-, D- and E-optimality with few different shares: types of patterns, certified as orbits.

`class_program` finds the weights of types in doubles; here they become exact, and the information,
a matrix that is `own` on differences in a class and has the mean entry means_cd in the block of
classes c and d, is inverted exactly. The tangents V are short numbers near that inverse. With X the
form whose r'Xr / (q.r) must be covered, a price a class comes from a linear program over the types
and is raised until the checker accepts it; what all prices have in common, the slope of the utility
at the row of ones, is taken off exactly, for gamma near one. Where types are too many to be listed,
a few come from `class_columns`, tangents and prices from `class_relaxation`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, log2, prod
from typing import Any

import numpy as np

from rropt.certificate import Certificate, CertificateError, LargeCertificate
from rropt.channel import Channel
from rropt.channel.block_design import ClassBlocks, blocks_record
from rropt.channel.pattern_type import class_information, class_means, class_spreads
from rropt.design.answer import Answer, simplify
from rropt.design.blocks.block_channel import class_channel
from rropt.design.blocks.class_blocks import blocks_of_types
from rropt.design.blocks.equal_shares import in_bits, in_words
from rropt.design.curved.class_columns import good_types
from rropt.design.curved.class_cover import ClassCover
from rropt.design.curved.class_program import (
    ClassWeights,
    ShareTypes,
    best_weights,
    shares_of_prior,
)
from rropt.design.curved.class_relaxation import Relaxation, Relaxed
from rropt.design.curved.class_slices import Slices
from rropt.design.curved.linearise import BITS, exact_weights
from rropt.design.curved.share_classes import ShareClasses, fall_or_rise
from rropt.design.curved.unbiased import short
from rropt.design.engine.ladder import first_accepted
from rropt.design.levels.level_statement import level_record
from rropt.design.linear.fewer_reports import refuse_more
from rropt.design.linear.symmetric import are_sets_written
from rropt.design.problem import Orbit, Problem, Runs
from rropt.exact import InputError, root_bounds
from rropt.exact.block_form import BlockForm, dot
from rropt.exact.certified_number import CertifiedNumber

FEW_TRUTHS = 16
"""Up to this many truths the search over all patterns takes seconds, and finds fewer reports."""

MOST_TYPES = 10_000
"""Types that are listed: 100 truths of two shares have 2600, the checker takes 16384."""

MOST_CLASSES, MOST_OF_VOLUME = 8, 200
"""Classes of more types, and truths of a determinant then: it has four digits for each of them."""

MOST_SEARCHED = 20
"""Up to this many truths a search over patterns ends, with a gap of rounding errors."""

FEWEST_IN_CLASSES = 25
"""From so many truths on shares are put in classes: a search over patterns of 24 takes 20 s."""

WIDE = Fraction(1, 20)
"""A wider gap of types that are not listed is not shown."""

NEAR = 1e-4
"""Beyond this gap of a relaxation slices are tried: a second or more."""

RELAXED = (1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3)
"""Shares by which the prices of a relaxation are raised."""

INFLATIONS = (1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-7, 1e-5)
"""Shares by which prices are raised, one after the other, until the checker accepts them."""

MEAN_BITS = 128
"""Of a mean of eigenvalues, a root: more than a certificate has."""

LARGER = Fraction(1, 2**40)
"""The share by which an eigenvalue found in doubles is raised."""

Type = tuple[int, ...]
"""How many truths of each class are high."""

TANGENT_BITS = 120
"""Digits of tangents: near gamma = 1 their entries nearly cancel on every pattern."""


def is_of_few_shares(problem: Problem) -> bool:
    """Whether this page solves the problem."""
    objective = problem.objective
    named = objective.name in ("a-optimal", "d-optimal", "e-optimal") and not objective.robust
    if not named or len(objective.scenarios) > 1 or problem.truths <= FEW_TRUTHS:
        return False
    if problem.levels is not None or problem.delta or problem.gamma.lo == 1:
        return False
    sizes, shares = shares_of_prior(objective.scenarios[0].prior)
    if number_of_types(sizes) <= MOST_TYPES:
        return True
    if objective.name == "e-optimal" or not min(shares):
        return False
    if problem.truths <= MOST_SEARCHED:
        return False
    if len(sizes) > MOST_CLASSES:
        are_ordered = fall_or_rise(objective.scenarios[0].prior)
        if problem.truths < FEWEST_IN_CLASSES or not are_ordered:
            return False
    return objective.name == "a-optimal" or problem.truths <= MOST_OF_VOLUME


def _classes(problem: Problem) -> ShareClasses:
    """One share each, or some where there are too many."""
    prior = problem.objective.scenarios[0].prior
    sizes, shares = shares_of_prior(prior)
    if number_of_types(sizes) <= MOST_TYPES or len(sizes) <= MOST_CLASSES:
        return ShareClasses.even(sizes, shares)
    found = ShareClasses.of(prior, MOST_CLASSES)
    return found or ShareClasses.even(sizes, shares)


def number_of_types(sizes: Sequence[int]) -> int:
    """Of patterns on classes of so many truths.

    >>> number_of_types((200, 800))
    161001
    """
    return prod(n + 1 for n in sizes)


def class_design(problem: Problem) -> Answer:
    """Search, make exact, certify; what doubles cannot find is refused."""
    try:
        return _found(problem)
    except LargeCertificate:
        raise
    except (ArithmeticError, np.linalg.LinAlgError, CertificateError):
        raise InputError(
            f"{problem.objective.label} could not be certified here: the level or the prior is too "
            "extreme for the floating-point search"
        ) from None


def _found(problem: Problem) -> Answer:
    """Shares of blocks are long: where they make the certificate too large there are none."""
    classes, name = _classes(problem), problem.objective.name
    sizes = classes.sizes
    types = ShareTypes(sizes, classes.means, problem.gamma.lo)
    relaxed = None
    if number_of_types(sizes) > MOST_TYPES or not classes.are_even:
        weights = [float(q) for q in classes.prior]
        relaxed = Relaxation(sizes, weights, float(problem.gamma.hi), _power(name)).best()
        types = good_types(types, name, relaxed)
    found = best_weights(types, name)
    used = [n for n, w in enumerate(found.shares) if w]
    chosen = [tuple(map(int, types.types[n])) for n in used]
    rows = [tuple(class_means(t, sizes, problem.gamma.lo)) for t in chosen]
    floats = [float(found.shares[n] / types.lengths[n]) for n in used]
    table = {t: w for t, w in zip(chosen, exact_weights(rows, floats), strict=True) if w}
    proof = ClassProof(problem, types, table, _directions(types, found), classes)
    cover = None if relaxed is None else _cover(proof, relaxed)
    proof = replace(proof, cover=cover)
    blocks = () if cover else blocks_of_types(sizes, list(table))
    try:
        return _answer(proof, blocks)
    except LargeCertificate:
        if not blocks:
            raise
        return _answer(proof, ())


def _power(name: str) -> int:
    """X is this power of the tangents."""
    return 2 if name == "a-optimal" else 1


def _cover(proof: ClassProof, relaxed: Relaxed) -> ClassCover:
    """The relaxation's, or the nearer one of slices where it is not near a trace."""
    problem, types, prior = proof.problem, proof.types, proof.classes.prior
    sizes, gamma, power = types.sizes, problem.gamma.hi, _power(problem.objective.name)
    if power == 2:
        number = np.array(sizes)
        value = float(proof.inverse.trace())
        if relaxed.trace(number) < (1 - NEAR) * value:
            rows = [class_means(one, sizes, gamma) for one in proof.table]
            masses = [n * q for n, q in zip(sizes, prior, strict=True)]
            most = max(float(dot(masses, row)) for row in rows)
            weights = [float(q) for q in prior]
            sliced = Slices(sizes, weights, float(gamma), most, value / sum(sizes)).best()
            relaxed = max(relaxed, sliced, key=lambda found: found.trace(number))
    return ClassCover.of(relaxed, gamma, prior, sizes, power)


def _answer(proof: ClassProof, blocks: ClassBlocks) -> Answer:
    """The certified design, with these blocks in place of all sets."""
    problem, table = proof.problem, proof.table
    sizes, shares = proof.types.sizes, proof.types.shares
    orbits = tuple(_orbit(t, w, sizes, problem.gamma.lo) for t, w in table.items())
    channel = class_channel(orbits, shares, blocks)
    if channel is None:
        raise ArithmeticError("no type tells truths apart")
    refuse_more(problem, channel.shape[0])
    certificate = proof.certificate(blocks)
    data = certificate.data
    value, bound = Fraction(data["value"]), Fraction(data["bound"])
    if proof.cover is not None and value > (1 + WIDE) * bound:
        raise ArithmeticError("the relaxation is too far from the best table")
    low, high = in_words(problem, min(proof.least, value))[0], in_words(problem, value)[1]
    told = f"sets of {len(table)} types in {len(sizes)} classes of truths"
    is_written = not blocks and are_sets_written(*channel.shape)
    written = Channel.from_rows(channel.rows) if is_written else None
    return Answer(
        problem=problem,
        value=CertifiedNumber.of(simplify((low, high))),
        bound=CertifiedNumber.of(in_words(problem, bound)[0]),
        certificate=certificate,
        table=written,
        orbits=() if written else orbits,
        blocks=blocks,
        remarks=(f"{told}: {in_bits(channel.shape[0])}",),
    )


def _orbit(one: Type, weight: Fraction, sizes: Sequence[int], gamma: Fraction) -> Orbit:
    first, *others = (_runs(h, n, gamma) for h, n in zip(one, sizes, strict=True))
    return Orbit(first, weight, tuple(others))


def _runs(high: int, size: int, gamma: Fraction) -> Runs:
    """So many truths of a class are high."""
    runs = ((gamma, high), (Fraction(1), size - high))
    return tuple(run for run in runs if run[1])


def _directions(types: ShareTypes, found: ClassWeights) -> BlockForm | None:
    """What is dual to an eigenvalue, as a form."""
    if not len(found.apart) and not found.cuts:
        return None
    shares = iter(found.apart)
    own = [Fraction(float(next(shares))) / (n - 1) if n > 1 else Fraction(0) for n in types.sizes]
    m = len(types.sizes)
    means = [[Fraction(0)] * m for _ in range(m)]
    for share, vector in found.cuts:
        entries = [Fraction(float(x)) for x in vector]
        for c, x in enumerate(entries):
            means[c] = [
                have + Fraction(share) * x * y for have, y in zip(means[c], entries, strict=True)
            ]
    return BlockForm(types.sizes, own, means)


@dataclass(frozen=True)
class ClassProof:
    """A table of types with exact weights, and what shows that it is best."""

    problem: Problem
    types: ShareTypes
    table: dict[Type, Fraction]
    directions: BlockForm | None
    classes: ShareClasses
    cover: ClassCover | None = None
    """What covers types that are too many to be listed."""

    def certificate(self, blocks: ClassBlocks) -> Certificate:
        """With prices raised by the least share that the checker accepts."""
        sizes, gamma = self.types.sizes, self.problem.gamma.lo
        value = self._value()
        forms = {"tangents": self.tangents.record()}
        if self.directions is not None:
            forms["directions"] = self.directions.record()
        patterns = [
            [[list(run) for run in _runs(h, n, gamma)] for h, n in zip(t, sizes, strict=True)]
            for t in self.table
        ]
        frame = forms | {
            "kind": "symmetric",
            "privacy": level_record(self.problem),
            "truths": list(sizes),
            "objective": self._objective,
            "prior": list(self.classes.prior),
            "patterns": patterns,
            "weights": list(self.table.values()),
            "value": value,
        }
        frame |= blocks_record(blocks)
        if not self.classes.are_even:
            frame["shares"] = [list(row) for row in self.classes.lists]
        cover = self.cover

        def raised(share: float) -> dict[str, Any]:
            if cover is None:
                prices = _raised(self._prices, share, sizes)
                proof: dict[str, Any] = {"proof": "extremes"}
            else:
                prices, proof = cover.raised(share), cover.record
            bound = short(self._bound(dot(sizes, prices)), up=False)
            found = {"prices": prices, "bound": bound, "gap": value - bound, "cover": proof}
            return frame | found

        return first_accepted(raised, INFLATIONS if cover is None else RELAXED)

    @cached_property
    def inverse(self) -> BlockForm:
        """J^-1 of the table."""
        gamma = self.problem.gamma.lo
        found = class_information(self.types.sizes, self.types.shares, gamma, self.table)
        return found.inverse()

    @cached_property
    def tangents(self) -> BlockForm:
        """V, short."""
        return _rounded(self.inverse) if self.cover is None else self.cover.tangents

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
        if self._is_mean:
            return self._mean(self.problem.truths * self.inverse.determinant())
        exact = self.inverse.trace() - self.classes.squares
        return exact, exact

    @property
    def _is_mean(self) -> bool:
        return self.problem.objective.name == "d-optimal"

    @property
    def _objective(self) -> dict[str, Any]:
        named = {"name": self.problem.objective.name}
        return named | ({"mean": "geometric"} if self._is_mean else {})

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
        if self._is_mean:
            return V
        return V.times(V) if self.directions is None else V.times(self.directions).times(V)

    def _bound(self, paid: Fraction) -> Fraction:
        """What the tangents and prices prove."""
        k, V, D, q = self.problem.truths, self.tangents, self.directions, self.types.shares
        if self._is_mean:
            return self._mean(k * (k / paid) ** k * V.determinant())[0]
        if D is None:
            return 2 * V.trace() - self.classes.squares - paid
        return (2 * D.times(V).trace() - dot(self._masses, D.along(q)) - paid) / D.trace()

    @cached_property
    def _prices(self) -> list[Fraction]:
        """The cheapest prices in doubles, on top of the slope of the utility at the row of ones.

        A price is slope + a / k + e_c / (gamma - 1) with sum n_c e_c = 0.
        """
        from scipy.optimize import linprog

        sizes, gamma, X = self.types.sizes, self.problem.gamma.hi, self._covered
        along = X.along([Fraction(1)] * len(sizes))
        whole = dot(sizes, along)
        slopes = [2 * x - whole * q for x, q in zip(along, self.types.shares, strict=True)]
        above = np.array([self._above(tuple(map(int, t)), slopes) for t in self.types.types])
        unit = float(above.max()) or 1.0
        highs = np.array(self.types.types, dtype=float)
        lengths = 1 + float(gamma - 1) * highs.sum(axis=1) / sum(sizes)
        found = linprog(
            [1.0, *[0.0] * len(sizes)],
            A_ub=-np.hstack([lengths[:, None], highs]),
            b_ub=-above / unit,
            A_eq=[[0.0, *map(float, sizes)]],
            b_eq=[0.0],
            bounds=[(None, None)] * (len(sizes) + 1),
            method="highs-ds",
            options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
        )
        if found.x is None:
            raise ArithmeticError("the linear program of the prices was not solved")
        a, *rest = (Fraction(unit) * Fraction(float(x)) for x in found.x)
        pairs = zip(slopes, rest, strict=True)
        return [slope + a / sum(sizes) + e / (gamma - 1) for slope, e in pairs]

    def _above(self, one: Type, slopes: Sequence[Fraction]) -> float:
        """How far the utility of a type is above its slope at the row of ones."""
        sizes, gamma, X = self.types.sizes, self.problem.gamma.hi, self._covered
        row = class_means(one, sizes, gamma)
        sums = [n * x for n, x in zip(sizes, row, strict=True)]
        top = dot(X.own, class_spreads(one, sizes, gamma)) + dot(sums, X.along(row))
        return float(top / dot(self._masses, row) - dot(slopes, sums))


def _raised(prices: Sequence[Fraction], share: float, sizes: Sequence[int]) -> list[Fraction]:
    """Rounded up, each raised by a share of what all prices add up to."""
    unit = float(dot(sizes, prices)) / sum(sizes)
    grid = Fraction(2) ** (2 * BITS - floor(log2(abs(unit))))
    raised = (y + Fraction(share * unit) for y in prices)
    return [Fraction(ceil(y * grid)) / grid for y in raised]


def _rounded(form: BlockForm) -> BlockForm:
    """Short numbers near all entries."""
    own = [_near(x) for x in form.own]
    means = [[_near(x) for x in row] for row in form.means]
    return BlockForm(form.sizes, own, means)


def _near(x: Fraction) -> Fraction:
    """The number, or a short one near it."""
    if not x or short(x) == x:
        return x
    grid = Fraction(2) ** (TANGENT_BITS - floor(log2(abs(x))))
    return round(x * grid) / grid
