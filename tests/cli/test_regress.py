"""rropt regress."""

import json

import numpy as np
import pytest

import rropt as rr
from rropt.cli import main
from rropt.survey.regression import regress
from tests.survey.regression.survey_data import WARNER, simulated
from tests.survey.regression.test_randomized_predictor import FORM, two_answers
from tests.survey.regression.test_regress import MANGAT, lie_detector
from tests.survey.test_item_counts import lists


@pytest.fixture
def files(tmp_path):
    frame = simulated(WARNER, [[-0.5, 0.8]], 400, seed=3).frame
    table = tmp_path / "reports.csv"
    frame.drop(columns="truth").to_csv(table, index=False)
    design = tmp_path / "D.json"
    design.write_text(json.dumps({"channel": [["3/4", "1/4"], ["1/4", "3/4"]]}))
    return frame, str(table), str(design)


def test_the_command_says_what_the_function_finds(files, capsys):
    frame, table, design = files
    assert main(["regress", table, "--design", design, "--formula", "report ~ x", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    fit = regress("report ~ x", frame, WARNER.tolist())
    assert data["coefficients"] == pytest.approx(fit.params.to_dict())
    assert data["stderr"] == pytest.approx(fit.bse.to_dict())
    assert main(["regress", table, "--design", design, "--formula", "report ~ x", "--effects"]) == 0
    text = capsys.readouterr().out
    assert "log-likelihood" in text
    assert "slope" in text


def test_a_finite_population_is_taken_as_by_the_function(files, capsys):
    frame, table, design = files
    asked = ["regress", table, "--design", design, "--formula", "report ~ x", "--json"]
    assert main([*asked, "--population", "900"]) == 0
    data = json.loads(capsys.readouterr().out)
    fit = regress("report ~ x", frame, WARNER.tolist(), population=900)
    assert data["stderr"] == pytest.approx(fit.bse.to_dict())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--formula", "report"], "formula must look like"),
        (["--formula", "report ~ y"], "columns of the data"),
        (["--formula", "x ~ z"], "column 'x' must hold only the labels '0', '1', got 400 of 400"),
        (["--formula", "report ~ x", "--errors", "robust"], "errors must be one of"),
    ],
)
def test_bad_input_is_one_line(files, capsys, words, message):
    _, table, design = files
    assert main(["regress", table, "--design", design, *words]) == 3
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.everything
def test_words_such_as_none_are_labels(tmp_path, capsys):
    random = np.random.default_rng(4)
    rows = "".join(f"{('None', 'some')[random.integers(0, 2)]},{x}\n" for x in range(60))
    (tmp_path / "r.csv").write_text("report,x\n" + rows)
    design = {"channel": [["3/4", "1/4"], ["1/4", "3/4"]], "reports": ["None", "some"]}
    (tmp_path / "D.json").write_text(json.dumps(design))
    words = [
        str(tmp_path / "r.csv"),
        "--design",
        str(tmp_path / "D.json"),
        "--formula",
        "report ~ x",
    ]
    assert main(["regress", *words]) == 0
    assert "n = 60" in capsys.readouterr().out


@pytest.mark.everything
def test_a_lie_detector_by_two_tables_from_the_command_line(tmp_path, capsys):
    frame = lie_detector(2000, 21)
    frame.to_csv(tmp_path / "r.csv", index=False)
    for form, rows in MANGAT.items():
        (tmp_path / f"{form}.json").write_text(json.dumps({"channel": rows}))
    designs = f"0={tmp_path / '0.json'},1={tmp_path / '1.json'}"
    words = [str(tmp_path / "r.csv"), "--design", designs, "--design-column", "form"]
    words += ["--formula", "report ~ x", "--noncompliance", "0", "--liars", "1", "--lying", "z"]
    assert main(["regress", *words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    fit = regress(
        "report ~ x", frame, MANGAT, design_column="form", noncompliance="0", liars="1", lying="z"
    )
    assert data["coefficients"] == pytest.approx(fit.params.to_dict())
    assert list(data["coefficients"]) == ["Intercept", "x", "lying: Intercept", "lying: z"]


@pytest.mark.everything
def test_groups_have_random_intercepts_from_the_command_line(files, capsys):
    _, table, design = files
    words = ["regress", table, "--design", design, "--formula", "report ~ x"]
    assert main([*words, "--groups", "z", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert list(data["coefficients"]) == ["Intercept", "x", "sd of groups"]
    assert data["interval"]["sd of groups"][0] >= 0


def test_a_randomized_outcome_and_predictor_by_their_own_designs(tmp_path, capsys):
    frame = two_answers(400, 3)
    frame.to_csv(tmp_path / "r.csv", index=False)
    card = [["3/4", "1/4"], ["1/4", "3/4"]]
    labels = {"reports": ["no", "yes"], "truths": ["no", "yes"]}
    (tmp_path / "a.json").write_text(json.dumps({"channel": card, **labels}))
    (tmp_path / "b.json").write_text(json.dumps(FORM.to_json()))
    paths = f"smokes={tmp_path / 'a.json'},drinks={tmp_path / 'b.json'}"
    words = ["--formula", "smokes ~ drinks", "--randomized", "smokes,drinks", "--json"]
    assert main(["regress", str(tmp_path / "r.csv"), "--design", paths, *words]) == 0
    data = json.loads(capsys.readouterr().out)
    designs = {"smokes": {"channel": card, **labels}, "drinks": FORM}
    fit = regress("smokes ~ drinks", frame, designs, randomized=["smokes", "drinks"])
    assert data["coefficients"] == pytest.approx(fit.params.to_dict())


def test_item_counts_have_no_labels(capsys):
    words = ["--counted", "3", "--design-column", "list", "--formula", "count ~ x"]
    assert main(["regress", "none.csv", *words, "--truths", "a,b"]) == 3
    assert "--truths must be left out with --counted" in capsys.readouterr().err


@pytest.mark.everything
def test_item_counts_from_the_command_line(tmp_path, capsys):
    frame = lists(300, 11).replace({"list": {0: "short", 1: "long"}})
    frame.to_csv(tmp_path / "r.csv", index=False)
    words = ["regress", str(tmp_path / "r.csv"), "--formula", "count ~ x", "--json"]
    words += ["--counted", "3,short,long", "--design-column", "list", "--count-model", "binomial"]
    assert main(words) == 0
    data = json.loads(capsys.readouterr().out)
    fit = regress("count ~ x", frame, rr.ItemCount(3, ("short", "long")), design_column="list")
    assert data["coefficients"] == pytest.approx(fit.params.to_dict())
    assert main([*words, "--counted", "three"]) == 3
    assert "--counted must be a whole number" in capsys.readouterr().err
    assert main([*words, "--design", "D.json"]) == 3
    assert "exactly one of --design and --counted" in capsys.readouterr().err
