"""Card devices: Kuk's two packs, Christofides' numbers, and cards that are not put back."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from rropt.channel import Channel
from rropt.devices.deck import Deck, card_counts, counts_from_proportions
from rropt.devices.model import Device, certainties
from rropt.exact import InputError, Vector, probability, share_vector, whole
from rropt.exact.entries import tabulated

MOST_DRAWS = 64
PROPORTION = ((Fraction(0), Fraction(1)),)
TRUTHS = ("not A", "A")
WITHOUT_REPLACEMENT = (
    "epsilon is that of one report seen alone: a collector of all reports can learn more, "
    "see the joint figures"
)


def kuk(theta1: Any, theta2: Any, r: Any = 1) -> Device:
    """Kuk (1990): report how many of r cards, drawn with replacement, are red.

    Members of A draw from a pack with a share theta1 of red cards, the others from one with
    theta2. The number of red cards is binomial; estimate (mean / r - theta2) / (theta1 - theta2).
    Example: rropt device kuk --theta1 4/5 --theta2 1/5 --r 2

    >>> kuk("3/4", "1/4", r=2).parity
    Fraction(9, 1)
    """
    member = probability(theta1, "theta1")
    other = probability(theta2, "theta2")
    draws = whole(r, "r", 1, MOST_DRAWS)
    if member == other:
        raise InputError(
            "kuk does not identify the proportion: theta1 and theta2 must differ, "
            f"got {member} twice"
        )
    red = tabulated(
        lambda t, i: comb(draws, i) * t**i * (1 - t) ** (draws - i),
        (other, member),
        range(draws + 1),
    )
    channel = Channel.from_truth_rows(red, [f"{i} red" for i in range(draws + 1)], TRUTHS)
    scores = tuple((Fraction(i, draws) - other) / (member - other) for i in range(draws + 1))
    parameters = (("theta1", member), ("theta2", other), ("r", draws))
    return Device("kuk", parameters, channel, PROPORTION, (scores,), certainties(channel))


def christofides(proportions: Any) -> Device:
    """Christofides (2003): draw a number y of 1..L; report L + 1 - y if in A, else y.

    P(report i | A) = p_(L+1-i), P(report i | not A) = p_i; with E Y the mean of the cards the
    estimate is (mean report - E Y) / (L + 1 - 2 E Y). The card is put back.
    Example: rropt device christofides --proportions 1/5,1/10,7/10

    >>> christofides("1/4,3/4").channel.rows == christofides("3/4,1/4").channel.permute((1, 0)).rows
    True
    """
    shares = share_vector(proportions, "proportions")
    channel, scores = _numbers("christofides", shares)
    parameters = (("proportions", shares),)
    return Device("christofides", parameters, channel, PROPORTION, (scores,), certainties(channel))


def improved_christofides(counts: Any = None, proportions: Any = None, cards: Any = None) -> Device:
    """Improved Christofides (`sun/alg-4`): the cards are not put back.

    The deck is given by its counts of the cards 1..L, or by proportions and the number of cards.
    The variance counts how the cards couple the respondents; with a census of as many people as
    cards it is 4 pi (1 - pi) Var Y / ((N - 1) (L + 1 - 2 E Y)^2) (`sun/thm-4.1`).
    Example: rropt device improved_christofides --counts 2,1,6 --n 9 --population 9 --prior 1/9

    >>> from rropt.devices.populations import CENSUS
    >>> improved_christofides("2,1,6").variance("1/9", n=9, population=CENSUS)
    Fraction(7, 162)
    """
    kinds = _deck_counts(counts, proportions, cards)
    total = sum(kinds)
    channel, scores = _numbers(
        "improved_christofides", tuple(Fraction(count, total) for count in kinds)
    )
    largest = len(kinds) - 1
    # Members of A report L + 1 less their card.
    deck = Deck(kinds, (tuple(range(largest + 1)), tuple(range(largest, -1, -1))))
    notes = (WITHOUT_REPLACEMENT, *certainties(channel))
    return Device(
        "improved_christofides",
        (("counts", kinds),),
        channel,
        PROPORTION,
        (scores,),
        notes,
        criterion="local differential privacy of one report seen alone",
        deck=deck,
    )


def _deck_counts(counts: Any, proportions: Any, cards: Any) -> tuple[int, ...]:
    if (counts is None) == (proportions is None) or (proportions is None) != (cards is None):
        raise InputError("give either counts, or proportions together with cards")
    return (
        card_counts(counts) if counts is not None else counts_from_proportions(proportions, cards)
    )


def _numbers(name: str, shares: Vector) -> tuple[Channel, Vector]:
    """The channel on the numbers 1..L and the scores of its reports."""
    largest = len(shares)
    mean = sum((i * share for i, share in enumerate(shares, 1)), Fraction(0))
    if largest < 2 or len(set(shares)) == 1:
        raise InputError(f"{name} does not identify the proportion: all card proportions are equal")
    # The mean reports are E Y and L + 1 - E Y.
    if 2 * mean == largest + 1:
        raise InputError(
            f"{name} does not identify the proportion by its mean: the mean card E(Y) = {mean} "
            f"must differ from (L + 1)/2"
        )
    labels = [str(i) for i in range(1, largest + 1)]
    channel = Channel.from_truth_rows([shares, shares[::-1]], labels, TRUTHS)
    scores = tuple((i - mean) / (largest + 1 - 2 * mean) for i in range(1, largest + 1))
    return channel, scores
