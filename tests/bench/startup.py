"""How long a user waits for the first answer: import, start-up, one design, in fresh processes."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from .measure import Bar, Result, Task, in_turn

COMPILED_ANEW = "PYTHONDONTWRITEBYTECODE"

BAR = Bar("seconds", 0.15)
LEAST = Bar("beyond", 0.015)
MEMORY = Bar("MiB", 150)
THREEFOLD = Bar("slower", 3)

NEEDED = (
    "import rropt as rr; d = rr.optimal(rr.LocalDP('1/2', '1/10'), rr.Variance('1/4'));"
    "print(d.certificate.check(), d.value, d.bound)"
)
"""What a design cannot do without: import, solve, certify, check and print."""

PEAK = "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"

DESIGN = "design variance --epsilon 1/2 --delta 1/10 --prior 1/4"
SLOW = "design trace --gamma 1000000 --delta 0.5 --categories 10"


def startup() -> Iterator[Result]:
    """Whole processes, interpreter included, beside an empty interpreter."""
    with tempfile.TemporaryDirectory() as folder:
        certificate = str(Path(folder) / "certificate.json")
        _certificate(certificate)
        for what, words, bar in (
            ("import rropt", ["-c", "import rropt"], LEAST),
            ("rropt --help", ["-m", "rropt", "--help"], BAR),
            ("rropt design --help", ["-m", "rropt", "design", "--help"], BAR),
            ("rropt check FILE", ["-m", "rropt", "check", certificate], BAR),
        ):
            mine, empty = in_turn(process(words), process(["-c", "pass"]), 7, children)
            yield Result("startup", what, mine, "python -c pass", empty, bar)
    yield from _designs()
    yield _skewed()


def _designs() -> Iterator[Result]:
    """The JSON of a design beside what it needs, and its text beside its JSON."""
    mine, needed = in_turn(_rropt(f"{DESIGN} --json"), process(["-c", NEEDED]), 7, children)
    yield Result("startup", "rropt design --json", mine, "solve, check, print", needed, THREEFOLD)
    what, held = "first design of a process: peak MiB", peak_of(NEEDED)
    yield Result("startup", what, needed, bar=MEMORY, figure=held)
    for words in (DESIGN, SLOW):
        text, record = in_turn(_rropt(words), _rropt(f"{words} --json"), 5, children)
        yield Result("startup", f"rropt {words[:30]}...", text, "its --json", record, THREEFOLD)


def _skewed() -> Result:
    """A guess among ten unlike truths beside one among five."""
    ten, five = in_turn(_guess(10), _guess(5), 7)
    return Result("startup", "optimal, skewed guess, k = 10", ten, "k = 5", five, THREEFOLD)


def _guess(truths: int) -> Task:
    import rropt as rr

    total = truths * (truths + 1) // 2
    skewed = [f"{j + 1}/{total}" for j in range(truths)]
    return lambda: rr.optimal(rr.LocalDP.from_gamma(3), rr.Guess(skewed))


def _rropt(words: str) -> Task:
    return process(["-m", "rropt", *words.split()])


def children() -> float:
    """Processor time of the child processes so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def process(words: Sequence[str]) -> Task:
    """A process of Python that keeps its compiled modules, as one that pip installed has them."""
    environment = {name: os.environ[name] for name in os.environ.keys() - {COMPILED_ANEW}}
    return lambda: subprocess.run(
        [sys.executable, *words], check=True, stdout=subprocess.DEVNULL, env=environment
    )


def peak_of(program: str) -> float:
    """MiB that a process of Python holds at most, the interpreter included, as it says itself.

    What the system tells its parent is no less than what the parent holds.
    """
    words = [sys.executable, "-c", f"{program}\n{PEAK}"]
    run = subprocess.run(words, capture_output=True, text=True, check=True)
    return int(run.stdout.split()[-1]) / 1024


def _certificate(path: str) -> None:
    from rropt.certified import optimal
    from rropt.privacy import LocalDP
    from rropt.utility import Trace

    optimal(LocalDP("ln(3)"), Trace(4), crosscheck=False).certificate.save(path)
