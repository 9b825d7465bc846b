"""rropt plan: the quantity left open, for every question."""

import json
from fractions import Fraction

import pytest

from rropt.cli import main

WARNER = {"channel": [["3/4", "1/4"], ["1/4", "3/4"]]}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "D.json").write_text(json.dumps(WARNER))
    return tmp_path


def answer(capsys, *words):
    assert main(["plan", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_sample_size_and_the_reverse(folder, capsys):
    """1.96^2 * 0.91 / 0.02^2, rounded up: 8740."""
    data = answer(capsys, "--design", "D.json", "--prior", "1/5", "--margin", "0.02")
    assert (data["n"], data["open"]) == (8740, "n")
    back = answer(capsys, "--design", "D.json", "--prior", "1/5", "--n", "8740")
    assert back["margin"] == pytest.approx(0.02, abs=1e-5)


def test_percent_is_read_of_every_share(folder, capsys):
    words = ["--design", "D.json", "--prior", "20%", "--margin", "2%", "--level", "95%"]
    assert answer(capsys, *words)["n"] == 8740


@pytest.mark.everything
def test_power_and_epsilon(folder, capsys):
    words = ["--prior", "1/5", "--null", "1/10"]
    size = answer(capsys, "--design", "D.json", *words, "--power", "0.9")["n"]
    power = answer(capsys, "--design", "D.json", *words, "--n", str(size))["power"]
    assert 0.9 <= power < 0.91
    epsilon = Fraction(answer(capsys, *words, "--power", "0.9", "--n", str(size))["epsilon"])
    assert float(epsilon) == pytest.approx(1.0986, abs=0.02)
    one_sided = answer(
        capsys, "--design", "D.json", *words, "--power", "0.9", "--alternative", "one-sided"
    )
    assert one_sided["n"] < size


@pytest.mark.everything
@pytest.mark.parametrize(
    "question",
    [
        ["--groups", "1/4,1/3", "--allocation", "1/3"],
        ["--prior", "0.7,0.2,0.1"],
        ["--bits", "2"],
        ["--bits", "2", "--prior", "1/2,1/4,1/8,1/8"],
    ],
    ids=["groups", "categories", "bits", "cells"],
)
def test_every_question_has_a_sample_size(folder, capsys, question):
    few = answer(capsys, *question, "--epsilon", "ln(3)", "--margin", "0.1")["n"]
    many = answer(capsys, *question, "--epsilon", "ln(3)", "--margin", "0.05")["n"]
    assert many == pytest.approx(4 * few, abs=4)


@pytest.mark.everything
def test_first_and_kept_are_printed(folder, capsys):
    (folder / "R.json").write_text(json.dumps({"channel": [["1", "1/5"], ["0", "4/5"]]}))
    words = ["--design", "R.json", "--prior", "1/20", "--null", "1/100", "--power", "0.8"]
    data = answer(capsys, *words)
    assert (data["plan"]["first"], data["n"], data["plan"]["power_error"]) == (137, 167, 0)
    assert main(["plan", *words]) == 0
    said = capsys.readouterr().out
    assert "first reached with 137 reports, kept from 167 on" in said and "(exact)" in said
    limit = answer(capsys, *words, "--method", "normal")
    assert limit["n"] < 120 and limit["plan"]["power_error"] is None


def test_the_least_epsilon_of_any_table(folder, capsys):
    words = ["--prior", "1/5", "--margin", "0.02", "--n", "8740", "--optimal"]
    data = answer(capsys, *words)
    assert (data["open"], data["epsilon"], data["below"]) == ("epsilon", "5493/5000", "2197/2000")
    for name in ("certificate", "refusal"):
        (folder / "C.json").write_text(json.dumps(data[name]))
        assert main(["check", "C.json"]) == 0
    capsys.readouterr()
    assert main(["plan", *words]) == 0
    # 0.02 / 1.959964, as scipy.stats.norm.ppf(0.975) has it.
    said = "at 2197/2000 no mechanism has a standard error of at most 0.0102043: verified"
    assert said in " ".join(capsys.readouterr().out.split())
    for wrong, message in (
        (["--prior", "1/5", "--margin", "0.02", "--optimal"], "--optimal needs --n"),
        ([*words, "--epsilon", "1"], "--epsilon must be left out with --optimal"),
        ([*words, "--method", "chebyshev"], "--method must be normal with --optimal"),
        (
            ["--optimal", "--n", "99", "--margin", "0.3", "--prior", "1"],
            "--prior must lie strictly",
        ),
        ([*words, "--groups", "1/3"], "--optimal must be of one proportion or of categories"),
    ):
        assert main(["plan", *wrong]) == 3
        assert message in capsys.readouterr().err


@pytest.mark.everything
def test_strata(folder, capsys):
    words = ["--design", "D.json", "--prior", "1/4,1/10", "--shares", "3/4,1/4"]
    even = answer(capsys, *words, "--margin", "0.02")["n"]
    assert answer(capsys, *words, "--allocation", "1/2,1/2", "--margin", "0.02")["n"] > even
    often = ["--design", "D.json", "--prior", "3/4,2/5", "--shares", "3/4,1/4"]
    tested = answer(capsys, *often, "--null", "1/5", "--power", "0.8")["plan"]
    assert 0.8 <= tested["power"] <= 0.85 and tested["first"] <= tested["n"]
    for n, enough in ((tested["first"] - 1, False), (tested["first"], True), (tested["n"], True)):
        power = answer(capsys, *often, "--null", "1/5", "--n", str(n))["power"]
        assert (power >= 0.8) == enough, n
    assert main(["plan", *words, "--bits", "2", "--margin", "0.02"]) == 3
    assert "--bits must be left out with --shares" in capsys.readouterr().err


def test_a_plan_is_kept_to_drawn_surveys(folder, capsys):
    words = ["--design", "D.json", "--prior", "1/5", "--null", "1/10", "--n", "700"]
    data = answer(capsys, *words, "--simulate", "20000")
    kept = data["simulated"]
    assert kept["surveys"] == 20_000
    assert kept["power"] == pytest.approx(data["power"], abs=0.015)
    assert kept["margin_held"] == pytest.approx(0.95, abs=0.015)
    assert main(["plan", *words, "--simulate", "20000"]) == 0
    assert "20000 simulated surveys: within the margin" in capsys.readouterr().out
    assert main(["plan", *words, "--simulate", "many"]) == 3
    assert "surveys must be a whole number" in capsys.readouterr().err


def test_text_names_the_answer(folder, capsys):
    assert main(["plan", "--design", "D.json", "--prior", "1/5", "--margin", "0.02"]) == 0
    assert capsys.readouterr().out.startswith("n: 8740\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--prior", "1/5"], "two more of these must be given"),
        (["--margin", "0.1", "--n", "10"], "--prior is needed"),
        (
            ["--prior", "1/5", "--margin", "0.1", "--n", "10", "--epsilon", "1"],
            "nothing is left to compute",
        ),
        (["--prior", "2", "--epsilon", "1", "--n", "5"], "prior must lie"),
        (["--prior", "1/5", "--epsilon", "1", "--n", "5", "--method", "x"], "method must be"),
        (["--bits", "0", "--epsilon", "1", "--n", "5"], "bits must be"),
        (
            ["--prior", "1/5", "--allocation", "1/3", "--epsilon", "1", "--n", "5"],
            "--allocation must be left out without --groups",
        ),
        (
            ["--bits", "2", "--groups", "1/4,1/3", "--epsilon", "1", "--n", "5"],
            "--bits must be left out with --groups",
        ),
        (["--groups", "1/4,1/3,1/2", "--epsilon", "1", "--n", "5"], "must be two prevalences"),
        (["--groups", "1/3", "--epsilon", "1", "--n", "5"], "must be two prevalences"),
        (["--prior", "1/5", "--groups", "1/4,1/3", "--epsilon", "1", "--n", "5"], "left out where"),
        (
            ["--groups", "1/5,1/3", "--null", "0", "--epsilon", "1", "--n", "5"],
            "--null must be left out with --groups",
        ),
        (
            ["--prior", "1/5,4/5", "--groups", "1/3", "--epsilon", "1", "--n", "5"],
            "one beside a proportion in --prior",
        ),
        (
            ["--design", "D.json", "--prior", "1/5", "--epsilon", "1", "--n", "5"],
            "only one of design and epsilon",
        ),
        (
            ["--prior", "1/5", "--epsilon", "1", "--margin", "0.1", "--alternative", "one-sided"],
            "alternative must be two-sided where",
        ),
    ],
)
def test_bad_input_is_one_line(folder, capsys, words, message):
    assert main(["plan", *words]) == 3
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


MODEL = {"alpha": ["-1/2", "-1"], "beta": ["1", "1/2"], "points": [0, 1], "coefficients": [1]}


@pytest.mark.everything
def test_a_coefficient_of_a_model(folder, capsys):
    """Variances of one respondent: 604.755 by k-ary response, 480.132 by the best table."""
    (folder / "model.json").write_text(json.dumps(MODEL))
    asked = ["--model", "model.json", "--stderr", "0.3"]
    assert answer(capsys, *asked, "--epsilon", "1/2")["n"] == 6720
    words = ["for-model", "--model", "model.json", "--epsilon", "1/2", "--json", "-o", "best.json"]
    assert main(["design", *words]) == 0
    capsys.readouterr()
    assert answer(capsys, *asked, "--design", "best.json")["n"] == 5335
    least = answer(capsys, *asked, "--n", "5335", "--optimal")
    assert Fraction(least["below"]) < Fraction(1, 2) <= Fraction(least["epsilon"])
    assert Fraction(least["epsilon"]) - Fraction(least["below"]) == Fraction(1, 10**4)
    assert main(["plan", *asked, "--epsilon", "1", "--prior", "1/4"]) == 3
    assert "--prior must be left out with --model" in capsys.readouterr().err
    several = {name: value for name, value in MODEL.items() if name != "coefficients"}
    (folder / "model.json").write_text(json.dumps(several | {"target": "A"}))
    assert main(["plan", *asked, "--epsilon", "1"]) == 3
    assert "must be of one coefficient at one guess" in capsys.readouterr().err


@pytest.mark.parametrize("goal", ["--margin", "--stderr"])
def test_no_goal_is_as_wide_as_what_is_estimated(folder, capsys, goal):
    """A share lies between 0 and 1: 2 points are 0.02, and a half says nothing."""
    for wide in ("2", "1/2"):
        assert main(["plan", "--design", "D.json", "--prior", "1/5", goal, wide]) == 3
        assert "must be below 1/2" in capsys.readouterr().err
    assert answer(capsys, "--design", "D.json", "--prior", "1/5", goal, "0.49")["n"] >= 1


@pytest.mark.everything
def test_a_difference_of_two_shares_varies_twice_as_much(folder, capsys):
    words = ["plan", "--design", "D.json", "--prior", "1/5", "--groups", "1/10", "--margin"]
    assert main([*words, "0.9"]) == 0
    assert main([*words, "1"]) == 3
    assert "must be below 1," in capsys.readouterr().err


@pytest.mark.everything
def test_a_margin_is_that_of_the_intervals_that_an_estimate_prints(folder, capsys):
    """Each share alone by default; --simultaneous says the same of both verbs."""
    rows = [["3/5", "1/5", "1/5"], ["1/5", "3/5", "1/5"], ["1/5", "1/5", "3/5"]]
    (folder / "T.json").write_text(json.dumps({"channel": rows}))
    words = ["--design", "T.json", "--prior", "0.7,0.2,0.1", "--margin", "0.05"]
    widest = {}
    for more in ([], ["--simultaneous"]):
        planned = answer(capsys, *words, *more)
        counts = [round(planned["n"] * share) for share in (0.48, 0.28, 0.24)]
        told = ["estimate", "--counts", ",".join(map(str, counts)), "--design", "T.json", *more]
        assert main([*told, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["simultaneous"] is planned["plan"]["simultaneous"] is bool(more)
        widest[planned["n"]] = max(high - low for low, high in found["interval"]) / 2
    assert list(widest.values()) == pytest.approx([0.05, 0.05], rel=2e-3)
    assert 2390 <= min(widest) <= 2400 and max(widest) < 3500
    assert main([*told[:-1], "--simultaneous", "--method", "wilson"]) == 3


@pytest.mark.everything
def test_a_central_promise_of_the_histogram(folder, capsys):
    """Fewer people than where each report keeps the same promise."""
    words = ("--prior", "1/5", "--margin", "0.1", "--epsilon", "1")
    data = answer(capsys, *words, "--shuffled", "--at-delta", "1e-3")
    assert data["open"] == "n" and data["n"] < answer(capsys, *words)["n"]
    assert (
        Fraction(data["shuffled"]["epsilon"][1]) <= 1 < Fraction(data["shuffled"]["local_epsilon"])
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--shuffled"], "--shuffled needs --at-delta"),
        (["--at-delta", "1e-6"], "--at-delta needs --shuffled"),
        (["--epsilon", "1", "--truths", "no,yes"], "--truths must be left out without --design"),
        (["--shuffled", "--at-delta", "1e-6", "--design", "D.json"], "--design must be left out"),
        (["--shuffled", "--at-delta", "2", "--epsilon", "1"], "delta must be from 1e-30"),
        (["--shuffled", "--at-delta", "1e-6", "--epsilon", "0"], "epsilon must be positive"),
    ],
)
def test_refusals_of_a_central_promise(folder, capsys, words, message):
    assert main(["plan", "--prior", "1/5", "--margin", "0.05", *words]) == 3
    assert message in capsys.readouterr().err
