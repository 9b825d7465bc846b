"""What is certified of the histogram of many reports: both sides of epsilon, or of delta."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rropt.certificate import Certificate
from rropt.channel import Channel
from rropt.exact.certified_number import CertifiedNumber
from rropt.exact.recorded import Recorded

DIGITS = 7
"""Of an epsilon or a delta that is claimed."""


@dataclass(frozen=True)
class Shuffled(Recorded):
    """Both sides of what a histogram reveals; `certificate` proves them.

    `epsilon` is enclosed at `delta`, or `delta` at `epsilon`: the other one is exact.
    """

    channel: Channel
    people: int
    others: tuple[int, ...] | None
    epsilon: CertifiedNumber
    delta: CertifiedNumber
    certificate: Certificate

    @property
    def statement(self) -> str:
        """What the checker says of the certificate."""
        return self.certificate.check().statement

    @property
    def worst_others(self) -> tuple[int, ...] | None:
        """The truths of the others in the instance below."""
        lower = self.certificate.data.get("lower")
        return None if lower is None else tuple(lower["others"])

    def to_json(self) -> dict[str, Any]:
        return {
            "people": self.people,
            "others": None if self.others is None else list(self.others),
            "epsilon": self.epsilon.to_json(),
            "delta": self.delta.to_json(),
            "worst_others": self.worst_others,
            "certificate": self.certificate.data,
        }

    def __str__(self) -> str:
        return self.said("histogram")

    def __repr__(self) -> str:
        ends = f"epsilon {shown_number(self.epsilon.lo)} to {shown_number(self.epsilon.hi)}"
        return f"Shuffled({self.people} people, {ends}, delta {shown_number(self.delta.hi)})"

    def said(self, view: str) -> str:
        """Both sides, the promise first."""
        high = f"({shown_number(self.epsilon.hi)}, {shown_number(self.delta.hi)})"
        lines = [f"the {view} of {self.people} reports is {high}-private for each person"]
        if self.others is None:
            lines[0] += ", whatever the truths of the others"
        if self.worst_others is not None:
            known = ",".join(map(str, self.worst_others))
            lines.append(f"{self._below} where {known} others hold the truths")
        return "\n".join(lines)

    @property
    def _below(self) -> str:
        if self.delta.exact is not None:
            return f"and for no epsilon below {shown_number(self.epsilon.lo)}"
        return f"and for no delta below {shown_number(self.delta.lo)}"


def shown_number(value: Any) -> str:
    """A short rational as a decimal of as many digits."""
    return f"{float(value):.{DIGITS}g}"
