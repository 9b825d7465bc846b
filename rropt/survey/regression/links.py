"""Links: from linear predictors to the chance of a report, with two derivatives.

    L0 = sum_j c_j pi_j(eta),   c_j = P(report | truth j) of the report that was given

| link   | truths | pi                                                   |
|--------|--------|------------------------------------------------------|
| logit  | any    | pi_0 = 1 / (1 + sum_b e^eta_b), pi_b = e^eta_b pi_0  |
| probit | two    | pi_1 = Phi(eta)                                      |
| linear | two    | pi_1 = eta                                           |

Of item counts the truths are a trait and a count together (`TraitLink`). Rows are the last axis of
all arrays: those of truths and of linear predictors, which are short, stand before it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rropt.exact import InputError, one_of

Array = NDArray[np.float64]

FIRST_CORRELATION = -2.0
"""A start of lambda: two items of a person correlate by 1/8."""


@dataclass(frozen=True)
class Derivatives:
    """Numbers of rows, and their derivatives in the b linear predictors: `slope` has one axis more
    in front than `value`, `bend` two."""

    value: Array
    slope: Array
    bend: Array


class LogitLink:
    """The multinomial logit with the first truth as its baseline."""

    name = "logit"
    flat = 0
    """How many of the linear predictors, the last ones, are the same for everybody."""

    def blocks(self, truths: int) -> int:
        """The number b of linear predictors."""
        return truths - 1

    def constant(self, shares: Array) -> Array:
        """The linear predictors of these shares, or nearly; none of them is zero."""
        return np.asarray(np.log(shares[1:] / shares[0]), np.float64)

    def probabilities(self, eta: Array) -> Array:
        """pi, shape (k, n), at linear predictors of shape (b, n).

        >>> LogitLink().probabilities(np.zeros((3, 2))).tolist()
        [[0.25, 0.25], [0.25, 0.25], [0.25, 0.25], [0.25, 0.25]]
        """
        # The largest is taken out, so that no power overflows.
        top = np.maximum(eta.max(axis=0), 0)
        raised = np.exp(np.concatenate([-top[None], eta - top]))
        return np.asarray(raised / raised.sum(axis=0))

    def chances(self, eta: Array, likelihoods: Array) -> Derivatives:
        """sum_j c_j pi_j with its derivatives; `likelihoods` has the c_j of each row."""
        pi = self.probabilities(eta)
        value = (pi * likelihoods).sum(axis=0)
        kept = pi[1:]
        # dL / d eta_b = pi_b (c_b - L), as shares add up to one.
        slope = kept * (likelihoods[1:] - value)
        # Its derivative is [b = c] slope_b - pi_c slope_b - pi_b slope_c.
        outer = slope[:, None] * kept
        bend = -outer - outer.swapaxes(0, 1)
        diagonal = np.arange(len(kept))
        bend[diagonal, diagonal] += slope
        return Derivatives(value, slope, bend)


@dataclass(frozen=True)
class BinaryLink:
    """pi_1 = F(eta) for two truths: F with two derivatives, and its inverse."""

    name: str
    share: Callable[[Array], tuple[Array, Array, Array]]
    inverse: Callable[[Array], Array]
    flat = 0

    def blocks(self, truths: int) -> int:
        return 1

    def constant(self, shares: Array) -> Array:
        return self.inverse(shares[1:])

    def probabilities(self, eta: Array) -> Array:
        share, _, _ = self.share(eta[0])
        return np.stack([1 - share, share])

    def chances(self, eta: Array, likelihoods: Array) -> Derivatives:
        share, density, density_slope = self.share(eta[0])
        told_apart = likelihoods[1] - likelihoods[0]
        value = likelihoods[0] + told_apart * share
        slope = told_apart * density
        bend = told_apart * density_slope
        return Derivatives(value, slope[None], bend[None, None])


def normal_share(eta: Array) -> tuple[Array, Array, Array]:
    """Phi, of the probit."""
    from scipy.special import ndtr

    density = np.exp(-eta * eta / 2) / np.sqrt(2 * np.pi)
    return ndtr(eta), density, -eta * density


def normal_inverse(shares: Array) -> Array:
    """Phi^-1."""
    from scipy.special import ndtri

    return np.asarray(ndtri(shares), np.float64)


@dataclass(frozen=True)
class BinomialLink:
    """k = J + 1 counts of J items that are true with chance p: h_y = C(J, y) p^y (1 - p)^(J - y).

    With p = 1 / (1 + e^-eta) the logarithm has the derivatives y - J p and -J p (1 - p).
    """

    items: int
    name = "binomial"
    flat = 0

    def blocks(self, truths: int) -> int:
        return 1

    def constant(self, shares: Array) -> Array:
        mean = shares @ np.arange(self.items + 1)
        return np.array([np.log(mean / (self.items - mean))])

    def probabilities(self, eta: Array) -> Array:
        """
        >>> BinomialLink(2).probabilities(np.zeros((1, 1))).tolist()
        [[0.25], [0.5], [0.25]]
        """
        return np.asarray(np.exp(self.logs(eta).value), np.float64)

    def chances(self, eta: Array, likelihoods: Array) -> Derivatives:
        logs = self.logs(eta)
        weighted = np.exp(logs.value) * likelihoods
        # h'' = h ((log h)'^2 + (log h)'').
        squares = logs.slope[:, None] * logs.slope
        return Derivatives(
            weighted.sum(axis=0),
            (weighted * logs.slope).sum(axis=1),
            (weighted * (squares + logs.bend)).sum(axis=2),
        )

    def logs(self, eta: Array) -> Derivatives:
        """log h of each count, shape (J + 1, n)."""
        counts = np.arange(self.items + 1)[:, None]
        value = self._ways + counts * eta - self.items * np.logaddexp(0, eta)
        share = logistic(eta)
        slope = counts - self.items * share
        bend = np.broadcast_to(-self.items * share * (1 - share), slope.shape)
        return Derivatives(value, slope[None], bend[None, None])

    @property
    def _ways(self) -> Array:
        from scipy.special import binom

        return np.asarray(np.log(binom(self.items, np.arange(self.items + 1)))[:, None], np.float64)


@dataclass(frozen=True)
class BetaBinomialLink(BinomialLink):
    """Counts of J items whose chance differs between people, by a beta distribution.

    With p as of the binomial, s = e^-lambda, a = s p and b = s (1 - p),

        h_y = C(J, y) prod_(i < y) (a + i) prod_(i < J - y) (b + i) / prod_(i < J) (s + i);

    two items of a person correlate by 1 / (1 + s), whose logit is lambda, the same for everybody.
    """

    name = "beta-binomial"
    flat = 1

    def blocks(self, truths: int) -> int:
        return 2

    def constant(self, shares: Array) -> Array:
        return np.append(super().constant(shares), FIRST_CORRELATION)

    def logs(self, eta: Array) -> Derivatives:
        """
        >>> even = BetaBinomialLink(2).probabilities(np.array([[0.0], [-np.log(2)]]))
        >>> even.round(9).tolist()
        [[0.333333333], [0.333333333], [0.333333333]]
        """
        share, s = logistic(eta[0]), np.exp(-eta[1])
        a, b = s * share, s * (1 - share)
        yes, no, all_of_them = (_rising(start, self.items) for start in (a, b, s))
        # Of the J - y items that are not true: the sums in the order of y.
        no = no[:, ::-1]
        whole = all_of_them[:, -1:]
        value = self._ways + yes[0] + no[0] - whole[0]
        # With eta a rises and b falls by s p (1 - p); with lambda a, b, s fall by themselves.
        moved = a * (1 - share)
        apart = moved * (yes[1] - no[1])
        slope = np.stack([apart, -(a * yes[1] + b * no[1] - s * whole[1])])
        bend = np.empty((2, *slope.shape))
        bend[0, 0] = (1 - 2 * share) * apart - moved**2 * (yes[2] + no[2])
        bend[0, 1] = moved * (a * yes[2] - b * no[2]) - apart
        bend[1, 0] = bend[0, 1]
        bend[1, 1] = -slope[1] - (a * a * yes[2] + b * b * no[2] - s * s * whole[2])
        return Derivatives(value, slope, bend)


def _rising(start: Array, items: int) -> Array:
    """Sums over i < y of log(start + i), of 1 / (start + i), of its square, for y = 0 to items."""
    terms = start + np.arange(items)[:, None]
    each = np.stack([np.log(terms), 1 / terms, 1 / terms**2])
    return np.concatenate([np.zeros((3, 1, len(start))), each.cumsum(axis=1)], axis=1)


@dataclass(frozen=True)
class TraitLink:
    """A trait z with log-odds eta_0, and beside it counts y with the other linear predictors.

    The truths are (no, y) for all y, then (yes, y): pi = (1 - a) h, then a h.
    """

    counts: LogitLink | BinomialLink
    name = "trait"

    @property
    def flat(self) -> int:
        """Those of the counts."""
        return self.counts.flat

    def blocks(self, truths: int) -> int:
        return 1 + self.counts.blocks(truths // 2)

    def constant(self, shares: Array) -> Array:
        no, yes = shares.reshape(2, -1)
        return np.append(np.log(yes.sum() / no.sum()), self.counts.constant(no + yes))

    def probabilities(self, eta: Array) -> Array:
        """
        >>> TraitLink(BinomialLink(1)).probabilities(np.zeros((2, 1))).tolist()
        [[0.25], [0.25], [0.25], [0.25]]
        """
        share = logistic(eta[0])
        counts = self.counts.probabilities(eta[1:])
        return np.concatenate([(1 - share) * counts, share * counts])

    def chances(self, eta: Array, likelihoods: Array) -> Derivatives:
        share = logistic(eta[0])
        no, yes = (self.counts.chances(eta[1:], half) for half in np.split(likelihoods, 2))
        apart = share * (1 - share) * (yes.value - no.value)
        across = share * (1 - share) * (yes.slope - no.slope)
        slope = (1 - share) * no.slope + share * yes.slope
        bend = np.empty((len(eta), *eta.shape))
        bend[0, 0] = (1 - 2 * share) * apart
        bend[0, 1:] = across
        bend[1:, 0] = across
        bend[1:, 1:] = (1 - share) * no.bend + share * yes.bend
        value = (1 - share) * no.value + share * yes.value
        return Derivatives(value, np.concatenate([apart[None], slope]), bend)


Link: TypeAlias = LogitLink | BinaryLink | BinomialLink | TraitLink
"""What leads from linear predictors to the shares of truths."""


def logistic(eta: Array) -> Array:
    """The share whose log-odds are given.

    >>> logistic(np.array([-1000.0, 0.0, 1000.0])).tolist()
    [0.0, 0.5, 1.0]
    """
    with np.errstate(over="ignore"):  # over infinity the share is zero
        share: Array = 1 / (1 + np.exp(-eta))
    return share


def slopes(link: Link, eta: Array) -> Array:
    """d pi_j / d eta_b, shape (k, b, n): pi_j is the chance of a report that only truth j gives.

    >>> slopes(LogitLink(), np.zeros((1, 1))).tolist()
    [[[-0.25]], [[0.25]]]
    """
    shape = link.probabilities(eta).shape
    told = [np.broadcast_to(column[:, None], shape) for column in np.eye(shape[0])]
    return np.stack([link.chances(eta, each).slope for each in told])


LINKS: dict[str, LogitLink | BinaryLink] = {
    "logit": LogitLink(),
    "probit": BinaryLink("probit", normal_share, normal_inverse),
    "linear": BinaryLink(
        "linear",
        lambda eta: (eta, np.ones_like(eta), np.zeros_like(eta)),
        lambda shares: shares,
    ),
}
"""The linear probability model has pi_1 = eta."""


def link_named(name: str, truths: int) -> LogitLink | BinaryLink:
    """The link of this name, refused where it is for two truths only."""
    if one_of(name, LINKS, "link") != "logit" and truths != 2:
        raise InputError(f"link must be logit for {truths} truths, got {name!r}")
    return LINKS[name]
