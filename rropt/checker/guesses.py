"""A guess of the coefficients of a model, where estimators and tangents are judged.

At its points, shares w_x of the covariates, the truth j has the probability p_x[j] and a row D_x[j]
of derivatives in the coefficients. One report carries the information
I = sum_x w_x sum_i (D_x'r_i)(D_x'r_i)' / (p_x.r_i), and c'I^-1 c is the variance of an estimator of
c that is unbiased near the guess. Nothing is subtracted.
"""

from fractions import Fraction
from typing import Any

from .fields import distribution, exact_sum, listed, matrix, rational, rationals, record
from .private_table import PrivateTable
from .scenarios import Goal, Point, Scenario
from .statement import item
from .verdict import Size, well_formed

MODEL = (
    "one respondent about the coefficients of the model with (weight, probabilities, derivatives)"
)


def read_guess(value: Any, table: PrivateTable, size: Size) -> Scenario:
    """Points, contrasts of its own, and the evidence."""
    given = record(value, "weight points contrasts estimators tangents")
    contrasts = matrix(given["contrasts"])
    coefficients = len(contrasts[0])
    points = [_read_point(at, table, coefficients) for at in listed(given["points"])]
    well_formed(points, "no points")
    shares = exact_sum([at.share for at in points])
    well_formed(shares == 1, "the weights of the points do not add up to 1")
    rows, truths = len(table.rows), len(table.sizes)
    size.allow(len(contrasts) * len(points) * truths * (rows + coefficients))
    estimators = listed(given["estimators"], len(contrasts))
    tangents = listed(given["tangents"], len(contrasts))
    return Scenario(
        table,
        weight=rational(given["weight"]),
        offset=Fraction(0),
        points=points,
        seen=contrasts,
        contrasts=contrasts,
        estimators=[matrix(z, len(points), rows) for z in estimators],
        tangents=[rationals(v, coefficients) for v in tangents],
    )


def _read_point(value: Any, table: PrivateTable, coefficients: int) -> Point:
    share, probabilities, derivatives = listed(value, 3)
    found = Point(
        share=rational(share),
        probabilities=distribution(probabilities, table.sizes),
        derivatives=matrix(derivatives, len(table.sizes), coefficients),
    )
    well_formed(found.share >= 0, "a weight is negative")
    return found


def places_of(at: Scenario) -> list[Any]:
    """The points as the file has them."""
    return [[point.share, point.probabilities, point.derivatives] for point in at.points]


def read(value: dict[str, Any], given: Any, table: PrivateTable, size: Size) -> Goal:
    """The sum of c'I^-1 c of one guess."""
    record(value, "name")
    at = read_guess(listed(given, 1)[0], table, size)
    well_formed(at.weight == 1, "not one guess")
    words = variances(f"c in {item(at.contrasts)}")
    said = f"{words} in {item(places_of(at))},"
    return Goal(said, [at], at.verify_value, at.verify_bound)


def variances(contrasts: str) -> str:
    """The words for a sum of c'I^-1 c."""
    return f"a sum of c'I^-1 c over {contrasts}, I the information of {MODEL}"
