"""Sample sizes against a search."""

from fractions import Fraction as F

import pytest

from rropt.devices.card_devices import improved_christofides
from rropt.devices.populations import CENSUS, WITH_REPLACEMENT, Population
from rropt.devices.survey import unrelated_question, warner
from rropt.exact import InputError
from rropt.survey.planning.least_sample import minimum_sample, variance_for_margin


@pytest.mark.parametrize("model", [WITH_REPLACEMENT, Population(60), CENSUS])
@pytest.mark.parametrize("device", [warner("3/4"), unrelated_question("4/5", "1/3")])
def test_minimum_sample_is_the_first_that_suffices(device, model):
    wanted = F(1, 40)
    n = minimum_sample(device, "1/5", wanted, model)
    assert device.variance("1/5", n, model) <= wanted < device.variance("1/5", n - 1, model)


def test_minimum_sample_of_a_deck():
    device = improved_christofides("4,2,12")
    n = minimum_sample(device, "1/9", "1/20", CENSUS)
    assert device.variance("1/9", n, CENSUS) <= F(1, 20) < device.variance("1/9", n - 1, CENSUS)


def test_minimum_sample_of_a_deck_is_the_first_of_all_sizes():
    device = improved_christofides("4,2,12")
    for model in (WITH_REPLACEMENT, CENSUS, Population(15)):
        most = 15 if model.size is not None else 18
        found = {n: device.variance("1/3", n, model) for n in range(1, most + 1)}
        for wanted in (F(2), F(1, 2), F(1, 9), F(1, 20), found[most]):
            if min(found.values()) <= wanted:
                first = min(n for n, variance in found.items() if variance <= wanted)
                assert minimum_sample(device, "1/3", wanted, model) == first


def test_margins():
    assert variance_for_margin("0.05", 2) == F(1, 1600)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: minimum_sample(warner("3/4"), "1/4", 0), "variance must be positive, got 0"),
        (
            lambda: minimum_sample(warner("3/4"), "1/4", "1/1000", Population(10)),
            "cannot be reached: all 10 who can answer have 3/40",
        ),
        (
            lambda: minimum_sample(improved_christofides("1,2"), "1/3", "1/1000"),
            "cannot be reached: all 3 who can answer",
        ),
        (lambda: variance_for_margin(0), "margin must be positive"),
    ],
)
def test_bad_plans_are_refused(make, said):
    with pytest.raises(InputError) as caught:
        make()
    assert said in str(caught.value)
