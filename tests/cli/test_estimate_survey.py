"""Weights, strata and clusters on the command line."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.channel import Channel
from rropt.cli import main
from rropt.cli.estimate import population_of
from rropt.survey import survey_estimate
from tests.estimate_files import WARNER, answer

SIXTHS = ",".join(f"{region}, {w}.5=1/6" for region in "ab" for w in (1, 2, 3))
"""The shares of six groups: their names have a comma."""


@pytest.mark.everything
def test_a_survey_with_weights_strata_and_clusters(folder, capsys):
    """The same as the library's from the same records."""
    rows = [(i % 2 if i % 5 else 1, 1 + i % 3, "ab"[i % 2], i // 8) for i in range(80)]
    lines = ["smokes,w,region,village"]
    lines += [f"{'yes' if yes else 'no'},{w}.5,{region},{v}" for yes, w, region, v in rows]
    (folder / "survey.csv").write_text("\n".join(lines) + "\n")
    words = ["survey.csv", "--design", "D.json", "--column", "smokes", "--weights", "w"]
    data = answer(capsys, *words, "--clusters", "village")
    channel = Channel.from_rows(WARNER["channel"], WARNER["reports"])
    reports = ["yes" if row[0] else "no" for row in rows]
    weights = [F(2 * row[1] + 1, 2) for row in rows]
    known = survey_estimate(channel, reports, weights, clusters=[row[3] for row in rows])
    assert data["estimate"] == pytest.approx(known.value)
    assert data["stderr"] == pytest.approx(known.stderr)
    assert data["interval"][1][0] == pytest.approx(known.of(1).interval().low)
    assert data["estimator"] == "pseudo-likelihood" and data["n"] == 80
    strata = answer(capsys, *words, "--strata", "region", "--population", "a=40,b=4000")
    assert strata["stderr"][1] < data["stderr"][1] * 3
    assert main(["estimate", *words]) == 0
    assert "design effect" in capsys.readouterr().out
    tested = answer(capsys, *words, "--contrast", "0,1", "--null", "1/4")["contrast"]
    assert tested["estimate"] == pytest.approx(data["estimate"][1])
    assert 0 < tested["p_value"] < 1 and tested["null"] == "1/4"
    grouped = answer(capsys, *words, "--clusters", "village", "--by", "region")
    assert [part["n"] for part in grouped["groups"].values()] == [40, 40]
    change = grouped["groups"]["a"]["estimate"] - grouped["groups"]["b"]["estimate"]
    assert grouped["difference"]["estimate"] == pytest.approx(change)
    crossed = answer(capsys, *words, "--by", "region,w", "--shares", SIXTHS)
    assert next(iter(crossed["groups"])) == "a, 1.5" and "equal_groups" in crossed
    means = [part["estimate"] for part in crossed["groups"].values()]
    assert crossed["stratified"]["estimate"] == pytest.approx(sum(means) / 6)
    assert main(["estimate", *words, "--by", "region"]) == 0
    assert "a - b: " in capsys.readouterr().out
    for more, message in (
        (["--prior", "1/2,1/2"], "--prior must be left out"),
        (["--null", "1/2"], "--null needs --contrast"),
        (["--shares", "a=1"], "--shares needs --by"),
        (["--method", "profile"], "method must be likelihood"),
        (["--noncompliance", "no"], "--weights must be left out with noncompliance"),
        (["--by", "smokes"], "must be different, got 'smokes' twice"),
        (["--method", "linear"], "--method must be likelihood"),
        (["--strata", "region", "--population", "a=10,b=50"], "at least its sample"),
    ):
        assert main(["estimate", *words, *more]) == 3
        assert message in capsys.readouterr().err
    assert main(["estimate", "--counts", "1,2", "--design", "D.json", "--weights", "w"]) == 3
    assert "must be one for each respondent" in capsys.readouterr().err


def test_sizes_of_strata_or_of_everybody() -> None:
    assert population_of(None) is None and population_of("400") == "400"
    assert population_of("a=40,b=400") == {"a": "40", "b": "400"}


def test_missing_weights_and_other_reports_are_refused_without_their_values(folder, capsys) -> None:
    words = ["estimate", "s.csv", "--design", "D.json", "--column", "smokes", "--weights", "w"]
    for content, said in (
        ("smokes,w\nyes,1\nno,\n", "must have no missing values"),
        ("smokes,w\nyes,1\nsecret,1\n", "must hold only the labels 'no', 'yes', got 1 of 2"),
        ("smokes,w\n", ""),
    ):
        (folder / "s.csv").write_text(content)
        assert main(words) == 3
        error = capsys.readouterr().err
        assert said in error and "secret" not in error


def test_equal_weights_are_no_weights(folder, capsys) -> None:
    rows = ["smokes,w", *["yes,3"] * 40, *["no,3"] * 60]
    (folder / "s.csv").write_text("\n".join(rows) + "\n")
    base = ["s.csv", "--design", "D.json", "--column", "smokes"]
    plain, weighted = answer(capsys, *base), answer(capsys, *base, "--weights", "w")
    assert weighted["estimate"] == pytest.approx(plain["estimate"])
    assert weighted["design_effect"][1] == pytest.approx(1, rel=0.02)
