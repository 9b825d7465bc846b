"""With replacement, without, and a census: formulas against enumeration of people and answers."""

from fractions import Fraction as F
from itertools import permutations, product

import pytest

from rropt.devices.local import k_ary
from rropt.devices.populations import CENSUS, WITH_REPLACEMENT, Population, population
from rropt.devices.survey import forced_response, unrelated_question, warner
from rropt.exact import InputError

DEVICES = [warner("3/4"), forced_response("1/6", "1/3"), unrelated_question("3/5", "1/3")]


def played_out(device, people, n, draws):
    """Variance of the mean score over all draws of people and all their answers."""
    table, scores = device.channel.rows, device.estimator[0]
    moments = [F(0), F(0)]
    for drawn in draws:
        for said in product(range(len(table)), repeat=n):
            chance = F(1, len(draws))
            for person, report in zip(drawn, said, strict=True):
                chance *= table[report][people[person]]
            mean = sum(scores[report] for report in said) / n
            moments = [moments[0] + chance * mean, moments[1] + chance * mean**2]
    return moments[1] - moments[0] ** 2


@pytest.mark.parametrize("device", DEVICES, ids=lambda d: d.name)
def test_each_population_is_played_out(device):
    people, n = (1, 0, 0, 1, 0), 2
    everyone = range(len(people))
    with_replacement = list(product(everyone, repeat=n))
    without = list(permutations(everyone, n))
    pi = F(2, 5)
    assert device.variance(pi, n) == played_out(device, people, n, with_replacement)
    assert device.variance(pi, n, Population(5)) == played_out(device, people, n, without)
    census = [tuple(everyone)]
    assert device.variance(pi, 5, CENSUS) == played_out(device, people, 5, census)


def test_the_difference_of_replacement_and_census_is_pi_one_minus_pi_over_n():
    """sun/dec-all."""
    for device in DEVICES:
        drop = device.variance("1/5", 10) - device.variance("1/5", 10, CENSUS)
        assert drop == F(4, 25) / 10


def test_a_sample_of_everybody_is_a_census():
    device = warner("3/4")
    assert device.variance("1/5", 10, Population(10)) == device.variance("1/5", 10, CENSUS)
    assert device.variance("1/5", 9, Population(10)) > device.variance("1/5", 9, CENSUS)


def test_population_by_size():
    assert population() == WITH_REPLACEMENT
    assert population("7", 7) == CENSUS
    assert population(7, 3) == Population(7)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Population(0), "population size must be a whole number of at least 1"),
        (lambda: population("3.5", 1), "population size must be a whole number"),
        (lambda: warner("3/4").variance("1/4", 6, Population(5)), "at most the population"),
        (lambda: warner("3/4").variance("1/4", 0), "n must be a whole number of at least 1"),
        (lambda: warner("3/4").variance("5/4"), "prior must lie between 0 and 1"),
        (lambda: k_ary(3, gamma=3).variance("1/2,1/2"), "prior must have 3 entries, got 2"),
        (lambda: k_ary(3, gamma=3).variance("1/2"), "prior must have 3 entries"),
    ],
)
def test_bad_populations_are_refused(make, said):
    with pytest.raises(InputError) as caught:
        make()
    assert said in str(caught.value)
