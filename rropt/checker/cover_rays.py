"""The extreme rays of rows that a level binds, looked at one after the other (`cover_extremes`).

{1, g}^k for one number without a delta, staircases for one number with a delta, fewer patterns and
each other truth alone where a number protects some classes (`protected_classes`), what grows for a
matrix (`extreme_rays`; with singles also each of them alone), and where the planes of conditions
meet (`condition_rays`).

Bystanders. With one number and a delta no pair is hard, and under Renyi budgets no row by itself is
bound. A truth c with y_c >= 0 that u does not see, and in nothing else that has a price: at r_c = 0
the charge is smaller by y_c r_c and u is the same, so rows with r_c = 0 decide. Their rays are the
staircases of the other truths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, cast

from .charge import UNCOVERED, Charge
from .convex_utility import ConvexUtility
from .levels import LevelsOfPairs, OneNumber
from .limits import Size
from .pages import page
from .plain_table import plain_row
from .private_table import Row
from .ray_limits import MAX_RAY_WORK, MAX_STAIRCASES, allow_worths
from .verdict import Doubts, well_formed

if TYPE_CHECKING:
    from .protected_classes import ProtectedClasses


@dataclass(frozen=True)
class ManyRows:
    """So many rows, made one after the other whenever they are looked at, never held together."""

    number: int
    make: Callable[[], Iterable[Row]]

    def __len__(self) -> int:
        return self.number

    def __iter__(self) -> Iterator[Row]:
        return iter(self.make())


@dataclass(frozen=True)
class CoverByExtremes:
    """The charge, the utility, and every extreme ray."""

    charge: Charge
    utility: ConvexUtility
    rows: ManyRows

    def verify(self, doubts: Doubts) -> None:
        """charge(r) >= u(r) at every ray."""
        for row in self.rows:
            charge = self.charge.at(row)
            low, high = self.utility.ends(row)
            doubts.not_negative(charge - high, charge - low, UNCOVERED)


def over_rays(charge: Charge, utility: ConvexUtility, size: Size) -> CoverByExtremes:
    """The rays of this level."""
    privacy, sizes = charge.privacy, charge.sizes
    runs = sum(sizes)
    if not isinstance(privacy, LevelsOfPairs):
        found = page(".condition_rays").condition_rays(privacy, len(sizes), size)
        rows = _plain_rows(found)
    elif privacy.protected:
        protected = cast("ProtectedClasses", privacy)
        rows = _few_rows(protected.number_of_rays(sizes), partial(protected.rays, sizes))
        runs = _runs_of_two_values(sizes)
    elif not isinstance(privacy, OneNumber):
        rows = _plain_rows([*page(".extreme_rays").rays(privacy, size), *_alone(charge)])
    elif privacy.is_pure:
        cube, _ = page(".pattern_cube").cube_of(charge, utility.forms, size, by_forms=False)
        rows = _few_rows(cube.number(), cube.rows)
        runs = _runs_of_two_values(sizes)
    else:
        stairs = page(".staircases")
        idle = bystanders(charge, utility)
        number = stairs.number_of_staircases(sizes, idle)
        rows = _few_rows(number, partial(stairs.staircases, sizes, privacy.high, idle))
    _allow(rows, charge, utility, size, runs)
    return CoverByExtremes(charge, utility, rows)


def _few_rows(number: int, make: Callable[[], Iterable[Row]]) -> ManyRows:
    well_formed(number <= MAX_STAIRCASES, "too many extreme patterns")
    return ManyRows(number, make)


def _runs_of_two_values(sizes: Sequence[int]) -> int:
    """At most so many runs has a row of two values."""
    return sum(min(n, 2) for n in sizes)


def _plain_rows(found: Sequence[Sequence[int]]) -> ManyRows:
    return ManyRows(len(found), partial(map, plain_row, found))


def _allow(rows: ManyRows, charge: Charge, utility: ConvexUtility, size: Size, runs: int) -> None:
    """What rows of so many runs cost is known before a row is made; the value of each is given."""
    steps = utility.steps + charge.steps
    size.allow(len(rows) * steps * runs, MAX_RAY_WORK)
    allow_worths(size, len(rows), utility)
    if utility.logarithms:
        limits = page(".logarithm_limits")
        limits.few_logarithms_of(rows, limits.MAX_RAY_LOGARITHMS)
    well_formed(utility.knows(rows), "the value at a pattern is not given")


def bystanders(charge: Charge, utility: ConvexUtility) -> set[int]:
    """The classes without a negative price, in nothing else that has one, and not seen."""
    seen = utility.seen | charge.priced
    return {c for c, y in enumerate(charge.prices) if y >= 0 and c not in seen}


def _alone(charge: Charge) -> Iterator[tuple[int, ...]]:
    """The rows of the singles."""
    for single in charge.privacy.singles:
        yield tuple(int(truth == single) for truth, _ in enumerate(charge.sizes))
