"""Names of columns with dots or spaces, in formulas: formulaic takes `age.years` for a part of age.

Inside, a dot and a space are two letters of no living alphabet of data, which no reader ever sees;
a frame has such a column under both names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

LETTERS = str.maketrans({".": "\u1427", " ": "\u1428"})
BACK = str.maketrans({"\u1427": ".", "\u1428": " "})
"""Two letters of Canadian syllabics: a name with them is a name to Python and to formulaic."""

SPOKEN = re.compile(r"[^\W\d][\w. ]*")
"""Names that are understood without backticks: others, such as a-b, are a formula too."""


def written(name: str) -> str:
    """The name of a column as formulas have it inside.

    >>> written("age.years").isidentifier(), spoken(written("body mass, log"))
    (True, 'body mass, log')
    """
    return name.translate(LETTERS) if is_spoken(name) else name


def spoken(text: str) -> str:
    """What the user wrote."""
    return text.translate(BACK)


def is_spoken(name: Any) -> bool:
    """Whether a name is one with dots or spaces."""
    known = isinstance(name, str) and SPOKEN.fullmatch(name) is not None
    return known and not name.isidentifier()


def with_written_names(frame: Any) -> Any:
    """A frame of pandas that has its spoken names under their written ones too."""
    added = {written(name): frame[name] for name in frame.columns if is_spoken(name)}
    return frame.assign(**added) if added else frame


def in_written_names(side: str, columns: Sequence[Any]) -> str:
    """One side of a formula, its spoken names written: a longer one before one it begins with.

    What stands in quotes stays; backticks may stand around a spoken name.

    >>> spoken(in_written_names("log(body mass) + `body mass`:x.1", ["body mass", "x.1", "mass"]))
    'log(body mass) + body mass:x.1'
    """
    odd = sorted(filter(is_spoken, columns), key=len, reverse=True)
    if not odd:
        return side
    known = "|".join(map(re.escape, odd))
    pattern = re.compile(
        rf"('[^']*'|\"[^\"]*\")|`({known})`|(`[^`]*`)|(?<![\w.])({known})(?![\w.])"
    )

    def replaced(found: re.Match[str]) -> str:
        name = found[2] or found[4]
        return written(name) if name else found[0]

    return pattern.sub(replaced, side)
