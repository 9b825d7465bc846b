"""Links: from linear predictors to the chance of a report, with two derivatives.

    L0 = sum_j c_j pi_j(eta),   c_j = P(report | truth j) of the report that was given

| link   | truths | pi                                                   |
|--------|--------|------------------------------------------------------|
| logit  | any    | pi_0 = 1 / (1 + sum_b e^eta_b), pi_b = e^eta_b pi_0  |
| probit | two    | pi_1 = Phi(eta)                                      |
| linear | two    | pi_1 = eta                                           |
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rropt.exact import InputError

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Chances:
    """The chance of each row's report, and its derivatives in the k - 1 linear predictors."""

    value: Array
    """Shape (n,)."""

    slope: Array
    """Shape (n, k - 1)."""

    bend: Array
    """Shape (n, k - 1, k - 1)."""


class Link(Protocol):
    """What a link provides."""

    name: str

    def probabilities(self, eta: Array) -> Array:
        """pi, shape (n, k), at linear predictors of shape (n, k - 1)."""

    def slopes(self, eta: Array) -> Array:
        """d pi_j / d eta_b, shape (n, k, k - 1)."""

    def chances(self, eta: Array, likelihoods: Array) -> Chances:
        """sum_j c_j pi_j with its derivatives; `likelihoods` has the c_j of each row."""


class LogitLink:
    """The multinomial logit with the first truth as its baseline."""

    name = "logit"

    def probabilities(self, eta: Array) -> Array:
        """
        >>> LogitLink().probabilities(np.zeros((1, 3)))
        array([[0.25, 0.25, 0.25, 0.25]])
        """
        columns = [np.zeros(len(eta)), *eta.T]  # sums and maxima of columns: rows are short
        top = reduce(np.maximum, columns)
        raised = [np.exp(column - top) for column in columns]
        total = sum(raised)
        return np.stack([column / total for column in raised], axis=1)

    def slopes(self, eta: Array) -> Array:
        pi = self.probabilities(eta)
        kept = pi[:, 1:]
        return pi[:, :, None] * (np.eye(pi.shape[1])[None, :, 1:] - kept[:, None, :])

    def chances(self, eta: Array, likelihoods: Array) -> Chances:
        pi = self.probabilities(eta)
        value = np.einsum("nk,nk->n", pi, likelihoods)
        kept = pi[:, 1:]
        slope = kept * (likelihoods[:, 1:] - value[:, None])
        outer = slope[:, :, None] * kept[:, None, :]
        bend = -outer - outer.transpose(0, 2, 1)
        diagonal = np.arange(kept.shape[1])
        bend[:, diagonal, diagonal] += slope
        return Chances(value, slope, bend)


class BinaryLink:
    """pi_1 = F(eta) for two truths; a subclass says F, f = F' and f'."""

    name: str

    def probabilities(self, eta: Array) -> Array:
        share = self.share(eta[:, 0])
        return np.stack([1 - share, share], axis=1)

    def slopes(self, eta: Array) -> Array:
        density = self.density(eta[:, 0])
        return np.stack([-density, density], axis=1)[:, :, None]

    def chances(self, eta: Array, likelihoods: Array) -> Chances:
        place = eta[:, 0]
        told_apart = likelihoods[:, 1] - likelihoods[:, 0]
        value = likelihoods[:, 0] + told_apart * self.share(place)
        slope = told_apart * self.density(place)
        bend = told_apart * self.density_slope(place)
        return Chances(value, slope[:, None], bend[:, None, None])

    def share(self, eta: Array) -> Array:
        """F."""
        raise NotImplementedError

    def density(self, eta: Array) -> Array:
        """F'."""
        raise NotImplementedError

    def density_slope(self, eta: Array) -> Array:
        """F''."""
        raise NotImplementedError


class ProbitLink(BinaryLink):
    """pi_1 = Phi(eta)."""

    name = "probit"

    def share(self, eta: Array) -> Array:
        from scipy.special import ndtr

        return ndtr(eta)

    def density(self, eta: Array) -> Array:
        return np.exp(-eta * eta / 2) / np.sqrt(2 * np.pi)

    def density_slope(self, eta: Array) -> Array:
        return -eta * self.density(eta)


class LinearLink(BinaryLink):
    """pi_1 = eta: the linear probability model."""

    name = "linear"

    def share(self, eta: Array) -> Array:
        return eta

    def density(self, eta: Array) -> Array:
        return np.ones_like(eta)

    def density_slope(self, eta: Array) -> Array:
        return np.zeros_like(eta)


LINKS: dict[str, type[LogitLink] | type[BinaryLink]] = {
    "logit": LogitLink,
    "probit": ProbitLink,
    "linear": LinearLink,
}


def link_named(name: str, truths: int) -> LogitLink | BinaryLink:
    """The link of this name, refused where it is for two truths only."""
    if name not in LINKS:
        raise InputError(f"link must be one of {', '.join(LINKS)}, got {name!r}")
    if name != "logit" and truths != 2:
        raise InputError(f"link must be logit for {truths} truths, got {name!r}")
    return LINKS[name]()
