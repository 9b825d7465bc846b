"""The coefficients of a model: kind gradient where a scenario is a guess of them.

At the points of a guess, shares w_x of the covariates, the truth j has the probability p_x[j] and a
row D_x[j] of derivatives in the coefficients. One report carries the information
I = sum_x w_x sum_i (D_x'r_i)(D_x'r_i)' / (p_x.r_i), and c'I^-1 c is the variance of an estimator of
c that is unbiased near the guess. Nothing is subtracted.

What is made of it is a sum of variances, or the logarithm of the determinant of the information.
"""

from fractions import Fraction
from typing import Any

from .fields import (
    Ends,
    Vectors,
    distribution,
    exact_sum,
    listed,
    matrix,
    rational,
    rationals,
    record,
)
from .pages import named, page
from .private_table import PrivateTable
from .scenarios import AVERAGE, MINIMAX, UNPROVED, Goal, Point, Scenario
from .statement import item
from .verdict import Doubts, Size, need, well_formed

MODEL = (
    "one respondent about the coefficients of the model with (weight, probabilities, derivatives)"
)


def read(value: dict[str, Any], given: Any, table: PrivateTable, size: Size) -> Goal:
    """Of one guess, averaged over guesses, or at the worst of them."""
    record(value, "name", "over")
    over = named(value["over"], [AVERAGE, MINIMAX]) if "over" in value else ""
    if not over and value["name"] == "coefficients":
        return sum_of_variances(read_guess(listed(given, 1)[0], table, size))
    several = page(".worst_cases")
    scenarios = several.read_several(given, lambda guess: read_guess(guess, table, size))
    if value["name"] == "log-determinant":
        return log_determinant(over, scenarios)
    places = [[at.contrasts, places_of(at)] for at in scenarios]
    words = variances("the contrasts c")
    said = over_guesses(over, "a maximum", words, "contrasts, model", scenarios, places)
    whole: Goal = several.over_several(over, said, scenarios)
    return whole


def sum_of_variances(at: Scenario) -> Goal:
    """The sum of c'I^-1 c of one guess."""
    well_formed(at.weight == 1, "not one guess")
    words = variances(f"c in {item(at.contrasts)}")
    said = f"{words} in {item(places_of(at))},"
    return Goal(said, [at], at.verify_value, at.verify_bound)


def variances(contrasts: str) -> str:
    """The words for a sum of c'I^-1 c."""
    return f"a sum of c'I^-1 c over {contrasts}, I the information of {MODEL}"


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


def over_guesses(
    over: str, worst: str, words: str, names: str, scenarios: list[Scenario], places: list[Any]
) -> str:
    """The guesses as the file has them, with their weights where they matter."""
    whole = worst
    if over == AVERAGE:
        pairs = zip(scenarios, places, strict=True)
        whole, names = "an average", f"weight, {names}"
        places = [[at.weight, *place] for at, place in pairs]
    return f"{whole} over ({names}) in {item(places)} of {words} in model,"


def log_determinant(over: str, scenarios: list[Scenario]) -> Goal:
    """ln det I, averaged over guesses or at the worst of them.

    Let m be the number of coefficients. Of triangular contrasts C (c_i zero after i) det C = prod
    c_ii, and by Hadamard det I^-1 (det C)^2 = det C'I^-1 C is at most the product of its diagonal,
    hence of the moments. Of tangents that are triangular likewise X = sum v v' has det X = prod
    v_ii^2, and by the means of eigenvalues, and then of guesses, as ln is concave,

        sum w ln det XI <= sum w m ln(tr XI / m) <= m ln(sum w tr XI / m) <= m ln(paid / m).
    """
    well_formed(over or len(scenarios) == 1, "several guesses need an average or a maximum")
    m = len(scenarios[0].contrasts)
    for at in scenarios:
        square = len(at.contrasts) == m and all(len(c) == m for c in at.contrasts)
        well_formed(square, "a determinant needs as many contrasts as coefficients")
    page(".logarithm").few_logarithms(2 * m * len(scenarios))

    def verify_value(value: Fraction, doubts: Doubts) -> None:
        """value <= the average, or the least, of sum ln(c_ii^2 / M_i)."""
        ends = []
        for at in scenarios:
            moments = at.moments
            need(min(moments) > 0, "a moment is not positive")
            squares = _squares(at.contrasts, "a contrast")
            ends.append(_sum_of_logs([c / m for c, m in zip(squares, moments, strict=True)]))
        if over == MINIMAX:
            low, high = (min(end) for end in zip(*ends, strict=True))  # between them
        else:
            low, high = _averaged(scenarios, ends)
        doubts.not_negative(low - value, high - value, "the table has a smaller value")

    def verify_bound(paid: Fraction, bound: Fraction, doubts: Doubts) -> None:
        """bound >= m ln(paid / m) - the average of ln det X."""
        need(paid > 0, "the prices add up to nothing")
        volumes = [_sum_of_logs(_squares(at.tangents, "a tangent")) for at in scenarios]
        low, high = _averaged(scenarios, volumes)
        least, most = page(".logarithm").log_ends(paid / m)
        # ln(paid / m) is taken off at its upper end, ln det X is added at its lower one.
        doubts.not_negative(bound - m * most + low, bound - m * least + high, UNPROVED)

    words = f"a log-determinant of the information of {MODEL}"
    said = f"{words} in {item(places_of(scenarios[0]))},"
    if over:
        places = [[places_of(at)] for at in scenarios]  # contrasts are evidence
        said = over_guesses(over, "a minimum", words, "model", scenarios, places)
    return Goal(said, scenarios, verify_value, verify_bound, is_information=True)


def _squares(vectors: Vectors, what: str) -> list[Fraction]:
    """The x_ii^2 of vectors that are zero after i."""
    found = []
    for i, x in enumerate(vectors):
        need(x[i] and not any(x[i + 1 :]), f"{what} is not triangular")
        found.append(x[i] ** 2)
    return found


def _sum_of_logs(numbers: list[Fraction]) -> Ends:
    """Rationals below and above the sum of the logarithms."""
    ends = [*map(page(".logarithm").log_ends, numbers)]
    return exact_sum([low for low, _ in ends]), exact_sum([high for _, high in ends])


def _averaged(scenarios: list[Scenario], ends: list[Ends]) -> Ends:
    averaged = page(".worst_cases").averaged
    low, high = zip(*ends, strict=True)
    return averaged(scenarios, low), averaged(scenarios, high)
