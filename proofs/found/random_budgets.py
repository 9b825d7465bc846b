"""Random problems about two truths under Renyi budgets of any order and zCDP."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import cosh, exp, log, sinh, tanh
from random import Random
from typing import Any

import rropt as rr
from rropt.privacy import Criterion

from .random_draw import Draw, best, rounded, shares

ORDERS = tuple(map(Fraction, ("1", "5/4", "3/2", "2")))
"""At 5/2 and 3 some programs of the search are not solved in doubles, and designs are refused."""

FARTHEST = 30.0


def spent(order: Fraction, t: float) -> float:
    """The divergence of Warner's device whose reports have the log-ratios 2 t and - 2 t."""
    if order == 1:
        return 2 * t * tanh(t)
    return log(cosh(float(2 * order - 1) * t) / cosh(t)) / float(order - 1)


def log_ratio(order: Fraction, budget: Fraction) -> float:
    """Half of it, where the device spends this budget: by halving."""
    low, high = 0.0, FARTHEST
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if spent(order, middle) < budget else (low, middle)
    return low


def reach(order: Fraction, t: float) -> float:
    """How large |1 - 2 p| may be for the device to inform most about the prevalence p."""
    if order == 1:
        slopes = sinh(t) * cosh(t) - t, sinh(t) * cosh(t) + t
    else:
        n = float(2 * order - 1)
        slopes = (
            n * cosh(n * t) * sinh(t) - sinh(n * t) * cosh(t),
            n * sinh(n * t) * cosh(t) - cosh(n * t) * sinh(t),
        )
    return slopes[0] / slopes[1] / tanh(t) ** 2


def entropy(*masses: float) -> float:
    return -sum(m * log(m) for m in masses if m)


def informed(p: float, t: float) -> float:
    """By the device, about a truth of the share p."""
    hit = exp(t) / (2 * cosh(t))
    yes = (1 - p) * (1 - hit) + p * hit
    return entropy(yes, 1 - yes) - entropy(hit, 1 - hit)


def variance(p: float, t: float) -> float:
    return (1 - tanh(t) ** 2 * (1 - 2 * p) ** 2) / (4 * tanh(t) ** 2)


def warner_draw(privacy: Criterion, p: Fraction, t: float) -> Draw:
    """The prevalence p, with what the device has."""
    return rounded(best(privacy, rr.Variance(str(p)), Fraction(variance(float(p), t))))


Value = Callable[[float], float]


def use(random: Random) -> tuple[Any, Value]:
    """A use that has no region, and what the device is worth for it."""
    share = shares(random, 2)
    uses: list[tuple[Any, Value]] = [
        (rr.FDivergence("total-variation"), tanh),
        (rr.FDivergence("hellinger"), lambda t: 2 - 2 / cosh(t)),
        (rr.FDivergence("jensen-shannon"), lambda t: informed(0.5, t)),
        (rr.MutualInformation(list(map(str, share))), lambda t: informed(float(share[1]), t)),
    ]
    return random.choice(uses)


def budget_of(random: Random) -> Fraction:
    return Fraction(random.randint(1, 30), 10)


def any_order(random: Random) -> Draw:
    order, budget = random.choice(ORDERS), budget_of(random)
    objective, value = use(random)
    criterion = rr.RenyiDP(order, budget)
    return rounded(best(criterion, objective, Fraction(value(log_ratio(order, budget)))))


def prevalence(random: Random) -> Draw | None:
    """Outside of the region nothing is drawn."""
    order, budget, p = random.choice(ORDERS), budget_of(random), shares(random, 2)[1]
    t = log_ratio(order, budget)
    if order < 2 and abs(1 - 2 * p) > reach(order, t):
        return None
    return warner_draw(rr.RenyiDP(order, budget), p, t)


def concentrated(random: Random) -> Draw | None:
    """As under the order 1."""
    budget, p = budget_of(random), shares(random, 2)[1]
    t = log_ratio(Fraction(1), budget)
    criterion = rr.ZeroConcentratedDP(budget)
    if random.random() < 0.7:
        objective, value = use(random)
        return rounded(best(criterion, objective, Fraction(value(t))))
    if abs(1 - 2 * p) > reach(Fraction(1), t):
        return None
    return warner_draw(criterion, p, t)
