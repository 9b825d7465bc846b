"""Columns of numbers in files: read in batches, written batch by batch, never shown."""

from __future__ import annotations

import random
from fractions import Fraction

import polars
import pytest

from rropt import InputError
from rropt.channel import Channel
from rropt.data import file_counts
from rropt.data.number_columns import number_sums
from rropt.data.number_sampler import ShiftedTable
from rropt.data.randomize_numbers import numbers_to_file, numbers_to_text

POINTS = (Fraction(0), Fraction(5), Fraction(10))
SAMPLER = ShiftedTable(Channel.identity(3), POINTS, POINTS, 2**16)


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
    done = numbers_to_file(SAMPLER, answers, "hours", target, seeded(1))
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
    done = numbers_to_file(SAMPLER, path, "x", target, missing="keep")
    assert (done.rows, done.missing) == (4, 1)
    assert polars.read_parquet(target)["x"].null_count() == 1


@pytest.mark.parametrize("odd", ["secret", "11", "inf", "-0.001"])
def test_what_does_not_fit_is_counted_and_never_shown(odd, tmp_path):
    path = tmp_path / "answers.csv"
    path.write_text(f"x\n1\n{odd}\n2\n")
    with pytest.raises(InputError) as refused:
        numbers_to_text(SAMPLER, path, "x")
    assert str(refused.value) == (
        "answers must be numbers from 0 to 10, got 1 of 3 that do not fit"
    )
