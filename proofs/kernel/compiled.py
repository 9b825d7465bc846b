"""Compiled theories that the runs of a user share: compiling takes a minute, deciding a second.

They lie in the user's folder for caches, under a name made of the texts of all theories and the
version of Coq: another text is compiled anew. `python -m proofs.kernel` compiles all afresh.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from rropt.whole_files import locks

from . import coq


@contextmanager
def compiled(theories: Sequence[str]) -> Iterator[Path]:
    """A folder with these theories and all that they need, compiled."""
    with tempfile.TemporaryDirectory() as own:
        yield _kept(theories) or _built(Path(own), theories)


def _kept(theories: Sequence[str]) -> Path | None:
    """That of the cache, grown by what it lacks; None where nothing can be kept."""
    if locks is None:
        return None
    with suppress(OSError, RuntimeError):  # no home, or a folder that takes no files
        folder = _folder()
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "lock").open("w") as held:
            locks.flock(held, locks.LOCK_EX)
            with tempfile.TemporaryDirectory(dir=folder) as place:
                _grow(folder, Path(place), theories)
        return folder
    return None


def _folder() -> Path:
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    program = coq.coqc() or ""
    told = subprocess.run([program, "--version"], capture_output=True, check=False).stdout
    texts = [file.name.encode() + file.read_bytes() for file in coq.theories()]
    name = hashlib.sha256(b"\0".join([told, *texts])).hexdigest()[:16]
    return Path(caches, "rropt", f"coq-{name}")


def _grow(folder: Path, place: Path, theories: Sequence[str]) -> None:
    """Compile what is missing beside the folder, and move it there in the order of what needs what:
    a run that is killed leaves no theory without those that it was compiled with."""
    names = coq.in_order(theories)
    there = {name for name in names if (folder / f"{name}.vo").exists()}
    if len(there) == len(names):
        return
    for name in there:
        shutil.copy(folder / f"{name}.vo", place)
    _built(place, theories)
    for name in names:
        if name not in there:
            (place / f"{name}.vo").replace(folder / f"{name}.vo")


def _built(folder: Path, theories: Sequence[str]) -> Path:
    coq.build(folder, only=theories)
    return folder
