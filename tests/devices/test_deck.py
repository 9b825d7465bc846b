"""The joint privacy of cards that are not put back, by exhaustive enumeration."""

from fractions import Fraction as F
from itertools import permutations, product
from math import inf

import pytest

from rropt.devices.card_devices import improved_christofides
from rropt.devices.deck import Deck
from rropt.devices.device_facts import device_facts
from rropt.devices.populations import WITH_REPLACEMENT
from rropt.exact import InputError

pytestmark = pytest.mark.quick


def joint_table(counts, n):
    """P(all reports | all truths) over every order of the deck."""
    deck = [kind for kind, count in enumerate(counts) for _ in range(count)]
    last = len(counts) - 1
    orders = list(permutations(deck, n))
    found = {}
    for truths in product((0, 1), repeat=n):
        for order in orders:
            said = tuple(last - y if x else y for x, y in zip(truths, order, strict=True))
            found[truths, said] = found.get((truths, said), 0) + F(1, len(orders))
    return found


def neighbours(n):
    for truths in product((0, 1), repeat=n):
        for i in range(n):
            yield truths, (*truths[:i], 1 - truths[i], *truths[i + 1 :])


@pytest.mark.parametrize(
    ("counts", "n"), [((1, 3), 1), ((1, 3), 2), ((2, 3), 2), ((3, 4), 3), ((1, 1, 3), 2)]
)
def test_joint_parity_over_all_neighbours_and_reports(counts, n):
    table, worst = joint_table(counts, n), F(1)
    for x, y in neighbours(n):
        for said in {reports for _, reports in table}:
            here, there = table.get((x, said), 0), table.get((y, said), 0)
            if here:
                worst = max(worst, here / there if there else inf)
    assert improved_christofides(counts).deck.joint_parity(n) == worst


def test_one_report_has_the_parity_of_the_channel():
    device = improved_christofides("2,1,6")
    assert device.deck.joint_parity(1) == device.parity == 3


def test_joint_parity_grows_and_becomes_infinite():
    deck = improved_christofides("3,9").deck
    assert [deck.joint_parity(n) for n in (1, 2, 3, 4)] == [3, F(9, 2), 9, inf]


@pytest.mark.parametrize("counts", [(1, 2), (5, 1), (2, 1, 6), (4, 0, 1)])
def test_a_fully_dealt_deck_is_never_private_against_everything_else(counts):
    assert improved_christofides(counts).deck.joint_parity() == inf


@pytest.mark.everything
@pytest.mark.parametrize(("counts", "n"), [((1, 3), 1), ((1, 3), 3), ((2, 3), 5), ((1, 1, 3), 2)])
@pytest.mark.parametrize("gamma", [F(1), F(3, 2), F(3), F(10)])
def test_joint_profile_over_all_neighbours_and_reports(counts, n, gamma):
    table, worst = joint_table(counts, n), F(0)
    said = {reports for _, reports in table}
    for x, y in neighbours(n):
        excess = (table.get((x, r), F(0)) - gamma * table.get((y, r), F(0)) for r in said)
        worst = max(worst, sum(max(F(0), part) for part in excess))
    assert improved_christofides(counts).deck.joint_profile(gamma, n) == worst


def test_a_fully_dealt_deck_reveals_all_but_the_middle_card():
    """Whatever epsilon: the last card is known, and only the middle one hides the truth."""
    deck = improved_christofides("2,3,5").deck
    for gamma in (1, 3, 10**6):
        assert deck.joint_profile(gamma) == 1 - F(3, 10)
    assert deck.joint_profile(F(5, 2), 1) == 0


def test_joint_factor_of_a_collector_who_knows_only_the_prevalence():
    counts, prior, n = (2, 3), F(1, 4), 2
    table, worst = joint_table(counts, n), F(1)
    for said in product((0, 1), repeat=n):
        odds = [
            sum(
                table.get(((mine, other), said), 0) * (prior if other else 1 - prior)
                for other in (0, 1)
            )
            for mine in (0, 1)
        ]
        worst = max(worst, odds[0] / odds[1], odds[1] / odds[0])
    device = improved_christofides(counts)
    joint = device_facts(device, prior, n, WITH_REPLACEMENT)["joint"]
    assert F(joint["factor_knowing_only_the_prevalence"]) == worst
    assert device.deck.joint_parity(1) <= worst <= device.deck.joint_parity(n)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Deck((1, 2), ((0, 0), (1, 0))), "permutation"),
        (lambda: improved_christofides("1,2").deck.joint_parity(4), "number of cards 3, got 4"),
        (lambda: improved_christofides("1,2").deck.joint_parity(0), "n must be a whole number"),
    ],
)
def test_bad_decks_are_refused(make, said):
    with pytest.raises(InputError) as caught:
        make()
    assert said in str(caught.value)
