"""Pages that some certificates need and others do not: imported when one of them comes.

Whoever asks what decides a file (`python -m rropt.checker FILE --explain`) reads these and no more.
"""

from collections.abc import Collection, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from .verdict import well_formed


@cache
def page(name: str) -> Any:
    """The page of this name, which begins with a point."""
    return import_module(name, __package__)


def named_page(value: Any, field: str, pages: Mapping[str, str]) -> tuple[str, Any]:
    """What an object says in this field, one of a few words, and the page of that word."""
    well_formed(isinstance(value, dict), "an object is missing")
    name = named(value.get(field), pages)
    return name, page(pages[name])


def named(value: Any, names: Collection[str]) -> str:
    """One of these words."""
    well_formed(isinstance(value, str) and value in names, f"no such name: {str(value)[:40]!a}")
    return value
