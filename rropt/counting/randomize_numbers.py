"""Randomizing a column of numbers of a file: a report in the place of each number.

The other columns are copied as they are, like those of `rropt.counting.randomize_file`; a column
with the same text as the numbers is named.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from rropt.counting.data_file import DataFile, data_file, kind_of, require_text
from rropt.counting.files import require_readable
from rropt.counting.frame_counts import require_column
from rropt.counting.private_column import MISSING
from rropt.counting.randomize_file import (
    Randomized,
    already_there,
    output_mode,
    require_new,
    require_polars,
)
from rropt.counting.tally import require_missing
from rropt.exact import InputError
from rropt.whole_files import remove_leftovers, replacing

Draw = Callable[[Iterable[Any]], list[str]]


def numbers_to_text(
    draw: Draw, path: str | Path, column: str, missing: str = "refuse"
) -> tuple[Randomized, bytes]:
    """The table as CSV, with reports in the place of the numbers of a column."""
    require_polars()
    done, frame = _drawn(draw, data_file(path), column, missing)
    target = io.BytesIO()
    frame.write_csv(target)
    return done, target.getvalue()


def numbers_to_file(
    draw: Draw,
    path: str | Path,
    column: str,
    target: str | Path,
    missing: str = "refuse",
    overwrite: bool = False,
) -> Randomized:
    """The same, into a file that appears when it is complete."""
    require_polars()
    goal, data = Path(target), data_file(path)
    kind = kind_of(goal, "the output")
    require_text(goal, "the output")
    require_new(goal, data, overwrite)
    leftovers = tuple(remove_leftovers(goal))
    replaced = goal.name if goal.exists() else None
    done, frame = _drawn(draw, data, column, missing)
    try:
        with replacing(goal, output_mode(data, goal), overwrite) as partial:
            if kind == "parquet":
                frame.write_parquet(partial)
            else:
                frame.write_csv(partial, separator="\t" if kind == "tsv" else ",")
    except FileExistsError:
        raise already_there(goal) from None
    except OSError as error:
        raise InputError(f"the output must be writable, got {target}: {error.strerror}") from None
    return Randomized(done.rows, done.missing, done.copies, leftovers, replaced)


def _drawn(draw: Draw, data: DataFile, column: str, missing: str) -> tuple[Randomized, Any]:
    """The whole table in memory; numbers are read as they are written."""
    import polars

    require_missing(missing, MISSING)
    require_readable(data, [column])
    if data.kind == "parquet":
        frame = polars.read_parquet(data.source())
    else:
        frame = polars.read_csv(data.source(), separator=data.separator, infer_schema=False)
    require_column(column, frame.columns)
    texts = frame[column].cast(polars.String).str.strip_chars()
    absent = texts.is_null() | (texts == "")
    lost = int(absent.sum())
    if lost and missing == "refuse":
        raise InputError(
            f"{data.name} must have no missing values, got {lost} of {len(texts)} missing"
            " (--missing drop leaves them out, --missing keep leaves them without a report)"
        )
    if missing == "drop":
        frame, texts, absent = frame.filter(~absent), texts.filter(~absent), absent.filter(~absent)
    copies = tuple(
        name
        for name in frame.columns
        if name != column and frame[name].cast(polars.String).str.strip_chars().equals(texts)
    )
    drawn = iter(draw(texts.filter(~absent).to_list()))
    reports = [None if gone else next(drawn) for gone in absent.to_list()]
    written = polars.Series(column, reports, dtype=polars.String)
    return Randomized(len(frame), lost, copies), frame.with_columns(written)
