"""Few rows that decide for all: prices of files with few truths, read by the pages of their kinds.

A row r pays y.r + sum z_ab [r_a - g_ab r_b]+ for prices y of truths, and z >= 0 of pairs with a
delta. Over the rows of a private table that adds up to at most sum y + sum z delta. Likewise for
soft conditions.

Theorem. Let u be convex, u(s r) = s u(r) for s >= 0. If each of the rows that decide pays at least
u(r), every row does that may stand in a private table, and the u(r) of such a table add up to at
most what it pays.

Proof. Under one number without a delta a row, divided by its least entry, is a mixture of {1, g}^k,
and u at most that of its values. Else see `staircases`, `extreme_rays`, `condition_rays`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import product
from operator import mul
from typing import Any

from .cleared import cleared, cleared_rows, dot
from .fields import ONE, Rationals, amounts, exact_sum, rationals, record
from .pages import page
from .verdict import FEW_TRUTHS, MAX_LONG_RAYS, MAX_RAY_WORK, Doubts, Size, need, well_formed

FEW_NUMBERS = 1 << 14
FEW_BITS = 1 << 11
FEW_STEPS = 1 << 12
FEW_CHOICES = 1 << 17  # of steps for six truths, 9,365 of which are staircases
"""Numbers, and products of forms at patterns: far below what any file may have."""

RAYS = {"growing": ".extreme_rays", "planes": ".condition_rays"}

UNPAID = "a row does not pay enough"


def proved(data: dict[str, Any], size: Size) -> str | None:
    """The sentence of kind gradient, if these rows prove it."""
    doubts = Doubts()
    read = page(".kind_gradient").read_gradient
    statement: str = read(data, size, ".few_rows")(doubts)
    size.allow_counted(1, 2)  # one half is left: what other pages would announce is a quarter
    return None if doubts.reasons else statement


@dataclass(frozen=True)
class Payment:
    """Prices of truths and of pairs at a level."""

    level: Any
    prices: Rationals
    budgets: dict[Any, Fraction]
    """z, by pairs with a delta or by places of soft conditions."""

    @property
    def bound(self) -> Fraction:
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


def read_charge(data: dict[str, Any], level: Any, sizes: Sequence[int]) -> Payment:
    """The prices of truths, and of what may be exceeded."""
    given = data.keys() & {"pair_prices", "condition_prices"}
    budgets = _read_budgets(data, given, level, len(sizes)) if given else {}
    return Payment(level, rationals(data["prices"], len(sizes)), budgets)


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


def read_level(value: Any, sizes: Sequence[int], size: Size, alike: str = "") -> Any:
    """The level of a file that is small and tells all truths apart."""
    is_small = size.count <= FEW_NUMBERS and size.bits <= FEW_BITS
    well_formed(is_small and max(sizes) == 1, "too large")
    well_formed(isinstance(value, dict), "an object is missing")
    if "conditions" in value:
        return page(".conditions").read_conditions(value, len(sizes), size)
    gamma = value.get("gamma")
    if isinstance(gamma, list) and list in map(type, gamma):
        return page(".levels_of_pairs").read_levels_of_pairs(value, len(sizes))
    return page(".levels").read_number(value)


Cover = Callable[[Doubts], None]


def read_cover_of_goal(value: Any, payment: Payment, goal: Any, size: Size) -> Cover:
    """Every row pays the squares of the tangents, sum_x w_x sum_v ((D_x v).r)^2 / (p_x.r)."""
    well_formed(not goal.utility, "more than squares of tangents")
    proof = record(value, "proof")["proof"]
    is_one = payment.level.rays == "cube" and sum(len(at.points) for at in goal.scenarios) == 1
    of_one = ["form", "line"] if len(goal.scenarios[0].contrasts) == 1 else ["form"]
    well_formed(proof == "extremes" or (is_one and proof in of_one), "another proof")
    is_many = proof == "form" and len(payment.prices) > FEW_TRUTHS
    return partial(_cover_many if is_many else _cover, payment, goal, size)


def _cover(payment: Payment, goal: Any, size: Size, doubts: Doubts) -> None:
    """Each of the rows pays at least u(r)."""
    points = []
    for at in goal.scenarios:
        weights, below = cleared(goal.scales or [ONE] * len(at.tangents))
        for point in at.points:
            forms, unit = cleared_rows([point.probabilities, *map(point.along, at.tangents)])
            share = at.weight * point.share / (unit * below)  # squares over unit^2, means over unit
            points.append((share, weights, forms))
    steps = sum(len(vectors) - 1 for _, _, vectors in points)
    for row in rows_that_decide(payment, steps, len(points), size):
        need(payment.of(row) >= _worth(points, row), UNPAID)


def _worth(points: list[Any], row: Sequence[int]) -> Fraction:
    """u(r)."""
    total = Fraction(0)
    for share, weights, (probabilities, *vectors) in points:
        squares = sum([s * dot(v, row) ** 2 for s, v in zip(weights, vectors, strict=True)])
        mean = dot(probabilities, row)
        need(mean or not squares, "the utility is infinite")  # 0^2 / 0 is 0
        if mean:
            total += share * Fraction(squares, mean)
    return total


def _cover_many(payment: Payment, goal: Any, size: Size, doubts: Doubts) -> None:
    """The same under one number, with one mean."""
    (at,) = goal.scenarios
    (point,) = at.points
    scales = [at.weight * point.share * s for s in goal.scales or [ONE] * len(at.tangents)]
    vectors = [*map(point.along, at.tangents)]
    of = payment.level.high, payment.prices, point.probabilities, vectors, scales
    form = page(".form_on_cube")
    need(form.is_covered(*of, size, form.FEW_NODES), UNPAID)


def rows_that_decide(
    payment: Payment, steps: int, quotients: int, size: Size
) -> Iterable[Sequence[int]]:
    """Whole numbers; at each u takes so many steps, and adds up so many quotients."""
    level, truths = payment.level, len(payment.prices)
    well_formed(size.count + (steps << truths) <= FEW_STEPS, "too many steps")
    well_formed(quotients * size.bits <= 2 * FEW_BITS, "too many quotients")
    if level.rays == "cube":
        return product(level.high.as_integer_ratio(), repeat=truths)
    return _rays(payment, steps, size)


def _rays(payment: Payment, steps: int, size: Size) -> list[Sequence[int]]:
    """Staircases, what grows of a matrix, and where the planes of conditions meet."""
    level, kind, truths = payment.level, payment.level.rays, len(payment.prices)
    well_formed(kind != "planes" or not payment.budgets, "prices of conditions")
    well_formed((truths + 1) ** truths <= FEW_CHOICES, "too many truths")
    rows = page(RAYS[kind]).rays(level, size) if kind in RAYS else staircases(level.high, truths)
    found: list[Sequence[int]] = [*rows]
    products = len(found) * (steps + truths + len(payment.budgets))
    size.allow(products * (truths + 2), MAX_RAY_WORK)
    size.allow(products * truths * level.bits, MAX_LONG_RAYS)
    well_formed(len(found) <= FEW_STEPS or kind not in RAYS, "too many rows")
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
