"""How long a user waits for nothing: import and command start-up, in fresh processes."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from .measure import Bar, Result, Task, in_turn

BAR = Bar("seconds", 0.15)


def startup() -> Iterator[Result]:
    """Whole processes, interpreter included, beside an empty interpreter."""
    with tempfile.TemporaryDirectory() as folder:
        certificate = str(Path(folder) / "certificate.json")
        _certificate(certificate)
        for what, words in (
            ("import rropt", ["-c", "import rropt"]),
            ("rropt --help", ["-m", "rropt", "--help"]),
            ("rropt design --help", ["-m", "rropt", "design", "--help"]),
            ("rropt check FILE", ["-m", "rropt", "check", certificate]),
        ):
            mine, empty = in_turn(process(words), process(["-c", "pass"]), 7, children)
            yield Result("startup", what, mine, "python -c pass", empty, BAR)


def children() -> float:
    """Processor time of the child processes so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def process(words: Sequence[str]) -> Task:
    environment = dict(os.environ)
    return lambda: subprocess.run(
        [sys.executable, *words], check=True, stdout=subprocess.DEVNULL, env=environment
    )


def _certificate(path: str) -> None:
    from rropt.certified import optimal
    from rropt.privacy import LocalDP
    from rropt.utility import Trace

    optimal(LocalDP("ln(3)"), Trace(4), crosscheck=False).certificate.save(path)
