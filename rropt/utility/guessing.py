"""Utilities of decisions, u(r) = max_x c_x.r: guessing the truth, gain functions, and losses."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import mul, neg
from typing import TYPE_CHECKING, Any

from rropt.checker import MAX_COUNT
from rropt.exact import (
    InputError,
    Number,
    Numbers,
    NumberTable,
    Table,
    exact_table,
    over_common_denominator,
    text,
    whole,
)
from rropt.exact.entries import entrywise, identity, tabulated
from rropt.exact.frozen import fill
from rropt.exact.number import whole_rows
from rropt.patterns.extreme import Pattern
from rropt.utility.base import Bounds, UnderPrior, Utility, prior_of_two

if TYPE_CHECKING:
    import numpy as np


class BestAction(Utility):
    """What the best action on a report is worth."""

    @property
    def number_of_actions(self) -> int:
        """What can be decided: a truth, where nothing else is said."""
        return self.truths

    def decision(self, pattern: Pattern) -> tuple[int, Fraction]:
        """The best action on a report, and what it is worth."""
        scores, unit = self.scores(pattern)
        most = max(scores)
        return scores.index(most), Fraction(most, unit)

    @abstractmethod
    def scores(self, pattern: Pattern) -> tuple[list[int], int]:
        """What each action gains, as whole numbers over one denominator."""

    def bounds(self, pattern: Pattern) -> Bounds:
        _, worth = self.decision(pattern)
        return worth, worth


@dataclass(frozen=True, init=False)
class Trace(BestAction):
    """The trace of the table when each report names a truth: u(r) = max_j r_j.

    >>> Trace(3).bounds((Fraction(3), Fraction(1), Fraction(1)))
    (Fraction(3, 1), Fraction(3, 1))
    """

    truths: int
    name = "trace"
    label = "trace"
    symmetric = True

    def __init__(self, categories: Number) -> None:
        fill(self, truths=whole(categories, "categories", least=2, most=MAX_COUNT))

    @property
    def actions(self) -> Table:
        return identity(self.truths)

    def floats(self, patterns: np.ndarray) -> np.ndarray:
        return patterns.max(axis=1)

    def scores(self, pattern: Pattern) -> tuple[list[int], int]:
        entries, unit = over_common_denominator(pattern)
        return list(entries), unit

    def statement(self) -> dict[str, Any]:
        return {"name": "trace"}


@dataclass(frozen=True, init=False)
class Guess(BestAction, UnderPrior):
    """The probability of guessing the truth right under a prior q: u(r) = max_j q_j r_j.

    >>> import rropt as rr
    >>> rr.optimal(rr.LocalDP("ln(3)"), Guess("1/2,1/2")).value
    3/4
    """

    name = "guess"
    label = "probability of a right guess"

    @property
    def actions(self) -> Table:
        k = range(self.truths)
        return tabulated(lambda i, j: self.prior[j] if i == j else Fraction(0), k, k)

    def floats(self, patterns: np.ndarray) -> np.ndarray:
        return (patterns * [float(q) for q in self.prior]).max(axis=1)

    def scores(self, pattern: Pattern) -> tuple[list[int], int]:
        masses, below = self._whole
        entries, unit = over_common_denominator(pattern)
        return [q * r for q, r in zip(masses, entries, strict=True)], below * unit

    @cached_property
    def _whole(self) -> tuple[tuple[int, ...], int]:
        return over_common_denominator(self.prior)

    def statement(self) -> dict[str, Any]:
        return {"name": "probability-of-a-right-guess", "prior": [text(q) for q in self.prior]}


@dataclass(frozen=True, init=False)
class Gain(BestAction):
    """Expected gain of the best action on each report: u(r) = max_a sum_j q_j G[a][j] r_j.

    >>> guess_or_pass = Gain([[1, 0], [0, 1], ["2/3", "2/3"]], ["1/2", "1/2"])
    >>> guess_or_pass.bounds((Fraction(1), Fraction(1)))[0]
    Fraction(2, 3)
    """

    matrix: Table
    prior: tuple[Fraction, ...]
    name = "gain"
    label = "expected gain"

    def __init__(self, matrix: NumberTable, prior: Numbers) -> None:
        fill(self, prior=prior_of_two(prior), matrix=exact_table(matrix, "gain"))
        if len(self.matrix[0]) != len(self.prior):
            raise InputError(
                f"gain must have one column for each category: {len(self.matrix[0])} columns, "
                f"{len(self.prior)} categories"
            )

    @property
    def truths(self) -> int:  # type: ignore[override]
        return len(self.prior)

    @property
    def number_of_actions(self) -> int:
        return len(self.matrix)

    @cached_property
    def actions(self) -> Table:
        """The rows q_j G[a][j]."""
        return entrywise(mul, [self.prior] * len(self.matrix), self.matrix)

    def scores(self, pattern: Pattern) -> tuple[list[int], int]:
        table, scale = self.whole_actions
        entries, unit = over_common_denominator(pattern)
        return [sum(map(mul, row, entries)) for row in table], scale * unit

    @cached_property
    def whole_actions(self) -> tuple[list[list[int]], int]:
        """The actions as whole numbers over one denominator."""
        masses, unit = over_common_denominator(self.prior)
        rows, scale = whole_rows(self.matrix)
        return [list(map(mul, masses, row)) for row in rows], unit * scale

    def floats(self, patterns: np.ndarray) -> np.ndarray:
        import numpy as np

        actions = np.array(self.actions, dtype=float)
        return (patterns @ actions.T).max(axis=1)

    def statement(self) -> dict[str, Any]:
        prior, gain = self._written
        return {"name": "gain", "prior": prior, "gain": gain}

    @cached_property
    def _written(self) -> tuple[list[str], list[list[str]]]:
        """Prior and gains as texts, which one objective keeps for all levels of a sweep."""
        return list(map(text, self.prior)), [list(map(text, row)) for row in self.matrix]


@dataclass(frozen=True, init=False)
class Loss(Gain):
    """Expected loss of the best action on each report: least sum_j q_j L[a][j] P[i, j].

    As a utility it is the gain -L; values and bounds are reported as losses.

    >>> miles = Loss([[0, 2], [2, 0]], ["1/2", "1/2"])
    >>> miles.report(miles.bounds((1, 3)))
    (Fraction(1, 1), Fraction(1, 1))
    """

    name = "loss"
    label = "expected loss"
    is_minimised = True

    def __init__(self, matrix: NumberTable, prior: Numbers) -> None:
        losses = exact_table(matrix, "loss")
        super().__init__(entrywise(neg, losses), prior)

    def report(self, total: Bounds) -> Bounds:
        return -total[1], -total[0]
