"""The coefficients of a model: kind gradient where a scenario is a guess of them (`guesses`).

What is made of it is a sum of variances, or the logarithm of the determinant of the information.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .fields import Ends, Vectors, exact_sum, record
from .guesses import MODEL, places_of, read_guess, variances
from .logarithm import few_logarithms, log_ends
from .objectives import Objective
from .pages import named
from .private_table import PrivateTable
from .scenarios import AVERAGE, MINIMAX, Scenario
from .statement import down, item, up
from .verdict import Doubts, Size, need, well_formed
from .worst_cases import SEVERAL, OverPriors, averaged


@dataclass(frozen=True)
class Coefficients(OverPriors):
    """The sum of c'I^-1 c, averaged over guesses or at the worst of them."""

    def read_scenario(self, value: Any, table: PrivateTable, size: Size) -> Scenario:
        return read_guess(value, table, size)

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
        return variances(contrasts)

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


@dataclass(frozen=True)
class LogDeterminant(Coefficients):
    """ln det I, averaged over guesses or at the worst of them.

    Let m be the number of coefficients. Of triangular contrasts C (c_i zero after i) det C = prod
    c_ii, and by Hadamard det I^-1 (det C)^2 = det C'I^-1 C is at most the product of its diagonal,
    hence of the moments. Of tangents that are triangular likewise X = sum v v' has det X = prod
    v_ii^2, and by the means of eigenvalues, and then of guesses, as ln is concave,

        sum w ln det XI <= sum w m ln(tr XI / m) <= m ln(sum w tr XI / m) <= m ln(paid / m).
    """

    def check_scenarios(self, scenarios: list[Scenario]) -> None:
        super().check_scenarios(scenarios)
        width = len(scenarios[0].contrasts)
        for at in scenarios:
            square = len(at.contrasts) == width and all(len(c) == width for c in at.contrasts)
            well_formed(square, "a determinant needs as many contrasts as coefficients")
        few_logarithms(2 * width * len(scenarios))

    def verify_value(self, scenarios: list[Scenario], value: Fraction, doubts: Doubts) -> None:
        """value <= the average, or the least, of sum ln(c_ii^2 / M_i)."""
        ends = []
        for at in scenarios:
            moments = at.moments
            need(min(moments) > 0, "a moment is not positive")
            squares = _squares(at.contrasts, "a contrast")
            ends.append(_sum_of_logs([c / m for c, m in zip(squares, moments, strict=True)]))
        if self.over == MINIMAX:
            low, high = (min(end) for end in zip(*ends, strict=True))  # between them
        else:
            low, high = _averaged(scenarios, ends)
        doubts.not_negative(low - value, high - value, "the table has a smaller value")

    def verify_bound(
        self, scenarios: list[Scenario], paid: Fraction, bound: Fraction, doubts: Doubts
    ) -> None:
        """bound >= m ln(paid / m) - the average of ln det X."""
        need(paid > 0, "the prices add up to nothing")
        volumes = [_sum_of_logs(_squares(at.tangents, "a tangent")) for at in scenarios]
        low, high = _averaged(scenarios, volumes)
        m = len(scenarios[0].contrasts)
        least, most = log_ends(paid / m)
        reason = "the prices do not prove the bound"
        # ln(paid / m) is taken off at its upper end, ln det X is added at its lower one.
        doubts.not_negative(bound - m * most + low, bound - m * least + high, reason)

    def gap(self, value: Fraction, bound: Fraction) -> Fraction:
        return bound - value

    def ends(self, value: Fraction, bound: Fraction) -> tuple[str, str]:
        return f"above {up(bound)}", f"at least {down(value)}"

    @property
    def whole(self) -> str:
        return "an average" if self.over == AVERAGE else "a minimum"

    def goal(self, contrasts: str) -> str:
        return f"a log-determinant of the information of {MODEL}"

    def places(self, scenarios: list[Scenario]) -> tuple[str, list[Any]]:
        """Without the contrasts, which are evidence."""
        return self.weighted("model", scenarios, [[places_of(at)] for at in scenarios])


def read(value: dict[str, Any], truths: int, size: Size) -> Objective:
    """Of one guess, or over several: an objective without other fields."""
    record(value, "name", "over")
    over = named(value["over"], SEVERAL) if "over" in value else ""
    made = Coefficients if value["name"] == "coefficients" else LogDeterminant
    return made("", [], over=over)


def _squares(vectors: Vectors, what: str) -> list[Fraction]:
    """The x_ii^2 of vectors that are zero after i."""
    found = []
    for i, x in enumerate(vectors):
        need(x[i] and not any(x[i + 1 :]), f"{what} is not triangular")
        found.append(x[i] ** 2)
    return found


def _sum_of_logs(numbers: list[Fraction]) -> Ends:
    """Rationals below and above the sum of the logarithms."""
    ends = [log_ends(x) for x in numbers]
    return exact_sum([low for low, _ in ends]), exact_sum([high for _, high in ends])


def _averaged(scenarios: list[Scenario], ends: list[Ends]) -> Ends:
    low = averaged(scenarios, [end[0] for end in ends])
    return low, averaged(scenarios, [end[1] for end in ends])
