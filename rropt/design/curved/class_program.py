"""The program of A-, D- and E-optimality over types of patterns, in doubles.

The trace and the determinant go along a barrier; an eigenvalue is cut by its vectors, in linear
programs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rropt.design.curved.caratheodory import kept_shares
from rropt.design.curved.class_barrier import Barrier, along_path, polished
from rropt.design.curved.share_types import ShareTypes, products

MOST_CUTS = 60

NEAR = 1e-12
"""The share by which an eigenvalue may be below what its cuts say."""

USED = 1e-9
"""Types with a smaller share of the mass are left out of the last program."""


@dataclass(frozen=True)
class ClassWeights:
    """Shares of rows of mean one, most of them zero, and, for an eigenvalue, what is dual to it."""

    shares: np.ndarray
    apart: np.ndarray
    """Of the a_c; all add up to one."""

    cuts: list[tuple[float, np.ndarray]]
    """Of vectors with one entry a class."""


def best_weights(classes: ShareTypes, criterion: str) -> ClassWeights:
    """Nearly best ones."""
    if criterion == "e-optimal":
        found = _largest_eigenvalue(classes)
        return replace(found, shares=_fewest(classes, found.shares))
    barrier = Barrier(classes, criterion)
    few = _fewest(classes, along_path(classes, barrier))
    return ClassWeights(polished(classes, barrier, few), np.zeros(0), [])


def _fewest(classes: ShareTypes, weights: np.ndarray) -> np.ndarray:
    """The same balance and information by few types."""
    used = np.flatnonzero(weights > USED * weights.max())
    features = [classes.balance, classes.apart, products(classes.between)]
    rows = np.hstack(features)[used]
    kept = np.zeros(len(weights))
    kept[used] = weights[used] * kept_shares(rows * weights[used, None])
    return kept


def _largest_eigenvalue(classes: ShareTypes) -> ClassWeights:
    """maximise s with a_c >= s and v'Tv >= s for the vectors v that were found."""
    from scipy.optimize import linprog

    unit = max(classes.apart.max(initial=0.0), (classes.between**2).max(initial=0.0))
    apart, between = classes.apart / unit, classes.between / np.sqrt(unit)
    cuts = list(np.eye(between.shape[1]))
    right = np.array([1.0, *[0.0] * between.shape[1]])
    for _ in range(MOST_CUTS):
        rows = np.vstack([apart.T, *[((between @ v) ** 2)[None] for v in cuts]])
        found = linprog(
            [*[0.0] * len(apart), -1.0],
            A_ub=np.hstack([-rows, np.ones((len(rows), 1))]),
            b_ub=np.zeros(len(rows)),
            A_eq=np.hstack([classes.balance.T, np.zeros((len(right), 1))]),
            b_eq=right,
            bounds=[(0, None)] * len(apart) + [(None, None)],
            method="highs-ds",
            options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
        )
        if found.x is None:
            raise ArithmeticError("the linear program of an eigenvalue was not solved")
        weights, s = found.x[:-1], found.x[-1]
        values, vectors = np.linalg.eigh((between * weights[:, None]).T @ between)
        if not len(values) or values[0] >= s * (1 - NEAR):
            break
        cuts += [v for value, v in zip(values, vectors.T, strict=True) if value < s]
    dual = -found.ineqlin.marginals
    used = zip(dual[apart.shape[1] :], cuts, strict=False)
    kept = [(float(share), classes.basis @ v) for share, v in used if share > 0]
    return ClassWeights(weights, dual[: apart.shape[1]], kept)
