"""The level that is one number: its enclosure, and what is no level."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.levels import OneNumber
from rropt.checker.privacy import one_number, pure_number, read_privacy
from rropt.checker.private_table import Words
from rropt.checker.verdict import Malformed, Size
from tests.certificates import changed, useless, verdict, write


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


THREE = OneNumber(F(3), F(3), F(0), Words("", ""))
WITH_DELTA = OneNumber(F(3), F(3), F(1, 10), Words("", ""))


def test_a_number_is_taken_and_a_delta_where_it_may_be():
    assert pure_number(THREE) is one_number(THREE) is THREE
    assert one_number(WITH_DELTA) is WITH_DELTA
    with pytest.raises(Malformed, match="without a delta"):
        pure_number(WITH_DELTA)


def test_another_level_is_malformed_for_the_reason_given():
    matrix = read_privacy({"gamma": [[F(1), F(2)], [F(2), F(1)]], "delta": F(0)}, 2, Size(1, 96))
    with pytest.raises(Malformed, match="classes need one"):
        one_number(matrix, "classes need one")
    with pytest.raises(Malformed, match="not one number"):
        pure_number(matrix)
