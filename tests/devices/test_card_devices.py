"""Card devices: every card, every order of the cards."""

from fractions import Fraction as F
from itertools import permutations, product
from math import comb, log

import pytest

from rropt.devices.card_devices import christofides, improved_christofides, kuk
from rropt.devices.populations import CENSUS, WITH_REPLACEMENT, Population
from rropt.devices.survey import warner
from rropt.exact import InputError

pytestmark = pytest.mark.quick


def test_kuk_counts_red_cards():
    packs = {True: [1, 1, 1, 1, 0], False: [1, 0, 0, 0, 0]}
    device = kuk("4/5", "1/5", 3)
    for j, truth in enumerate((False, True)):
        drawn = [sum(cards) for cards in product(packs[truth], repeat=3)]
        assert device.channel.columns[j] == tuple(F(drawn.count(i), 125) for i in range(4))


def test_kuk_variance_is_published():
    """Kuk 1990: phi (1 - phi) / (n r d^2) + (1 - 1/r) pi (1 - pi) / n, phi the share of red."""
    one, two, r, pi, n = F(4, 5), F(1, 5), 3, F(1, 4), 20
    phi = pi * one + (1 - pi) * two
    expected = phi * (1 - phi) / (n * r * (one - two) ** 2) + (1 - F(1, r)) * pi * (1 - pi) / n
    assert kuk(one, two, r).variance(pi, n) == expected


def test_kuk_privacy_falls_with_every_draw():
    assert [kuk("3/4", "1/4", r).parity for r in (1, 2, 3)] == [3, 9, 27]


def test_christofides_is_its_protocol():
    cards = [1] * 2 + [2] + [3] * 7
    device = christofides("1/5,1/10,7/10")
    for j, member in enumerate((False, True)):
        said = [4 - card if member else card for card in cards]
        assert device.channel.columns[j] == tuple(F(said.count(i), 10) for i in (1, 2, 3))


def test_christofides_of_two_cards_is_warner():
    two, one = christofides("1/4,3/4"), warner("3/4")
    assert two.variance("1/3", 7) == one.variance("1/3", 7)
    assert two.parity == one.parity


def test_christofides_variance_is_theorem_3_1_and_its_replacement_form():
    shares, pi, n = [F(1, 5), F(1, 10), F(7, 10)], F(1, 9), 30
    mean = sum(i * p for i, p in enumerate(shares, 1))
    spread = sum(i * i * p for i, p in enumerate(shares, 1)) - mean**2
    inner = spread / (n * (4 - 2 * mean) ** 2)
    assert christofides(shares).variance(pi, n, CENSUS) == inner
    assert christofides(shares).variance(pi, n) == inner + pi * (1 - pi) / n


def test_christofides_at_the_optimum_of_theorem_5_5():
    """p3 = g p1: in a census n Var = ((g + 1)^2/((g - 1)^2 (1 - p2)) - 1)/4."""
    g, middle = F(3), F(1, 5)
    low = (1 - middle) / (g + 1)
    device = christofides([low, middle, g * low])
    assert device.parity == g
    assert device.within("1/2") == ((g + 1) ** 2 / ((g - 1) ** 2 * (1 - middle)) - 1) / 4


def census_by_enumeration(counts, members, people):
    """Mean and variance of the estimate over all orders of the deck."""
    deck = [kind for kind, count in enumerate(counts, 1) for _ in range(count)]
    largest = len(counts)
    mean = F(sum(deck), len(deck))
    moments, orders = [F(0), F(0)], 0
    for order in permutations(deck, people):
        said = [largest + 1 - y if i < members else y for i, y in enumerate(order)]
        estimate = (F(sum(said), people) - mean) / (largest + 1 - 2 * mean)
        moments, orders = [moments[0] + estimate, moments[1] + estimate**2], orders + 1
    average = moments[0] / orders
    return average, moments[1] / orders - average**2


@pytest.mark.parametrize("counts", [(2, 1, 3), (1, 5), (1, 0, 2, 3)])
@pytest.mark.parametrize("members", [0, 1, 3])
def test_improved_christofides_census_over_every_order_of_the_cards(counts, members):
    people = sum(counts)
    average, variance = census_by_enumeration(counts, members, people)
    device = improved_christofides(counts)
    assert average == F(members, people)
    assert device.variance(F(members, people), people, CENSUS) == variance


def test_improved_christofides_with_more_cards_than_people():
    average, variance = census_by_enumeration((2, 1, 4), 1, 3)
    assert average == F(1, 3)
    assert improved_christofides("2,1,4").variance("1/3", 3, CENSUS) == variance


@pytest.mark.parametrize("model", [WITH_REPLACEMENT, Population(4)])
def test_improved_christofides_in_a_sample_of_two_from_four(model):
    """All pairs of people, all ordered pairs of cards."""
    people, cards = [1, 0, 0, 0], [1, 1, 2, 3, 3, 3]
    mean = F(sum(cards), 6)
    pairs = (
        list(permutations(people, 2)) if model.size is not None else list(product(people, repeat=2))
    )
    seen = [
        (F(sum(4 - y if x else y for x, y in zip(pair, drawn, strict=True)), 2) - mean)
        / (4 - 2 * mean)
        for pair in pairs
        for drawn in permutations(cards, 2)
    ]
    average = sum(seen) / len(seen)
    assert average == F(1, 4)
    spread = sum(value**2 for value in seen) / len(seen) - average**2
    assert improved_christofides("2,1,3").variance("1/4", 2, model) == spread


def test_improved_christofides_is_theorem_4_1():
    counts, pi, n = (2, 1, 6), F(1, 9), 9
    mean, square = F(22, 9), F(60, 9)
    expected = 4 * pi * (1 - pi) * (square - mean**2) / ((n - 1) * (4 - 2 * mean) ** 2)
    assert improved_christofides(counts).variance(pi, n, CENSUS) == expected
    assert improved_christofides(counts).variance(pi, n, CENSUS) != expected * F(n, n - 1)


def test_improved_christofides_one_report_alone_is_christofides():
    deck, shares = improved_christofides("2,1,6"), christofides("2/9,1/9,2/3")
    assert deck.channel == shares.channel
    assert deck.variance("1/4", 1) == shares.variance("1/4", 1)


def test_improved_christofides_from_proportions():
    assert improved_christofides(proportions="1/4,0,3/4", cards=8).deck.counts == (2, 0, 6)


def test_epsilon_encloses_the_logarithm():
    low, high = kuk("3/4", "1/4", 2).epsilon
    assert low < high and float(low) == pytest.approx(log(9)) and high - low < F(1, 2**60)
    assert comb(4, 2) == 6


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: kuk("1/2", "1/2"), "theta1 and theta2 must differ"),
        (lambda: kuk("1/2", "1/3", 0), "r must be a whole number"),
        (lambda: kuk("1/2", "1/3", "3/2"), "r must be a whole number"),
        (lambda: christofides("1/3,1/3,1/3"), "all card proportions are equal"),
        (lambda: christofides("1/2,0,1/2"), "E(Y) = 2 must differ from (L + 1)/2"),
        (lambda: christofides("1/2,1/3"), "sum to one"),
        (lambda: christofides("3/2,-1/2"), "non-negative"),
        (lambda: improved_christofides("1,2.5,3"), "counts[1] must be a whole number"),
        (lambda: improved_christofides("0,0"), "at least one card"),
        (lambda: improved_christofides("2,2"), "all card proportions are equal"),
        (lambda: improved_christofides(), "either counts"),
        (lambda: improved_christofides("1,2", "1/3,2/3", 3), "either counts"),
        (
            lambda: improved_christofides(proportions="1/4,0,3/4", cards=9),
            "cards of number 1 must be a whole number: 1/4 of 9 cards is 9/4",
        ),
        (lambda: improved_christofides("1,2").variance("1/3", 4), "number of cards 3, got 4"),
    ],
)
def test_bad_cards_are_refused_in_one_line(make, said):
    with pytest.raises(InputError) as caught:
        make()
    assert said in str(caught.value) and "\n" not in str(caught.value)
