"""What rows pay, and few rows that decide for all.

A row r pays y.r + sum z_ab [r_a - g_ab r_b]+ for prices y of truths, and z >= 0 of pairs with a
delta. Over the rows of a private table that adds up to at most sum y + sum z delta. Likewise for
soft conditions.

Theorem. Let u be convex, u(s r) = s u(r) for s >= 0. If each of the rows that decide pays at least
u(r), every row does that may stand in a private table, and the u(r) of such a table add up to at
most what it pays.

Proof. Under one number without a delta a row, divided by its least entry, is a mixture of {1, g}^k,
and u at most that of its values. Else see `staircases`, `extreme_rays`, `condition_rays`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from operator import mul
from typing import Any

from .cleared import cleared
from .fields import Rationals, amounts, exact_sum, rationals
from .pages import page
from .verdict import LARGEST_MOST, MAX_LONG_RAYS, MAX_RAY_WORK, Size, well_formed


@dataclass(frozen=True)
class Payment:
    """Prices of truths and of pairs at a level."""

    level: Any
    prices: Rationals
    budgets: dict[Any, Fraction]
    """z, by pairs with a delta or by places of soft conditions."""

    @property
    def total(self) -> Fraction:
        """What a private table pays at most: sum y + sum z delta."""
        mosts = [z * self.level.most_of(name) for name, z in self.budgets.items()]
        return exact_sum([*self.prices, *mosts])

    @cached_property
    def _cleared(self) -> tuple[list[int], int]:
        """The prices of truths, and those of pairs over the denominators of g, over one unit."""
        of_pairs = [z / self.level.of_pair(*p)[0].denominator for p, z in self.budgets.items()]
        return cleared([*self.prices, *of_pairs])

    def of(self, row: Sequence[int]) -> Fraction:
        """The payment of whole numbers."""
        whole, unit = self._cleared
        paid = sum(map(mul, whole, row))
        for (a, b), z in zip(self.budgets, whole[len(row) :], strict=True):
            top, bottom = self.level.of_pair(a, b)[0].as_integer_ratio()
            paid += z * max(0, bottom * row[a] - top * row[b])
        return Fraction(paid, unit)


MAX_TRUTHS_OF_PAIRS = 5
MAX_NUMBERS = 1 << 14
MAX_BITS = 1 << 11
MAX_STEPS = 1 << 12
"""Numbers, and products of forms at patterns: far below what any file may have."""

RAYS = {"growing": ".extreme_rays", "planes": ".condition_rays"}


def is_far_from_a_limit(size: Size) -> bool:
    """Whether what other pages would announce, a quarter of all at most, would be allowed, too."""
    return 2 * size.announced <= LARGEST_MOST


def read_payment(data: dict[str, Any], level: Any, truths: int) -> Payment:
    """The prices of truths, and of what may be exceeded."""
    given = data.keys() & {"pair_prices", "condition_prices"}
    budgets = _read_budgets(data, given, level, truths) if given else {}
    return Payment(level, rationals(data["prices"], truths), budgets)


def _read_budgets(
    data: dict[str, Any], given: set[str], level: Any, truths: int
) -> dict[Any, Fraction]:
    well_formed(given == {level.budgets}, "prices of what there is none of")
    if "condition_prices" in given:
        named = page(".condition_prices")
        return dict(named.read_soft(data["condition_prices"], level))
    budgets = amounts(data["pair_prices"], truths, 2)
    is_soft = all(a != b and level.of_pair(a, b)[1] for a, b in budgets)
    well_formed(is_soft and level.rays != "cube", "prices of what there is none of")
    return budgets


def read_level(value: Any, truths: int, size: Size) -> Any:
    """The level of a file that is small."""
    well_formed(size.count <= MAX_NUMBERS and size.bits <= MAX_BITS, "too large")
    well_formed(isinstance(value, dict), "an object is missing")
    if "conditions" in value:
        return page(".conditions").read_conditions(value, truths, size)
    gamma = value.get("gamma")
    if isinstance(gamma, list) and list in map(type, gamma):
        return page(".levels_of_pairs").read_levels_of_pairs(value, truths)
    return page(".levels").read_number(value)


def rows_that_decide(
    payment: Payment, steps: int, quotients: int, size: Size
) -> Iterable[Sequence[int]]:
    """Whole numbers; at each u takes so many steps, and adds up so many quotients."""
    level, truths = payment.level, len(payment.prices)
    well_formed(level.rays == "cube" or truths <= MAX_TRUTHS_OF_PAIRS, "too many")
    well_formed(size.count + (steps << truths) <= MAX_STEPS, "too many steps")
    well_formed(quotients * size.bits <= 2 * MAX_BITS, "too many quotients")
    if level.rays == "cube":
        return product(level.high.as_integer_ratio(), repeat=truths)
    return _rays(payment, steps, size)


def _rays(payment: Payment, steps: int, size: Size) -> list[Sequence[int]]:
    """Staircases, what grows of a matrix, and where the planes of conditions meet."""
    level, kind, truths = payment.level, payment.level.rays, len(payment.prices)
    well_formed(kind != "planes" or not payment.budgets, "prices of conditions")
    rows = page(RAYS[kind]).rays(level, size) if kind in RAYS else staircases(level.high, truths)
    found: list[Sequence[int]] = [*rows]
    products = len(found) * (steps + truths + len(payment.budgets))
    size.allow(products * (truths + 2), MAX_RAY_WORK)
    size.allow(products * truths * level.bits, MAX_LONG_RAYS)
    well_formed(len(found) <= MAX_STEPS and is_far_from_a_limit(size), "too many rows")
    return found


def staircases(g: Fraction, truths: int) -> Iterator[Sequence[int]]:
    """The rows that decide with a delta: their entries are 0, or g^-t for t = 0, ..., l, none left
    out.

    Proof. The planes r_a = g r_b of all pairs cut r >= 0 into cells. On each the payment is linear
    and u convex; what is paid beyond u is concave and homogeneous, so not negative if it is not at
    the extreme rays of the cell. Such a ray is up to a factor the only row with its zeros and its
    ties r_a = g r_b. So ties connect all its other entries: from the largest on they descend by g.
    """
    top, bottom = g.as_integer_ratio()
    entries = [top ** (truths - t) * bottom**t for t in range(truths)] + [0]
    for steps in product(range(truths + 1), repeat=truths):
        taken = {*steps} - {truths}  # the last entry, 0, is no step
        if taken and max(taken) < len(taken):  # no step above the lowest is left out
            yield [entries[t] for t in steps]
