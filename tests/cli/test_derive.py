"""rropt derive: formulas as text, JSON and page; refusals; undecided parts."""

from __future__ import annotations

import json

import pytest

from rropt.cli import main


def _json(capsys, *words):
    status = main(["derive", *words, "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_a_guess_by_gamma(capsys):
    status, said = _json(capsys, "guess", "--prior", "1/2,3/10,1/5")
    assert status == 0 and said["proved"]
    assert said["switches"] == ["gamma = 5/3", "gamma = 3"]
    assert [piece["value"] for piece in said["pieces"]][2] == "gamma/(gamma + 2)"
    assert said["best_of"] == "max" and said["undecided"] == []


def test_levels_and_named_ranges(capsys):
    words = ("trace", "--categories", "2", "--privacy", "1,g;h,1", "--range", "g=1..oo")
    status, said = _json(capsys, *words, "--range", "h=1,oo")
    assert status == 0 and said["levels"] == [["1", "g"], ["h", "1"]]
    assert said["pieces"][0]["value"] == "(2*g*h - g - h)/(g*h - 1)"


@pytest.mark.everything
def test_masses_in_a_parameter(capsys):
    words = ("--prior", "1-2*q,q,q", "--range", "q=0..1/2", "--gamma", "3")
    status, said = _json(capsys, "a-optimal", *words)
    assert status == 0 and said["switches"] == ["q = 1/8"]
    assert said["prior"] == ["1 - 2*q", "q", "q"] and said["fixed"]["gamma"] == "3"


@pytest.mark.everything
def test_an_open_share_of_two_truths(capsys):
    status, said = _json(capsys, "guess", "--prior", "0..1")
    assert status == 0 and said["solvers"] == {"z3": "unsat", "cvc5": "unsat"}
    assert sorted(said["switches"]) == ["pi = 1/(gamma + 1)", "pi = gamma/(gamma + 1)"]


def test_logarithms_are_said_too(capsys):
    status, said = _json(capsys, "mutual-information", "--prior", "uniform", "--categories", "5")
    assert status == 0 and len(said["pieces"]) == 2


def test_every_k(capsys):
    status, said = _json(capsys, "trace", "--categories", "any")
    assert status == 0 and said["proved"] and all(step["holds"] for step in said["steps"])
    assert said["value"] == "k*(delta*(k - 1) + gamma)/(gamma + k - 1)"


@pytest.mark.everything
def test_what_is_undecided_is_in_text_json_and_page(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("rropt.closed.derived.curved_programs.MOST_DEGREE", 0)
    page = tmp_path / "page.html"
    words = ["a-optimal", "--prior", "1-2*q,q,q", "--range", "q=0..1/2", "--gamma", "3"]
    status, said = _json(capsys, *words)
    assert status == 2 and said["undecided"] == [{"q": ["0", "1/8"]}]
    assert main(["derive", *words, "--html", str(page)]) == 2
    assert "undecided: 0 < q < 1/8" in capsys.readouterr().out
    drawn = page.read_text()
    assert "0 &lt; q &lt; 1/8" in drawn and "not proved" in drawn


def test_a_page_sets_its_formulas(tmp_path, capsys):
    page = tmp_path / "page.html"
    assert main(["derive", "trace", "--categories", "3", "--html", str(page)]) == 0
    drawn = page.read_text()
    assert "<mfrac>" in drawn and "everywhere in the box" in drawn and "<script" not in drawn


@pytest.mark.parametrize(
    "words, message",
    [
        (["guess", "--prior", "1-2*q,q,q"], "give its range"),
        (["trace", "--categories", "3", "--range", "q"], "--range must be NAME=LO..HI"),
        (["trace", "--categories", "3", "--gamma", "3"], "must be a range"),
        (["trace", "--categories", "3", "--gamma", "x,y"], "gamma"),
        (["variance", "--prior", "1/4", "--outputs", "no"], "outputs"),
        (["d-optimal", "--prior", "1/2,1/4,1/4", "--categories", "any"], "equal masses"),
    ],
)
def test_refusals_are_one_line(capsys, words, message):
    assert main(["derive", *words]) == 3
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1


@pytest.mark.everything
def test_a_budget_ends_the_work_and_what_is_left_is_shown(capsys):
    words = ("mean", "--values=-1,-1/2,0,1/2,1", "--gamma", "3/2,40", "--budget", "1/100")
    status, said = _json(capsys, *words)
    assert status == 2 and not said["proved"] and said["undecided"]


def test_a_worst_case_says_why_one_prior_is_enough(capsys):
    status, said = _json(capsys, "a-optimal", "--prior", "worst", "--categories", "3")
    assert status == 0 and "equal masses" in said["reason"]
    assert said["pieces"][0]["value"] == "2*(gamma + 2)**2/(3*(gamma - 1)**2)"


def test_a_budget_is_a_positive_number(capsys):
    assert main(["derive", "trace", "--categories", "3", "--budget", "0"]) == 3
    assert "budget must be positive" in capsys.readouterr().err


def test_a_model_in_its_own_coefficients(capsys, tmp_path):
    model = tmp_path / "model.json"
    fields = {"link": "linear", "alpha": ["1/4"], "beta": [["1/8"]], "points": [["0"], ["2"]]}
    model.write_text(json.dumps(fields | {"target": "c", "coefficients": [1]}))
    words = ("for-model", "--model", str(model))
    status, said = _json(capsys, *words, "--theta", "a,1/8", "--range", "a=1/8,1/4")
    assert status == 0 and said["proved"] and "noise" in said["reason"]
    assert said["ranges"] == {"gamma": ["1", "oo"], "a": ["1/8", "1/4"]}
    assert main(["derive", "trace", "--categories", "2", "--theta", "a"]) == 3
    assert "but for a model" in capsys.readouterr().err
