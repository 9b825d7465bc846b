"""A table taken apart into staircases so that it is worth most, and the prices that prove it.

    maximise   sum d[i][r] u(r)                               u(r) = sum_j r_j^2 / sum_j r_j
    with       sum_r d[i][r] r = a_i,     sum d[i][r] [r_a - gamma r_b]_+ <= delta,     d >= 0.

The reports of the table are parts of themselves, so the program starts from those. Staircases at
which the prices Y_i and Z miss u(r) are wanted, and are offered next. Prices come from an interior
point, a `Centre` in doubles: at a vertex the next ones would jump about. Each report is taken there
at mass one, so that its parts are shares and its prices per unit of mass. Nothing rests on it:

- the exact optimum over what the centre uses is a table of the class, at least as good;
- prices near a centre are made exact (`prove`): a table that is its own best parts is admissible;
- what doubles do not settle is decided by exact prices over all staircases, round by round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import lcm
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.exact.convert import dot
from rropt.exact.entries import scaled
from rropt.lp import Solution, decide, pose_columns
from rropt.lp.highs import interior_minimum
from rropt.order.separation import Row
from rropt.order.staircases import Charge, Staircases
from rropt.patterns.extreme import Pattern, excess, ordered_pairs

ROUNDS = 60
MOST_ADDED = 24  # staircases that one report is offered in a round
CLOSE = 1e-6  # what prices in doubles may miss of u(r), of a report of mass one
GRAINS = (12, 24, 48)  # bits of the prices that are tried

Part = tuple[int, Pattern]
Parts = Mapping[Pattern, Fraction]
Array = Any


@dataclass(frozen=True)
class Prices:
    """Y and Z >= 0 that cover u(r) at all staircases that a report may use."""

    reports: list[Row]
    charge: Charge


@dataclass(frozen=True)
class Task:
    """A table of the class without proportional reports, and its staircases."""

    A: Channel
    gamma: Fraction
    delta: Fraction
    stairs: Staircases

    @classmethod
    def of(cls, A: Channel, gamma: Fraction, delta: Fraction) -> Task:
        return cls(A, gamma, delta, Staircases.of(A.shape[1], gamma))

    @property
    def own(self) -> list[Part]:
        """The reports, 1 at their lowest positive value, as the staircases are."""
        found = []
        for i, row in enumerate(self.A.rows):
            lowest = min(entry for entry in row if entry)
            found.append((i, scaled(row, 1 / lowest)))
        return found

    def lacking(self, found: Prices) -> Iterator[tuple[Any, int]]:
        """For each report what its prices lack at every staircase, as integers, and their unit.

        They miss u(r) by lacking / (unit sum_j r_j).
        """
        scale = self.stairs.exact
        charge = found.charge
        unit = lcm(*(x.denominator for x in chain.from_iterable((*found.reports, charge.values()))))
        # Over one denominator: whole numbers decide for all staircases at once.
        charged = scale.charged({pair: int(z * unit) for pair, z in charge.items()})
        for price in found.reports:
            yield scale.lacking([int(y * unit) for y in price], charged, unit), unit

    def missed(self, found: Prices) -> Iterator[tuple[int, Any]]:
        """For each report the staircases that it may use and its prices miss, most missed first."""
        for i, (lacking, _) in enumerate(self.lacking(found)):
            yield i, most(np.where(self.stairs.within(self.A.rows[i]), lacking, 0), 0)


def most(lacking: Any, least: Any) -> Any:
    """The places that lack more than `least`, largest first."""
    places = np.flatnonzero(lacking > least)
    return places[np.argsort(-lacking[places])]


def worth(ray: Pattern) -> Fraction:
    """u(r) = sum_j r_j^2 / sum_j r_j."""
    return sum((r * r for r in ray), Fraction(0)) / sum(ray)


def improve(task: Task, found: Centre | None) -> list[Parts]:
    """The best parts over those that the centre uses and the reports themselves."""
    used = found.used if found else ()
    _, parts = _exactly(task, dict.fromkeys([*task.own, *used]))
    return parts


def near_centre(task: Task) -> Centre | None:
    """The interior point whose prices miss nothing, as far as doubles see; None if they fail."""
    stairs = task.stairs
    offered = {part: share(part[1]) for part in task.own}
    within = [stairs.within(row) for row in task.A.rows]
    for _ in range(ROUNDS):
        found = centre(task.A, task.gamma, task.delta, offered)
        if found is None:
            return None
        before = len(offered)
        # Of each report the staircases that its prices miss most; their number is bounded a round.
        charged = stairs.rough.charged(found.charge)
        for i, price in enumerate(found.prices):
            lacking = stairs.rough.lacking(price, charged) / stairs.rough.total**2
            wanted = most(np.where(within[i], lacking, 0.0), CLOSE)[:MOST_ADDED]
            for ray in map(stairs.pattern, wanted):
                offered[i, ray] = share(ray)
        if len(offered) == before:
            return found
    return None


def prove(task: Task, found: Centre | None) -> Prices | None:
    """Exact prices near the centre under which every report is its own best part, if they are seen.

    Z is kept where all that is allowed is used, and one entry of Y_i is solved for.
    """
    if found is None:
        return None
    used = task.A.rows
    # Complementary slackness: an excess that is not used up has no price.
    full = {ab for ab in found.charge if _used(used, task.gamma, *ab) == task.delta}
    # Short prices first; they need only cover, and the certificate carries them.
    for bits in GRAINS:
        charge = {
            ab: _short(z, bits) if ab in full else Fraction(0) for ab, z in found.charge.items()
        }
        reports = []
        for (_, ray), price in zip(task.own, found.prices, strict=True):
            short = [_short(y, bits) for y in price]
            reports.append(_through(ray, short, task.gamma, charge))
        prices = Prices(reports, charge)
        if not any(len(places) for _, places in task.missed(prices)):
            return prices
    return None


def _used(rows: Iterable[Row], gamma: Fraction, a: int, b: int) -> Fraction:
    return sum((max(row[a] - gamma * row[b], Fraction(0)) for row in rows), Fraction(0))


def _short(x: float, bits: int) -> Fraction:
    return Fraction(round(x * 2.0**bits), 1 << bits)


def _through(ray: Pattern, price: list[Fraction], gamma: Fraction, charge: Charge) -> Row:
    """The price with the entry of the largest value moved so that it is exact at the report."""
    # The entry that moves the sum with the least change of itself.
    top = max(range(len(ray)), key=lambda j: ray[j])
    charged = sum((charge[pair] * x for pair, x in excess(ray, gamma).items()), Fraction(0))
    paid = dot(price, ray)
    price[top] += (worth(ray) - charged - paid) / ray[top]
    return tuple(price)


def is_whole(parts: Sequence[Parts]) -> bool:
    """Is every report its own only part?"""
    return all(len(taken) == 1 for taken in parts)


def best_parts(task: Task, start: Iterable[Part] = ()) -> tuple[list[Parts], Prices]:
    """The best of all parts and the prices that prove it, by exact rounds from some parts on.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> parts, _ = best_parts(Task.of(warner, Fraction(3), Fraction(0)))
    >>> [[str(w) for w in one.values()] for one in parts]
    [['1/4'], ['1/4']]
    """
    offered = dict.fromkeys([*task.own, *start])
    while True:
        solution, parts = _exactly(task, offered)
        prices = _prices(task, solution)
        before = len(offered)
        for i, places in task.missed(prices):
            offered.update(dict.fromkeys((i, task.stairs.pattern(r)) for r in places[:MOST_ADDED]))
        if len(offered) == before:
            return parts, prices


def _exactly(task: Task, offered: Iterable[Part]) -> tuple[Solution, list[Parts]]:
    """The exact program over what is offered."""
    allowed = dict.fromkeys(ordered_pairs(task.A.shape[1]), task.delta)
    return parts_program(task.A, list(offered), allowed, lambda ray: excess(ray, task.gamma))


def _prices(task: Task, solution: Solution) -> Prices:
    return prices_of_parts(task.A, solution, ordered_pairs(task.A.shape[1]))


def parts_program(
    A: Channel,
    offered: Sequence[Part],
    allowed: Mapping[Any, Fraction],
    spent: Callable[[Pattern], Mapping[Any, Fraction]],
) -> tuple[Solution, list[Parts]]:
    """The best weights of the parts that are offered, in rationals, with their parts by report.

    `allowed` says how much of each excess the reports may have together, `spent` how much of each a
    part has. The top of a part is its unit: doubles like it.
    """
    m, k = A.shape
    place = {key: m * k + n for n, key in enumerate(allowed)}
    columns = []
    costs = []
    for i, ray in offered:
        top = max(ray)
        column = {i * k + j: r / top for j, r in enumerate(ray) if r}
        column |= {place[key]: x / top for key, x in spent(ray).items() if x}
        columns.append(column)
        costs.append(-worth(ray) / top)
    rhs = [*chain.from_iterable(A.rows), *allowed.values()]
    solution = decide(pose_columns(costs, columns, rhs, equalities=m * k))
    parts: list[dict[Pattern, Fraction]] = [{} for _ in range(m)]
    for (i, ray), weight in zip(offered, solution.x, strict=True):
        if weight:
            parts[i][ray] = weight / max(ray)
    return solution, list(parts)


def prices_of_parts(A: Channel, solution: Solution, keys: Iterable[Any]) -> Prices:
    """Y and Z of a solution: the prices of the truths, report by report, and of the excesses."""
    k = A.shape[1]
    y = [-price for price in solution.dual_eq]
    reports: list[Row] = [tuple(y[i : i + k]) for i in range(0, len(y), k)]
    return Prices(reports, {key: -z for key, z in zip(keys, solution.dual_ub, strict=True)})


@dataclass(frozen=True)
class Centre:
    """The parts that were offered, those that are used, and the prices."""

    offered: tuple[Part, ...]
    used: tuple[Part, ...]
    prices: Array
    charge: Charge


def centre(
    A: Channel, gamma: Fraction, delta: Fraction, parts: Mapping[Part, Array]
) -> Centre | None:
    """The limit of the central path over the given parts; None where the solver gives up.

    The parts come with the shares that each truth has in them.
    """
    from scipy.sparse import csc_array

    m, k = A.shape
    pairs = ordered_pairs(k)
    owners = np.array([i for i, _ in parts])
    shares = np.array(list(parts.values()))
    mass = np.array([float(sum(row)) for row in A.rows])
    above, below = map(list, zip(*pairs, strict=True))
    high = shares[:, above]
    low = shares[:, below]
    over = np.maximum(high - float(gamma) * low, 0) * mass[owners, None]
    worths = (shares**2).sum(axis=1)
    rows = np.zeros((m, k, len(parts)))
    rows[owners, :, range(len(parts))] = shares
    matrix = np.vstack([rows.reshape(m * k, -1), over.T])
    table = np.array([share(row) for row in A.rows])
    rhs = np.concatenate([table.ravel(), np.full(len(pairs), float(delta))])
    positive = np.zeros(len(parts)), np.full(len(parts), np.inf)
    least = np.concatenate([table.ravel(), np.full(len(pairs), -np.inf)])
    found = interior_minimum(-worths * mass[owners], csc_array(matrix), positive, (least, rhs))
    if found is None:
        return None
    x, dual, _ = found
    prices = -dual[: m * k].reshape(m, k) / mass[:, None]
    charge = np.maximum(-dual[m * k :], 0)
    # Strictly complementary: what is used has more weight than slack.
    slack = (prices[owners] * shares).sum(axis=1) + over @ charge / mass[owners] - worths
    used = tuple(part for part, share, s in zip(parts, x, slack, strict=True) if share > s)
    return Centre(tuple(parts), used, prices, dict(zip(pairs, charge.tolist(), strict=True)))


def share(row: Sequence[Fraction]) -> Array:
    """A row in doubles, adding up to one."""
    top: Fraction = max(row)
    values = np.array([float(x / top) for x in row])
    return values / values.sum()
