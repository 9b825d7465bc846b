"""Hypotheses about truths: how far reports are from them, and the law by which that is judged."""

from __future__ import annotations

from fractions import Fraction
from math import exp, inf

import numpy as np
import pytest
from scipy.stats import binom, chi2

from rropt.channel import Channel
from rropt.survey.quantities import HypothesisTest
from rropt.survey.ratio_hypothesis import (
    RatioHypothesis,
    mixture_is_near,
    truth_held,
    value_held,
)
from rropt.survey.sampled_likelihood import SampledLikelihood

YES = np.array([0.0, 1.0])


def told(*counts: int) -> SampledLikelihood:
    """Open answers about as many truths."""
    numbers = np.array(counts)
    return SampledLikelihood((Channel.identity(len(counts)),), (numbers,), numbers / numbers.sum())


def test_a_value_at_an_end_excludes_what_was_seen() -> None:
    assert value_held(told(90, 10), YES, 0.0).drop == inf
    nobody = value_held(told(90, 0), YES, 0.0)
    assert nobody.drop == 0 and nobody.truth.tolist() == [1, 0]


def test_the_likeliest_truth_with_a_value_shares_the_rest_as_it_was_seen() -> None:
    held = value_held(told(60, 30, 10), np.array([0.0, 0.0, 1.0]), 0.4)
    assert held.truth == pytest.approx([0.4, 0.2, 0.4])
    expected = 2 * (90 * np.log(0.9 / 0.6) + 10 * np.log(0.1 / 0.4))
    assert held.drop == pytest.approx(expected)


def test_many_reports_are_judged_by_chi_square_few_by_enumeration() -> None:
    many = truth_held(told(500, 300, 200), np.array([0.45, 0.35, 0.2])).test(2)
    assert many.method == "likelihood ratio, 2 degrees of freedom"
    assert many.p_value == pytest.approx(chi2.sf(many.statistic, 2))
    few = truth_held(told(9, 1), np.array([0.5, 0.5])).test(1)
    assert few.method == "likelihood ratio, exact"
    assert few.p_value == pytest.approx(2 * binom.cdf(1, 10, 0.5))


def test_the_larger_p_value_is_given() -> None:
    held = value_held(told(9, 1), YES, 0.5)
    exact = 2 * binom.cdf(1, 10, 0.5)
    smaller = HypothesisTest(held.drop, exact / 4, "limit")
    larger = HypothesisTest(held.drop, exact * 2, "limit")
    assert held.guarded(smaller).p_value == pytest.approx(exact)
    assert held.guarded(larger) is larger
    one_sided = held.guarded(smaller, lambda law: law.signed(YES, 0.5, -1).at_least(held.drop**0.5))
    assert one_sided.p_value == pytest.approx(exact / 2)


@pytest.mark.parametrize("composite", [False, True])
def test_beyond_all_draws_a_bound_stands_for_the_chance(composite: bool) -> None:
    """Of one truth Agrawal's, of a composite one chi-square's tail; nine kinds are drawn."""
    model = told(*[500] * 9)
    truth = np.array([0.998, *[0.00025] * 8])
    held = truth_held(model, truth)
    far = RatioHypothesis(model, truth, 200.0, held.restricted, composite)
    expected = chi2.sf(200, 8) if composite else exp(8 * (1 + np.log(100 / 8)) - 100)
    assert far.test(8).p_value == pytest.approx(expected)


def many(truths: int) -> Channel:
    """Each truth is kept with one half."""
    other = Fraction(1, 2 * (truths - 1))
    return Channel.from_rows(
        [[Fraction(1, 2) if i == j else other for j in range(truths)] for i in range(truths)]
    )


def absent_last(truths: int, people: int) -> tuple[SampledLikelihood, np.ndarray]:
    """Reports as they are expected where nobody is of the last truth."""
    channel = many(truths)
    shares = np.append(np.full(truths - 1, 1 / (truths - 1)), 0.0)
    counts = people * (channel.to_numpy() @ shares)
    return SampledLikelihood((channel,), (counts,), shares), np.eye(truths)[-1]


@pytest.mark.parametrize(
    ("truths", "people", "value", "near"),
    [
        (9, 17, 0.0, True),
        (9, 15, 0.0, False),
        (8, 1000, 0.0, False),
        (9, 1000, 0.01, False),
        (9, 1000, 1.0, False),
        (50, 99, 0.0, True),
        (50, 97, 0.0, False),
    ],
)
def test_nobody_of_one_truth_of_many_is_judged_without_draws(truths, people, value, near) -> None:
    """Of truths kept with 1/2 the last report is expected people / (2 (truths - 1)) times."""
    model, last = absent_last(truths, people)
    held = value_held(model, last, value)
    assert mixture_is_near(held, last, value) == near


def test_two_groups_are_no_many_truths() -> None:
    channel = many(5)
    model = SampledLikelihood((channel,) * 2, (np.full(5, 100.0),) * 2, np.full(10, 1 / 5))
    last = np.eye(10)[-1]
    assert not mixture_is_near(value_held(model, last, 0.0), last, 0.0)


@pytest.mark.parametrize("people", [100, 1000])
def test_the_limit_of_many_truths_keeps_its_size(people: int) -> None:
    """Of 1000 surveys in which nobody is of the last of twelve truths 70 are rejected at most."""
    model, last = absent_last(12, people)
    chances = model.rows @ model.maximum
    outcomes = np.random.default_rng(7).multinomial(people, chances, 1000).astype(float)
    drops, _ = value_held(model, last, 0.0).drops_of(outcomes)
    assert (drops > chi2.isf(0.1, 1)).mean() <= 0.07


def test_what_cannot_be_more_likely_is_not_drawn(monkeypatch) -> None:
    held = value_held(told(*[3] * 12), np.eye(12)[-1], 0.1)
    monkeypatch.setattr(RatioHypothesis, "reference", None)
    certain = HypothesisTest(held.drop, 1.0, "limit")
    assert held.guarded(certain) is certain


@pytest.mark.parametrize(("last", "draws"), [(3, 199), (14, 1999)])
def test_few_draws_tell_a_large_chance_of_many_truths(last: int, draws: int) -> None:
    """Of open answers about one truth of ten the exact law is binomial."""
    value = 1 / 20
    model = told(*[4] * 9, last)
    people = sum(model.counts[0])
    held = value_held(model, np.eye(10)[-1], value)
    found = held.guarded(HypothesisTest(held.drop, 0.0, "limit"))
    assert found.method == f"likelihood ratio, {draws} drawn surveys"
    seen = np.arange(people + 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        others = np.where(seen < people, (people - seen) * np.log(1 - seen / people), 0)
        named = np.where(seen > 0, seen * np.log(seen / people), 0)
    ratios = 2 * (named + others - binom_logs(seen, people, value))
    exact = binom.pmf(seen, people, value)[ratios >= ratios[last] - 1e-9].sum()
    assert found.p_value == pytest.approx(exact, abs=0.06)
    assert (found.p_value > 0.2) == (draws == 199)


def binom_logs(seen: np.ndarray, people: int, share: float) -> np.ndarray:
    """The log-likelihood of a share without its constant."""
    logs: np.ndarray = seen * np.log(share) + (people - seen) * np.log(1 - share)
    return logs


@pytest.mark.parametrize(
    ("groups", "truths", "composite", "draws"),
    [
        (1, 2, False, (9999,)),
        (2, 2, False, (9999,)),
        (2, 2, True, (1999,)),
        (3, 2, False, (1999,)),
        (1, 3, False, (1999,)),
        (20, 2, True, (199, 1999)),
    ],
)
def test_more_outcomes_are_drawn_where_each_has_a_closed_form(groups, truths, composite, draws):
    size = groups * truths
    itself = (Channel.identity(truths),) * groups
    counts = (np.ones(truths),) * groups
    model = SampledLikelihood(itself, counts, np.full(size, 1 / truths))
    held = truth_held(model, model.centre)
    assert RatioHypothesis(model, held.truth, 0.0, held.restricted, composite).draws == draws
