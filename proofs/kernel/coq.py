"""Run Coq on files: which program, in which order, and what it said."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path

HERE = Path(__file__).parent
THEORIES = HERE / "theories"
MISSING = "coqc is not installed (Debian's package coq)"
SECONDS = 300  # for one file; the slowest takes about ten


class KernelError(Exception):
    """The kernel is missing, or refused a file that it must accept."""


@dataclass(frozen=True)
class Answer:
    """What the kernel said about one file."""

    file: Path
    accepted: bool
    text: str


def coqc() -> str | None:
    """The compiler, where it is installed."""
    return shutil.which("coqc")


def run(file: Path, theories: Path | None = None) -> Answer:
    """Compile one file; its folder, or that of the theories, holds what is compiled."""
    program = coqc()
    if program is None:
        raise KernelError(MISSING)
    folders = dict.fromkeys([theories or file.parent, file.parent])
    named = [word for folder in folders for word in ("-Q", str(folder), "Rropt")]
    command = [program, "-q", "-w", "none", *named, str(file)]
    try:
        # Coq keeps caches in the current folder
        done = subprocess.run(
            command, cwd=file.parent, capture_output=True, text=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return Answer(file, False, f"no answer within {SECONDS} s")
    return Answer(file, done.returncode == 0, done.stdout + done.stderr)


def run_all(files: Iterable[Path], jobs: int = 2) -> list[Answer]:
    """Compile files that do not need one another."""
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(run, files))


def build(folder: Path, jobs: int = 2, only: Iterable[str] | None = None) -> None:
    """Compile the theories that it lacks into this folder, each after those that it imports.

    With `only`, those theories and what they need.
    """
    order = _sorter(only)
    order.prepare()
    while order.is_active():
        ready = order.get_ready()
        lacking = [name for name in ready if not (folder / f"{name}.vo").exists()]
        files = [Path(shutil.copy(THEORIES / f"{name}.v", folder)) for name in lacking]
        for answer in run_all(files, jobs):
            if not answer.accepted:
                raise KernelError(f"{answer.file.name}: {answer.text}")
        order.done(*ready)


def in_order(names: Iterable[str]) -> list[str]:
    """Theories, each after all that it needs."""
    return list(_sorter(names).static_order())


def _sorter(only: Iterable[str] | None) -> TopologicalSorter[str]:
    needs = {file.stem: imports(file.read_text()) for file in theories()}
    wanted = set().union(*(closure(needs, name) for name in (needs if only is None else only)))
    return TopologicalSorter({name: needs[name] for name in wanted})


def closure(needs: Mapping[str, Sequence[str]], name: str) -> set[str]:
    """The name and all that it needs.

    >>> sorted(closure({"C": ["B"], "B": ["A"], "A": [], "D": []}, "C"))
    ['A', 'B', 'C']
    """
    return {name}.union(*(closure(needs, other) for other in needs[name]))


def theories() -> list[Path]:
    """The files written by hand."""
    return sorted(THEORIES.glob("*.v"))


def imports(text: str) -> list[str]:
    """The theories that a file needs.

    >>> imports("From Rropt Require Import Sums\\n  Patterns.\\nFrom Rropt Require Prices.")
    ['Sums', 'Patterns', 'Prices']
    """
    found = re.findall(r"^From Rropt Require (?:Import |Export )?([^.]*)\.$", text, re.MULTILINE)
    return " ".join(found).split()


def assumptions(folder: Path, theorems: Mapping[str, Sequence[str]]) -> set[str]:
    """The axioms that the theorems of these files rest on together, as the kernel prints them.

    Together, because the kernel walks through the construction of the reals once for each question.
    """
    listed = ", ".join(f"{file}.{name}" for file, names in theorems.items() for name in names)
    lines = [f"From Rropt Require {' '.join(theorems)}.", f"Definition together := ({listed}, 0)."]
    path = folder / "Assumptions.v"
    path.write_text("\n".join([*lines, "Print Assumptions together."]) + "\n")
    answer = run(path)
    if not answer.accepted:
        raise KernelError(answer.text)
    return set(re.findall(r"^([\w.]+)\s*:", answer.text, re.MULTILINE)) - {"Axioms"}
