"""The largest eigenvalue of the covariance, for the worst fixed group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.exact.certified_number import CertifiedNumber
from rropt.exact.frozen import fill
from rropt.utility.worst_case import GROUP, WorstCase


@dataclass(frozen=True, init=False)
class WorstEigenvalue(WorstCase):
    """The largest eigenvalue of the covariance of all shares, for the worst fixed group.

    That of a group is largest where all its members have one truth. For a population it would be
    taken over contrasts and over priors, and no prior is the worst for every contrast.

    >>> WorstEigenvalue(3, "group").name, WorstEigenvalue(3, "group").truths
    ('e-optimal', 3)
    """

    def __init__(self, truths: Any, respondents: str | None = None) -> None:
        if respondents != GROUP:
            raise InputError(
                "respondents must be group for e-optimal: for a population the contrast that is "
                "worst changes with it, so that no prior is the worst one"
            )
        super().__init__(None, respondents, truths)
        fill(self, name="e-optimal")

    def worth(self, table: Channel) -> CertifiedNumber:
        from rropt.utility.table_eigenvalue import worst_eigenvalue

        return worst_eigenvalue(table)

    @property
    def label(self) -> str:  # type: ignore[override]
        return "largest eigenvalue of the covariance, worst fixed group"
