"""Local-privacy mechanisms over k categories, each tight for its gamma = e^epsilon.

A privacy level enters as epsilon or as gamma. Where e^epsilon is irrational the table is built
for the rational gamma_lo just below it, so the promise e^epsilon holds exactly. Supports S_j
("the reports that speak for truth j") give the estimates (1[report in S_j] - h) / (g - h), with
g and h the probabilities of S_j under truth j and under any other truth.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.channel.balanced_supports import BalancedSupports, SubsetSupports
from rropt.channel.block_design import BlockDesign
from rropt.channel.developed_supports import DevelopedSupports
from rropt.channel.named_supports import HadamardSupports
from rropt.design.blocks.fewest_blocks import MOST_TRUTHS as MOST_DEVELOPED
from rropt.design.blocks.fewest_blocks import fewest_known_blocks
from rropt.design.blocks.known_designs import LARGEST_FIELD, SingerDesign, known_sizes, prime_power
from rropt.devices.linear_estimates import best_linear, solve
from rropt.devices.model import Device, integer_rows, level
from rropt.devices.noise import IntegerNoise, geometric
from rropt.devices.support_device import (
    LARGEST,
    SupportDevice,
    best_supports,
    support_device,
)
from rropt.exact import Gamma, InputError, exact_vector, probability, whole
from rropt.exact.entries import entrywise, identity, tabulated

ZERO = Fraction(0)
ONE = Fraction(1)
FIELDS = tuple(q for q in range(2, LARGEST_FIELD + 1) if prime_power(q))
"""Orders of fields that have tables."""


def k_ary(categories: Any, epsilon: Any = None, gamma: Any = None) -> Device:
    """k-ary randomized response: the truth with probability gamma / (gamma + k - 1).

    Every other category has probability 1 / (gamma + k - 1).
    Example: rropt device k_ary --categories 4 --gamma 3

    >>> k_ary(4, gamma=3).channel.rows[0][:2]
    (Fraction(1, 2), Fraction(1, 6))
    """
    k = whole(categories, "categories", 2, LARGEST)
    asked = level(epsilon, gamma)
    blocks = BlockDesign.equal("k-ary response", [k], [[0]])
    return _of_level("k_ary", {"categories": k}, asked, DevelopedSupports(k, asked.lo, blocks))


def subset_selection(
    categories: Any, size: Any = None, epsilon: Any = None, gamma: Any = None
) -> Device:
    """Subset selection: report a set of d categories, gamma times likelier if it holds the truth.

    Without `size` it is the one that is best at equal shares.
    Example: rropt device subset_selection --categories 4 --size 2 --gamma 3

    >>> subset_selection(4, 2, gamma=3).channel.shape, subset_selection(4, 2, gamma=3).parity
    ((6, 4), Fraction(3, 1))
    """
    k = whole(categories, "categories", 2, LARGEST)
    asked = level(epsilon, gamma)
    d = best_supports(k, asked.lo).size if size is None else whole(size, "size", 1)
    if d >= k:
        raise InputError(f"size must be below the number of categories {k}, got {d}")
    parameters = {"categories": k, "size": d}
    device = _of_level("subset_selection", parameters, asked, SubsetSupports(k, asked.lo, d))
    if isinstance(device, SupportDevice):
        return device
    sets = ["{" + report.replace(" ", ",") + "}" for report in device.channel.reports]
    return replace(device, channel=device.channel.relabel(sets))


def hadamard_response(categories: Any, epsilon: Any = None, gamma: Any = None) -> Device:
    """Hadamard response (Acharya et al. 2019): truth j favours the +1 half of Hadamard row j + 1.

    K reports, K the least power of two above k; each favoured one has probability
    2 gamma / (K (gamma + 1)), each other one 2 / (K (gamma + 1)).
    Example: rropt device hadamard_response --categories 3 --gamma 3

    >>> hadamard_response(3, gamma=3).channel.shape
    (4, 3)
    """
    k = whole(categories, "categories", 2, LARGEST)
    asked = level(epsilon, gamma)
    return _of_level("hadamard_response", {"categories": k}, asked, HadamardSupports(k, asked.lo))


def block_design(
    categories: Any, size: Any = None, epsilon: Any = None, gamma: Any = None
) -> Device:
    """A block design (Park, Nam and Lee 2023): subset selection by few, balanced blocks.

    The fewest balanced blocks that are known, of the size that is best at equal shares unless one
    is given; the variance is that of subset selection. Of up to 1,024 categories cyclic blocks are
    looked for, of more there are those of k-ary response, projective and affine geometries,
    quadratic residues and bent functions, and what these leave out.
    Example: rropt device block_design --categories 7 --gamma 3/2

    >>> block_design(7, gamma="3/2").channel.shape, block_design(13, 4, gamma=2).channel.shape
    ((7, 7), (13, 13))
    """
    k = whole(categories, "categories", 2, LARGEST)
    asked = level(epsilon, gamma)
    d = best_supports(k, asked.lo).size if size is None else whole(size, "size", 1)
    blocks = fewest_known_blocks(k, d) if d < k else None
    if blocks is None:
        raise InputError(
            f"size must be one of which fewer balanced blocks of {k} categories are known than all "
            f"sets, got {d}{_beyond(k)}; subset_selection has all"
        )
    parameters = {"categories": k, "size": d}
    device = _of_level("block_design", parameters, asked, DevelopedSupports(k, asked.lo, blocks))
    return replace(device, notes=(*device.notes, f"the blocks: {blocks.name}"))


def _beyond(categories: int) -> str:
    if categories <= MOST_DEVELOPED:
        return ""
    sizes = ", ".join(map(str, known_sizes(categories)))
    return f" (beyond {MOST_DEVELOPED} categories known are {sizes})"


def projective_geometry(
    categories: Any, order: Any = None, epsilon: Any = None, gamma: Any = None
) -> Device:
    """Projective geometry response (Feldman and others 2022): a hyperplane of the truth's points.

    Truths are the first points of a projective space over a field of so many elements; without
    `order` of the field of which the variance is least.
    Example: rropt device projective_geometry --categories 7 --gamma 2 --order 2

    >>> projective_geometry(13, 3, gamma=2).channel.shape
    (13, 13)
    """
    k = whole(categories, "categories", 2, LARGEST)
    asked = level(epsilon, gamma)
    orders = FIELDS if order is None else [whole(order, "order", 2)]
    if prime_power(orders[0]) is None or orders[0] > FIELDS[-1]:
        raise InputError(f"order must be a power of a prime up to {FIELDS[-1]}, got {order}")
    found = [_hyperplanes(k, asked.lo, q) for q in orders]
    best = min(found, key=lambda supports: supports.worth)
    points = best.blocks.truths
    device = _of_level("projective_geometry", {"categories": k}, asked, best)
    return replace(device, notes=(f"{best.name}: {points} points, {k} of them truths",))


def _hyperplanes(truths: int, gamma: Fraction, order: int) -> DevelopedSupports:
    """Those of the least space with so many points; of a line they are its points."""
    dimension = 1
    points = order + 1
    # 1 + q + ... + q^dimension points.
    while points < truths:
        dimension = dimension + 1
        points = points * order + 1
    if dimension == 1:
        line = BlockDesign.equal(f"projective line of order {order}", [points], [[0]])
        return DevelopedSupports(truths, gamma, line)
    return DevelopedSupports(truths, gamma, SingerDesign(dimension, order))


def four_answer(delta: Any, epsilon: Any = None, gamma: Any = None) -> Device:
    """The optimal (epsilon, delta) channel for two truths: all others are garblings of it.

    Under truth 0: delta, (1 - delta) gamma / (gamma + 1), (1 - delta) / (gamma + 1), 0; mirrored
    under 1. With probability delta it says the truth outright. The estimator is the best linear
    one at equal prevalences.
    Example: rropt device four_answer --gamma 3 --delta 1/10

    >>> four_answer("1/10", gamma=3).channel.columns[0]
    (Fraction(1, 10), Fraction(27, 40), Fraction(9, 40), Fraction(0, 1))
    """
    leak = probability(delta, "delta")
    asked = level(epsilon, gamma)
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
    asked = level(epsilon, gamma)
    steps = integer_rows(levels, "levels")
    k = len(steps[0])
    if max(map(max, steps)) >= k:
        raise InputError(f"levels must be at most {k - 1} for {k} truths")
    masses = exact_vector(weights, "weights")
    patterns = entrywise(lambda step: asked.lo**step, steps)
    channel = Channel.from_patterns(patterns, masses)
    target = identity(k)
    estimator = best_linear(channel, target, [Fraction(1, k)] * k, "staircase_family")
    parameters = (("levels", steps), ("weights", masses), ("gamma", asked.lo))
    return Device("staircase_family", parameters, channel, target, estimator, asked=asked)


def _of_level(
    name: str, parameters: dict[str, Any], asked: Gamma, supports: BalancedSupports
) -> Device:
    """The device of a family that makes supports gamma times likelier."""
    return support_device(name, parameters | {"gamma": asked.lo}, supports, asked)


MOST_COUNTS = 64


def truncated_geometric(
    top: Any, epsilon: Any = None, gamma: Any = None, alpha: Any = None
) -> Device:
    """Two-sided geometric noise on 0..top, clamped.

    Ghosh, Roughgarden, Sundararajan 2012:
    P(0 | x) = a^x / (1 + a), P(m | x) = a^(m - x) / (1 + a), P(y | x) = (1 - a) / (1 + a) a^|y - x|
    on the counts 0..m. Neighbouring ones have the likelihood ratio 1 / alpha = e^epsilon; of any
    two, as a local mechanism has it, it is alpha^-m. The estimator is the unique unbiased one of
    the mean count.
    Example: rropt device truncated_geometric --top 2 --gamma 2

    >>> truncated_geometric(2, gamma=2).channel.columns[0]
    (Fraction(2, 3), Fraction(1, 6), Fraction(1, 6))
    """
    m = whole(top, "top", 1)
    if m > MOST_COUNTS:
        raise InputError(f"top must be at most {MOST_COUNTS} to write the table, got {m}")
    noise = geometric(1, epsilon, gamma, alpha)
    a = noise.decay
    counts = range(m + 1)
    columns = tabulated(lambda x, y: _clamped(y, x, m, noise), counts, counts)
    channel = Channel.from_truth_rows(columns)
    value = tuple(Fraction(x) for x in range(m + 1))
    (scores,) = solve(channel.columns, (value,), "truncated_geometric")
    notes = (
        f"between neighbouring counts e^epsilon = {1 / a}; the parity counts any two counts as "
        f"neighbours: {1 / a}^{m}",
    )
    return Device(
        "truncated_geometric",
        (("top", m), ("alpha", a)),
        channel,
        (value,),
        (scores,),
        notes,
        asked=noise.asked,
    )


def _clamped(y: int, x: int, m: int, noise: IntegerNoise) -> Fraction:
    # All of the noise beyond an end falls on it.
    if y in (0, m):
        return noise.decay ** abs(y - x) / (1 + noise.decay)
    return noise.probability(y - x)
