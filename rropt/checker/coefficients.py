"""The coefficients of a model: kind gradient where a scenario is a guess of them (`guesses`)."""

from dataclasses import dataclass
from typing import Any

from .fields import record
from .guesses import places_of, read_guess, variances
from .names import named
from .objectives import SEVERAL, Objective
from .private_table import PrivateTable
from .scenarios import AVERAGE, Scenario
from .statement import item
from .verdict import Size


@dataclass(frozen=True)
class Coefficients(Objective):
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


def read(value: dict[str, Any], truths: int, size: Size) -> Objective:
    """Of one guess, or over several."""
    return over_guesses(Coefficients, value)


def over_guesses(make: type[Coefficients], value: dict[str, Any]) -> Objective:
    """An objective without other fields."""
    record(value, "name", "over")
    over = named(value["over"], SEVERAL) if "over" in value else ""
    return make("", [], over)
