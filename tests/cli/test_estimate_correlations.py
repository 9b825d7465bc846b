"""rropt estimate --correlations."""

import json

import pytest

import rropt as rr
from rropt.cli import main
from tests.survey.regression.test_correlations import CARD
from tests.survey.regression.test_randomized_predictor import FORM, two_answers


@pytest.fixture
def words(tmp_path):
    two_answers(300, 4).to_csv(tmp_path / "r.csv", index=False)
    for name, channel in (("a", CARD), ("b", FORM)):
        (tmp_path / f"{name}.json").write_text(json.dumps(channel.to_json()))
    designs = f"smokes={tmp_path / 'a.json'},drinks={tmp_path / 'b.json'}"
    return ["estimate", str(tmp_path / "r.csv"), "--design", designs]


def test_the_command_says_what_the_function_finds(words, capsys):
    asked = [*words, "--correlations", "smokes,drinks,x"]
    assert main([*asked, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    found = rr.correlations(
        {"smokes": CARD, "drinks": FORM}, two_answers(300, 4), ["smokes", "drinks", "x"]
    )
    assert data["correlation"] == pytest.approx(found.params.to_dict())
    assert data["interval"]["smokes, x"] == pytest.approx(list(found.limits(1, "0.95")))
    assert main(asked) == 0
    assert "Correlations of true answers, by moments; n = 300" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--correlations", "smokes"], "columns must name two or more"),
        (["--correlations", "smokes,x", "--null", "0"], "null"),
        (["--correlations", "smokes,y"], "columns of the data, got y"),
        (["--correlations", "smokes,x", "--by", "x"], "not be given with correlations"),
    ],
)
def test_bad_input_is_one_line(words, capsys, more, message):
    assert main([*words, *more]) == 3
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1
