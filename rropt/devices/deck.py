"""Deck: cards that are dealt without being put back, and what a collector of all reports learns.

A deck holds `counts[c]` cards of kind c; `answers[j][c]` is the report that a respondent with
truth j gives on drawing kind c. Cards that are not put back couple the respondents: given
everybody's truths, a list of reports fixes the list of cards, so its probability is

    product over kinds of (counts[c]) (counts[c] - 1) ... over (M) (M - 1) ...   (d_c and n
    factors).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, permutations, product
from math import comb
from operator import mul
from typing import Any

from rropt.exact import (
    InputError,
    Vector,
    exact_vector,
    gamma_from_value,
    share_vector,
    whole,
)
from rropt.exact.convert import dot
from rropt.exact.entries import picked, tabulated


@dataclass(frozen=True)
class Deck:
    """Cards of several kinds, each truth reading the kinds through its own permutation."""

    counts: tuple[int, ...]
    answers: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        kinds = list(range(len(self.counts)))
        if any(sorted(row) != kinds for row in self.answers):
            raise InputError("answers must be one permutation of the kinds of cards a truth")

    @property
    def cards(self) -> int:
        """M, the number of cards."""
        return sum(self.counts)

    def variance(self, scores: Vector, masses: Vector, n: int, correlation: Fraction) -> Fraction:
        """Var of the mean score of n respondents; `correlation` that of two people's truths.

        Var = V / n + C (n - 1) / n with V that of one score and C the covariance of two; for two
        cards E g(Y) h(Y') = (M E g E h - E g h) / (M - 1).
        """
        self.admit(n)
        total = self.cards
        # What a respondent of each truth scores on each kind of card.
        seen = [picked(scores, row) for row in self.answers]
        share = [Fraction(count, total) for count in self.counts]
        mean = [dot(share, row) for row in seen]
        overall = dot(masses, mean)
        cross = tabulated(lambda f, g: dot(share, map(mul, f, g)), seen, seen)
        alone = sum(q * cross[j][j] for j, q in enumerate(masses)) - overall**2
        if n == 1:
            return alone
        both = sum(
            (_together(masses, j, k, correlation) * (total * mean[j] * mean[k] - cross[j][k]))
            / (total - 1)
            for j, k in product(range(len(seen)), repeat=2)
        )
        return alone / n + (both - overall**2) * Fraction(n - 1, n)

    def draws(
        self, left: tuple[int, ...], truth: int
    ) -> Iterator[tuple[int, Fraction, tuple[int, ...]]]:
        """The reports of one truth when these cards are left: each with its chance, and the rest.

        >>> list(Deck((1, 3), ((0, 1), (1, 0))).draws((0, 2), 1))
        [(0, Fraction(1, 1), (0, 1))]
        """
        total = sum(left)
        for kind, number in enumerate(left):
            if number:
                after = (*left[:kind], number - 1, *left[kind + 1 :])
                yield self.answers[truth][kind], Fraction(number, total), after

    def joint_parity(self, n: Any = None) -> Fraction | float:
        """Largest likelihood ratio of *all* reports between neighbours, over everything else.

        With the others' truths known, their reports show their cards, so the last card came from
        what is left: the ratio is (c_a - d_a) / (c_b - d_b), a and b the kinds that the two
        truths need and d the others' cards. It is infinite as soon as the others can exhaust
        kind b.

        >>> deck = Deck((3, 9), ((0, 1), (1, 0)))
        >>> deck.joint_parity(1), deck.joint_parity(2), deck.joint_parity(4)
        (Fraction(3, 1), Fraction(9, 2), inf)
        """
        others = self.dealt(n) - 1
        worst: Fraction | float = Fraction(1)
        for first, second in chain.from_iterable(self._exchanges()):
            if first == second or self.counts[first] == 0:
                continue
            # The others hold as many of kind b as they can.
            left = self.counts[second] - others
            worst = max(worst, Fraction(self.counts[first], left) if left > 0 else math.inf)
        return worst

    def joint_profile(self, gamma: Any, n: Any = None) -> Fraction:
        """Smallest delta for which all n reports are (ln gamma, delta)-private, exactly.

        Given the others' truths, d_a and d_b of their n - 1 cards are the kinds
        that one person's two truths need (hypergeometric), and delta = max over pairs of truths of
        sum over reports of E ((c_a - d_a) - gamma (c_b - d_b))_+ / (M - n + 1).

        >>> Deck((3, 9), ((0, 1), (1, 0))).joint_profile(3, n=12)
        Fraction(1, 1)
        """
        bound = gamma_from_value(gamma).exact
        others = self.dealt(n) - 1
        worst = Fraction(0)
        for kinds in self._exchanges():
            excesses = (self._excess(a, b, bound, others) for a, b in kinds)
            worst = max(worst, sum(excesses, Fraction(0)))
        return worst

    def _excess(self, a: int, b: int, gamma: Fraction, others: int) -> Fraction:
        """E ((c_a - d_a) - gamma (c_b - d_b))_+ / (cards left) for one report."""
        if a == b:
            return Fraction(0)
        first = self.counts[a]
        second = self.counts[b]
        total = Fraction(0)
        rest = self.cards - first - second
        for left, right in product(range(first + 1), range(second + 1)):
            # So many cards of both kinds are with the others.
            drawn = (first - left) + (second - right)
            gain = left - gamma * right
            if gain > 0 and 0 <= others - drawn <= rest:
                ways = comb(first, left) * comb(second, right) * comb(rest, others - drawn)
                total += ways * gain
        return total / (comb(self.cards, others) * (self.cards - others))

    def dealt(self, n: Any) -> int:
        """How many people answer; without a number, as many as there are cards."""
        people = self.cards if n is None else whole(n, "n", 1)
        self.admit(people)
        return people

    def admit(self, n: int) -> None:
        """Refuse more people than cards."""
        if n > self.cards:
            raise InputError(f"n must be at most the number of cards {self.cards}, got {n}")

    def _exchanges(self) -> Iterator[list[tuple[int, int]]]:
        """Of each ordered pair of truths the kinds that both need, report by report."""
        for one, other in permutations(self.answers, 2):
            yield [(one.index(report), other.index(report)) for report in range(len(self.counts))]


def card_counts(counts: Any) -> tuple[int, ...]:
    """Whole numbers of cards, at least one card in all.

    >>> card_counts("1,0,3")
    (1, 0, 3)
    """
    numbers = exact_vector(counts, "counts")
    kinds = tuple(whole(number, f"counts[{i}]") for i, number in enumerate(numbers))
    if not sum(kinds):
        raise InputError("counts must hold at least one card")
    return kinds


def counts_from_proportions(proportions: Any, cards: Any) -> tuple[int, ...]:
    """The cards of each kind in a deck with the given proportions, refused where not whole.

    >>> counts_from_proportions("1/4,0,3/4", 8)
    (2, 0, 6)
    """
    shares = share_vector(proportions, "proportions")
    total = whole(cards, "cards", 1)
    for i, share in enumerate(shares):
        if (share * total).denominator != 1:
            raise InputError(
                f"cards of number {i + 1} must be a whole number: "
                f"{share} of {total} cards is {share * total}"
            )
    return tuple(int(share * total) for share in shares)


def _together(masses: Vector, j: int, k: int, correlation: Fraction) -> Fraction:
    """P(truths j and k for two people) with the given correlation of their truths."""
    independent = masses[j] * masses[k]
    return independent + correlation * ((masses[j] if j == k else 0) - independent)
