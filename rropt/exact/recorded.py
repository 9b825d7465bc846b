"""Results that can be written down: one record for JSON and for Python, one text to be shown."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any

from rropt.exact.number import Number


class Recorded:
    """What has a JSON record (`to_json`) is also a dict (`to_dict`), and shows its text."""

    __slots__ = ()

    if TYPE_CHECKING:  # each result says what it takes
        to_json: Any

    def to_dict(self, *asked: Number, **options: Number) -> dict[str, Any]:
        """The record of `to_json`, which takes the same: exact numbers are strings.

        What has a row for each route is a dict of its `rows`.

        >>> import rropt as rr
        >>> rr.compare([["1"], ["0"]], [["1"], ["0"]]).to_dict()["relation"]
        'equivalent'
        """
        found = self.to_json(*asked, **options)
        if isinstance(found, str):
            return json.loads(found)
        return {"rows": found} if isinstance(found, list) else found

    def summary(self) -> str:
        """What it says, for people."""
        return str(self)

    def _repr_html_(self) -> str:
        """What a notebook shows, of what has no picture of its own."""
        return html_text(str(self))


def html_text(text: str) -> str:
    """A text with its lines and columns as they stand.

    >>> html_text("a < b")
    '<pre>a &lt; b</pre>'
    """
    return f"<pre>{escape(text, quote=False)}</pre>"
