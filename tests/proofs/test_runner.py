"""The command: JSON contract, exit status, time limits, replay of the store."""

from __future__ import annotations

import copy
import json
import time

import pytest
from rropt.proofs import __main__ as command
from rropt.proofs import runner, verdicts
from rropt.proofs.claims import Claim, definition
from rropt.proofs.runner import FIELDS

LIMIT = 0.1
"""Seconds of the processor that a claim may take here, or three times as long by the clock."""


@pytest.mark.everything
def test_json_has_one_object_for_each_matching_id(tmp_path):
    path = tmp_path / "out.json"
    assert command.main(["holohan/lem-1*", "--json", str(path), "--jobs", "1"]) == 0
    rows = json.loads(path.read_text())
    assert [r["id"] for r in rows] == runner.chosen("holohan/lem-1*")
    assert all(tuple(r) == FIELDS for r in rows)


@pytest.mark.everything
def test_json_on_standard_output_is_nothing_but_json(capsys):
    command.main(["ziani/rem-1*", "--json", "-", "--jobs", "1"])
    assert len(json.loads(capsys.readouterr().out)) == 4


def test_one_line_for_each_claim_and_a_summary(capsys):
    command.main(["ziani/rem-1*", "--jobs", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert [w for line in lines[:4] for w in line.split() if w.startswith("ziani/")] == (
        runner.chosen("ziani/rem-1*")
    )
    assert lines[-1].startswith("4 statements")


def test_a_pattern_without_ids_is_bad_input(capsys):
    assert command.main(["nothing/*"]) == 3
    assert "nothing/*" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--json", "no-such-folder/out.json"], "--json must be a writable file"),
        (["--json", ""], "--json must be a writable file"),
        (["--json", "."], "--json must be a writable file"),
        (["--jobs", "0"], "--jobs must be a positive integer"),
        (["--jobs", "-1"], "--jobs must be a positive integer"),
    ],
)
def test_bad_input_is_refused_before_the_work(words, said, monkeypatch, capsys):
    monkeypatch.setattr(runner, "main", lambda *_: pytest.fail("the work was begun"))
    assert command.main(["holohan/lem-1", *words]) == 3
    printed = capsys.readouterr()
    assert printed.err.startswith(said) and printed.err.count("\n") == 1


@pytest.mark.parametrize("words", [[], ["--json", "-"]])
def test_without_a_file_to_write_no_place_is_looked_at(words, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "-").mkdir()
    monkeypatch.setattr(runner, "main", lambda *_: ([], []))
    assert command.main(["holohan/lem-1", *words]) == 0


@pytest.mark.parametrize("option", ["-o", "--html"])
def test_the_verb_refuses_a_place_before_the_work(option, monkeypatch, capsys, tmp_path):
    from rropt.cli import main

    (tmp_path / "file").write_text("")
    monkeypatch.setattr(runner, "main", lambda *_, **__: pytest.fail("the work was begun"))
    assert main(["prove", "holohan/lem-1", option, str(tmp_path / "file" / "below")]) == 3
    assert "must be a" in capsys.readouterr().err


def test_processes_give_the_same_verdicts_as_one():
    def verdicts_with(jobs):
        return [r["verdict"] for r in runner.run("ziani/rem-1*", runner.decide_id, jobs, True)]

    assert verdicts_with(1) == verdicts_with(2)


def at_once_or_never(name):
    """The work of the first name takes no time, that of the others an hour."""
    time.sleep(0 if name == "first" else 3600)
    return {"id": name}


def test_who_stops_waits_for_no_claim():
    """SIGTERM and Ctrl-C close the iterator: what is not begun is dropped, what runs is ended."""
    results = runner.each(["first", *"abcdef"], at_once_or_never, 2)
    assert next(results) == {"id": "first"}
    start = time.monotonic()
    results.close()
    assert time.monotonic() - start < 60


def test_a_difference_from_the_page_is_an_error(monkeypatch, capsys):
    said = {**verdicts.committed(), "ziani/rem-1/attribution": "proved"}
    monkeypatch.setattr(verdicts, "committed", lambda: said)
    assert command.main(["ziani/rem-1/*", "--jobs", "1"]) == 1
    assert "ziani/rem-1/attribution" in capsys.readouterr().err


@pytest.mark.everything
def test_recheck_replays_the_store_and_notices_a_change(monkeypatch):
    name = "holohan/lem-1"
    assert runner.recheck_id(name)["wrong"] == ""
    records = copy.deepcopy(verdicts.stored("holohan"))
    proof = records[name]["steps"]["goals"][0]["proof"]
    proof[0]["terms"][0]["coefficient"] = "5"
    monkeypatch.setattr(verdicts, "stored", lambda paper: records)
    assert runner.recheck_id(name)["wrong"] != ""


def test_an_id_without_a_claim_is_undecided(monkeypatch):
    monkeypatch.setattr(runner, "claim_of", lambda name: None)
    assert runner.decide_id("holohan/lem-1")["verdict"] == "undecided"


def test_a_claim_that_breaks_or_takes_too_long_is_undecided(monkeypatch):
    def slow():
        time.sleep(5)
        return definition("never reached")

    def broken():
        raise RuntimeError("no")

    for function, words in ((slow, "time limit"), (broken, "RuntimeError: no")):
        monkeypatch.setattr(runner, "claim_of", lambda name, f=function: Claim(name, f, LIMIT))
        record = runner.decide_id("holohan/lem-1")
        assert record["verdict"] == "undecided"
        assert record["method"].startswith(words)


def test_saving_touches_only_the_given_ids(monkeypatch, tmp_path):
    monkeypatch.setattr(verdicts, "STORE", tmp_path)
    one, two = (runner._missing(i) for i in ("ziani/lem-4", "ziani/thm-5"))
    verdicts.save([one])
    verdicts.save([two])
    assert list(verdicts.stored("ziani")) == ["ziani/lem-4", "ziani/thm-5"]
    verdicts.save([{**one, "verdict": "proved", "seconds": 1.5}])
    kept = verdicts.stored("ziani")
    assert (kept["ziani/lem-4"]["verdict"], kept["ziani/thm-5"]["verdict"]) == (
        "proved",
        "undecided",
    )
    assert "seconds" not in kept["ziani/lem-4"]


@pytest.mark.parametrize("words", [["--check"], ["holohan/eq-3*", "--recheck", "--jobs", "1"]])
def test_check_and_recheck_succeed_on_the_committed_state(words):
    assert command.main(words) == 0


def test_no_line_and_no_count_calls_an_argument_a_proof():
    argued = {"id": "a/1", "verdict": "proved", "evidence": "argued", "grade": "F", "seconds": 1.0}
    proved = {"id": "a/2", "verdict": "proved", "evidence": "machine", "grade": "A", "seconds": 1.0}
    assert runner.line(argued).startswith("argued, not proved")
    said = runner.summary([argued, proved])
    assert said.startswith("a: 1 argued, not proved, 1 proved\n")


def test_the_page_counts_citations_and_arguments_apart():
    every = verdicts.everything()
    rests = [r["evidence"] for r in every.values()]
    row = next(x for x in verdicts.PAGE.read_text().splitlines() if x.startswith("| all |"))
    cells = [int(n) for n in row.split("|")[2:-1]]
    assert cells[0] == len(every) == sum(cells[1:-1])
    assert cells[-3:-1] == [rests.count("cited"), rests.count("argued")]
