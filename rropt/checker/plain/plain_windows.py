"""Kind `windows`: reports on equally spaced numbers of an interval, written out as a table."""

from fractions import Fraction
from itertools import product
from typing import Any

from .plain_privacy import Row, dot, is_private, is_table, number, vector

Report = tuple[Fraction, list[Fraction]]
"""The number that is told, and its chance on each of the numbers."""


def windows(data: dict[str, Any]) -> bool:
    """The table is private and as good as the value; the prices cover, and are worth the bound."""
    half = (number(data["high"]) - number(data["low"])) / 2
    steps = len(data["masses"]) - 1
    points = [Fraction(i, steps) for i in range(-steps, steps + 1)]
    reports = with_card(listed(data, points), points)
    prices = [whole(data[name], sign) for name, sign in MIRRORED.items()]
    bound, value = number(data["bound"]), number(data["value"])
    *_, one, minus_one = rows = [chances for _, chances in reports]
    return (
        is_table(rows)
        and min(one) > 0
        and min(minus_one) > 0
        and is_private(rows, data["privacy"])
        and half**2 * (worst(reports, points) + shifted(data, steps)) <= value
        and covered(prices, number(data["privacy"]["gamma"]))
        and half**2 * worth(prices, points) >= bound
        and number(data["gap"]) == value - bound
    )


def listed(data: dict[str, Any], points: Row) -> list[Report]:
    """Each window and its mirror image."""
    gamma, unit = number(data["privacy"]["gamma"]), number(data["unit"])
    found = []
    for first, last, weight, told in data["windows"]:
        chances = [
            number(weight) * unit * (gamma if first <= j <= last else 1) for j in range(len(points))
        ]
        found.append((number(told) * unit, chances))
        found.append((-number(told) * unit, chances[::-1]))
    return found


def with_card(reports: list[Report], points: Row) -> list[Report]:
    """What is missing of the probability one and of the mean is told by 1 and -1."""
    rest = [1 - sum(chances[j] for _, chances in reports) for j in range(len(points))]
    means = [sum(told * chances[j] for told, chances in reports) for j in range(len(points))]
    lack = [x - mean for x, mean in zip(points, means, strict=True)]
    sides = [[(s + sign * b) / 2 for s, b in zip(rest, lack, strict=True)] for sign in (1, -1)]
    return [*reports, (Fraction(1), sides[0]), (Fraction(-1), sides[1])]


def worst(reports: list[Report], points: Row) -> Fraction:
    """The largest variance at a number."""
    moments = [sum(told**2 * chances[j] for told, chances in reports) for j in range(len(points))]
    return max(moment - x * x for x, moment in zip(points, moments, strict=True))


def shifted(data: dict[str, Any], steps: int) -> Fraction:
    """h^2 (1/12 + 1/(6 N^2))."""
    return Fraction(1, steps**2) * (Fraction(1, 12) + Fraction(1, 6 * data["shifts"] ** 2))


MIRRORED = {"masses": 1, "slopes": -1, "constants": 1}
"""The prices q, p and y, and their sign at the numbers below the middle."""


def whole(given: list[str], sign: int) -> list[Fraction]:
    """The prices of all numbers, of those from the middle on."""
    upper = vector(given)
    return [*(sign * x for x in upper[:0:-1]), *upper]


def covered(prices: list[list[Fraction]], gamma: Fraction) -> bool:
    """No row in {1, gamma}^n is charged less than zero for any number v."""
    for row in product((Fraction(1), gamma), repeat=len(prices[0])):
        q, p, y = (dot(form, row) for form in prices)
        if y < 0 or q * y < p * p:  # q v^2 + 2 p v + y for any v, where q >= 0
            return False
    return True


def worth(prices: list[list[Fraction]], points: Row) -> Fraction:
    """The sum of 2 x p - y - q x^2, over the sum of q."""
    q, p, y = prices
    squares = [x * x for x in points]
    return (2 * dot(points, p) - sum(y) - dot(squares, q)) / sum(q)
