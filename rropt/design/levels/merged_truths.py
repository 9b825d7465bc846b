"""Truths that a contrast does not tell apart, as one under Renyi budgets.

Let the contrast be alike on classes A of truths, let w >= 0 add up to one on each, in proportion to
the prior (all of the first truth where it is the worst one), and s_A = sum w_a r_a over a in A.

**Tables.** All columns of a class may be their mean s_A: the same estimators are unbiased, q.r is
what it was, and divergences between means are no larger. So a table of the classes is enough.

**Prices.** What a row takes of a budget is convex and homogeneous, so

    sum over a in A, b in B of  w_a w_b phi(r_a, r_b)  >=  phi(s_A, s_B).

Prices y_A and z_AB that cover s give w_a y_A and w_a w_b z_AB that cover r, and as much is paid.

**The worst population.** The truths of the least and the largest c_j are enough: a truth between
has the mixture of their columns by which c_j is that of theirs, and no part of prices. Its second
moment is the same mixture, so that no population has a larger variance than one of these two, and a
divergence between mixtures is at most that between the two. One contrast of four truths had gaps of
1e-3 to 1e-2, where two have 1e-9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, product
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from rropt.design.levels.renyi_table import FloatPrices
from rropt.design.problem import Problem
from rropt.exact import Table
from rropt.exact.convert import dot
from rropt.exact.entries import identity, unit
from rropt.privacy import Privacy
from rropt.privacy.conditions import Conditions
from rropt.privacy.measured import renyi_conditions
from rropt.utility.at_prior import COptimal
from rropt.utility.worst_case import WorstCase

Array = NDArray[np.float64]

ALIKE = 1e-7
"""Of the logarithms of two columns."""


@dataclass(frozen=True)
class MergedTruths:
    """The class of each truth, its part w in it, and its column as a mixture of the classes'."""

    classes: tuple[int, ...]
    parts: Array
    columns: tuple[tuple[Fraction, ...], ...]

    @classmethod
    def of(cls, problem: Problem) -> MergedTruths | None:
        """Those of one contrast under Renyi budgets; None where it tells all truths apart."""
        objective = problem.objective
        budgets = problem.levels
        if not isinstance(budgets, Conditions) or not budgets.has_orders:
            return None
        if not isinstance(objective, (COptimal, WorstCase)) or objective.contrast is None:
            return None
        contrast = objective.contrast
        known = _classes(objective)
        if not 1 < len(known) < len(contrast):
            return None
        classes = [known.index(x) if x in known else 0 for x in contrast]
        if objective.prior is None:
            firsts = [contrast.index(x) for x in known]
            parts = [Fraction(j in firsts) for j in range(len(contrast))]
        elif all(class_shares(classes, objective.prior)):
            parts = member_shares(classes, objective.prior)
        else:
            return None
        columns = tuple(_mixture(x, known) for x in contrast)
        return cls(tuple(classes), np.array(parts, dtype=float), columns)

    def problem(self, problem: Problem) -> Problem:
        """That of the classes."""
        objective = problem.objective
        known = _classes(objective)
        if objective.prior is None:
            of_classes: Any = COptimal("worst", known, objective.respondents)
        else:
            of_classes = COptimal(class_shares(self.classes, objective.prior), known)
        budgets = self.budgets(cast(Conditions, problem.levels))
        return Problem(Privacy.of(budgets, problem.privacy.describe()), of_classes)

    @classmethod
    def apart(cls, truths: int) -> MergedTruths:
        """Each truth is a class."""
        return cls(tuple(range(truths)), np.ones(truths), identity(truths))

    @property
    def number(self) -> int:
        """Of classes."""
        return max(self.classes) + 1

    @property
    def sums(self) -> Array:
        """The matrix that adds up over each class."""
        return np.eye(self.number)[list(self.classes)]

    def means(self, rows: Array) -> Array:
        """s of each row."""
        found: Array = rows @ (self.parts[:, None] * self.sums)
        return found

    def parted(self, of_classes: Array) -> Array:
        """To each truth its part of what its class has."""
        found: Array = self.parts * of_classes[list(self.classes)]
        return found

    def rows(self, of_classes: Sequence[Sequence[Any]]) -> Any:
        """The table of all truths."""
        return tuple(tuple(dot(own, row) for own in self.columns) for row in of_classes)

    def budgets(self, conditions: Conditions) -> Conditions:
        """Those of classes."""
        return _on(conditions, self.number)

    def all_budgets(self, of_classes: Conditions) -> Conditions:
        """Those of truths."""
        return _on(of_classes, len(self.classes))

    def prices(self, found: FloatPrices) -> FloatPrices:
        """Of truths and of all budgets."""
        places = list(self.classes)
        apart = ~np.eye(self.number, dtype=bool)
        parts = np.outer(self.parts, self.parts)
        of_budgets = []
        for own in found.of_budgets.reshape(-1, int(apart.sum())):
            of_pairs = np.zeros(apart.shape)
            of_pairs[apart] = own
            all_pairs = parts * of_pairs[np.ix_(places, places)]
            of_budgets.append(all_pairs[~np.eye(len(places), dtype=bool)])
        return replace(
            found, of_truths=self.parted(found.of_truths), of_budgets=np.concatenate(of_budgets)
        )


def _classes(objective: Any) -> list[Fraction]:
    """The contrast of each class, in order."""
    contrast = objective.contrast
    if isinstance(objective, WorstCase) and objective.over == "worst-population":
        return [min(contrast), max(contrast)]
    return sorted({*contrast})


def _mixture(x: Fraction, known: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The shares of the classes by which their contrasts make x, with as few of them.

    >>> _mixture(Fraction(1), [Fraction(0), Fraction(4)])
    (Fraction(3, 4), Fraction(1, 4))
    """
    if x in known:
        return unit(len(known), known.index(x))
    low, high = known
    share = (x - low) / (high - low)
    return 1 - share, share


def mirrored(rows: Table) -> Table:
    """The mean of a table of two truths and the one with these exchanged, report by report.

    At their worst prior it is worth as much, and pairs of truths between become alike, which a
    checker looks at once: under zCDP of 1/100 it takes a mean of 20 truths.

    >>> mirrored(((Fraction(3, 4), Fraction(1, 8)), (Fraction(1, 4), Fraction(7, 8))))[0]
    (Fraction(3, 16), Fraction(13, 16))
    """
    ordered = sorted(rows, key=lambda row: row[0] / sum(row))
    pairs = zip(ordered, reversed(ordered), strict=True)
    return tuple(((a + d) / 2, (b + c) / 2) for (a, b), (c, d) in pairs)


def equal_columns(rows: Array, contrast: Sequence[Fraction]) -> Array:
    """Columns of truths that a contrast does not tell apart, where only doubles do, are their mean.

    At several priors, whose truths of a class have other parts in it, classes are not enough. But
    fewer reports than truths tell a contrast only where such columns are the same.

    >>> rows = np.array([[0.75, 0.75 + 1e-12, 0.5], [0.25, 0.25 - 1e-12, 0.5]])
    >>> found = equal_columns(rows, [Fraction(1), Fraction(1), Fraction(0)])
    >>> [len(set(row)) for row in found.tolist()]
    [2, 2]
    """
    found = rows.copy()
    logs = np.log(rows)
    left = list(range(len(contrast)))
    while left:
        first = left[0]
        alike = []
        for j in left:
            apart = np.abs(logs[:, j] - logs[:, first]).max()
            if contrast[j] == contrast[first] and apart < ALIKE:
                alike.append(j)
        found[:, alike] = rows[:, alike].mean(axis=1, keepdims=True)
        left = [j for j in left if j not in alike]
    return found


def _on(conditions: Conditions, truths: int) -> Conditions:
    """The budgets of the same orders for all pairs of so many truths.

    Of zCDP an order may be listed twice, with prices of its own each time.
    """
    pairs = conditions.truths * (conditions.truths - 1)
    firsts = conditions.listed[::pairs]
    listed = [renyi_conditions(truths, c.order, c.budget) for c in firsts if c.order]
    return replace(conditions, truths=truths, listed=tuple(chain(*listed)))


def class_shares(classes: Sequence[int], prior: Sequence[Fraction]) -> list[Fraction]:
    """The shares of the classes.

    >>> class_shares([0, 1, 0], [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)])
    [Fraction(3, 4), Fraction(1, 4)]
    """
    total = [Fraction(0)] * (max(classes) + 1)
    for c, q in zip(classes, prior, strict=True):
        total[c] += q
    return total


def member_shares(classes: Sequence[int], prior: Sequence[Fraction] | None) -> list[Fraction]:
    """The part of each truth in its class: in proportion to a prior, else all to the first."""
    whole = None if prior is None else class_shares(classes, prior)
    found = []
    for j, c in enumerate(classes):
        if prior is not None and whole is not None and whole[c]:
            found.append(prior[j] / whole[c])
        else:
            found.append(Fraction(c not in classes[:j]))
    return found


def in_parts(
    of_classes: Sequence[Any], classes: Sequence[int], parts: Sequence[Fraction]
) -> list[Fraction]:
    """To each truth its part of what its class has.

    >>> [str(x) for x in in_parts(["3", "4"], [0, 1, 1], [1, Fraction(1, 4), Fraction(3, 4)])]
    ['3', '1', '3']
    """
    return [Fraction(of_classes[c]) * part for c, part in zip(classes, parts, strict=True)]


def member_pairs(
    priced: Sequence[Any], classes: Sequence[int], parts: Sequence[Fraction]
) -> list[list[Any]]:
    """The prices of all pairs of truths of two classes: products of their parts of that of these.

    >>> half = Fraction(1, 2)
    >>> [[a, b, str(z)] for a, b, z in member_pairs([[1, 0, "4"]], [0, 1, 1], [1, half, half])]
    [[1, 0, '2'], [2, 0, '2']]
    """
    known = {(a, b): Fraction(z) for a, b, z in priced}
    found = []
    for (i, a), (j, b) in product(enumerate(classes), repeat=2):
        z = known.get((a, b), Fraction(0)) * parts[i] * parts[j]
        if z:
            found.append([i, j, z])
    return found
