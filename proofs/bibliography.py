"""The papers, and where each statement stands: `statements.json` says it in our words."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

STATEMENTS = Path(__file__).parent / "statements.json"


@dataclass(frozen=True)
class Paper:
    """Who, what, where, when, and a number that finds it."""

    authors: str
    title: str
    venue: str
    year: int
    number: str

    def cited(self) -> str:
        """One line.

        >>> PAPERS["vinterbo"].cited()[:19]
        'Staal A. Vinterbo, '
        """
        return f"{self.authors}, *{self.title}*, {self.venue}, {self.year}. {self.number}"


PAPERS = {
    "chai-nayak": Paper(
        "Jichong Chai and Tapan K. Nayak",
        "A criterion for privacy protection in data collection and its attainment via randomized "
        "response procedures",
        "Electronic Journal of Statistics",
        2018,
        "Zbl 1412.62015",
    ),
    "found": Paper(
        "rropt",
        "Statements found with this library",
        "not published elsewhere",
        2026,
        "proofs/found",
    ),
    "holohan": Paper(
        "Naoise Holohan, Douglas J. Leith and Oliver Mason",
        "Optimal Differentially Private Mechanisms for Randomised Response",
        "preprint",
        2016,
        "arXiv:1612.05568",
    ),
    "sun": Paper(
        "She Sun, Li Zhou and Xiaoran Yan",
        "An Improved Christofides Mechanism for Local Differential Privacy Framework",
        "manuscript in the format of PVLDB 16(1)",
        2023,
        "arXiv:2303.00857",
    ),
    "vinterbo": Paper(
        "Staal A. Vinterbo",
        "A Simple Algorithm for Estimating Distribution Parameters from n-Dimensional Randomized "
        "Binary Responses",
        "Information Security (ISC 2018), Lecture Notes in Computer Science 11060",
        2018,
        "doi:10.1007/978-3-319-99136-8_11, arXiv:1803.03981",
    ),
    "ziani": Paper(
        "Juba Ziani",
        "Lectures 3 and 4: The Randomized Response and Laplace Mechanisms",
        "lecture notes",
        2022,
        "no DOI; the notes follow Dwork and Roth, doi:10.1561/0400000042",
    ),
}


@cache
def statements() -> dict[str, dict[str, str]]:
    """Place and words of each id."""
    return json.loads(STATEMENTS.read_text(encoding="utf-8"))


def place(name: str) -> str:
    """Where in its paper a statement stands.

    >>> place("chai-nayak/thm-3.1")
    'Characterization of strict information privacy'
    """
    return statements().get(name, {}).get("place", "")


def words(name: str) -> str:
    """What it says, in our words, with formulas in TeX.

    >>> words("chai-nayak/lem-4.1")[:12]
    'Suppose $C_{'
    """
    return statements().get(name, {}).get("words", "")
