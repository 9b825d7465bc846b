"""The field `privacy` is read as what its keys say; one number and its enclosure."""

from __future__ import annotations

import pytest

from rropt.checker.conditions import Conditions
from rropt.checker.levels import OneNumber, read_privacy
from rropt.checker.levels_of_pairs import Matrix
from rropt.checker.limits import Size
from rropt.checker.verdict import Malformed
from tests.certificates import TWO_LEVELS, F, changed, useless, verdict, write
from tests.checker.test_condition_rays import as_read


def test_a_number_is_enclosed():
    """e lies between 2.718 and 2.719, and not beyond: the useless table gains nothing by it."""
    good = useless(
        2, {"gamma": "3", "delta": "0"}, {"name": "trace"}, [F(1)] * 2, {"proof": "extremes"}
    )
    for low, high, expected in (
        ("2.718", "2.719", "verified"),
        ("2.719", "2.72", "refuted"),
        ("2.717", "2.718", "refuted"),
    ):
        privacy = {"gamma": [F(low), F(high)], "delta": F(0), "epsilon": F(1)}
        said = changed(good, value="1", gap="1", privacy=write(privacy))
        assert verdict(said) == expected


@pytest.mark.parametrize(
    "privacy",
    [
        {"gamma": "3", "above": "4", "delta": "0"},
        {"gamma": "1/2", "delta": "0"},
        {"gamma": "3", "delta": "-1/2"},
        {"gamma": "3", "delta": "2"},
        {"gamma": "3", "delta": "0", "epsilon": "1"},
        {"gamma": ["2", "3"], "delta": "0"},
        {"gamma": ["3", "2"], "delta": "0", "epsilon": "1"},
        {"gamma": ["2", "3"], "delta": "0", "epsilon": "-1"},
        {"gamma": [], "delta": "0", "epsilon": "1"},
        {"gamma": "3"},
        {"levels": [[0, 1, [["3", "0"]]]]},
    ],
)
def test_what_is_no_level(privacy):
    good = useless(
        2, {"gamma": "3", "delta": "0"}, {"name": "trace"}, [F(1)] * 2, {"proof": "extremes"}
    )
    assert verdict(changed(good, value="1", gap="1")) == "verified"
    assert verdict(changed(good, value="1", gap="1", privacy=privacy)) == "malformed"


THREE, ZERO = F(3), F(0)


def test_each_form_is_read_as_itself():
    number = read_privacy({"gamma": THREE, "delta": ZERO}, 2, Size(1, 64))
    assert isinstance(number, OneNumber) and number.is_pure and number.high == 3
    rows = [[F(1), THREE], ["oo", F(1)]]
    matrix = read_privacy({"gamma": rows, "delta": ZERO}, 2, Size(1, 64))
    assert isinstance(matrix, Matrix) and matrix.high == [[1, 3], [None, 1]]
    listed = read_privacy({"conditions": as_read(TWO_LEVELS)}, 2, Size(1, 64))
    assert isinstance(listed, Conditions) and not listed.is_pure


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"gamma": THREE},
        {"conditions": as_read(TWO_LEVELS), "gamma": THREE},
        {"gamma": THREE, "delta": ZERO, "conditions": []},
    ],
)
def test_what_is_no_privacy(value):
    with pytest.raises(Malformed):
        read_privacy(value, 2, Size(1, 64))
