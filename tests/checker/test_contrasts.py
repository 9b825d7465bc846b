"""Contrasts by name, and the words for the sum of their variances."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.contrasts import FIELDS, read, read_contrasts, read_place
from rropt.checker.objectives import Objective
from rropt.checker.verdict import Malformed, Size
from rropt.checker.worst_cases import OverGroups
from tests.checker.test_groups import GIVEN as AT
from tests.checker.test_scenarios import WARNER

GIVEN = {
    "a-optimal": ({}, [[1, 0], [0, 1]], "a trace of the covariance"),
    "c-optimal": ({"contrasts": [[F(1), F(-1)]]}, [[1, -1]], "the contrast (1, -1) from one"),
    "mean": ({"values": [F(0), F(5, 2)]}, [[0, F(5, 2)]], "a mean of truths with values (0, 5/2)"),
    "variance": ({"contrasts": [[F(0), F(1)]]}, [[0, 1]], "the share of truth 1 from one"),
}


@pytest.mark.parametrize("name", FIELDS)
def test_a_name_says_what_is_estimated(name):
    fields, expected, said = GIVEN[name]
    words, contrasts = read_contrasts({"name": name, "over": "average"} | fields, 2)
    assert contrasts == expected and said in words


@pytest.mark.parametrize("name", FIELDS)
def test_another_field_or_none_is_malformed(name):
    fields, _, _ = GIVEN[name]
    for wrong in ({"roots": []}, {"": "0"}):
        with pytest.raises(Malformed):
            read_contrasts({"name": name} | fields | wrong, 2)
    for left_out in fields:
        with pytest.raises(Malformed):
            read_contrasts({"name": name} | {x: y for x, y in fields.items() if x != left_out}, 2)


@pytest.mark.parametrize(
    "value",
    [
        {"name": "coefficients"},
        {},
        {"name": "c-optimal", "contrasts": [[F(1), F(0)], [F(0), F(1)]]},
        {"name": "c-optimal", "contrasts": [[F(1)]]},
        {"name": "variance", "contrasts": [[F(1), F(0)]]},
    ],
)
def test_other_contrasts_are_malformed(value):
    with pytest.raises(Malformed):
        read_contrasts(value, 2)


ROOM = Size(10, 64)


@pytest.mark.parametrize("name", FIELDS)
def test_each_is_at_a_prior_or_over_several_or_of_a_group(name: str) -> None:
    value = {"name": name} | GIVEN[name][0]
    assert type(read(value, 2, ROOM)) is Objective
    assert read(value | {"over": "minimax"}, 2, ROOM).over == "minimax"
    assert type(read(value | {"over": "group"}, 2, ROOM)) is OverGroups
    for wrong in ({"over": "density"}, {"over": ["group"]}, {"roots": []}, {"": "0"}):
        with pytest.raises(Malformed):
            read(value | wrong, 2, ROOM)


def test_a_place_is_at_a_prior_or_in_a_group() -> None:
    share = {"name": "variance"} | GIVEN["variance"][0]
    assert read_place(share, [AT], WARNER, ROOM)[0].endswith("at prior (1/4, 3/4)")
    assert "of a fixed group" in read_place(share | {"over": "group"}, [AT], WARNER, ROOM)[0]
    assert "an average over" in read_place(share | {"over": "average"}, [AT], WARNER, ROOM)[0]


@pytest.mark.parametrize("over", [None, "", [], "groups", "numbers"])
def test_over_something_else_is_malformed(over) -> None:
    share = {"name": "variance", "over": over} | GIVEN["variance"][0]
    with pytest.raises(Malformed):
        read_place(share, [AT], WARNER, ROOM)
