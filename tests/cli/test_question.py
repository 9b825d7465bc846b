"""Objectives on the command line: their options, and what is wrong with them."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from rropt.cli import main
from rropt.utility.named import uniform

LEVEL = ["--gamma", "3"]


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict:
    assert main(["design", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.everything
def test_robust_priors_and_weights(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["a-optimal", *LEVEL, "--priors", "1/2,1/2;9/10,1/10"]
    worst = answer(capsys, *words)
    mean = answer(capsys, *words, "--weights", "1/2,1/2")
    assert float(Fraction(worst["bound"])) > float(Fraction(mean["bound"]))


@pytest.mark.parametrize(
    "words",
    [
        ["trace"],
        ["f-divergence", "--divergence", "hellinger"],
        ["guess", "--prior", "uniform"],
        ["a-optimal", "--prior", "worst"],
    ],
)
def test_labels_say_how_many_truths_there_are(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    labelled = answer(capsys, *words, *LEVEL, "--truths", "a,b,c")
    counted = answer(capsys, *words, *LEVEL, "--categories", "3")
    assert labelled["channel"] == counted["channel"]


def test_too_many_labels_are_told_as_labels(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["c-optimal", *LEVEL, "--contrast", "1,-1", "--prior", "uniform", "--truths", "a,b,c"]
    assert main(["design", *words]) == 3
    assert "--truths must be 2 different labels" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["variance", *LEVEL], "--prior is needed for variance"),
        (["trace", *LEVEL], "--categories is needed"),
        (["gain", *LEVEL, "--prior", "1/2,1/2"], "--gain is needed"),
        (["c-optimal", *LEVEL, "--prior", "1/2,1/2"], "--contrast is needed"),
        (["trace", *LEVEL, "--categories", "3", "--priors", "1,0"], "--priors is for a-optimal"),
        (["a-optimal", *LEVEL, "--prior", "1/2,1/2", "--weights", "1"], "--weights needs --priors"),
        (
            ["a-optimal", *LEVEL, "--priors", "1/2,1/2", "--weights", "1,0"],
            "one entry for each prior",
        ),
        (["f-divergence", *LEVEL, "--divergence", "chi"], "divergence must be one of"),
        (["f-divergence", *LEVEL, "--divergence", "le-cam", "--pair", "0"], "pair must be two"),
        (
            ["trace", *LEVEL, "--delta", "1/10", "--categories", "3", "--revealing", "no"],
            "--revealing must be yes but for yes/no cards (variance with 2 outputs, warner)",
        ),
        (["trace", *LEVEL, "--categories", "3", "--html", "/"], "--html must be a writable file"),
        (["trace", *LEVEL, "--categories", "3", "--save", "/"], "--save must be a writable file"),
        (["trace", *LEVEL, "--categories", "3", "--html", ""], "--html must be a writable file"),
        (["trace", *LEVEL, "--categories", "3", "--save", ""], "--save must be a writable file"),
        (["trace", *LEVEL, "--categories", "3", "--denominator", "0"], "denominator must be"),
        (["trace", *LEVEL, "--categories", "x"], "categories must be"),
    ],
)
def test_what_is_refused_is_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["design", *words]) == 3
    printed = capsys.readouterr()
    assert said in printed.err and printed.err.count("\n") == 1 and printed.out == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["variance", "--prior", "1/4", "--worst", "group"], "--prior worst"),
        (["mean", "--categories", "3"], "--values is needed"),
        (["mean", "--values", "0,1", "--low", "0", "--high", "1"], "take the place of --values"),
        (["variance", "--low", "0", "--high", "1"], "--low and --high are for mean"),
        (["mean", "--low", "0"], "--low needs --high"),
        (["mean", "--low", "0", "--high", "1", "--categories", "1"], "--categories must be"),
        (["mean", "--values", "0,1", "--worst", "case"], "worst must be group or population"),
        (["a-optimal", "--prior", "worst"], "categories must be given"),
        (["e-optimal", "--prior", "worst", "--categories", "3"], "respondents must be group"),
        (["variance", "--prior", "1/4.."], "high must be a whole number"),
    ],
)
def test_worst_cases_that_are_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["design", *words, *LEVEL]) == 3
    assert said in capsys.readouterr().err


@pytest.mark.everything
def test_a_model_in_a_file_is_designed_for(tmp_path, capsys):
    """480.13232 is the issue's number."""
    path = tmp_path / "model.json"
    model = {"alpha": ["-1/2", "-1"], "beta": ["1", "1/2"], "points": [0, 1], "coefficients": [1]}
    path.write_text(json.dumps(model))
    arguments = ["design", "for-model", "--model", str(path), "--epsilon", "1/2", "--json"]
    assert main(arguments) == 0
    found = json.loads(capsys.readouterr().out)
    assert float(Fraction(found["value"])) == pytest.approx(480.13232, rel=1e-7)
    assert found["model"]["coefficients"] == [1]
    assert main(["design", "trace", "--categories", "3", "--epsilon", "1", "--model", "x"]) == 3
    assert "--model is for for-model, not trace" in capsys.readouterr().err
    assert main([*arguments, "--prior", "1/2"]) == 3
    assert "--prior must be left out for for-model" in capsys.readouterr().err


@pytest.mark.everything
@pytest.mark.parametrize(
    ("words", "same"),
    [
        ("variance --prior 25%", "variance --prior 1/4"),
        ("variance --prior uniform", "variance --prior 1/2"),
        ("guess --prior uniform --categories 3", "guess --prior 1/3,1/3,1/3"),
        ("gain --gain 1,0;0,1;1,1 --prior uniform", "gain --gain 1,0;0,1;1,1 --prior 1/2,1/2"),
        (
            "c-optimal --contrast 1,-1,0 --prior uniform",
            "c-optimal --contrast 1,-1,0 --prior 1/3,1/3,1/3",
        ),
        ("guess --prior 2,1,1", "guess --prior 50%,25%,25%"),
    ],
)
def test_priors_that_a_reader_understands(words, same, capsys):
    designs = []
    for line in (words, same):
        assert main(["design", *line.split(), "--gamma", "3", "--json"]) == 0
        designs.append(json.loads(capsys.readouterr().out)["channel"])
    assert designs[0] == designs[1]


@pytest.mark.everything
def test_the_uniform_prior_is_that_of_the_truths_that_are_named(capsys) -> None:
    def told(*words: str):
        assert main(["design", *words, "--gamma", "3", "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    assert uniform(4) == "1/4,1/4,1/4,1/4"
    fair = told("guess", "--prior", "uniform", "--categories", "4")
    assert fair["value"] == told("guess", "--prior", uniform(4))["value"] == "1/2"
    bets = told("gain", "--gain", "1,0,0;0,1,0", "--prior", "uniform")
    assert bets["value"] == told("gain", "--gain", "1,0,0;0,1,0", "--prior", uniform(3))["value"]
    half = told("variance", "--prior", "uniform")
    assert half["value"] == told("variance", "--prior", "1/2")["value"]


@pytest.mark.parametrize(
    "words, said",
    [
        ("trace --categories 3 --gain 1,0", "--gain is for gain, not trace"),
        ("gain --loss 0,1;1,0", "--prior is needed for gain"),
        ("gain --loss 0,1;1,0 --gain 1,0 --prior 1/2,1/2", "--gain must not be given together"),
        ("guess --loss 0,1;1,0 --prior 1/2,1/2", "--loss is for gain, not guess"),
        ("gain --loss 0,1;1,0 --prior 1/2,1/2 --pair 0,1", "--pair is for f-divergence, not gain"),
        ("gain --loss 0,1;1,0 --prior 1/2,1/2 --categories 3", "--categories must be 2"),
        ("guess --prior 1/2,1/2 --categories 3", "--categories must be 2 for this objective"),
        (
            "a-optimal --prior 1/2,1/2 --weights 1",
            "--weights needs --priors: robust",
        ),
        ("nothing --prior 1/2", "OBJECTIVE must be one of"),
        ("varianc --prior 1/2", "got 'varianc', did you mean variance?"),
        ("for-model", "--model is needed for for-model"),
        ("for-model --model no.json --prior 1/2", "--prior must be left out for for-model"),
        ("guess --prior 1/2,1/2 --model m.json", "--model is for for-model, not guess"),
        ("for-model --model /no/such.json", "--model must be a readable file"),
    ],
)
def test_options_that_do_not_belong(words: str, said: str, capsys) -> None:
    assert main(["design", *words.split(), "--gamma", "3"]) == 3
    assert said in capsys.readouterr().err
