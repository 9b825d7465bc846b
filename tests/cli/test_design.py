"""rropt design: objectives, options, what it writes, what it refuses."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from rropt.cli import main
from rropt.utility.named import OBJECTIVES

LEVEL = ["--gamma", "3"]
WORDS = {
    "variance": ["--prior", "1/4"],
    "warner": ["--prior", "1/4"],
    "mean": ["--values=-1,0,1"],
    "trace": ["--categories", "3"],
    "guess": ["--prior", "1/2,1/3,1/6"],
    "gain": ["--gain", "1,0;0,1;2/3,2/3", "--prior", "1/2,1/2"],
    "mutual-information": ["--prior", "1/2,1/3,1/6"],
    "f-divergence": ["--divergence", "total-variation"],
    "a-optimal": ["--prior", "1/2,1/3,1/6"],
    "d-optimal": ["--prior", "1/2,1/3,1/6"],
    "e-optimal": ["--prior", "1/2,1/3,1/6"],
    "c-optimal": ["--prior", "1/2,1/3,1/6", "--contrast", "1,-1,0"],
}


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict:
    assert main(["design", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.everything
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_every_objective_prints_and_its_json_is_checked(
    objective: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "design.json"
    words = ["design", objective, *LEVEL, *WORDS[objective]]
    assert main([*words, "--json", "-o", str(saved)]) == 0
    assert main(["check", str(saved)]) == 0
    capsys.readouterr()
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    for part in ("report \\ truth", "privacy  epsilon = ln(3)", "value ", "bound ", "gap "):
        assert part in shown


@pytest.mark.everything
def test_a_known_value_and_its_decimal(capsys: pytest.CaptureFixture[str]) -> None:
    """Least variance at gamma 3, prevalence 1/4: 3/16 + 3/4 = 15/16 (holohan/thm-2)."""
    data = answer(capsys, "variance", *LEVEL, "--prior", "1/4")
    assert (data["value"], data["bound"], data["gap"]) == ("15/16", "15/16", "0")
    assert main(["design", "variance", *LEVEL, "--prior", "1/4"]) == 0
    shown = capsys.readouterr().out
    assert "value    15/16 = 0.9375" in shown and "3/4 = 0.750000" in shown


@pytest.mark.everything
def test_a_second_route_is_run_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["design", "trace", *LEVEL, "--categories", "3"]
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["routes"] is None
    assert main([*words, "--crosscheck", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["routes"]["difference"] < 1e-6
    assert main([*words, "--crosscheck"]) == 0
    assert "second route (cvxpy): 1." in capsys.readouterr().out


@pytest.mark.everything
def test_save_html_and_the_line_that_checks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved, page = tmp_path / "c.json", tmp_path / "p.html"
    words = ["trace", *LEVEL, "--categories", "4", "--certificate", str(saved), "--html", str(page)]
    assert main(["design", *words]) == 0
    assert f"rropt check {saved}" in capsys.readouterr().out
    drawn = "the page is what rropt draws of it; labels, question and date are the author's words"
    for path, scope in ((saved, "exactly: no epsilon = ln 3"), (page, drawn)):
        assert main(["check", str(path)]) == 0
        said = " ".join(capsys.readouterr().out.split())
        assert said.startswith("verified: no mechanism with epsilon = ln 3 ") and scope in said


@pytest.mark.parametrize("twice", [("--save", "--certificate"), ("--html", "-o")])
def test_each_output_has_a_file_of_its_own(twice, tmp_path: Path, capsys) -> None:
    path = str(tmp_path / "one.json")
    words = ["design", "trace", *LEVEL, "--categories", "3", twice[0], path, twice[1], path]
    assert main(words) == 3
    said = capsys.readouterr().err
    assert f"{twice[0]} and {twice[1]} must be different files" in said
    assert not Path(path).exists()


def test_revealing_no_gives_the_symmetric_card(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["variance", "--epsilon", "1", "--delta", "2/5", "--prior", "1/10", "--outputs", "2"]
    revealing = answer(capsys, *words)["channel"]
    symmetric = answer(capsys, *words, "--revealing", "no")["channel"]
    assert revealing == [["1", "3/5"], ["0", "2/5"]]
    assert symmetric[0][0] == symmetric[1][1] and "0" not in symmetric[0]


def test_denominator_gives_multiples(capsys: pytest.CaptureFixture[str]) -> None:
    data = answer(capsys, "variance", "--epsilon", "1", "--prior", "1/4", "--denominator", "52")
    assert all((Fraction(x) * 52).denominator == 1 for row in data["channel"] for x in row)
    assert Fraction(data["gap"]) > 0


def test_explain_says_something(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["design", "variance", *LEVEL, "--prior", "1/4", "--explain"]) == 0
    assert len(capsys.readouterr().out.splitlines()[-1]) > 10


@pytest.mark.everything
def test_regret_is_what_the_library_finds(capsys: pytest.CaptureFixture[str]) -> None:
    from rropt import BetaFactor, minimax_regret

    priors = "1/2,1/3,1/6;1/10,1/10,4/5"
    found = answer(capsys, "a-optimal", *LEVEL, "--priors", priors, "--regret")
    design = minimax_regret(BetaFactor(3), priors.split(";"))
    assert found["certificate"] == design.certificate.data
    assert "less the offset" in str(design.check())
    for words in (["--prior", "1/2,1/2"], ["--priors", priors, "--weights", "1/2,1/2"]):
        assert main(["design", "a-optimal", *LEVEL, *words, "--regret"]) == 3
        assert "--regret" in capsys.readouterr().err


@pytest.mark.everything
def test_worst_cases_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    """gamma / (gamma - 1)^2 for a fixed group; 1/4 more for the worst population."""
    for words, value in (
        (["variance", "--prior", "worst"], 1.0),
        (["variance", "--prior", "worst", "--worst", "group"], 0.75),
        (["c-optimal", "--prior", "worst", "--worst", "group", "--contrast", "0,0,1"], 0.75),
        (["e-optimal", "--prior", "worst", "--worst", "group", "--categories", "2"], 1.5),
        (["mean", "--values", "0,1"], 0.75),
        (["variance", "--prior", "1/4..9/10"], 1.0),
    ):
        found = answer(capsys, *words, *LEVEL)
        bound = found["bound"] if isinstance(found["bound"], str) else found["bound"][0]
        assert float(Fraction(bound)) == pytest.approx(value, rel=1e-7)


def test_the_number_of_reports_is_not_the_name_of_a_file(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = ["design", "variance", "--epsilon", "1", "--prior", "1/4"]
    for given in (["--output", "3"], ["--output=3"]):
        assert main([*words, *given]) == 3
        said = capsys.readouterr().err
        assert "--outputs M is the number of reports, -o FILE says where to write" in said
    assert list(tmp_path.iterdir()) == []
    assert main(["bound", "--output", "x"]) == 3
    assert "outputs" not in capsys.readouterr().err


@pytest.mark.everything
def test_a_promise_that_the_histogram_keeps(capsys):
    """The local level is larger than the central one, and the table is the best at it."""
    words = ["variance", "--prior", "1/4", "--shuffled", "60", "--at-delta", "1e-6"]
    assert main(["design", *words, "--epsilon", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    seen = data["shuffled"]
    assert Fraction(seen["epsilon"][1]) <= 1 < Fraction(seen["local_epsilon"])
    level = seen["local_epsilon"]
    assert main(["design", "variance", "--prior", "1/4", "--epsilon", level, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["channel"] == data["channel"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--shuffled", "60", "--epsilon", "1"], "--shuffled needs --at-delta"),
        (["--at-delta", "1e-6", "--epsilon", "1"], "--at-delta needs --shuffled"),
        (["--shuffled", "0", "--at-delta", "1e-6", "--epsilon", "1"], "--shuffled must be"),
        (
            ["--shuffled", "9", "--at-delta", "1e-6", "--epsilon", "1", "--delta", "1/9"],
            "privacy must be epsilon alone",
        ),
    ],
)
def test_refused_promises(words, said, capsys):
    assert main(["design", "variance", "--prior", "1/4", *words]) == 3
    assert said in capsys.readouterr().err
