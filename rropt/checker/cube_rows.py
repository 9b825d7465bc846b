"""The patterns {1, g}^k as rows (`pattern_cube`), for a utility of no family that knows more."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain, product
from typing import TYPE_CHECKING

from .charge import Charge
from .convex_utility import ConvexUtility
from .limits import Size
from .pattern_cube import Cube, cube_of
from .private_table import Row, Run
from .ray_limits import few_rows

if TYPE_CHECKING:
    from .cover_rays import Rays


def extreme_rows(charge: Charge, utility: ConvexUtility, size: Size) -> Rays:
    """Those of one number without a delta."""
    cube, _ = cube_of(charge, utility.forms, size, by_forms=False)
    runs = sum(min(n, 2) for n in cube.sizes)
    return few_rows(cube.number()), runs, partial(rows, cube)


def rows(cube: Cube) -> Iterator[Row]:
    """The patterns up to the order within classes; unseen truths have the cheaper entry."""
    seen = set(cube.seen())
    choices = [_runs(cube, c, c in seen) for c, _ in enumerate(cube.sizes)]
    return (list(chain.from_iterable(parts)) for parts in product(*choices))


def _runs(cube: Cube, c: int, is_seen: bool) -> list[Row]:
    """A class with 0, 1, ... of its truths at the top."""
    size = cube.sizes[c]
    if not is_seen:
        return [[Run(c, cube.cheaper(cube.forms[0][c]), size)]]
    every = ([(cube.bottom, size - n), (cube.top, n)] for n in range(cube.number_at(c)))
    return [[Run(c, value, n) for value, n in parts if n] for parts in every]
