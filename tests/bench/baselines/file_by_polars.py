"""A column of a CSV file randomized by polars as a lazy stream, with floats of numpy."""

from __future__ import annotations

from pathlib import Path

import numpy as np


def randomize_file(path: Path, column: str, target: Path, kept: float) -> None:
    """Each 0 or 1 of a column is kept with this chance, and turned with the other."""
    import polars as pl

    random = np.random.default_rng()

    def reported(answers: pl.Series) -> pl.Series:
        turned = random.random(len(answers)) >= kept
        return pl.Series(column, answers.to_numpy() ^ turned)

    reports = pl.col(column).map_batches(reported, return_dtype=pl.Int64, is_elementwise=True)
    pl.scan_csv(path).with_columns(reports).sink_csv(target)
