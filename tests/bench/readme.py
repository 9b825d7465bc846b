"""The table of the README, made from one kept run."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .lacking import is_of, lacking
from .measure import shown, times

README = Path(__file__).parents[2] / "README.md"
BEGIN, END = "<!-- bench: begin -->", "<!-- bench: end -->"


SHOWN = (
    "import rropt",
    "guess, k = 4",
    "guess, k = 32",
    "gain of 6 actions, k = 8",
    "gain of 6 actions, k = 32",
    "mutual information, k = 8",
    "mutual information, k = 12",
    "mutual information, k = 16",
    "A-optimal, skewed prior, k = 10, gamma = 3",
    "exact check of a 2^16-pattern certificate",
)
"""The lines of the README, those behind their baseline too; a run prints many more."""


def main(run: dict[str, Any], write: bool) -> int:
    """Write the table, or say whether the README has it."""
    text = README.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        print(f"README.md has no markers {BEGIN} ... {END}", file=sys.stderr)
        return 1
    head, rest = text.split(BEGIN, 1)
    tail = rest.split(END, 1)[1]
    wanted = f"{head}{BEGIN}\n{table(run)}\n{END}{tail}"
    if write:
        README.write_text(wanted, encoding="utf-8")
    elif wanted != text:
        print("README.md differs: python -m tests.bench --write-readme", file=sys.stderr)
        return 1
    return 0


def table(run: dict[str, Any]) -> str:
    """The chosen lines, each beside the baseline that a run has first; then where and when."""
    lines = ["| what | time | baseline | without | | bar | |", "|---|---:|---|---|---:|---|---|"]
    strongest: dict[str, Any] = {}
    for result in run["results"]:
        strongest.setdefault(result["what"], result)
    lines += [row(strongest[what], run["absent"]) for what in SHOWN if what in strongest]
    return "\n".join([*lines, "", footing(run["machine"])])


def row(result: dict[str, Any], absent: Iterable[str]) -> str:
    """A line; beside a library that the run has not found, with the day of the one that had it."""
    bar = result["bar"] or ""
    ratio = times(result["ratio"]) if result["theirs"] and not bar.endswith(" s") else ""
    if result["figure"] is not None:
        measured = f"{result['figure']:.3g}"
    else:
        measured = shown(result["ours"]["cpu"])
    baseline = ""
    if result["theirs"]:
        baseline = f"{result['baseline']}: {shown(result['theirs']['cpu'])}"
    if is_of(result["baseline"], absent):
        day, *_ = result["on"].split(", ")
        baseline = f"{baseline} (both on {day})"
    beside = [result["what"], measured, baseline, lacking(result["baseline"])]
    cells = [*beside, ratio, bar, result["verdict"]]
    return "| " + " | ".join(cells) + " |"


def footing(machine: dict[str, Any]) -> str:
    versions = ", ".join(f"{name} {number}" for name, number in machine["versions"].items())
    return (
        f"Processor time of `python -m tests.bench` on {machine['date']}, or the day that a row "
        "names, best of rounds in turn,\none thread for all sides; `tests/bench/accounts.py` says "
        f"why a bar is short, and what was tried: {machine['processor']}, "
        f"{machine['cores']} cores, "
        f"{machine['system']}, Python {machine['python']}, {versions}."
    )
