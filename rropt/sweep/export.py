"""The table of a store as a CSV or Parquet file, row by row: memory does not grow with cells."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from rropt.exact import InputError
from rropt.extras import not_installed
from rropt.sweep.frame import COLUMNS, COUNTS, NUMBERS, tidy_rows
from rropt.whole_files import replacing, temporary

FORMATS = (".csv", ".parquet")


def export_sweep(store: str | Path, target: str) -> Path:
    """Write `target`, a file name or only csv or parquet; the file, which appears when complete.

    With csv or parquet alone the file lies beside the store and has its name.
    """
    path = Path(store).with_suffix(f".{target}") if f".{target}" in FORMATS else Path(target)
    kind = path.suffix.lower()
    if kind not in FORMATS:
        raise InputError(f"--export must be csv, parquet or a file name with one, got {target}")
    if path.exists() and path.samefile(store):
        raise InputError(f"--export must be another file than the store, got {path}")
    write = _write_csv if kind == ".csv" else _write_parquet
    try:
        with replacing(path) as partial:
            write(store, partial)
    except OSError as error:
        raise InputError(
            f"--export must be a writable file, got {path}: {error.strerror}"
        ) from None
    return path


def _write_csv(store: str | Path, path: Path) -> None:
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(tidy_rows(store))


def _write_parquet(store: str | Path, path: Path) -> None:
    """Through a CSV file, which polars turns into Parquet piece by piece."""
    try:
        import polars
    except ImportError:
        raise not_installed("frames", "--export parquet needs polars") from None
    types: dict[str, Any] = dict.fromkeys(COLUMNS, polars.String)
    types |= dict.fromkeys(NUMBERS, polars.Float64) | dict.fromkeys(COUNTS, polars.Int64)
    with temporary(path.with_name(path.name + ".csv")) as rows:
        _write_csv(store, rows)
        polars.scan_csv(rows, schema={name: types[name] for name in COLUMNS}).sink_parquet(path)
