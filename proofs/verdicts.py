"""The stored verdicts, one JSON file per paper, and what VERDICTS.md says of them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PAGE = HERE / "VERDICTS.md"
STORE = HERE / "store"
TABLE = "## Every statement"
UNPROVED = {"cited": "a citation", "argued": "an argument"}
"""The evidence that is counted apart, and what it is."""


def catalogue() -> list[str]:
    """Every id of the papers, in order."""
    return (HERE / "ids.txt").read_text().split()


def stored(paper: str) -> dict[str, Any]:
    """The records of one paper by id."""
    path = STORE / f"{paper}.json"
    return _parsed(path, path.stat().st_mtime_ns) if path.exists() else {}


@lru_cache(maxsize=16)
def _parsed(path: Path, written: int) -> dict[str, Any]:
    """The file, parsed once for each time that it was written."""
    return json.loads(path.read_text())


def papers() -> list[str]:
    return sorted({name.partition("/")[0] for name in catalogue()})


def everything() -> dict[str, Any]:
    return {k: v for paper in papers() for k, v in stored(paper).items()}


def save(records: Iterable[dict[str, Any]]) -> None:
    """Replace these records in the files of their papers, and nothing else."""
    by_paper: dict[str, dict[str, Any]] = {}
    for record in records:
        by_paper.setdefault(record["id"].partition("/")[0], {})[record["id"]] = record
    STORE.mkdir(exist_ok=True)
    for paper, fresh in by_paper.items():
        order = [i for i in catalogue() if i.startswith(paper + "/")]
        both = {**stored(paper), **{k: _plain(v) for k, v in fresh.items()}}
        lines = [
            f"{json.dumps(i)}:{json.dumps(both[i], sort_keys=True, separators=(',', ':'))}"
            for i in order
            if i in both
        ]
        replace_file(STORE / f"{paper}.json", "{\n" + ",\n".join(lines) + "\n}\n")


def replace_file(path: Path, text: str) -> None:
    """Write in one step, so that a reader never sees half a file."""
    draft = path.with_suffix(f".{os.getpid()}.tmp")
    draft.write_text(text)
    draft.replace(path)


def _plain(record: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in record.items() if k not in ("seconds", "wrong")}


def shown(witness: Any) -> str:
    """A counterexample in one line.

    >>> shown({"at": {"x": "1/2"}, "fails": "x**2 >= x"})
    'at x = 1/2, `x**2 >= x` fails'
    """
    if not isinstance(witness, dict):
        return str(witness)
    if "because" in witness:
        return cell(witness["because"])
    if "printed" in witness:
        return f"printed {witness['printed']}, the value is {witness['value']}"
    place = witness.get("at")
    where = (
        ", ".join(f"{k} = {v}" for k, v in place.items()) if isinstance(place, dict) else str(place)
    )
    at = f"at {where}, " if where else ""
    return f"{at}`{cell(witness['fails'])}` fails"


def cell(value: Any) -> str:
    return "" if value is None else str(value).replace("|", "\\|").replace("\n", " ")


def _column(number: int) -> dict[str, str]:
    """A column of the table in VERDICTS.md, by id."""
    if not PAGE.exists():
        return {}
    table = PAGE.read_text().partition(TABLE)[2].partition("\n## ")[0]
    rows = [line.strip("| \n").split(" | ") for line in table.splitlines() if "/" in line]
    return {row[0].strip(): row[number].strip() for row in rows}


def committed() -> dict[str, str]:
    """The verdicts that VERDICTS.md states, by id."""
    return _column(1)


def differences(records: Sequence[dict[str, Any]]) -> list[str]:
    """Where fresh verdicts and the page disagree, in the verdict or in what it rests on."""
    said, rests = committed(), _column(2)
    return [
        f"{r['id']}: {named(r)}, VERDICTS.md says {said.get(r['id'], 'nothing')}"
        + (f" ({rests[r['id']]})" if rests.get(r["id"]) else "")
        for r in records
        if (said.get(r["id"]), rests.get(r["id"])) != (r["verdict"], r["evidence"] or "")
    ]


def named(record: dict[str, Any]) -> str:
    """The verdict with what it rests on; neither words nor a citation is called a proof.

    >>> named({"verdict": "proved", "evidence": "argued"})
    'argued, not proved'
    """
    rests = record.get("evidence")
    if rests not in UNPROVED:
        return str(record["verdict"])
    said = {"proved": f"{rests}, not proved", "proved-under": f"{rests} under a hypothesis"}
    return said.get(record["verdict"], f"refuted by {UNPROVED[rests]}")
