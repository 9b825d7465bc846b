"""The finite lists of parameters on which the mechanisms are enumerated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from ..goals import Goal, crosscheck
from .draws import Counts, decks, gap, mean_number

CHANCES = tuple(map(Fraction, ("1/4", "1/10", "1/3", "2/5")))
WIDE = tuple(map(Fraction, ("1/10", "1/3", "1/2", "3/4", "1")))
SHARES = tuple(map(Fraction, ("1/2", "1/4", "2/3", "0", "1")))
GAMMAS = tuple(map(Fraction, ("2", "3", "3/2", "11/10", "7", "100", "1001/1000")))
MIDDLES = tuple(map(Fraction, ("9/25", "1/2", "1/100", "9/10", "0")))


def populations(most: int, least: int = 1) -> Iterator[tuple[int, int]]:
    """Sizes N and numbers of members of A."""
    return ((n, ones) for n in range(least, most + 1) for ones in range(n + 1))


def warner_cases() -> list[tuple]:
    """(N, members of A, p) for N <= 4."""
    return [(n, ones, p) for n, ones in populations(4) for p in CHANCES]


def simmons_cases() -> list[tuple]:
    """(N, members of A, p, pi_B) for N <= 3."""
    return [(n, ones, p, b) for n, ones in populations(3) for p in WIDE for b in SHARES]


def uneven(counts: Counts) -> bool:
    """The paper's condition: the proportions are not all equal."""
    return len(set(counts)) > 1


def card_cases(size: int, least: int = 1) -> list[tuple[Counts, int]]:
    """Every deck of at most `size` cards on 2 or 3 numbers, or 4 cards on 4 numbers, whose
    proportions are not all equal, with the number of members of A."""
    sizes = [(n, numbers) for numbers in (2, 3) for n in range(least, size + 1)]
    every = [
        (counts, ones)
        for n, numbers in [*sizes, (4, 4)]
        for counts in decks(n, numbers)
        if uneven(counts)
        for ones in range(n + 1)
    ]
    return sorted(every, key=ordinary_first)


def ordinary_first(case: tuple[Counts, int]) -> tuple[bool, bool, bool, int]:
    """Degenerate decks and populations last, so that a counterexample is an ordinary one."""
    counts, ones = case
    return gap(counts) == 0, 0 in counts, ones in (0, sum(counts)), sum(counts)


def estimable(size: int, least: int = 1) -> list[tuple[Counts, int]]:
    """Those with E(Y) != (L + 1) / 2, so that the estimator exists."""
    return [(counts, ones) for counts, ones in card_cases(size, least) if gap(counts)]


DECK = "cards_of_each_number"


def by_deck(
    of: Callable[[], Iterable[tuple[Counts, int]]],
    predicate: Callable[[tuple[Counts, int]], bool],
    label: str,
) -> Goal:
    """Cases of decks and members of A."""
    return crosscheck(of, predicate, label, names=f"{DECK} members_of_A")


def estimator(counts: Counts) -> Callable[[tuple[int, ...]], Fraction]:
    """sun/est-christofides for the proportions of a deck, a function of the answers."""
    centre, width = mean_number(counts), gap(counts)
    return lambda told: (Fraction(sum(told), len(told)) - centre) / width
