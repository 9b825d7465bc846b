"""rropt check."""

from __future__ import annotations

import json
import sys

import pytest

from rropt.cli import main

GOOD = {
    "format": "rropt-certificate/2",
    "kind": "garbling",
    "A": [["1", "1"]],
    "P": [["1", "0"], ["0", "1"]],
    "C": [["1", "1"]],
}


@pytest.mark.parametrize(
    ("parts", "status"), [({}, 0), ({"C": [["1", "1/2"]]}, 1), ({"A": "nothing"}, 3)]
)
def test_the_exit_status_is_the_verdict(tmp_path, capsys, parts, status):
    path = tmp_path / "c.json"
    path.write_text(json.dumps({**GOOD, **parts}))
    assert main(["check", str(path)]) == status
    text = capsys.readouterr().out
    assert text.count("\n") == 1
    assert main(["check", str(path), "--json"]) == status
    data = json.loads(capsys.readouterr().out)
    assert data.keys() == {"verdict", "statement", "reason", "scope"}
    assert text.startswith(data["verdict"])


def test_coq_is_not_asked_of_a_store_in_silence(tmp_path, capsys):
    path = tmp_path / "s.db"
    path.write_bytes(b"SQLite format 3\0")
    assert main(["check", "--coq", str(path)]) == 3
    assert capsys.readouterr().err.startswith("rropt: --coq must be left out with a store")


def test_a_missing_file_is_one_line(tmp_path, capsys):
    assert main(["check", str(tmp_path / "nothing.json")]) == 3
    assert capsys.readouterr().err.startswith("rropt: FILE must be readable")


def test_the_verb_imports_nothing_slow(tmp_path):
    """The verb needs the checker and the numbers at the door only."""
    import subprocess

    path = tmp_path / "c.json"
    path.write_text(json.dumps(GOOD))
    script = (
        "import sys\nfrom rropt.cli import main\n"
        f"main(['check', {str(path)!r}])\n"
        "print(sorted({'numpy', 'scipy', 'sympy', 'cvxpy', 'flint'} & sys.modules.keys()))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"


REPORTS = [
    ("certified; --save FILE keeps it", "--save FILE keeps the design"),
    ("certificate saved; verify it with: rropt check T.json", "its certificate is in T.json"),
    ("anything else", "the file holds no JSON"),
]


@pytest.mark.parametrize(("end", "reason"), REPORTS)
def test_a_printed_report_is_no_certificate_and_says_where_that_is(tmp_path, capsys, end, reason):
    path = tmp_path / "study.txt"
    path.write_text(f"report \\ truth  no  yes\n\n{end}\n")
    assert main(["check", str(path)]) == 3
    said = capsys.readouterr().out
    assert said.startswith("malformed: ") and reason in said and said.count("\n") == 1


@pytest.mark.parametrize("content", ["[1]", "{}", '{"kind": 3}', "{"])
def test_what_begins_like_json_is_left_to_the_checker(tmp_path, capsys, content):
    path = tmp_path / "c.json"
    path.write_text(content)
    assert main(["check", str(path)]) == 3
    assert "holds no JSON" not in capsys.readouterr().out
