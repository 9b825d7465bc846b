"""Local hashing over a given family of hash functions, as an exact channel.

The respondent draws a hash function h of the family uniformly, then reports h and the k-ary
randomized response of h(truth) among g values. The exact parity is that of the table: gamma when
some function of the family tells two categories apart.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, compress, count, product
from typing import Any

from rropt.channel import Channel
from rropt.channel.family_record import hashed_supports
from rropt.devices.linear_estimates import inverse
from rropt.devices.model import MOST_REPORTS, Device, integer_rows, level, reports_within
from rropt.devices.support_device import LARGEST, balanced_scores, support_device
from rropt.exact import InputError, Table, whole
from rropt.exact.entries import entrywise, identity, tabulated
from rropt.exact.linear_algebra import products

Family = tuple[tuple[int, ...], ...]

MOST_VALUES = 15 * 10**5
"""Reports of linear functions over the next prime are then numbered by 64 bits."""

FEW_REPORTS = 4096
"""Reports of the family of all functions: larger tables take seconds, smaller families do."""


def binary_local_hashing(
    hashes: Any = None, epsilon: Any = None, gamma: Any = None, categories: Any = None
) -> Device:
    """Binary local hashing (Bassily, Smith): hash values 0 and 1.

    `hashes` lists each function by its values on the categories; without it, `categories` takes a
    family of its own: all functions while they are few, else linear ones.
    Example: rropt device binary_local_hashing --hashes "0,0,1;0,1,0;0,1,1" --gamma 3
    """
    return _hashed("binary_local_hashing", hashes, categories, 2, epsilon, gamma)


def local_hashing(
    hashes: Any = None,
    g: Any = None,
    epsilon: Any = None,
    gamma: Any = None,
    categories: Any = None,
) -> Device:
    """k-ary local hashing (Wang et al. 2017) with g hash values; their optimum is g = gamma + 1.

    Without `g` it is the whole number nearest to that, up to 1,500,000; without `hashes` there is
    a family of its own on so many `categories`: olh --categories 4 needs no table.
    Example: rropt device local_hashing --g 3 --hashes "0,1,2;0,2,1;1,1,1" --gamma 2
    """
    values = min(best_values(level(epsilon, gamma).lo), MOST_VALUES)
    values = values if g is None else whole(g, "g", 2)
    return _hashed("local_hashing", hashes, categories, values, epsilon, gamma)


def _hashed(
    name: str, hashes: Any, categories: Any, values: int, epsilon: Any, gamma: Any
) -> Device:
    """Over the functions that are given, or a family of its own: all functions while they are few,
    else linear ones, which need no list: they are balanced."""
    if (hashes is None) == (categories is None):
        raise InputError(
            "exactly one of hashes and categories must be given: the functions by their values, "
            "or how many categories a family of its own is for"
        )
    if hashes is not None:
        return _hashing(name, hashes, values, epsilon, gamma)
    k = whole(categories, "categories", 2, LARGEST)
    # No larger exponent is needed to see that all functions are too many.
    if values ** min(k + 1, FEW_REPORTS) <= FEW_REPORTS:
        return _hashing(name, all_hashes(k, values), values, epsilon, gamma)
    prime = least_prime(max(k, values))
    asked = level(epsilon, gamma)
    if prime**2 * values <= MOST_REPORTS:
        return _hashing(name, linear_hashes(k, values, prime), values, epsilon, gamma)
    supports = hashed_supports(k, asked.lo, values, prime)
    given = {"categories": k, "g": values, "gamma": asked.lo}
    return support_device(name, given, supports, asked)


def best_values(gamma: Fraction) -> int:
    """The whole number nearest to gamma + 1, where the variance of local hashing is least.

    >>> best_values(Fraction(3)), best_values(Fraction(11, 10))
    (4, 2)
    """
    return max(2, round(gamma + 1))


def least_prime(least: int) -> int:
    """The first prime from there on.

    >>> least_prime(90)
    97
    """
    prime = least
    while any(prime % d == 0 for d in range(2, int(prime**0.5) + 1)):
        prime += 1
    return prime


def all_hashes(categories: int, values: int) -> Family:
    """All g^k functions: the family under which two categories collide with probability 1/g.

    >>> all_hashes(2, 2)
    ((0, 0), (0, 1), (1, 0), (1, 1))
    """
    return tuple(product(range(values), repeat=categories))


def linear_hashes(categories: int, values: int, prime: int) -> Family:
    """x -> ((a x + b) mod prime) mod g for all a, b, prime at least the number of categories.

    >>> linear_hashes(2, 2, 2)
    ((0, 0), (1, 1), (0, 1), (1, 0))
    """
    steps = list(product(range(prime), repeat=2))
    return tabulated(
        lambda step, x: (step[0] * x + step[1]) % prime % values, steps, range(categories)
    )


def _hashing(name: str, hashes: Any, values: int, epsilon: Any, gamma: Any) -> Device:
    family = integer_rows(hashes, "hashes")
    asked = level(epsilon, gamma)
    if len(family[0]) < 2 or any(value >= values for value in chain.from_iterable(family)):
        raise InputError(
            f"hashes must map at least two categories to values below g = {values}, "
            f"got {len(family[0])} categories and largest value {max(map(max, family))}"
        )
    reports_within(len(family) * values, name)
    # Of a function's values that of the truth has gamma, the g - 1 others one each.
    total = (asked.lo + values - 1) * len(family)
    supports = []
    for row, y in product(family, range(values)):
        supports.append([value == y for value in row])
    high = asked.lo / total
    rows = entrywise(lambda hit: high if hit else 1 / total, supports)
    labels = [f"h{i}={y}" for i, y in product(range(len(family)), range(values))]
    channel = Channel.from_rows(rows, labels)
    estimator = _support_estimator(channel, supports, name)
    parameters = (("hashes", family), ("g", values), ("gamma", asked.lo))
    return Device(name, parameters, channel, identity(len(family[0])), estimator, asked=asked)


def _support_estimator(channel: Channel, supports: list[list[bool]], name: str) -> Table:
    """Undo M = S P, where row S_j marks the reports whose hash value is that of category j.

    When any two categories collide with the same probability, M has one diagonal value g and one
    other value h, and the estimate is the usual (support_j - h) / (g - h).
    """
    k = range(channel.shape[1])
    support = list(entrywise(Fraction, zip(*supports, strict=True)))
    seen = products(support, channel.columns)
    others = {seen[i][j] for i, j in product(k, repeat=2) if i != j}
    if len(others) == 1 and seen[0][0] not in others:
        sets = [frozenset(compress(count(), column)) for column in support]
        return balanced_scores(sets, len(supports), seen[0][0], others.pop())
    weights = inverse(seen, name)
    return tuple(map(tuple, products(weights, list(zip(*support, strict=True)))))
