"""What comes of a store: the tidy table, its exports and its figure.

The table of a store as a file.
"""

from __future__ import annotations

import copy
import csv
import errno
import json
import math
import pickle
import re
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest

import rropt as rr
from rropt import InputError, read_sweep, run_sweep
from rropt.sweep import certificates
from rropt.sweep import frame as frame_module
from rropt.sweep.frame import COLUMNS, COUNTS, NUMBERS, Frame, export_sweep, number, tidy_rows


def test_a_row_a_cell_and_a_column_a_name(frame):
    assert len(frame) == 3 * 2 * (4 + 1 + 2)
    assert frame["cell"] == list(range(42))
    assert all(tuple(row) == COLUMNS for row in frame)


def test_a_row_says_what_the_design_says(frame):
    (row,) = frame.where(
        objective="variance", outputs="2", exact_delta="1/10", prior="1/4", exact_level="1/2"
    )
    design = rr.optimal(rr.LocalDP("1/2", "1/10"), rr.Variance("1/4"), 2, crosscheck=False)
    assert Fraction(row["exact_value"]) == design.value
    assert row["value"] == float(design.value) and row["bound"] == float(design.bound)
    assert Fraction(row["exact_gap"]) == design.gap
    assert json.loads(row["channel"]) == design.channel.to_json()["channel"]
    assert (row["epsilon"], row["gamma"]) == (0.5, pytest.approx(math.exp(0.5)))
    assert (row["delta"], row["prevalence"], row["categories"]) == (0.1, 0.25, 2)
    assert json.loads(row["versions"])["rropt"] == rr.__version__


def test_levels_are_numbers_and_exact(frame):
    row = frame.where(exact_level="ln(3)")[0]
    assert (row["gamma"], row["epsilon"]) == (3.0, pytest.approx(math.log(3)))


def test_gamma_is_turned_into_epsilon(tmp_path):
    path = tmp_path / "sweep.db"
    with ThreadPoolExecutor(1) as threads:
        run_sweep(path, gamma=[1, "5/2"], objective="trace", categories=2, executor=threads)
    found = read_sweep(path)
    assert found["epsilon"] == [0.0, pytest.approx(math.log(2.5))]
    assert found["exact_level"] == ["ln(1)", "ln(5/2)"]


def test_an_enclosure_is_drawn_at_its_middle(frame):
    row = frame.where(objective="mutual-information")[0]
    low, high = map(Fraction, json.loads(row["exact_value"]))
    assert low < high and low <= Fraction(row["value"]) + Fraction(1, 10**15)
    assert row["prevalence"] is None and row["categories"] == 3
    assert row["prior"] == "6/11,3/11,2/11"


def test_failed_cells_have_a_reason_and_no_value(frame):
    failed = frame.where(status="failed")
    assert len(failed) == 6
    assert set(failed["value"]) == {None}
    assert all("outputs must be" in reason for reason in failed["reason"])


@pytest.mark.parametrize(
    ("said", "expected"), [("1/3", 1 / 3), ("oo", math.inf), ('["0","1"]', 0.5), (None, None)]
)
def test_numbers(said, expected):
    assert number(said) == expected


def test_every_certificate_is_found_and_verified(path, frame):
    found = dict(certificates(path))
    assert list(found) == frame.where(status="done")["cell"]
    assert all(certificate.check().verdict == "verified" for certificate in found.values())


def test_an_unknown_column_is_named(frame):
    with pytest.raises(InputError, match=r"column must be one of .* got 'colour'"):
        frame["colour"]
    with pytest.raises(InputError, match=r"column must be one of .* got 'colour'"):
        frame.where(colour="red")


def test_slices_are_frames(frame):
    assert frame[2:4]["cell"] == [2, 3]


def test_frames_are_equal_by_their_rows_also_after_a_journey(path, frame):
    assert read_sweep(path) == frame == pickle.loads(pickle.dumps(frame)) == copy.deepcopy(frame)
    assert frame[1:3] != frame[1:4] and frame != list(frame)
    with pytest.raises(TypeError, match="unhashable"):
        hash(frame)


def test_a_notebook_shows_the_first_rows(frame):
    shown = frame._repr_html_()
    heads = re.findall(r"<th[^>]*>([^<]*)</th>", shown)
    rows = [re.findall(r"<td>([^<]*)</td>", row) for row in shown.split("<tr>")[2:]]
    assert "42 cells, the first 10 are shown." in shown and len(rows) == 10
    assert "gain" not in heads and "channel" not in heads
    assert [row[heads.index("cell")] for row in rows] == [str(i) for i in range(10)]
    assert float(rows[3][heads.index("value")]) == pytest.approx(frame[3]["value"], rel=1e-5)
    hostile = Frame([{**frame[0], "reason": "<script>"}])
    assert "&lt;script&gt;" in hostile._repr_html_() and "<script" not in hostile._repr_html_()
    assert "0 cells." in Frame([])._repr_html_()


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_native_frames(frame, library):
    pytest.importorskip(library)
    native = {"pandas": frame.to_pandas, "polars": frame.to_polars, "pyarrow": frame.to_arrow}
    import narwhals as nw

    found = nw.from_native(native[library](), eager_only=True)
    assert tuple(found.columns) == COLUMNS and len(found) == len(frame)
    assert found["cell"].to_list() == frame["cell"]
    assert found["outputs"].to_list() == frame["outputs"]
    done = found.filter(nw.col("status") == "done")
    assert done["value"].to_list() == frame.where(status="done")["value"]
    assert found["gain"].null_count() == len(frame)


CHOSEN = {"objective": "variance", "prior": "1/4", "delta": "1/10"}


def test_worst_priors_and_numbers_are_rows_like_others(tmp_path):
    objectives = [
        {"name": "variance", "prior": "worst", "worst": ["group", "population"]},
        {"name": "d-optimal", "prior": "worst", "categories": 3},
        {"name": "mean", "values": [0, 1, 5]},
        {"name": "mean", "interval": [0, 1]},
    ]
    path = tmp_path / "worst.db"
    with ThreadPoolExecutor(1) as threads:
        run_sweep(path, {"gamma": 3, "objective": objectives}, executor=threads)
    found = read_sweep(path)
    assert found["status"] == ["done"] * 5
    assert found["worst"] == ["group", "population", None, None, None]
    assert found["values"][3] == "0,1,5" and found["interval"][4] == "0,1"
    assert found["prevalence"] == [None] * 5
    cut = rr.optimal(rr.LocalDP.from_gamma(3), rr.Mean(low=0, high=1))
    assert Fraction(found["exact_value"][4]) == cut.value and found["channel"][4] is None
    assert found["value"][0] == pytest.approx(3 / 4) and found["value"][1] == pytest.approx(1)


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

    monkeypatch.setattr(frame_module, "_write_csv", refuse)
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
