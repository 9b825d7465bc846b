"""Directions that the reports of an optimal table may have: its own enumeration, in doubles.

A convex utility is the largest at extreme directions, those of which no other is a mixture
(Kairouz, Oh, Viswanath, JMLR 2016): on k - 1 of the planes on which an inequality is tight, a
truth is impossible, or the amount that counts for a budget begins. All choices of k - 1 planes are
met, none is walked to. One report for each direction is as many as any optimum needs: two reports
of one direction are as good as their union.

Under Renyi budgets the extreme directions are a continuum: a lattice in the logarithms of the
likelihoods, finer around what is used, round by round.
"""

from __future__ import annotations

from itertools import combinations, product
from math import comb

import numpy as np

from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.numeric.limits import Array, Limits

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
    _, sizes, vectors = np.linalg.svd(chosen)
    rays = vectors[sizes[:, -1] > FLAT, -1]
    rays = rays[np.abs(rays.sum(axis=1)) > FLAT]  # one that adds up to nothing has both signs
    rays = rays * np.sign(rays.sum(axis=1, keepdims=True))
    rays = rays[(rays > -FLAT).all(axis=1)].clip(0.0)
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
    moves = np.array(list(product((-2, -1, 0, 1, 2), repeat=rows.shape[1] - 1))) * step
    return _of_logarithms((logs[:, None, :] + moves[None]).reshape(-1, logs.shape[1]))


def first_step(truths: int) -> float:
    """Half of the spacing of the first lattice."""
    return FARTHEST[truths] / (LATTICE[truths] - 1)


def _of_logarithms(logs: Array) -> Array:
    logs = np.hstack([logs, np.zeros((len(logs), 1))])
    rows = np.exp(logs - logs.max(axis=1, keepdims=True))
    return rows[np.unique(rows.round(12), axis=0, return_index=True)[1]]
