"""What setting up takes: the README's first line, what it installs, listing and running tests.

The first line installs into a folder of its own. Tests run in this Python, after one listing that
fills its cache of compiled modules.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from .measure import Bar, Result, Time
from .startup import children, process

ROOT = Path(__file__).resolve().parents[2]
LINE = re.compile(r"pip install -q (\S+) && .venv/bin/rropt")
"""What the README's first line installs."""

TESTS = ["-m", "pytest", "-q", "-p", "no:cacheprovider"]


def setup() -> Iterator[Result]:
    """The first line and its megabytes; listing the tests; the quick ones."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _first_line(Path(folder))
    _timed([*TESTS, "--collect-only"])
    listing = _timed([*TESTS, "--collect-only"])
    yield Result("setup", "listing all tests, compiled before", listing, bar=Bar("seconds", 10))
    # A minute by the wall clock on two cores is two of the processor.
    quick = _timed([*TESTS, "-n", "2", "-m", "quick"])
    yield Result("setup", "pytest -m quick", quick, bar=Bar("seconds", 120))


def _first_line(folder: Path) -> Iterator[Result]:
    """Installing as the README says, from a copy of the tree."""
    found = LINE.search((ROOT / "README.md").read_text(encoding="utf-8"))
    assert found is not None, "the README installs nothing"
    copy, place = folder / "clone", folder / "installed"
    left_out = shutil.ignore_patterns(".git", ".venv", "build", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, copy, ignore=left_out)
    wanted = str(copy) + found[1].strip("'").removeprefix(".")
    taken = _timed(["-m", "pip", "install", "-q", "--target", str(place), wanted])
    size = sum(path.stat().st_size for path in place.rglob("*") if path.is_file()) / 2**20
    yield Result("setup", f"pip install {found[1]}, MiB", taken, bar=Bar("MiB", 550), figure=size)


def _timed(words: list[str]) -> Time:
    """A process of Python, by the wall clock and the processor."""
    used, start = children(), time.perf_counter()
    process(words)()
    return Time(time.perf_counter() - start, children() - used)
