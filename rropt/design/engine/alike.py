"""Truths that privacy makes alike are one truth: the reduction, and its inverse for the prices.

A form r_a - r_b <= 0 without a budget holds for every report, and both columns add up to one: so it
is an equation. Such pairs connect truths to classes, and the table has a column a class. A
multiplier f of the form adds f to what is left of truth a, and takes it from truth b. Along a tree
of such pairs in each class everything that is left can be carried to one truth, its root: a leaf
a keeps nothing with

    y_a = min_x (c_xa - sum_n f_xn a_n[a]),    f_x = what action x asks beyond it,

and a leaf b with the largest of these. So the prices add up to the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from rropt.privacy.bound_forms import BoundForm, Key

Row = Sequence[Fraction]


@dataclass(frozen=True)
class EqualPair:
    """A hard form c (r_a - r_b)."""

    name: Key
    low: int
    high: int
    factor: Fraction


@dataclass(frozen=True)
class AlikeTruths:
    """The class of each truth, and for each class a tree of equal pairs, leaves first."""

    class_of: tuple[int, ...]
    trees: tuple[EqualPair, ...]

    @classmethod
    def of(
        cls,
        truths: int,
        low: Sequence[BoundForm],
        high: Sequence[BoundForm],
        singles: Sequence[int],
    ) -> AlikeTruths:
        """From the forms of both ends; reports of one truth alone leave columns different."""
        pairs = [] if singles else _equal_pairs(low)
        # Equations at both ends: tables and prices must have the same classes.
        kept = {pair.name for pair in _equal_pairs(high)}
        class_of = list(range(truths))
        joined = []
        for pair in pairs:
            if pair.name in kept and class_of[pair.low] != class_of[pair.high]:
                joined.append(pair)
                old = class_of[pair.high]
                new = class_of[pair.low]
                class_of = [new if c == old else c for c in class_of]
        places = {c: n for n, c in enumerate(dict.fromkeys(class_of))}
        return cls(tuple(places[c] for c in class_of), _leaves_first(joined))

    @property
    def classes(self) -> int:
        """How many different columns there are."""
        return len(set(self.class_of))

    def merged_actions(self, actions: Sequence[Row]) -> list[list[Fraction]]:
        """What an action gains at a class: the sum over its truths."""
        return [self._sums(action) for action in actions]

    def merged_forms(self, forms: Sequence[BoundForm]) -> list[BoundForm]:
        """The forms on classes, without those that are never above zero."""
        if not self.trees:
            return list(forms)
        found = []
        for form in forms:
            entries = dict.fromkeys((self.class_of[j] for j, _ in form.terms), Fraction(0))
            for j, x in form.terms:
                entries[self.class_of[j]] += x
            terms = tuple((j, x) for j, x in entries.items() if x)
            if any(x > 0 for _, x in terms):
                found.append(BoundForm(form.name, form.owner, form.factor, terms, form.most))
        return found

    def spread(self, row: Row) -> tuple[Fraction, ...]:
        """The row on truths."""
        return tuple(row[c] for c in self.class_of)

    def lifted(
        self,
        actions: Sequence[Row],
        multipliers: Sequence[Mapping[Key, Fraction]],
        forms: Sequence[BoundForm],
    ) -> tuple[list[dict[Key, Fraction]], tuple[Fraction, ...]]:
        """All multipliers, and the least prices that cover with them."""
        known = {form.name: form for form in forms}
        asked = [_asked(action, f, known) for action, f in zip(actions, multipliers, strict=True)]
        found = [dict(f) for f in multipliers]
        prices = [Fraction(0)] * len(self.class_of)
        kept = set(range(len(self.class_of)))
        for leaf, pair in zip(_leaves(self.trees), self.trees, strict=True):
            other = pair.low + pair.high - leaf
            wanted = [row[leaf] for row in asked]
            # Multipliers lower what is asked at the low truth, and raise it at the high one.
            price = min(wanted) if leaf == pair.low else max(wanted)
            for row, f in zip(asked, found, strict=True):
                moved = abs(row[leaf] - price)
                if moved:
                    f[pair.name] = f.get(pair.name, Fraction(0)) + moved / pair.factor
                # What the price of the leaf leaves unpaid is asked of its neighbour.
                row[other] += row[leaf] - price
            prices[leaf] = price
            kept.discard(leaf)
        for truth in kept:
            prices[truth] = max(row[truth] for row in asked)
        return found, tuple(prices)

    def _sums(self, row: Row) -> list[Fraction]:
        sums = [Fraction(0)] * self.classes
        for c, x in zip(self.class_of, row, strict=True):
            sums[c] += x
        return sums


def _equal_pairs(forms: Sequence[BoundForm]) -> list[EqualPair]:
    found = []
    for form in forms:
        # Zero on constants: the level is 1.
        if form.most is None and len(form.terms) == 2 and not form.of_constant:
            (high, _), (low, x) = sorted(form.terms, key=lambda term: term[1])
            found.append(EqualPair(form.name, low, high, x))
    return found


def _ends(pairs: Iterable[EqualPair]) -> list[int]:
    """The truths of all pairs."""
    return list(chain.from_iterable((pair.low, pair.high) for pair in pairs))


def _leaves_first(pairs: Sequence[EqualPair]) -> tuple[EqualPair, ...]:
    """The pairs of a forest in an order in which each has a truth that no later pair has."""
    left = list(pairs)
    found = []
    while left:
        ends = _ends(left)
        pair = next(p for p in left if 1 in (ends.count(p.low), ends.count(p.high)))
        found.append(pair)
        left.remove(pair)
    return tuple(found)


def _leaves(pairs: Sequence[EqualPair]) -> list[int]:
    """Of each pair the truth that no later pair has."""
    found = []
    for n, pair in enumerate(pairs):
        later = _ends(pairs[n + 1 :])
        found.append(pair.high if pair.low in later else pair.low)
    return found


def _asked(
    action: Row, multipliers: Mapping[Key, Fraction], forms: Mapping[Key, BoundForm]
) -> list[Fraction]:
    """c_j - sum_n f_n a_n[j]: what the price of each truth must pay."""
    asked = list(action)
    for name, f in multipliers.items():
        for j, x in forms[name].terms:
            asked[j] -= f * x
    return asked
