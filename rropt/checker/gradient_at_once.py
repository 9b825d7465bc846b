"""Kind gradient at once: few truths, at one prior or one guess of coefficients, under one number g
or a matrix of them.

At points x of share w_x truths have the probabilities p_x and the derivatives D_x in what is
estimated (`scenarios`). Contrasts c have estimators z of their own, and tangents v. The rows r_i of
a table carry the information J = sum_i sum_x w_x (D_x'r_i)(D_x'r_i)' / (p_x.r_i).

Theorem. Let u(r) = sum_x w_x sum_v ((D_x v).r)^2 / (p_x.r), and let prices y have y.r >= u(r) at
the patterns {1, g}^k. Then of no private table do the c'J^-1 c add up to less than
sum 2 c.v - sum y.

Proof. c'J^-1 c >= 2 c.v - v'Jv, and the v'Jv add up to sum_i u(r_i). As u is convex, with
u(s r) = s u(r), and a private row divided by its least entry is a mixture of the patterns, that is
at most sum_i y.r_i = sum y. With a delta or a matrix pairs may have prices z >= 0, and other rows
decide (`staircases`, `extreme_rays`).

What the table does is shown by its estimators: sum_i sum_x w_x z_xi D_x'r_i = c, so that by Cauchy
and Schwarz c'J^-1 c is at most the second moment sum_i sum_x w_x z_xi^2 p_x.r_i. The variance of
shares is (c.q)^2 less on both sides; `groups` says what it is in fixed groups.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from .cleared import cleared, cleared_rows, dot
from .fields import ONE, Rationals, amounts, exact_sum, flag, listed, rational, rationals, record
from .pages import page
from .private_table import PrivateTable, read_table
from .scenarios import Scenario
from .statement import down, reached, up
from .verdict import Doubts, Malformed, Refuted, Size, need, well_formed

FIELDS = "privacy objective scenarios patterns weights prices value bound gap cover"


@dataclass(frozen=True)
class Payment:
    """What a row pays, y.r + sum z_ab [r_a - g_ab r_b]+, and the rows that decide."""

    level: Any
    prices: Rationals
    pairs: dict[tuple[int, int], Fraction]
    """z, where there is a delta."""

    rows: Iterable[Sequence[int]]
    """Whole numbers."""

    @property
    def total(self) -> Fraction:
        """What a private table pays at most: sum y + sum z delta."""
        deltas = [z * self.level.of_pair(*pair)[1] for pair, z in self.pairs.items()]
        return exact_sum([*self.prices, *deltas])

    def of(self, row: Sequence[int]) -> Fraction:
        """The payment of whole numbers."""
        whole, unit = cleared(self.prices)
        paid = Fraction(dot(whole, row), unit)
        for (a, b), z in self.pairs.items():
            level, _ = self.level.of_pair(a, b)
            paid += z * max(Fraction(0), row[a] - level * row[b])
        return paid


def rows_that_decide(level: Any, truths: int, size: Size) -> Iterable[Sequence[int]]:
    """Of one number {1, g}^k, or with a delta the staircases; of a matrix what grows."""
    if level.rays == "growing":
        grown: list[Sequence[int]] = page(".extreme_rays").rays(level, size)
        return grown
    g = level.high
    return product(g.as_integer_ratio(), repeat=truths) if level.is_pure else staircases(g, truths)


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


PLACES = {
    "coefficients": ".guesses",
    "e-optimal": ".largest_eigenvalue",
    "d-optimal": ".determinant",
}
"""Where an objective is read, if it is no sum of variances of contrasts."""


class Place(NamedTuple):
    """What is estimated, in words, the one scenario, what the estimators do there; what squares of
    tangents are multiplied by, and what follows from what a table pays, where that is another.
    """

    words: str
    at: Scenario
    own: Fraction
    scales: Sequence[Fraction] = ()
    bound: Callable[[Fraction], Fraction] | None = None

    def proved(self, paid: Fraction) -> Fraction:
        """What no table that pays so much is below."""
        return self.bound(paid) if self.bound else self.at.proved - paid


MAX_TRUTHS = 8
MAX_TRUTHS_OF_PAIRS = 5
MAX_BITS = 1 << 10
MAX_STEPS = 1 << 12
"""Numbers, and products of forms at patterns: far below what any file may have."""


def proved(data: dict[str, Any], size: Size) -> str | None:
    """The sentence, if all is of this form and proved; else `kind_gradient` says the reason."""
    try:
        return _proved(data, replace(size))  # without an answer work is announced anew
    except (Malformed, Refuted):
        return None


def _proved(data: dict[str, Any], size: Size) -> str | None:
    record(data, FIELDS, "pair_prices universal")
    truths = len(listed(data["prices"]))
    well_formed(2 <= truths <= MAX_TRUTHS, "too few truths, or too many")
    table = read_table(data["patterns"], data["weights"], [1] * truths)
    level = _read_level(data["privacy"], truths)
    place = _read_place(data["objective"], data["scenarios"], table, size)
    at = place.at
    well_formed(at.weight == 1 and not at.offset, "not one scenario")
    well_formed(_is_of(data["cover"], level, at), "another proof")
    steps = size.count + (len(at.points) * len(at.tangents) << truths)
    well_formed(steps <= MAX_STEPS and size.bits <= MAX_BITS, "too many steps")
    payment = _read_payment(data, level, size)
    claimed = flag(data.get("universal", False))
    also = page(".universal").read_universal(level, table, size)() if claimed else ""
    value, bound, gap = (rational(data[name]) for name in ("value", "bound", "gap"))
    doubts = Doubts()
    level.verify(doubts)
    table.verify(level, doubts)
    at.verify_estimators()
    checked = (
        not doubts.reasons  # an epsilon in doubt proves nothing here
        and value >= place.own
        and bound <= place.proved(payment.total)
        and gap == value - bound
        and _cover(payment, at, place.scales or [ONE] * len(at.tangents))
    )
    if not checked:
        return None
    claim = f"no {level.words.bound} private mechanism on {truths} truths has {place.words}"
    does = reached(gap, bound, f"at most {up(value)}")
    return f"{claim} below {down(bound)}, and {level.words.this_table} {does}{also}"


def _read_level(value: Any, truths: int) -> Any:
    well_formed(isinstance(value, dict), "an object is missing")
    gamma = value.get("gamma")
    if isinstance(gamma, list) and list in map(type, gamma):
        return page(".levels_of_pairs").read_levels_of_pairs(value, truths)
    return page(".levels").read_number(value)


def _read_place(value: Any, scenarios: Any, table: PrivateTable, size: Size) -> Place:
    (given,) = listed(scenarios, 1)
    well_formed(isinstance(value, dict), "an object is missing")
    reader = page(PLACES.get(str(value.get("name")), ".contrasts"))
    return Place(*reader.read_place(value, given, table, size))


def _is_of(cover: Any, level: Any, at: Scenario) -> bool:
    """Whether the proof that is named may be given: all are decided by the same rows."""
    proof = record(cover, "proof")["proof"]
    if proof == "extremes" or level.rays != "cube" or len(at.points) > 1:
        return bool(proof == "extremes")
    return proof == "form" or (proof == "line" and len(at.contrasts) == 1)


def _read_payment(data: dict[str, Any], level: Any, size: Size) -> Payment:
    prices = rationals(data["prices"])
    truths = len(prices)
    pairs: dict[tuple[int, int], Fraction] = {}
    if level.rays == "cube":
        well_formed("pair_prices" not in data, "prices of what there is none of")
    else:
        well_formed(truths <= MAX_TRUTHS_OF_PAIRS, "too large")
        pairs = amounts(data.get("pair_prices", []), truths, 2)
        well_formed(all(a != b and level.of_pair(a, b)[1] for a, b in pairs), "not a soft pair")
    return Payment(level, prices, pairs, rows_that_decide(level, truths, size))


def _cover(payment: Payment, at: Scenario, scales: Sequence[Fraction]) -> bool:
    """Whether each of the rows pays at least u(r)."""
    weights, below = cleared(scales)
    points = []
    for point in at.points:
        forms, unit = cleared_rows([point.probabilities, *map(point.along, at.tangents)])
        points.append((point.share / (unit * below), forms))  # squares over unit^2, means over unit
    return all(payment.of(row) >= _worth(points, weights, row) for row in payment.rows)


def _worth(points: list[Any], weights: Sequence[int], row: Sequence[int]) -> Fraction:
    """u(r)."""
    total = Fraction(0)
    for share, (probabilities, *vectors) in points:
        squares = sum([s * dot(v, row) ** 2 for s, v in zip(weights, vectors, strict=True)])
        mean = dot(probabilities, row)
        need(mean or not squares, "the utility is infinite")  # 0^2 / 0 is 0
        if mean:
            total += share * Fraction(squares, mean)
    return total
