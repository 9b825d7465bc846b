"""rropt measures."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from rropt.cli import main


def test_a_device_by_name_and_a_file_say_the_same(tmp_path, capsys):
    path = tmp_path / "card.json"
    path.write_text('{"channel": [["3/4","1/4"],["1/4","3/4"]]}')
    said = []
    for name in ("warner", str(path)):
        assert main(["measures", name, "--prior", "3/4,1/4", "--json"]) == 0
        said.append(json.loads(capsys.readouterr().out)["measures"])
    assert said[0] == said[1]
    assert said[0]["chi-square"] == "4/3"


def test_many_reports_at_one_level(capsys):
    assert main(["measures", "warner", "--rounds", "2", "--at-epsilon", "ln(3)", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [float(end) for end in data["delta"]] == pytest.approx([0.375, 0.375])
    assert data["reports"] == 2


@pytest.mark.everything
def test_the_catalogue(capsys):
    assert main(["measures", "--catalogue", "--json"]) == 0
    devices = json.loads(capsys.readouterr().out)["devices"]
    assert devices["warner"]["measures"]["epsilon"][0].startswith("1.09861")
    assert devices["mangat"]["measures"]["epsilon"] == "oo"


def test_formulas_and_sources(capsys):
    assert main(["measures", "--formulas"]) == 0
    out = capsys.readouterr().out
    assert "zCDP rho\n    sup over a > 1 of" in out and "Bun and Steinke" in out
    assert main(["measures", "--formulas", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["measures"]
    assert {"formula", "source"} == set(listed["g-leakage (nats)"])


def test_gain(tmp_path, capsys):
    path = tmp_path / "gain.json"
    path.write_text('[["1","0"],["0","1"]]')
    words = ["measures", "warner", "--gain", str(path)]
    assert main([*words, "--prior", "1/2,1/2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["measures"]["expected gain after"] == "3/4"
    assert main(words) == 3
    assert "--gain needs --prior" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "FILE must be given"),
        (["laplace"], "noise on a number"),
        (["nothing.json"], "FILE must be a readable file"),
        (["warner", "--prior", "1/2,1/4,1/4"], "--prior must have 2 entries"),
        (["warner", "--rounds", "0"], "--rounds must be a whole number of at least 1"),
        (["warner", "--rounds", "x", "--at-epsilon", "1"], "--rounds must be a whole number"),
        (["warner", "--at-epsilon", "x"], "--at-epsilon must be a number"),
        (["warner", "--at-epsilon", "1", "--prior", "1/2,1/2"], "--prior must be left out with"),
        (["warner", "--others", "1,2", "--drawn-from", "9"], "--drawn-from must be given with"),
        (["warnr"], "got warnr, did you mean warner? rropt device --list"),
        (["nosuch"], "FILE must be a file or the name of a device, got nosuch, rropt device"),
    ],
)
def test_refusals(words, said, capsys):
    assert main(["measures", *words]) == 3
    assert said in capsys.readouterr().err


def test_reports_through_several_tables(capsys):
    """Warner twice is two reports through Warner."""
    assert main(["measures", "warner", "warner", "--json"]) == 0
    both = json.loads(capsys.readouterr().out)["measures"]
    assert main(["measures", "warner", "--rounds", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["measures"] == both
    level = ["--at-epsilon", "ln(3)", "--json"]
    assert main(["measures", "warner", "warner", *level]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["reports"] == 2 and float(data["delta"][1]) == pytest.approx(0.375)
    assert main(["measures", "warner", "k_ary"]) == 3
    assert "same truths" in capsys.readouterr().err


def test_what_a_report_says_to_whom_knows_the_prior(capsys):
    """3/4 and 1/4: after yes 1/4 * 3/4 against 3/4 * 1/4, so one half."""
    assert main(["measures", "warner", "--prior", "3/4,1/4"]) == 0
    assert "report yes: not A: 3/4 to 1/2, A: 1/4 to 1/2" in capsys.readouterr().out


def test_a_page(tmp_path, capsys):
    page = tmp_path / "page.html"
    assert main(["measures", "warner", "--prior", "3/4,1/4", "--html", str(page)]) == 0
    drawn = page.read_text()
    assert drawn.startswith("<!DOCTYPE html>") and drawn.count("<section>") == 5
    assert "zCDP rho" in drawn and "3/4 to 1/2" in drawn and "<polyline" in drawn
    assert main(["measures", "warner", "--html", str(tmp_path / "no" / "page.html")]) == 3
    assert "--html" in capsys.readouterr().err


ASKED = [
    ["warner", "--at-epsilon", "1/3"],
    ["warner", "kuk", "--at-epsilon", "1/3"],
    ["warner", "--others", "2,3"],
    ["christofides", "--population", "4", "--view", "sum", "--at-epsilon", "1"],
    ["--catalogue"],
    ["--formulas"],
]


@pytest.mark.everything
@pytest.mark.parametrize("words", ASKED, ids=" ".join)
def test_every_question_has_its_page(tmp_path, capsys, words):
    """What is printed stands on the page too."""
    page = tmp_path / "page.html"
    assert main(["measures", *words, "--html", str(page)]) == 0
    printed = capsys.readouterr().out
    drawn = unescape(page.read_text())
    assert drawn.startswith("<!DOCTYPE html>")
    assert re.sub(r"<[^>]*>|\s+", " ", drawn).count(printed.split()[0]) >= 1
    assert printed.splitlines()[-1].split(":")[0].strip() in drawn


def test_a_question_that_is_refused_leaves_no_page(tmp_path, capsys):
    page = tmp_path / "page.html"
    assert main(["measures", "--html", str(page)]) == 3
    assert not page.exists()
    assert main(["measures", "--formulas", "--html", str(tmp_path / "no" / "p.html")]) == 3
    assert "--html" in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["measures", "admissible", "check"])
def test_a_file_that_stands_alone_is_said_to(verb, capsys):
    assert main([verb, "--design", "study.json"]) == 3
    assert f"the file stands alone, as in rropt {verb} D.json" in capsys.readouterr().err
