"""What every verb shares."""

from __future__ import annotations

import io
from pathlib import Path
from types import SimpleNamespace

import pytest

from rropt.cli.common import paragraphs, read_text, wrapped
from rropt.exact import InputError


def test_files_are_read_with_one_line_of_complaint(tmp_path: Path) -> None:
    place = tmp_path / "a.txt"
    place.write_text("gr\u00fc\u00df", encoding="utf-8")
    assert read_text(str(place)) == "gr\u00fc\u00df"
    place.write_bytes(b"gr\xfc\xdf")
    with pytest.raises(InputError, match=r"FILE must be a readable file, got .*: not UTF-8 text"):
        read_text(str(place))
    with pytest.raises(InputError, match=r"DATA must be a readable file, got .*: Is a directory"):
        read_text(str(tmp_path), "DATA")


def test_long_lines_are_continued_under_their_own_beginning() -> None:
    text = wrapped("short\n  indented " + "word " * 20 + "\nend", 40)
    lines = text.splitlines()
    assert lines[0] == "short" and lines[-1] == "end"
    assert all(line.startswith("    ") for line in lines[2:-1]) and max(map(len, lines)) <= 40
    path = "x" * 60
    assert wrapped(f"see {path}-and-more", 20).splitlines()[-1].strip() == f"{path}-and-more"


def test_examples_and_indented_blocks_keep_their_lines() -> None:
    prose = "one two\nthree"
    assert paragraphs(prose) == "one two three"
    kept = "examples:\n  a\n  b\n\nlist:\n  c\n  d"
    assert paragraphs(kept) == kept


def test_standard_input_is_a_dash_and_must_be_text(monkeypatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO("grün".encode())))
    assert read_text("-") == "grün"
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"\xff")))
    with pytest.raises(InputError, match="not UTF-8 text"):
        read_text("-")
