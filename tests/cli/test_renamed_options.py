"""Options by their names of version 2."""

import json
from pathlib import Path

import pytest

from rropt.cli import VERBS, main
from rropt.cli.completion import options_of
from rropt.cli.renamed_options import FORMERLY, with_todays_names


@pytest.mark.everything
def test_an_old_name_works_and_says_todays(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    words = ["design", "trace", "--gamma", "3", "--categories", "3"]
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    assert main([*words, "--study", str(old)]) == 0
    assert capsys.readouterr().err == "rropt: note: --study is now --save\n"
    assert main([*words, "--save", str(new)]) == 0
    assert capsys.readouterr().err == ""
    assert old.read_text() == new.read_text()


def test_save_is_the_whole_design_and_certificate_the_certificate_alone(tmp_path: Path):
    design, certificate = tmp_path / "d.json", tmp_path / "c.json"
    words = ["design", "trace", "--gamma", "3", "--categories", "3"]
    assert main([*words, "--save", str(design), "--certificate", str(certificate)]) == 0
    whole, alone = json.loads(design.read_text()), json.loads(certificate.read_text())
    assert whole["certificate"] == alone and "channel" in whole and "kind" in alone
    assert main(["check", str(design)]) == main(["check", str(certificate)]) == 0


@pytest.mark.parametrize(
    ("verb", "words", "meant"),
    [
        ("estimate", ["--weights", "town=3/4,land=1/4"], ["--shares=town=3/4,land=1/4"]),
        ("estimate", ["--weights=a=1"], ["--shares=a=1"]),
        ("estimate", ["--weights", "w"], ["--weights", "w"]),
        ("estimate", ["--weight", "w"], ["--weights", "w"]),
        ("plan", ["--weights=1/2,1/2"], ["--shares=1/2,1/2"]),
        ("regress", ["--weights", "w"], ["--weights", "w"]),
        ("estimate", ["--", "--weight"], ["--", "--weight"]),
        ("estimate", ["--items", "a,b"], ["--column", "a,b"]),
        ("estimate", ["--safe=no"], ["--noncompliance=no"]),
        ("estimate", ["--safe", "no", "--cheating", "1/10"], ["--noncompliance=no=1/10"]),
        ("regress", ["--safe", "no"], ["--noncompliance", "no"]),
        (
            "regress",
            ["--arms=form", "--items", "a,b"],
            ["--design-column=form", "--randomized", "a,b"],
        ),
        ("derive", ["--levels", "1,g;h,1"], ["--privacy", "1,g;h,1"]),
        ("plan", ["--prior", "1/4", "--second=1/3"], ["--prior", "1/4", "--groups=1/3"]),
        ("plan", ["--one-sided", "--n", "9"], ["--n", "9", "--alternative", "one-sided"]),
        ("design", ["--zcdp", "1/2"], ["--privacy", "zcdp:1/2"]),
        ("admissible", ["A.json", "--renyi=2,1"], ["A.json", "--privacy", "renyi:2,1"]),
        ("design", ["--no-certainty", "--json"], ["--json", "--revealing", "no"]),
        ("design", ["variance", "--interval", "1/4,1/2"], ["variance", "--prior", "1/4..1/2"]),
        ("design", ["mean", "--interval", "-1,1"], ["mean", "--low=-1", "--high=1"]),
        ("derive", ["guess", "--open-prior", "0,1"], ["guess", "--prior", "0..1"]),
        ("derive", ["guess", "--open-prior", "1-q,q"], ["guess", "--prior", "1-q,q"]),
        ("derive", ["trace", "--every-k"], ["trace", "--categories", "any"]),
        (
            "derive",
            ["trace", "--every-k", "--categories=2"],
            ["trace", "--categories=2", "--categories", "any"],
        ),
    ],
)
def test_words_of_version_2_are_todays(verb: str, words: list[str], meant: list[str]):
    assert with_todays_names(verb, words, options_of(verb)) == meant


def test_a_share_of_cheaters_without_their_report_names_the_option_of_both(
    capsys: pytest.CaptureFixture[str],
):
    words = ["estimate", "--counts", "60,40", "--design", "D.json", "--cheating", "1/10"]
    assert main(words) == 3
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "rropt: note: --cheating S is now --noncompliance LABEL=S"
    assert said[1].startswith("rropt: --cheating needs --safe, and both are now")


def test_what_an_old_name_became_is_an_option_of_some_verb():
    known = {word for verb in VERBS for word in options_of(verb)}
    assert {today.partition(" ")[0] for _, today in FORMERLY} <= known


@pytest.mark.parametrize(
    ("verb", "word"), [("figure", "--points"), ("design", "--values"), ("estimate", "--weights")]
)
def test_a_name_that_means_something_today_is_left(verb: str, word: str):
    assert with_todays_names(verb, [word, "1"], options_of(verb)) == [word, "1"]


def test_an_old_name_without_its_value_is_told_by_the_parser(capsys: pytest.CaptureFixture[str]):
    assert main(["design", "variance", "--prior", "1/4", "--zcdp"]) == 3
    assert "--privacy zcdp must be" in capsys.readouterr().err
