"""`optimal_shuffled`: the best mechanism whose histogram of reports keeps what is promised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.certified import Design, optimal
from rropt.channel import Channel
from rropt.exact import InputError, Number, whole
from rropt.exact.recorded import Recorded
from rropt.measures.shuffled import ASSUMED, level_for_centre
from rropt.measures.shuffled_question import Shuffled
from rropt.privacy import Criterion, LocalDP
from rropt.utility import Utility
from rropt.utility.curved import Curved


@dataclass(frozen=True)
class ShuffledDesign(Recorded):
    """`design` is the best at the level `local`; `central` certifies the histogram of reports."""

    design: Design
    local: Fraction
    central: Shuffled

    def to_json(self) -> dict[str, Any]:
        """As `rropt design --shuffled --json` has it."""
        return self.design.to_json() | {"shuffled": self.levels}

    @property
    def levels(self) -> dict[str, Any]:
        """The record of the local level, and of what the histogram keeps."""
        return {"local_epsilon": str(self.local), **self.central.to_json()}

    @property
    def promise(self) -> str:
        """Both levels, and what is assumed."""
        return f"local level: epsilon = {float(self.local):g}\n{self.central}\n{ASSUMED}"

    def __str__(self) -> str:
        return f"{self.promise}\n\n{self.design}"


def optimal_shuffled(
    privacy: Criterion,
    objective: Utility | Curved,
    people: Number,
    delta: Number,
    outputs: int | str | None = None,
    denominator: int | str | None = None,
    crosscheck: bool = False,
    revealing: bool | str = True,
    truths: Sequence[str] | None = None,
    reports: Sequence[str] | None = None,
    question: str | None = None,
) -> ShuffledDesign:
    """The best mechanism at the largest local level whose histogram keeps `privacy` at `delta`.

    `people` is how many answer; whatever the truths of the others, an honest shuffler shows how
    often each report was given. `outputs`, `denominator`, `crosscheck`, `revealing`, `truths`,
    `reports` and `question` are those of `rropt.optimal`.

    >>> import rropt as rr
    >>> found = optimal_shuffled(rr.LocalDP(1), rr.Variance("1/4"), people=60, delta="1e-6")
    >>> found.central.epsilon.hi <= 1 < found.local
    True
    """
    if not isinstance(privacy, LocalDP) or privacy.delta:
        raise InputError(
            "privacy must be epsilon alone where reports are shuffled: LocalDP without a delta"
        )
    crowd = whole(people, "people", least=1)

    def crowd_at(level: Fraction) -> tuple[Channel, int]:
        return optimal(LocalDP(level), objective, outputs, denominator).channel, crowd

    found = level_for_centre(crowd_at, delta, privacy.gamma.epsilon_bounds()[0])
    restricted = outputs, denominator, crosscheck, revealing
    design = optimal(LocalDP(found.local), objective, *restricted, truths, reports, question)
    return ShuffledDesign(design, found.local, found.central)
