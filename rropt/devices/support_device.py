"""Devices whose reports name sets of truths, at any number of categories: written out if small.

A report supports a truth with the chance p if it is one's own and q if it is not, and the
estimates are ([report in S_j] - q) / (p - q). Beyond a small table nothing is written: the channel
is one that says what its reports are, the variance is exact,

    n sum_j Var = (sum_j m_j (1 - m_j)) / (p - q)^2,   m_j = q + (p - q) pi_j,

and at equal shares the optimum at the same privacy is the formula of the best subset selection,
which `rropt design a-optimal --prior uniform` certifies up to 3,000 categories.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, cast

from rropt.channel import Channel
from rropt.channel.balanced_supports import BalancedSupports, SubsetSupports
from rropt.channel.implicit import ImplicitChannel
from rropt.design.blocks.equal_shares import SubsetDesign
from rropt.devices.model import MOST_REPORTS, Device
from rropt.devices.populations import WITH_REPLACEMENT, Population
from rropt.exact import Gamma, Table, Vector, exact_vector, whole
from rropt.exact.entries import identity, two_valued

LARGEST = 100_000
"""Categories of a device: shares of as many are checked and squared in a second."""

WRITTEN_CATEGORIES = 64
"""Up to so many a table is written, with its estimator."""

ANY_SIZE = (
    "block_design",
    "hadamard_response",
    "k_ary",
    "local_hashing",
    "binary_local_hashing",
    "optimized_unary",
    "projective_geometry",
    "rappor",
    "rappor_instantaneous",
    "rappor_permanent",
    "subset_selection",
    "symmetric_unary",
)
"""Devices of the catalogue that take the largest number of categories."""


@dataclass(frozen=True)
class SupportDevice(Device):
    """A device whose table is not written out: its estimates come from the reports themselves."""

    channel: ImplicitChannel

    @cached_property
    def _equal(self) -> Vector:
        k = self.channel.shape[1]
        return (Fraction(1, k),) * k

    def prior(self, prior: Any) -> Vector:
        """The prevalences; none means equal ones."""
        return self._equal if prior is None else super().prior(prior)

    def variances(
        self, prior: Any, n: Any = 1, population: Population = WITH_REPLACEMENT
    ) -> Vector:
        """The exact variance of each estimated share."""
        masses = self.prior(prior)
        people = whole(n, "n", 1)
        factor = population.factor(people)
        alone = self.channel.variances(masses)
        # m (1 - m) of each share is the spread of the truths, which a population changes.
        moved = (
            v + (factor - 1) * mass * (1 - mass) for v, mass in zip(alone, masses, strict=True)
        )
        return tuple(variance / people for variance in moved)

    def variance(
        self, prior: Any, n: Any = 1, population: Population = WITH_REPLACEMENT
    ) -> Fraction:
        """The sum of the variances of all shares."""
        masses = self.prior(prior)
        people = whole(n, "n", 1)
        spread = self.between(masses)
        return (self.within(masses) + population.factor(people) * spread) / people

    def within(self, prior: Any) -> Fraction:
        """n Var in a census: what the device alone adds."""
        squares = _squares(self.prior(prior))
        supports = cast(BalancedSupports, self.channel.supports)
        return supports.total_variance(squares) - (1 - squares)

    def between(self, prior: Any) -> Fraction:
        """n Var of direct questioning."""
        return 1 - _squares(self.prior(prior))


def _squares(shares: Vector) -> Fraction:
    if len(set(shares)) == 1:
        return 1 / Fraction(len(shares))
    return sum((share * share for share in exact_vector(shares, "prior")), Fraction(0))


def support_device(
    name: str,
    parameters: dict[str, Any],
    supports: BalancedSupports,
    asked: Gamma | None = None,
) -> Device:
    """The device of a family, its table written out where it is small.

    >>> from rropt.channel.balanced_supports import SubsetSupports
    >>> one = support_device("k_ary", {}, SubsetSupports(1000, Fraction(3), 1))
    >>> one.channel.shape, str(one.parity)
    ((1000, 1000), '3')
    """
    given = tuple(parameters.items())
    if supports.truths > WRITTEN_CATEGORIES or supports.reports > MOST_REPORTS:
        return implicit_device(name, parameters, supports, asked)
    listed = list(supports.listed())
    k = supports.truths
    rows = [two_valued(held, k, low * supports.gamma, low) for _, held, low in listed]
    scores = balanced_scores((held for _, held, _ in listed), k, supports.own, supports.other)
    table = Channel.from_rows(rows, [label for label, _, _ in listed])
    estimator = tuple(zip(*scores, strict=True))
    return Device(name, given, table, identity(k), estimator, asked=asked)


def balanced_scores(
    sets: Iterable[Collection[int]], size: int, own: Fraction, other: Fraction
) -> Table:
    """([member] - q) / (p - q) at each of so many places, a row a set."""
    inside = (1 - other) / (own - other)
    outside = -other / (own - other)
    return tuple(two_valued(held, size, inside, outside) for held in sets)


def implicit_device(
    name: str,
    parameters: dict[str, Any],
    supports: BalancedSupports,
    asked: Gamma | None = None,
    notes: tuple[str, ...] = (),
) -> SupportDevice:
    """The same without a table, however small."""
    given = tuple(parameters.items())
    return SupportDevice(name, given, ImplicitChannel(supports), (), (), notes, asked=asked)


def best_supports(truths: int, gamma: Fraction) -> SubsetSupports:
    """Subset selection of the best size at equal shares, which no private table is better than.

    >>> best_supports(1000, Fraction(3)).size
    250
    """
    return SubsetSupports(truths, gamma, SubsetDesign.best(truths, gamma).size)
