"""Randomizing a column of a file larger than memory, exactly, from operating-system randomness.

The file is read twice: once to see that every answer is one of the channel's truths, before
anything is written, and once to write the same table with reports in the place of the answers.
Other columns are copied as they are; leave out what must not be known.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.counting.count import count_labels
from rropt.counting.files import SUFFIXES, column_names, require_text, scan, unreadable
from rropt.counting.frame_counts import require_column
from rropt.counting.partial import replacing
from rropt.counting.progress import Progress
from rropt.counting.tally import label_of
from rropt.exact import InputError
from rropt.sampling import Sampler, Source


def randomize_file(
    channel: Channel, path: str, column: str, target: str, source: Source = os.urandom
) -> int:
    """Write `target` with reports instead of answers in `column`; the number of rows.

    The target appears only when it is complete.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     answers, reports = Path(folder) / "answers.csv", Path(folder) / "reports.csv"
    ...     _ = answers.write_text("person,answer\\n7,1\\n8,0\\n")
    ...     rows = randomize_file(Channel.identity(2), str(answers), "answer", str(reports))
    ...     rows, reports.read_text()
    (2, 'person,answer\\n7,1\\n8,0\\n')
    """
    origin, goal = Path(path), Path(target)
    write = _writer(origin, goal)
    if goal.exists() and origin.exists() and goal.samefile(origin):
        raise InputError(f"the output must be another file than the input, got {target} for both")
    rows = sum(count_labels(channel.truths, origin, column))
    _require_polars()
    scanned = scan(origin)
    chosen = require_column(column, column_names(scanned, origin))
    try:
        with replacing(goal) as partial, Progress(f"randomizing {origin.name}", rows) as progress:
            write(scanned.with_columns(_reports(channel, chosen, source, progress)), partial)
    except OSError as error:
        reason = error.strerror or str(error).partition(" (os error")[0]
        raise InputError(f"the output must be writable, got {target}: {reason}") from None
    return rows


def _require_polars() -> None:
    try:
        import polars  # noqa: F401
    except ImportError:
        raise InputError(
            "files must be randomized by polars, and it is not installed: "
            "pip install 'rropt[frames]'"
        ) from None


def _reports(channel: Channel, column: str, source: Source, progress: Progress) -> Any:
    """The polars expression that draws the reports of a batch."""
    import polars

    sampler = Sampler.of(channel)
    labels = np.array(channel.reports)

    def draw(answers: polars.Series) -> polars.Series:
        codes = _codes(answers, channel.truths)
        progress.advance(len(answers))
        return polars.Series(column, labels[sampler(codes, source)].tolist(), polars.String)

    return polars.col(column).map_batches(draw, return_dtype=polars.String, is_elementwise=True)


def _codes(answers: Any, truths: tuple[str, ...]) -> np.ndarray:
    """Indices of the truths; the first reading has refused everything else."""
    import polars

    position = {truth: j for j, truth in enumerate(truths)}
    values = answers.unique().to_list()
    codes = [position[label_of(value, position) or ""] for value in values]
    return answers.replace_strict(values, codes, return_dtype=polars.UInt32).to_numpy()


def _writer(origin: Path, goal: Path) -> Any:
    kind = SUFFIXES.get(goal.suffix.lower())
    if kind is None:
        raise InputError(f"the output must end in {', '.join(SUFFIXES)}, got {goal.name!r}")
    require_text(goal, "the output")

    def write(frame: Any, path: Path) -> None:
        import polars

        try:
            if kind == "parquet":
                frame.sink_parquet(path)
            else:
                frame.sink_csv(path, separator="\t" if kind == "tsv" else ",")
        except polars.exceptions.PolarsError as error:
            raise unreadable(origin, error) from None

    return write
