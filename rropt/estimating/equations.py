"""Linear equations that a hypothesis demands of the distributions of all groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rropt.estimating.reference_drops import Shares, loose_maxima, maxima
from rropt.estimating.sampled_likelihood import SampledLikelihood
from rropt.exact import InputError
from rropt.exact.convert import fmpq


@dataclass(frozen=True)
class Equations:
    """`sum_j rows_ij x_j = values_i` over the truths of all groups in a row.

    >>> both = Equations([[1, 0]], [Fraction(1, 2)]).joined(Equations([[0, 1]], [Fraction(1, 2)]))
    >>> both.rows
    [[1, 0], [0, 1]]
    """

    rows: Sequence[Sequence[Fraction]]
    values: Sequence[Fraction]

    def joined(self, other: Equations) -> Equations:
        """These equations and the other ones."""
        return Equations([*self.rows, *other.rows], [*self.values, *other.values])

    def maximiser(self, model: SampledLikelihood) -> Callable[[Shares], np.ndarray]:
        """For shares of reports, the likeliest points at which the equations hold.

        Truths that the equations exclude stay at zero.
        """
        if not self.rows:
            return lambda shares: maxima(model, shares)
        rows = np.array([[float(x) for x in row] for row in self.rows])
        values = np.array([float(v) for v in self.values])
        start = _widest(model, rows, values)
        used = start > 0
        system = _independent(np.concatenate([model.groups, rows])[:, used])

        def found(shares: Shares) -> np.ndarray:
            points = np.zeros((len(shares), len(start)))
            points[:, used] = loose_maxima(model, shares, system, start[used], used)
            return points

        return found


def added_rank(model: SampledLikelihood, base: Equations, further: Equations) -> int:
    """How many of the further equations do not follow from the base and from the reports' sums."""
    return _rank(model, further) - _rank(model, base)


def _rank(model: SampledLikelihood, equations: Equations) -> int:
    import flint

    groups = [[Fraction(x) for x in row] for row in model.groups.tolist()]
    rows = [*groups, *([Fraction(x) for x in row] for row in equations.rows)]
    table = [[fmpq(x) for x in row] for row in rows]
    return int(flint.fmpq_mat(table).rank())


def _widest(model: SampledLikelihood, rows: np.ndarray, values: np.ndarray) -> np.ndarray:
    """A point where the equations hold, with no truth at zero that can be above it."""
    width = len(model.centre)
    if np.allclose(rows @ model.centre, values, rtol=0, atol=1e-12):
        return model.centre
    from scipy.optimize import linprog

    system = np.concatenate([model.groups, rows])
    right = np.concatenate([np.ones(len(model.groups)), values])
    total, count = np.zeros(width), 0
    for j in range(width):
        found = linprog(-np.eye(width)[j], A_eq=system, b_eq=right, method="highs")
        if found.x is None:
            raise InputError(
                "equations must hold for some distribution, got none that satisfies them"
            )
        if found.x[j] > 1e-9:
            total, count = total + np.maximum(found.x, 0), count + 1
    return total / count


def _independent(system: np.ndarray) -> np.ndarray:
    """Orthonormal rows with the same solutions: a system without repetition."""
    _, singular, right = np.linalg.svd(system, full_matrices=False)
    return right[singular > 1e-10 * singular[0]]
