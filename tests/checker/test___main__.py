"""The checker's own command line says how it is called."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from rropt.checker import check
from rropt.checker.__main__ import USAGE, main
from rropt.checker.verdict import STATUS
from tests.certificates import GOOD, TEXT
from tests.checker.test_kinds import too_close


@pytest.mark.parametrize("word", ["-h", "--help"])
def test_help_is_no_file(word, capsys):
    assert main([word]) == 0
    assert capsys.readouterr().out == USAGE + "\n"


def test_without_a_file_it_is_malformed_and_says_the_usage(capsys):
    assert main([]) == 3
    assert USAGE in capsys.readouterr().out


def archive(folder):
    """The zipapp in a folder of its own."""
    path = folder / "rropt-check.pyz"
    assert main(["--zipapp", str(path)]) == 0
    return [sys.executable, "-I", "-S", path.name]


def ran(words, folder):
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.everything
@pytest.mark.parametrize("verdict", STATUS)
def test_the_zipapp_alone_in_an_empty_folder(tmp_path, verdict):
    data = {
        "verified": GOOD,
        "refuted": {**GOOD, "gap": "1"},
        "undecided": too_close(),
        "malformed": {**GOOD, "truths": "two"},
    }[verdict]
    (tmp_path / "c.json").write_text(json.dumps(data))
    command = archive(tmp_path)
    run = ran([*command, "c.json"], tmp_path)
    assert (run.returncode, run.stderr) == (STATUS[verdict], "")
    assert run.stdout == f"{check(data)}\n" and run.stdout.startswith(verdict)
    run = ran([*command, "c.json", "--json"], tmp_path)
    assert json.loads(run.stdout).keys() == {"verdict", "statement", "reason"}
    assert run.returncode == STATUS[verdict]


def test_equal_files_make_equal_archives(tmp_path):
    main(["--zipapp", str(tmp_path / "a.pyz")])
    main(["--zipapp", str(tmp_path / "b.pyz")])
    assert (tmp_path / "a.pyz").read_bytes() == (tmp_path / "b.pyz").read_bytes()


def test_the_certificate_in_a_document_is_checked_alone(tmp_path, capsys):
    path = tmp_path / "d.json"
    path.write_text(json.dumps({"objective": "whatever is said", "certificate": GOOD}, indent=1))
    assert main([str(path)]) == 0
    assert capsys.readouterr().out.endswith("nothing else in the file was checked)\n")
    path.write_text(f'{{"certificate": {TEXT}, "certificate": {TEXT}}}')
    assert main([str(path)]) == 3
    path.write_text(f'{{"certificate": {TEXT[:-1]}, "gap": "0"}}}}')
    assert main([str(path)]) == 3


def test_a_missing_file_is_one_line(tmp_path, capsys):
    assert main([str(tmp_path / "nothing.json")]) == 3
    assert main([str(tmp_path / "na\u00efve.json")]) == 3
    assert main([]) == 3
    assert main([str(tmp_path)]) == 3
    out = capsys.readouterr().out
    assert out.isascii() and out.count("\n") == 4 and "cannot be read" in out


def test_the_pages_that_decide_a_file_are_named_with_their_lines(tmp_path):
    """In a fresh process, and no page of another kind."""
    path = tmp_path / "c.json"
    path.write_text(TEXT)
    words = [sys.executable, "-m", "rropt.checker", str(path), "--explain"]
    run = subprocess.run(words, capture_output=True, text=True, check=True)
    first, *pages, last = run.stdout.splitlines()
    assert first.startswith("verified: ")
    listed = {name: int(number) for number, name in (line.split() for line in pages)}
    assert {"decide.py", "prices_at_once.py", "few_rows.py"} <= listed.keys()
    assert not listed.keys() & {"kind_symmetric.py", "kind_polynomial.py", "__main__.py"}
    assert last.split()[0] == str(sum(listed.values())) and len(listed) == int(last.split()[3])
