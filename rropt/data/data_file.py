"""A file of respondents, CSV, Parquet or Excel, or what comes through a pipe, read again at will.

The file says itself how its fields are separated and its text is encoded. A stream, and what is no
UTF-8, is kept in memory, where nobody else can read it and nothing of it is left behind. Files
of spreadsheets and of older programs become octets of CSV in UTF-8.
"""

from __future__ import annotations

import codecs
import csv
import io
import os
import re
import stat
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, time
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

from rropt.exact import InputError
from rropt.extras import module_of
from rropt.whole_files import readable

SUFFIXES = {".csv": "csv", ".tsv": "tsv", ".parquet": "parquet", ".pq": "parquet"}
READ = {**SUFFIXES, ".txt": "csv", ".xlsx": "xlsx"}
"""What is read; it is written as one of the others."""

SEPARATORS = {"csv": ",", "tsv": "\t"}
"""What stands between two fields."""

SEPARATING = ",;\t|"
"""What a header may have between its names."""

QUOTED = re.compile('"[^"]*"')
LONGEST_HEADER = 1 << 20

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
FOR_ITS_OWNER = 0o600
"""What the output allows when nobody knows who may read the input: a pipe has no such mode."""


@dataclass(frozen=True)
class DataFile:
    """The octets of a table; `name` is what messages call it, `mode` who may read it."""

    path: Path
    kind: str
    name: str
    mode: int = 0o666
    group: int | None = None
    held: bytes | None = None
    recoded: str | None = None
    """The encoding of the file, where the octets held are those of its text in UTF-8."""

    @cached_property
    def separator(self) -> str:
        """What stands between two fields: by the header, where it has one of them outside quotes.

        Where several stand there the most frequent one, and of equals that of the kind.
        """
        own = SEPARATORS[self.kind]
        with io.TextIOWrapper(self.open(), "utf-8-sig", "replace", newline="") as text:
            unquoted = QUOTED.sub("", text.readline(LONGEST_HEADER))
        known = sorted(SEPARATING, key=lambda mark: mark != own)
        return max(known, key=unquoted.count)

    @property
    def comma(self) -> bool:
        """Whether a comma is a decimal point: where none separates fields."""
        return self.kind != "parquet" and self.separator != ","

    def open(self) -> BinaryIO:
        """The octets from their beginning."""
        return self.path.open("rb") if self.held is None else io.BytesIO(self.held)

    def source(self) -> Path | BinaryIO:
        """What polars reads: a path where there is one, so that it reads in pieces."""
        return self.path if self.held is None else io.BytesIO(self.held)

    def header(self) -> list[str]:
        """The names of the columns as they are meant: quotes inside a quoted name are doubled."""
        with io.TextIOWrapper(self.open(), "utf-8-sig", "replace", newline="") as text:
            try:
                return next(csv.reader(text, delimiter=self.separator), [])
            except csv.Error:
                return []

    def first_line(self) -> bytes:
        """The octets of the first line, with its end."""
        with self.open() as file:
            return file.readline(LONGEST_HEADER)


Named = (str, Path, DataFile)
"""What a file of data is, among data of other kinds."""


def data_file(given: str | Path | DataFile) -> DataFile:
    """The table that a user names: a file, a pipe, or - for standard input; one that is read stays.

    A pipe can be read once: who asks for its table again must have kept it.
    """
    if isinstance(given, DataFile):
        return given
    found = _as_given(given)
    if found.kind != "parquet" and not found.first_line().removeprefix(codecs.BOM_UTF8).strip():
        raise InputError(
            f"FILE must have the names of columns in its first line, got none in {found.name}"
        )
    return found


def _as_given(given: str | Path) -> DataFile:
    path = Path(given)
    if str(given) == "-":
        return _streamed("standard input", sys.stdin.buffer.read())
    require_text(path, "FILE")
    try:
        status = path.stat()
    except (OSError, ValueError):  # no path has a null byte
        status = None
    if status is not None and _is_stream(path, status.st_mode):
        return _streamed(str(path), _octets(path))
    kind = kind_of(path, "FILE", READ)
    if status is None or not stat.S_ISREG(status.st_mode):
        raise InputError(f"FILE must be a readable file, got {path}")
    if not status.st_size:
        raise InputError(f"FILE must not be empty, got {path}")
    group = status.st_gid if hasattr(os, "getegid") else None
    mode = stat.S_IMODE(status.st_mode)
    if kind == "parquet":
        return DataFile(path, kind, path.name, mode, group)
    if kind == "xlsx":
        return DataFile(path, "csv", path.name, mode, group, first_sheet(_octets(path), path.name))
    encoding = encoding_of(path)
    plain = DataFile(path, kind, path.name, mode, group)
    # A line feed may stand in quotes of the header: the first line is no more than what it ends.
    with plain.open() as file:
        beginning = file.read(LONGEST_HEADER)
    if encoding is None and with_line_feeds(beginning) == beginning:
        return plain
    try:
        octets = _octets(path).decode(encoding or "utf-8").encode()
    except UnicodeDecodeError:
        raise InputError(f"FILE must be text, got {path}, which is none in {encoding}") from None
    return replace(plain, held=with_line_feeds(octets), recoded=encoding)


def _is_stream(path: Path, mode: int) -> bool:
    """A pipe or a device; /dev/stdin is one too where a file is behind it, whose name is lost."""
    if stat.S_ISDIR(mode):
        return False
    return not stat.S_ISREG(mode) or path.is_relative_to("/dev")


def kind_of(path: Path, name: str, kinds: Mapping[str, str] = SUFFIXES) -> str:
    """csv, tsv or parquet, by the end of a file's name."""
    kind = kinds.get(path.suffix.lower())
    if kind is None:
        raise InputError(f"{name} must end in {', '.join(kinds)}, got {path.name!r}")
    return kind


def require_text(path: Path, name: str) -> None:
    """Refuse a path whose octets are no text: polars and DuckDB take none."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise InputError(f"{name} must have a name in UTF-8, got {str(path)!r}") from None


def _octets(path: Path) -> bytes:
    with readable(path, "FILE"):
        return path.read_bytes()


def _streamed(name: str, octets: bytes) -> DataFile:
    """What a stream holds: Parquet and Excel say so in their first octets."""
    if not octets:
        raise InputError(f"FILE must not be empty, got {name}")
    if octets.startswith(b"PAR1"):
        return DataFile(Path(name), "parquet", name, FOR_ITS_OWNER, None, octets)
    if octets.startswith(b"PK\x03\x04"):
        octets = first_sheet(octets, name)
    encoding = encoding_in([octets])
    if encoding is not None:
        octets = octets.decode(encoding).encode()
    held = with_line_feeds(octets)
    found = DataFile(Path(name), "csv", name, FOR_ITS_OWNER, None, held, encoding)
    return replace(found, kind="tsv") if found.separator == "\t" else found


PIECE = 1 << 20
"""Octets that are looked at together."""

WESTERN = "cp1252"
"""What Excel writes in Western Europe and America where it does not write UTF-8."""


def encoding_of(path: Path) -> str | None:
    """The encoding of a file of text, None for UTF-8."""
    with readable(path, "FILE"), path.open("rb") as file:
        return encoding_in(iter(lambda: file.read(PIECE), b""))


def encoding_in(pieces: Iterable[bytes]) -> str | None:
    """The encoding of a text, None for UTF-8: a wrong guess finds no label, and no other one.

    Latin-1 knows every octet.

    >>> encoding_in([b"gr\\xc3", b"\\xbc\\xdf"]), encoding_in(["n\u00e4".encode("utf-16")])
    ('cp1252', 'utf-16')
    >>> encoding_in([b"n\\xc3", b"\\xa4"]) is None
    True
    """
    left = {name: codecs.getincrementaldecoder(name)() for name in ("utf-8", WESTERN)}
    for number, piece in enumerate(pieces):
        if not number and (found := _wide(piece)) is not None:
            return found
        for name, decoder in list(left.items()):
            # Plain letters say nothing, unless a letter of UTF-8 was begun in the piece before.
            if piece.isascii() and not decoder.getstate()[0]:
                continue
            try:
                decoder.decode(piece)
            except UnicodeDecodeError:
                del left[name]
    if "utf-8" in left and not left["utf-8"].getstate()[0]:
        return None
    return WESTERN if WESTERN in left else "latin-1"


def _wide(piece: bytes) -> str | None:
    """UTF-16 by its mark, or by the zeros beside plain letters."""
    if piece.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    head = piece[:2]
    if len(head) == 2 and 0 in head and head != b"\0\0":
        return "utf-16-be" if head[0] == 0 else "utf-16-le"
    return None


def with_line_feeds(octets: bytes) -> bytes:
    """Carriage returns alone, the line ends of old Macs and of some exports, as line feeds.

    Where a line feed ends a line, a carriage return is part of that end or of a quoted field. Excel
    for the Mac ends lines by one and breaks those of a cell by the other.

    >>> with_line_feeds(b"id\\r1\\r"), with_line_feeds(b"id\\r\\n1\\r\\n")
    (b'id\\n1\\n', b'id\\r\\n1\\r\\n')
    """
    if LINE_FEED.match(octets):
        return octets
    return RETURN.sub(lambda found: found["quoted"] or b"\n", octets)


LINE_FEED = re.compile(rb'[^"\n]*+(?:"[^"]*+"[^"\n]*+)*+\n')
RETURN = re.compile(rb'(?P<quoted>"[^"]*+")|\r')
"""The octets up to the first line feed that no quotes hold, and a return that none hold."""


def first_sheet(octets: bytes, name: str) -> bytes:
    """The first sheet of an Excel workbook, as CSV."""
    reason = "Excel files must be saved as .csv or read by openpyxl"
    openpyxl = module_of("excel", "openpyxl", reason)
    try:
        book = openpyxl.load_workbook(io.BytesIO(octets), read_only=True, data_only=True)
        rows = [list(map(_text, row)) for row in book.worksheets[0].values]
    except Exception as error:  # whatever a library meets in a broken archive
        kind = type(error).__name__
        raise InputError(f"FILE must be a workbook of Excel, got {name} ({kind})") from None
    table = _trimmed(rows)
    if not table:
        raise InputError(f"FILE must not be empty, got {name}")
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(table)
    return text.getvalue().encode()


def _text(value: Any) -> str:
    """What a cell shows; a whole number has no point."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    return str(value)


def _trimmed(rows: list[list[str]]) -> list[list[str]]:
    """Without empty rows, and without columns that have neither a name nor an entry."""
    kept = [row for row in rows if any(row)]
    width = 0
    for row in kept:
        width = max(width, *(place for place, cell in enumerate(row, 1) if cell))
    return [row[:width] for row in kept]
