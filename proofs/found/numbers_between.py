"""What the usual mechanisms for numbers in [-1, 1] lose over whole ranges of epsilon, between two
ends; and to ten digits where the closed forms end.

The least worst variance never rises with epsilon, so that on a piece of epsilon it lies between
what it is at least at the right end and what it is at most at the left one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from fractions import Fraction

from flint import arb

from ..claims import Section, states
from ..exactly import ball
from ..goals import every, sentence
from .numbers_levels import at_least, at_most, between_levels

section = Section("found")

PIECES = 1000
"""Of each unit of epsilon: the least worst variance falls by 0.3 % at most on one of them."""

STARTS = (700, 1000, 2000, 3000, 4000, 5000)
LAST = 6000
"""In pieces: where the ranges begin on which the multiples below hold, and where they end."""

Rival = Callable[[arb, arb], arb]
"""(epsilon, e^epsilon) to the worst variance."""

Multiples = tuple[str, str]
"""How many times the least worst variance a rival's is at least, and at most."""

ROOTS = {2: ("0.7122854309", "0.7122854310"), 1: ("1.3930279723", "1.3930279724")}
"""Where (g + 1) ln((g + 2)/g) = k g - 2, for k: the ends of the two closed forms."""


def one_bit(epsilon: arb, power: arb) -> arb:
    """The worst variance of Duchi's mechanism, at 0."""
    return ((power + 1) / (power - 1)) ** 2


def piecewise(epsilon: arb, power: arb) -> arb:
    """That of the piecewise mechanism, at 1."""
    z = power.sqrt()
    return (z + 3) / (3 * (z - 1) ** 2) + 1 / (z - 1)


def hybrid(epsilon: arb, power: arb) -> arb:
    """Piecewise with probability 1 - 1/z, one bit else, where epsilon >= 0.61: the terms with x^2
    cancel."""
    z = power.sqrt()
    return (z + 3) / (3 * z * (z - 1)) + one_bit(epsilon, power) / z


def square_wave(epsilon: arb, power: arb) -> arb:
    """Of a window of width 2b around (x + 1)/2 whose mean is made unbiased, at 1."""
    b = (epsilon - 1 + 1 / power) / (2 * (power - 1 - epsilon))
    inside = 2 * b * power
    middle = (1 + inside) * (ball(1) / 12 + b / 2 + b**2 * (1 + inside / 3))
    return middle / (b * (power - 1)) ** 2 + (1 + 2 * b) / (2 * b * (power - 1))


RIVALS: dict[Rival, tuple[Multiples, ...]] = {
    one_bit: (
        ("1.077", "1.178"),
        ("1.169", "1.998"),
        ("1.987", "4.025"),
        ("4", "8.49"),
        ("8.44", "17.95"),
        ("17.86", "37.3"),
    ),
    piecewise: (
        ("1.305", "1.325"),
        ("1.305", "1.421"),
        ("1.416", "1.624"),
        ("1.619", "1.902"),
        ("1.897", "2.267"),
        ("2.261", "2.713"),
    ),
    hybrid: (
        ("1.061", "1.079"),
        ("1.071", "1.208"),
        ("1.201", "1.425"),
        ("1.418", "1.728"),
        ("1.719", "2.123"),
        ("2.112", "2.6"),
    ),
    square_wave: (
        ("1.312", "1.406"),
        ("1.36", "1.753"),
        ("1.735", "2.505"),
        ("2.488", "3.855"),
        ("3.834", "6.24"),
        ("6.21", "10.39"),
    ),
}
"""On each of the ranges."""


def costs(rival: Rival, piece: int, slack: Fraction) -> bool:
    """Whether on a piece a rival's variance is between both multiples of the least one, made wider
    by this part of themselves."""
    start, stop = Fraction(piece, PIECES), Fraction(piece + 1, PIECES)
    epsilon = ball((start, stop))
    theirs = rival(epsilon, epsilon.exp())
    few, many = map(Fraction, RIVALS[rival][bisect_right(STARTS, piece) - 1])
    least, most = (1 - slack) * few, (1 + slack) * many
    enough = theirs >= ball(least) * arb(at_most(start))
    return bool(enough) and bool(theirs <= ball(most) * arb(at_least(stop)))


def all_cost(slack: Fraction) -> Callable[[int], bool]:
    """Whether on a piece each rival costs what is said, but for a slack."""
    return lambda piece: all(costs(rival, piece, slack) for rival in RIVALS)


def excess(times: int) -> Callable[[Fraction], arb]:
    """(g + 1) ln((g + 2)/g) - k g + 2 at an epsilon: twice FIRST for k = 2, SECOND for k = 1."""

    def at(epsilon: Fraction) -> arb:
        g = ball(epsilon).exp()
        return (g + 1) * ((g + 2) / g).log() - times * g + 2

    return at


def changes_sign(widened: Fraction) -> Callable[[int], bool]:
    """Whether the root of this number is between its two ends, the lower one moved so far."""

    def decided(times: int) -> bool:
        low, high = map(Fraction, ROOTS[times])
        return bool(excess(times)(low + widened) > 0) and bool(excess(times)(high) < 0)

    return decided


@section("numbers/ranges/digits")
def digits():
    """Each root is the only one, between two numbers 1e-10 apart with signs told in balls."""
    return states(
        sentence("range_of_the_small_form"),
        sentence("range_of_the_middle_form"),
        every(
            {"k": tuple(ROOTS)},
            changes_sign(Fraction(0)),
            "above zero at the lower end, below it at the upper one",
            false=(changes_sign(Fraction(1, 10**10)),),
            balls=True,
        ),
        scope="both ends of the closed forms",
    )


@section("numbers/rivals/ranges", limit=600)
def rivals_over_ranges():
    """Theirs are enclosed in balls on pieces of epsilon."""
    return states(
        *between_levels(),
        every(
            {"pieces": range(STARTS[0], LAST)},
            all_cost(Fraction(0)),
            "the rivals cost as much",
            false=(all_cost(Fraction(-1, 200)),),
            balls=True,
        ),
        scope="0.7 <= epsilon <= 6",
    )
