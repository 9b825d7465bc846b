"""Designs of thousands of categories, each step alone; k-ary response beside libraries of it.

Both sides start from a list of answers and of reports; ours is the certified optimum at this level,
and its reports are labels. On the same reports the nearest distribution must not be further from
the truth than theirs, in the mean of several surveys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import log
from typing import Any

import numpy as np

from .measure import Absent, Bar, Result, alone, in_turn

CATEGORIES = 1000
GAMMA = 3000
"""k-ary response is optimal from about k on: below, sets of several categories are reported."""

PEOPLE = 20_000
SURVEYS = 20
ROUNDS = 3

DEPLOYED = ((1000, 5), (2925, 20))
"""Categories of a design of large sets, and the seconds that each step from the question to the
shares may take."""

OF_BITS, ROUNDS_OF_BITS = 1000, 30
"""Reports of a bit a category, and how often they are timed: an estimate takes a millisecond."""

OF_SETS = 3
"""A level at which a quarter of the categories is reported."""

BAR = Bar("faster", 1)

Randomize = Callable[[list[int]], list[int]]
Shares = Callable[[list[int]], np.ndarray]


def many_categories() -> Iterator[Result | Absent]:
    """A line for each of randomize, estimate and a survey's error, and library."""
    from rropt import AOptimal, LocalDP, optimal

    for categories, seconds in DEPLOYED:
        yield from _each_step(categories, seconds)
    design = optimal(LocalDP.from_gamma(GAMMA), AOptimal("uniform", categories=CATEGORIES))
    for name, library in LIBRARIES.items():
        try:
            draw, shares = library(CATEGORIES, log(GAMMA))
        except ImportError as error:
            yield Absent(name, str(error).splitlines()[0])
            continue
        yield from _beside(name, design, draw, shares)
    yield from _bits_beside_multi_freq_ldpy()


def _each_step(categories: int, seconds: int) -> Iterator[Result]:
    from rropt import AOptimal, LocalDP, estimate, optimal, randomize
    from rropt.checker import check

    asked = LocalDP.from_gamma(OF_SETS), AOptimal("uniform", categories=categories)
    design = optimal(*asked)
    answers = np.random.default_rng(0).choice(categories, PEOPLE).tolist()
    reports, text = randomize(design, answers), design.certificate.to_json()
    steps: dict[str, Callable[[], Any]] = {
        "design": lambda: optimal(*asked),
        "randomize": lambda: randomize(design, answers),
        "estimate": lambda: estimate(design, reports).on_simplex(),
        "check": lambda: check(text),
    }
    for name, step in steps.items():
        what = f"{name}, sets of {categories:,} categories"
        yield Result("many", what, alone(step), bar=Bar("seconds", seconds))


def _beside(name: str, design: Any, draw: Randomize, shares: Shares) -> Iterator[Result]:
    from rropt import estimate, randomize

    people = np.random.default_rng(0)
    answers = people.choice(CATEGORIES, PEOPLE, p=falling_shares(CATEGORIES)).tolist()
    reports, numbers = randomize(design, answers), draw(answers)
    ours, theirs = in_turn(lambda: randomize(design, answers), lambda: draw(answers), ROUNDS)
    yield Result("many", f"randomize {SIZES}", ours, name, theirs, BAR)
    ours, theirs = in_turn(
        lambda: estimate(design, reports).on_simplex(), lambda: shares(numbers), ROUNDS
    )
    yield Result("many", f"estimate {SIZES}", ours, name, theirs, BAR)
    both = [lambda r: estimate(design, r).on_simplex(), lambda r: shares(list(map(int, r)))]
    mine, other = errors(both, lambda a: randomize(design, a), people)
    yield Result("many", f"squared error over that of {name}", ours, figure=mine / other)


def _bits_beside_multi_freq_ldpy() -> Iterator[Result | Absent]:
    """The same bits, a text a report here and an array there."""
    from rropt import device, estimate, randomize

    from .baselines.draws_by_multi_freq_ldpy import shares_of_bits

    unary = device("optimized_unary", categories=CATEGORIES, epsilon=1)
    answers = np.random.default_rng(0).choice(CATEGORIES, OF_BITS).tolist()
    reports = randomize(unary, answers)
    bits = [np.array(list(map(float, report))) for report in reports]
    try:
        shares = shares_of_bits(1.0)
    except ImportError as error:
        yield Absent("multi-freq-ldpy", str(error).splitlines()[0])
        return
    ours, theirs = in_turn(
        lambda: estimate(unary, reports).value, lambda: shares(bits), ROUNDS_OF_BITS
    )
    what = f"estimate from {OF_BITS:,} x {CATEGORIES:,} bits"
    yield Result("many", what, ours, "multi-freq-ldpy", theirs, BAR)


SIZES = f"{PEOPLE:,} of {CATEGORIES:,} categories"


def falling_shares(categories: int) -> np.ndarray:
    """Zipf's, by which most names and words are used."""
    weights = 1 / np.arange(1, categories + 1)
    shares: np.ndarray = weights / weights.sum()
    return shares


def errors(
    estimators: list[Callable[[list[str]], np.ndarray]],
    randomize: Callable[[list[int]], list[str]],
    people: np.random.Generator,
) -> list[float]:
    """sum_j (estimate_j - share_j)^2 in the mean of several surveys, from the same reports."""
    truth = falling_shares(CATEGORIES)
    sums = [0.0] * len(estimators)
    for _ in range(SURVEYS):
        reports = randomize(people.choice(CATEGORIES, PEOPLE, p=truth).tolist())
        for number, shares in enumerate(estimators):
            sums[number] += float(((shares(reports) - truth) ** 2).sum())
    return [total / SURVEYS for total in sums]


def pure_ldp(categories: int, epsilon: float) -> tuple[Randomize, Shares]:
    from .baselines.draws_by_pure_ldp import sampler, shares

    return sampler(categories, epsilon), shares(categories, epsilon)


def multi_freq_ldpy(categories: int, epsilon: float) -> tuple[Randomize, Shares]:
    from .baselines.draws_by_multi_freq_ldpy import sampler, shares

    return sampler(categories, epsilon), shares(categories, epsilon)


LIBRARIES: dict[str, Callable[[int, float], tuple[Randomize, Shares]]] = {
    "pure-ldp": pure_ldp,
    "multi-freq-ldpy": multi_freq_ldpy,
}
