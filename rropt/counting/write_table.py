"""Writing a polars LazyFrame as a file: a Parquet file keeps the metadata of the one read."""

from __future__ import annotations

import base64
import json
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, BinaryIO

from rropt.counting.data_file import SEPARATORS, DataFile
from rropt.counting.files import unreadable
from rropt.exact import InputError

ARROW, PANDAS = "ARROW:schema", "pandas"
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
