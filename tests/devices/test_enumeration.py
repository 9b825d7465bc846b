"""The formulas of variances against enumeration, itself against every order of a deck."""

from fractions import Fraction as F
from itertools import combinations, permutations

import pytest

from rropt.devices.card_devices import christofides, improved_christofides, kuk
from rropt.devices.local import k_ary
from rropt.devices.populations import CENSUS, WITH_REPLACEMENT, Population
from rropt.devices.survey import forced_response, mangat, warner
from tests.devices.enumeration import compositions, enumerated_variance

DEVICES = [warner("3/4"), mangat("2/3"), forced_response("1/6", "1/3"), kuk("3/4", "1/4", 2)]
DEVICES += [christofides("1/5,1/10,7/10"), improved_christofides("3,1,5")]
MODELS = [WITH_REPLACEMENT, Population(6), CENSUS]


@pytest.mark.parametrize("device", DEVICES, ids=lambda d: d.name)
@pytest.mark.parametrize("model", MODELS)
def test_enumeration_agrees_with_the_formula(device, model):
    n = 6 if model.is_census else 4
    assert enumerated_variance(device, (4, 2), n, model) == (device.variance("1/3", n, model),)


@pytest.mark.parametrize("model", [WITH_REPLACEMENT, Population(4)])
def test_enumeration_of_three_categories(model):
    device, prior = k_ary(3, gamma=3), (F(1, 4), F(1, 2), F(1, 4))
    assert enumerated_variance(device, (1, 2, 1), 3, model) == device.variances(prior, 3, model)


def test_enumeration_of_a_deck_is_that_of_all_orders():
    counts, members, people = (2, 1, 3), 2, 5
    cards = [1, 1, 2, 3, 3, 3]
    mean = F(13, 6)
    seen = []
    for order in permutations(cards, people):
        said = [4 - y if i < members else y for i, y in enumerate(order)]
        seen.append((F(sum(said), people) - mean) / (4 - 2 * mean))
    average = sum(seen) / len(seen)
    spread = sum(x * x for x in seen) / len(seen) - average**2
    found = enumerated_variance(improved_christofides(counts), (3, 2), people, CENSUS)
    assert found == (spread,)


def test_compositions_without_replacement_count_subsets():
    people = [0, 0, 1, 1, 1, 2]
    drawn = [tuple(sorted(people[i] for i in pick)) for pick in combinations(range(6), 3)]
    for sample, chance in compositions((2, 3, 1), 3, Population(6)):
        held = tuple(j for j, count in enumerate(sample) for _ in range(count))
        assert chance == F(drawn.count(held), len(drawn))
