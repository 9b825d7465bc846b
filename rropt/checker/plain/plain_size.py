"""How many steps a certificate takes without cleverness: a count made before the work."""

from math import comb, factorial, prod
from typing import Any

MOST_STEPS = 10**7
"""Some ten seconds; a certificate on five truths under one number and a delta takes 10^8."""


def steps(data: dict[str, Any]) -> int:
    """Choices of planes, of actions or of minors, or products of terms, times what each takes."""
    kind = data["kind"]
    if kind == "polynomial":
        return of_identity(data)
    if kind in ("garbling", "separation"):
        rows = len(data["A"]) + len(data.get("gain", data["P"]))
        return rows * len(data["P"]) * len(data["P"][0])
    if kind == "windows":
        return of_windows(data)
    k = truths_of(data)
    if kind == "cases" and data["proof"] != "actions":
        rows = data.get("reports", 2)
        # Beyond 2^40 choices the count is over in any case, and need not be a long number.
        planes = sum(2 ** min(rows * n, 40) for n in terms_of(data["privacy"], k))
        return meetings(planes + rows * k, (rows - 1) * k)
    size = max(len(data.get("patterns", ())), len(data.get("table", ())))
    if kind == "symmetric":
        size *= prod(factorial(n) for n in classes_of(data))
    rays = meetings(k + sum(terms_of(data["privacy"], k)), k - 1)
    work = rays * k + size * k * k * (k + 1) + 2**k * factorial(k)
    return work + (of_choices(data) if kind == "cases" else 0)


def truths_of(data: dict[str, Any]) -> int:
    """How many columns the table has."""
    if "table" in data:
        return len(data["table"][0])
    return sum(classes_of(data)) if "truths" in data else len(data["prices"])


def classes_of(data: dict[str, Any]) -> list[int]:
    """Sizes of classes; a number of truths is counted, not listed."""
    truths = data["truths"]
    return truths if isinstance(truths, list) else [1] * len(data["prices"])


def terms_of(privacy: dict[str, Any], k: int) -> list[int]:
    """How many forms each demand has."""
    if "conditions" in privacy:
        return [len(condition["levels"]) for condition in privacy["conditions"]]
    return [1] * (k * (k - 1))


def meetings(planes: int, dimension: int) -> int:
    """Choices of so many planes, each with its determinants."""
    return comb(planes, dimension) * factorial(min(dimension, 12)) * (dimension + 1)


def of_windows(data: dict[str, Any]) -> int:
    """Every row of two chances, and a table with two reports a window."""
    numbers = 2 * len(data["masses"]) - 1
    return numbers * (2 ** min(numbers, 40) + 8 * len(data["windows"]))


def of_choices(data: dict[str, Any]) -> int:
    """Choices of actions, looked for in every set."""
    actions = len(data["utility"].get("gain", data["table"][0]))
    return comb(actions, min(data["reports"], actions)) * actions * (1 + len(data["sets"]))


def of_identity(data: dict[str, Any]) -> int:
    """Products of polynomials, one factor after the other; each term is found among all others."""
    constraints = [h["polynomial"] for h in data["constraints"]]
    products = [(data["claim"]["polynomial"], data["multiplier"])]
    for term in data["terms"]:
        square = term["square"] or []
        products += [(square, term["factors"]), (square * 2, term["factors"])]
    total = 0
    for first, powers in products:
        size = 1 + len(first)
        for h, power in zip(constraints, powers, strict=True):
            for _ in range(power):
                size *= 1 + len(h)
                total += min(size, MOST_STEPS) ** 2
                if total > MOST_STEPS:
                    return total
        total += (1 + len(first)) ** 2 * size
    for i, p in data["equality_terms"]:
        total += (len(p) * len(data["equalities"][i])) ** 2
    return total
