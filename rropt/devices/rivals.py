"""The named devices tuned to one privacy level, so that they can be compared with a design.

Each device's own parameter is chosen such that its parity is gamma (or a rational just below,
where that is irrational). Devices that reveal a truth with certainty have no such setting: not
here.

**Side by side** stand privacy, the variance of what is estimated, and how long a report is.
Blackwell's order (`rropt.order`) compares whatever the decision problem, and needs tables that can
be written. Of mechanisms that are drawn, asked and added up without a table this page compares what
they are mostly made for: the shares of all truths, estimated without bias from one report, at the
same shares. An implicit mechanism is judged by its own linear estimate, a table by the best one
there.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.channel import Channel, as_channel
from rropt.channel.balanced_supports import BalancedSupports, SubsetSupports
from rropt.channel.implicit import ImplicitChannel
from rropt.channel.named_supports import HadamardSupports, HashedSupports, UnarySupports
from rropt.devices.card_devices import christofides, kuk
from rropt.devices.hashing import all_hashes, best_values, binary_local_hashing, least_prime
from rropt.devices.linear_estimates import efficient_variance
from rropt.devices.local import hadamard_response, k_ary, subset_selection
from rropt.devices.model import Device, prevalences
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
from rropt.exact import (
    InputError,
    Numbers,
    exact,
    in_digits,
    json_number,
    log_bounds,
    whole,
)
from rropt.exact.bounds import root_below
from rropt.exact.number import in_double
from rropt.exact.recorded import Recorded
from rropt.extras import data_frames

if TYPE_CHECKING:
    import pandas

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
    bound = exact(gamma, "gamma")
    k = whole(categories, "categories", 2, 64)
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


def _yes_no(gamma: Fraction) -> list[Device]:
    """Warner's p; half of the rest forced, unrelated or from the second coin or stage."""
    p = gamma / (gamma + 1)
    truth = (gamma - 1) / (gamma + 1)
    other = 1 / (gamma + 1)
    root = root_below(gamma)
    middle = Fraction(1, 10)
    # The first card and the last are in the ratio gamma, whatever the middle one has.
    low = (1 - middle) * other
    return [
        warner(p),
        mirrored_question(p),
        disguised_response(p),
        crosswise(p),
        forced_response(other, other),
        unrelated_question(truth),
        two_coin(truth),
        # The second stage q makes t + (1 - t) q = p.
        mangat_singh(truth / 2, (p - truth / 2) / (1 - truth / 2)),
        # Two cards square the ratio of one.
        kuk(root / (root + 1), 1 / (root + 1), 2),
        christofides([low, middle, gamma * low]),
    ]


def _several(gamma: Fraction, k: int) -> list[Device]:
    devices = [k_ary(k, gamma=gamma), hadamard_response(k, gamma=gamma)]
    if k <= MOST_BITS:
        devices += [symmetric_unary(k, gamma=gamma), optimized_unary(k, gamma=gamma)]
        devices.append(subset_selection(k, gamma=gamma))
    if k <= MOST_HASHED:
        devices.append(binary_local_hashing(all_hashes(k, 2), gamma=gamma))
    return devices


LONGEST = 40
"""Characters of a mechanism's name in a line of text."""

FEWEST = 6
"""Digits of a number in a line of text."""


@dataclass(frozen=True)
class Figures(Recorded):
    """What is said of one mechanism: `variance` is the sum over all truths, for one report."""

    name: str
    gamma: Fraction | float
    variance: Fraction
    reports: int

    @property
    def bits(self) -> int:
        """Of a report that is written as shortly as a number."""
        return (self.reports - 1).bit_length()

    @property
    def epsilon(self) -> tuple[Fraction, Fraction] | float:
        """Between which its epsilon lies; infinite where a report rules a truth out."""
        return self.gamma if isinstance(self.gamma, float) else log_bounds(self.gamma)

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "gamma": json_number(self.gamma),
            "epsilon": json_number(self.epsilon),
            "variance": json_number(self.variance),
            "bits": self.bits,
        }


@dataclass(frozen=True)
class SideBySide(Recorded):
    """Two mechanisms on the same truths, at the same shares.

    >>> import rropt as rr
    >>> sets = rr.optimal(rr.LocalDP("ln(3)"), rr.AOptimal("uniform", categories=100))
    >>> bits = rr.device("optimized_unary", categories=100, gamma=3)
    >>> found = rr.side_by_side(bits, sets, prior="uniform")
    >>> found.P.variance < found.A.variance, round(float(found.efficiency), 3)
    (True, 1.027)
    """

    A: Figures
    P: Figures

    @property
    def efficiency(self) -> Fraction:
        """The variance of A over that of P: so many reports of A tell as much as one of P."""
        return self.A.variance / self.P.variance

    def to_json(self) -> dict[str, Any]:
        """The figures of both; `relation` is open, because Blackwell's order was not asked."""
        both = {"A": self.A.to_json(), "P": self.P.to_json()}
        return {"relation": None, **both, "efficiency": json_number(self.efficiency)}

    def to_frame(self) -> pandas.DataFrame:
        """A row for each mechanism, with the figures that are compared."""
        both = {"A": self.A, "P": self.P}
        rows = [
            {
                "mechanism": one.name,
                "gamma": float(one.gamma),
                "variance": in_double(one.variance),
                "bits": one.bits,
            }
            for one in both.values()
        ]
        return data_frames().DataFrame(rows, index=list(both))

    def __str__(self) -> str:
        """The verdict on the variances, then both columns."""
        rows = [
            ("", "A", "P"),
            ("mechanism", _cut(self.A.name), _cut(self.P.name)),
            ("epsilon", _epsilon(self.A), _epsilon(self.P)),
            ("variance", in_digits(self.A.variance, FEWEST), in_digits(self.P.variance, FEWEST)),
            ("bits", str(self.A.bits), str(self.P.bits)),
        ]
        wide = max(len(first) for _, first, _ in rows)
        table = [f"{name:<10} {first:>{wide}}  {second}" for name, first, second in rows]
        return "\n".join([self._verdict(), "", *table, "", *NOTES])

    def _verdict(self) -> str:
        share = in_digits(self.efficiency, FEWEST)
        same = "" if self.A.gamma == self.P.gamma else ", at another epsilon"
        return f"the variance of A is {share} times that of P{same}"


NOTES = (
    "variance: of the estimated shares of all truths, added up, for one respondent at this prior;",
    "by the best linear estimate of a table, else by the mechanism's own",
    "Blackwell's order, whatever the decision problem, is decided for tables that can be written",
)


def side_by_side(A: Any, P: Any, prior: Numbers = "uniform") -> SideBySide:
    """Privacy, variance and length of a report of two mechanisms on the same truths.

    Each is a Design, a Device, a Channel or rows; `prior` has a share for each truth.

    >>> import rropt as rr
    >>> sets = rr.device("subset_selection", categories=9, epsilon="ln(3)")
    >>> one = rr.device("k_ary", categories=9, epsilon="ln(3)")
    >>> round(float(rr.side_by_side(one, sets).efficiency), 3)
    1.253
    """
    first = as_channel(A, "A")
    second = as_channel(P, "P").aligned_with(first)
    truths = first.shape[1]
    if second.shape[1] != truths:
        raise InputError(
            f"A and P must be about the same truths, got {truths} and {second.shape[1]}"
        )
    if truths == 1:
        raise InputError("A and P must have at least two truths for reports to tell apart")
    even = isinstance(prior, str) and prior == "uniform"
    shares = (Fraction(1, truths),) * truths if even else prevalences(prior, truths)
    return SideBySide(_figures(first, shares), _figures(second, shares))


def _figures(channel: Channel, shares: tuple[Fraction, ...]) -> Figures:
    reports, truths = channel.shape
    if isinstance(channel, ImplicitChannel):
        variance = sum(channel.variances(shares), Fraction(0))
        return Figures(channel.supports.name, channel.parity(), variance, reports)
    variance = efficient_variance(channel, Channel.identity(truths).rows, shares)
    name = f"table of {reports} reports"
    return Figures(name, channel.parity(), variance, reports)


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 3]}..."


def _epsilon(one: Figures) -> str:
    return "infinite" if isinstance(one.epsilon, float) else in_digits(one.epsilon[0], FEWEST)
