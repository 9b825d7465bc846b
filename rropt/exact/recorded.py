"""Results that can be written down: one record for JSON, and the same for Python."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rropt.exact.number import Number


class Recorded:
    """What has a JSON record (`to_json`) is also a dict (`to_dict`)."""

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
            record: dict[str, Any] = json.loads(found)
            return record
        return {"rows": found} if isinstance(found, list) else found
