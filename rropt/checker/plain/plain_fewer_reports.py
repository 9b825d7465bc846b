"""Kind `fewer-reports`: every choice of actions, one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Any

from .fractions_of_text import Row, dot, number, vector
from .plain_coverage import covered, most
from .plain_prices import utility_of
from .plain_privacy import is_private, is_table, unit


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
        if most(whole) > bound or not covered(whole, partial(best, own)):
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


def best(actions: list[Row], row: Row) -> Fraction:
    """max x.r."""
    return max(dot(action, row) for action in actions)


def actions_of(utility: dict[str, Any], k: int) -> list[Row]:
    """The actions in the order of FORMAT.md."""
    name, prior = utility["name"], vector(utility.get("prior", []))
    if name == "trace":
        return [unit(k, j) for j in range(k)]
    if name == "probability-of-a-right-guess":
        return [[q * x for x in unit(k, j)] for j, q in enumerate(prior)]
    if name == "gain":
        return [[q * x for q, x in zip(prior, vector(g), strict=True)] for g in utility["gain"]]
    a, b = utility["pair"]
    apart = [(x - y) / 2 for x, y in zip(unit(k, a), unit(k, b), strict=True)]
    return [apart, [-x for x in apart]]
