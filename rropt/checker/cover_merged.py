"""Coverage where a utility does not tell some truths apart: they are one truth.

Let truths fall into classes, each truth j with a part p_j >= 0 in its class A, the parts of a class
adding up to one, and let u depend on the sums

    s_A = sum of p_j r_j over the truths j of A

alone: u(r) = v(s).

Theorem. Under one number g, let prices y_A of classes, and z_AB of pairs of them, cover v. Then the
prices p_j y_A of truths and p_i p_j z_AB of their pairs, i in A and j in B, cover u.

Proof. What obeys r_i <= g r_j obeys s_A <= g s_B, by the sum of p_i p_j (r_i - g r_j). As [x]+ is
convex, the sum of p_i p_j [r_i - g r_j]+ is at least [s_A - g s_B]+. So r pays what s does at
least, and that is at least v(s) = u(r) (`MergedTruths.v`).

A sum of squares s (t.r)^2 / (q.r) depends on the s_A alone if each q_j and t_j is p_j times what
those of its class add up to. Parts are those of the first q; in a class without a share the first
truth is all of it. Pairs within a class pay for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

from .budget_charge import read_budget_charge
from .charge import Charge, Cover
from .coverage import read_cover
from .fields import Vector, index, listed, record
from .privacy import one_number
from .ratios import Ratios
from .verdict import Doubts, Size, need, well_formed

STEPS, STEPS_OF_PAIR = 8, 64
"""A product of fractions counts as so many steps, and a pair of truths."""

APART = "the utility tells truths of a class apart"
NOT_PARTS = "the prices of truths are no parts of those of classes"


def read_merged(value: dict[str, Any], charge: Charge, utility: Any, size: Size) -> Cover:
    """The field `cover` with the proof `merged`; its field `of_classes` is one of the classes."""
    given = record(value, "proof classes of_classes")
    level = one_number(charge.privacy)
    truths = len(charge.sizes)
    well_formed(max(charge.sizes) == 1, "truths that are not told apart are merged")
    well_formed(isinstance(utility, Ratios), "the utility is no sum of squares")
    classes = [index(c, truths) for c in listed(given["classes"], truths)]
    number = max(classes) + 1
    well_formed(1 < number < truths, "one class, or a class for each truth")
    well_formed(len({*classes}) == number, "a class without a truth")
    size.allow(STEPS * truths * len(utility.forms))
    merged = Merged.by(utility.parts[0][0], classes, number)
    squares: list[tuple[Vector, list[Vector], list[Fraction]]] = []
    for mean, vectors, scales in utility.parts:
        squares.append((merged.sums(mean), [merged.sums(vector) for vector in vectors], scales))
    of_classes = Charge(level, [1] * number, merged.sums(charge.prices))
    pairs = merged.sums_of_pairs(charge)
    every = sum(len(merged.of_class[a]) * len(merged.of_class[b]) for a, b in pairs)
    size.allow(STEPS_OF_PAIR * every)
    if pairs:
        priced = [[a, b, z] for (a, b), z in pairs.items()]
        of_classes = read_budget_charge(priced, of_classes)
    covers = read_cover(given["of_classes"], of_classes, Ratios(squares), size)

    def verify(doubts: Doubts) -> None:
        need(all(map(merged.is_parted, utility.forms)), APART)
        need(merged.is_parted(charge.prices), NOT_PARTS)
        for (a, b), z in pairs.items():
            for i, j in product(merged.of_class[a], merged.of_class[b]):
                part = merged.parts[i] * merged.parts[j] * z
                need(charge.price_of((i, j)) == part, NOT_PARTS)
        covers(doubts)

    return verify


@dataclass(frozen=True)
class Merged:
    """The class of each truth, and its part in it."""

    classes: list[int]
    number: int
    parts: list[Fraction]

    @staticmethod
    def by(shares: Iterable[Fraction], classes: list[int], number: int) -> Merged:
        """In proportion to shares; in a class without one all is the first truth."""
        alone = [Fraction(c not in classes[:j]) for j, c in enumerate(classes)]
        totals = Merged(classes, number, alone).sums(shares)
        parts = [
            share / totals[c] if totals[c] else part
            for share, c, part in zip(shares, classes, alone, strict=True)
        ]
        return Merged(classes, number, parts)

    @cached_property
    def of_class(self) -> list[list[int]]:
        """The truths of each class."""
        found: list[list[int]] = [[] for _ in range(self.number)]
        for j, c in enumerate(self.classes):
            found[c].append(j)
        return found

    def sums(self, form: Iterable[Fraction]) -> list[Fraction]:
        """What the entries of each class add up to."""
        found = [Fraction(0)] * self.number
        for c, x in zip(self.classes, form, strict=True):
            found[c] += x
        return found

    def is_parted(self, form: Iterable[Fraction]) -> bool:
        """Whether each entry is its part of what its class adds up to."""
        totals = self.sums(form)
        each = zip(form, self.classes, self.parts, strict=True)
        return all(x == part * totals[c] for x, c, part in each)

    def sums_of_pairs(self, charge: Charge) -> dict[tuple[int, int], Fraction]:
        """What the pairs of truths of two classes pay together."""
        found: dict[tuple[int, int], Fraction] = {}
        for i, j in charge.budgets:
            pair = self.classes[i], self.classes[j]
            if pair[0] != pair[1]:
                found[pair] = found.get(pair, Fraction(0)) + charge.price_of((i, j))
        return found
