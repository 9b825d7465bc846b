"""Kind `cases`: every vertex of the private tables of so many rows, or every choice of actions."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from typing import Any

from .plain_prices import actions_of, best, most, shown, utility_of
from .plain_privacy import (
    ZERO,
    Demand,
    Row,
    Vector,
    demands,
    ends_of,
    is_private,
    is_table,
    is_universal,
    number,
    unit,
    vector,
)

Plane = tuple[Vector, Fraction]
"""Coefficients of the entries of all rows but the last, and what they add up to."""

HALF_TURN: Plane = ([Fraction(1), Fraction(1)], Fraction(1))
"""p00 + (1 - p11) = 1: the cards of Warner."""


def cases(data: dict[str, Any]) -> bool:
    """No private table with so few rows is better than the bound, and this one has its value."""
    rows = [vector(row) for row in data["table"]]
    if not (is_table(rows) and is_private(rows, data["privacy"])):
        return False
    if data["proof"] == "card":
        return is_best_card(data, rows)
    u = utility_of(data["utility"], len(rows[0]))
    bound = number(data["bound"])
    try:
        value = worth(u, rows)
        if data["proof"] == "actions":
            reached = has_every_choice(data, bound)
        else:
            # A convex utility is largest at a vertex.
            found = vertices(data["privacy"], data["reports"], len(rows[0]))
            reached = all(worth(u, table) <= bound for table in found)
    except ZeroDivisionError:
        return False
    ends = ends_of(data["value"])
    has_value = ends[0] <= value <= ends[1] and number(data["gap"]) == bound - ends[0]
    return reached and has_value and len(rows) <= data["reports"]


def worth(u: Any, table: Sequence[Row]) -> Fraction:
    """The sum over rows that are not nothing."""
    return sum((u(row) for row in table if any(row)), ZERO)


def is_best_card(data: dict[str, Any], rows: list[Vector]) -> bool:
    """Of the cards that tell something; their variance is quasi-concave."""
    warner = data["device"] == "warner"
    q = number(data["prior"])
    (x, y), _ = rows
    if x <= y or (warner and x + y != 1):
        return False
    tables = vertices(data["privacy"], 2, 2, [HALF_TURN] if warner else [])
    least = min(variance(a, b, q) for (a, b), _ in tables if a > b)
    value, bound = number(data["value"]), number(data["bound"])
    right = value == variance(x, y, q) and bound == least and number(data["gap"]) == value - bound
    return right and is_universal(data, rows)


def variance(x: Fraction, y: Fraction, q: Fraction) -> Fraction:
    """Of the estimate (yes - (1 - p00)) / s from one answer, s = p00 + p11 - 1, x = p00."""
    yes = (1 - q) * (1 - x) + q * (1 - y)
    return yes * (1 - yes) / (x - y) ** 2


def vertices(
    privacy: dict[str, Any], rows: int, k: int, others: Sequence[Plane] = ()
) -> Iterator[list[Vector]]:
    """Private tables on as many independent planes as their rows but the last have entries."""
    wanted = demands(privacy, k, 1)
    free = (rows - 1) * k
    for chosen in combinations(planes(wanted, rows, k), free - len(others)):
        point = meeting([*chosen, *others])
        if point is None:
            continue
        table = [point[k * i : k * i + k] for i in range(rows - 1)]
        table.append([1 - sum((row[j] for row in table), ZERO) for j in range(k)])
        within = all(sum(map(demand.told, table)) <= demand.most for demand in wanted)
        if within and is_table(table):
            yield table


def planes(wanted: Sequence[Demand], rows: int, k: int) -> list[Plane]:
    """Every inequality as an equation: an entry is 0, or some rows exhaust a demand.

    What a demand is told is the largest sum of c form.row over any rows, for each of its terms.
    """
    found = []
    for i, j in product(range(rows), range(k)):
        found.append(of_rows([(Fraction(1), unit(k, j), {i})], ZERO, rows, k))
    for demand in wanted:
        for chosen in product(subsets(rows), repeat=len(demand.terms)):
            terms = [(c, form, some) for (c, form), some in zip(demand.terms, chosen, strict=True)]
            found.append(of_rows(terms, demand.most, rows, k))
    return [plane for plane in found if any(plane[0])]


def of_rows(
    terms: Sequence[tuple[Fraction, Vector, set[int]]], total: Fraction, rows: int, k: int
) -> Plane:
    """The sum of c form.row over the terms and their rows, where the last row is what is left."""
    left = [ZERO] * ((rows - 1) * k)
    for c, form, some in terms:
        last = rows - 1 in some
        if last:
            total -= c * sum(form)
        for i, j in product(range(rows - 1), range(k)):
            # The last row is one less the others: its part is taken from each of them.
            left[k * i + j] += c * form[j] * ((i in some) - last)
    return left, total


def subsets(rows: int) -> list[set[int]]:
    """Any of the rows."""
    every = range(rows + 1)
    return [set(chosen) for size in every for chosen in combinations(range(rows), size)]


def meeting(chosen: Sequence[Plane]) -> Vector | None:
    """The point on all of them, by elimination."""
    size = len(chosen)
    rows = [[*left, right] for left, right in chosen]
    for j in range(size):
        pivots = [i for i in range(j, size) if rows[i][j]]
        if not pivots:
            return None
        rows[j], rows[pivots[0]] = rows[pivots[0]], rows[j]
        rows[j] = [x / rows[j][j] for x in rows[j]]
        for i in range(size):
            if i != j and rows[i][j]:
                rows[i] = [x - rows[i][j] * p for x, p in zip(rows[i], rows[j], strict=True)]
    return [row[size] for row in rows]


def has_every_choice(data: dict[str, Any], bound: Fraction) -> bool:
    """Prices of each set cover its actions, and every choice lies in a set."""
    actions = actions_of(data["utility"], len(data["table"][0]))
    for priced in data["sets"]:
        whole = priced | {"privacy": data["privacy"]}
        own = [actions[a] for a in priced["actions"]]
        if most(whole) > bound or not shown(whole, partial(best, own), own):
            return False
    held = [set(priced["actions"]) for priced in data["sets"]]
    return all(any(set(some) <= each for each in held) for some in choices(data, len(actions)))


def choices(data: dict[str, Any], number: int) -> Iterable[tuple[int, ...]]:
    """All, or for guesses under one number the most probable truths."""
    many = min(data["reports"], number)
    if not isinstance(data["privacy"].get("gamma"), str):
        return combinations(range(number), many)
    if data["utility"]["name"] == "trace":
        return [tuple(range(many))]
    if data["utility"]["name"] != "probability-of-a-right-guess":
        return combinations(range(number), many)
    # Truths can be permuted so that any guesses become these, and a table is worth no less.
    prior = vector(data["utility"]["prior"])
    return [tuple(sorted(range(number), key=lambda a: -prior[a])[:many])]
