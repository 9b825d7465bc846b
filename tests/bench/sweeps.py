"""Many designs: two workers beside one, and a resumed sweep beside the whole of it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from .measure import Result


def sweeping() -> Iterator[Result]:
    """Nothing where rropt.sweep is absent."""
    if find_spec("rropt.sweep") is None:
        return
    import_module("rropt.sweep")
    yield from ()
