"""The extreme rays of the cells into which conditions cut the rows.

The planes x.r = g y.r of all levels, and r_j = 0, cut the rows r >= 0 into cones on which every
[x.r - g y.r]+ is linear. An extreme ray of such a cone lies on k - 1 independent planes, for else
it could be moved both ways within all planes that it lies on. `rays` intersects planes one after
the other, keeps each intersection (a *flat*) once, by vectors that span it in reduced echelon
form, and takes the flats of dimension one that are a row >= 0 and obey the hard conditions.

Planes are taken in the order of their list: of the planes that make up a flat the first ones that
do serve, so a flat need only be cut with planes after the last of those.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import TYPE_CHECKING

from .cleared import cleared, dot
from .verdict import Size, well_formed

if TYPE_CHECKING:
    from .conditions import Conditions

MAX_FLATS = 1 << 15

Form = tuple[int, ...]
"""Whole numbers without a common divisor, the first that is not 0 positive."""

Flat = tuple[Form, ...]
"""Vectors that span it: each is 0 at the leading places of the others, which ascend."""


def rays(privacy: Conditions, size: Size) -> list[Form]:
    """All rays, as whole numbers."""
    truths = len(privacy.conditions[0].left)
    zeros = [tuple(int(i == j) for i in range(truths)) for j in range(truths)]
    forms = [(n, cleared(form)[0]) for n, _, form in privacy.steps if any(form)]  # else no plane
    planes = list(dict.fromkeys([*zeros, *(primitive(form) for _, form in forms)]))
    hard = [form for n, form in forms if privacy.conditions[n].is_hard]
    last: dict[Flat, int] = {tuple(zeros): -1}  # all vectors, on no plane
    steps = 0
    for _ in range(truths - 1):
        cuts = sum(len(planes) - 1 - n for n in last.values())
        steps += cuts
        well_formed(steps <= MAX_FLATS, "too many extreme patterns")
        size.allow(cuts * truths**3)
        last = _cut(last, planes)
    size.allow(2 * truths * len(last) * len(hard))
    return [r for (r,) in last if min(r) >= 0 and all(dot(form, r) <= 0 for form in hard)]


def _cut(last: dict[Flat, int], planes: Sequence[Form]) -> dict[Flat, int]:
    """All flats with one more plane, each with the least last plane that makes it."""
    found: dict[Flat, int] = {}
    for flat, before in last.items():
        for n in range(before + 1, len(planes)):
            smaller = on_plane(flat, planes[n])
            if smaller and n < found.get(smaller, len(planes)):
                found[smaller] = n
    return found


def on_plane(flat: Flat, plane: Form) -> Flat | None:
    """What a flat has on one more plane: the last vector beside it joins those before; None where
    all are on it.

    >>> on_plane(((1, 0, 0), (0, 1, 0), (0, 0, 1)), (1, 0, -2))
    ((2, 0, 1), (0, 1, 0))
    """
    values = [dot(plane, vector) for vector in flat]
    beside = [n for n, value in enumerate(values) if value]
    if not beside:
        return None
    last = flat[beside[-1]]
    found = []
    for vector, value in zip(flat, values, strict=True):
        if vector is not last:
            pairs = zip(vector, last, strict=True)
            found.append(primitive([values[beside[-1]] * x - value * y for x, y in pairs]))
    return tuple(found)


def primitive(form: Sequence[int]) -> Form:
    """The form without a common divisor, its first entry that is not 0 positive."""
    common = gcd(*form)
    if next(x for x in form if x) < 0:
        common = -common
    return tuple(x // common for x in form)
