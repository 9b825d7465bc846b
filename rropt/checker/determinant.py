"""The pseudo-determinant of a covariance, Cov = J^-1 - q q' of the matrix J of a table at a prior
q, by vectors: prices and tangents show what no table can do, if both are triangular.
"""

from fractions import Fraction
from math import prod
from typing import Any

from .fields import ONE, Vector, Vectors, exact_dot, matrix, rationals, record
from .private_table import PrivateTable
from .scenarios import LARGER, UNPROVED, Goal, moments_at_truths, read_alone
from .statement import OF_SHARES, WORST_POPULATION, item, said
from .verdict import Doubts, Size, need, well_formed


def volume(vectors: Vectors, scales: Vector) -> Fraction:
    """prod s x_ii^2."""
    diagonal = [x[i] for i, x in enumerate(vectors)]
    return prod((s * x * x for s, x in zip(scales, diagonal, strict=True)), start=ONE)


def read(value: dict[str, Any], given: Any, table: PrivateTable, size: Size) -> Goal:
    """k det J^-1: by the mean of eigenvalues (tr W J^-1 / k)^k >= det W det J^-1 for W > 0.

    W = sum s c c' and X = sum s v v' of triangular c and v: det W and det X are the products of
    s c_ii^2 and of s v_ii^2. Prices show tr X J' <= paid, hence det J' <= (paid / k)^k / det X.

    J^-1 is at most the matrix of second moments of any unbiased estimators, linear in the prior q:
    at the worst prior tr W J^-1 is at most the largest sum_s s m_sj over truths j.
    """
    record(value, "name contrasts scales", "over")
    k = len(table.sizes)
    contrasts = matrix(value["contrasts"], k, k)
    scales = rationals(value["scales"], k)
    well_formed(min(scales) > 0, "a scale is not positive")
    size.allow(k**3)
    well_formed(value.get("over", WORST_POPULATION) == WORST_POPULATION, "over what?")
    at = read_alone(given, table, size, contrasts, contrasts)

    def verify_value(value: Fraction, doubts: Doubts) -> None:
        for i, (c, v) in enumerate(zip(contrasts, at.tangents, strict=True)):
            triangular = c[i] and v[i] and not any(c[i + 1 :]) and not any(v[:i])
            need(triangular, "the contrasts or the tangents are not triangular")
        moments = moments_at_truths(at, scales) if is_worst else [exact_dot(scales, at.moments)]
        need(value >= k * (max(moments) / k) ** k / volume(contrasts, scales), LARGER)

    def verify_bound(paid: Fraction, bound: Fraction, doubts: Doubts) -> None:
        need(paid > 0, "the prices add up to nothing")
        need(bound <= k * (k / paid) ** k * volume(at.tangents, scales), UNPROVED)

    words, is_worst = f"a product of the non-zero eigenvalues {OF_SHARES}", "over" in value
    at_worst = said(WORST_POPULATION, words, [])
    place = at_worst if is_worst else f"{words} at prior {item(at.prior)}"
    return Goal(place, [at], verify_value, verify_bound, scales)
