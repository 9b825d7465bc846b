"""The extreme rays of the cells into which conditions cut the rows.

The planes x.r = g y.r of all levels, and r_j = 0, cut the rows r >= 0 into cones on which every
[x.r - g y.r]+ is linear. An extreme ray of such a cone lies on k - 1 independent planes, for else
it could be moved both ways within all planes that it lies on. `rays` intersects planes one after
the other, keeps each intersection (a *flat*) once, by its equations in reduced echelon
form, and takes the flats of dimension one that are a row >= 0 and obey the hard conditions.

Planes are taken in the order of their list: of the planes that make up a flat the first ones that
do serve, so a flat need only be cut with planes after the last of those.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import gcd, lcm
from typing import TYPE_CHECKING, cast

from .cleared import cleared, dot
from .private_table import plain_row
from .verdict import Size, well_formed

if TYPE_CHECKING:
    from .charge import Charge
    from .conditions import Conditions
    from .convex_utility import ConvexUtility
    from .costs_of_rows import Rays

MAX_FLATS = 1 << 15

Form = tuple[int, ...]
"""Whole numbers without a common divisor, the first that is not 0 positive."""

Flat = tuple[Form, ...]
"""Equations in reduced echelon form, by their leading places."""


def extreme_rows(charge: Charge, utility: ConvexUtility, size: Size) -> Rays:
    """Those of all conditions."""
    found = rays(cast("Conditions", charge.privacy), size)
    return len(found), len(charge.sizes), partial(map, plain_row, found)


def rays(privacy: Conditions, size: Size) -> list[Form]:
    """All rays, as whole numbers."""
    truths = len(privacy.conditions[0].left)
    planes = list(dict.fromkeys(_planes(privacy, truths)))
    hard = [cleared(form)[0] for n, _, form in privacy.steps if privacy.conditions[n].is_hard]
    last: dict[Flat, int] = {(): -1}  # all rows, on no plane
    steps = 0
    for _ in range(truths - 1):
        cuts = sum(len(planes) - 1 - n for n in last.values())
        steps += cuts
        well_formed(steps <= MAX_FLATS, "too many extreme patterns")
        size.allow(cuts * truths**3)
        last = _cut(last, planes)
    found = (_ray(flat, truths) for flat in last)
    return [r for r in found if r and all(dot(form, r) <= 0 for form in hard)]


def _planes(privacy: Conditions, truths: int) -> Iterator[Form]:
    for j in range(truths):
        yield tuple(int(i == j) for i in range(truths))
    for _, _, form in privacy.steps:
        if any(form):  # else the level binds nothing
            yield primitive(cleared(form)[0])


def _cut(last: dict[Flat, int], planes: Sequence[Form]) -> dict[Flat, int]:
    """All flats with one more plane, each with the least last plane that makes it."""
    found: dict[Flat, int] = {}
    for flat, before in last.items():
        for n in range(before + 1, len(planes)):
            smaller = joined(flat, planes[n])
            if smaller and n < found.get(smaller, len(planes)):
                found[smaller] = n
    return found


def joined(flat: Flat, plane: Form) -> Flat | None:
    """The flat with one more equation; None where that follows already.

    >>> joined(((1, 0, -2),), (1, 1, 0)), joined(((1, 0, -2),), (1, 0, -2))
    (((1, 0, -2), (0, 1, 2)), None)
    """
    rest: Sequence[int] = plane
    for equation in flat:
        rest = without(rest, equation)
    if not any(rest):
        return None
    fresh = primitive(rest)
    reduced = [primitive(without(equation, fresh)) for equation in flat]
    return tuple(sorted([*reduced, fresh], key=leading))


def without(form: Sequence[int], equation: Form) -> Sequence[int]:
    """The form with 0 at the leading place of the equation."""
    place = leading(equation)
    factor = form[place]
    if not factor:
        return form
    unit = equation[place]
    return [unit * x - factor * e for x, e in zip(form, equation, strict=True)]


def leading(form: Sequence[int]) -> int:
    """The place of the first entry that is not 0."""
    return next(place for place, x in enumerate(form) if x)


def primitive(form: Sequence[int]) -> Form:
    """The form without a common divisor, its first entry that is not 0 positive."""
    common = gcd(*form)
    if form[leading(form)] < 0:
        common = -common
    return tuple(x // common for x in form)


def _ray(flat: Flat, truths: int) -> Form | None:
    """The row r >= 0 on a flat of dimension one, if there is one."""
    places = [leading(equation) for equation in flat]
    (free,) = set(range(truths)) - set(places)
    unit = lcm(*(equation[place] for equation, place in zip(flat, places, strict=True)))
    row = [0] * truths
    row[free] = unit
    for equation, place in zip(flat, places, strict=True):
        row[place] = -equation[free] * unit // equation[place]  # exact: unit is a multiple
    return primitive(row) if min(row) >= 0 else None
