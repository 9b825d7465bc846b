"""The store of a sweep: one SQLite file, one row for each cell, written as each cell finishes.

A row is pending, running (claimed by an owner), done or failed. Whatever happens to the processes,
a row is claimed by one of them, and what it says when done is written in one transaction: killing
a process loses at most what it had claimed, and those claims are free again once it is gone.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from rropt import __version__
from rropt.exact import InputError
from rropt.sweep.database import (
    APPLICATION,
    FORMAT,
    connect,
    plain_errors,
    refuse_foreign,
    transaction,
)
from rropt.sweep.owner import Owner, is_stale
from rropt.sweep.spec import Cell, Spec, spec_of
from rropt.sweep.values import PARAMETERS
from rropt.whole_files import path_of

ASKED = ("objective", *PARAMETERS, "crosscheck")
"""Columns that say what is asked; NULL for a parameter that the cell does not have."""

ROW = ("cell", "key", "line", *ASKED)
"""Columns that are filled before anything is found."""

FOUND = (
    "status",
    "value",
    "bound",
    "gap",
    "channel",
    "certificate",
    "notes",
    "routes",
    "reason",
    "seconds",
    "versions",
)
"""Columns that say what was found."""

MOST_REASONS = 20

SCHEMA = f"""
CREATE TABLE sweep (name TEXT PRIMARY KEY, content TEXT NOT NULL);
CREATE TABLE owners (owner TEXT PRIMARY KEY, place TEXT NOT NULL, beat REAL NOT NULL);
CREATE TABLE cells (
    cell INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, line INTEGER NOT NULL,
    {", ".join(f'"{name}" TEXT' for name in ASKED)},
    status TEXT NOT NULL DEFAULT 'pending',
    value TEXT, bound TEXT, gap TEXT, channel TEXT, certificate TEXT,
    notes TEXT, routes TEXT, reason TEXT, seconds REAL, versions TEXT, owner TEXT
);
CREATE INDEX by_status ON cells (status, cell);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {FORMAT};
"""


class Store:
    """An open store; `Store.open` for sweeping, `Store.read` for looking."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: str | Path, spec: Spec) -> Store:
        """The store of this spec, made if there is none; a smaller one grows, rows that are gone
        are asked again, and any other is refused untouched."""
        place = Path(path)
        with plain_errors(place):
            if refuse_foreign(place):
                _refuse_other(place, spec)
            store = cls(place, connect(place, write=True, create=True))
            try:
                store._prepare(spec)
            except BaseException:
                store.close()
                raise
        return store

    @classmethod
    def read(cls, path: str | Path) -> Store:
        """A store to look at."""
        place = path_of(path)
        with plain_errors(place):
            if not refuse_foreign(place):
                raise InputError(f"STORE must be a store of rropt sweep, there is none at {path}")
            store = cls(place, connect(place, write=False))
            if not store._has_tables() or "cells" not in store.content():
                store.close()
                raise InputError(f"STORE must be complete, got {path}, whose sweep never began")
        return store

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Fold SQLite's log into the file, as far as the disk allows."""
        with suppress(sqlite3.Error):
            self._connection.close()

    def _prepare(self, spec: Spec) -> None:
        """Tables first, then all cells at once; either may have been cut off by a kill."""
        # With a log beside it a power cut takes the last cells at most, never the file.
        self._connection.execute("PRAGMA synchronous = NORMAL")
        with transaction(self._connection):
            if not self._has_tables():
                self._create(spec)
            for name in self._missing():
                self._connection.execute(f"ALTER TABLE cells ADD COLUMN {_quoted(name)} TEXT")
        if "cells" not in self.content():
            with transaction(self._connection):
                self._fill(spec)
        elif self.content()["spec"] != spec.to_json():
            self._grow(spec)
        elif sum(self.counts().values()) < spec.size:
            with transaction(self._connection):
                self._insert(spec, "OR IGNORE", "")
        self._connection.execute("PRAGMA journal_mode = WAL")

    def _has_tables(self) -> bool:
        query = "SELECT count(*) FROM sqlite_master WHERE name = 'cells'"
        return bool(self._connection.execute(query).fetchone()[0])

    def _missing(self) -> list[str]:
        """Columns that a store of an earlier rropt does not have yet."""
        columns = self._connection.execute("SELECT name FROM pragma_table_info('cells')")
        known = {row["name"] for row in columns}
        return [name for name in (*ASKED, *FOUND) if name not in known]

    def _create(self, spec: Spec) -> None:
        for statement in SCHEMA.split(";"):
            self._connection.execute(statement)
        rows = [("spec", spec.to_json()), ("rropt", __version__)]
        self._connection.executemany("INSERT INTO sweep VALUES (?, ?)", rows)

    def _fill(self, spec: Spec) -> None:
        """One pending row a cell, streamed, unless another process was faster."""
        if "cells" in self.content():
            return
        self._insert(spec, "", "")
        self._connection.execute("INSERT INTO sweep VALUES ('cells', ?)", (str(spec.size),))

    def _grow(self, spec: Spec) -> None:
        """Cells of a larger spec join; rows that are there keep what was found, and move."""
        self.recover(time.time())
        moved = "ON CONFLICT (key) DO UPDATE SET cell = excluded.cell, line = excluded.line"
        with transaction(self._connection):
            if self.counts()["running"]:
                raise InputError(f"STORE must not be at work while it grows, got {self.path}")
            # Numbers are unique: old rows step aside before they take their new places.
            self._connection.execute("UPDATE cells SET cell = -1 - cell")
            self._insert(spec, "", moved)
            said = [(spec.to_json(), "spec"), (str(spec.size), "cells")]
            self._connection.executemany("UPDATE sweep SET content = ? WHERE name = ?", said)

    def _insert(self, spec: Spec, choice: str, conflict: str) -> None:
        names = ", ".join(map(_quoted, ROW))
        marks = ", ".join("?" * len(ROW))
        query = f"INSERT {choice} INTO cells ({names}) VALUES ({marks}) {conflict}"
        self._connection.executemany(query, map(row_of, spec.cells()))

    def content(self) -> dict[str, str]:
        """What the store says about itself: spec, version of rropt, number of cells."""
        return dict(map(tuple, self._connection.execute("SELECT name, content FROM sweep")))

    def size(self) -> int:
        """The number of cells of its spec, also of those whose rows are gone."""
        said = self.content()["cells"]
        rows = sum(self.counts().values())
        return max(int(said), rows) if said.isdecimal() else rows

    def counts(self) -> dict[str, int]:
        """How many cells have each status."""
        query = "SELECT status, count(*) FROM cells GROUP BY status"
        zero = dict.fromkeys(("done", "failed", "running", "pending"), 0)
        return zero | dict(map(tuple, self._connection.execute(query)))

    def claim(self, owner: Owner, most: int) -> list[Cell]:
        """The next pending cells of one line, now running for this owner."""
        query = "SELECT * FROM cells WHERE status = 'pending' ORDER BY cell LIMIT ?"
        # Read and marked in one transaction: no two processes get the same cell.
        with transaction(self._connection):
            rows = self._connection.execute(query, (most,)).fetchall()
            cells = [_cell(row) for row in rows if row["line"] == rows[0]["line"]]
            self._connection.executemany(
                "UPDATE cells SET status = 'running', owner = ? WHERE cell = ?",
                [(owner.name, cell.number) for cell in cells],
            )
        return cells

    def record(self, owner: Owner, outcomes: Iterable[tuple[int, dict[str, Any]]]) -> int:
        """Write what was found of cells that this owner holds; how many it still held."""
        assigned = ", ".join(f"{name} = ?" for name in FOUND)
        # What was claimed by another since then is found there: this outcome is dropped.
        held = "cell = ? AND status = 'running' AND owner = ?"
        query = f"UPDATE cells SET {assigned}, owner = NULL WHERE {held}"
        rows = [(*map(found.get, FOUND), number, owner.name) for number, found in outcomes]
        with transaction(self._connection):
            return self._connection.executemany(query, rows).rowcount

    def release(self, owner: Owner) -> None:
        """Give back every claim of this owner."""
        with transaction(self._connection):
            self._free([owner.name])

    def recover(self, now: float) -> int:
        """Free the claims of owners that are gone; how many cells that were."""
        stale = [
            row["owner"]
            for row in self._connection.execute("SELECT * FROM owners")
            if _is_nobody(row, now)
        ]
        with transaction(self._connection):
            return self._free(stale)

    def _free(self, names: Sequence[str]) -> int:
        """Without these owners: what none of the others claims is pending again."""
        rows = [(name,) for name in names]
        self._connection.executemany("DELETE FROM owners WHERE owner = ?", rows)
        query = """UPDATE cells SET status = 'pending', owner = NULL
                   WHERE status = 'running' AND owner NOT IN (SELECT owner FROM owners)"""
        return self._connection.execute(query).rowcount

    def beat(self, owner: Owner, now: float) -> None:
        """A sign of life, on a connection of its own because a thread of its own gives it."""
        # A sign that is missed comes again soon: only a long silence counts.
        with suppress(sqlite3.Error):
            connection = connect(self.path, write=True)
            try:
                row = (owner.name, owner.place, now)
                connection.execute("INSERT OR REPLACE INTO owners VALUES (?, ?, ?)", row)
            finally:
                connection.close()

    def retry_failed(self) -> int:
        """Make failed cells pending again."""
        with transaction(self._connection):
            query = "UPDATE cells SET status = 'pending', reason = NULL WHERE status = 'failed'"
            return self._connection.execute(query).rowcount

    def reasons(self) -> list[tuple[str, int]]:
        """Why cells failed, the most frequent reasons first."""
        query = """SELECT reason, count(*) FROM cells WHERE status = 'failed'
                   GROUP BY reason ORDER BY count(*) DESC, reason LIMIT ?"""
        return [(row[0], row[1]) for row in self._connection.execute(query, (MOST_REASONS,))]

    def rows(self, columns: Sequence[str] = ("*",), where: str = "1") -> Iterator[sqlite3.Row]:
        """Rows in the order of the cells, one at a time."""
        # A store of an earlier rropt lacks the columns of what could not be asked then.
        missing = self._missing()
        chosen = [name if name == "*" else _quoted(name) for name in columns]
        chosen = [f"NULL AS {name}" if name.strip('"') in missing else name for name in chosen]
        if "*" in columns:
            chosen += [f"NULL AS {_quoted(name)}" for name in missing]
        query = f"SELECT {', '.join(chosen)} FROM cells WHERE {where} ORDER BY cell"
        return iter(self._connection.execute(query))


def _quoted(name: str) -> str:
    """A column, which may be called like a word of SQL."""
    return f'"{name}"'


def _is_nobody(row: sqlite3.Row, now: float) -> bool:
    """Whether the owner of claims is gone; what no sweep signs is no owner."""
    try:
        return is_stale(row["place"], row["beat"], now)
    except (AttributeError, TypeError, ValueError):
        return True


def _refuse_other(path: Path, spec: Spec) -> None:
    """Another spec or another version of rropt; nothing is written."""
    with Store(path, connect(path, write=False)) as store:
        content = store.content() if store._has_tables() else {}
        grown = "cells" in content and _is_spec(content.get("spec", "")) and _holds(spec, store)
    made_by = content.get("rropt", __version__)
    made_for = content.get("spec", spec.to_json())
    if made_by != __version__:
        raise InputError(
            f"STORE must be made by this version of rropt, {__version__}, got {path} of {made_by}"
        )
    if made_for != spec.to_json() and not grown:
        raise InputError(
            f"STORE must be of the same spec, or of a part of it, got {path}, which differs in "
            f"{_difference(made_for, spec.to_json())}"
        )


def _is_spec(text: str) -> bool:
    """Whether a store says of a spec that it is made for."""
    try:
        spec_of(json.loads(text))
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def _holds(spec: Spec, store: Store) -> bool:
    """Whether every row of a store is a cell of this spec."""
    if spec.size < store.size():
        return False
    keys = {cell.key for cell in spec.cells()}
    return all(row["key"] in keys for row in store.rows(("key",)))


def _difference(mine: str, yours: str) -> str:
    """The keys that differ; of the same objectives, those of their parameters."""
    b = json.loads(yours)
    try:
        a = json.loads(spec_of(json.loads(mine)).to_json())
    except (TypeError, ValueError, RecursionError):
        return "everything: its own is none"
    found = {name for name in a.keys() | b.keys() if a.get(name) != b.get(name)}
    mine_named = [block["name"] for block in a["objective"]]
    if "objective" in found and mine_named == [block["name"] for block in b["objective"]]:
        found.remove("objective")
        for x, y in zip(a["objective"], b["objective"], strict=True):
            found |= {name for name in x.keys() | y.keys() if x.get(name) != y.get(name)}
    return ", ".join(sorted(found)) or "the order of its keys"


def row_of(cell: Cell) -> tuple[Any, ...]:
    """What the row of a cell asks, in the order of `ROW`."""
    return (cell.number, cell.key, cell.line, *(cell.parameters.get(name) for name in ASKED))


def _cell(row: sqlite3.Row) -> Cell:
    asked = {name: row[name] for name in ASKED if row[name] is not None}
    return Cell(row["cell"], row["line"], asked)
