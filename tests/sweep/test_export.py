"""The table of a store as a file."""

from __future__ import annotations

import csv
import errno
from concurrent.futures import ThreadPoolExecutor

import pytest

from rropt import InputError, run_sweep
from rropt.sweep.export import export_sweep
from rropt.sweep.frame import COLUMNS, COUNTS, NUMBERS, tidy_rows


def parsed(name, text):
    if text == "":
        return None
    return float(text) if name in NUMBERS else int(text) if name in COUNTS else text


def test_csv_round_trip(path, frame):
    target = export_sweep(path, "csv")
    assert target == path.with_suffix(".csv")
    with open(target, newline="", encoding="utf-8") as file:
        found = [{name: parsed(name, row[name]) for name in row} for row in csv.DictReader(file)]
    assert found == list(frame)


def test_parquet_round_trip(path, frame, tmp_path):
    polars = pytest.importorskip("polars")
    target = export_sweep(path, str(tmp_path / "cells.parquet"))
    found = polars.read_parquet(target)
    assert found.schema == frame.to_polars().schema
    assert found.rows(named=True) == list(frame)
    assert [file.name for file in tmp_path.iterdir()] == ["cells.parquet"]


@pytest.mark.parametrize(
    ("target", "words"),
    [("xlsx", "csv, parquet or a file name"), ("none/cells.csv", "must be a writable file")],
)
def test_exports_that_are_refused(path, target, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=words):
        export_sweep(path, target)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("target", ["csv", "parquet"])
def test_an_export_to_a_read_only_disk_is_refused(path, tmp_path, monkeypatch, target):
    if target == "parquet":
        pytest.importorskip("polars")

    def refuse(*args, **options):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("rropt.sweep.export._write_csv", refuse)
    monkeypatch.setattr("pathlib.Path.unlink", refuse)
    with pytest.raises(InputError, match=r"--export must be a writable .*: Read-only file system$"):
        export_sweep(path, str(tmp_path / f"rows.{target}"))


def test_an_export_leaves_the_files_beside_it(path, tmp_path):
    mine = [tmp_path / "cells.csv.partial", tmp_path / "cells.csv.partial.csv"]
    for file in mine:
        file.write_text("of somebody else")
    target = export_sweep(path, str(tmp_path / "cells.csv"))
    assert sorted(tmp_path.iterdir()) == sorted([*mine, target])
    assert {file.read_text() for file in mine} == {"of somebody else"}


def test_an_export_never_takes_the_place_of_the_store(tmp_path):
    path = tmp_path / "store.csv"
    with ThreadPoolExecutor(1) as threads:
        run_sweep(path, gamma=3, objective="trace", categories=2, executor=threads)
    with pytest.raises(InputError, match="another file than the store"):
        export_sweep(path, "csv")
    assert len(list(tidy_rows(path))) == 1


def test_a_format_alone_lies_beside_the_store(path) -> None:
    written = export_sweep(path, "csv")
    try:
        assert written == path.with_suffix(".csv")
        with open(written, newline="") as file:
            assert tuple(next(csv.reader(file))) == COLUMNS
    finally:
        written.unlink()
