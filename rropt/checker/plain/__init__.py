"""The rational kinds as a specification: enumerate, add fractions, compare.

A page a kind. Nothing here is clever or shares a line with the checker: it is for small examples,
and the tests hold the checker to it. `proves(data)` says whether the statement of a certificate is
proved by its prices and multipliers, tables or identity; None where logarithms, roots or
enclosures, classes of truths, an epsilon or a Renyi budget are involved, for what would take too
long without cleverness (`plain_size`), and where rows are clamped, stretches are looked at, or
truths merged: that may ask for more than what the statement rests on, which then holds.
"""

from collections.abc import Callable
from typing import Any

from .plain_cases import cases
from .plain_gradient import gradient
from .plain_order import garbling, separation
from .plain_polynomial import polynomial
from .plain_prices import prices
from .plain_size import MOST_STEPS, steps
from .plain_symmetric import symmetric
from .plain_windows import windows

IRRATIONAL = {
    "hellinger",
    "jensen-shannon",
    "kullback-leibler",
    "mutual-information",
    "reverse-kullback-leibler",
}

KINDS: dict[str, Callable[[dict[str, Any]], bool]] = {
    "prices": prices,
    "gradient": gradient,
    "symmetric": symmetric,
    "windows": windows,
    "cases": cases,
    "garbling": garbling,
    "separation": separation,
    "polynomial": polynomial,
}


def proves(data: dict[str, Any]) -> bool | None:
    """Whether a certificate of the right form proves what it says."""
    classes = isinstance(data.get("truths"), list) and data["kind"] != "symmetric"
    utility = data.get("utility", {})
    enclosed = any(isinstance(u, list) for _, u in utility.get("values", []))
    logarithms = utility.get("name") in IRRATIONAL
    logarithms = logarithms or data["kind"] in ("random-cut", "shuffled")
    logarithms = logarithms or data.get("objective", {}).get("name") == "log-determinant"
    privacy = data.get("privacy", {})
    of_order = any("order" in condition for condition in privacy.get("conditions", []))
    if classes or enclosed or logarithms or of_order or "epsilon" in privacy:
        return None
    if steps(data) > MOST_STEPS:
        return None
    found = KINDS[data["kind"]](data)
    return None if found and data.get("cover", {}).get("proof") in ASKING_MORE else found


ASKING_MORE = ("clamped", "stretches", "merged")
