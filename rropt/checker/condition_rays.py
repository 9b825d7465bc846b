"""The extreme rays of the cells into which conditions cut the rows.

Hard forms x.r - g y.r <= 0 make a cone of the rows r >= 0; its *walls* are their planes and those
of r_j = 0. The planes of all other levels cut it into cells, where every [x.r - g y.r]+ is linear.

A form cuts the rays of a cone: those below stay, and on its plane are old rays, and one between
each two, above and below, that span a face of dimension two. Such a face is on k - 2 independent
walls. Other pairs that are on as many add rows of the cone, which do no harm.

A ray of a cell is a ray of the *section* of the cone with some planes. Let these be as few as can
be, in the order of the list. Each has rays on both sides in the section with those before it, for
else it meets a face, whose rays are rays of that section. So sections are made plane after plane,
each once, with the planes after the last that it needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import TYPE_CHECKING

from .cleared import cleared, dot
from .verdict import LEAST_BITS, Size

if TYPE_CHECKING:
    from .conditions import Conditions

MAX_CUT = 1 << 18
MAX_PAIRS = 1 << 22
MAX_CUT_SQUARES = 1 << 39

Form = tuple[int, ...]
Ray = tuple[int, ...]
Section = dict[Ray, int]
"""Rays, and as bits the walls on which each is."""

Sides = tuple[list[Ray], Section, Section]


def rays(privacy: Conditions, size: Size) -> list[Ray]:
    """Rows of the cone, the rays of all cells among them, as whole numbers."""
    truths = len(privacy.conditions[0].left)
    forms = [(n, primitive(cleared(form)[0])) for n, _, form in privacy.steps]
    hard = [form for n, form in forms if privacy.conditions[n].is_hard]
    hard.sort(key=lambda form: -sum(x > 0 for x in form))  # what excludes most axes leaves few rays
    planes = list(dict.fromkeys(form for n, form in forms if not privacy.conditions[n].is_hard))
    cutter = Cutter(truths, [*hard, *planes], size)
    walls = (1 << truths) - 1
    cone = {tuple(int(i == j) for i in range(truths)): walls ^ 1 << j for j in range(truths)}
    for n, form in enumerate(hard, start=truths):
        _, below, on = cutter.cut(cone, form, truths)
        cone = below | {ray: tight | 1 << n for ray, tight in on.items()}
    return of_sections(cone, truths, planes, cutter) if planes else list(cone)


def of_sections(cone: Section, truths: int, planes: Sequence[Form], cutter: Cutter) -> list[Ray]:
    """The rays of all sections of the cone."""
    found = set(cone)
    sections = {frozenset(cone): (cone, 0)}
    for dimension in range(truths, 1, -1):
        smaller: dict[frozenset[Ray], tuple[Section, int]] = {}
        for section, first in sections.values():
            for n, form in enumerate(planes[first:], start=first + 1):
                above, below, on = cutter.cut(section, form, dimension)
                if above and below:
                    _, last = smaller.get(frozenset(on), (on, n))
                    smaller[frozenset(on)] = on, min(n, last)
        sections = smaller
        found.update(*sections)
    return list(found)


class Cutter:
    """Cuts sections, and announces what that takes."""

    def __init__(self, truths: int, forms: Sequence[Form], size: Size) -> None:
        bits = max([LEAST_BITS, *[x.bit_length() for form in forms for x in form]])
        self.squares = truths**3 * bits**2
        self.size = size

    def announce(self, number: int) -> None:
        """Rays that are looked at, or made."""
        self.size.allow_counted(number, MAX_CUT)
        self.size.allow_counted(number * self.squares, MAX_CUT_SQUARES)

    def cut(self, section: Section, form: Form, dimension: int) -> Sides:
        """What is above the plane of a form, below and on it."""
        self.announce(len(section))
        values = {ray: dot(form, ray) for ray in section}
        above = [ray for ray in section if values[ray] > 0]
        below = {ray: tight for ray, tight in section.items() if values[ray] < 0}
        on = {ray: tight for ray, tight in section.items() if not values[ray]}
        self.size.allow_counted(len(above) * len(below), MAX_PAIRS)
        pairs = ((r, s, section[r] & section[s]) for r in above for s in below)
        faces = [each for each in pairs if each[2].bit_count() >= dimension - 2]
        self.announce(len(faces))
        for r, s, both in faces:
            entries = zip(r, s, strict=True)
            on[primitive([values[r] * y - values[s] * x for x, y in entries])] = both
        return above, below, on


def primitive(form: Sequence[int]) -> Form:
    """Without a common divisor."""
    divisor = gcd(*form) or 1
    return tuple([x // divisor for x in form])
