"""Facts of a device, line by line."""

from fractions import Fraction as F

import pytest

from rropt.devices.writing import plain, shown, written

FACTS = {
    "name": "coin",
    "parameters": {"p": "'1/2'", "long": "x" * 50},
    "notes": ["a note"],
    "gamma": "3",
    "variance": ["1/3", "2/3"],
}


def test_a_line_for_each_fact_that_there_is():
    lines = written(FACTS, "TABLE").splitlines()
    assert lines[0] == f"coin(p=1/2, long={'x' * 37}...)"
    assert lines[1] == "TABLE"
    assert "e^epsilon    3" in lines
    assert "variance     0.333333 .. 0.666667  (of the device's own estimate)" in lines
    assert lines[-1] == "note: a note"
    assert not any(line.startswith(("optimum", "certified", "joint", "its")) for line in lines)


def test_the_own_matrix_and_the_joint_view_have_lines_of_their_own():
    own = {"optimum": "1/2", "loss": "2", "certify": "rropt design"}
    joint = {
        "respondents": 5, "cards": 10, "gamma": "3/2",
        "delta_at_the_gamma_of_one_report": "1/8", "factor_knowing_only_the_prevalence": "2",
    }  # fmt: skip
    more = {"own_matrix": own, "levels": [["1", "2"], ["oo", "1"]], "joint": joint}
    said = written(FACTS | more, "")
    assert "its matrix   1, 2; oo, 1" in said and "certified by rropt design" in said
    assert "joint        e^epsilon 3/2 = 1.5 for 5 reports, 10 cards" in said
    assert "delta 1/8 = 0.125 at the e^epsilon of one report" in said
    assert "2 knowing only the prevalence" in said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("5", "5"),
        ("-1/8", "-1/8 = -0.125"),
        (f"{10**30}/{3 * 10**30 + 1}", "0.333333"),
        (["1/3", "1/3"], "0.333333"),
        (["1e-400", "2e-400"], "1e-400 .. 2e-400"),
    ],
)
def test_a_number_for_a_reader(value, said):
    assert shown(value) == said


def test_plain_goes_all_the_way_down():
    assert plain((F(1, 3), ("a", (F(2),)))) == ["1/3", ["a", ["2"]]]
    assert plain(None) is None
