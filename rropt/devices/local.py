"""Local-privacy mechanisms over k categories, each tight for its gamma = e^epsilon.

A privacy level enters as epsilon or as gamma. Where e^epsilon is irrational the table is built
for the rational gamma_lo just below it, so the promise e^epsilon holds exactly. Supports S_j
("the reports that speak for truth j") give the estimates (1[report in S_j] - h) / (g - h), with
g and h the probabilities of S_j under truth j and under any other truth.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from rropt.channel import Channel
from rropt.devices.linear_estimates import best_linear
from rropt.devices.model import Device, identity_target
from rropt.devices.validated import Vector, categories_of, integer_rows, level, reports_within
from rropt.exact import Gamma, InputError, Table, exact_vector, probability, whole

ZERO, ONE = Fraction(0), Fraction(1)
MOST_CATEGORIES = 64


def k_ary(categories: Any, epsilon: Any = None, gamma: Any = None) -> Device:
    """k-ary randomized response: the truth with probability gamma / (gamma + k - 1).

    Every other category has probability 1 / (gamma + k - 1).
    Example: rropt device k_ary --categories 4 --gamma 3

    >>> k_ary(4, gamma=3).channel.rows[0][:2]
    (Fraction(1, 2), Fraction(1, 6))
    """
    k, asked = categories_of(categories, MOST_CATEGORIES), level(epsilon, gamma)
    supports = [frozenset((j,)) for j in range(k)]
    return _supported("k_ary", {"categories": k}, asked, supports, k)


def subset_selection(categories: Any, size: Any, epsilon: Any = None, gamma: Any = None) -> Device:
    """Subset selection: report a set of d categories, gamma times likelier if it holds the truth.

    Example: rropt device subset_selection --categories 4 --size 2 --gamma 3

    >>> subset_selection(4, 2, gamma=3).channel.shape, subset_selection(4, 2, gamma=3).parity
    ((6, 4), Fraction(3, 1))
    """
    k, asked = categories_of(categories, MOST_CATEGORIES), level(epsilon, gamma)
    d = whole(size, "size", 1)
    if d >= k:
        raise InputError(f"size must be below the number of categories {k}, got {d}")
    count = reports_within(comb(k, d), "subset_selection")
    sets = list(combinations(range(k), d))
    supports = [frozenset(i for i, chosen in enumerate(sets) if j in chosen) for j in range(k)]
    labels = ["{" + ",".join(map(str, chosen)) + "}" for chosen in sets]
    return _supported(
        "subset_selection", {"categories": k, "size": d}, asked, supports, count, labels
    )


def hadamard_response(categories: Any, epsilon: Any = None, gamma: Any = None) -> Device:
    """Hadamard response (Acharya et al. 2019): truth j favours the +1 half of Hadamard row j + 1.

    K reports, K the least power of two above k; each favoured one has probability
    2 gamma / (K (gamma + 1)), each other one 2 / (K (gamma + 1)).
    Example: rropt device hadamard_response --categories 3 --gamma 3

    >>> hadamard_response(3, gamma=3).channel.shape
    (4, 3)
    """
    k, asked = categories_of(categories, MOST_CATEGORIES), level(epsilon, gamma)
    size = reports_within(1 << k.bit_length(), "hadamard_response")
    supports = [
        frozenset(y for y in range(size) if not ((j + 1) & y).bit_count() % 2) for j in range(k)
    ]
    return _supported("hadamard_response", {"categories": k}, asked, supports, size)


def four_answer(delta: Any, epsilon: Any = None, gamma: Any = None) -> Device:
    """The optimal (epsilon, delta) channel for two truths: all others are garblings of it.

    Under truth 0: delta, (1 - delta) gamma / (gamma + 1), (1 - delta) / (gamma + 1), 0; mirrored
    under 1. With probability delta it says the truth outright. The estimator is the best linear
    one at equal prevalences.
    Example: rropt device four_answer --gamma 3 --delta 1/10

    >>> four_answer("1/10", gamma=3).channel.columns[0]
    (Fraction(1, 10), Fraction(27, 40), Fraction(9, 40), Fraction(0, 1))
    """
    leak, asked = probability(delta, "delta"), level(epsilon, gamma)
    bound = asked.lo
    column = [leak, (1 - leak) * bound / (bound + 1), (1 - leak) / (bound + 1), ZERO]
    labels = ("surely no", "no", "yes", "surely yes")
    channel = Channel.from_truth_rows([column, column[::-1]], labels, ("no", "yes"))
    target = ((ZERO, ONE),)
    estimator = best_linear(channel, target, Fraction(1, 2))
    notes = (
        f"(ln {asked.lo}, {leak})-private: with probability {leak} the truth is told outright",
    )
    parameters = (("delta", leak), ("gamma", bound))
    criterion = "(epsilon, delta) local differential privacy of one report"
    return Device(
        "four_answer", parameters, channel, target, estimator, notes, criterion, asked=asked
    )


def staircase_family(levels: Any, weights: Any, epsilon: Any = None, gamma: Any = None) -> Device:
    """The staircase family: report i has probability weights[i] gamma^levels[i][j] under truth j.

    Levels 0 and 1 are pure epsilon; a level above 1 costs a delta, and k truths have at most k
    levels. The weights must make every column add up to one; the estimator is the best linear one
    at equal prevalences.
    Example: rropt device staircase_family --levels "1,0,0;0,1,0;0,0,1" --weights 1/5,1/5,1/5
    --gamma 3

    >>> staircase_family("1,0;0,1", "1/4,1/4", gamma=3).channel.rows[0]
    (Fraction(3, 4), Fraction(1, 4))
    """
    asked, steps = level(epsilon, gamma), integer_rows(levels, "levels")
    k = len(steps[0])
    if max(map(max, steps)) >= k:
        raise InputError(f"levels must be at most {k - 1} for {k} truths")
    masses = exact_vector(weights, "weights")
    patterns = [[asked.lo**step for step in row] for row in steps]
    channel = Channel.from_patterns(patterns, masses)
    target = identity_target(k)
    estimator = best_linear(channel, target, [Fraction(1, k)] * k, "staircase_family")
    parameters = (("levels", steps), ("weights", masses), ("gamma", asked.lo))
    return Device("staircase_family", parameters, channel, target, estimator, asked=asked)


def support_estimator(
    supports: list[frozenset[int]], reports: int, g: Fraction, h: Fraction
) -> Table:
    """Coefficients (1[report in S_j] - h) / (g - h), one row a truth.

    >>> support_estimator([frozenset((0,))], 2, Fraction(3, 4), Fraction(1, 4))
    ((Fraction(3, 2), Fraction(-1, 2)),)
    """
    inside, outside = (1 - h) / (g - h), -h / (g - h)
    return tuple(tuple(inside if i in s else outside for i in range(reports)) for s in supports)


def _supported(
    name: str,
    parameters: dict[str, Any],
    asked: Gamma,
    supports: list[frozenset[int]],
    reports: int,
    labels: list[str] | None = None,
) -> Device:
    """The mechanism that makes the reports in S_j gamma times likelier under truth j."""
    bound, size = asked.lo, len(supports[0])
    total = bound * size + (reports - size)
    rows = [[(bound if i in s else ONE) / total for s in supports] for i in range(reports)]
    overlap = Fraction(len(supports[0] & supports[1]))
    g = bound * size / total
    h = (bound * overlap + (size - overlap)) / total
    channel = Channel.from_rows(rows, labels)
    estimator: tuple[Vector, ...] = support_estimator(supports, reports, g, h)
    return Device(
        name,
        (*parameters.items(), ("gamma", bound)),
        channel,
        identity_target(len(supports)),
        estimator,
        asked=asked,
    )
