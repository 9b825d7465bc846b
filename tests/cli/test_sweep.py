"""rropt sweep: from a spec to a store and what comes of it; rropt check on a store."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import suppress

import pytest

from rropt import InputError
from rropt.cli import main
from rropt.sweep.store import Store

SPEC = """
gamma = [2, 3]
outputs = [2, "any"]
objective = ["variance", {name = "a-optimal", prior = "1/2,1/4,1/4"}]
prior = 0.25
"""
STATEMENT = "all 6 certificates of sweep.db; 2 cells have none"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spec.toml").write_text(SPEC)
    return tmp_path


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    spec, store = folder / "spec.toml", folder / "sweep.db"
    spec.write_text(SPEC)
    assert main(["sweep", str(spec), "-o", str(store), "--jobs", "1"]) == 2
    return store.read_bytes()


@pytest.fixture
def swept(folder, made):
    (folder / "sweep.db").write_bytes(made)
    return folder


def run(capsys, *words):
    status = main(list(words))
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.everything
def test_a_sweep_from_the_spec_to_the_store(folder, capsys):
    status, out, err = run(capsys, "sweep", "spec.toml", "-o", "sweep.db", "--jobs", "1", "--json")
    answer = json.loads(out)
    assert (status, err) == (2, "")
    assert (answer["cells"], answer["done"], answer["failed"], answer["ran"]) == (8, 6, 2, 8)
    assert answer["reasons"][0][1] == 2
    status, out, err = run(capsys, "sweep", "spec.toml", "-o", "sweep.db", "--jobs", "1")
    assert (status, err) == (2, "8 cells, 8 of them finished before\n")
    assert out.startswith("sweep.db: 8 cells, 6 done, 2 failed\n  2 failed: outputs must be any")


@pytest.mark.everything
def test_status_is_zero_when_all_is_done(folder, capsys):
    (folder / "spec.toml").write_text('gamma = 3\nobjective = "trace"\ncategories = 2\n')
    status, out, _ = run(capsys, "sweep", "spec.toml", "-o", "sweep.db", "--jobs", "1")
    assert status == 0 and out.startswith("sweep.db: 1 cell, 1 done; 1 solved now in ")


@pytest.mark.everything
def test_retry_failed_runs_the_failed_cells(swept, capsys):
    words = ["sweep", "spec.toml", "-o", "sweep.db", "--jobs", "1", "--json", "--retry-failed"]
    _, out, err = run(capsys, *words)
    assert json.loads(out)["ran"] == 2 and err == ""


def test_dry_run_counts(folder, capsys):
    assert run(capsys, "sweep", "spec.toml", "--dry-run") == (0, "8 cells\n", "")
    assert [file.name for file in folder.iterdir()] == ["spec.toml"]


def test_the_spec_of_the_help_can_be_swept(folder, capsys):
    """As it is printed: every cell of it has a design."""
    import textwrap

    import rropt.cli.sweep as verb

    lines = textwrap.dedent(verb.__doc__.split("\n\n")[1])
    (folder / "help.toml").write_text(lines)
    assert run(capsys, "sweep", "help.toml", "--dry-run") == (0, "276 cells\n", "")


def test_without_a_spec_the_store_is_reported(swept, capsys):
    status, out, err = run(capsys, "sweep", "-o", "sweep.db")
    assert (status, err) == (2, "")
    assert out.startswith("sweep.db: 8 cells, 6 done, 2 failed\n")


def test_export_and_plot(swept, capsys):
    pytest.importorskip("matplotlib")
    words = ["x=gamma", "y=value", "hue=outputs", "objective=variance", "file=out.svg"]
    _, out, _ = run(capsys, "sweep", "-o", "sweep.db", "--export", "csv", "--plot", *words)
    assert out.splitlines()[-2:] == ["export: sweep.csv", "plot: out.svg"]
    assert len((swept / "sweep.csv").read_text().splitlines()) == 9
    assert (swept / "out.svg").read_text().startswith("<?xml")


def test_a_plot_lies_beside_its_store(swept, capsys):
    pytest.importorskip("matplotlib")
    words = ["x=gamma", "y=gap", "hue=objective", "outputs=any"]
    answer = json.loads(run(capsys, "sweep", "-o", "sweep.db", "--json", "--plot", *words)[1])
    assert answer["plot"] == "sweep.png" and (swept / "sweep.png").exists()


def test_check_verifies_every_certificate(swept, capsys):
    assert run(capsys, "check", "sweep.db") == (0, f"verified: {STATEMENT}\n", "")
    answer = json.loads(run(capsys, "check", "sweep.db", "--json")[1])
    assert (answer["verdict"], answer["statement"]) == ("verified", STATEMENT)
    assert (answer["counts"], answer["wrong"]) == ({"verified": 6}, [])


def edit_store(statement, values=()):
    """What somebody else does to the store."""
    with contextlib.closing(sqlite3.connect("sweep.db")) as connection, connection:
        connection.execute(statement, values)


def test_check_refutes_a_changed_value(swept, capsys):
    edit_store("UPDATE cells SET value = '1' WHERE cell = 0")
    status, out, _ = run(capsys, "check", "sweep.db")
    assert status == 1
    assert out.startswith("refuted: 1 of 6 certificates; the first, objective=variance prior=1/4")


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE cells SET value = '1/0' WHERE cell = 1",
        "UPDATE cells SET bound = '[' WHERE cell = 1",
        "UPDATE cells SET gamma = 'x' WHERE cell = 1",
        "UPDATE cells SET prior = NULL WHERE cell = 1",
        "UPDATE cells SET gap = x'00' WHERE cell = 1",
    ],
)
def test_an_edited_cell_is_not_exported(swept, capsys, edit):
    edit_store(edit)
    status, out, err = run(capsys, "sweep", "-o", "sweep.db", "--export", "csv")
    assert (status, out) == (3, "")
    assert err.startswith("rropt: STORE must be an intact store") and err.count("\n") == 1
    assert "whose cell 1 " in err and not (swept / "sweep.csv").exists()


@pytest.mark.everything
@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE sweep SET content = 'many' WHERE name = 'cells'",
        "INSERT INTO owners VALUES ('a', 'nowhere', 0)",
        "INSERT INTO owners VALUES ('a', x'00', 0)",
        "INSERT INTO owners VALUES ('a', 'm/1/2', 'never')",
    ],
)
def test_edits_beside_the_cells_change_nothing(swept, capsys, edit):
    edit_store(edit)
    status, out, _ = run(capsys, "sweep", "spec.toml", "-o", "sweep.db", "--jobs", "1")
    assert status == 2 and out.startswith("sweep.db: 8 cells, 6 done, 2 failed")


@pytest.mark.everything
@pytest.mark.parametrize("content", ["{}", "[", '{"objective": 3}', "3"])
def test_a_store_whose_spec_is_none_is_another(swept, capsys, content):
    edit_store("UPDATE sweep SET content = ? WHERE name = 'spec'", [content])
    status, _, err = run(capsys, "sweep", "spec.toml", "-o", "sweep.db", "--jobs", "1")
    assert status == 3 and "STORE must be of the same spec" in err and err.count("\n") == 1
    assert run(capsys, "check", "sweep.db")[0] == 3


@pytest.mark.everything
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["spec.toml"], "-o STORE is needed"),
        (["-o", "none.db"], "there is none at none.db"),
        (["-o", "spec.toml"], "STORE must be a store of rropt sweep, got another file"),
        (["spec.toml", "-o", "spec.toml"], "STORE must be a store of rropt sweep"),
        (["spec.toml", "-o", "none/sweep.db", "--jobs", "1"], "writable folder"),
        (["none.toml", "-o", "sweep.db"], "SPEC must be a readable file"),
        (["spec.toml", "-o", "sweep.db", "--jobs", "0"], "jobs must be a whole number"),
        (
            ["spec.toml", "-o", "sweep.db", "--jobs", "1", "--dask", "a:1"],
            "--dask must be given alone",
        ),
        (["--dry-run"], "--dry-run needs SPEC"),
        (["spec.toml", "--dry-run", "--export", "csv"], "--export must be left out with --dry-run"),
        (["-o", "sweep.db", "--retry-failed"], "--retry-failed needs SPEC"),
        (["-o", "sweep.db", "--plot", "epsilon"], "--plot must be words"),
        (["-o", "sweep.db", "--plot", "x=epsilon"], "--plot must say y=COLUMN"),
        (["-o", "sweep.db", "--plot", "x=epsilon", "y=value", "x=delta"], "each word once"),
        (["-o", "sweep.db", "--colour"], "unknown option --colour"),
    ],
)
def test_bad_input_is_one_line_and_nothing_is_made(folder, capsys, words, reason):
    status, out, err = run(capsys, "sweep", *words)
    assert (status, out) == (3, "")
    assert reason in err and err.count("\n") == 1 and err.startswith("rropt: ")
    assert [file.name for file in folder.iterdir()] == ["spec.toml"]


def test_another_spec_leaves_the_store_as_it_is(swept, made, capsys):
    (swept / "spec.toml").write_text(SPEC.replace("3]", "4]", 1))
    status, _, err = run(capsys, "sweep", "spec.toml", "-o", "sweep.db", "--jobs", "1")
    assert status == 3 and "differs in gamma" in err and err.count("\n") == 1
    assert (swept / "sweep.db").read_bytes() == made


@pytest.mark.everything
@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_polite_end_gives_the_claims_back(folder, number):
    (folder / "spec.toml").write_text(
        'gamma = {from = 2, to = 9, points = 2000}\nobjective = "variance"\nprior = 0.25\n'
    )
    words = [sys.executable, "-m", "rropt", "sweep", "spec.toml", "-o", "sweep.db", "--jobs", "1"]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    done = 0
    while not done and process.poll() is None:
        with suppress(InputError), Store.read("sweep.db") as store:
            done = store.counts()["done"]
    process.send_signal(number)
    _, err = process.communicate()
    assert (process.returncode, err.splitlines()[-1]) == (130, "rropt: interrupted")
    assert "Traceback" not in err and "leaked" not in err
    with Store.read("sweep.db") as store:
        counts = store.counts()
    assert counts["running"] == 0 and counts["done"] >= done


@pytest.mark.parametrize(
    ("good", "broken"), [(b"done", b"do\xb6e"), (b"TABLE cells", b"\xb6ABLE cells")]
)
def test_octets_that_are_no_text_are_a_broken_store(swept, capsys, good, broken):
    """A disk that changes an octet makes a store that is refused, and no defect of rropt."""
    store = swept / "sweep.db"
    content = store.read_bytes()
    assert good in content
    store.write_bytes(content.replace(good, broken))
    for words in (["sweep", "-o", "sweep.db"], ["sweep", "-o", "sweep.db", "--export", "s.csv"]):
        status, out, err = run(capsys, *words)
        assert (status, out, err.count("\n")) == (3, "", 1)
        assert "STORE must be an intact store of rropt sweep" in err
