"""The octets of a table, and what they are called."""

from __future__ import annotations

import io
import os
import threading
from types import SimpleNamespace

import pytest

from rropt.channel import Channel
from rropt.data import count_reports, randomize_file
from rropt.data.data_file import data_file, named
from rropt.exact import InputError

WARNER = Channel.from_rows(
    [["3/4", "1/4"], ["1/4", "3/4"]], reports=["no", "yes"], truths=["no", "yes"]
)


ANSWERS = ["yes", "no", "yes", "yes", "no"]


def written(tmp_path, kind, values=ANSWERS):
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"id": range(len(values)), "answer": values})
    path = tmp_path / f"reports.{kind}"
    if kind == "parquet":
        frame.write_parquet(path)
    else:
        frame.write_csv(path, separator="\t" if kind == "tsv" else ",")
    return path


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_name_that_is_no_text_is_refused(tmp_path, kind):
    """File systems take any octets in a name; polars and DuckDB take UTF-8."""
    good, odd = written(tmp_path, kind), tmp_path / f"\udcff.{kind}"
    with pytest.raises(InputError, match="the output must have a name in UTF-8"):
        randomize_file(WARNER, str(good), "answer", str(odd))
    good.rename(odd)
    with pytest.raises(InputError, match="FILE must have a name in UTF-8"):
        count_reports(WARNER, odd, "answer")
    spaced = tmp_path / f"\u00e9 \u3000\u65e5\u672c.{kind}"
    odd.rename(spaced)
    assert sum(count_reports(WARNER, spaced, "answer")) == 5


@pytest.mark.parametrize(
    "octets, kind",
    [
        (b"PAR1....", "parquet"),
        (b"a\tb\n1,2\t3\n", "tsv"),
        (b"a,b\tc\n", "csv"),
        (b"a\n1\t2\n", "csv"),
    ],
)
def test_a_stream_says_what_it_is_in_its_first_line(octets, kind: str, monkeypatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(octets)))
    found = data_file("-")
    assert (found.kind, found.name, found.mode) == (kind, "standard input", 0o600)
    assert found.open().read() == found.open().read() == octets
    with named(found) as path:
        assert path.read_bytes() == octets


def test_a_file_keeps_its_mode_and_its_header(tmp_path) -> None:
    path = tmp_path / "a.TSV"
    path.write_bytes(b'\xef\xbb\xbfid\t"a ""b"""\r\n1\t2\r\n')
    path.chmod(0o640)
    found = data_file(path)
    assert (found.kind, found.separator, found.mode) == ("tsv", "\t", 0o640)
    assert found.header() == ["id", 'a "b"']
    assert found.first_line().endswith(b"\r\n")


@pytest.mark.parametrize(
    "name, octets, words",
    [
        ("a.csv", b"", "must not be empty"),
        ("a.doc", b"x", "must end in .csv, .tsv, .parquet, .pq, .txt, .xlsx"),
        ("a", b"x", "must end in"),
    ],
)
def test_what_is_no_table(name: str, octets: bytes, words: str, tmp_path) -> None:
    path = tmp_path / name
    path.write_bytes(octets)
    with pytest.raises(InputError, match=words):
        data_file(path)


def test_a_folder_is_no_file(tmp_path) -> None:
    (tmp_path / "a.csv").mkdir()
    with pytest.raises(InputError, match="must be a readable file"):
        data_file(tmp_path / "a.csv")


def test_a_pipe_is_read_once_and_kept(tmp_path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(b"a,b\n1,2\n"))
    writer.start()
    found = data_file(pipe)
    writer.join()
    assert found.held == b"a,b\n1,2\n" and found.mode == 0o600 and found.kind == "csv"
