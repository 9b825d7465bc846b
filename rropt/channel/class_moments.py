"""Second moments of the scores of truths in classes: a a where a truth is not named, and

    (a + b)^2 = a^2 + b (2 a + b)

where it is, by the chances that the entries of a type give to both.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np


@dataclass(frozen=True, eq=False)
class TypeTerms:
    """Of each type the weight, and the entries outside its set and how much higher they are inside;
    by type and class the part that is named, and that of the others beside a truth that is; the
    scores' a and b by class, end and type. In fractions or in doubles."""

    weight: np.ndarray
    floor: np.ndarray
    rise: np.ndarray
    named: np.ndarray
    beside: np.ndarray
    scores: np.ndarray

    def in_doubles(self) -> TypeTerms:
        """The same terms."""
        return TypeTerms(*(getattr(self, field.name).astype(float) for field in fields(self)))

    def second_moments(self, totals: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """E x_j^2 for each class at no share of j, where the shares of classes are these columns,
        and a unit of its share."""
        levels, slopes = [], []
        every = self.floor[:, None] * totals.sum(axis=0)
        every = every + self.rise[:, None] * (self.named @ totals)
        for c, total in enumerate(totals):
            a, b = self.scores[c]
            named = self.named[:, c]
            more = self.weight * named * b * (2 * a + b)
            risen = more * self.rise
            # Where j is named another truth of its class is by `beside`, no more by `named`.
            less = risen @ (named - self.beside[:, c])
            levels.append((self.weight * a**2 + more) @ every - less * total)
            # A share that is j's own is named for certain, no more beside it.
            slopes.append(risen @ (1 - self.beside[:, c]))
        return np.array(levels), np.array(slopes)
