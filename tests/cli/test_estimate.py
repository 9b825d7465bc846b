"""rropt estimate: the JSON contract, the text, and what is refused."""

import json
from fractions import Fraction as F
from math import exp, lcm, log

import pytest

from rropt.channel import Channel
from rropt.cli import main
from rropt.estimating import survey_estimate

WARNER = {"channel": [["3/4", "1/4"], ["1/4", "3/4"]], "reports": ["no", "yes"]}
MERGED = {"channel": [["1", "1/2", "1/2"], ["0", "1/2", "1/2"]], "truths": ["a", "b", "c"]}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "D.json").write_text(json.dumps(WARNER))
    (tmp_path / "M.json").write_text(json.dumps(MERGED))
    (tmp_path / "reports.csv").write_text("smokes\n" + "no\n" * 60 + "yes\n" * 40)
    return tmp_path


def answer(capsys, *words):
    assert main(["estimate", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


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


@pytest.mark.parametrize(
    ("method", "estimator", "named"),
    [
        ("likelihood", "likelihood", "profile likelihood"),
        ("profile", "likelihood", "profile likelihood"),
        ("linear", "linear", "wilson"),
        ("clopper_pearson", "linear", "clopper_pearson"),
    ],
)
def test_every_output_names_its_method(folder, capsys, method, estimator, named):
    words = ["--counts", "600,400", "--design", "D.json", "--contrast=0,1", "--method", method]
    data = answer(capsys, *words)
    assert (data["estimator"], data["interval_method"]) == (estimator, [named] * 2)
    assert data["contrast"]["method"] == named
    assert ("stderr_expected" in data) == (estimator == "likelihood")
    assert main(["estimate", *words]) == 0
    assert f"{estimator} estimate; 95% intervals: {named}" in capsys.readouterr().out


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


@pytest.fixture
def regions(folder):
    rows = ["smokes,region"] + ["no,land"] * 30 + ["yes,land"] * 20
    rows += ["no,town"] * 30 + ["yes,town"] * 70
    (folder / "regions.csv").write_text("\n".join(rows) + "\n")
    return ["regions.csv", "--design", "D.json", "--column", "smokes", "--by", "region"]


def test_groups_and_their_weighted_sum(regions, capsys):
    """Shares of yes 0.4 and 0.7 are proportions 0.3 and 0.9; the pooled 0.6 is 0.7."""
    data = answer(capsys, *regions, "--weights", "town=3/4,land=1/4")
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
    assert "land - town: -0.600000" in capsys.readouterr().out
    words = [*regions, "--weights", "town=3/4,land=1/4", "--contrast", "0,1"]
    tested = answer(capsys, *words, "--null", "1/2")["stratified"]
    assert (
        tested["p_value"] < 0.05 < answer(capsys, *words, "--null", "7/10")["stratified"]["p_value"]
    )
    assert main(["estimate", *words, "--null", "1/2"]) == 0
    assert capsys.readouterr().out.count("equal to 1/2") == 2


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
    assert "name each column once" in capsys.readouterr().err


SIXTHS = ",".join(f"{region}, {w}.5=1/6" for region in "ab" for w in (1, 2, 3))
"""The shares of six groups: their names have a comma."""


def test_a_survey_with_weights_strata_and_clusters(folder, capsys):
    """The same as the library's from the same records."""
    rows = [(i % 2 if i % 5 else 1, 1 + i % 3, "ab"[i % 2], i // 8) for i in range(80)]
    lines = ["smokes,w,region,village"]
    lines += [f"{'yes' if yes else 'no'},{w}.5,{region},{v}" for yes, w, region, v in rows]
    (folder / "survey.csv").write_text("\n".join(lines) + "\n")
    words = ["survey.csv", "--design", "D.json", "--column", "smokes", "--weight", "w"]
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
    crossed = answer(capsys, *words, "--by", "region,w", "--weights", SIXTHS)
    assert next(iter(crossed["groups"])) == "a, 1.5" and "equal_groups" in crossed
    means = [part["estimate"] for part in crossed["groups"].values()]
    assert crossed["stratified"]["estimate"] == pytest.approx(sum(means) / 6)
    assert main(["estimate", *words, "--by", "region"]) == 0
    assert "a - b: " in capsys.readouterr().out
    for more, message in (
        (["--prior", "1/2,1/2"], "--prior must not be given"),
        (["--null", "1/2"], "--null needs --contrast"),
        (["--weights", "a=1"], "--weights needs --by"),
        (["--by", "smokes"], "another column than the reports"),
        (["--method", "linear"], "--method must be likelihood"),
        (["--strata", "region", "--population", "a=10,b=50"], "at least its sample"),
    ):
        assert main(["estimate", *words, *more]) == 3
        assert message in capsys.readouterr().err
    assert main(["estimate", "--counts", "1,2", "--design", "D.json", "--weight", "w"]) == 3
    assert "need FILE and --column" in capsys.readouterr().err


def test_people_who_always_say_no(folder, capsys):
    """60% no of Warner's table: 0.3 yes if nobody cheats, 0.4 / 0.75 if no other no is honest."""
    words = ["--counts", "600,400", "--design", "D.json", "--safe", "no"]
    found = answer(capsys, *words)["cheating"]
    assert found["range"][1] == pytest.approx([0.3, 0.4 / 0.75], abs=1e-6)
    assert found["range"][2] == pytest.approx([0, 1 - 0.4 / 0.75], abs=1e-6)
    assert found["interval"][1][0] < 0.3 < 0.4 / 0.75 < found["interval"][1][1]
    stated = answer(capsys, *words, "--cheating", "1/10")
    assert stated["estimate"][1] == pytest.approx((0.4 / 0.9 - 0.25) * 2)
    assert main(["estimate", *words]) == 0
    assert "if some always say no, as shares of all" in capsys.readouterr().out
    for wrong, message in (
        (["--cheating", "1/10"], "--cheating needs --safe"),
        (["--safe", "never"], "safe must be one of no, yes"),
        (["--safe", "no", "--cheating", "1"], "below 1"),
    ):
        assert main(["estimate", *words[:4], *wrong]) == 3
        assert message in capsys.readouterr().err


def test_groups_of_three_categories_show_them_all(folder, capsys):
    table = [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]]
    (folder / "K.json").write_text(json.dumps({"channel": table}))
    reports = ["0"] * 40 + ["1"] * 35 + ["2"] * 25
    rows = ["r,g", *(f"{r},a" for r in reports), *(f"{r},b" for r in reports)]
    (folder / "three.csv").write_text("\n".join(rows) + "\n")
    words = ["three.csv", "--design", "K.json", "--column", "r", "--by", "g"]
    assert main(["estimate", *words]) == 0
    assert "0: 0.600000, 1: 0.400000, 2: 0.000000" in capsys.readouterr().out


def test_bad_groups_are_refused(regions, capsys):
    for words, message in (
        ([*regions, "--weights", "town=1"], "must name each group once (land, town)"),
        ([*regions, "--weights", "town=1,land=1"], "sum to one"),
        (["--counts", "1,2", *regions[1:3], "--by", "region"], "--by needs FILE"),
        (["--counts", "1,2", *regions[1:3], "--weights", "a=1"], "--weights needs --by"),
    ):
        assert main(["estimate", *words]) == 3
        assert message in capsys.readouterr().err


def test_what_is_not_identified_is_null_and_said(folder, capsys):
    data = answer(capsys, "--counts", "80,20", "--design", "M.json")
    assert data["estimate"][0] == pytest.approx(0.6)
    assert data["estimate"][1:] == [None, None]
    assert data["interval"][1] is None
    assert not data["mle_unique"]
    assert "rank 2 for 3 truths" in data["identified"]
    assert main(["estimate", "--counts", "80,20", "--design", "M.json"]) == 0
    assert "not identified" in capsys.readouterr().out


def test_an_incompatible_sample_is_said(folder, capsys):
    words = ["--counts", "990,10", "--design", "D.json"]
    data = answer(capsys, *words, "--method", "linear")
    assert data["estimate"][1] < 0 <= min(data["mle"])
    assert answer(capsys, *words)["estimate"] == data["mle"]
    assert data["fit"]["p_value"] < 1e-6


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


def test_a_likelihood_that_is_not_at_its_maximum_is_said(folder, capsys):
    """Beyond 10^15 reports a double cannot hold the maximum to a millionth."""
    table = [["1/2", "1/8"], ["1/4", "1/4"], ["1/8", "1/2"], ["1/8", "1/8"]]
    (folder / "T.json").write_text(json.dumps({"channel": table}))
    for scale, said in ((10, False), (10**17, True)):
        counts = ",".join(str(scale * c + 1) for c in (5, 2, 6, 3))
        data = answer(capsys, "--counts", counts, "--design", "T.json")
        assert (data["mle_gap"] > 1e-6) == said
        assert main(["estimate", "--counts", counts, "--design", "T.json"]) == 0
        assert ("may miss its maximum by" in capsys.readouterr().out) == said


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
