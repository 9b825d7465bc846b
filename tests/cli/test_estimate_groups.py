"""Groups on the command line: contrasts, differences, weighted sums."""

from __future__ import annotations

import json
from math import exp, log

import pytest

from rropt.cli import main
from rropt.cli.estimate import numbers_by_name
from rropt.exact import InputError
from tests.estimate_files import answer


@pytest.fixture
def regions(folder):
    rows = ["smokes,region"] + ["no,land"] * 30 + ["yes,land"] * 20
    rows += ["no,town"] * 30 + ["yes,town"] * 70
    (folder / "regions.csv").write_text("\n".join(rows) + "\n")
    return ["regions.csv", "--design", "D.json", "--column", "smokes", "--by", "region"]


@pytest.mark.everything
def test_groups_and_their_weighted_sum(regions, capsys):
    """Shares of yes 0.4 and 0.7 are proportions 0.3 and 0.9; the pooled 0.6 is 0.7."""
    data = answer(capsys, *regions, "--shares", "town=3/4,land=1/4")
    assert data["n"] == 150
    assert data["estimate"][1] == pytest.approx(0.7)
    assert data["groups"]["land"]["estimate"] == pytest.approx(0.3)
    assert data["groups"]["town"]["n"] == 100
    assert data["difference"]["of"] == ["land", "town"]
    assert data["difference"]["estimate"] == pytest.approx(-0.6)
    expected = 4 * (0.4 * 0.6 / 50 + 0.7 * 0.3 / 100)
    assert data["difference"]["stderr"] ** 2 == pytest.approx(expected)
    assert data["difference"]["p_value"] < 0.01
    assert data["stratified"]["estimate"] == pytest.approx(0.75)
    assert main(["estimate", *regions]) == 0
    assert "land - town: -0.60000" in capsys.readouterr().out
    words = [*regions, "--shares", "town=3/4,land=1/4", "--contrast", "0,1"]
    tested = answer(capsys, *words, "--null", "1/2")["stratified"]
    assert (
        tested["p_value"] < 0.05 < answer(capsys, *words, "--null", "7/10")["stratified"]["p_value"]
    )
    assert main(["estimate", *words, "--null", "1/2"]) == 0
    assert capsys.readouterr().out.count("equal to 1/2") == 2


@pytest.mark.everything
def test_the_ratio_of_odds(regions, capsys, folder):
    """Proportions 0.3 and 0.9: 3/7 against 9."""
    data = answer(capsys, *regions, "--odds")["odds_ratio"]
    assert data["of"] == ["land", "town"]
    assert data["estimate"] == pytest.approx(3 / 7 / 9)
    low, high = data["interval"]
    assert 0 <= low < data["estimate"] < high < 1 and data["p_value"] < 0.01
    assert main(["estimate", *regions, "--odds"]) == 0
    assert "odds, land / town: 0.04762 [" in capsys.readouterr().out
    assert main(["estimate", *regions, "--odds", "--method", "linear"]) == 3
    assert "--odds must be given with method likelihood" in capsys.readouterr().err


@pytest.mark.everything
def test_groups_of_several_columns_and_their_equality(folder, capsys):
    rows = ["smokes,region,sex"]
    for region, sex, yes in (("land", "f", 20), ("land", "m", 25), ("town", "f", 22)):
        rows += [f"yes,{region},{sex}"] * yes + [f"no,{region},{sex}"] * (40 - yes)
    (folder / "crossed.csv").write_text("\n".join(rows) + "\n")
    words = ["crossed.csv", "--design", "D.json", "--column", "smokes", "--by", "region,sex"]
    data = answer(capsys, *words)
    assert list(data["groups"]) == ["land, f", "land, m", "town, f"]
    assert data["groups"]["land, m"]["distribution"] == pytest.approx([0.25, 0.75])
    counts = [(20, 20), (15, 25), (18, 22)]
    whole = [sum(c) for c in zip(*counts, strict=True)]
    drop = 2 * sum(
        n * log(n / 40 / (w / 120)) for c in counts for n, w in zip(c, whole, strict=True)
    )
    assert data["equal_groups"]["p_value"] == pytest.approx(exp(-drop / 2), abs=0.02)
    assert main(["estimate", *words]) == 0
    assert "equal groups: p = " in capsys.readouterr().out
    assert main(["estimate", *words[:-1], "region,region"]) == 3
    assert "must be different, got 'region' twice" in capsys.readouterr().err


@pytest.mark.everything
def test_groups_of_three_categories_show_them_all(folder, capsys):
    table = [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]]
    (folder / "K.json").write_text(json.dumps({"channel": table}))
    reports = ["0"] * 40 + ["1"] * 35 + ["2"] * 25
    rows = ["r,g", *(f"{r},a" for r in reports), *(f"{r},b" for r in reports)]
    (folder / "three.csv").write_text("\n".join(rows) + "\n")
    words = ["three.csv", "--design", "K.json", "--column", "r", "--by", "g"]
    assert main(["estimate", *words]) == 0
    assert "0: 0.60000, 1: 0.40000, 2: 0.00000" in capsys.readouterr().out


@pytest.mark.everything
def test_bad_groups_are_refused(regions, capsys):
    for words, message in (
        ([*regions, "--shares", "town=1"], "must name each group once ('land', 'town')"),
        ([*regions, "--shares", "town=1,land=1"], "sum to one"),
        (["--counts", "1,2", *regions[1:3], "--by", "region"], "--by needs FILE"),
        (["--counts", "1,2", *regions[1:3], "--shares", "a=1"], "--shares needs --by"),
    ):
        assert main(["estimate", *words]) == 3
        assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "text, shares",
    [
        ("a=1/4,b=3/4", {"a": "1/4", "b": "3/4"}),
        ("x, 1=1/2,x, 2=1/2", {"x, 1": "1/2", "x, 2": "1/2"}),
    ],
)
def test_shares_of_groups_whatever_their_names(text: str, shares) -> None:
    assert numbers_by_name(text, "--shares") == shares


@pytest.mark.parametrize(
    "text, message",
    [
        ("a=1/2,a=1/2", "must name each group once"),
        ("a=1/4,b=3/4,c", "must be NAME=NUMBER"),
        ("1/4,3/4", "must be NAME=NUMBER"),
    ],
)
def test_what_names_no_share_is_refused_and_not_left_out(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        numbers_by_name(text, "--shares")
