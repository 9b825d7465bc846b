"""Decision problems that tell two mechanisms apart.

A gain matrix G (actions x truths) gives a mechanism Q the value

    V_G(Q) = sum_i max_a sum_j G[a][j] Q[i][j],

what the best use of the report earns, summed over truths. V_G(C P) <= V_G(P) for every garbling C
(chai-nayak/sec4/risk), so V_G(A) > V_G(P) proves that A is not C P.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain
from operator import mul

from flint import fmpz_mat

from rropt.channel import Channel
from rropt.exact.entries import entrywise, over
from rropt.exact.number import whole_rows

Row = tuple[Fraction, ...]
Table = tuple[Row, ...]

ROUNDINGS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 128, 256)
FINEST = ROUNDINGS[-1]


@dataclass(frozen=True)
class Separation:
    """A gain matrix under which the first mechanism strictly beats every use of the second."""

    gain: Table
    first: Fraction
    second: Fraction


def value_of(gain: Sequence[Sequence[Fraction]], channel: Channel) -> Fraction:
    """V_G of a channel, exactly.

    >>> value_of([[1, 0], [0, 1]], Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    Fraction(3, 2)
    """
    actions, scale = whole_rows(gain)
    # All products of actions and reports at once, in whole numbers over one denominator.
    products = (fmpz_mat(channel.numerators) * fmpz_mat(actions).transpose()).tolist()
    return Fraction(int(sum(map(max, products))), scale * channel.denominator)


def separation(gain: Sequence[Sequence[Fraction]], A: Channel, P: Channel) -> Separation | None:
    """The gain with both exact values, if A does strictly better than P."""
    first = value_of(gain, A)
    second = value_of(gain, P)
    if first <= second:
        return None
    return Separation(tuple(tuple(map(Fraction, action)) for action in gain), first, second)


def simplest(gain: Sequence[Sequence[Fraction]], A: Channel, P: Channel) -> Separation | None:
    """The coarsest rounding of the gain that still separates A from P, else the gain itself.

    >>> A, P = Channel.identity(2), Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> simplest([[Fraction(997, 1000), 0], [0, 1]], A, P).gain[0]
    (Fraction(0, 1), Fraction(1, 1))
    """
    top = max((abs(g) for g in chain.from_iterable(gain)), default=Fraction(0))
    if not top:
        return None
    fine = entrywise(partial(_scaled, top=top), gain)
    # Short numbers are read more easily, and their values are checked exactly all the same.
    for bits in ROUNDINGS:
        # Actions that rounding makes equal are one action.
        rounded = set(entrywise(partial(_rounded, bits=bits), fine))
        found = separation(sorted(rounded), A, P)
        if found:
            return found
    return separation(gain, A, P)


def _scaled(g: Fraction, top: Fraction) -> int:
    """g / top times 2^FINEST, rounded down."""
    return (g.numerator * top.denominator << FINEST) // (g.denominator * top.numerator)


def _rounded(n: int, bits: int) -> Fraction:
    drop = FINEST - bits
    return Fraction((n + (1 << drop >> 1)) >> drop, 1 << bits)


def spread(channel: Channel) -> Fraction:
    """sum_i u(p_i) for u(r) = sum_j r_j^2 / sum_j r_j, which no garbling can raise.

    >>> spread(Channel.identity(2)), spread(Channel.uninformative(2))
    (Fraction(2, 1), Fraction(1, 1))
    """
    rows = [row for row in channel.numerators if any(row)]
    total = sum((Fraction(sum(map(mul, row, row)), sum(row)) for row in rows), Fraction(0))
    return total / channel.denominator


def quadratic_gain(channel: Channel) -> list[Row]:
    """The actions that are best for u(r) = sum_j r_j^2 / sum_j r_j at the rows of a channel.

    u is convex, homogeneous, and strictly convex across directions; its gradient at r is
    2 r_j / s - sum_l r_l^2 / s^2 with s = sum_l r_l. So V_G(P) = sum_i u(p_i) for this gain, and
    V_G(A) <= sum_i u(a_i) for every A: when A is a garbling of P but not equivalent to it, u has
    strictly lost, and G is the proof that P is no garbling of A.

    >>> quadratic_gain(Channel.identity(2))
    [(Fraction(1, 1), Fraction(-1, 1)), (Fraction(-1, 1), Fraction(1, 1))]
    """
    actions = []
    for row in filter(any, channel.numerators):
        total = sum(row)
        squares = sum(map(mul, row, row))
        actions.append(tuple(over([2 * r * total - squares for r in row], total**2)))
    return actions
