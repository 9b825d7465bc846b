"""What every verb shares: its answer, and the options that have the same name everywhere."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.exact import InputError
from rropt.whole_files import in_utf8, readable

if TYPE_CHECKING:
    import argparse

    from rropt.data.entry_rules import EntryRules

DONE = 0
REFUTED = 1
UNDECIDED = 2
BAD_INPUT = 3
INTERNAL_ERROR = 70


@dataclass(frozen=True)
class VerbResult:
    """What a verb found: JSON-ready data, the same for a reader, and the exit status."""

    data: Any
    text: str
    status: int = DONE
    octets: bytes = b""
    """A file that is printed: where no terminal shows it, it is written as it is."""


def shown(found: Any, status: int = DONE, width: int = 80) -> VerbResult:
    """A result by its record, and by its summary, or else its text."""
    said = found.summary() if hasattr(found, "summary") else str(found)
    return VerbResult(found.to_json(), wrapped(said, width), status)


def wrapped(text: str, width: int = 80) -> str:
    r"""Every longer line continued under its own beginning; rows of a table stay whole.

    >>> print(wrapped("note: one two three\nage  0.12345", 12))
    note: one
      two three
    age  0.12345
    """
    import textwrap

    lines = []
    for line in text.splitlines():
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        wrapper = textwrap.TextWrapper(width, subsequent_indent=indent, break_on_hyphens=False)
        # A broken number or name could not be copied.
        wrapper.break_long_words = False
        row = "  " in line.strip()
        lines += wrapper.wrap(line) if len(line) > width and not row else [line]
    return "\n".join(lines)


def paragraphs(text: str) -> str:
    """Prose filled to 80 columns; blocks with indented lines stay as they are."""
    import textwrap

    blocks = []
    for block in text.strip().split("\n\n"):
        kept = "\n " in block
        blocks.append(block if kept else textwrap.fill(block, 80, break_on_hyphens=False))
    return "\n\n".join(blocks)


FIRST = 3
"""Examples that stand before everything else; more would hide what they are examples of."""


def examples_apart(text: str) -> tuple[str, str]:
    r"""A text with its first examples after its first paragraph, and the other examples.

    >>> print("|".join(examples_apart("What.\n\nHow.\n\nexamples:\n  a\n  b\n  c\n  d")))
    What.
    <BLANKLINE>
    examples:
      a
      b
      c
    <BLANKLINE>
    How.|more examples:
      d
    """
    blocks = text.strip().split("\n\n")
    lines: list[str] = []
    for block in filter(_has_examples, blocks):
        lines += block.splitlines()[1:]
    others = [block for block in blocks if not _has_examples(block)]
    first = ["\n".join(["examples:", *lines[:FIRST]])] if lines else []
    more = ["more examples:", *lines[FIRST:]] if lines[FIRST:] else []
    return "\n\n".join([*others[:1], *first, *others[1:]]), "\n".join(more)


def _has_examples(block: str) -> bool:
    return block.startswith("examples:")


def read_text(path: str, name: str = "FILE") -> str:
    """The text of an input file, or of standard input for -; what is wrong with it in one line."""
    with readable(path, name):
        octets = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return in_utf8(octets).decode()


def rules_of(args: argparse.Namespace) -> EntryRules:
    """How the options say that entries of a file of data are read."""
    from rropt.data.entry_rules import EntryRules

    return EntryRules.of(args.missing, args.na, args.codes)


def listed(said: str | None) -> list[str] | None:
    """What commas separate; nothing of nothing.

    >>> listed("no,yes"), listed(None)
    (['no', 'yes'], None)
    """
    return None if said is None else [part.strip() for part in said.split(",")]


def ends_of(said: str) -> Any:
    """A number, or the ends (lo, hi) of a range lo..hi.

    >>> ends_of("1..oo"), ends_of("1/2")
    (('1', 'oo'), '1/2')
    """
    between = ".." if ".." in said else ","
    return tuple(said.split(between)) if between in said else said


def named_range(said: str) -> tuple[str, Any]:
    """NAME=LO..HI of --range."""
    name, equals, ends = said.partition("=")
    if not equals or not name.strip().isidentifier():
        raise InputError(f"--range must be NAME=LO..HI such as q=0..1/2, got {said!r}")
    return name.strip(), ends_of(ends)
