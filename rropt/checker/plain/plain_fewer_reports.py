"""Kind `fewer-reports`: every choice of actions, one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import combinations
from typing import Any

from .fractions_of_text import number, vector
from .plain_coverage import most
from .plain_prices import actions_of, best, shown, utility_of
from .plain_privacy import is_private, is_table


def fewer_reports(data: dict[str, Any]) -> bool:
    """No private table of at most m rows is worth more than the bound, this one its value."""
    rows = [vector(row) for row in data["table"]]
    k = len(rows[0])
    u = utility_of(data["utility"], k)
    if not (is_table(rows) and is_private(rows, data["privacy"]) and len(rows) <= data["reports"]):
        return False
    bound, value = number(data["bound"]), number(data["value"])
    actions = actions_of(data["utility"], k)
    for priced in data["sets"]:
        whole = priced | {"privacy": data["privacy"]}
        own = [actions[a] for a in priced["actions"]]
        if most(whole) > bound or not shown(whole, partial(best, own), own):
            return False
    for chosen in choices(data, len(actions)):
        if not any(set(chosen) <= set(priced["actions"]) for priced in data["sets"]):
            return False
    return value == sum(map(u, rows)) and number(data["gap"]) == bound - value


def choices(data: dict[str, Any], number: int) -> Iterable[tuple[int, ...]]:
    """All, or for guesses under one number the most probable truths."""
    many = min(data["reports"], number)
    gamma, delta = data["privacy"].get("gamma"), data["privacy"].get("delta")
    one_number = isinstance(gamma, str) and isinstance(delta, str)
    if not one_number or "singles" in data["privacy"]:
        return combinations(range(number), many)
    if data["utility"]["name"] == "trace":
        return [tuple(range(many))]
    if data["utility"]["name"] != "probability-of-a-right-guess":
        return combinations(range(number), many)
    prior = vector(data["utility"]["prior"])
    return [tuple(sorted(range(number), key=lambda a: -prior[a])[:many])]
