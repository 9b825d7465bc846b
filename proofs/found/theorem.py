"""One found statement as the page tells it: its meaning, its proof, where it was seen.

The statement itself is in `statements.json`, its region in the scope of the stored verdict, and
the theorems of the kernel are those of the lemmas that its claim cites.
"""

from __future__ import annotations

from dataclasses import dataclass

UNKNOWN = "We know no source."
UNKNOWN_IN_A_SENTENCE = "we know no source"
UNBIASED = (
    "Badanidiyuru et al. (2023) compute the best unbiased reports of numbers with known shares by "
    "linear programs; new is this formula. A referee would ask whether their solutions show it."
)
APART = (
    "Yoon et al. (2025, arXiv:2509.24173) settle the asymptotic error of estimated shares under "
    "this privacy, with block designs; new is the exact best chance of a right answer. A referee "
    "would ask for their question, which is not answered here."
)
BALANCED = (
    "At equal shares Park, Nam and Lee (2023) and Gentle (2025, arXiv:2508.05110) know which "
    "tables are optimal, k-ary response among them. We know no source for other shares."
)


@dataclass(frozen=True)
class FoundTheorem:
    """A statement as its authors would explain it."""

    id: str
    meaning: str
    proof: str
    command: str
    literature: str = UNKNOWN
