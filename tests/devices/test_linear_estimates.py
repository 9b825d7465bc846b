"""Best linear estimation: normal equations, optimality against other unbiased coefficients."""

from fractions import Fraction as F

import pytest

from rropt.channel import Channel
from rropt.devices.linear_estimates import best_linear, efficient_variance, solve
from rropt.exact import InputError

PROPORTION = ((F(0), F(1)),)


def variance(channel, scores, prior):
    masses = channel.report_distribution(prior)
    mean = sum(m * s for m, s in zip(masses, scores, strict=True))
    return sum(m * s * s for m, s in zip(masses, scores, strict=True)) - mean**2


def test_best_linear_is_unbiased_and_has_the_efficient_variance():
    channel = Channel.from_rows([["1/2", "1/6"], ["1/4", "1/3"], ["1/4", "1/2"]])
    prior = (F(2, 3), F(1, 3))
    (scores,) = best_linear(channel, PROPORTION, prior)
    for j in (0, 1):
        assert sum(p * s for p, s in zip(channel.columns[j], scores, strict=True)) == j
    assert variance(channel, scores, prior) == efficient_variance(channel, PROPORTION, prior)


def test_any_other_unbiased_coefficients_do_worse():
    channel = Channel.from_rows([["1/2", "1/6"], ["1/4", "1/3"], ["1/4", "1/2"]])
    prior = (F(2, 3), F(1, 3))
    (scores,) = best_linear(channel, PROPORTION, prior)
    (a0, b0), (a1, b1), (a2, b2) = channel.rows
    null = (a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0)
    for step in (F(1, 10**6), F(-1, 10**6), F(3)):
        moved = tuple(s + step * z for s, z in zip(scores, null, strict=True))
        assert variance(channel, moved, prior) > variance(channel, scores, prior)


def test_efficient_variance_is_one_over_the_fisher_information():
    channel = Channel.from_rows([["2/3", "1/5"], ["1/3", "4/5"]])
    pi = F(1, 4)
    information = sum((b - a) ** 2 / ((1 - pi) * a + pi * b) for a, b in channel.rows)
    assert efficient_variance(channel, PROPORTION, pi) == 1 / information


def test_solve():
    assert solve([[F(0), F(2)], [F(3), F(1)]], ((F(2), F(4)), (F(0), F(3))), "it") == [
        (1, 1),
        (1, 0),
    ]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (
            lambda: solve([[F(1), F(1)], [F(1), F(1)]], ((F(1), F(1)),), "it"),
            "it does not identify",
        ),
        (
            lambda: efficient_variance(Channel.identity(2), PROPORTION, 0),
            "prior must be positive",
        ),
    ],
)
def test_what_cannot_be_estimated_is_refused(make, said):
    with pytest.raises(InputError) as caught:
        make()
    assert said in str(caught.value)
