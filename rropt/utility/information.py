"""Utilities of information: Fisher, mutual information, f-divergences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import compress
from math import lcm
from typing import TYPE_CHECKING, Any, ClassVar

from rropt.channel import Channel
from rropt.exact import (
    InputError,
    Number,
    NumberOrNumbers,
    Numbers,
    Table,
    listed,
    log_bounds,
    over_common_denominator,
    text,
    whole,
)
from rropt.exact.bounds import narrowed_together, root_ends, sum_of_logs, whole_dyadics
from rropt.exact.certified_number import CertifiedNumber
from rropt.exact.entries import two_valued
from rropt.exact.frozen import fill
from rropt.patterns.extreme import Pattern
from rropt.utility.base import BITS, Bounds, UnderPrior, Utility, prevalence, subset_sums
from rropt.utility.objective import INFINITE, Objective
from rropt.utility.worst_case import POPULATION, WorstProportion, is_worst, refuse_of_worst

if TYPE_CHECKING:
    import numpy as np

PREVALENCES = ("1/100", "1/20", "1/10", "1/4", "1/2", "3/4", "9/10")
"""At which a table that is the best one at some prevalence is looked at as well."""


AT_ONCE = 1 << 13
"""Patterns whose logarithms are taken together: the memory of more is given back to the system, and
asked for anew took as long as the logarithms.
"""


@dataclass(frozen=True, init=False)
class Variance(Utility):
    """Fisher information on a proportion; reported as the variance 1 / (n U) at n = 1.

    u(r) = (r1 - r0)^2 / ((1 - pi) r0 + pi r1), with pi the prevalence of truth 1.

    For the prior "worst" it is the worst case over all prevalences (`rropt.utility.worst_case`).

    >>> Variance("1/4").bounds((Fraction(1), Fraction(3)))[0], Variance("worst").over
    (Fraction(8, 3), 'worst-population')
    """

    prior: Fraction
    truths = 2
    name = "variance"
    label = "variance"
    device: ClassVar[str] = ""
    """Where the tables are those of one device, whose."""

    is_minimised = True
    earns = "information"

    def __new__(cls, prior: NumberOrNumbers | None = None, respondents: str | None = None) -> Any:
        if cls is Variance and is_worst(prior):
            return WorstProportion(respondents or POPULATION)
        return super().__new__(cls)

    def __init__(self, prior: NumberOrNumbers, respondents: str | None = None) -> None:
        refuse_of_worst(respondents=respondents)
        fill(self, prior=prevalence(prior))

    @property
    def distribution(self) -> tuple[Fraction, Fraction]:
        """(1 - pi, pi)."""
        return 1 - self.prior, self.prior

    def bounds(self, pattern: Pattern) -> Bounds:
        r0, r1 = pattern
        seen = (1 - self.prior) * r0 + self.prior * r1
        if r0 == r1:
            return Fraction(0), Fraction(0)
        if seen == 0:
            raise InputError(f"prior must lie strictly between 0 and 1, got {self.prior}")
        return (r1 - r0) ** 2 / seen, (r1 - r0) ** 2 / seen

    def floats(self, patterns: np.ndarray) -> np.ndarray:
        r0, r1 = patterns.T
        return (r1 - r0) ** 2 / ((1 - float(self.prior)) * r0 + float(self.prior) * r1)

    def statement(self) -> dict[str, Any]:
        return {"name": "fisher-information", "prior": [text(q) for q in self.distribution]}

    def report(self, total: Bounds) -> Bounds:
        return 1 / total[1], 1 / total[0]

    def worth(self, table: Channel) -> CertifiedNumber:
        """1 / information; infinite where the reports say nothing."""
        if table.parity() == 1:
            return INFINITE
        return super().worth(table)

    @property
    def prevalence(self) -> Fraction:
        return self.prior

    def phrase(self) -> str:
        return f"variance{self.device} at prevalence {self.prior}"

    def elsewhere(self) -> Mapping[str, Objective]:
        """At other prevalences."""
        listed = sorted({*PREVALENCES, text(self.prior)}, key=Fraction)
        return {prevalence: type(self)(prevalence) for prevalence in listed}


class Warner(Variance):
    """The variance of Warner's one-parameter device, p00 = p11; two answers (holohan/thm-4).

    >>> import rropt as rr
    >>> rr.optimal(rr.LocalDP("ln(3)"), Warner("1/2")).value
    1
    """

    name = "warner"
    device = " of Warner's device"


@dataclass(frozen=True, init=False)
class MutualInformation(UnderPrior):
    """Mutual information of truth and report under a prior, in nats.

    u(r) = sum_j q_j r_j log(r_j / q.r).

    >>> import rropt as rr
    >>> round(float(rr.optimal(rr.LocalDP("ln(3)"), MutualInformation("1/2,1/2")).value), 4)
    0.1308
    """

    name = "mutual-information"
    label = "mutual information (nats)"

    def bounds(self, pattern: Pattern) -> Bounds:
        shares: dict[tuple[int, int], int] = {}
        counts, _ = self.whole
        for n, r in zip(counts, pattern, strict=True):
            if n and r:
                key = r.as_integer_ratio()
                shares[key] = shares.get(key, 0) + n
        held = tuple(shares.items())
        if held not in self._known:
            self._known[held] = self._of_shares(shares)
        return self._known[held]

    def fall(self, truth: int, gamma: Fraction) -> Fraction:
        """From 0 to 1, where all other truths have gamma."""
        low, high = (two_valued({truth}, self.truths, Fraction(x), gamma) for x in (0, 1))
        return self.bounds(low)[1] - self.bounds(high)[0]

    def gains_on_sets(
        self, high: Sequence[Sequence[int]], gamma: Fraction
    ) -> tuple[list[int], int]:
        """Where the truths of a set (0/1 rows) have gamma and the others 1, for several sets: u, or
        more by a share of at most 2^-BITS, as whole numbers over one unit. With s the share of a
        set and T = 1 + (gamma - 1) s, u = (gamma ln gamma) s - T ln T.

        >>> (gain,), unit = MutualInformation("1/2,1/2").gains_on_sets([(1, 0)], Fraction(3))
        >>> Fraction(gain, unit) >= MutualInformation("1/2,1/2").bounds((Fraction(3), 1))[0]
        True
        """
        masses, _ = self.whole
        return self.gains_at_masses([sum(compress(masses, row)) for row in high], gamma)

    def gains_at_masses(self, held: Sequence[int], gamma: Fraction) -> tuple[list[int], int]:
        """The same for sets of these masses, as those of truths in `whole`."""
        from flint import arb, fmpq

        _, total = self.whole
        top, bottom = gamma.as_integer_ratio()
        whole = bottom * total
        telling = sorted({*held} - {0, total})

        def values() -> list[Any]:
            steep = arb(fmpq(top, bottom)).log() * top
            found = []
            for mass in telling:
                seen = whole + (top - bottom) * mass
                found.append((steep * mass - arb(fmpq(seen, whole)).log() * seen) / whole)
            return found

        ends = narrowed_together(values, BITS, BITS + 32)
        gains, unit = whole_dyadics([above for _, above in ends])
        known = dict(zip(telling, gains, strict=True))
        return [known.get(mass, 0) for mass in held], unit

    @cached_property
    def _known(self) -> dict[tuple[tuple[tuple[int, int], int], ...], Bounds]:
        """Logarithms are slow, and a pattern that is found is asked for again."""
        return {}

    def _of_shares(self, shares: dict[tuple[int, int], int]) -> Bounds:
        _, total = self.whole
        unit = lcm(*[below for _, below in shares])
        parts = [(top * (unit // below), n) for (top, below), n in shares.items()]
        seen = sum([n * r for r, n in parts])
        if all(r * total == seen for r, _ in parts):
            return Fraction(0), Fraction(0)
        return sum_of_logs([(n * r, r * total, seen) for r, n in parts], total * unit, BITS)

    @cached_property
    def whole(self) -> tuple[tuple[int, ...], int]:
        """The prior as whole numbers over one denominator."""
        return over_common_denominator(self.prior)

    def floats(self, patterns: np.ndarray) -> np.ndarray:
        import numpy as np

        q = np.array([float(entry) for entry in self.prior])
        seen = patterns @ q
        return _times_log(patterns, patterns) @ q - _times_log(seen, seen)

    def on_subsets(self, gamma: Fraction) -> np.ndarray:
        import numpy as np

        found = subset_sums(np.array([float(q) for q in self.prior]))
        for start in range(0, len(found), AT_ONCE):
            share = found[start : start + AT_ONCE]
            share[:] = entropy_gap(share, gamma)
        found /= float(gamma)
        return found

    def statement(self) -> dict[str, Any]:
        return {"name": "mutual-information", "prior": [text(q) for q in self.prior]}


def entropy_gap(share: np.ndarray, gamma: Fraction) -> np.ndarray:
    """s gamma log gamma - t log t with t = 1 + (gamma - 1) s, stable for gamma near one.

    Near one: with g = gamma - 1, which a double of gamma would not hold to half of its digits,
    (1 + x) log(1 + x) - x = x^2/2 - x^3/6 + x^4/12 - ..., and the linear parts of the two terms
    cancel.
    """
    import numpy as np

    g = float(gamma - 1)
    if g > 1e-2:
        seen = g * share
        seen += 1
        seen *= np.log(seen)
        found: np.ndarray = ((1 + g) * np.log(1 + g)) * share
        found -= seen
        return found
    powers = [(-1) ** n * g**n / (n * (n - 1)) * (share - share**n) for n in range(2, 9)]
    return np.sum(powers, axis=0)


@dataclass(frozen=True)
class Divergence:
    """f by what a pattern needs: r_b f(r_a / r_b) exactly, in doubles, and where it is infinite."""

    bounds: Callable[[Fraction, Fraction], Bounds]
    floats: Callable[[Any, Any], Any]
    infinite_at_zero: bool = False


def _rational(function: Callable[[Fraction, Fraction], Fraction]) -> Any:
    def both(a: Fraction, b: Fraction) -> Bounds:
        value = function(a, b) if (a or b) else Fraction(0)
        return value, value

    return both


def _kl(a: Fraction, b: Fraction) -> Bounds:
    return _combine([(a, _log(a / b))]) if a else (Fraction(0), Fraction(0))


def _jensen_shannon(a: Fraction, b: Fraction) -> Bounds:
    return _combine((x / 2, _log(2 * x / (a + b))) for x in (a, b) if x)


def _hellinger(a: Fraction, b: Fraction) -> Bounds:
    """b (t - 1)^2 / (sqrt t + 1)^2 with t = a / b: where a is near b, a + b - 2 sqrt(ab) has few
    digits; and twice as much of both is exactly twice as much, so that patterns tie."""
    if a == b or not b:
        return a - b, a - b
    t = a / b
    lo, hi = root_ends(t, bits=BITS)
    told = b * (t - 1) ** 2
    return told / (t + 1 + 2 * hi), told / (t + 1 + 2 * lo)


def _log(argument: Fraction) -> Bounds:
    return log_bounds(argument, BITS)


def _combine(terms: Any) -> Bounds:
    """sum of mass * enclosure, masses non-negative."""
    lo = hi = Fraction(0)
    for mass, (low, high) in terms:
        lo = lo + mass * low
        hi = hi + mass * high
    return lo, hi


def _times_log(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a log b, and zero where a is. (scipy.special, which has it, takes 0.2 s to import.)"""
    import numpy as np

    found: np.ndarray = a * np.log(np.where(a > 0, b, 1))
    return found


def _float_kl(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    import numpy as np

    with np.errstate(divide="ignore", invalid="ignore"):
        return _times_log(a, a / b)


def _float_js(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    middle = (a + b) / 2
    return (_float_kl(a, middle) + _float_kl(b, middle)) / 2


DIVERGENCES = {
    "total-variation": Divergence(
        _rational(lambda a, b: abs(a - b) / 2), lambda a, b: abs(a - b) / 2
    ),
    "chi-square": Divergence(
        _rational(lambda a, b: (a - b) ** 2 / b),
        lambda a, b: (a - b) ** 2 / (b + (a + b == 0)),
        True,
    ),
    "hellinger": Divergence(_hellinger, lambda a, b: (a**0.5 - b**0.5) ** 2),
    "kullback-leibler": Divergence(_kl, _float_kl, True),
    "reverse-kullback-leibler": Divergence(
        lambda a, b: _kl(b, a), lambda a, b: _float_kl(b, a), True
    ),
    "jensen-shannon": Divergence(_jensen_shannon, _float_js),
    "le-cam": Divergence(
        _rational(lambda a, b: (a - b) ** 2 / (a + b)),
        lambda a, b: (a - b) ** 2 / (a + b + (a + b == 0)),
    ),
}


OTHER_NAMES = {
    "squared-hellinger": "hellinger",
    "kl": "kullback-leibler",
    "js": "jensen-shannon",
    "tv": "total-variation",
}


@dataclass(frozen=True, init=False)
class FDivergence(Utility):
    """An f-divergence between the reports of two truths: u(r) = r_b f(r_a / r_b).

    `hellinger` is the squared distance (sqrt(a) - sqrt(b))^2, not halved.

    >>> FDivergence("total-variation").bounds((Fraction(3), Fraction(1)))[0]
    Fraction(1, 1)
    """

    divergence: str
    pair: tuple[int, int]
    truths: int
    name = "f-divergence"

    def __init__(self, divergence: str, pair: Numbers = (0, 1), categories: Number = 2) -> None:
        known_by_name = isinstance(divergence, str)
        divergence = OTHER_NAMES.get(divergence, divergence) if known_by_name else divergence
        if not known_by_name or divergence not in DIVERGENCES:
            known = ", ".join(DIVERGENCES)
            raise InputError(f"divergence must be one of {known}, got {divergence!r}")
        truths = whole(categories, "categories", least=2)
        both = tuple(whole(truth, "pair") for truth in listed(pair, "pair", "truths"))
        if not len(both) == len({*both}) == 2 or max(both) >= truths:
            got = ", ".join(map(str, both))
            raise InputError(f"pair must be two different truths below {truths}, got {got}")
        fill(self, divergence=divergence, pair=both, truths=truths)

    @property
    def label(self) -> str:  # type: ignore[override]
        return f"{self.divergence} divergence"

    @property
    def seen(self) -> Sequence[int]:
        return self.pair

    @property
    def infinite_at_zero(self) -> bool:
        """Whether the divergence is infinite where one of the two likelihoods vanishes."""
        return DIVERGENCES[self.divergence].infinite_at_zero

    @property
    def actions(self) -> Table | None:
        """Of the total variation half the difference, and its opposite."""
        if self.divergence != "total-variation":
            return None
        a, b = self.pair
        signs = {a: Fraction(1, 2), b: Fraction(-1, 2)}
        first = tuple(signs.get(j, Fraction(0)) for j in range(self.truths))
        return first, tuple(-x for x in first)

    def bounds(self, pattern: Pattern) -> Bounds:
        a, b = self.pair
        return DIVERGENCES[self.divergence].bounds(pattern[a], pattern[b])

    def floats(self, patterns: np.ndarray) -> np.ndarray:
        import numpy as np

        a, b = self.pair
        with np.errstate(divide="ignore", invalid="ignore"):  # infinite, or 0/0 where both vanish
            return DIVERGENCES[self.divergence].floats(patterns[:, a], patterns[:, b])

    def statement(self) -> dict[str, Any]:
        return {"name": self.divergence, "pair": list(self.pair)}
