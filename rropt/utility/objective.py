"""The protocol of objectives: an objective answers for itself, and no reader asks which one it is.

| question | answer |
|---|---|
| `worth(table)` | what it reports of a table: an enclosure, infinite where a variance is |
| `is_minimised` | is less better? |
| `efficiency(value, best)` | the share of the respondents that the best table would need |
| `phrase()`, `about`, `assumes`, `earns` | its words |
| `actions` | the linear forms of which a report is worth the largest, where it is worth that |
| `statement()` | itself, as a certificate says it |
| `record()` | what the JSON of a design says of it beside the certificate |
| `prevalence` | the assumed share of the second of two truths, where it is about that alone |
| `elsewhere()`, `rivals()` | the same under other assumptions; other objectives to compare with |
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from rropt.channel import Channel
from rropt.exact import Table, text
from rropt.exact.certified_number import CertifiedNumber

MOST_LISTED = 8
"""More shares that are all alike are said once: twelve fill three lines of a phone's heading."""

MOST_RUNS = 8
"""Of equal shares, that are told as such."""

INFINITE = CertifiedNumber.of(math.inf)
"""The variance of what a table does not tell."""

TELLS_NOTHING = CertifiedNumber.of(-math.inf)
"""The log-determinant of an information that is singular."""


class Objective(ABC):
    """What a table is made for."""

    truths: int
    name: str
    """As `rropt design` and the JSON of a design call it."""

    label: str
    is_minimised: bool = False
    earns: str = "utility"
    """What prices pay for: a report's utility, or the information in it."""

    about: str = "every private table"
    """What its bound speaks about."""

    assumes: str = "the prevalence is"
    """What may be otherwise: `elsewhere` says what then."""

    interval: bool = False
    """Whether the truths are all numbers of an interval."""

    bins: tuple[Fraction, ...] = ()
    """The shares of equally wide parts of the interval, where there is a density."""

    is_regret: bool = False
    """Whether it is measured from the best at one level, so that it is another one elsewhere."""

    dimensions: int = 0
    """Of a log-determinant: of how many numbers; its efficiency is that of each of them."""

    contrast: tuple[Fraction, ...] | None = None
    """The only one of the shares whose variance counts."""

    @abstractmethod
    def worth(self, table: Channel) -> CertifiedNumber:
        """What the objective reports of a table."""

    @abstractmethod
    def statement(self) -> dict[str, Any]:
        """The objective as a certificate states it."""

    @property
    def everywhere(self) -> bool:
        """Whether it is about an interval without a grid."""
        return False

    @property
    def actions(self) -> Table | None:
        """The rows c_x where a report is worth max_x c_x.r; None where it is no such maximum."""
        return None

    @property
    def prevalence(self) -> Fraction | None:
        """The share of the second of two truths at which it is estimated; None for other aims."""
        return None

    @property
    def numbers(self) -> tuple[Fraction, ...] | None:
        """The numbers that the truths are; None where they are categories."""
        return None

    @property
    def names_of_truths(self) -> tuple[str, ...] | None:
        """Numbers are called by themselves, where no two are equal."""
        if self.numbers is None or len(set(self.numbers)) < self.truths:
            return None
        return tuple(map(text, self.numbers))

    @property
    def formula(self) -> str:
        """The name of the formula that a page shows; empty where words must do."""
        return self.name

    def phrase(self) -> str:
        """What is optimised, and at which prior."""
        prior = getattr(self, "prior", None)
        if prior is None:
            return f"{self.label}, {self.truths} categories"
        return f"{self.label}, prior {_shares(prior)}"

    def record(self) -> dict[str, Any]:
        """Fields of a design's JSON that its certificate does not have."""
        return {}

    def elsewhere(self) -> Mapping[str, Objective]:
        """The objective under other assumptions, by what is assumed."""
        return {}

    def rivals(self) -> Mapping[str, Objective]:
        """Other objectives whose best tables stand beside, by what is said of them."""
        return {}

    def efficiency(self, value: float, best: float) -> float | None:
        """How much of the optimum is reached, 1 at the optimum: the share of the respondents.

        A variance of twice the least wastes every second respondent. Of the log-determinant of a
        covariance of m numbers it is exp((best - value) / m), of an information about them
        exp((value - best) / m). None where there is no ratio.
        """
        if math.isinf(value):
            return 0.0
        if self.dimensions:
            ahead = best - value if self.is_minimised else value - best
            return math.exp(ahead / self.dimensions)
        if best <= 0 or value <= 0:
            return None
        return best / value if self.is_minimised else value / best


def _shares(prior: Sequence[Fraction]) -> str:
    """The shares with commas; of many, runs that are alike are said once.

    >>> _shares([Fraction(1, 3)] * 3), _shares([Fraction(1, 1000)] * 1000)
    ('1/3,1/3,1/3', '1/1000 for each of 1000 truths')
    >>> _shares([Fraction(1, 12)] * 12)
    '1/12 for each of 12 truths'
    >>> _shares([Fraction(1, 400)] * 200 + [Fraction(1, 1600)] * 800)
    '1/400 for each of 200 truths, 1/1600 for each of 800 truths'
    """
    runs = [(share, sum(1 for _ in run)) for share, run in groupby(prior)]
    if len(prior) > MOST_LISTED and len(runs) <= MOST_RUNS:
        return ", ".join(f"{text(share)} for each of {n} truths" for share, n in runs)
    return ",".join(map(text, prior))
