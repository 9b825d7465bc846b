"""Certified designs that no enumeration reaches: many truths, deltas, matrices, a grid of places.

Each line takes the design with its certificate; what the bar says of the gap is asked before.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from time import process_time
from typing import Any

from .designs import skewed
from .measure import Bar, Result, Time, alone, timed

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
    yield _out_of_reach()
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


def _out_of_reach() -> Result:
    """The bar of one program for many actions and no symmetry: 256 actions and truths.

    It would have a bound for each action and level, 16,359,680 of them, and its table 65,536
    entries. A direct program of HiGHS has as many rows and was not run beside a refusal.
    """
    from rropt.privacy import Privacy

    title = "gain, 256 x 256, random matrix"
    privacy = Privacy(random_matrix(256))
    return certified_or_refused(title, privacy, _random_actions(256), 60, 1e-6)


def certified_or_refused(
    title: str, level: Any, objective: Any, seconds: float, relative_gap: float
) -> Result:
    """A design with its gap; one that is refused has no gap and is short."""
    from rropt.exact import InputError

    start = process_time()
    try:
        return _certified(title, level, objective, seconds, relative_gap)
    except InputError as error:
        spent = process_time() - start
        what = f"{title}: refused, {error}"
        return Result("large", what, Time(spent, spent), bar=Bar("gap", relative_gap))


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
