"""Two samples for an unknown unrelated prevalence, played out over cards and samples."""

from fractions import Fraction as F
from itertools import product

import pytest

from rropt.devices.optimum import optimum_for
from rropt.devices.unrelated import (
    independent,
    known_prevalence,
    moors,
    two_sample_variance,
    unrelated_two_samples,
)
from rropt.exact import InputError


def test_unrelated_two_samples_is_its_protocol():
    device = unrelated_two_samples("3/4", "1/4", "2/5")
    truths = list(product((0, 1), repeat=2))
    for j, (a, b) in enumerate(truths):
        seen = {}
        for sample, card in product([1, 1, 2, 2, 2], range(4)):
            asked_a = card < (3 if sample == 1 else 1)
            said = "yes" if (a if asked_a else b) else "no"
            key = f"{said} in {sample}"
            seen[key] = seen.get(key, 0) + F(1, 20)
        column = device.channel.columns[j]
        assert dict(zip(device.channel.reports, column, strict=True)) == {
            label: seen.get(label, 0) for label in device.channel.reports
        }


def test_unrelated_two_samples_estimates_a_whatever_b():
    device = unrelated_two_samples("3/4", "1/4", "2/5")
    for prior in (independent("1/5", "1/3"), (F(1, 4), F(0), F(0), F(3, 4))):
        masses = device.channel.report_distribution(prior)
        mean = sum(m * s for m, s in zip(masses, device.estimator[0], strict=True))
        assert mean == prior[2] + prior[3]


def test_moors_asks_the_second_sample_only_the_unrelated_question():
    device = moors("7/10", "3/4")
    yes_in_2 = device.channel.rows[device.channel.reports.index("yes in 2")]
    assert yes_in_2 == (0, F(1, 4), 0, F(1, 4))
    assert device.estimator == unrelated_two_samples("7/10", 0, "3/4").estimator


def test_fixed_samples_against_enumeration_of_all_answers():
    a, b, p1, p2, n1, n2 = F(1, 5), F(1, 3), F(3, 4), F(1, 4), 2, 1
    yes = [p * a + (1 - p) * b for p in (p1, p2)]
    moments = [F(0), F(0)]
    for said in product((0, 1), repeat=3):
        chance = F(1)
        for i, answer in enumerate(said):
            chance *= yes[i >= n1] if answer else 1 - yes[i >= n1]
        one, two = F(sum(said[:n1]), n1), F(sum(said[n1:]), n2)
        estimate = ((1 - p2) * one - (1 - p1) * two) / (p1 - p2)
        moments = [moments[0] + chance * estimate, moments[1] + chance * estimate**2]
    assert moments[0] == a
    assert two_sample_variance(a, b, p1, p2, n1, n2) == moments[1] - moments[0] ** 2


def test_the_secret_pair_is_not_protected_but_the_known_prevalence_view_is():
    device = unrelated_two_samples("3/4", "1/4")
    assert device.parity == float("inf")
    assert known_prevalence(device, "1/2").parity() == 7
    assert known_prevalence(device, 0).parity() == float("inf")


def test_privacy_against_a_reader_who_knows_b():
    """With b known, only the first sample's answers differ: total variation share * p."""
    device = moors("7/10", "3/4")
    assert device.privacy == (1, F(3, 4) * F(7, 10))
    assert optimum_for(device, independent("1/5", "1/3")).delta == F(21, 40)
    with pytest.raises(InputError, match="independent"):
        optimum_for(device, (F(1, 4), F(0), F(0), F(3, 4)))


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: unrelated_two_samples("1/2", "1/2"), "must differ"),
        (lambda: moors(0), "must differ"),
        (lambda: moors("1/2", 1), "share must lie strictly between 0 and 1"),
        (lambda: two_sample_variance("1/2", "1/2", 1, 0, 0, 1), "n1 must be a whole number"),
    ],
)
def test_samples_that_do_not_identify_are_refused(make, said):
    with pytest.raises(InputError) as caught:
        make()
    assert said in str(caught.value)
