"""A column of a CSV file randomized by polars, with floats of numpy's generator."""

from __future__ import annotations

from pathlib import Path

import numpy as np


def randomize_file(path: Path, column: str, target: Path, kept: float) -> None:
    """Each 0 or 1 of a column is kept with this chance, and turned with the other."""
    import polars as pl

    frame = pl.read_csv(path)
    turned = np.random.default_rng().random(len(frame)) >= kept
    reports = frame[column].to_numpy() ^ turned
    frame.with_columns(pl.Series(column, reports)).write_csv(target)
