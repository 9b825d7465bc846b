"""The objectives of kind gradient by their names: exactly their fields, and what they say."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.kind_gradient import OBJECTIVES
from rropt.checker.pages import page
from rropt.checker.private_table import table_of
from rropt.checker.verdict import Malformed, Size
from tests.checker.test_scenarios import GIVEN

ROOM = Size(10, 64)
UNITS = [[F(1), F(0)], [F(0), F(1)]]
SHARE = {"name": "variance", "contrasts": [[F(0), F(1)]]}
CONTRAST = {"name": "c-optimal", "contrasts": [[F(1), F(-1)]]}
MEAN = {"name": "mean", "values": [F(0), F(5)]}
VOLUME = {"name": "d-optimal", "contrasts": UNITS, "scales": [F(1), F(2)]}
LARGEST = {"name": "e-optimal", "contrasts": [[F(1), F(-1)]], "roots": []}


def read(value, estimators=1, tangents=1, truths=2, **scenario):
    """Of a table that tells nothing."""
    table = table_of([[F(1)] * truths])
    given = GIVEN | {"prior": [F(1, truths)] * truths, "estimators": [[F(1)]] * estimators}
    given |= {"tangents": [[F(1)] * truths] * tangents, **scenario}
    name = page(OBJECTIVES[value["name"]])
    if value.get("over") in ("numbers", "density"):
        name = page(".interval_numbers")
    return name.read(value, [given], table, ROOM)


def test_contrasts_are_those_of_the_name():
    (at,) = read({"name": "a-optimal"}, 2, 2).scenarios
    assert at.contrasts == at.seen == UNITS
    for value, contrast, said in ((SHARE, [0, 1], ""), (CONTRAST, [1, -1], "(1, -1)")):
        goal = read(value)
        assert goal.scenarios[0].contrasts == [contrast] and said in goal.words
    assert read(MEAN).scenarios[0].contrasts == [[0, 5]] and "values (0, 5)" in read(MEAN).words
    (at,) = read(LARGEST, 2).scenarios
    assert at.seen == UNITS and at.contrasts == [[1, -1]]
    assert read(VOLUME, 2, 2).scales == [1, 2]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (SHARE | {"interval": [F(0), F(1, 2)]}, "a maximum over the shares of truth 1 from 0 to"),
        (MEAN | {"over": "worst-group"}, "a maximum over all fixed groups of a variance"),
        (CONTRAST | {"over": "worst-population"}, "a maximum over all priors of a variance"),
        (MEAN | {"over": "numbers", "shifts": F(4)}, "a maximum over all fixed groups"),
    ],
)
def test_what_a_name_and_its_fields_ask_for(value, said):
    goal = read(value)
    assert goal.words.startswith(said)
    assert any(goal.numbers) == ("shifts" in value)


def test_a_density_has_the_masses_of_its_prior():
    value = {"name": "mean", "values": [F(0), F(1), F(2)], "over": "density"}
    value |= {"shifts": F(4), "shares": [F(1, 2)] * 2}
    goal = read(value, truths=3, prior=[F(0), F(1), F(0)])
    assert "on average over the density with shares (1/2, 1/2)" in goal.words
    with pytest.raises(Malformed):
        read(value, truths=3)


@pytest.mark.parametrize(
    "value",
    [
        {"name": "a-optimal", "contrasts": UNITS},
        {"name": "a-optimal", "over": "mean"},
        {"name": "c-optimal"},
        CONTRAST | {"contrasts": [[F(1), F(-1)], [F(1), F(0)]]},
        CONTRAST | {"contrasts": [[F(1), F(-1), F(0)]]},
        SHARE | {"contrasts": [[F(1), F(0)]]},
        SHARE | {"interval": [F(0), F(1)], "over": "minimax"},
        LARGEST | {"contrasts": [[F(0), F(0)]]},
        LARGEST | {"roots": [[F(1)]]},
        VOLUME | {"scales": [F(1), F(0)]},
        VOLUME | {"scales": [F(1)]},
        VOLUME | {"over": "average"},
        MEAN | {"over": "numbers"},
        MEAN | {"over": "numbers", "shifts": F(1, 2)},
        MEAN | {"over": "numbers", "shifts": F(0)},
        MEAN | {"shifts": F(4)},
        MEAN | {"over": "density", "shifts": F(4), "shares": [F(1, 2), F(1, 4)]},
    ],
)
def test_fields_of_another_objective_are_malformed(value):
    number = {"d-optimal": (2, 2), "e-optimal": (2, 1), "a-optimal": (2, 2)}
    with pytest.raises(Malformed):
        read(value, *number.get(value["name"], ()))
