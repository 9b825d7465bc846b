"""Contrasts by name, and the words for the sum of their variances."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.contrasts import FIELDS, read, read_contrasts
from rropt.checker.verdict import Malformed, Size
from tests.checker.test_scenarios import GIVEN as AT
from tests.checker.test_scenarios import WARNER

ROOM = Size(10, 64)
GIVEN = {
    "a-optimal": ({}, [[1, 0], [0, 1]], "a trace of the covariance"),
    "c-optimal": ({"contrasts": [[F(1), F(-1)]]}, [[1, -1]], "the contrast (1, -1) from one"),
    "mean": ({"values": [F(0), F(5, 2)]}, [[0, F(5, 2)]], "a mean of truths with values (0, 5/2)"),
    "variance": ({"contrasts": [[F(0), F(1)]]}, [[0, 1]], "the share of truth 1 from one"),
}


@pytest.mark.parametrize("name", FIELDS)
def test_a_name_says_what_is_estimated(name):
    fields, expected, said = GIVEN[name]
    words, contrasts = read_contrasts({"name": name, "over": "average"} | fields, 2, ROOM)
    assert contrasts == expected and said in words


@pytest.mark.parametrize("name", FIELDS)
def test_another_field_or_none_is_malformed(name):
    fields, _, _ = GIVEN[name]
    for wrong in ({"roots": []}, {"": "0"}):
        with pytest.raises(Malformed):
            read_contrasts({"name": name} | fields | wrong, 2, ROOM)
    for left_out in fields:
        with pytest.raises(Malformed):
            read_contrasts(
                {"name": name} | {x: y for x, y in fields.items() if x != left_out}, 2, ROOM
            )


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
        read_contrasts(value, 2, ROOM)


@pytest.mark.parametrize("name", FIELDS)
def test_each_is_at_a_prior_or_over_several_or_of_a_group(name: str) -> None:
    fields, contrasts, said = GIVEN[name]
    value = {"name": name} | fields
    given = [AT | {part: AT[part] * len(contrasts) for part in ("estimators", "tangents")}]

    def words(**more) -> str:
        goal = read(value | more, given, WARNER, ROOM)
        assert len(goal.scenarios) == 1 and said in goal.words
        return goal.words

    assert words().endswith("at prior (1/4, 3/4)")
    assert words(over="minimax").startswith("a maximum over the priors ((1/4, 3/4)) of ")
    assert words(over="average").startswith("an average over (prior, weight) in (((1/4, 3/4), 1))")
    assert words(over="group").endswith("of a fixed group with shares (1/4, 3/4)")
    for wrong in ({"over": "density"}, {"over": ["group"]}, {"roots": []}, {"": "0"}):
        with pytest.raises(Malformed):
            read(value | wrong, given, WARNER, ROOM)


@pytest.mark.parametrize("over", [None, "", [], "groups", "numbers"])
def test_over_something_else_is_malformed(over) -> None:
    share = {"name": "variance", "over": over} | GIVEN["variance"][0]
    with pytest.raises(Malformed):
        read(share, [AT], WARNER, ROOM)
