"""Privacy as the papers print it, in doubles: inequalities, and directions that reports may have.

| criterion | for every two truths a, b |
|---|---|
| one number, a matrix, one-sided, a metric | p_ia <= g_ab p_ib for every report i |
| the same with delta, several levels, a profile | sum_i [p_ia - g_ab p_ib]+ <= delta_ab |
| leakage, information privacy | p_ia <= e^epsilon sum_j q_j p_ij (and the other way round) |
| Renyi of order a > 1 | sum_i p_ia^a (e^epsilon p_ib)^(1 - a) <= 1 |
| Kullback and Leibler, the order 1 | sum_i p_ia ln(p_ia / p_ib) <= epsilon |
| zero-concentrated | Renyi of every order a > 1 with epsilon = rho a |

The directions are an enumeration of its own. A convex utility is the largest at extreme directions,
those of which no other is a mixture (Kairouz, Oh, Viswanath, JMLR 2016): on k - 1 of the planes on
which an inequality is tight, a truth is impossible, or the amount that counts for a budget begins.
All choices of k - 1 planes are met, none is walked to. One report for each direction is as many as
any optimum needs: two reports of one direction are as good as their union.

Under Renyi budgets the extreme directions are a continuum: a lattice in the logarithms of the
likelihoods, finer around what is used, round by round.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import logsumexp

from rropt.crosscheck.found import NotPosed
from rropt.privacy.conditions import Conditions

if TYPE_CHECKING:
    import cvxpy

Array = NDArray[np.float64]

LOOKED_AT = np.geomspace(1e-3, 256.0, 600)
"""Where the orders 1 + s of zero-concentrated privacy are looked at: 2 % of s apart, so that a
smooth function of ln s is at most 1e-4 of its curvature below its top."""

BROKEN = 1e-8
"""A budget that is exceeded by less is kept: Clarabel's own accuracy."""

DEAREST = 1e6
"""A report that spends so many budgets at once has a weight below 1e-6, and spoils the program."""


@dataclass(frozen=True)
class SoftLimit:
    """sum over the reports i of sum_n costs_n [forms_n . p_i]+ <= most."""

    forms: Array
    costs: Array
    most: float

    def spent(self, rows: Array) -> Array:
        """What each row adds."""
        return np.maximum(rows @ self.forms.T, 0.0) @ self.costs


@dataclass(frozen=True)
class RenyiLimit:
    """The divergence of an order between the reports of truths a and b is at most the budget."""

    a: int
    b: int
    order: float
    budget: float

    @property
    def most(self) -> float:
        """What the sum over the reports is at most."""
        return self.budget if self.order == 1 else 1.0

    def spent(self, rows: Array) -> Array:
        """What each row adds: p_a ln(p_a / p_b), or p_a (p_a / (e^budget p_b))^(order - 1)."""
        above = rows[:, self.a]
        loss = np.log(rows[:, self.a] / rows[:, self.b])
        if self.order == 1:
            return np.asarray(above * loss)
        return np.asarray(above * np.exp((self.order - 1) * (loss - self.budget)))

    def on_table(self, table: Any) -> list[cvxpy.Constraint]:
        """Kullback and Leibler by relative entropies, other orders by power cones."""
        import cvxpy as cp

        above = table[:, self.a]
        below = table[:, self.b]
        if self.order == 1:
            return [cp.sum(cp.rel_entr(above, below)) <= self.most]
        # x^(1/a) (e^b p_b)^(1 - 1/a) >= p_a says that x >= p_a^a (e^b p_b)^(1 - a).
        powers = cp.Variable(table.shape[0])
        cone = cp.PowCone3D(powers, math.exp(self.budget) * below, above, 1 / self.order)
        return [cone, cp.sum(powers) <= self.most]


@dataclass(frozen=True)
class Limits:
    """All inequalities on so many truths."""

    truths: int
    hard: Array
    """Forms that no report may have above zero, one a row."""

    soft: tuple[SoftLimit, ...] = ()
    renyi: tuple[RenyiLimit, ...] = ()
    free: tuple[int, ...] = ()
    """Truths that a report may reveal, if it comes from nobody else."""

    rho: float | None = None
    """Of zero-concentrated privacy: `renyi` has some of its orders, `sharper` finds others."""

    @property
    def budgets(self) -> tuple[SoftLimit | RenyiLimit, ...]:
        """What the reports keep together."""
        return (*self.soft, *self.renyi)

    def on_table(self, table: Any) -> list[cvxpy.Constraint]:
        """The inequalities as constraints on the entries p_ij of a table."""
        import cvxpy as cp

        found: list[cvxpy.Constraint] = []
        if len(self.hard):
            found.append(table @ self.hard.T <= 0)
        for limit in self.soft:
            found.append(cp.sum(cp.pos(table @ limit.forms.T) @ limit.costs) <= limit.most)
        for renyi in self.renyi:
            found += renyi.on_table(table)
        return found

    def on_weights(self, rows: Array, weights: Any) -> list[cvxpy.Constraint]:
        """The same on the weights of rows that keep the hard inequalities."""
        # A report that reveals a truth which may be told spends nothing.
        alone = [(row > 0).sum() == 1 and int(row.argmax()) in self.free for row in rows]
        bound = ~np.array(alone, dtype=bool)
        return [(limit.spent(rows) * bound) @ weights <= limit.most for limit in self.budgets]

    def affordable(self, rows: Array) -> Array:
        """The rows that a budget does not all but exclude."""
        kept = np.ones(len(rows), dtype=bool)
        with np.errstate(over="ignore"):
            for limit in self.renyi:
                kept &= limit.spent(rows) <= DEAREST * limit.most
        return np.asarray(rows[kept])

    def sharper(self, table: Array) -> Limits | None:
        """With the order that a table breaks most, for each pair of truths; None for a private one.

        D_(1 + s) <= rho (1 + s) says ln sum p_a (p_a / p_b)^s <= rho (s + s^2).
        """
        if self.rho is None:
            return None
        rows = table[(table > 0).all(axis=1)]
        added = []
        for a, b in permutations(range(self.truths), 2):
            powers = np.outer(LOOKED_AT, np.log(rows[:, a] / rows[:, b]))
            # Powers up to 256 overflow doubles: the sum is taken in logarithms.
            told = logsumexp(powers, axis=1, b=rows[:, a]) / (LOOKED_AT + LOOKED_AT**2)
            worst = int(told.argmax())
            if told[worst] > self.rho * (1 + BROKEN):
                order = 1 + float(LOOKED_AT[worst])
                added.append(RenyiLimit(a, b, order, self.rho * order))
        known = set(self.renyi)
        new = tuple(limit for limit in added if limit not in known)
        return replace(self, renyi=(*self.renyi, *new)) if new else None

    def kept_by(self, table: Array, slack: float) -> bool:
        """Whether a table of doubles keeps all of them."""
        free = [(row > 0).sum() == 1 and int(row.argmax()) in self.free for row in table]
        bound = table[~np.array(free, dtype=bool)]
        hard = not len(self.hard) or (bound @ self.hard.T).max(initial=0.0) <= slack
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            # 0 ln(0 / p) is 0, which doubles take for no number.
            spent = [(np.nansum(limit.spent(bound)), limit.most) for limit in self.budgets]
        return bool(hard and all(used <= most + slack for used, most in spent))


def limits_of(problem: Any) -> Limits:
    """The inequalities of a question.

    >>> from types import SimpleNamespace
    >>> from rropt.privacy import LocalDP
    >>> asked = SimpleNamespace(privacy=LocalDP("ln(3)"), truths=2)
    >>> limits_of(asked).hard.tolist()
    [[1.0, -3.0], [-3.0, 1.0]]
    """
    truths = problem.truths
    levels = getattr(problem.privacy, "levels", None)
    if levels is None:
        gamma = float(problem.privacy.gamma)
        delta = float(problem.privacy.delta)
        pairs = [(a, b, gamma, delta) for a, b in permutations(range(truths), 2)]
        return _between_pairs(truths, pairs)
    if isinstance(levels, Conditions):
        return _of_conditions(levels)
    pairs = [
        (a, b, float(levels.lo[a][b]), float(levels.deltas[a][b])) for a, b in levels.bound_pairs
    ]
    return _between_pairs(truths, pairs, tuple(levels.singles))


def _between_pairs(
    truths: int, pairs: Sequence[tuple[int, int, float, float]], free: tuple[int, ...] = ()
) -> Limits:
    """p_a <= g p_b, or with a delta sum [p_a - g p_b]+ <= delta."""
    hard = []
    soft = []
    for a, b, gamma, delta in pairs:
        form = np.zeros(truths)
        form[a] = 1.0
        form[b] = -gamma
        if not delta:
            hard.append(form)
        # sum [p_a - g p_b]+ is at most sum p_a = 1: a delta of one bounds nothing.
        elif delta < 1:
            soft.append(SoftLimit(form[None], np.ones(1), delta))
    return Limits(truths, np.array(hard).reshape(-1, truths), tuple(soft), (), free)


def _of_conditions(conditions: Conditions) -> Limits:
    truths = conditions.truths
    hard: list[Array] = []
    soft: list[SoftLimit] = []
    renyi: list[RenyiLimit] = []
    for one in conditions.listed:
        if one.order is not None:
            a = one.left.index(1)
            b = one.right.index(1)
            renyi.append(RenyiLimit(a, b, float(one.order), float(one.budget)))
            continue
        left = np.array(one.left, dtype=float)
        right = np.array(one.right, dtype=float)
        forms = np.array([left - float(g[0]) * right for _, g in one.levels])
        costs = np.array([float(c) for c, _ in one.levels])
        most = float(one.most[0])
        # Where nothing may be spent each report alone keeps every form from being positive.
        if most:
            soft.append(SoftLimit(forms, costs, most))
        else:
            hard += list(forms)
    rho = None if conditions.rho is None else float(conditions.rho)
    bound = np.array(hard).reshape(-1, truths)
    return Limits(truths, bound, tuple(soft), tuple(renyi), rho=rho)


MOST_MEETINGS = 60_000
"""The choices of 5 among the 36 planes of a matrix on six truths are more: 377,000."""

MOST_TWO_VALUED = 16
"""Truths; a program of 1,022 reports takes a tenth of a second, one of 65,534 half a minute."""

FLAT = 1e-9
"""Planes that meet in more than a ray have a singular value below this; so near is on a plane."""

FARTHEST = {2: 9.0, 3: 4.5}
"""Of the logarithms of likelihood ratios: beyond e^9 of two truths a unit of a Renyi budget buys
less than a millionth of what any objective gains."""

LATTICE = {2: 181, 3: 25}
"""Points on a side of the first lattice: it has some hundreds of directions."""


def directions(limits: Limits) -> Array:
    """All extreme directions, the largest entry one.

    >>> from types import SimpleNamespace
    >>> from rropt.crosscheck.numeric.limits import limits_of
    >>> from rropt.privacy import LocalDP
    >>> asked = SimpleNamespace(privacy=LocalDP("ln(4)"), truths=2)
    >>> directions(limits_of(asked)).round(6).tolist()
    [[0.25, 1.0], [1.0, 0.25]]
    """
    k = limits.truths
    if limits.renyi:
        return lattice(k)
    gamma = _one_number(limits)
    if gamma is not None:
        return _two_valued(k, gamma)
    planes = _planes(limits)
    if comb(len(planes), k - 1) > MOST_MEETINGS:
        raise NotPosed(f"{len(planes)} planes on {k} truths have too many meetings")
    chosen = planes[list(combinations(range(len(planes)), k - 1))]
    # The last right singular vector is what k - 1 planes leave, where they leave one ray.
    _, sizes, vectors = np.linalg.svd(chosen)
    rays = vectors[sizes[:, -1] > FLAT, -1]
    rays = rays[np.abs(rays.sum(axis=1)) > FLAT]  # one that adds up to nothing has both signs
    rays = rays * np.sign(rays.sum(axis=1, keepdims=True))
    rays = rays[(rays > -FLAT).all(axis=1)].clip(0.0)
    # Hard inequalities bound the cone of directions, the planes of budgets only divide it.
    if len(limits.hard):
        rays = rays[(rays @ limits.hard.T < FLAT).all(axis=1)]
    rays = np.vstack([rays, np.eye(k)[list(limits.free)]])
    scaled = rays / rays.max(axis=1, keepdims=True)
    return scaled[np.unique(scaled.round(9), axis=0, return_index=True)[1]]


def _one_number(limits: Limits) -> float | None:
    """gamma where all pairs of truths are bound by it, without a delta."""
    if limits.budgets or limits.free or len(limits.hard) < limits.truths * (limits.truths - 1):
        return None
    bounds = set(-limits.hard.min(axis=1))
    if len(bounds) > 1 or (limits.hard.max(axis=1) != 1).any():
        return None
    return float(bounds.pop())


def _two_valued(truths: int, gamma: float) -> Array:
    """Likelihoods 1 / gamma and 1, in all ways that are not constant (Kairouz et al.)."""
    if truths > MOST_TWO_VALUED:
        raise NotPosed(f"2^{truths} directions are too many")
    if gamma == 1:
        return np.ones((1, truths))
    rows = np.array(list(product((1 / gamma, 1.0), repeat=truths)))
    return rows[(rows.min(axis=1) < 1.0) & (rows.max(axis=1) == 1.0)]


def _planes(limits: Limits) -> Array:
    """Unit normals, each plane once."""
    forms = [np.eye(limits.truths), limits.hard, *(limit.forms for limit in limits.soft)]
    planes = np.vstack(forms)
    planes = planes / np.linalg.norm(planes, axis=1, keepdims=True)
    return planes[np.unique(planes.round(12), axis=0, return_index=True)[1]]


def lattice(truths: int) -> Array:
    """Directions with equally spaced logarithms of the ratios to the last truth."""
    if truths not in LATTICE:
        raise NotPosed(f"a lattice of directions on {truths} truths is too large")
    side = np.linspace(-FARTHEST[truths], FARTHEST[truths], LATTICE[truths])
    return _of_logarithms(np.array(list(product(side, repeat=truths - 1))))


def around(rows: Array, step: float) -> Array:
    """The directions a step or two away from given ones, and these."""
    logs = np.log(rows[:, :-1] / rows[:, -1:])
    # Steps are half of the last spacing: two of them reach the neighbours in the last lattice.
    moves = np.array(list(product((-2, -1, 0, 1, 2), repeat=rows.shape[1] - 1))) * step
    return _of_logarithms((logs[:, None, :] + moves[None]).reshape(-1, logs.shape[1]))


def first_step(truths: int) -> float:
    """Half of the spacing of the first lattice."""
    return FARTHEST[truths] / (LATTICE[truths] - 1)


def _of_logarithms(logs: Array) -> Array:
    logs = np.hstack([logs, np.zeros((len(logs), 1))])
    rows = np.exp(logs - logs.max(axis=1, keepdims=True))
    return rows[np.unique(rows.round(12), axis=0, return_index=True)[1]]
