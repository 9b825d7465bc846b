"""The end of the path: as few patterns as do the same, and the last digits.

Weights with the same sums of balances, excesses, U and f_wq are as good: linear equations, of which
a vertex has at most as many patterns as there are equations. On the patterns in use the conditions
of the optimum are equations alone,

    h_r = y.b_r + z.e_r,  sum w b = (0, ..., 0, 1),  sum w e = 1,  f_theta = lambda

(z only of budgets that are spent, theta only where it is positive), and Newton's method on them has
all digits; weights need not be unique, so that each step is the shortest one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rropt.design.engine.path import PathPoint, RatioFound
from rropt.design.engine.pool import Array, Charges
from rropt.design.engine.saddle import Saddle

STEPS = 8

SOLVED = 1e-14
"""Relative errors below this are rounding."""

FAILED = 1e-8
"""Larger errors at the end mean that other patterns are in use."""

DEPENDENT = 1e-12
"""Singular values below this share of the largest are none: with 1e-10 a tenth of the trials for
gamma = 1.01 keep errors of 1e-9."""

TOLD = 1e-13
"""Combinations of columns below this share of the largest singular value are zero."""


def refined(saddle: Saddle, found: RatioFound) -> Iterator[RatioFound]:
    """The optimum on few of the patterns in use, and on all of them, where Newton's method ends."""
    # On the path w s = mu: in the end one of both vanishes.
    used = found.point.weights > found.point.spare
    whole = found.take(used)
    try:
        fewer = vertex(saddle, whole)
    except np.linalg.LinAlgError:  # what is in use does not tell all truths apart
        return
    for candidate in fewer, whole:
        polished = newton(saddle, candidate)
        if polished is not None:
            yield polished


def vertex(saddle: Saddle, found: RatioFound) -> RatioFound:
    """The same worth and bends by as few patterns as can be."""
    there = saddle.expand(found.features, found.point.weights, found.point.theta)
    curved = there.curvature
    return on_fewer(replace(found, at=there), [curved.root, curved.mixed])


def on_fewer(found: RatioFound, seen: Sequence[Array]) -> RatioFound:
    """On few of the patterns, with the same sums of balances, excesses and what else is seen."""
    at = found.features
    fewer = on_few(np.hstack([at.balance, at.excess, *seen]).T, found.point.weights)
    kept = fewer > 0
    point = replace(found.point.take(kept), weights=fewer[kept])
    return replace(found, point=point, features=at.take(kept))


def on_few(columns: Array, weights: Array) -> Array:
    """Weights with the same sum of columns, no more of them positive than columns have entries.

    Any more have combinations that are zero (Caratheodory): each is added until a weight vanishes.
    Those of twice as many columns as entries are found at once. Least squares without negative
    weights have as few, but ended with none where 2,289 were in use.

    >>> on_few(np.array([[1.0, 1.0, 1.0], [0.0, 1.0, 2.0]]), np.array([0.5, 0.3, 0.2])).round(3)
    array([0.65, 0.  , 0.35])
    """
    sizes = np.abs(columns * weights).max(axis=1)
    rows = columns[sizes > 0] / sizes[sizes > 0, None]
    lengths = np.linalg.norm(rows, axis=0)
    directions, few = rows / lengths, weights * lengths
    used = np.zeros(0, int)
    left = np.argsort(-weights)
    while len(left):
        more = max(1, 2 * len(rows) - len(used))
        used, left = np.append(used, left[:more]), left[more:]
        few[used] = _until_independent(directions[:, used], few[used])
        used = used[few[used] > 0]
    return few / lengths


def _until_independent(columns: Array, weights: Array) -> Array:
    """Weights with the same sum, those columns independent that have one; columns of length 1."""
    _, sizes, turn = np.linalg.svd(columns)
    untold = turn[int((sizes > TOLD * sizes[0]).sum()) :].T
    found = weights.copy()
    while untold.shape[1]:
        step = untold[:, 0]
        step = step if step.min() < 0 else -step
        falls = np.flatnonzero(step < 0)
        far = found[falls] / -step[falls]
        first = int(falls[far.argmin()])
        found += far.min() * step
        found[first] = 0.0
        # A reflection, after which one combination alone has the first.
        mirror = untold[first].copy()
        mirror[0] += np.copysign(np.linalg.norm(mirror), mirror[0])
        untold = (untold - np.outer(untold @ mirror, mirror * (2 / (mirror @ mirror))))[:, 1:]
        untold[first] = 0.0
    return found


def newton(saddle: Saddle, found: RatioFound) -> RatioFound | None:
    """The conditions of the optimum solved on these patterns; None where they have no solution."""
    held = HeldConditions.of(found.point)

    def step(now: RatioFound) -> tuple[float, RatioFound]:
        there = saddle.expand(now.features, now.point.weights, now.point.theta)
        point = now.point
        curved = there.curvature
        theta = now.point.theta[held.open_]
        rows = held.equations(now, there.worth)
        rows.root = point.weights[:, None] * curved.root
        if len(theta):
            held.add_theta(rows, point, there.slopes)
            bend = curved.bend[np.ix_(held.open_, held.open_)] * theta[:, None] * theta
            rows.add_to("theta", "theta", bend)
            mixed = curved.mixed[:, held.open_] * theta
            rows.couple("w", "theta", point.weights[:, None] * mixed)
        off, changes = rows.solved()
        return off, replace(now, point=held.moved(point, changes))

    end = solved(held.begun(found), step)
    if end is None:
        return None
    there = saddle.expand(end.features, end.point.weights, end.point.theta)
    return replace(end, at=there)


def solved(
    found: RatioFound, step: Callable[[RatioFound], tuple[float, RatioFound]]
) -> RatioFound | None:
    """Full steps until the conditions hold, which were off by so much; None if they do not."""
    with np.errstate(all="ignore"):
        for _ in range(STEPS):
            try:
                off, found = step(found)
            except np.linalg.LinAlgError:
                return None
            # A sign that is wrong says that something else is in use.
            if min(found.point.weights.min(), found.point.theta.min(initial=0.0)) < 0:
                return None
            if off < SOLVED:
                break
    return found if off < FAILED else None


@dataclass(frozen=True)
class HeldConditions:
    """The conditions that are equations: of budgets that are spent, of theta that is positive."""

    spent: Array
    open_: Array

    @staticmethod
    def of(point: PathPoint) -> HeldConditions:
        return HeldConditions(point.charges.excess > point.slack, point.theta > point.theta_spare)

    def begun(self, found: RatioFound) -> RatioFound:
        """Without prices of budgets that are not spent.

        Theta stays as it is: zeros would leave some reports without a mean.
        """
        charges = found.point.charges
        kept = Charges(charges.balance, np.where(self.spent, charges.excess, 0.0))
        return replace(found, point=replace(found.point, charges=kept))

    def equations(self, found: RatioFound, worth: Array) -> BlockEquations:
        """Worth and charge of the patterns, balance, and budgets, in relative changes."""
        at = found.features
        point = found.point
        weights = point.weights
        wide = point.weights[:, None]
        balance = at.balance
        excess = at.excess[:, self.spent]
        target = np.zeros(balance.shape[1])
        target[-1] = 1.0
        charge = balance @ point.charges.balance + at.excess @ point.charges.excess
        rows = BlockEquations()
        rows.add("w", weights * (worth - charge))
        rows.add("y", target - balance.T @ weights)
        rows.add("z", 1 - excess.T @ weights)
        rows.couple("w", "y", wide * balance)
        rows.couple("w", "z", wide * excess)
        return rows

    def add_theta(self, rows: BlockEquations, point: PathPoint, slopes: Array) -> None:
        """f_theta = lambda, and the sum of theta."""
        theta = point.theta[self.open_]
        rows.add("theta", theta * (point.level - slopes[self.open_]))
        rows.add("level", np.array([point.theta.sum() - 1]))
        rows.couple("theta", "level", -theta[:, None])

    def moved(self, point: PathPoint, changes: Mapping[str, Array]) -> PathPoint:
        """The point after a full step."""
        prices = point.charges.excess.copy()
        theta = point.theta.copy()
        level = point.level
        prices[self.spent] += changes["z"]
        if "theta" in changes:
            theta[self.open_] *= 1 + changes["theta"]
            level += float(changes["level"].sum())
        charges = Charges(point.charges.balance + changes["y"], prices)
        weights = point.weights * (1 + changes["w"])
        return replace(point, weights=weights, charges=charges, theta=theta, level=level)


class BlockEquations:
    """Equations block by block: right sides by name, and blocks by row and column.

    The unknowns w may be many more than all others. Their own block is U U', given by U.
    """

    def __init__(self) -> None:
        self.right: dict[str, Array] = {}
        self.blocks: dict[tuple[str, str], Array] = {}
        self.root: Array | None = None

    def add(self, name: str, right: Array) -> None:
        """Equations, of unknowns of the same name; those of w first."""
        self.right[name] = right

    def couple(self, row: str, column: str, block: Array) -> None:
        """A block and its mirror."""
        self.blocks[row, column] = block
        self.blocks[column, row] = block.T

    def add_to(self, row: str, column: str, block: Array) -> None:
        old = self.blocks.get((row, column))
        self.blocks[row, column] = block if old is None else old + block

    def solved(self) -> tuple[float, dict[str, Array]]:
        """By how much the equations were off, and the shortest solution, scaled to size one."""
        first, *others = self.right.values()
        count = len(first)
        names = list(self.right)[1:]
        ends = np.cumsum([0, *map(len, others)])
        places = {name: slice(ends[n], ends[n + 1]) for n, name in enumerate(names)}
        root = np.zeros((count, 0)) if self.root is None else self.root
        border = np.zeros((count, ends[-1]))
        corner = np.zeros((ends[-1], ends[-1]))
        for (row, column), block in self.blocks.items():
            if row == "w":
                border[:, places[column]] = block
            elif column != "w":
                corner[places[row], places[column]] = block
        sizes = np.maximum((root**2).sum(axis=1), np.abs(border).max(axis=1))
        wide = 1 / np.sqrt(np.maximum(sizes, 1e-300))
        most = np.maximum(np.abs(border).max(axis=0), np.abs(corner).max(axis=1))
        deep = 1 / np.sqrt(np.maximum(most, 1e-300))
        root = wide[:, None] * root
        border = wide[:, None] * border * deep
        corner = deep[:, None] * corner * deep
        seen = np.hstack([root, border])
        right = np.concatenate([wide * first, deep * np.concatenate(others)])
        if not (np.isfinite(seen).all() and np.isfinite(corner).all()):
            raise np.linalg.LinAlgError("the equations have overflowed")
        # The shortest w is a mixture of columns of U and of the border, which are few.
        basis = np.linalg.qr(seen)[0]
        told = basis.T @ root
        beside = basis.T @ border
        system = np.block([[told @ told.T, beside], [beside.T, corner]])
        short = np.concatenate([basis.T @ right[:count], right[count:]])
        solution = np.linalg.lstsq(system, short, rcond=DEPENDENT)[0]
        width = basis.shape[1]
        changes = {name: deep[at] * solution[width:][at] for name, at in places.items()}
        changes["w"] = wide * (basis @ solution[:width])
        return float(np.abs(right).max()), changes
