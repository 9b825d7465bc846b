"""What is seen of all reports: the levels of the table of what is seen, and the sentence."""

from __future__ import annotations

from fractions import Fraction

import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.exact import InputError
from rropt.measures.named_measures import measures
from rropt.measures.populations_seen import least_gamma, least_private, seen_in_population
from rropt.measures.seen_level import ProvedLevel, Seen, SeenLevel

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


@pytest.mark.parametrize("view", ["histogram", "sum"])
def test_delta_for_stated_others_is_the_profile_of_what_is_seen(view: str) -> None:
    """Of two reports the sum of 0 and 1 says as much as the histogram."""
    found = Seen(WARNER, 6, view, ["0", "1"], others="2,3").level(at_epsilon="ln(2)")
    table = seen_in_population(WARNER, [2, 3])
    assert found.delta == (table.profile(2), table.profile(2))
    assert found.to_json()["population"] == {"people": 6, "others": "2,3", "view": view}
    assert str(found).startswith(f"the {view} of 6 reports is (ln(2), delta)-private for delta = ")


def test_of_unknown_others_the_worst_are_said() -> None:
    found = Seen(WARNER, 3).level(at_epsilon="ln(2)")
    assert (found.delta[1], found.worst) == (Fraction(9, 64), (0, 2))
    assert least_private(WARNER, 3, lambda seen: seen.profile(2)) == (Fraction(9, 64), (0, 2))
    assert str(found).endswith("least is hidden where 0,2 others hold the truths")
    back = Seen(WARNER, 3).level(at_delta="9/64")
    assert (back.gamma, back.worst) == (2, (0, 2))
    assert least_private(WARNER, 3, lambda seen: least_gamma(seen, "9/64")) == (2, (0, 2))
    assert back.to_json()["gamma"] == "2" and back.epsilon[0].startswith("0.69314718")


def test_a_prior_draws_the_others_and_no_epsilon_keeps_a_delta_that_is_revealed() -> None:
    drawn = Seen(WARNER, 4, prior=["1/2", "1/2"]).level(at_epsilon="ln(2)")
    assert drawn.delta[0] == seen_in_population(WARNER, 3, prior=["1/2", "1/2"]).profile(2)
    assert drawn.to_json()["population"]["others"] is None
    open_book = Seen(Channel.identity(2), 2, others="1,0").level(at_delta="1/10")
    assert open_book.to_json()["epsilon"] == open_book.to_json()["gamma"] == "oo"
    assert str(open_book).endswith("is (epsilon, 1/10)-private for no epsilon")


def test_a_list_of_reports_needs_somebody_to_be_known() -> None:
    assert Seen(WARNER, 3, "list", others="1,1").level(at_epsilon=1).view == "list"
    with pytest.raises(InputError, match="view must be histogram or sum"):
        Seen(WARNER, 3, "list").level(at_epsilon=1)


def test_of_many_people_both_ends_are_proved_and_of_few_where_it_is_asked() -> None:
    many = Seen.of(WARNER, 10_000).level(at_delta="1e-6")
    assert isinstance(many, ProvedLevel) and many.found.certificate.check().verdict == "verified"
    assert many.to_json()["population"]["people"] == 10_000 and "assumed: " in str(many)
    few = Seen.of(WARNER, 20).level(at_epsilon="1/2")
    proved = Seen.of(WARNER, 20).level(at_epsilon="1/2", proved=True)
    assert isinstance(few, SeenLevel) and isinstance(proved, ProvedLevel)
    assert proved.found.delta.lo <= few.delta[0] and few.delta[1] <= proved.found.delta.hi


def test_every_measure_of_what_is_seen_is_that_of_its_table() -> None:
    """Of 5 others drawn or stated; a prior of the one person is not that of the others."""
    stated = Seen.of(WARNER, others="2,3", prior=["1/4", "3/4"]).measures(["1/4", "3/4"])
    assert stated.found.numbers == measures(seen_in_population(WARNER, [2, 3]), "1/4,3/4").numbers
    assert stated.to_json()["population"] == {"people": 6, "others": "2,3", "view": "histogram"}
    assert str(stated).startswith("what the histogram of 6 reports says about one person\n\ngamma")
    drawn = Seen.of(WARNER, 6, prior=["1/2", "1/2"]).measures()
    table = seen_in_population(WARNER, 5, prior=["1/2", "1/2"])
    assert drawn.found.numbers == measures(table).numbers and drawn.found.prior is None


def test_no_measures_where_no_others_are_known_or_no_table_is_written() -> None:
    with pytest.raises(InputError, match="others must have 2 counts"):
        Seen(WARNER, 6).measures()
    bits = rr.device("optimized_unary", categories=100, gamma=3).channel
    with pytest.raises(InputError, match="population must be left out for a table"):
        Seen(bits, 3, others="1,1").measures()


def test_what_is_seen_is_stated_in_several_forms() -> None:
    sums = Seen.of(WARNER, others="2,3", view="sum", prior=["1/2", "1/2"])
    assert (sums.people, sums.scores, sums.prior) == (6, (0, 1), None)
    named = WARNER.relabel(["no", "yes"])
    for stated, said in (
        ({"population": 6, "others": "3,3"}, "population must be the others and one: 7, got 6"),
        ({"population": 0}, "population must be"),
        ({"population": 6, "view": "mean"}, "view must be one of histogram, sum, list, got 'mean'"),
        ({"population": 6, "scores": [0, 1]}, "scores must be left out where no sum is seen"),
        ({"population": 6, "view": "sum", "scores": [1]}, "scores must be 2 numbers"),
        ({"population": 6, "view": "sum"}, "scores must be a number for each report: no, yes"),
    ):
        with pytest.raises(InputError, match=said):
            Seen.of(named, **stated)


def test_a_level_is_at_one_of_both_and_lists_are_not_proved() -> None:
    seen = Seen.of(WARNER, 6, view="list", prior=["1/2", "1/2"])
    for asked, said in (
        ({}, "at_epsilon or at_delta must be given"),
        ({"at_epsilon": 1, "at_delta": "1/9"}, "at_epsilon must be left out"),
        ({"at_epsilon": 1, "proved": True}, "certificate must be left out for a list"),
        ({"at_epsilon": 1, "drawn_from": 9}, "drawn_from must be left out for a list"),
    ):
        with pytest.raises(InputError, match=said):
            seen.level(**asked)
