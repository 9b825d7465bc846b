"""A CSV file is randomized without polars as it is with it: the same octets, the same refusals."""

import os
import sys
from collections import Counter

import pytest

from rropt.channel import Channel
from rropt.counting.randomize_file import randomize_file, randomize_to_file
from rropt.counting.randomize_numbers import numbers_to_file
from rropt.exact import InputError
from rropt.sampling.numbers_column import ListedNumbers

SAME = Channel.from_rows([["1", "0"], ["0", "1"]], ["no", "yes"], ["no", "yes"])
WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"], ["no", "yes"])

FILES = {
    "plain": "id,smokes\n1,yes\n2,no\n3,no\n",
    "quotes": 'id,"a ""b""",smokes\n1,"x,y",yes\n2,"two\nlines",no\n',
    "ends": "id,smokes\r\n1,yes\r\n2,no\r\n",
    "mark": "\ufeffid,smokes\n1,yes\n2,no\n",
    "no end": "id,smokes\n1,yes\n2,no",
    "alone": "smokes\nyes\nno\n",
    "missing": "id,smokes\n1,yes\n2,\n3,no\n",
    "lines": "smokes\nyes\n\nno\n",
    "short": "id,smokes\n1,yes\n2\n",
    "copies": "smokes,raw,code\nyes,yes,1\nno,no,0\nno,no,0\nyes,yes,1\n",
}
REFUSED = {
    "unknown": "id,smokes\n1,yes\n2,maybe\n",
    "header": "1,yes\n2,no\n",
    "column": "id,drinks\n1,yes\n",
    "twice": "smokes,smokes\nyes,no\n",
    "long": "id,smokes\n1,yes,no\n",
    "stray": 'id,smokes\n1,ye"s\n',
    "nothing": "id,smokes\n",
}


@pytest.fixture
def without_polars(monkeypatch):
    """Called where polars shall be gone."""
    return lambda: monkeypatch.setitem(sys.modules, "polars", None)


def outcome(folder, content, missing, suffix="csv"):
    """The octets and what is said of them, or the refusal."""
    source, target = folder / f"in.{suffix}", folder / f"out.{suffix}"
    source.write_bytes(content.replace(",", "\t" if suffix == "tsv" else ",").encode())
    try:
        done = randomize_to_file(SAME, source, "smokes", target, missing=missing, overwrite=True)
    except InputError as error:
        return str(error)
    return target.read_bytes(), done.rows, done.missing, done.copies


@pytest.mark.parametrize("missing", ["refuse", "drop", "keep"])
@pytest.mark.parametrize("name", [*FILES, *REFUSED])
def test_the_same_octets_and_refusals(tmp_path, without_polars, name, missing):
    content = (FILES | REFUSED)[name]
    expected = outcome(tmp_path, content, missing)
    without_polars()
    assert outcome(tmp_path, content, missing) == expected
    assert isinstance(expected, str) == (
        name in REFUSED or (name in ("missing", "short", "lines") and missing == "refuse")
    )


def test_tabs_and_modes(tmp_path, without_polars):
    expected = outcome(tmp_path, FILES["plain"], "refuse", "tsv")
    without_polars()
    assert outcome(tmp_path, FILES["plain"], "refuse", "tsv") == expected
    source, target = tmp_path / "in.csv", tmp_path / "new.csv"
    source.write_text(FILES["plain"])
    os.chmod(source, 0o600)
    assert randomize_file(SAME, source, "smokes", target) == 3
    assert target.stat().st_mode & 0o777 == 0o600
    with pytest.raises(InputError, match="must be a new file"):
        randomize_file(SAME, source, "smokes", target)


def test_reports_are_drawn_by_the_table(tmp_path, without_polars):
    """Of 20,000 yes three quarters stay, by five standard errors."""
    without_polars()
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("smokes\n" + "yes\n" * 20_000)
    randomize_file(WARNER, source, "smokes", target)
    found = Counter(target.read_text().split()[1:])
    assert found["yes"] == pytest.approx(15_000, abs=5 * (20_000 * 3 / 16) ** 0.5)


def test_parquet_needs_polars(tmp_path, without_polars):
    without_polars()
    source = tmp_path / "in.csv"
    source.write_text(FILES["plain"])
    with pytest.raises(InputError, match="Parquet files must be randomized by polars"):
        randomize_file(SAME, source, "smokes", tmp_path / "out.parquet")
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]


def numbers(folder, content, missing):
    source, target = folder / "in.csv", folder / "out.csv"
    source.write_text(content)
    sampler = ListedNumbers(Channel.identity(3), (0, 1, 2))
    try:
        done = numbers_to_file(sampler, source, "dose", target, missing=missing, overwrite=True)
    except InputError as error:
        return str(error)
    return target.read_bytes(), done.rows, done.missing, done.copies


@pytest.mark.parametrize("missing", ["refuse", "drop", "keep"])
@pytest.mark.parametrize(
    "content",
    [
        "id,dose\n7,2\n8, 1.0\n9,0\n",
        "id,dose\n7,2\n8,\n9,0\n",
        "id,dose,raw\n7,2,2\n8,1,1\n",
        "id,dose\n7,2\n8,3\n",
        "id,dose\n7,x\n",
    ],
)
def test_numbers_too(tmp_path, without_polars, content, missing):
    expected = numbers(tmp_path, content, missing)
    without_polars()
    assert numbers(tmp_path, content, missing) == expected
