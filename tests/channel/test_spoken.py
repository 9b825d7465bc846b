"""What reports are called where truths have words."""

from __future__ import annotations

import pytest

import rropt as rr
from rropt.channel.instructions import numbers_for, spoken


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


@pytest.mark.parametrize("truths", [["1", "2", "3"], ["1", "0"], ["yes", "no"], ["thin", "stout"]])
def test_numbers_in_data_are_refused_where_they_could_be_two_reports(truths: list[str]) -> None:
    size = len(truths)
    design = rr.optimal(rr.LocalDP(2), rr.Trace(size), truths=truths)
    numbers = {str(place): 10 for place in range(size)}
    assert design.channel.reports == tuple(truths) and numbers_for(design.channel) == {}
    if truths == ["1", "0"]:
        assert design.estimate({"1": 30, "0": 10}).counts == (30, 10)
    else:
        with pytest.raises(rr.InputError, match="must be among"):
            design.estimate(numbers)


def test_numbers_of_no_and_yes_and_of_more_answers_are_read_as_before() -> None:
    for truths in ("no,yes", "False,True", "never,once,often"):
        design = rr.optimal(rr.LocalDP(2), rr.Trace(len(truths.split(","))), truths=truths)
        counts = tuple(range(10, 10 + len(design.channel.reports)))
        stated = {str(place): count for place, count in enumerate(counts)}
        assert design.estimate(stated).counts == counts
