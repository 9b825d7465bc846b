"""Columns of numbers in files: read in batches, written batch by batch, never shown."""

from __future__ import annotations

import random
import tracemalloc
from fractions import Fraction

import polars
import pytest

from rropt import InputError
from rropt.channel import Channel
from rropt.channel.balanced_supports import SubsetSupports
from rropt.channel.implicit import ImplicitChannel
from rropt.data import file_counts
from rropt.data.number_columns import number_sums
from rropt.data.number_sampler import ShiftedTable
from rropt.data.randomize_file import write_reports, written_reports
from rropt.data.randomize_numbers import on_numbers
from rropt.data.sampler import ImplicitSampler

POINTS = (Fraction(0), Fraction(5), Fraction(10))
SAMPLER = ShiftedTable(POINTS, 2**16, Channel.identity(3), POINTS)


def seeded(seed: int):
    return random.Random(seed).randbytes


@pytest.fixture
def answers(tmp_path):
    path = tmp_path / "answers.csv"
    rows = [f"{i},{i % 11},{i % 11}" for i in range(5000)]
    path.write_text("\n".join(["person,hours,copy", *rows]) + "\n")
    return path


@pytest.mark.parametrize("kind", ["csv", "tsv", "parquet"])
def test_reports_stand_in_the_place_of_numbers(kind, answers, tmp_path, monkeypatch):
    monkeypatch.setattr(file_counts, "ROWS_A_BATCH", 700)
    target = tmp_path / f"reports.{kind}"
    done = write_reports(on_numbers(SAMPLER, "hours", source=seeded(1)), answers, target)
    assert (done.rows, done.missing, done.copies) == (5000, 0, ("copy",))
    read = polars.read_parquet if kind == "parquet" else polars.read_csv
    frame = read(target, **({"separator": "\t"} if kind == "tsv" else {}))
    assert frame["person"].cast(polars.Int64).to_list() == list(range(5000))
    sums = number_sums(str(target), "hours")
    assert sums.n == 5000
    assert sums.mean == pytest.approx(sum(i % 11 for i in range(5000)) / 5000, abs=0.2)


@pytest.mark.parametrize("dtype", [polars.Float64, polars.Int32, polars.String])
def test_parquet_columns_of_any_type(dtype, tmp_path):
    path, target = tmp_path / "a.parquet", tmp_path / "b.parquet"
    polars.DataFrame({"x": polars.Series([0, 10, None, 5]).cast(dtype)}).write_parquet(path)
    done = write_reports(on_numbers(SAMPLER, "x", missing="keep"), path, target)
    assert (done.rows, done.missing) == (4, 1)
    assert polars.read_parquet(target)["x"].null_count() == 1


@pytest.mark.parametrize("odd", ["secret", "11", "inf", "-0.001"])
def test_what_does_not_fit_is_counted_and_never_shown(odd, tmp_path):
    path = tmp_path / "answers.csv"
    path.write_text(f"x\n1\n{odd}\n2\n")
    with pytest.raises(InputError) as refused:
        written_reports(on_numbers(SAMPLER, "x"), path)
    assert str(refused.value) == (
        "answers must be numbers from 0 to 10, got 1 of 3 that do not fit"
    )


@pytest.mark.parametrize("missing", ["drop", "keep"])
def test_long_reports_are_written_in_pieces_and_all_the_rest_stays(tmp_path, monkeypatch, missing):
    """Sets of 100 of 300 truths, of which a few are written at once."""
    monkeypatch.setattr("rropt.data.randomize_text.AT_ONCE", 3000)
    answers = [str(n % 300) if n % 7 else "" for n in range(250)]
    source, target = tmp_path / "answers.csv", tmp_path / "reports.csv"
    rows = [f"{n},{answer},x\n" for n, answer in enumerate(answers)]
    source.write_text("person,answer,more\n" + "".join(rows))
    sampler = ImplicitSampler(ImplicitChannel(SubsetSupports(300, Fraction(3), 100)))
    write_reports(on_numbers(sampler, "answer", missing=missing), source, target)
    header, *found = [line.split(",") for line in target.read_text().splitlines()]
    kept = [n for n, answer in enumerate(answers) if answer or missing == "keep"]
    assert header == ["person", "answer", "more"]
    assert [(person, more) for person, _, more in found] == [(str(n), "x") for n in kept]
    lengths = [int(report[1:] or "0", 16).bit_count() for _, report, _ in found]
    assert lengths == [100 if answers[n] else 0 for n in kept]


@pytest.mark.everything
def test_long_reports_take_no_more_memory_than_some_of_them(tmp_path):
    """3 KB each, 3 MB together: placed all at once they take 140 MB."""
    source, target = tmp_path / "answers.csv", tmp_path / "reports.csv"
    source.write_text("answer\n" + "".join(f"{n}\n" for n in range(1000)))
    sampler = ImplicitSampler(ImplicitChannel(SubsetSupports(12000, Fraction(3), 2000)))
    tracemalloc.start()
    try:
        write_reports(on_numbers(sampler, "answer"), source, target)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1.1e8
