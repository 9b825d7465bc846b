"""The yes/no mechanisms: their channels, their estimators, and the pseudo-code as printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from rropt.channel import Channel

ANSWERS = ("no", "yes")
TRUTHS = ("not in A", "in A")
Outcomes = Iterator[tuple[Fraction, int]]


def yes_channel(outside: Fraction, inside: Fraction) -> Channel:
    """The channel with these probabilities of *yes* outside and inside of A."""
    return Channel.from_rows([[1 - outside, 1 - inside], [outside, inside]], ANSWERS, TRUTHS)


def warner_channel(p: Fraction) -> Channel:
    """Statement (a) with probability p."""
    return yes_channel(1 - p, p)


def simmons_channel(p: Fraction, other: Fraction) -> Channel:
    """Statement (a) with probability p, else the unrelated one, true with probability pi_B."""
    return yes_channel((1 - p) * other, p + (1 - p) * other)


def warner_estimator(p: Fraction) -> Callable[[tuple[int, ...]], Fraction]:
    """sun/est-warner."""
    return lambda told: (Fraction(sum(told), len(told)) - (1 - p)) / (2 * p - 1)


def simmons_estimator(p: Fraction, other: Fraction) -> Callable[[tuple[int, ...]], Fraction]:
    """sun/est-simmons."""
    return lambda told: (Fraction(sum(told), len(told)) - (1 - p) * other) / p


def bernoulli(chance: Fraction) -> list[tuple[int, Fraction]]:
    """The two values and their probabilities."""
    return [(1, chance), (0, 1 - chance)]


def algorithm_1(x: int, p: Fraction) -> Outcomes:
    """Algorithm 1 line by line, with the comparison as printed."""
    for u, chance in bernoulli(p):
        yield chance, x if u < p else 1 - x


def algorithm_1_meant(x: int, p: Fraction) -> Outcomes:
    """Algorithm 1 with `u = 1` for `u < p`."""
    for u, chance in bernoulli(p):
        yield chance, x if u == 1 else 1 - x


def algorithm_2(x: int, p: Fraction, other: Fraction) -> Outcomes:
    """Algorithm 2 line by line, with the comparisons as printed."""
    for u, chance in bernoulli(p):
        if u < p:
            yield chance, x
        else:
            for v, also in bernoulli(other):
                yield chance * also, 1 if v < other else 0


def algorithm_2_meant(x: int, p: Fraction, other: Fraction) -> Outcomes:
    """Algorithm 2 with `u = 1` for `u < p` and `v = 1` for `v < pi_B`."""
    for u, chance in bernoulli(p):
        if u == 1:
            yield chance, x
        else:
            yield from ((chance * also, v) for v, also in bernoulli(other))


def channel_of(procedure: Callable[..., Outcomes], *parameters: Any) -> Channel:
    """The channel that a procedure realises.

    >>> channel_of(algorithm_1_meant, Fraction(1, 4)) == warner_channel(Fraction(1, 4))
    True
    """
    return yes_channel(*(chance_of_yes(procedure, x, *parameters) for x in (0, 1)))


def chance_of_yes(procedure: Callable[..., Outcomes], x: int, *parameters: Any) -> Any:
    """P(yes | x_i = x); the parameters may be symbols where the procedure compares none."""
    return sum((chance for chance, told in procedure(x, *parameters) if told), Fraction(0))
