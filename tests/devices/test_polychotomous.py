"""Several answers: the table against dice, the estimator against every truth."""

from fractions import Fraction as F

import pytest

from rropt.devices.polychotomous import polychotomous_forced_response, unrelated_uniform
from rropt.exact import InputError


def test_polychotomous_forced_response_is_a_die_of_eight():
    faces = [0, 1, 2, 2] + [None] * 4
    device = polychotomous_forced_response("1/8,1/8,1/4")
    for truth in range(3):
        said = [truth if face is None else face for face in faces]
        assert device.channel.columns[truth] == tuple(F(said.count(i), 8) for i in range(3))


def test_polychotomous_forced_response_estimate_undoes_the_expected_counts():
    device = polychotomous_forced_response("1/8,1/8,1/4")
    prior = (F(1, 2), F(1, 3), F(1, 6))
    expected = [int(240 * share) for share in device.channel.report_distribution(prior)]
    assert sum(expected) == 240
    assert device.estimate(expected) == prior


def test_polychotomous_forced_response_that_reveal_say_so():
    device = polychotomous_forced_response("0,1/4")
    assert device.parity == float("inf")
    assert any("'0' is certain proof against 1" in note for note in device.notes)


def test_unrelated_uniform_is_k_ary_randomized_response():
    device = unrelated_uniform("1/2", 4)
    assert device.channel.rows[0] == (F(5, 8), F(1, 8), F(1, 8), F(1, 8))
    assert device.parity == 5


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: polychotomous_forced_response("1/2,1/2"), "does not identify"),
        (lambda: polychotomous_forced_response("1/2,2/3"), "below 1, got 7/6"),
        (
            lambda: polychotomous_forced_response("-1/2,1/2"),
            "forced[0] must lie between 0 and 1, got -1/2",
        ),
        (lambda: polychotomous_forced_response("1/2"), "at least two"),
        (lambda: unrelated_uniform(0, 3), "does not identify"),
        (lambda: unrelated_uniform("1/2", 1), "categories"),
        (lambda: unrelated_uniform("1/2", "5/2"), "whole number"),
    ],
)
def test_bad_forced_answers_are_refused(make, said):
    with pytest.raises(InputError) as caught:
        make()
    assert said in str(caught.value)
