"""Parameters by their names of version 2."""

from __future__ import annotations

import inspect

import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.exact.renamed import renamed


@renamed(colour="color")
def painted(wall: str, color: str = "white") -> str:
    """What is painted."""
    return f"{color} {wall}"


def test_an_old_name_means_todays_and_says_so() -> None:
    with pytest.warns(FutureWarning, match="^colour is now color$"):
        assert painted("door", colour="red") == "red door"  # type: ignore[call-arg]


def test_todays_name_is_silent(recwarn: pytest.WarningsRecorder) -> None:
    assert painted("door", color="red") == painted("door", "red") == "red door"
    assert painted("door") == "white door" and not recwarn.list


def test_both_names_together_are_refused() -> None:
    with pytest.raises(InputError, match="colour must be left out beside color"):
        painted("door", colour="red", color="blue")  # type: ignore[call-arg]


def test_what_is_shown_of_the_function_has_todays_names_only() -> None:
    assert list(inspect.signature(painted).parameters) == ["wall", "color"]
    assert painted.__doc__ == "What is painted."


def test_regress_takes_the_report_of_cheaters_by_its_old_name() -> None:
    pytest.importorskip("pandas")
    data = {"report": [0, 1] * 12 + [0] * 6, "form": ["A", "B"] * 15}
    designs = {"A": [["3/4", "1/4"], ["1/4", "3/4"]], "B": [["1/4", "3/4"], ["3/4", "1/4"]]}
    asked = {"formula": "report ~ 1", "data": data, "design": designs, "design_column": "form"}
    today = rr.regress(**asked, noncompliance="0")
    with pytest.warns(FutureWarning, match="safe is now noncompliance") as told:
        assert rr.regress(**asked, safe="0").llf == today.llf
    assert [warning.filename for warning in told] == [__file__]
