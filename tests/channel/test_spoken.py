"""What reports are called where truths have words."""

from __future__ import annotations

import pytest

import rropt as rr
from rropt.channel.spoken import numbers_for, spoken


def test_reports_are_spoken_as_truths_only_where_each_is_likeliest_under_its_own() -> None:
    swapped = rr.Channel.from_rows([["1/4", "3/4"], ["3/4", "1/4"]], truths=["no", "yes"])
    tied = rr.Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]], truths=["no", "yes"])
    named = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["A", "B"], ["no", "yes"])
    for table in (swapped, tied, named):
        assert spoken(table) is table and numbers_for(table) == {}


@pytest.mark.parametrize(
    "objective", [rr.Variance("1/4"), rr.Guess("1/2,1/2"), rr.MutualInformation("1/2,1/2")]
)
def test_a_design_with_names_for_its_truths_says_them(objective) -> None:
    named = rr.optimal(rr.LocalDP(1), objective, truths=["no", "yes"])
    assert named.channel.reports == ("no", "yes")
    assert rr.optimal(rr.LocalDP(1), objective).channel.reports == ("0", "1")
    said = rr.optimal(rr.LocalDP(1), objective, truths="no,yes", reports="A,B")
    assert said.channel.reports == ("A", "B")


def test_k_ary_response_says_its_truths_and_other_reports_keep_numbers() -> None:
    answers = ["never", "once", "often"]
    response = rr.optimal(rr.LocalDP(2), rr.Trace(3), truths=answers)
    assert response.channel.reports == tuple(answers)
    more = rr.optimal(rr.LocalDP(1, "1/10"), rr.Variance("1/4"), truths="no,yes").channel
    assert more.shape[0] > 2 and more.reports == tuple(map(str, range(more.shape[0])))
