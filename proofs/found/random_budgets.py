"""Random problems about two truths under Renyi budgets of any order and zCDP."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import cosh, exp, log, sinh, tanh
from random import Random
from typing import Any

import rropt as rr
from rropt.privacy import Criterion

from .random_draw import Draw, beaten, best, rounded, shares

ORDERS = tuple(map(Fraction, ("1", "5/4", "3/2", "2")))
"""At 5/2 and 3 some programs of the search are not solved in doubles, and designs are refused."""

FARTHEST = 30.0


def halved(low: float, high: float, below: Callable[[float], bool]) -> float:
    """Where it ceases to be below, which it is first."""
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) else (low, middle)
    return low


HALVINGS = 60
"""Of an interval of chances: below what a double tells apart."""


def spent(order: Fraction, t: float) -> float:
    """The divergence of Warner's device whose reports have the log-ratios 2 t and - 2 t."""
    if order == 1:
        return 2 * t * tanh(t)
    return log(cosh(float(2 * order - 1) * t) / cosh(t)) / float(order - 1)


def log_ratio(order: Fraction, budget: Fraction) -> float:
    """Half of it, where the device spends this budget."""
    return halved(0.0, FARTHEST, lambda t: spent(order, t) < budget)


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
    """On both sides of the edge: beyond it another table is better."""
    order, budget, p = random.choice(ORDERS), budget_of(random), shares(random, 2)[1]
    t = log_ratio(order, budget)
    design = warner_draw(rr.RenyiDP(order, budget), p, t)
    if order >= 2 or abs(1 - 2 * p) <= reach(order, t):
        return design
    far = abs(1 - 2 * p) > reach(order, t) + BEYOND
    return beaten(design) if far else None


BEYOND = 0.1
"""Beyond the edge by this much what is gained, of second order, shows in certified digits."""

Pair = tuple[float, float]


def divergence(order: float, x: float, y: float) -> float:
    """Of two reports, the first of which has the likelihoods x and y."""
    if order == 1:
        return x * log(x / y) + (1 - x) * log((1 - x) / (1 - y))
    rest = (1 - x) ** order * (1 - y) ** (1 - order)
    return log(x**order * y ** (1 - order) + rest) / (order - 1)


def mean_of_order(a: float, x: float, y: float) -> float:
    """Stolarsky's mean of the ratios of the two reports."""
    u, v = x / y, (1 - x) / (1 - y)
    if a == 1:
        return (u - v) / log(u / v)
    return (a - 1) * (u**a - v**a) / (a * (u ** (a - 1) - v ** (a - 1)))


def mean_at(p: float, x: float, y: float) -> float:
    w = (1 - p) * x + p * y
    return (w + x - 2 * w * x) / (w + y - 2 * w * y)


def beyond(order: float, budget: float, p: float) -> Pair:
    """Where the prevalence p > 1/2 is beyond the edge: the two reports that spend the budget forth
    and have the mean of its order."""

    def first(y: float) -> float:
        return halved(y, 1.0, lambda x: x < 1 and divergence(order, x, y) < budget)

    def too_low(y: float) -> bool:
        x = first(y)
        return mean_at(p, x, y) < mean_of_order(order, x, y)

    even = halved(0.0, 0.5, lambda y: divergence(order, 1 - y, y) > budget)
    y = halved(0.0, even, too_low)
    return first(y), y


def deciding(rho: float, p: float) -> tuple[float, Pair]:
    """Under zCDP: the order whose divergence is largest for what it allows, and the reports."""

    def short(order: float) -> bool:
        reports = beyond(order, order * rho, p)
        return divergence(order + STEP, *reports) > (order + STEP) * rho

    order = halved(1 + STEP, 2 - STEP, short) if short(1) else 1.0
    return order, beyond(order, order * rho, p)


STEP = 1e-6
"""From one order to the next: the largest of a smooth function is met to its square."""


def variance_of(p: float, x: float, y: float) -> float:
    w = (1 - p) * x + p * y
    return w * (1 - w) / (x - y) ** 2


def other_table(random: Random) -> Draw | None:
    """Beyond the edge, on both of its ends."""
    order, budget, p = random.choice(ORDERS[:3]), budget_of(random), shares(random, 2)[1]
    if abs(1 - 2 * p) <= reach(order, log_ratio(order, budget)):
        return None
    common = float(max(p, 1 - p))
    value = variance_of(common, *beyond(float(order), float(budget), common))
    return rounded(best(rr.RenyiDP(order, budget), rr.Variance(str(p)), Fraction(value)))


def concentrated(random: Random) -> Draw:
    """As under the order 1, and beyond its edge."""
    budget, p = budget_of(random), shares(random, 2)[1]
    t = log_ratio(Fraction(1), budget)
    criterion = rr.ZeroConcentratedDP(budget)
    if random.random() < 0.5:
        objective, value = use(random)
        return rounded(best(criterion, objective, Fraction(value(t))))
    if abs(1 - 2 * p) <= reach(Fraction(1), t):
        return warner_draw(criterion, p, t)
    common = float(max(p, 1 - p))
    _, reports = deciding(float(budget), common)
    return rounded(best(criterion, rr.Variance(str(p)), Fraction(variance_of(common, *reports))))
