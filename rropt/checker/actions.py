"""u(r) = max_x x.r: trace, guess, gain, total variation (`divergences`)."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import Any

from .cleared import cleared, cleared_rows
from .convex_utility import ConvexUtility, Named
from .fields import Ends, Vector, distribution, matrix, record
from .private_table import Row
from .statement import at_prior, item


@dataclass(frozen=True)
class Actions(ConvexUtility):
    """max_x x.r; an action is {truth: x}, whole numbers over one unit.

    With classes x belongs to one truth of the class.
    """

    actions: list[dict[int, int]]
    unit: int
    family = "actions"

    @property
    def forms(self) -> list[Vector]:
        return []

    @property
    def steps(self) -> int:
        return sum(map(len, self.actions))

    @property
    def seen(self) -> set[int]:
        return set().union(*self.actions)

    def ends(self, row: Row) -> Ends:
        return self.of_table([row])

    def of_table(self, rows: Iterable[Row]) -> Ends:
        u = Fraction(sum(map(self._best, rows)), self.unit)
        return u, u

    def _best(self, row: Row) -> int:
        """max_x x.r, times the unit."""
        top: dict[int, int] = {}
        for truth, value, _ in row:
            # With classes no action is negative: the largest value of a class is its best.
            if truth not in top or value > top[truth]:
                top[truth] = value
        return max([_worth(action, top) for action in self.actions])


def _worth(action: dict[int, int], top: dict[int, int]) -> int:
    return sum(map(mul, action.values(), map(top.__getitem__, action)))


def read(value: dict[str, Any], sizes: list[int]) -> Named:
    """The utility of this name."""
    return READERS[value["name"]](value, sizes)


def _trace(value: dict[str, Any], sizes: list[int]) -> Named:
    record(value, "name")
    actions = [{c: 1} for c, _ in enumerate(sizes)]
    return Actions(actions, 1), "a trace (sum over reports of the largest entry)"


def _guess(value: dict[str, Any], sizes: list[int]) -> Named:
    prior = distribution(record(value, "name prior")["prior"], sizes)
    words = f"a probability of a right guess{at_prior(prior, sizes)}"
    whole, unit = cleared(prior)
    return Actions([{c: q} for c, q in enumerate(whole)], unit), words


def _gain(value: dict[str, Any], sizes: list[int]) -> Named:
    """A row of gains for each action."""
    prior = distribution(record(value, "name prior gain")["prior"], sizes)
    rows = matrix(value["gain"], columns=len(sizes))
    words = f"an expected gain under the gain matrix {item(rows)}{at_prior(prior, sizes)}"
    masses, below = cleared(prior)
    gains, unit = cleared_rows(rows)
    actions = [dict(enumerate(map(mul, masses, row))) for row in gains]
    return Actions(actions, below * unit), words


READERS = {
    "trace": _trace,
    "probability-of-a-right-guess": _guess,
    "gain": _gain,
}
