"""What a checker can answer, and how a check that fails says so."""

from __future__ import annotations

from dataclasses import dataclass

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
