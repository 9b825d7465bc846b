"""What follows from an answer: on first use, once, and the same as what the solver would say."""

from __future__ import annotations

from fractions import Fraction
from operator import mul

import pytest

import rropt as rr
from rropt import FDivergence, Gain, Guess, LocalDP, Trace, Variance, optimal
from rropt.design import answer_facts
from rropt.design.solve import solve

THREE = rr.LocalDP("ln(3)")


def test_nothing_is_found_before_it_is_asked_for_and_nothing_twice(monkeypatch):
    calls = []
    monkeypatch.setattr(
        answer_facts, "only_table", lambda problem, optimum, table: calls.append(1) or (table,)
    )
    design = rr.optimal(THREE, rr.Trace(3))
    assert calls == []
    assert design.optima == design.optima == (design.channel,)
    assert calls == [1]


def test_a_table_of_full_rank_has_no_note_and_a_smaller_one_has():
    assert answer_facts.notes(solve(THREE, rr.Trace(3))) == ()
    [note] = answer_facts.notes(solve(THREE, rr.Guess("9/10,1/20,1/20")))
    assert note == "this table does not identify the distribution: its rank is 1 on 3 categories"


@pytest.mark.parametrize("denominator", [None, 52])
def test_the_restriction_compares_the_cards_own_variance(denominator):
    answer = solve(rr.LocalDP("1/2", "1/10"), rr.Variance("1/4"), 2, denominator)
    cost = answer_facts.restriction(answer)
    free = solve(rr.LocalDP("1/2", "1/10"), rr.Variance("1/4"))
    assert cost.unrestricted == free.value
    assert cost.ratio * cost.proved == answer.value
    assert 0 < cost.proved <= free.value


def test_only_cards_are_restricted_and_only_inside_the_interval():
    assert answer_facts.restriction(solve(THREE, rr.Variance("1/4"))) is None
    assert answer_facts.restriction(solve(THREE, rr.Warner(0))) is None
    assert answer_facts.restriction(solve(THREE, rr.Warner("1/4"))).ratio == Fraction(1)


def test_a_deployed_table_has_no_list_of_optima():
    assert answer_facts.optima(solve(THREE, rr.Trace(3))) is not None
    assert answer_facts.optima(solve(THREE, rr.Trace(3), denominator=10)) is None


def test_the_numbers_of_the_reports_of_a_mean_are_unbiased() -> None:
    design = rr.optimal(rr.LocalDP(2), rr.Mean(low=0, high=6, points=4))
    numbers = answer_facts.numbers_of(design)
    means = [sum(map(mul, numbers, column)) for column in zip(*design.channel.rows, strict=True)]
    assert means == [0, 2, 4, 6]


@pytest.mark.parametrize("k", [2, 3, 4])
def test_the_trace_optimum_is_unique(k: int) -> None:
    design = optimal(LocalDP.from_gamma(3), Trace(k), crosscheck=False)
    assert design.optima == (design.channel,)


def test_the_information_optimum_is_unique() -> None:
    pure = optimal(LocalDP.from_gamma(3), Variance("1/4"), crosscheck=False)
    assert pure.optima == (pure.channel,)
    approximate = optimal(LocalDP.from_gamma(3, "1/10"), Variance("1/4"), crosscheck=False)
    assert approximate.optima == (approximate.channel,)


@pytest.mark.parametrize(
    "privacy, objective",
    [
        (LocalDP.from_gamma(3, "1/10"), Trace(3)),  # reports may be merged or kept apart
        (LocalDP.from_gamma(3), FDivergence("total-variation", (0, 1), 3)),  # truth 2 is free
        (LocalDP.from_gamma(3), Guess("9/10,1/20,1/20")),  # no report is worth anything
        (LocalDP.from_gamma(3), Gain([[1, 1], [1, 1]], "1/2,1/2")),
        (LocalDP("1/2"), Trace(3)),  # gamma is an enclosure: left open
    ],
)
def test_not_claimed_unique(privacy, objective) -> None:
    assert optimal(privacy, objective, crosscheck=False).optima is None


def test_only_truths_with_a_share_are_told_of_a_least_favourable_prior() -> None:
    """The two that are closest of ten."""
    design = rr.optimal(rr.MetricDP.path(1), rr.Mean([0] * 5 + [1] * 5))
    assert "least favourable prior: 0.5 on truth 4, 0.5 on truth 5" in design.notes
