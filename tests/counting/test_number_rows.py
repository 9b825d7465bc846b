"""Sums of numbers, batch by batch and together."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.counting import files
from rropt.counting.number_rows import NumberSums, number_sums
from rropt.exact import InputError


def test_reports_are_added_up_batch_by_batch(tmp_path, monkeypatch):
    path = tmp_path / "reports.csv"
    numbers = np.random.default_rng(1).normal(size=20_000)
    path.write_text("x\n" + "\n".join(map(repr, numbers.tolist())) + "\n")
    monkeypatch.setattr(files, "ROWS_A_BATCH", 500)
    seen = []
    of_column = NumberSums.of_column
    monkeypatch.setattr(
        NumberSums, "of_column", lambda column: seen.append(len(column)) or of_column(column)
    )
    sums = number_sums(str(path), "x")
    assert sum(seen) == 20_000 and max(seen) <= 1000
    assert sums.mean == pytest.approx(numbers.mean())
    assert sums.squares == pytest.approx(((numbers - numbers.mean()) ** 2).sum())


def test_sums_of_parts_are_those_of_the_whole():
    parts = [{1: 2, "4": 1}, {None: 3}, {0.5: 4, "x": 1}, {7: 1}]
    found = NumberSums()
    for part in parts:
        found = found.and_(NumberSums.of(part))
    whole = NumberSums.of({key: n for part in parts for key, n in part.items()})
    assert (found.n, found.absent, found.unfit) == (whole.n, whole.absent, whole.unfit) == (8, 3, 1)
    assert (found.mean, found.squares) == pytest.approx((whole.mean, whole.squares))


@pytest.mark.parametrize("missing, n", [("drop", 3), ("refuse", None)])
def test_missing_numbers_are_left_out_when_told(missing: str, n) -> None:
    rows = [1, None, "2", 3.0]
    if n is None:
        with pytest.raises(InputError, match="got 1 of 4 missing"):
            number_sums(rows, missing=missing)
        return
    sums = number_sums(rows, missing=missing)
    assert (sums.n, sums.mean, sums.squares) == (3, 2.0, 2.0)


def test_large_numbers_keep_their_spread() -> None:
    """The squares of numbers near 10^9 have no digits left for distances of one."""
    near = [10**9, 10**9 + 1, 10**9 + 2]
    sums = NumberSums.of(dict.fromkeys(near, 1))
    assert sums.squares == 2.0
    parts = NumberSums()
    for x in near:
        parts = parts.and_(NumberSums.of({x: 1}))
    assert parts.squares == pytest.approx(2.0, abs=1e-6)


def test_what_is_no_number_is_counted_and_not_shown() -> None:
    with pytest.raises(InputError) as refused:
        number_sums([1, "secret", 2])
    assert "got 1 of 3 that are none" in str(refused.value) and "secret" not in str(refused.value)
