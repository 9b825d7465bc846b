"""The file under a store: everything that is refused untouched, and disks that fill up."""

import hashlib
import os
import sqlite3
import tempfile
from pathlib import Path

import pytest

from rropt import InputError
from rropt.sweep import database
from rropt.sweep import store as store_module
from rropt.sweep.owner import Owner
from rropt.sweep.spec import spec_of
from rropt.sweep.store import Store

SPEC = spec_of({"gamma": [2, 3, 4, 5], "objective": "trace", "categories": [2, 3]})
DONE = {"status": "done", "value": "3/2", "seconds": 0.5}
MINE = Owner("mine")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "sweep.db"


def fingerprint(path):
    return [
        (file.name, hashlib.sha256(file.read_bytes()).hexdigest()) for file in path.parent.iterdir()
    ]


def refused(path, words, spec=SPEC):
    before = fingerprint(path)
    with pytest.raises(InputError, match=words) as caught:
        Store.open(path, spec)
    assert "\n" not in str(caught.value)
    assert fingerprint(path) == before


def test_another_spec_is_refused(path):
    Store.open(path, SPEC).close()
    other = spec_of({"gamma": [2, 3], "objective": "trace", "categories": [2, 3]})
    refused(path, "same spec, .* differs in gamma", other)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"categories": [2, 4]}, "differs in categories$"),
        ({"gamma": 2, "delta": "1/10"}, "differs in delta, gamma$"),
        (
            {"objective": [{"name": "trace", "delta": "1/10"}, {"name": "variance", "prior": 0.5}]},
            "differs in objective$",
        ),
    ],
)
def test_the_keys_that_differ_are_named(path, change, words):
    Store.open(path, SPEC).close()
    content = {"gamma": [2, 3, 4, 5], "objective": "trace", "categories": [2, 3]}
    refused(path, words, spec_of(content | change))


@pytest.mark.skipif(os.name != "posix", reason="needs devices")
def test_what_is_no_file_on_a_disk_is_refused(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path(os.devnull)):
        with pytest.raises(InputError, match="STORE must be a file on a disk"):
            Store.open(path, SPEC)


def test_another_version_of_rropt_is_refused(path, monkeypatch):
    Store.open(path, SPEC).close()
    monkeypatch.setattr(store_module, "__version__", "99")
    refused(path, "this version of rropt, 99, got .* of 0")


def test_another_format_is_refused(path):
    Store.open(path, SPEC).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 7")
    connection.close()
    refused(path, "format 1, got .* of format 7")


def test_another_database_is_refused(path):
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE cells (a)")
    connection.close()
    refused(path, "another database")


@pytest.mark.parametrize("content", [b"epsilon = 1\n", b"SQLite format 3\0" + bytes(200)])
def test_another_file_is_refused(path, content):
    path.write_bytes(content)
    refused(path, "STORE must be a store of rropt sweep")


def test_a_broken_store_is_refused(path):
    Store.open(path, SPEC).close()
    content = bytearray(path.read_bytes())
    content[100:] = b"x" * (len(content) - 100)
    path.write_bytes(content)
    refused(path, "STORE must be an intact store")


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(InputError, match="got the folder"):
        Store.open(tmp_path, SPEC)


def test_a_place_that_cannot_be_written_is_refused(tmp_path):
    with pytest.raises(InputError, match="writable folder"):
        Store.open(tmp_path / "none" / "sweep.db", SPEC)


@pytest.fixture
def read_only():
    """A store in a folder that this process, stripped of the rights of root, may only read."""
    nobody, root = 65534, hasattr(os, "geteuid") and os.geteuid() == 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sweep.db"
        Store.open(path, SPEC).close()
        os.chmod(path, 0o444)
        os.chmod(folder, 0o555)
        if root:
            os.seteuid(nobody)
        yield path
        if root:
            os.seteuid(0)
        os.chmod(folder, 0o755)


@pytest.mark.skipif(os.name != "posix", reason="needs the rights of files")
def test_a_read_only_folder_is_refused_and_can_be_read(read_only):
    refused(read_only, "writable folder")
    with pytest.raises(InputError, match="writable folder"):
        Store.open(read_only.with_name("new.db"), SPEC)
    with Store.read(read_only) as opened:
        assert opened.counts()["pending"] == 8


def test_reading_needs_a_store(path):
    with pytest.raises(InputError, match="there is none"):
        Store.read(path)
    assert not path.exists()


def test_an_empty_file_becomes_a_store(path):
    path.touch()
    with Store.open(path, SPEC) as opened:
        assert opened.counts()["pending"] == 8


def test_a_store_cut_off_before_its_cells_is_completed(path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(Store, "_fill", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            Store.open(path, SPEC)
    with pytest.raises(InputError, match="STORE must be complete"):
        Store.read(path)
    with Store.open(path, SPEC) as opened:
        assert opened.counts()["pending"] == 8


def full_after(pages):
    connect = database.connect

    def connected(*args, **options):
        connection = connect(*args, **options)
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection

    return connected


def test_a_full_disk_leaves_what_was_written(path, monkeypatch):
    with monkeypatch.context() as patch:
        Store.open(path, SPEC).close()
        pages = path.stat().st_size // 4096
        patch.setattr(store_module, "connect", full_after(pages))
        with (
            pytest.raises(InputError, match=r"the disk is full: .* keeps every cell") as caught,
            Store.open(path, SPEC) as opened,
            database.plain_errors(path),
        ):
            opened.claim(MINE, 2)
            opened.record(MINE, [(0, DONE)])
            opened.record(MINE, [(1, DONE | {"certificate": "x" * 100_000})])
    assert "\n" not in str(caught.value)
    with Store.open(path, SPEC) as opened:
        assert opened.counts() == {"done": 1, "failed": 0, "running": 1, "pending": 6}


def test_a_disk_that_is_full_at_once(path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(store_module, "connect", full_after(2))
        with pytest.raises(InputError, match="the disk is full"):
            Store.open(path, SPEC)
    with Store.open(path, SPEC) as opened:
        assert opened.counts()["pending"] == 8
