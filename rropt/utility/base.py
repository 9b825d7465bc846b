"""What every linear utility provides."""

from __future__ import annotations

import numbers
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.channel import Channel
from rropt.exact import InputError, Numbers, iterates, prior_vector, probability, shown
from rropt.exact.certified_number import CertifiedNumber
from rropt.exact.frozen import fill
from rropt.patterns.extreme import Pattern
from rropt.utility.objective import Objective

if TYPE_CHECKING:
    import numpy as np

Bounds = tuple[Fraction, Fraction]

BITS = 96
"""Relative width 2^-BITS of the enclosures of transcendental utilities."""


class Utility(Objective):
    """A positively homogeneous convex function u on patterns; utility = sum of weights times u."""

    symmetric: bool = False
    """Whether u is unchanged by every permutation of the truths."""

    @abstractmethod
    def bounds(self, pattern: Pattern) -> Bounds:
        """Rationals lo <= u(pattern) <= hi, equal where u is rational."""

    @abstractmethod
    def floats(self, patterns: np.ndarray) -> np.ndarray:
        """u in doubles on the rows of an array: a hint for the solvers, never a decision."""

    @property
    def seen(self) -> Sequence[int]:
        """The truths that u depends on."""
        return range(self.truths)

    def on_subsets(self, gamma: Fraction) -> np.ndarray:
        """u / gamma in doubles on the patterns {1, gamma}^k; bit j of the index is truth j."""
        import numpy as np

        index = np.arange(2**self.truths)
        high = (index[:, None] >> np.arange(self.truths)) & 1
        return self.floats((1 + float(gamma - 1) * high) / float(gamma))

    def fall(self, truth: int, gamma: Fraction) -> Fraction | None:
        """At most what u loses for each unit by which the entry of a truth is raised to 1/gamma of
        the largest; None where that is not known."""
        return None

    def report(self, total: Bounds) -> Bounds:
        """What the design reports when the utility lies in `total`; here the utility itself."""
        return total

    def stated_at(self, rows: Iterable[Pattern]) -> dict[str, Any]:
        """As a certificate states it whose checker looks at these rows."""
        return self.statement()

    def total(self, rows: Iterable[Pattern]) -> Bounds:
        """Rationals below and above the utility of a table; a row of zeros is no report."""
        low = high = Fraction(0)
        for row in rows:
            if any(row):
                least, most = self.bounds(row)
                low += least
                high += most
        return low, high

    def worth(self, table: Channel) -> CertifiedNumber:
        """The utility, summed over the rows."""
        return CertifiedNumber(*self.report(self.total(table.rows)))


@dataclass(frozen=True, init=False)
class UnderPrior(Utility):
    """A utility under a prior distribution of the truths."""

    prior: tuple[Fraction, ...]

    def __init__(self, prior: Numbers) -> None:
        fill(self, prior=prior_of_two(prior))

    @property
    def truths(self) -> int:  # type: ignore[override]
        return len(self.prior)

    @property
    def seen(self) -> Sequence[int]:
        return [truth for truth, share in enumerate(self.prior) if share]

    @property
    def symmetric(self) -> bool:  # type: ignore[override]
        first, *others = self.prior
        return all(q == first for q in others)


def prior_of_two(prior: Any, positive: bool = False, name: str = "prior") -> tuple[Fraction, ...]:
    """A distribution on at least two truths; one number is the share of the second of two.

    >>> prior_of_two("1/4")
    (Fraction(3, 4), Fraction(1, 4))
    """
    if isinstance(prior, numbers.Number) or (isinstance(prior, str) and "," not in prior):
        share = probability(prior, name)
        prior = 1 - share, share
    masses = prior_vector(prior, name, positive)
    if len(masses) < 2:
        raise InputError(f"{name} must have at least 2 entries, got {len(masses)}")
    return masses


def prevalence(prior: Any) -> Fraction:
    """The share of truth 1 of two, for objectives that have no others."""
    several = "," in prior if isinstance(prior, str) else iterates(prior)
    if several:
        entries = prior.split(",") if isinstance(prior, str) else prior
        given = ", ".join(shown(x) if isinstance(x, Fraction) else str(x).strip() for x in entries)
        raise InputError(
            "prior must be one number, because this objective has two truths: the prevalence of "
            f"the second, such as 1/4, got {given[:60]}"
        )
    return probability(prior, "prior")


def subset_sums(values: np.ndarray, sums: np.ndarray | None = None) -> np.ndarray:
    """All 2^k subset sums by doubling; bit j of the index says whether values[j] is in.

    - sums: an array that they may overwrite; a new one of 2^16 takes longer than they do

    >>> import numpy as np
    >>> subset_sums(np.array([1.0, 10.0])).tolist()
    [0.0, 1.0, 10.0, 11.0]
    """
    import numpy as np

    if sums is None:
        sums = np.empty(2 ** len(values))
    sums[0] = 0.0
    for j, value in enumerate(values):
        half = 2**j
        np.add(sums[:half], value, out=sums[half : 2 * half])
    return sums
