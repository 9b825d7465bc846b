"""--design: the mechanism of its file, with the labels of the options."""

from __future__ import annotations

import json
from argparse import Namespace

import pytest

import rropt as rr
from rropt import mechanism_file
from rropt.cli import main
from rropt.cli.design_file import mechanism_of, read_channel
from rropt.exact import InputError
from rropt.file_verdict import verdict_on


@pytest.fixture
def named(tmp_path):
    def options(document, **labels) -> Namespace:
        path = tmp_path / "d.json"
        path.write_text(document if isinstance(document, str) else json.dumps(document))
        return Namespace(**({"design": str(path), "reports": None, "truths": None} | labels))

    return options


def test_a_design_with_the_labels_of_the_options(named):
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/4"), truths=["no", "yes"])
    assert mechanism_of(named(design.to_json())) == design
    found = mechanism_of(named(design.to_json(), reports="a, b", truths="c,d")).channel
    assert (found.reports, found.truths) == (("a", "b"), ("c", "d"))


def test_what_is_wrong_is_said_of_the_option(named, tmp_path):
    with pytest.raises(InputError, match=r"^--design must be a JSON file of a channel"):
        mechanism_of(named("{"))
    with pytest.raises(InputError, match=r"^--design must be a readable file"):
        mechanism_of(named("{}"), str(tmp_path / "none.json"))
    with pytest.raises(InputError, match=r"^FILE and --design must not both be -"):
        mechanism_of(named("{}", design="-", file="-"))
    with pytest.raises(InputError, match=r"^A must be a readable file"):
        read_channel(str(tmp_path / "none.json"), "A")


def test_a_file_is_checked_once_by_whatever_asks_for_it(tmp_path, monkeypatch, capsys):
    """An estimate asks for its channel, its kind and its prior."""
    path, checked = str(tmp_path / "D.json"), []
    words = ["variance", "--epsilon", "1", "--prior", "1/4", "--save", path]
    assert main(["design", *words]) == 0
    monkeypatch.setattr(
        mechanism_file, "verdict_on", lambda text: checked.append(text) or verdict_on(text)
    )
    monkeypatch.setattr("rropt.saved_design.check", lambda source: checked.append(source))
    assert main(["estimate", "--counts", "60,40", "--design", path]) == 0
    assert len(checked) == 1
