"""Trade-off functions against all tests, one by one; the profile and back."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.measures.tradeoff import BLIND, from_profile, tradeoff
from tests.measures.tables import garbled, random_channel

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
    curve, points = tradeoff(channel, (0, 1)), all_tests(channel, 0, 1)
    assert all(curve(alpha) == best_mixture(points, alpha) for alpha in GRID)


@pytest.mark.parametrize("seed", range(8))
def test_of_a_whole_table_it_is_below_every_pair_and_no_larger_convex_function_is(seed):
    channel = random_channel(seed, 3, 3)
    whole = tradeoff(channel)
    pairs = [tradeoff(channel, pair) for pair in permutations(range(3), 2)]
    assert all(pair.dominates(whole) for pair in pairs)
    assert all(min(pair(alpha) for pair in pairs) == beta for alpha, beta in whole.corners)


@pytest.mark.parametrize("seed", range(12))
def test_the_profile_is_the_definition_at_every_level_and_gives_the_function_back(seed):
    channel = random_channel(seed, 4, 3, zeros=True)
    curve = tradeoff(channel)
    for gamma in ("1/9", "1/2", "1", "7/5", "4", "50"):
        assert curve.delta(gamma) == channel.profile(gamma)
    assert from_profile(curve.profile()) == curve


def test_a_garbling_reveals_less_and_the_reverse_is_seen():
    channel = random_channel(3, 4, 3)
    weaker = tradeoff(garbled(channel, 5))
    assert weaker.dominates(tradeoff(channel))
    assert not tradeoff(channel).dominates(weaker)


def test_the_curve_of_one_level_is_that_of_warner_and_two_tangents():
    warner = tradeoff(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    assert from_profile([(3, 0), ("1/3", "2/3")]) == warner
    assert warner.reversed() == warner


def test_ends():
    assert tradeoff(Channel.identity(2)).corners == ((Fraction(0), Fraction(0)),)
    assert tradeoff(Channel.uninformative(3)) == BLIND
    assert tradeoff(Channel.uninformative(1)) == BLIND
    assert tradeoff(Channel.from_rows([[1, "1/5"], [0, "4/5"]])).delta(10**9) == Fraction(4, 5)


def test_exchanged_truths_give_the_inverse():
    channel = random_channel(1, 4, 2, zeros=True)
    assert tradeoff(channel, (1, 0)) == tradeoff(channel, (0, 1)).reversed()


@pytest.mark.parametrize("levels", [[], [("1/2", "1/4")], [(-1, 1)]])
def test_levels_that_nobody_can_have_are_refused(levels):
    with pytest.raises(rr.InputError, match="levels must have"):
        from_profile(levels)


def test_a_pair_outside_is_refused():
    with pytest.raises(rr.InputError, match="from 0 to 1"):
        tradeoff(Channel.identity(2), (0, 2))
