"""How a sentence names an average, or a maximum, over several scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .scenarios import AVERAGE, Scenario
from .statement import item


def over_scenarios(over: str, words: str, scenarios: Sequence[Scenario]) -> str:
    """The objective with its priors, and with their weights and offsets where there are any."""
    offsets = any(at.offset for at in scenarios)
    less = " less the offset" if offsets else ""
    if over == AVERAGE:
        names = "(prior, weight, offset)" if offsets else "(prior, weight)"
        places: list[Any] = [[at.prior, at.weight] for at in scenarios]
        whole = "an average"
    else:
        names = "(prior, offset)" if offsets else "the priors"
        places = [[at.prior] if offsets else at.prior for at in scenarios]
        whole = "a maximum"
    if offsets:
        places = [[*p, at.offset] for p, at in zip(places, scenarios, strict=True)]
    where = f"in {item(places)}" if names != "the priors" else item(places)
    return f"{whole} over {names} {where} of {words}{less}"
