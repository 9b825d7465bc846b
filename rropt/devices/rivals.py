"""The named devices tuned to one privacy level, so that they can be compared with a design.

Each device's own parameter is chosen such that its parity is gamma (or a rational just below,
where that is irrational). Devices that reveal a truth with certainty have no such setting: not
here.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.channel.balanced_supports import BalancedSupports, SubsetSupports
from rropt.channel.named_supports import HadamardSupports, HashedSupports, UnarySupports
from rropt.devices.card_devices import christofides, kuk
from rropt.devices.hashing import all_hashes, best_values, binary_local_hashing, least_prime
from rropt.devices.local import hadamard_response, k_ary, subset_selection
from rropt.devices.model import Device
from rropt.devices.survey import (
    crosswise,
    disguised_response,
    forced_response,
    mangat_singh,
    mirrored_question,
    two_coin,
    unrelated_question,
    warner,
)
from rropt.devices.unary import MOST_BITS, optimized_unary, symmetric_unary
from rropt.devices.validated import categories_of, root_below
from rropt.exact import InputError, exact

MOST_HASHED = 8

MOST_HASH_VALUES = 10**6
"""Of more the least prime takes long to find, and the reports are longer than k-ary ones."""

HALF = Fraction(1, 2)


def rivals(gamma: Any, categories: Any = 2) -> dict[str, Device]:
    """The devices for so many categories at parity gamma, by name.

    >>> {name: device.parity for name, device in rivals(3).items()}["crosswise"]
    Fraction(3, 1)
    >>> sorted(rivals(3, 4))[:2]
    ['binary_local_hashing', 'hadamard_response']
    """
    bound, k = exact(gamma, "gamma"), categories_of(categories, 64)
    if bound <= 1:
        raise InputError(f"gamma must be above 1, got {bound}")
    devices = _yes_no(bound) if k == 2 else _several(bound, k)
    return {device.name: device for device in devices}


def frequency_families(categories: int, gamma: Fraction) -> dict[str, BalancedSupports]:
    """The devices for any number of categories at parity gamma, by what their reports are.

    >>> sorted(frequency_families(100, Fraction(3)))[:2]
    ['hadamard_response', 'k_ary']
    """
    root = root_below(gamma)
    values = best_values(gamma)
    found: dict[str, BalancedSupports] = {
        "k_ary": SubsetSupports(categories, gamma, 1),
        "hadamard_response": HadamardSupports(categories, gamma),
        "optimized_unary": UnarySupports.of(categories, HALF, 1 / (gamma + 1)),
    }
    if root > 1:
        sides = root / (root + 1), 1 / (root + 1)
        found["symmetric_unary"] = UnarySupports.of(categories, *sides)
    if values < MOST_HASH_VALUES:
        prime = least_prime(max(categories, values))
        found["local_hashing"] = HashedSupports(categories, gamma, values, prime)
    return found


def _best_subset(categories: int, gamma: Fraction) -> Device:
    """Subset selection of the size with least total variance at equal prevalences."""
    about = Fraction(categories) / (gamma + 1)
    sizes = {max(1, min(categories - 1, int(about) + step)) for step in (0, 1)}
    found = [subset_selection(categories, size, gamma=gamma) for size in sorted(sizes)]
    return min(found, key=lambda device: device.variance([Fraction(1, categories)] * categories))


def _yes_no(gamma: Fraction) -> list[Device]:
    """Warner's p; half of the rest forced, unrelated or from the second coin or stage."""
    p, truth, other = gamma / (gamma + 1), (gamma - 1) / (gamma + 1), 1 / (gamma + 1)
    root = root_below(gamma)
    middle = Fraction(1, 10)
    low = (1 - middle) * other
    return [
        warner(p),
        mirrored_question(p),
        disguised_response(p),
        crosswise(p),
        forced_response(other, other),
        unrelated_question(truth),
        two_coin(truth),
        mangat_singh(truth / 2, _second_stage(p, truth / 2)),
        kuk(root / (root + 1), 1 / (root + 1), 2),
        christofides([low, middle, gamma * low]),
    ]


def _second_stage(p: Fraction, t: Fraction) -> Fraction:
    """The Warner probability q with t + (1 - t) q = p."""
    return (p - t) / (1 - t)


def _several(gamma: Fraction, k: int) -> list[Device]:
    devices = [k_ary(k, gamma=gamma), hadamard_response(k, gamma=gamma)]
    if k <= MOST_BITS:
        devices += [symmetric_unary(k, gamma=gamma), optimized_unary(k, gamma=gamma)]
        devices.append(_best_subset(k, gamma))
    if k <= MOST_HASHED:
        devices.append(binary_local_hashing(all_hashes(k, 2), gamma=gamma))
    return devices
