"""Coverage of kind `symmetric` by cells of s = q.r, or by pairs: truth by truth, matrices in full.

Both show f(r) = (y.r)(q.r) - r'Xr >= 0 for the rows r whose entries are 1 and g.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any

from .plain_matrices import (
    Square,
    along,
    is_semidefinite,
    is_short,
    is_short_semidefinite,
    minor,
    rounded_down,
)
from .plain_privacy import ZERO, Row, dot, number, vector


class Charges:
    """X, q, y and g, and f."""

    def __init__(self, data: dict[str, Any], X: Square, q: Row, owner: Sequence[int]) -> None:
        self.X = X
        self.q = q
        self.owner = owner
        self.truths = range(len(owner))
        self.y = [number(data["prices"][c]) for c in owner]
        self.g = number(data["privacy"]["gamma"])
        self.cover = data["cover"]

    def left(self, *high: int) -> Fraction:
        """f at the row that is g at these truths and 1 at all others."""
        r = [self.g if j in high else Fraction(1) for j in self.truths]
        return dot(self.y, r) * dot(self.q, r) - dot(r, along(self.X, r))


def pairs_cover(data: dict[str, Any], X: Square, q: Row, owner: Sequence[int]) -> bool:
    """Whether f at two truths, one of them of B, is at least what both leave alone; and at no
    truth, or one of B, nothing below zero.
    """
    charges = Charges(data, X, q, owner)
    among = charges.cover.get("pairs", owner)
    alone = [charges.left(j) for j in charges.truths]
    if charges.left() < 0 or any(alone[j] < 0 for j, c in enumerate(owner) if c in among):
        return False
    for i, j in combinations(charges.truths, 2):
        is_asked = owner[i] in among or owner[j] in among
        if is_asked and charges.left(i, j) < alone[i] + alone[j]:
            return False
    return True


def cells_cover(data: dict[str, Any], X: Square, q: Row, owner: Sequence[int]) -> bool:
    """Whether the cells of a certificate show it, beside pairs where some classes have them."""
    cells = Cells(data, X, q, owner)
    if cells.apart and not pairs_cover(data, X, q, owner):
        return False
    return (
        cells.keep_signs()
        and cells.leave_semidefinite()
        and cells.few_are_covered()
        and cells.reach_all_of_s()
        and cells.are_covered()
    )


class End:
    """Where a cell ends: s with mu, u, tau of each count, and nu."""

    def __init__(self, given: Sequence[Any], nu: str, owner: Sequence[int]) -> None:
        place, multiplier, point, *turns = given
        self.s = number(place)
        self.mu = number(multiplier)
        self.u = of_truths(point, owner)
        self.tau = vector(turns[0]) if turns else []
        self.nu = number(nu)


class Cells(Charges):
    """D, e, N, the counts, and the ends of the cells."""

    def __init__(self, data: dict[str, Any], X: Square, q: Row, owner: Sequence[int]) -> None:
        super().__init__(data, X, q, owner)
        cover = self.cover
        self.D = of_truths(cover["diagonal"], owner)
        self.e = of_truths(cover["slopes"], owner)
        self.N = products(cover, owner)
        self.counts = []
        for weight, classes in cover.get("counts", []):
            self.counts.append((number(weight), [Fraction(c in classes) for c in owner]))
        self.apart = cover.get("pairs", [])
        self.others = [j for j, c in enumerate(owner) if c not in self.apart]
        self.few = cover.get("few", 2)
        several = cover.get("several", ["0"] * len(cover["ends"]))
        self.ends = []
        for given, nu in zip(cover["ends"], several, strict=True):
            self.ends.append(End(given, nu, owner))

    @cached_property
    def P(self) -> Square:
        """D - X - N - W - (qe' + eq') / 2, W the sum of w A A' over the counts."""
        q = self.q
        e = self.e
        found = []
        for i in self.truths:
            row = [(q[i] * e[j] + e[i] * q[j]) / -2 for j in self.truths]
            row = [x - a - b for x, a, b in zip(row, self.X[i], self.N[i], strict=True)]
            for weight, A in self.counts:
                row = [x - weight * A[i] * a for x, a in zip(row, A, strict=True)]
            row[i] += self.D[i]
            found.append(row)
        return found

    def keep_signs(self) -> bool:
        """Whether N, the weights of counts and nu are nowhere negative."""
        weights = [weight for weight, _ in self.counts]
        several = [end.nu for end in self.ends]
        return min([*weights, *several, *map(min, self.N)]) >= 0

    def leave_semidefinite(self) -> bool:
        """Whether P is, on vectors that are zero on B: all rows are 1 there, and all points."""
        block = minor(self.P, self.others, self.others)
        if "rounded" not in self.cover:
            return is_semidefinite(block)
        owner = [self.owner[j] for j in self.others]
        short = rounded_down(block, owner)
        return is_short(short, owner) and is_short_semidefinite(short, owner)

    def few_are_covered(self) -> bool:
        """Whether f is not negative with few truths at g, which nu says nothing of."""
        if not any(end.nu for end in self.ends):
            return True
        return all(self.left(*high) >= 0 for n in range(self.few) for high in self.sets_of(n))

    def sets_of(self, number: int) -> Iterator[list[int]]:
        """Sets of so many truths, none of B, up to the order in classes: the first ones of each."""
        classes = sorted(set(self.owner) - set(self.apart))
        for chosen in combinations_with_replacement(classes, number):
            if all(chosen.count(c) <= self.owner.count(c) for c in classes):
                yield [self.owner.index(c) + chosen[:n].count(c) for n, c in enumerate(chosen)]

    def reach_all_of_s(self) -> bool:
        """Whether the cells ascend from s = 1 to s with all truths at g but those of B."""
        places = [end.s for end in self.ends]
        most = 1 + (self.g - 1) * sum(self.q[j] for j in self.others)
        return places[0] == 1 and places[-1] == most and places == sorted(places)

    def are_covered(self) -> bool:
        """Whether phi is nowhere negative: between two ends a quarter of the bend may be lost."""
        low = [self.phi(end) for end in self.ends]
        if min(low) < 0:
            return False
        for (a, at_a), (b, at_b) in pairwise(zip(self.ends, low, strict=True)):
            moved = [x - z for x, z in zip(b.u, a.u, strict=True)]
            bend = (b.mu - a.mu) * (b.s - a.s) - dot(moved, along(self.P, moved))
            if 4 * min(at_a, at_b) < bend:
                return False
        return True

    def phi(self, end: End) -> Fraction:
        """What is left at an end: sums over truths of what does not depend on r, and of h r."""
        Pu = along(self.P, end.u)
        least = len(self.truths) + self.few * (self.g - 1)
        total = end.mu * end.s + self.g * sum(self.D) - dot(end.u, Pu) + end.nu * least
        total -= sum(map(sum, self.N))
        tangents = [sum(self.N[j]) + Pu[j] for j in self.truths]
        for (weight, A), tau in zip(self.counts, end.tau, strict=True):
            v = sum(A) + (self.g - 1) * tau
            apart = (self.g - 1) * (tau - round(tau))
            total += weight * (apart**2 - v**2)
            tangents = [x + weight * v * a for x, a in zip(tangents, A, strict=True)]
        for j in self.truths:
            h = end.s * (self.y[j] + self.e[j]) - (self.g + 1) * self.D[j]
            h += 2 * tangents[j] - end.nu - end.mu * self.q[j]
            # An entry is 1 or g, of B it is 1.
            total += min(h, self.g * h) if j in self.others else h
        return total


def of_truths(entries: Sequence[str], owner: Sequence[int]) -> list[Fraction]:
    """The number of its class for each truth."""
    return [number(entries[c]) for c in owner]


def products(cover: dict[str, Any], owner: Sequence[int]) -> Square:
    """N, truth by truth; zeros where there is none."""
    if "products" not in cover:
        return [[ZERO] * len(owner) for _ in owner]
    return [of_truths(cover["products"][c], owner) for c in owner]
