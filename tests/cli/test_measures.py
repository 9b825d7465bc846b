"""rropt measures."""

from __future__ import annotations

import json

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
    assert main(["measures", "warner", "--reports", "2", "--at-epsilon", "ln(3)", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [float(end) for end in data["delta"]] == pytest.approx([0.375, 0.375])
    assert data["reports"] == 2


def test_the_catalogue(capsys):
    assert main(["measures", "--catalogue", "--json"]) == 0
    devices = json.loads(capsys.readouterr().out)["devices"]
    assert devices["warner"]["measures"]["epsilon"][0].startswith("1.09861")
    assert devices["mangat"]["measures"]["epsilon"] == "oo"


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
        (["warner", "--prior", "1/2,1/4,1/4"], "prior must have 2 entries"),
        (["warner", "--reports", "0"], "reports must be"),
    ],
)
def test_refusals(words, said, capsys):
    assert main(["measures", *words]) == 3
    assert said in capsys.readouterr().err
