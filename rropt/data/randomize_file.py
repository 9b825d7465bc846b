"""Randomizing a column of a file larger than memory, exactly, from operating-system randomness.

The file is read twice: once to see that every answer is one of the channel's truths, before
anything is written, and once to write the same table with reports in the place of the answers.
Between files of text only the octets of the answers change; polars reads and writes Parquet files,
whose types and metadata stay. Leave out what must not be known: all other columns are copied. One
that says what the answers said is named.
"""

from __future__ import annotations

import base64
import io
import json
import os
import stat
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any, BinaryIO

from rropt.channel import Channel
from rropt.data.data_file import SEPARATORS, DataFile, data_file, kind_of, require_text
from rropt.data.entry_rules import EntryRules, Stated
from rropt.data.exact_draws import Source
from rropt.data.file_counts import has_polars, unreadable
from rropt.data.private_column import AnswersOf, PrivateColumn, read_frame, reports_on, typed_labels
from rropt.data.progress import Progress
from rropt.data.randomize_text import LabelAnswers, read_text, write_text
from rropt.exact import InputError
from rropt.extras import not_installed
from rropt.whole_files import remove_leftovers, replacing

SPENT_AGAIN = (
    "a second run draws other reports of the same answers and spends the privacy budget again"
)


@dataclass(frozen=True)
class ReportsInPlace:
    """What is written into the place of a column."""

    column: str
    answers_of: AnswersOf


def _ways(data: DataFile, kind: str) -> tuple[Callable[..., Any], Callable[..., None]]:
    """How a file is read and made one of this kind: in octets from text to text, else by polars."""
    if "parquet" not in (data.kind, kind):
        return read_text, write_text
    if not has_polars():
        raise not_installed("frames", "Parquet files must be randomized by polars")
    return read_frame, write_frame


@dataclass(frozen=True)
class Randomized:
    """What was written: never a value, nor the count of one."""

    rows: int
    missing: int
    copies: tuple[str, ...]
    leftovers: tuple[str, ...] = ()
    replaced: str | None = None
    recoded: str | None = None

    def warnings(self) -> list[str]:
        """What whoever keeps the files must know."""
        found = [
            f"column {name!r} says what the answers said, and is left in the output"
            for name in self.copies
        ]
        if self.recoded is not None:
            found.append(f"the file was read as {self.recoded}, and is written in UTF-8")
        if self.replaced is not None:
            found.append(f"{self.replaced} held reports already: {SPENT_AGAIN}")
        for name in self.leftovers:
            found.append(f"{name}, left by a run that was killed, is removed: {SPENT_AGAIN}")
        return found


def randomize_file(
    channel: Channel,
    path: str | Path,
    column: str,
    target: str | Path,
    source: Source = os.urandom,
    missing: Stated = "refuse",
    overwrite: bool = False,
) -> int:
    """Write `target` with reports instead of answers in `column`; the number of rows.

    The target appears only when it is complete, and nobody may read it who may not read the input.
    Rows without an answer are refused; with `missing="drop"` they are left out, with "keep" they
    stay without a report.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     answers, reports = Path(folder) / "answers.csv", Path(folder) / "reports.csv"
    ...     _ = answers.write_text("person,answer\\n7,1\\n8,0\\n")
    ...     rows = randomize_file(Channel.identity(2), str(answers), "answer", str(reports))
    ...     rows, reports.read_text()
    (2, 'person,answer\\n7,1\\n8,0\\n')
    """
    done = write_reports(on_labels(channel, column, missing, source), path, target, overwrite)
    for sentence in done.warnings():
        warnings.warn(sentence, stacklevel=2)
    return done.rows


def on_labels(
    channel: Channel, column: str, missing: Stated = "refuse", source: Source = os.urandom
) -> ReportsInPlace:
    """Reports in the place of the labels of a column, to be written into a file or a text."""
    rules: EntryRules = EntryRules.of(missing)
    return ReportsInPlace(column, lambda data: LabelAnswers(channel, source, rules))


def write_reports(
    reports: ReportsInPlace, path: str | Path, target: str | Path, overwrite: bool = False
) -> Randomized:
    """Read a private column, and write the table with reports into a file."""
    goal = Path(target)
    data = data_file(path)
    kind = kind_of(goal, "the output")
    require_text(goal, "the output")
    require_new(goal, data, overwrite)
    read, write = _ways(data, kind)
    private = read(reports.answers_of, data, reports.column)
    done = Randomized(
        private.rows,
        private.missing,
        private.copies,
        tuple(remove_leftovers(goal)),
        goal.name if goal.exists() else None,
        data.recoded,
    )
    try:
        with (
            replacing(goal, output_mode(data, goal), overwrite) as partial,
            partial.open("wb") as file,
        ):
            write(private, file, kind)
    except FileExistsError:
        raise already_there(goal) from None
    except OSError as error:
        reason = error.strerror or str(error).partition(" (os error")[0]
        raise InputError(f"the output must be writable, got {target}: {reason}") from None
    return done


def written_reports(reports: ReportsInPlace, path: str | Path) -> tuple[Randomized, bytes]:
    """The same as CSV, in memory."""
    data = data_file(path)
    target = io.BytesIO()
    read, write = _ways(data, "csv")
    private = read(reports.answers_of, data, reports.column)
    write(private, target, "csv")
    done = Randomized(private.rows, private.missing, private.copies, recoded=data.recoded)
    return done, target.getvalue()


def require_new(goal: Path, data: DataFile, overwrite: bool) -> None:
    """The output is another file than the input, and is not there yet."""
    if goal.exists() and data.path.exists() and goal.samefile(data.path):
        raise InputError(f"the output must be another file than the input, got {goal} for both")
    if goal.exists() and not overwrite:
        raise already_there(goal)


def already_there(goal: Path) -> InputError:
    """Why an output that exists is refused."""
    return InputError(
        f"the output must be a new file, got {goal}, which exists: {SPENT_AGAIN}; "
        "--overwrite (overwrite=True) replaces it all the same"
    )


def output_mode(data: DataFile, goal: Path) -> int:
    """What the output allows at most: what its input does, and a file that it replaces."""
    mode = data.mode
    if goal.exists():
        mode &= goal.stat().st_mode
    # New files have another group here: what the input allows its own is not for it.
    if data.group not in (None, _group_of_new_files(goal.resolve().parent)):
        mode &= ~stat.S_IRWXG
    return mode & 0o666


def _group_of_new_files(folder: Path) -> int:
    try:
        status = folder.stat()
    except OSError:
        return os.getegid()
    return status.st_gid if status.st_mode & stat.S_ISGID else os.getegid()


def write_frame(private: PrivateColumn, target: BinaryIO, kind: str) -> None:
    """Write the table with reports in the place of the answers."""
    import polars

    data = private.origin
    answers = private.answers
    given = private.frame.collect_schema()[private.name]
    dtype = polars.String
    if answers.labels is not None:
        dtype = typed_labels(answers.labels, given).dtype
    stopped = Event()
    metadata = kept_metadata(data, private.name, dtype != given)
    with Progress(f"randomizing {data.name}", private.rows) as progress:

        def draw(some: Any) -> Any:
            if stopped.is_set():
                raise InterruptedError
            progress.advance(len(some))
            return reports_on(answers, some, dtype)

        reports = polars.col(private.name).map_batches(
            draw, return_dtype=dtype, is_elementwise=True
        )
        frame = private.frame.with_columns(reports)
        write_table(frame, data, target, kind, metadata, stopped)


ARROW = "ARROW:schema"
PANDAS = "pandas"
"""Keys under which Arrow and pandas describe the columns."""


def write_table(
    frame: Any,
    origin: DataFile,
    target: BinaryIO,
    kind: str,
    metadata: dict[str, str],
    stopped: Event,
) -> None:
    """Write all rows; `stopped` is set when this is given up, so that no batch is begun then.

    A signal reaches Python only in the main thread, so that another one waits for the writer. It
    gets an open file: given a name, it could make the file anew after that was removed.
    """
    import polars

    if kind != "parquet":
        _refuse_no_text(frame, origin)

    def write() -> None:
        if kind == "parquet":
            frame.sink_parquet(target, metadata=metadata)
        else:
            frame.sink_csv(target, separator=SEPARATORS[kind])

    with ThreadPoolExecutor(1) as writer:
        try:
            writer.submit(write).result()
        except polars.exceptions.PolarsError as error:
            if str(error).startswith("InputError: "):
                raise InputError(str(error).partition(": ")[2].splitlines()[0]) from None
            raise unreadable(origin, error) from None
        except BaseException:
            stopped.set()
            raise


def _refuse_no_text(frame: Any, origin: DataFile) -> None:
    """Lists, octets and durations, which polars writes into no text."""
    import polars

    for name, dtype in frame.collect_schema().items():
        if dtype.is_nested() or dtype in (polars.Binary, polars.Duration):
            raise InputError(
                f"the output must end in .parquet for column {name!r} of {origin.name}, whose "
                f"entries ({dtype}) have no form as text"
            )


def kept_metadata(origin: DataFile, column: str, retyped: bool) -> dict[str, str]:
    """What a Parquet file says of itself; the private column is text where its type is new."""
    import polars

    if origin.kind != "parquet":
        return {}
    kept = polars.read_parquet_metadata(origin.source())
    if retyped and PANDAS in kept:
        kept[PANDAS] = _as_text(kept[PANDAS], column)
    if retyped and ARROW in kept:
        del kept[ARROW]
        kept |= _arrow_schema(origin, column, kept)
    return kept


def _arrow_schema(origin: DataFile, column: str, kept: dict[str, str]) -> dict[str, str]:
    """The types and metadata that Arrow would read back, with one column text now.

    Without pyarrow the writer says itself what it writes, as readers without Arrow's schema see it.
    """
    try:
        from pyarrow import parquet, string
    except ImportError:
        return {}
    schema = parquet.read_schema(origin.source())
    place = schema.get_field_index(column)
    schema = schema.set(place, schema.field(place).with_type(string())).with_metadata(kept)
    return {ARROW: base64.b64encode(schema.serialize()).decode()}


def _as_text(described: str, column: str) -> str:
    """What pandas says of its columns, with one of them text now."""
    document = json.loads(described)
    for entry in document.get("columns", []):
        if entry.get("field_name", entry.get("name")) == column:
            entry |= {"pandas_type": "unicode", "numpy_type": "object", "metadata": None}
    return json.dumps(document)
