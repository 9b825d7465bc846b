"""Two respondents i != j of the improved mechanism: exact moments, and what a line must equal.

With YY = E(Y_i Y_j) and xx = E(x_i x_j), E(1-x_i)(1-x_j) = 1 - 2 pi_A + xx and
E x_i (1-x_j) = pi_A - xx; cards and respondents are in independent random orders.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..goals import Goal, identity, sentence
from .draws import (
    Counts,
    cards,
    in_random_order,
    law_without,
    marginal,
    mean,
    mean_number,
    population,
    variance_number,
)
from .examples import by_deck, card_cases
from .symbols import SEVERAL, SHARE, L, N, m, m2, pi


@dataclass(frozen=True)
class Pair:
    """The quantities that occur in equations (6) to (8)."""

    L: Any
    N: Any
    pi: Any
    EY: Any
    EY2: Any
    YY: Any
    xx: Any

    @property
    def V(self) -> Any:
        """Var(Y)."""
        return self.EY2 - self.EY**2


Formula = Callable[[Pair], Any]


def of_deck(counts: Counts, ones: int) -> Pair:
    """The exact quantities of a deck, by enumeration of ordered pairs of cards and persons."""
    size = sum(counts)
    drawn, people = cards(counts), population(size, ones)
    return Pair(
        len(counts),
        size,
        Fraction(ones, size),
        mean_number(counts),
        variance_number(counts) + mean_number(counts) ** 2,
        mean_product(drawn),
        mean_product(people),
    )


def mean_product(values: tuple[int, ...]) -> Fraction:
    """The mean product of two different members, in order.

    >>> mean_product((1, 1, 3))
    Fraction(7, 3)
    """
    n = len(values)
    return Fraction(
        sum(values[i] * values[j] for i in range(n) for j in range(n) if i != j), n * (n - 1)
    )


GENERAL = Pair(L, N, pi, m, m2, m**2 - (m2 - m**2) / (N - 1), pi * (N * pi - 1) / (N - 1))


def joint(counts: Counts, ones: int):
    """The law of all answers in random orders of cards and persons."""
    return in_random_order(sum(counts), ones, lambda truths: law_without(truths, counts))


def answers_product(q: Pair) -> Any:
    """E(X_i X_j), expanded by linearity."""
    both = (q.L + 1) ** 2 - 2 * (q.L + 1) * q.EY + q.YY
    return (
        both * q.xx + q.YY * (1 - 2 * q.pi + q.xx) + 2 * ((q.L + 1) * q.EY - q.YY) * (q.pi - q.xx)
    )


def answers_square(q: Pair) -> Any:
    """N E(X_i^2), expanded by linearity."""
    far = (q.L + 1) ** 2 - 2 * (q.L + 1) * q.EY + q.EY2
    return q.N * (far * q.pi + q.EY2 * (1 - q.pi))


def mean_square(q: Pair) -> Any:
    """(E sum X_i)^2."""
    return (q.N * (q.EY + q.pi * (q.L + 1 - 2 * q.EY))) ** 2


def enumerated(formula: Formula, statistic: Callable[[Any, int], Fraction], label: str) -> Goal:
    """A line against the enumerated law of the answers."""

    def agrees(case: tuple[Counts, int]) -> bool:
        counts, ones = case
        return statistic(joint(counts, ones), sum(counts)) == formula(of_deck(counts, ones))

    return by_deck(lambda: card_cases(4, 2), agrees, f"{label}, over all orders = the line")


def squares_sum(law: Any, size: int) -> Fraction:
    """The sum of E(X_i^2)."""
    return mean(law, lambda told: sum(answer**2 for answer in told))


def product_of_two(law: Any, size: int) -> Fraction:
    """E(X_1 X_2), after a check that every pair has the same one."""
    values = {_mean_product(law, i, j) for i in range(size) for j in range(i)}
    return values.pop() if len(values) == 1 else Fraction(-1)


def _mean_product(law: Any, i: int, j: int) -> Fraction:
    return mean(law, lambda told: told[i] * told[j])


def squared_mean(law: Any, size: int) -> Fraction:
    """(E sum X_i)^2."""
    return mean(law, sum) ** 2


def second_moment(law: Any, size: int) -> Fraction:
    """E (sum X_i)^2."""
    return mean(law, lambda told: sum(told) ** 2)


def general(formula: Formula, right: Formula, theorem: str) -> list[Goal]:
    """A line for every N and L: it is what the moment is by this theorem."""
    return [sentence(theorem), identity(formula(GENERAL), right(GENERAL), *SEVERAL, *SHARE)]


def distribution(values: tuple[int, ...]) -> dict[tuple[int, int], Fraction]:
    """The law of two different members of a list, in order."""
    n = len(values)
    law: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for i in range(n):
        for j in range(n):
            if i != j:
                law[values[i], values[j]] += Fraction(1, n * (n - 1))
    return law


def two_places(counts: Counts, ones: int):
    """The joint law of the answers at the first two places."""
    return marginal(joint(counts, ones), 0, 1)
