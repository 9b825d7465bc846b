"""The coefficients of a model: kind gradient where truths have probabilities by covariates.

A scenario is a guess of the coefficients. At its points, shares w_x of the covariates, the truth j
has the probability p_x[j] and a row D_x[j] of derivatives in the coefficients. One report carries
the information I = sum_x w_x sum_i (D_x'r_i)(D_x'r_i)' / (p_x.r_i), and c'I^-1 c is the variance of
an estimator of c that is unbiased near the guess. Nothing is subtracted.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .cleared import exact_sum
from .field_lists import matrix
from .fields import distribution, listed, rational, rationals, record
from .limits import Size
from .objectives import Objective
from .pages import named
from .private_table import PrivateTable
from .scenarios import AVERAGE, MINIMAX, Point, Scenario
from .statement import item
from .verdict import well_formed

MODEL = (
    "one respondent about the coefficients of the model with (weight, probabilities, derivatives)"
)


@dataclass(frozen=True)
class Coefficients(Objective):
    """The sum of c'I^-1 c, averaged over guesses or at the worst of them."""

    def read_scenario(self, value: Any, table: PrivateTable, size: Size) -> Scenario:
        """A guess: points, contrasts of its own, and the evidence."""
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

    def sentence(self, scenarios: list[Scenario]) -> str:
        """With the points, and the contrasts if they matter."""
        if not self.over:
            (at,) = scenarios
            return f"{self.goal(f'c in {item(at.contrasts)}')} in {item(places_of(at))},"
        names, listed_places = self.places(scenarios)
        whole = f"{self.whole} over ({names}) in {item(listed_places)}"
        return f"{whole} of {self.goal('the contrasts c')} in model,"

    @property
    def whole(self) -> str:
        """What is made of several guesses."""
        return "an average" if self.over == AVERAGE else "a maximum"

    def goal(self, contrasts: str) -> str:
        """Of one guess."""
        return f"a sum of c'I^-1 c over {contrasts}, I the information of {MODEL}"

    def places(self, scenarios: list[Scenario]) -> tuple[str, list[Any]]:
        """The guesses as the file has them; a maximum does not depend on weights."""
        found: list[Any] = [[at.contrasts, places_of(at)] for at in scenarios]
        return self.weighted("contrasts, model", scenarios, found)

    def weighted(
        self, names: str, scenarios: list[Scenario], found: list[Any]
    ) -> tuple[str, list[Any]]:
        """With the weights of the guesses, where they matter."""
        if self.over != AVERAGE:
            return names, found
        pairs = zip(scenarios, found, strict=True)
        return f"weight, {names}", [[at.weight, *place] for at, place in pairs]


def read(value: dict[str, Any], truths: int, size: Size) -> Objective:
    """Of one guess, or over several."""
    return over_guesses(Coefficients, value)


def over_guesses(make: type[Coefficients], value: dict[str, Any]) -> Objective:
    """An objective without other fields."""
    record(value, "name", "over")
    over = named(value["over"], {AVERAGE: 0, MINIMAX: 0}) if "over" in value else ""
    return make("", [], over)


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
