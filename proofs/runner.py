"""Run claims in parallel, each with its time limit, and say how it went."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from fnmatch import fnmatch
from pathlib import Path

from rropt.sweep.workers import end_now, start_worker

from . import found_page, verdict_page, verdicts
from .claims import Claim, Record
from .clock import TooLong, limited
from .papers import claim_of
from .settling import record_of, refreshed, settle

FIELDS = (
    "id",
    "verdict",
    "grade",
    "method",
    "scope",
    "assuming",
    "witness",
    "corrected",
    "seconds",
    "evidence",
    "correction",
    "lemmas",
)


def chosen(pattern: str) -> list[str]:
    """The catalogue ids that match a shell pattern."""
    return [i for i in verdicts.catalogue() if fnmatch(i, pattern)]


def is_writable(path: str) -> bool:
    """Whether it is a file that can be written, or a new one in a folder that is there."""
    file = Path(path)
    place = file if file.exists() else file.parent
    return place.is_dir() != file.exists() and os.access(place, os.W_OK)


def decide_id(name: str) -> Record:
    """Decide one id; undecided when it has no claim, takes too long or breaks."""
    start = time.perf_counter()
    claim = claim_of(name)
    record = _missing(name) if claim is None else _guarded(claim)
    return {**record, "seconds": round(time.perf_counter() - start, 3)}


def _missing(name: str) -> Record:
    return record_of(Claim(name, lambda: None), "undecided", method="no claim was written")


def _guarded(claim: Claim) -> Record:
    try:
        with limited(claim.limit):
            return settle(claim)
    except TooLong:
        return record_of(claim, "undecided", method=f"time limit of {claim.limit} s")
    except Exception as error:
        return record_of(claim, "undecided", method=f"{type(error).__name__}: {error}")


def recheck_id(name: str) -> Record:
    """Replay the stored evidence of one id."""
    start = time.perf_counter()
    record = verdicts.stored(name.partition("/")[0]).get(name)
    claim = claim_of(name)
    if record is None or claim is None:
        record, wrong = _missing(name), "nothing is stored"
    else:
        wrong, record = _replayed(claim, record)
    return {**record, "wrong": wrong, "seconds": round(time.perf_counter() - start, 3)}


def _replayed(claim: Claim, record: Record) -> tuple[str, Record]:
    try:
        return refreshed(claim, record)
    except Exception as error:
        return f"{type(error).__name__}: {error}", record


def each(names: Sequence[str], work: Callable[[str], Record], jobs: int) -> Iterator[Record]:
    """Results as they come; who ends the process does not wait for those that were to come."""
    if jobs <= 1 or len(names) < 2:
        yield from map(work, names)
        return
    pool = ProcessPoolExecutor(jobs, initializer=start_worker)
    try:
        for future in as_completed([pool.submit(work, name) for name in names]):
            yield future.result()
    finally:
        end_now(pool)


def line(record: Record) -> str:
    wrong = f"  {record['wrong']}" if record.get("wrong") else ""
    tail = record["method"] if record["verdict"] == "undecided" else record["grade"] or ""
    said = verdicts.named(record)
    return f"{said:<16} {record['id']:<44} {record['seconds']:8.2f} s  {tail}{wrong}"


def _bar(done: int, total: int) -> str:
    filled = 30 * done // max(total, 1)
    return f"[{'#' * filled}{'.' * (30 - filled)}] {done}/{total}"


def run(pattern: str, work: Callable[[str], Record], jobs: int, quiet: bool) -> list[Record]:
    """Decide or replay the matching ids, one line each, in catalogue order at the end."""
    names = chosen(pattern)
    live = sys.stderr.isatty() and not quiet
    done: dict[str, Record] = {}
    for record in each(names, work, jobs):
        done[record["id"]] = record
        if not quiet:
            print(("\r\033[K" if live else "") + line(record), flush=True)
        if live:
            print(_bar(len(done), len(names)), end="", file=sys.stderr, flush=True)
    if live:
        print(file=sys.stderr)
    return [done[name] for name in names]


def public(records: Sequence[Record]) -> list[Record]:
    """The records in the form of the JSON output."""
    return [{key: r[key] for key in FIELDS} for r in records]


def summary(records: Sequence[Record]) -> str:
    """One line a paper: how many statements, and how they were decided.

    >>> summary([{"id": "a/1", "verdict": "proved", "seconds": 0.5}])
    'a: 1 proved\\n1 statement, 0.5 s of work'
    """
    papers = dict.fromkeys(r["id"].partition("/")[0] for r in records)
    lines = [f"{paper}: {_verdicts(paper, records)}" for paper in papers]
    seconds, many = sum(r["seconds"] for r in records), "" if len(records) == 1 else "s"
    return "\n".join([*lines, f"{len(records)} statement{many}, {seconds:.1f} s of work"])


def _verdicts(paper: str, records: Sequence[Record]) -> str:
    own = [verdicts.named(r) for r in records if r["id"].startswith(paper + "/")]
    return ", ".join(f"{own.count(kind)} {kind}" for kind in dict.fromkeys(sorted(own)))


def main(
    pattern: str = "*",
    json_file: str | None = None,
    jobs: int | None = None,
    recheck: bool = False,
    write: bool = False,
    check: bool = False,
    quiet: bool = False,
) -> tuple[list[Record], list[str]]:
    """Everything the command does; returns the records and what is wrong."""
    if check:
        pages = {"VERDICTS.md": verdict_page, "FOUND.md": found_page}
        stale = [name for name, page in pages.items() if not page.is_current()]
        return [], [f"{name} is not what --write would generate" for name in stale]
    jobs = jobs or os.cpu_count() or 1
    records = run(pattern, recheck_id if recheck else decide_id, jobs, quiet)
    if write:
        verdicts.save(r for r in records if not r.get("wrong"))
        verdict_page.write()
        found_page.write()
    wrong = [f"{r['id']}: {r['wrong']}" for r in records if r.get("wrong")]
    wrong += verdicts.differences(records)
    if json_file:
        text = json.dumps(public(records), indent=1)
        if json_file == "-":
            print(text)
        else:
            with open(json_file, "w") as out:
                out.write(text + "\n")
    return records, wrong
