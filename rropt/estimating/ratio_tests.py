"""Likelihood-ratio tests of a whole distribution and of nested linear equations, as equal groups.

    R = 2 (max l under the wider hypothesis - max l under the narrower one)

is chi-square with as many degrees of freedom as equations were added. Where reports are few or the
truth is near the boundary, R is enumerated or drawn at the likeliest truth under the hypothesis (a
parametric bootstrap).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, inf, log

import numpy as np

from rropt.estimating.calibrated_limits import regular
from rropt.estimating.hypotheses import HypothesisTest
from rropt.estimating.quantiles import chi_square_tail
from rropt.estimating.reference_drops import (
    SAME,
    ReferenceDrops,
    Shares,
    loose_maxima,
    maxima,
    reference_drops,
)
from rropt.estimating.sampled_likelihood import SampledLikelihood
from rropt.exact import InputError
from rropt.exact.convert import fmpq

DRAWS, DRAWS_OF_TWO = 1999, 9999
"""Outcomes drawn for a p-value, of more and of two truths: 0.1 s."""


def point_test(model: SampledLikelihood, truth: np.ndarray, freedom: int) -> HypothesisTest:
    """Is the whole distribution this one, in so many directions that the channel identifies?"""
    drop = float(model.drop(truth[None])[0])
    if regular(model, truth):
        return HypothesisTest(drop, chi_square_tail(drop, freedom), _named(freedom))
    reference = reference_drops(
        model,
        truth,
        lambda shares: np.broadcast_to(truth, (len(shares), len(truth))),
        draws_for(model),
    )
    p_value = with_tail(reference, reference.at_least(drop), drop, model)
    return HypothesisTest(drop, p_value, f"likelihood ratio, {how_known(reference)}")


def nested_test(
    model: SampledLikelihood, narrower: Equations, wider: Equations | None = None
) -> HypothesisTest:
    """Do the equations hold, if the `wider` ones (none by default) do?

    The equations are about the truths of all groups in a row; the narrower ones join the wider.
    """
    base = wider or Equations([], [])
    all_equations = base.joined(narrower)
    freedom = added_rank(model, base, all_equations)
    if freedom == 0:
        raise InputError("equations must restrict what was possible before, got none that does")
    null = all_equations.maximiser(model)
    full = base.maximiser(model)
    shares = model.observed[None] / model.total
    truth = null(shares)
    drop = max(float(model.drop(truth)[0] - model.drop(full(shares))[0]), 0.0)
    if regular(model, truth[0]):
        return HypothesisTest(drop, chi_square_tail(drop, freedom), _named(freedom))
    reference = reference_drops(model, truth[0], null, draws_for(model), wider=full)
    p_value = with_tail(reference, reference.at_least(drop), drop, model, freedom)
    return HypothesisTest(drop, p_value, f"likelihood ratio, {how_known(reference)}")


def with_tail(
    reference: ReferenceDrops,
    chance: float,
    drop: float,
    model: SampledLikelihood,
    freedom: int | None = None,
) -> float:
    """The chance, or a bound of it where no drawn outcome is as extreme.

    Under one truth P(R >= r) <= e^-x (e x / d)^d for x = r / 2 > d, d the reports that are free
    (Agrawal 2020). For a hypothesis with `freedom` it is the chi-square tail that bounds mixtures.
    """
    if reference.exact or drop <= reference.drops[-1] + SAME:
        return min(1.0, chance)
    if freedom is not None:
        return min(chance, chi_square_tail(drop, freedom))
    half = drop / 2
    free = sum(int(used.sum()) - 1 for used in model.given)
    if half == inf:
        return 0.0
    return min(chance, exp(free * (1 + log(half / free)) - half)) if half > free else chance


def draws_for(model: SampledLikelihood) -> int:
    """The number of outcomes that are drawn for a p-value."""
    return DRAWS_OF_TWO if len(model.centre) == 2 else DRAWS


def how_known(reference: ReferenceDrops) -> str:
    """Whether the chances of a reference are exact."""
    return "exact" if reference.exact else f"{len(reference.drops)} drawn surveys"


def _named(freedom: int) -> str:
    plural = "" if freedom == 1 else "s"
    return f"likelihood ratio, {freedom} degree{plural} of freedom"


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
