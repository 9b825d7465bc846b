"""Comparisons of numbers of which only enclosures are known."""

from __future__ import annotations

from dataclasses import dataclass, field

from .verdict import need


@dataclass
class Doubts:
    """The comparisons that enclosures of logarithms could not decide."""

    reasons: list[str] = field(default_factory=list)

    def not_negative(self, low: object, high: object, reason: str) -> None:
        """A number between low and high is not negative."""
        self.not_below(low, high, 0, reason)

    def not_below(self, low: object, high: object, least: object, reason: str) -> None:
        """A number between low and high is at least so large."""
        need(high >= least, reason)  # type: ignore[operator]
        if low < least:  # type: ignore[operator]
            self.reasons.append(reason)
