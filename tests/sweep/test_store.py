"""The store: claims, signatures, and everything that is refused untouched."""

import hashlib
import itertools
import os
import sqlite3
import tempfile
import threading
from pathlib import Path

import pytest

import rropt.sweep.database as database
import rropt.sweep.store as store_module
from rropt import InputError
from rropt.sweep.owner import LEASE, Owner, is_stale, place_of
from rropt.sweep.spec import spec_of
from rropt.sweep.store import FOUND, Store

SPEC = spec_of({"gamma": [2, 3, 4, 5], "objective": "trace", "categories": [2, 3]})
DONE = {"status": "done", "value": "3/2", "seconds": 0.5}
MINE, OTHER = Owner("mine"), Owner("other")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "sweep.db"


@pytest.fixture
def store(path):
    with Store.open(path, SPEC) as opened:
        yield opened


def numbers(cells):
    return [cell.number for cell in cells]


def test_a_new_store_holds_every_cell_pending(store):
    assert store.counts() == {"done": 0, "failed": 0, "running": 0, "pending": 8}
    assert [row["key"] for row in store.rows()] == [cell.key for cell in SPEC.cells()]


def test_a_claim_is_the_cell_that_was_filled_in(store):
    assert store.claim(MINE, 1) == [next(SPEC.cells())]


def test_a_claim_keeps_to_one_line(store):
    assert numbers(store.claim(MINE, 3)) == [0, 1, 2]
    assert numbers(store.claim(MINE, 3)) == [3]
    assert numbers(store.claim(MINE, 30)) == [4, 5, 6, 7]
    assert store.claim(MINE, 1) == []


def test_two_connections_never_claim_the_same_cell(path):
    big = spec_of(
        {"gamma": 3, "objective": "trace", "categories": {"from": 2, "to": 101, "step": 1}}
    )
    Store.open(path, big).close()
    taken = {}

    def work(name):
        with Store.open(path, big) as opened:
            while cells := opened.claim(Owner(name), 3):
                taken.setdefault(name, []).extend(numbers(cells))

    threads = [threading.Thread(target=work, args=(str(i),)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(itertools.chain(*taken.values())) == list(range(100))


def test_only_the_owner_of_a_claim_can_write(store):
    store.claim(MINE, 2)
    assert store.record(OTHER, [(0, DONE)]) == 0
    assert store.record(MINE, [(0, DONE), (7, DONE)]) == 1
    assert store.counts() == {"done": 1, "failed": 0, "running": 1, "pending": 6}


def test_what_is_recorded_is_read(store):
    store.claim(MINE, 1)
    found = {name: name for name in FOUND} | {"status": "done", "seconds": 1.5}
    store.record(MINE, [(0, found)])
    row = next(store.rows())
    assert {name: row[name] for name in FOUND} == found and row["owner"] is None


def test_nothing_is_written_twice(store):
    store.claim(MINE, 1)
    store.record(MINE, [(0, DONE)])
    assert store.record(MINE, [(0, DONE | {"value": "9"})]) == 0
    assert next(store.rows())["value"] == "3/2"


def test_claims_are_given_back(store):
    store.claim(MINE, 2)
    store.claim(OTHER, 1)
    store.release(MINE)
    assert store.counts()["running"] == 1
    assert numbers(store.claim(OTHER, 9)) == [0, 1, 3]


def test_claims_of_the_living_are_kept_and_of_the_dead_are_freed(store):
    dead = Owner("dead", place_of(os.getpid())[:-1] + "x")
    store.beat(MINE, 1000.0)
    store.beat(dead, 1000.0)
    store.claim(MINE, 1)
    store.claim(dead, 2)
    assert store.recover(1001.0) == 2
    assert store.counts()["running"] == 1
    assert store.recover(1001.0) == 0


def test_a_claim_without_a_sign_of_life_expires(store):
    store.beat(MINE, 1000.0)
    store.claim(MINE, 1)
    assert store.recover(1000.0 + LEASE) == 0
    assert store.recover(1001.0 + LEASE) == 1


def test_a_claim_without_owner_is_free(store):
    store.claim(MINE, 1)
    assert store.recover(0.0) == 1


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc to see processes")
def test_processes_are_told_apart():
    mine = place_of(os.getpid())
    machine = mine.rsplit("/", 2)[0]
    assert not is_stale(mine, 0.0, 1.0)
    assert is_stale(f"{machine}/{2**22 + 1}/5", 0.0, 1.0)
    assert is_stale(f"{machine}/{os.getpid()}/5", 0.0, 1.0)
    assert not is_stale(f"elsewhere/{os.getpid()}/5", 0.0, 1.0)


def test_failed_cells_are_tried_again_when_asked(store):
    store.claim(MINE, 3)
    store.record(MINE, [(0, DONE), (1, {"status": "failed", "reason": "because"})])
    assert store.reasons() == [("because", 1)]
    assert store.retry_failed() == 1
    assert store.counts() == {"done": 1, "failed": 0, "running": 1, "pending": 6}


def test_the_same_spec_opens_the_same_store(path):
    with Store.open(path, SPEC) as opened:
        opened.claim(MINE, 1)
        opened.record(MINE, [(0, DONE)])
    again = spec_of({"gamma": ["2", 3.0, 4, "10/2"], "objective": ["trace"], "categories": [2, 3]})
    with Store.open(path, again) as opened:
        assert opened.counts()["done"] == 1


def test_a_closed_store_is_one_file(path):
    with Store.open(path, SPEC) as opened:
        opened.claim(MINE, 1)
    with Store.read(path) as opened:
        assert opened.counts()["running"] == 1
    assert [file.name for file in path.parent.iterdir()] == [path.name]


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
        ({"objective": ["trace", {"name": "variance", "prior": 0.5}]}, "differs in objective$"),
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
