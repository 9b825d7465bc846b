"""The objectives of kind gradient by their names: exactly their fields, and what they say."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.determinant import Determinant
from rropt.checker.interval_numbers import Numbers, SpreadNumbers
from rropt.checker.kind_gradient import read_objective
from rropt.checker.largest_eigenvalue import Eigenvalue
from rropt.checker.verdict import Malformed, Size
from rropt.checker.worst_cases import OverGroups, WorstPrevalence

ROOM = Size(10, 64)
UNITS = [[F(1), F(0)], [F(0), F(1)]]
SHARE = {"name": "variance", "contrasts": [[F(0), F(1)]]}
CONTRAST = {"name": "c-optimal", "contrasts": [[F(1), F(-1)]]}
MEAN = {"name": "mean", "values": [F(0), F(5)]}
VOLUME = {"name": "d-optimal", "contrasts": UNITS, "scales": [F(1), F(2)]}
LARGEST = {"name": "e-optimal", "contrasts": [[F(1), F(-1)]], "roots": []}


def read(value):
    return read_objective(value, 2, ROOM)


def test_contrasts_are_those_of_the_name():
    assert read({"name": "a-optimal"}).contrasts == UNITS
    assert read(SHARE).contrasts == [[0, 1]]
    assert read(CONTRAST).contrasts == [[1, -1]] and "(1, -1)" in read(CONTRAST).words
    assert read(MEAN).contrasts == [[0, 5]] and "values (0, 5)" in read(MEAN).words
    assert read(LARGEST).seen == UNITS and read(LARGEST).contrasts == [[1, -1]]
    assert read(VOLUME).scales == [1, 2]


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (SHARE | {"interval": [F(0), F(1, 4)]}, WorstPrevalence),
        (LARGEST, Eigenvalue),
        (VOLUME, Determinant),
        (MEAN | {"over": "worst-group"}, OverGroups),
        ({"name": "a-optimal", "over": "worst-population"}, OverGroups),
        (MEAN | {"over": "numbers", "shifts": F(4)}, Numbers),
        (
            {"name": "mean", "values": [F(0), F(1), F(2)], "over": "density"}
            | {"shifts": F(4), "shares": [F(1, 2)] * 2},
            SpreadNumbers,
        ),
    ],
)
def test_what_a_name_and_its_fields_ask_for(value, kind):
    truths = len(value["values"]) if "values" in value else 2
    assert type(read_objective(value, truths, ROOM)) is kind


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        {"name": "b-optimal"},
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
    with pytest.raises(Malformed):
        read(value)
