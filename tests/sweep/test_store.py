"""The store: claims and signatures."""

import itertools
import json
import os
import threading
import time

import pytest

from rropt.exact import InputError
from rropt.sweep.owner import LEASE, Owner, place_of
from rropt.sweep.run import standing
from rropt.sweep.spec import spec_of
from rropt.sweep.store import FOUND, Store

pytestmark = pytest.mark.quick

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
    for owner, cells in ((MINE, 2), (OTHER, 1)):
        store.beat(owner, 1000.0)
        store.claim(owner, cells)
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


LARGER = spec_of({"gamma": [2, "5/2", 3, 4, 5], "objective": "trace", "categories": [2, 3, 4]})


def test_a_spec_grows_and_what_was_found_stays(path):
    with Store.open(path, SPEC) as store:
        (first, second, *_) = store.claim(MINE, 4)
        store.record(MINE, [(first.number, DONE), (second.number, DONE | {"value": "2"})])
        store.release(MINE)
    with Store.open(path, LARGER) as store:
        assert [row["key"] for row in store.rows()] == [cell.key for cell in LARGER.cells()]
        assert [row["cell"] for row in store.rows()] == list(range(LARGER.size))
        done = list(store.rows(where="status = 'done'"))
        assert [(row["gamma"], row["categories"]) for row in done] == [("2", "2"), ("3", "2")]
        assert [row["value"] for row in done] == ["3/2", "2"]
        assert store.counts()["pending"] == LARGER.size - 2
    with pytest.raises(InputError, match="same spec, or of a part of it"):
        Store.open(path, SPEC)


def test_a_store_without_the_newer_columns_is_read_and_gets_them_when_work_goes_on(path):
    with Store.open(path, SPEC) as store:
        (first, *_) = store.claim(MINE, 1)
        store.record(MINE, [(first.number, DONE)])
        for name in ("crosscheck", "routes"):
            store._connection.execute(f"ALTER TABLE cells DROP COLUMN {name}")
    with Store.read(path) as store:
        row = next(store.rows())
        assert (row["value"], row["routes"], row["crosscheck"]) == ("3/2", None, None)
        assert next(store.rows(("cell", "routes")))["routes"] is None
    with Store.open(path, SPEC) as store:
        (second, *_) = store.claim(MINE, 1)
        store.record(MINE, [(second.number, DONE | {"routes": "{}"})])
        assert [row["routes"] for row in store.rows(("routes",))][:2] == [None, "{}"]


def test_a_crosschecked_sweep_is_another_sweep(path):
    with Store.open(path, SPEC):
        pass
    checked = spec_of(json.loads(SPEC.to_json()) | {"crosscheck": True})
    with pytest.raises(InputError, match="crosscheck"):
        Store.open(path, checked)


def test_a_store_does_not_grow_under_those_who_work_on_it(path):
    with Store.open(path, SPEC) as store:
        store.beat(MINE, time.time())
        claimed = store.claim(MINE, 2)
        with pytest.raises(InputError, match="must not be at work while it grows"):
            Store.open(path, LARGER)
        assert store.record(MINE, [(cell.number, DONE) for cell in claimed]) == 2


def test_rows_that_are_gone_are_counted_as_open_and_asked_again(path):
    with Store.open(path, SPEC) as store:
        cells = store.claim(MINE, 4) + store.claim(MINE, 4)
        store.record(MINE, [(cell.number, DONE) for cell in cells])
        store._connection.execute("DELETE FROM cells WHERE cell = 5")
        stands = standing(store)
        assert (stands.cells, stands.done, stands.pending) == (8, 7, 1)
    with Store.open(path, SPEC) as store:
        assert [cell.number for cell in store.claim(MINE, 9)] == [5]


@pytest.mark.parametrize(
    ("outputs", "categories", "refused"),
    [
        ([9], [18, 19], True),
        (9, 18, True),
        ([2], [3, 4], False),
        ([3], [4, 5], False),
        ([2, "any"], 3, False),
        (2, 2, False),
    ],
)
def test_reports_that_no_trace_can_do_with_are_refused_before_the_work(
    outputs, categories, refused
):
    spec = {"gamma": 3, "objective": "trace", "categories": categories, "outputs": outputs}
    if refused:
        with pytest.raises(InputError, match="outputs must be any or at least 18 for the trace"):
            spec_of(spec)
    else:
        spec_of(spec)
