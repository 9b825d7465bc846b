"""Words of which a certificate may say one, and the page of that word."""

from collections.abc import Collection, Mapping
from typing import Any

from .pages import page
from .verdict import well_formed


def named_page(value: Any, field: str, pages: Mapping[str, str]) -> tuple[str, Any]:
    """What an object says in this field, one of a few words, and the page of that word."""
    well_formed(isinstance(value, dict), "an object is missing")
    name = named(value.get(field), pages)
    return name, page(pages[name])


def named(value: Any, names: Collection[str]) -> str:
    """One of these words."""
    well_formed(isinstance(value, str) and value in names, f"no such name: {str(value)[:40]!a}")
    return value
