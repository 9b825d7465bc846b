"""Trade-off functions against all tests, one by one; the profile and back."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import pytest

from rropt.channel import Channel
from rropt.measures.tradeoff import BLIND, of_columns, tradeoff
from tests.measures.tables import garbled, is_nowhere_below, random_channel

pytestmark = pytest.mark.quick

GRID = [Fraction(n, 20) for n in range(21)]


def all_tests(channel: Channel, a: int, b: int) -> list[tuple[Fraction, Fraction]]:
    """(error under a, error under b) of every rule that names a truth for each report."""
    found = []
    for says_b in product((0, 1), repeat=channel.shape[0]):
        rules = list(zip(says_b, channel.rows, strict=True))
        alpha = sum((row[a] for rule, row in rules if rule), Fraction(0))
        beta = sum((row[b] for rule, row in rules if not rule), Fraction(0))
        found.append((alpha, beta))
    return found


def best_mixture(points: list[tuple[Fraction, Fraction]], alpha: Fraction) -> Fraction:
    """The least error of two rules mixed such that the other error is at most alpha."""
    best = Fraction(1)
    for (x, high), (y, low) in product(points, repeat=2):
        if x <= alpha < y:
            best = min(best, high + (low - high) * (alpha - x) / (y - x))
        elif x <= alpha:
            best = min(best, high)
    return best


@pytest.mark.parametrize("seed", range(8))
def test_no_test_does_better_and_some_test_does_as_well(seed):
    channel = random_channel(seed, 4, 2, zeros=True)
    curve, points = of_columns(*channel.columns), all_tests(channel, 0, 1)
    assert all(curve(alpha) == best_mixture(points, alpha) for alpha in GRID)


@pytest.mark.parametrize("seed", range(8))
def test_of_a_whole_table_it_is_below_every_pair_and_no_larger_convex_function_is(seed):
    channel = random_channel(seed, 3, 3)
    whole = tradeoff(channel)
    pairs = [of_columns(*pair) for pair in permutations(channel.columns, 2)]
    assert all(is_nowhere_below(pair, whole) for pair in pairs)
    assert all(min(pair(alpha) for pair in pairs) == beta for alpha, beta in whole.corners)


@pytest.mark.parametrize("seed", range(12))
def test_the_profile_is_the_definition_at_every_level_and_gives_the_function_back(seed):
    channel = random_channel(seed, 4, 3, zeros=True)
    curve = tradeoff(channel)
    for gamma in ("1/9", "1/2", "1", "7/5", "4", "50"):
        assert curve.delta(gamma) == channel.profile(gamma)
    for alpha in (*GRID, *(alpha for alpha, _ in curve.corners)):
        assert curve(alpha) == max(0, *(1 - d - g * alpha for g, d in curve.profile()))


def test_a_garbling_reveals_less_and_the_reverse_is_seen():
    channel = random_channel(3, 4, 3)
    weaker = tradeoff(garbled(channel, 5))
    assert is_nowhere_below(weaker, tradeoff(channel))
    assert not is_nowhere_below(tradeoff(channel), weaker)


def test_the_curve_of_one_level_is_that_of_warner_and_two_tangents():
    warner = tradeoff(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    for alpha in GRID:
        assert warner(alpha) == max(1 - 3 * alpha, (1 - alpha) / 3)


def test_ends():
    assert tradeoff(Channel.identity(2)).corners == ((Fraction(0), Fraction(0)),)
    assert tradeoff(Channel.uninformative(3)) == BLIND
    assert tradeoff(Channel.uninformative(1)) == BLIND
    assert tradeoff(Channel.from_rows([[1, "1/5"], [0, "4/5"]])).delta(10**9) == Fraction(4, 5)


def test_exchanged_truths_give_the_inverse():
    channel = random_channel(1, 4, 2, zeros=True)
    first, second = channel.columns
    inverse = of_columns(second, first)
    assert all(inverse(beta) == alpha for alpha, beta in of_columns(first, second).corners)
