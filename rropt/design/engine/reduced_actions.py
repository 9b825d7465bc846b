"""Decisions with fewer unknowns: truths that are alike as one, actions of an orbit as one.

**Truths that privacy makes alike.** A form r_a - r_b <= 0 without a budget holds for every report,
and both columns add up to one: so it is an equation. Such pairs connect truths to classes, and the
table has a column a class. A multiplier f of the form adds f to what is left of truth a, and takes
it from truth b. Along a tree of such pairs in each class everything that is left can be carried to
one truth, its root: a leaf a keeps nothing with

    y_a = min_x (c_xa - sum_n f_xn a_n[a]),    f_x = what action x asks beyond it,

and a leaf b with the largest of these. So the prices add up to the same.

**A group that leaves decisions unchanged.** Truths are places in a box, in the order of mixed
digits: a line, a grid, a cube, a ring, a torus. Shifting a side, turning it round, or exchanging
two sides of one length carries truths to truths. Where a group G of these leaves the matrix and the
set of actions as they are, averaging makes any table invariant, so it is known by the rows R_x of
one action of each orbit, times the sizes of the orbits:

    maximise  sum_x c_x.R_x   with   sum_x sum_{i in orbit of j} R_x[i] = size of that orbit.

The table has (1 / |G|) sum R_x carried by g, over the g that carry x to an action, as the row of
that action. Multipliers of the forms are carried as well. A grid of 10 x 10 places with equal
chances has 15 rows in place of 100. Where shifts carry each truth to every other, as on a ring or
in blocks of one size, all prices are one number, and a guess has one row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations, product
from typing import Any, TypeGuard

from rropt.design.engine.action_program import Actions
from rropt.exact.entries import picked
from rropt.privacy.bound_forms import BoundForm, Key
from rropt.privacy.conditions import Conditions
from rropt.privacy.levels import Levels, essential

Permutation = tuple[int, ...]
"""The truth that each truth is carried to."""

MOST_TRUTHS = 128
"""A certificate with an action a truth and a bound a neighbour then has some megabytes."""

LEAST_ENTRIES = 1_000
"""Smaller tables keep no reflections: they are found at once, and a vertex of the whole program has
shorter numbers."""

MOST_ESSENTIAL = 4_000
"""Levels of which none follows from others, where shifts are taken: with all 16,256 of a ring of
128 the multipliers of one row were too long for a checker."""

MOST_MEMBERS = 10_000
"""Of a group that is written out: a cube of seven sides of two has 645,120, several gigabytes."""

Row = tuple[Fraction, ...]


@dataclass(frozen=True)
class ActionOrbit:
    """An action, and for each action of its orbit the permutations that lead to it."""

    first: tuple[Fraction, ...]
    members: dict[tuple[Fraction, ...], list[Permutation]]


@dataclass(frozen=True)
class FoldedActions:
    """The orbits of the actions, and the group."""

    actions: Actions
    group: Sequence[Permutation]

    @classmethod
    def of(cls, actions: Actions, levels: Levels | Conditions) -> FoldedActions:
        """By shifts that carry each truth to every other, else by the most reflections of a large
        table; by the identity alone where there are none.

        >>> from rropt.privacy import MetricDP
        >>> line = MetricDP([[abs(a - b) for b in range(40)] for a in range(40)], 1).on(40).levels
        >>> guess = [[Fraction(int(a == b), 40) for b in range(40)] for a in range(40)]
        >>> len(FoldedActions.of(guess, line).orbits)
        20
        """
        groups = [[tuple(range(len(actions[0])))]]
        if not _can_be_folded(levels, actions):
            return cls(actions, groups[0])
        known = {tuple(action) for action in actions}
        if len(essential(levels.hi)) <= MOST_ESSENTIAL:
            for sides in _factorisations(levels.truths):
                shifts = list(_shifts(sides))
                if all(_keeps(g, levels, known) for g in shifts):
                    return cls(actions, _generated(shifts, levels.truths))
        if len(actions) * levels.truths >= LEAST_ENTRIES:
            for sides in _factorisations(levels.truths):
                kept = [g for g in _reflections(sides) if _keeps(g, levels, known)]
                groups.append(_generated(kept, levels.truths))
        return cls(actions, max(groups, key=len))

    @cached_property
    def orbits(self) -> list[ActionOrbit]:
        """One action of each orbit, with the permutations that lead to the others."""
        if len(self.group) == 1:
            return [ActionOrbit(tuple(c), {tuple(c): list(self.group)}) for c in self.actions]
        return _orbits_of(self.actions, self.group)

    @property
    def first(self) -> list[Row]:
        """An action of each orbit."""
        return [orbit.first for orbit in self.orbits]

    @cached_property
    def class_of(self) -> list[int]:
        """The orbit of each truth."""
        least = [min(places) for places in zip(*self.group, strict=True)]
        numbers = {place: n for n, place in enumerate(dict.fromkeys(least))}
        return [numbers[place] for place in least]

    def rows(self, folded: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
        """The table on all actions."""
        if len(self.group) == 1:
            return [list(row) for row in folded]
        found = {}
        for orbit, row in zip(self.orbits, folded, strict=True):
            for action, steps in orbit.members.items():
                columns = zip(*(picked(row, step) for step in steps), strict=True)
                found[action] = [sum(column, Fraction(0)) / len(self.group) for column in columns]
        return [found[tuple(action)] for action in self.actions]

    def multipliers(self, folded: Sequence[Mapping[Key, Fraction]]) -> list[Mapping[Key, Fraction]]:
        """Those of all actions."""
        if len(self.group) == 1:
            return list(folded)
        found: dict[Row, Mapping[Key, Fraction]] = {}
        for orbit, known in zip(self.orbits, folded, strict=True):
            for action, steps in orbit.members.items():
                found[action] = _carried_pairs(known, steps[0])
        return [found[tuple(action)] for action in self.actions]


def _can_be_folded(levels: Levels | Conditions, actions: Actions) -> TypeGuard[Levels]:
    """Whether different actions are about all the truths of pure levels, not too many of them."""
    if not isinstance(levels, Levels) or not levels.is_pure or levels.singles:
        return False
    if len(actions[0]) != levels.truths or levels.truths > MOST_TRUTHS:
        return False
    return len({tuple(action) for action in actions}) == len(actions)


def _shifts(sides: Sequence[int]) -> Iterator[Permutation]:
    """Each side shifted by one place: together they carry each truth to every other."""
    places = list(product(*map(range, sides)))
    number = {place: n for n, place in enumerate(places)}
    for n, side in enumerate(sides):
        yield tuple(number[*p[:n], (p[n] + 1) % side, *p[n + 1 :]] for p in places)


def _reflections(sides: Sequence[int]) -> Iterator[Permutation]:
    """Each side turned round, and each two of one length exchanged."""
    places = list(product(*map(range, sides)))
    number = {place: n for n, place in enumerate(places)}
    for n, side in enumerate(sides):
        turned = [(*p[:n], side - 1 - p[n], *p[n + 1 :]) for p in places]
        yield tuple(number[place] for place in turned)
    for m, n in combinations(range(len(sides)), 2):
        if sides[m] == sides[n]:
            order = list(range(len(sides)))
            order[m] = n
            order[n] = m
            yield tuple(number[tuple(place[d] for d in order)] for place in places)


def _generated(generators: Sequence[Permutation], truths: int) -> list[Permutation]:
    """All products, the identity first; that alone where they are too many."""
    identity = tuple(range(truths))
    found = {identity: None}
    waiting = list(found)
    while waiting:
        step = waiting.pop()
        for generator in generators:
            new = picked(step, generator)
            if new not in found:
                found[new] = None
                waiting.append(new)
        if len(found) > MOST_MEMBERS:
            return [identity]
    return list(found)


def _factorisations(number: int) -> Iterator[tuple[int, ...]]:
    """All ways to write a number as an ordered product, itself first."""
    yield (number,)
    for first in range(2, number):
        if number % first == 0:
            for rest in _factorisations(number // first):
                yield first, *rest


def _keeps(step: Permutation, levels: Levels, actions: set[tuple[Fraction, ...]]) -> bool:
    """Whether a permutation leaves both ends of the matrix and the set of actions unchanged."""
    if any(picked(action, step) not in actions for action in actions):
        return False
    for matrix in (levels.lo, levels.hi):
        if any(picked(matrix[step[a]], step) != row for a, row in enumerate(matrix)):
            return False
    return True


def _carried_pairs(multipliers: Mapping[Any, Fraction], step: Permutation) -> dict[Key, Fraction]:
    """Multipliers of pairs for the carried row."""
    back = {truth: j for j, truth in enumerate(step)}
    return {(back[a], back[b]): f for (a, b), f in multipliers.items()}


def _orbits_of(actions: Actions, group: Sequence[Permutation]) -> list[ActionOrbit]:
    """The orbits of different actions."""
    found: list[ActionOrbit] = []
    waiting = {tuple(action) for action in actions}
    for action in map(tuple, actions):
        if action not in waiting:
            continue
        members: dict[tuple[Fraction, ...], list[Permutation]] = {}
        for step in group:
            members.setdefault(picked(action, step), []).append(step)
        waiting -= members.keys()
        found.append(ActionOrbit(action, members))
    return found


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

    def merged_actions(self, actions: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
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

    def spread(self, row: Sequence[Fraction]) -> tuple[Fraction, ...]:
        """The row on truths."""
        return tuple(row[c] for c in self.class_of)

    def lifted(
        self,
        actions: Sequence[Sequence[Fraction]],
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

    def _sums(self, row: Sequence[Fraction]) -> list[Fraction]:
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
    action: Sequence[Fraction], multipliers: Mapping[Key, Fraction], forms: Mapping[Key, BoundForm]
) -> list[Fraction]:
    """c_j - sum_n f_n a_n[j]: what the price of each truth must pay."""
    asked = list(action)
    for name, f in multipliers.items():
        for j, x in forms[name].terms:
            asked[j] -= f * x
    return asked
