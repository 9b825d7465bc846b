"""Records: columns by name or beside each other give the same counts."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pandas
import polars
import pyarrow
import pytest

from rropt.counting.records import tally_records
from rropt.exact import InputError

ROWS = [("n", "yes"), ("s", "no"), ("n", "yes"), ("s", "yes")]
BY, REPORTS = map(list, zip(*ROWS, strict=True))
TABLE = {"by": BY, "reports": REPORTS}


@pytest.mark.parametrize("frame", [pandas.DataFrame, polars.DataFrame, pyarrow.table])
def test_names_in_a_frame_are_the_lists_beside_each_other(frame) -> None:
    wanted = Counter(ROWS)
    made = frame(TABLE)
    for by, reports in (("by", "reports"), (BY, "reports"), ("by", REPORTS), (BY, made["reports"])):
        found = tally_records(made, {"by": by, "reports": reports})
        assert {tuple(values): n for *values, n in found} == wanted


def test_arrays_series_and_lazy_frames_are_columns() -> None:
    wanted = Counter(ROWS)
    for kind in (np.array, tuple, pandas.Series, polars.Series, pyarrow.chunked_array):
        column = kind([BY]) if kind is pyarrow.chunked_array else kind(BY)
        found = tally_records(REPORTS, {"by": column, "reports": REPORTS})
        assert {tuple(values): n for *values, n in found} == wanted
    lazy = polars.LazyFrame(TABLE)
    found = tally_records(lazy, {"by": BY, "reports": "reports"})
    assert {tuple(values): n for *values, n in found} == wanted


def test_one_column_may_be_wanted_twice(tmp_path) -> None:
    (tmp_path / "s.csv").write_text("by,reports\n" + "\n".join(map(",".join, ROWS)) + "\n")
    columns = {"strata": "by", "by": "by", "reports": "reports"}
    for data in (tmp_path / "s.csv", str(tmp_path / "s.csv"), pandas.DataFrame(TABLE)):
        found = tally_records(data, columns)
        assert {(a, c): n for a, b, c, n in found if a == b} == Counter(ROWS)


def test_masked_entries_are_missing() -> None:
    masked = np.ma.array([3, 4], mask=[False, True])
    found = tally_records([0, 1], {"weights": masked, "reports": [0, 1]})
    assert found == [(3, 0, 1), (None, 1, 1)]


@pytest.mark.parametrize(
    ("data", "by", "said"),
    [
        (REPORTS, ["n"], "by must have one entry a report, got 1 for 4"),
        (REPORTS, "by", "got the name 'by' with a list"),
        ("s.csv", "by", "got the name 'by' with a file"),
        (REPORTS, {"n": 1}, "a list, array or series with one entry a report, got dict"),
        (REPORTS, 3, "a list, array or series with one entry a report, got int"),
        (REPORTS, np.ones((2, 2)), "by must be one column, got an array of shape"),
        (REPORTS, [["n"], "n", "n", "n"], "by must hold labels, got a list"),
        (polars.DataFrame(TABLE), "region", "column must be one of 'by', 'reports', got 'region'"),
    ],
)
def test_what_is_no_column_is_refused(data, by, said) -> None:
    with pytest.raises(InputError) as refused:
        tally_records(data, {"by": by, "reports": REPORTS})
    assert said in str(refused.value)
