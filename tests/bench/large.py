"""Certified designs that no enumeration reaches: many truths, deltas, matrices, a grid of places.

Each line takes the design with its certificate; what the bar says of the gap is asked before.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from .designs import skewed
from .measure import Bar, Result, alone, timed

GAMMA = 3
DELTA = Fraction(1, 10)


def large() -> Iterator[Result]:
    """A line for each bar on a single time."""
    yield from _with_delta(20)
    yield from _information()
    yield _contrast(200)
    yield from _unlike(20)
    yield _matrix(8)
    yield _grid(7, 10)
    yield _grid(10, 60)
    yield _unequal_grid(8, 10)
    yield _unequal_grid(10, 60)
    yield _many_actions(256, 60)
    yield _checked_actions(50)


def _with_delta(k: int) -> Iterator[Result]:
    from rropt.privacy import LocalDP
    from rropt.utility import Gain, Guess

    level = LocalDP.from_gamma(GAMMA, DELTA)
    rows = [[(7 * a + 3 * j) % 11 for j in range(k)] for a in range(6)]
    for what, objective in (("guess", Guess(skewed(k))), ("gain", Gain(rows, skewed(k)))):
        title = f"{what} with delta 1/10, unequal priors, k = {k}"
        yield _certified(title, level, objective, 1, 0)


def _information() -> Iterator[Result]:
    """The design, and its certificate in the checker."""
    from rropt.checker import check
    from rropt.privacy import LocalDP
    from rropt.utility import MutualInformation

    level, objective = LocalDP.from_gamma(GAMMA), MutualInformation(skewed(100))
    yield _certified("mutual information, k = 100", level, objective, 20, 1e-6)
    text = _design(level, objective).certificate.to_json()
    what = f"check: mutual information, k = 100, {len(text) / 2**20:.2f} MiB"
    yield Result("large", what, alone(lambda: check(text)), bar=Bar("seconds", 5))


def _contrast(k: int) -> Result:
    """c-optimal for the numbers 0, ..., k - 1 under a falling prior."""
    from rropt.privacy import LocalDP
    from rropt.utility.at_prior import COptimal

    prior = [Fraction(k - j, k * (k + 1) // 2) for j in range(k)]
    objective = COptimal(prior, range(k))
    return _certified(f"one contrast, k = {k}", LocalDP.from_gamma(GAMMA), objective, 10, 1e-9)


def _unlike(k: int) -> Iterator[Result]:
    """A-, D- and E-optimal where no two shares are equal."""
    from rropt.privacy import LocalDP
    from rropt.utility.at_prior import AOptimal, DOptimal, EOptimal

    for goal in (AOptimal, DOptimal, EOptimal):
        objective: Any = goal(skewed(k))
        title = f"{objective.label}, {k} different shares"
        yield _certified(title, LocalDP.from_gamma(GAMMA), objective, 5, 1e-9)


def _matrix(k: int) -> Result:
    from rropt.privacy import Privacy
    from rropt.utility import MutualInformation

    title = f"mutual information under a random matrix, k = {k}"
    return _certified(title, Privacy(random_matrix(k)), MutualInformation(skewed(k)), 5, 1e-9)


def random_matrix(k: int) -> list[list[Fraction]]:
    """Levels from 2 to 4, which obey the triangle inequality."""
    random = Random(5)
    return [
        [Fraction(1) if a == b else Fraction(random.randint(20, 40), 10) for b in range(k)]
        for a in range(k)
    ]


def _grid(side: int, seconds: float) -> Result:
    title = f"expected distance, {side} x {side} grid of equal shares, epsilon 1"
    return _certified(title, *grid_question(side), seconds, 1e-6)


def grid_question(side: int) -> tuple[Any, Any]:
    """Least expected distance on a grid of places, distances rounded to six digits."""
    from rropt.privacy import MetricDP
    from rropt.utility import Gain

    places = [(a, b) for a in range(side) for b in range(side)]
    gains = [[-Fraction(round(math.dist(x, y) * 10**6), 10**6) for y in places] for x in places]
    prior = [Fraction(1, len(places))] * len(places)
    return MetricDP.grid(side, side, 1), Gain(gains, prior)


def _unequal_grid(side: int, seconds: float) -> Result:
    """The same with shares that no reflection leaves unchanged."""
    from rropt.utility import Gain

    level, objective = grid_question(side)
    unequal = Gain(objective.matrix, random_shares(side * side))
    title = f"expected distance, {side} x {side} grid of unequal shares, epsilon 1"
    return _certified(title, level, unequal, seconds, 1e-6)


def random_shares(k: int) -> list[Fraction]:
    """Whole numbers below a hundred, over their sum."""
    random = Random(7)
    masses = [random.randint(1, 99) for _ in range(k)]
    return [Fraction(x, sum(masses)) for x in masses]


def _many_actions(k: int, seconds: float) -> Result:
    """As many actions as truths and no symmetry: a bound for each action and level, 16 million.

    Under Zipf's law, whose denominators have 365 bits, a checker would refuse the certificate.
    """
    from rropt.privacy import Privacy
    from rropt.utility import Gain

    objective = Gain(_random_actions(k).matrix, random_shares(k))
    title = f"gain, {k} x {k}, random matrix"
    return _certified(title, Privacy(random_matrix(k)), objective, seconds, 1e-6)


def _random_actions(k: int) -> Any:
    from rropt.utility import Gain

    random = Random(1)
    return Gain([[random.randint(0, 10) for _ in range(k)] for _ in range(k)], skewed(k))


def _checked_actions(k: int) -> Result:
    """As many actions as truths under a matrix: the certificate carries multipliers."""
    from rropt.checker import check
    from rropt.privacy import Privacy

    text = _design(Privacy(random_matrix(k)), _random_actions(k)).certificate.to_json()
    what = f"check: actions, k = {k}, {k} actions, random matrix"
    return Result("large", what, alone(lambda: check(text)), bar=Bar("seconds", 0.2))


def _design(level: Any, objective: Any) -> Any:
    from rropt.certified import optimal

    return optimal(level, objective)


def _certified(
    title: str, level: Any, objective: Any, seconds: float, relative_gap: float
) -> Result:
    """The time of one design, whose certified gap is what the bar asks for."""
    found: list[Any] = []
    time = timed(lambda: found.append(_design(level, objective)))
    gap = _relative_gap(found[0])
    if gap > relative_gap:
        raise ArithmeticError(f"{title}: the certified relative gap is {gap:.2e}")
    return Result("large", title, time, bar=Bar("seconds", seconds), figure=gap)


def _relative_gap(design: Any) -> float:
    data = design.certificate.data
    return float(Fraction(data["gap"]) / abs(Fraction(data["bound"])))
