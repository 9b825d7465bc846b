"""An option: how it is typed, what is given, and what Python says of a parameter in its words."""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

import pytest

from rropt.cli import main
from rropt.cli.options import given, in_options, refuse, require_writable
from rropt.cli.table import rows_of
from rropt.exact import InputError


def test_what_is_given_is_refused_in_the_order_that_is_asked() -> None:
    args = argparse.Namespace(margin="0", stderr=None, simulate=False, n="5")
    assert given(args, "n", "stderr", "margin", "simulate", "absent") == ["--n", "--margin"]
    refuse(args, ("stderr", "simulate"), "be left out")
    with pytest.raises(InputError, match=r"^--n must be left out$"):
        refuse(args, ("stderr", "n", "margin"), "be left out")


def test_a_place_is_tried_before_the_work(tmp_path: Path) -> None:
    rows = rows_of("design", import_module("rropt.cli.design"))
    new, nowhere = tmp_path / "new.json", str(tmp_path / "no" / "new.json")
    require_writable(argparse.Namespace(save=str(new)), rows)
    assert not new.exists()
    with pytest.raises(InputError, match=r"^--save must be a writable file, got .*: "):
        require_writable(argparse.Namespace(save=nowhere), rows)
    with pytest.raises(InputError, match=r"^-o must be a writable file, got .*: "):
        require_writable(argparse.Namespace(output=nowhere), rows)


def test_a_folder_that_will_be_made_is_no_file(tmp_path: Path) -> None:
    rows = rows_of("prove", import_module("rropt.cli.prove"))
    require_writable(argparse.Namespace(html=str(tmp_path / "no" / "pages")), rows)
    assert not (tmp_path / "no").exists()


def test_what_python_says_of_a_parameter_names_the_option_that_was_given():
    args = argparse.Namespace(at_delta="2", scores=None, files=["a"])
    rows = rows_of("measures", import_module("rropt.cli.measures"))
    said = in_options("at_delta must be at most 1, got 2", rows, args)
    assert said == "--at-delta must be at most 1, got 2"
    entry = in_options("at_delta[1] must be at most 1, got 2", rows, args)
    assert entry == "--at-delta[1] must be at most 1, got 2"
    short = in_options("delta must be at most 1, got 2", rows, args)
    assert short == said
    for message in ("scores must be numbers", "at_delta is odd", "files must be read", "x must"):
        assert in_options(message, rows, args) == message


def test_a_column_that_is_not_there_is_of_the_option_that_names_it() -> None:
    rows = rows_of("estimate", import_module("rropt.cli.estimate"))
    args = argparse.Namespace(**{row.name: None for some in rows.values() for row in some})
    args.column, args.clusters = "smokes", "village"
    for got, option in (("'village'", "--clusters"), ("'smokes'", "--column"), ("'x'", "--column")):
        message = f"column must be one of 'a', 'b', got {got}"
        assert in_options(message, rows, args) == message.replace("column", option, 1)


READING = {
    "estimate": "estimate {reports} --column smokes --design {design}",
    "check": "check {design}",
    "compare": "compare {design} {design}",
    "arms": "estimate {reports} --column smokes --design smokes={design}",
    "privacy": "design trace --categories 2 --privacy no-worse-than:{design}",
}


@pytest.mark.parametrize("verb", READING)
def test_no_answer_takes_the_place_of_a_file_that_is_read(verb, tmp_path, capsys) -> None:
    reports = tmp_path / "reports.csv"
    reports.write_text("smokes\nyes\nno\nno\n")
    design = tmp_path / "D.json"
    words = "design trace --categories 2 --gamma 3 --save"
    assert main([*words.split(), str(design)]) == 0
    words = READING[verb].format(reports=reports, design=design).split()
    for file in (reports, design):
        before = file.read_bytes()
        said = f"-o must be another file than those that are read, got {file}\n"
        if str(file) in " ".join(words):
            assert main([*words, "-o", str(file)]) == 3
            assert capsys.readouterr().err == f"rropt: {said}"
            assert file.read_bytes() == before


def test_an_answer_may_be_named_like_a_value(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        assert main(["bound", "--beta", "2", "-o", "2"]) == 0
    assert (tmp_path / "2").read_text().startswith("B(h) = 2")
