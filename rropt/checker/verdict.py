"""What a checker can answer, and how a check that fails says so."""

from __future__ import annotations

from dataclasses import dataclass, field

FORMAT = "rropt-certificate/2"
STATUS = {"verified": 0, "refuted": 1, "undecided": 2, "malformed": 3}


@dataclass(frozen=True)
class Verdict:
    """What was found: the sentence proved, or the first thing that failed."""

    verdict: str
    statement: str = ""
    reason: str = ""

    @property
    def status(self) -> int:
        """The exit status of the command line."""
        return STATUS[self.verdict]

    def __str__(self) -> str:
        return f"{self.verdict}: {self.statement or self.reason}"


class Malformed(Exception):
    """The text is no certificate, or one beyond the limits."""


class Refuted(Exception):
    """A check failed."""


def well_formed(condition: object, reason: str) -> None:
    """Go on only with a certificate of the right form."""
    if not condition:
        raise Malformed(reason)


def need(condition: object, reason: str) -> None:
    """Go on only if the check succeeds."""
    if not condition:
        raise Refuted(reason)


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
