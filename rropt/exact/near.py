"""What somebody probably meant who gave a name that is none."""

from __future__ import annotations

from collections.abc import Iterable


def near(word: str, names: Iterable[str]) -> str:
    """What was probably meant, or nothing.

    >>> near("varianc", ["variance", "trace"]), near("x", ["variance"])
    (', did you mean variance?', '')
    >>> near("--eps", ["--help", "--epsilon"])
    ', did you mean --epsilon?'
    """
    from difflib import get_close_matches

    known = list(names)
    wanted = word.lower()
    begun = [name for name in known if len(wanted.strip("-")) > 1 and name.startswith(wanted)]
    close = begun[:1] or get_close_matches(wanted, known, 1)
    return f", did you mean {close[0]}?" if close else ""
