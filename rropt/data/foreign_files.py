"""Files of spreadsheets and of older programs, as octets of CSV in UTF-8."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterable
from datetime import datetime, time
from pathlib import Path
from typing import Any

from rropt.exact import InputError
from rropt.extras import not_installed

PIECE = 1 << 20
"""Octets that are looked at together."""

MARKS = ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))

WESTERN = "cp1252"
"""What Excel writes in Western Europe and America where it does not write UTF-8."""


def encoding_of(path: Path) -> str | None:
    """The encoding of a file of text, None for UTF-8."""
    try:
        with path.open("rb") as file:
            return encoding_in(iter(lambda: file.read(PIECE), b""))
    except OSError as error:
        raise InputError(f"FILE must be a readable file, got {path}: {error.strerror}") from None


def encoding_in(pieces: Iterable[bytes]) -> str | None:
    """The encoding of a text, None for UTF-8: a wrong guess finds no label, and no other one.

    >>> encoding_in([b"gr\\xc3", b"\\xbc\\xdf"]), encoding_in(["n\u00e4".encode("utf-16")])
    ('cp1252', 'utf-16')
    >>> encoding_in([b"n\\xc3", b"\\xa4"]) is None
    True
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    first, undefined, western = True, False, False
    for piece in pieces:
        if first and (found := _wide(piece)) is not None:
            return found
        first = False
        undefined = undefined or not _decodes(piece)
        if western or (piece.isascii() and not decoder.getstate()[0]):
            continue
        try:
            decoder.decode(piece)
        except UnicodeDecodeError:
            western = True
    if not western and not decoder.getstate()[0]:
        return None
    return "latin-1" if undefined else WESTERN


def _wide(piece: bytes) -> str | None:
    """UTF-16 by its mark, or by the zeros beside plain letters."""
    for mark, encoding in MARKS:
        if piece.startswith(mark):
            return encoding
    head = piece[:2]
    if len(head) == 2 and 0 in head and head != b"\0\0":
        return "utf-16-be" if head[0] == 0 else "utf-16-le"
    return None


def _decodes(piece: bytes) -> bool:
    """Whether the Western encoding knows all of these octets; Latin-1 knows every octet."""
    if piece.isascii():
        return True
    try:
        piece.decode(WESTERN)
    except UnicodeDecodeError:
        return False
    return True


def first_sheet(octets: bytes, name: str) -> bytes:
    """The first sheet of an Excel workbook, as CSV."""
    try:
        import openpyxl
    except ImportError:
        reason = "Excel files must be saved as .csv or read by openpyxl"
        raise not_installed("excel", reason) from None
    try:
        book = openpyxl.load_workbook(io.BytesIO(octets), read_only=True, data_only=True)
        rows = [[_text(value) for value in row] for row in book.worksheets[0].values]
    except Exception as error:  # whatever a library meets in a broken archive
        kind = type(error).__name__
        raise InputError(f"FILE must be a workbook of Excel, got {name} ({kind})") from None
    return _as_csv(_trimmed(rows), name)


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
    width = max((place + 1 for row in kept for place, cell in enumerate(row) if cell), default=0)
    return [row[:width] for row in kept]


def _as_csv(rows: list[list[str]], name: str) -> bytes:
    if not rows:
        raise InputError(f"FILE must not be empty, got {name}")
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()
