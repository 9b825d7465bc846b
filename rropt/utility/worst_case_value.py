"""What a table does in the worst case, enclosed.

The criterion f(q) of the best estimators of a table at a prior q is concave: every prior is a lower
bound, and the estimators that are best at a prior do, over all priors, no worse than their tangent
at the corners of the simplex. A prior found in doubles makes both ends meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import mul
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rropt.channel import Channel
from rropt.exact.certified_number import CertifiedNumber
from rropt.exact.convert import ball, dot
from rropt.utility.objective import INFINITE
from rropt.utility.table_information import TableInformation, Vector, enclosed

if TYPE_CHECKING:
    import flint

    from rropt.utility.worst_case import WorstCase

Array = NDArray[np.float64]

FLOOR = 1e-9
"""Priors stay this far from the faces of the simplex, where J has no limit."""

STEPS = 8
NEAR = 0.5
"""Steps at most from what was found, each of less than this share of a share."""

GRID = 2**60
"""Priors found in doubles are rounded to multiples of 1/GRID."""


def worst_variance(objective: WorstCase, table: Channel) -> CertifiedNumber:
    """The least worst case of all unbiased estimators of a table."""
    rows = [row for row in table.rows if any(row)]
    prior = objective.prior
    shares = rounded_prior(worst_prior(objective, floats(rows))) if prior is None else list(prior)
    information = TableInformation.of(rows, shares)
    if not all(information.tells(contrast) for contrast in objective.contrasts):
        return INFINITE
    criterion = _least(objective, information, shares)
    if prior is not None:
        return criterion
    return CertifiedNumber(criterion.lo, _tangent(objective, information, shares).hi)


def worst_determinant(objective: WorstCase, table: Channel) -> CertifiedNumber:
    """The largest log-determinant over all priors; its tangent is that of -ln det J."""
    rows = [row for row in table.rows if any(row)]
    if not TableInformation.of(rows, uniform(objective.truths)).identifies:
        return INFINITE
    shares = rounded_prior(worst_prior(objective, floats(rows)))
    information = TableInformation.of(rows, shares)
    size = len(shares)

    def value() -> flint.arb:
        return (ball(size) / information.matrix().det()).log()

    def tangent() -> flint.arb:
        inverse = information.matrix().inv()
        slopes = [ball(0)] * size
        for row, chance in zip(information.rows, information.seen, strict=True):
            place = information.placed(row)
            told = (place.transpose() * inverse * place)[0, 0] * ball(1 / chance**2)
            slopes = [slope + told * ball(x) for slope, x in zip(slopes, row, strict=True)]
        mean = sum((s * ball(q) for s, q in zip(slopes, shares, strict=True)), ball(0))
        return value() + largest_ball(slopes) - mean

    return CertifiedNumber(enclosed(value).lo, enclosed(tangent).hi)


def over_prevalences(low: Fraction, high: Fraction, table: Channel) -> CertifiedNumber:
    """The largest of the least variances of a proportion over an interval of prevalences.

    The estimator that is best at p has the variance m_0 + q (m_1 - m_0) - q^2 at q.
    """
    from scipy.optimize import minimize_scalar

    rows = [row for row in table.rows if any(row)]
    share = [[Fraction(0), Fraction(1)]]
    if not TableInformation.of(rows, uniform(2)).identifies:
        return INFINITE
    doubles = floats(rows)

    def lost(p: float) -> float:
        shares = np.array([1 - p, p])
        return p * p - float(shares @ second_moments(doubles, np.array(share, float), shares))

    inside = minimize_scalar(lost, bounds=(float(low), float(high)), method="bounded").x
    places = [low, high, min(max(Fraction(float(inside)), low), high)]
    place = min(places, key=lambda p: lost(float(p)))
    information = TableInformation.of(rows, [1 - place, place])

    def value() -> flint.arb:
        return information.variances(share) - ball(place * place)

    def most() -> flint.arb:
        first, second = moments(information, share, rows)
        summit = min(max((second - first) / 2, ball(low)), ball(high))
        return first + summit * (second - first) - summit * summit

    return CertifiedNumber(enclosed(value).lo, enclosed(most).hi)


def _least(objective: WorstCase, information: TableInformation, shares: Vector) -> CertifiedNumber:
    """f(q): what is never below it."""
    taken = ball_corner(objective, shares)
    return enclosed(
        lambda: information.variances(objective.contrasts) - ball(taken - objective.spread)
    )


def ball_corner(objective: WorstCase, shares: Vector) -> Fraction:
    """What is subtracted from the second moments at a prior."""
    if objective.respondents == "group":
        return sum((dot(map(mul, c, c), shares) for c in objective.contrasts), Fraction(0))
    return sum((dot(c, shares) ** 2 for c in objective.contrasts), Fraction(0))


def _tangent(
    objective: WorstCase, information: TableInformation, shares: Vector
) -> CertifiedNumber:
    """The variance at each truth, or the tangent of the concave variance there: the largest."""
    means = [dot(c, shares) for c in objective.contrasts]
    less = []
    for j in range(objective.truths):
        own = [c[j] for c in objective.contrasts]
        if objective.respondents == "group":
            less.append(dot(own, own))
        else:
            less.append(2 * dot(means, own) - dot(means, means))
    rows = information.rows
    return enclosed(
        lambda: largest_ball(
            [
                moment - ball(taken - objective.spread)
                for moment, taken in zip(
                    moments(information, objective.contrasts, rows), less, strict=True
                )
            ]
        )
    )


def moments(
    information: TableInformation, contrasts: Sequence[Vector], rows: Sequence[Vector]
) -> list[flint.arb]:
    """sum_i x_i^2 P_ij at each truth, by x_i = c'J^-1 r_i / (q.r_i), over all contrasts."""
    inverse = information.matrix().inv()
    weights = [inverse * information.placed(contrast) for contrast in contrasts]
    found = [ball(0)] * len(rows[0])
    for row, chance in zip(rows, information.seen, strict=True):
        place = information.placed(row)
        numbers = [(place.transpose() * w)[0, 0] * ball(1 / chance) for w in weights]
        square = sum((x * x for x in numbers), ball(0))
        found = [m + square * ball(p) for m, p in zip(found, row, strict=True)]
    return found


def largest_ball(balls: Sequence[flint.arb]) -> flint.arb:
    """A ball around the largest of some numbers, each in a ball."""
    top = balls[0]
    for other in balls[1:]:
        top = top.max(other)
    return top


def uniform(truths: int) -> list[Fraction]:
    return [Fraction(1, truths)] * truths


def floats(rows: Sequence[Vector]) -> Array:
    return np.array(rows, dtype=float)


def rounded_prior(doubles: Array) -> list[Fraction]:
    """A distribution in dyadic rationals near these doubles, none of them zero."""
    whole = [max(1, round(Fraction(float(x)) * GRID)) for x in doubles]
    whole[whole.index(max(whole))] += GRID - sum(whole)
    return [Fraction(n, GRID) for n in whole]


def worst_prior(objective: WorstCase, table: Array) -> Array:
    """The prior at which the criterion of a table is largest, or the one that is stated."""
    from scipy.optimize import minimize

    if objective.prior is not None:
        return np.array([max(float(q), FLOOR) for q in objective.prior])
    # Reports of no chance in doubles, of several bits at e^400 and beyond, would be 0 / 0.
    table = table[table.any(axis=1)]
    truths = table.shape[1]
    start = np.full(truths, 1 / truths)
    unit = 1.0 if objective.dimensions else _unit(objective, table, start)
    found = minimize(
        lambda q: -criterion_at(objective, table, q) / unit,
        start,
        jac=lambda q: -slopes_at(objective, table, q) / unit,
        method="SLSQP",
        bounds=[(FLOOR, 1.0)] * truths,
        constraints={"type": "eq", "fun": lambda q: q.sum() - 1},
        options={"ftol": 1e-15, "maxiter": 200},
    )
    return np.array(found.x) if objective.dimensions else _refined(objective, table, found.x, unit)


def _unit(objective: WorstCase, table: Array, prior: Array) -> float:
    """About the size of a criterion: numbers of a thousand had enclosures of 36 % and more.

    Of the truth itself a fixed group has none.
    """
    ranges = np.ptp(np.array(objective.contrasts, dtype=float), axis=1)
    return max(criterion_at(objective, table, prior), float(ranges @ ranges))


def _refined(objective: WorstCase, table: Array, prior: Array, unit: float) -> Array:
    """The last digits, by Newton's method on the shares that are not at the floor.

    Shares near the largest criterion do about as well; the moments that are told from them do not.
    A report that shows a truth with a chance of 1e-12 has numbers of a million, and six digits of
    a share of 2e-6 left a gap of 7e-6 of the value.
    """
    for _ in range(STEPS):
        inside = prior > 2 * FLOOR
        if inside.sum() < 2:
            break
        slopes = slopes_at(objective, table, prior)[inside] / unit
        bends = bends_at(objective, table, prior)[np.ix_(inside, inside)] / unit
        shares = prior[inside]
        # Relative changes: so scaled the equations are of size one however small a share is.
        bordered = np.block([[bends * np.outer(shares, shares), shares[:, None]], [shares, 0.0]])
        right = np.append(-shares * (slopes - slopes.mean()), 0.0)
        step = np.linalg.lstsq(bordered, right, rcond=None)[0][:-1]
        if np.abs(step).max() > NEAR:
            break
        moved = prior.copy()
        moved[inside] += shares * step
        if np.ptp(slopes_at(objective, table, moved)[inside]) >= np.ptp(slopes) * unit:
            break
        prior = moved
    return np.array(prior)


def criterion_at(objective: WorstCase, table: Array, prior: Array) -> float:
    """The criterion of the best estimators of a table at a prior, in doubles."""
    if objective.dimensions:
        sign, size = np.linalg.slogdet(information_at(table, prior))
        return float(np.log(len(prior)) - size) if sign > 0 else np.inf
    contrasts = np.array(objective.contrasts, dtype=float)
    whole = prior @ second_moments(table, contrasts, prior)
    if objective.respondents == "group":
        return float(whole - (contrasts**2).sum(axis=0) @ prior)
    return float(whole - ((contrasts @ prior) ** 2).sum())


def slopes_at(objective: WorstCase, table: Array, prior: Array) -> Array:
    """The derivatives of the criterion: the estimators are best, so that only q itself counts."""
    if objective.dimensions:
        told = table @ np.linalg.inv(information_at(table, prior))
        return ((told * table).sum(axis=1) / (table @ prior) ** 2) @ table
    contrasts = np.array(objective.contrasts, dtype=float)
    squares = second_moments(table, contrasts, prior)
    if objective.respondents == "group":
        return squares - (contrasts**2).sum(axis=0)
    return squares - 2 * (contrasts @ prior) @ contrasts


def bends_at(objective: WorstCase, table: Array, prior: Array) -> Array:
    """The second derivatives of the variances of contrasts: of x_i = r_i.v / (q.r_i), v = J^-1 c,
    those of the sum of x_i^2 r_ij by dx_i, where dv = J^-1 sum_i x_i r_i r_ij / (q.r_i)."""
    contrasts = np.array(objective.contrasts, dtype=float)
    chances = table / (table @ prior)[:, None]
    inverse = np.linalg.pinv(information_at(table, prior))
    numbers = chances @ inverse @ contrasts.T
    found = np.zeros((table.shape[1], table.shape[1]))
    for x in numbers.T:
        pulled = x[:, None] * chances
        change = chances @ inverse @ (table.T @ pulled) - pulled
        found += 2 * (x[:, None] * table).T @ change
    if objective.respondents != "group":
        found -= 2 * contrasts.T @ contrasts
    return found


def information_at(table: Array, prior: Array) -> Array:
    """J."""
    return table.T @ (table / (table @ prior)[:, None])


def second_moments(table: Array, contrasts: Array, prior: Array) -> Array:
    """Of the best estimators at a prior, all contrasts together, truth by truth."""
    seen = table @ prior
    numbers = np.linalg.lstsq(information_at(table, prior), contrasts.T, rcond=None)[0].T
    return ((numbers @ table.T / seen) ** 2).sum(axis=0) @ table
