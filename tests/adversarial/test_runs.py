"""The long runs by seed: failures are noted and do not stop a run, a log is continued."""

from __future__ import annotations

import json
from importlib import import_module

import pytest

from tests.adversarial import __main__ as runs


@pytest.fixture
def seen(monkeypatch):
    """The seeds that were run, of a case that fails at 3 and 5."""
    found = []

    def case(seed):
        found.append(seed)
        assert seed not in (3, 5), f"seed {seed} fails"

    monkeypatch.setattr(runs, "case_of", lambda subject: case)
    return found


def test_failures_are_noted_with_their_seed_and_the_run_goes_on(seen, tmp_path, capsys):
    log = tmp_path / "log"
    assert runs.main(["designs", "0", "8", "--log", str(log)]) == 1
    notes = [json.loads(line) for line in log.read_text().splitlines()]
    failed = {note["seed"]: note["error"] for note in notes if "seed" in note}
    assert sorted(failed) == [3, 5] and "seed 5 fails" in failed[5] and "Traceback" in failed[5]
    assert seen == list(range(8)) and notes[-1]["next"] == 8
    assert capsys.readouterr().out.endswith("seeds 0 to 7, 2 failed [3, 5]\n")


def test_a_log_is_continued_and_its_failures_are_kept(seen, tmp_path):
    words = ["--log", str(tmp_path / "log")]
    assert runs.main(["designs", "0", "5", *words]) == 1
    assert runs.main(["designs", "0", "5", *words]) == 1
    assert runs.main(["designs", "0", "10", *words]) == 1
    assert seen == list(range(10))
    assert runs.main(["garbled", "6", "10", *words]) == 0
    assert seen == [*range(10), *range(6, 10)]


def test_a_killed_run_repeats_only_what_was_not_noted(seen, tmp_path):
    log = tmp_path / "log"
    log.write_text('{"subject": "designs", "next": 6, "seconds": 1.0}\n')
    assert runs.main(["designs", "0", "8", "--log", str(log)]) == 0
    assert seen == [6, 7]


def test_without_a_log_one_seed_is_repeated(seen, capsys):
    assert runs.main(["designs", "3", "4"]) == runs.main(["designs", "3", "4"]) == 1
    assert seen == [3, 3] and "seed 3 fails" in capsys.readouterr().out


@pytest.mark.parametrize("subject", runs.SUBJECTS)
def test_every_subject_has_its_case(subject):
    module, name = runs.SUBJECTS[subject]
    assert callable(getattr(import_module(f"tests.adversarial.{module}"), name))
