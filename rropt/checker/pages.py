"""Pages that some certificates need and others do not: imported when one of them comes.

Whoever asks what decides a file (`python -m rropt.checker FILE --explain`) reads these and no more.
"""

from functools import cache
from importlib import import_module
from typing import Any


@cache
def page(name: str) -> Any:
    """The page of this name, which begins with a point."""
    return import_module(name, __package__)
