"""Extreme patterns where planes of any direction cut the orthant.

Hard forms f.r <= 0 make a cone of the patterns r >= 0, and the planes f.r = 0 of the others cut it
into cells. The rays of the cone are found form by form: those with f.r > 0 go, and on the plane lie
the old ones with f.r = 0 and one between each two neighbours with f.r > 0 and < 0. Neighbours span
a face of dimension two: it lies on k - 2 walls of the cone at least, and no third ray is on these.

A ray of the cells lies on some of the planes, and is a ray of the *section* of the cone with these.
Sections are made plane after plane, each once and with the planes after the last that it needs. A
plane that has a section on one side meets a face of it, whose rays are rays of the section.

**Where pairs have deltas** the planes are r_a = g_ab r_b. On the cells into which the planes cut
the orthant a charge y.r + sum z_ab [r_a - g_ab r_b]_+ is linear, and the cells are spanned by the
patterns whose tight pairs connect their support. For one number these are the staircases. Pairs
without a delta bound the cone: patterns outside are left out, and so is a zero beside a truth that
it would bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf

from rropt.exact import InputError
from rropt.exact.entries import identity, unit
from rropt.exact.number import over_common_denominator, primitive
from rropt.patterns.alcoved import primitive_pattern
from rropt.patterns.extreme import Pattern

Form = tuple[Fraction, ...]
Ray = tuple[int, ...]
Section = dict[Ray, int]
"""Rays, and as bits the walls of the cone on which each lies."""


def rays_of_planes(
    planes: Sequence[Form], hard: Sequence[Form], truths: int, most: int
) -> list[Form]:
    """The rays of all cells, whole numbers, in a fixed order, after so many pairs of rays at most.

    >>> half = Fraction(1, 2)
    >>> rays_of_planes([(Fraction(1), Fraction(-3))], [(half, Fraction(-3, 2))], 2, 100)
    [(Fraction(0, 1), Fraction(1, 1)), (Fraction(3, 1), Fraction(1, 1))]
    """
    distinct = list(dict.fromkeys(map(_whole, planes)))
    walls = (1 << truths) - 1
    cone: Section = {}
    for j, axis in enumerate(identity(truths)):
        cone[tuple(map(int, axis))] = walls ^ 1 << j
    looked = 0
    # What excludes most axes leaves the fewest rays for the others: a tenth of the pairs.
    bounds = sorted(map(_whole, hard), key=lambda form: -sum([x > 0 for x in form]))
    for n, form in enumerate(bounds, start=truths):
        cut = _Cut.of(cone, form)
        looked = _counted(looked, cut, most)
        cone = cut.below | {ray: tight | 1 << n for ray, tight in cut.met(truths).items()}
    found = set(cone)
    sections = {frozenset(cone): (cone, 0)}
    for dimension in range(truths, 1, -1):
        smaller: dict[frozenset[Ray], tuple[Section, int]] = {}
        for section, first in sections.values():
            for n, form in enumerate(distinct[first:], start=first + 1):
                cut = _Cut.of(section, form)
                looked = _counted(looked, cut, most)
                if cut.above and cut.below:
                    met = cut.met(dimension)
                    _, known = smaller.get(frozenset(met), (met, n))
                    smaller[frozenset(met)] = met, min(n, known)
        sections = smaller
        found.update(*sections)
    return [tuple(map(Fraction, ray)) for ray in sorted(found)]


def _whole(form: Form) -> Ray:
    return primitive(over_common_denominator(form)[0])


def _counted(looked: int, cut: _Cut, most: int) -> int:
    """What a ray takes is what sixteen pairs take."""
    looked += len(cut.above) * len(cut.below) + 16 * len(cut.values)
    if looked > most:
        raise InputError(
            "categories or levels must be fewer: their planes meet between more patterns than are "
            "looked at; decisions (guess, gain) work beyond"
        )
    return looked


@dataclass(frozen=True)
class _Cut:
    """A section on both sides of a plane, and on it."""

    values: dict[Ray, int]
    above: Section
    below: Section
    on: Section

    @staticmethod
    def of(section: Section, form: Ray) -> _Cut:
        values = {r: sum([a * x for a, x in zip(form, r, strict=True)]) for r in section}
        above = {r: tight for r, tight in section.items() if values[r] > 0}
        below = {r: tight for r, tight in section.items() if values[r] < 0}
        on = {r: tight for r, tight in section.items() if not values[r]}
        return _Cut(values, above, below, on)

    def met(self, dimension: int) -> Section:
        """The rays on the plane of a section of that dimension."""
        found = dict(self.on)
        walls = [*self.above.values(), *self.below.values(), *self.on.values()]
        for r, tight in self.above.items():
            common = [(s, tight & other) for s, other in self.below.items()]
            for s, both in common:
                is_face = both.bit_count() >= dimension - 2
                if is_face and sum([both & each == both for each in walls]) == 2:
                    pairs = zip(r, s, strict=True)
                    between = [self.values[r] * y - self.values[s] * x for x, y in pairs]
                    found[primitive(between)] = both
        return found


def along(form: Form, row: Sequence[Fraction]) -> Fraction:
    """form.row, for which zeros cost nothing."""
    return sum((a * x for a, x in zip(form, row, strict=True) if a and x), Fraction(0))


Matrix = Sequence[Sequence[Fraction | float]]

MOST_TRUTHS = 5
"""On 5 truths there are up to 2,000 trees of tight pairs for each support; on 6 over 41,000."""


def arrangement_patterns(matrix: Matrix, pure: Matrix) -> list[Pattern]:
    """The rays of the arrangement inside the cone of the pure bounds, in a fixed order.

    >>> two = ((1, 3), (2, 1))
    >>> len(arrangement_patterns(two, ((1, inf), (inf, 1))))
    4
    """
    k = len(matrix)
    if k > MOST_TRUTHS:
        raise InputError(
            f"categories must be at most {MOST_TRUTHS} for this objective where pairs have a "
            f"delta, got {k}; decisions (guess, gain) work beyond"
        )
    found = {primitive_pattern(r) for r in _grown(matrix)}
    return sorted(r for r in found if _inside(pure, r))


def _grown(matrix: Matrix) -> Iterator[Pattern]:
    """Patterns with connected tight pairs: one truth at 1, others joined one after the other."""
    k = len(matrix)
    waiting = [unit(k, j) for j in range(k)]
    seen = set(waiting)
    while waiting:
        pattern = waiting.pop()
        yield pattern
        for grown in _joined(matrix, pattern):
            if grown not in seen:
                seen.add(grown)
                waiting.append(grown)


def _joined(matrix: Matrix, pattern: Pattern) -> Iterator[Pattern]:
    """One more truth b of the support, tight with a truth a that is in it: either way."""
    for a, value in enumerate(pattern):
        for b, other in enumerate(pattern):
            if value and not other and a != b:
                if matrix[a][b] != inf:
                    yield _with(pattern, b, value / matrix[a][b])
                if matrix[b][a] != inf:
                    yield _with(pattern, b, value * matrix[b][a])


def _with(pattern: Pattern, truth: int, value: Fraction | float) -> Pattern:
    grown = (*pattern[:truth], Fraction(value), *pattern[truth + 1 :])
    return primitive_pattern(grown)


def _inside(pure: Matrix, pattern: Pattern) -> bool:
    """Whether every pure bound holds."""
    for a, row in enumerate(pure):
        for b, g in enumerate(row):
            if a != b and g != inf and pattern[a] > g * pattern[b]:
                return False
    return True
