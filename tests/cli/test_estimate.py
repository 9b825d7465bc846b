"""rropt estimate: the JSON contract, the text, and what is refused."""

import json
from fractions import Fraction as F
from math import lcm

import pytest

from rropt.cli import main
from tests.estimate_files import answer


def test_contract(folder, capsys):
    data = answer(capsys, "reports.csv", "--design", "D.json", "--column", "smokes")
    assert data["n"] == 100
    assert data["estimate"] == pytest.approx([0.7, 0.3])
    variance = 4 * 0.6 * 0.4 / 100
    assert data["stderr"] == pytest.approx([variance**0.5] * 2)
    assert data["covariance"][0] == pytest.approx([variance, -variance])
    assert data["mle"] == pytest.approx([0.7, 0.3])
    assert len(data["interval"]) == 2
    for (low, high), value in zip(data["interval"], data["estimate"], strict=True):
        assert low < value < high


def test_counts_level_and_method(folder, capsys):
    words = ["--counts", "60,40", "--design", "D.json"]
    wide = answer(capsys, *words, "--level", "0.99", "--method", "clopper_pearson")
    narrow = answer(capsys, *words, "--level", "0.9", "--method", "wald")
    assert wide["level"] == "99/100"
    assert wide["interval"][0][0] < narrow["interval"][0][0]
    assert narrow["interval"][1][1] < wide["interval"][1][1]


def test_no_level_below_one_is_said_to_be_all(folder, capsys):
    words = ["--counts", "60,40", "--design", "D.json", "--method", "profile"]
    for level, said in (("0.999", "99.9%"), ("0.999999999", "1 - 1e-09")):
        assert main(["estimate", *words, "--level", level]) == 0
        out = " ".join(capsys.readouterr().out.split())
        assert out.count(f"{said} interval") == 2 and "100%" not in out


def test_the_default_is_the_likelihood(folder, capsys):
    """Two of fifty revealing reports: its interval is moved from the profile's, and stays in it."""
    (folder / "R.json").write_text(json.dumps({"channel": [["1", "1/5"], ["0", "4/5"]]}))
    words = ["--counts", "48,2", "--design", "R.json"]
    default, plain = answer(capsys, *words), answer(capsys, *words, "--method", "profile")
    assert default["interval_method"] == ["calibrated profile likelihood"] * 2
    assert plain["interval"][1][0] < default["interval"][1][0] < default["estimate"][1]
    first, second = default["interval"]
    assert first == pytest.approx([1 - second[1], 1 - second[0]])


def test_contrast_and_test(folder, capsys):
    words = ["--counts", "60,40", "--design", "D.json", "--contrast=-1,1", "--null", "0"]
    contrast = answer(capsys, *words)["contrast"]
    assert contrast["estimate"] == pytest.approx(-0.4)
    assert 0.02 < contrast["p_value"] < 0.1
    assert main(["estimate", *words]) == 0
    assert "equal to 0: p = " in capsys.readouterr().out


SIXTHS = ",".join(f"{region}, {w}.5=1/6" for region in "ab" for w in (1, 2, 3))
"""The shares of six groups: their names have a comma."""


@pytest.mark.everything
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--design", "D.json"], "exactly one of FILE and --counts"),
        (["reports.csv", "--counts", "1,2", "--design", "D.json"], "exactly one of FILE"),
        (["--counts", "1,2,3", "--design", "D.json"], "2 entries"),
        (["--counts", "1,2", "--design", "D.json", "--null", "0"], "--null needs --contrast"),
        (["--counts", "1,2", "--design", "D.json", "--level", "2"], "level must lie"),
        (["--counts", "1,2", "--design", "D.json", "--method", "bayes"], "--method must be one of"),
        (["--counts", "8,2", "--design", "M.json", "--contrast", "0,1,0"], "must be identified"),
        (["reports.csv", "--design", "D.json"], "--column is needed with FILE"),
        (
            ["reports.csv", "--design", "D.json", "--counts", "1,2", "--by", "g"],
            "exactly one of FILE and --counts",
        ),
        (["--counts", "1e400,2", "--design", "D.json"], "more than 1e300 reports"),
        (["--counts", "5,2", "--design", "D.json", "--contrast=1e200,1"], "1e-100 and 1e100"),
        (["--counts", "5,2", "--design", "D.json", "--contrast=1e400,1e400"], "1e-100 and 1e100"),
        (["--counts", "5,2", "--design", "D.json", "--contrast=1e-200,0"], "1e-100 and 1e100"),
        (
            ["--counts", "5,2", "--design", "D.json", "--contrast=0,1", "--null", "1e400"],
            "value must be small enough",
        ),
        (
            ["--counts", "5,2", "--design", "D.json", "--contrast=0,1", "--null", "half"],
            "--null must be a whole number, a decimal or a fraction",
        ),
        (["--counts", "1,2", "--design", "D.json", "--column", "report"], "--column needs FILE"),
    ],
)
def test_bad_input_is_one_line(folder, capsys, words, message):
    assert main(["estimate", *words]) == 3
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


@pytest.mark.everything
def test_a_saved_design_is_estimated_where_it_was_made_for(tmp_path, capsys):
    """At its prior the variance is the one that the certificate proves; elsewhere it is larger."""
    path = str(tmp_path / "d.json")
    words = "design variance --gamma 3 --delta 1/10 --prior 1/4 --save"
    assert main([*words.split(), path, "--json"]) == 0
    design = json.loads(capsys.readouterr().out)
    shares = [F(3, 4) * F(a) + F(1, 4) * F(b) for a, b in design["channel"]]
    n = 10**6 * lcm(*(share.denominator for share in shares))
    counts = ",".join(str(share * n) for share in shares)

    def estimated(*more):
        words = ["estimate", "--counts", counts, "--design", path, "--method", "linear", *more]
        assert main([*words, "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert answer["estimate"] == pytest.approx([0.75, 0.25], abs=1e-12)
        return answer["prior"], answer["stderr"][1] ** 2 * n, words

    best = float(F(design["value"]))
    prior, variance, words = estimated()
    assert prior == ["3/4", "1/4"] and variance == pytest.approx(best, rel=1e-5)
    assert main(words) == 0
    assert "efficient where the distribution is 3/4, 1/4" in capsys.readouterr().out
    prior, variance, words = estimated("--prior", "1/2,1/2")
    assert prior == ["1/2", "1/2"] and variance > 1.05 * best
    assert main(words) == 0
    assert "efficient" not in capsys.readouterr().out
