"""What every verb shares: its answer, and the options that have the same name everywhere."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.exact import InputError
from rropt.whole_files import require_place, write_whole

if TYPE_CHECKING:
    from rropt.privacy import Criterion

DONE, REFUTED, UNDECIDED, BAD_INPUT = 0, 1, 2, 3
INTERNAL_ERROR = 70


@dataclass(frozen=True)
class Answer:
    """What a verb found: JSON-ready data, the same for a reader, and the exit status."""

    data: Any
    text: str
    status: int = DONE


def wrapped(text: str, width: int = 80) -> str:
    """Every longer line continued under its own beginning.

    >>> print(wrapped("note: one two three", 12))
    note: one
      two three
    """
    import textwrap

    lines = []
    for line in text.splitlines():
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        wrapper = textwrap.TextWrapper(width, subsequent_indent=indent, break_on_hyphens=False)
        wrapper.break_long_words = False
        lines += wrapper.wrap(line) if len(line) > width else [line]
    return "\n".join(lines)


def paragraphs(text: str, width: int = 80) -> str:
    """Prose filled to the width; blocks with indented lines, and examples, stay as they are."""
    import textwrap

    blocks = []
    for block in text.strip().split("\n\n"):
        kept = block.startswith("Example") or "\n " in block
        blocks.append(block if kept else textwrap.fill(block, width, break_on_hyphens=False))
    return "\n\n".join(blocks)


def add_privacy(parser: argparse.ArgumentParser) -> None:
    """--epsilon or --gamma or --privacy, and --delta."""
    level = parser.add_mutually_exclusive_group(required=True)
    level.add_argument("--epsilon", metavar="E", help='1, 0.5, 1/2 or "ln(3)"')
    level.add_argument("--gamma", metavar="G", help="e^epsilon as an exact number, such as 3")
    level.add_argument(
        "--privacy", metavar="P", help='a matrix of levels: a JSON file, or rows "1,3;oo,1"'
    )
    parser.add_argument("--delta", metavar="D", default="0", help="default 0")


def privacy_of(args: argparse.Namespace) -> Criterion:
    """The criterion that --epsilon, --gamma or --privacy and --delta name."""
    from rropt.cli.levels import level_of
    from rropt.privacy import LocalDP

    matrix = level_of(args)
    if matrix is not None:
        return matrix
    if args.gamma is not None:
        return LocalDP.from_gamma(args.gamma, args.delta)
    return LocalDP(args.epsilon, args.delta)


def read_text(path: str, name: str = "FILE") -> str:
    """The text of an input file, or of standard input for -; what is wrong with it in one line."""
    try:
        if path == "-":
            return sys.stdin.buffer.read().decode("utf-8")
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise InputError(f"{name} must be a readable file, got {path}: {reason}") from None


def require_writable(path: str, name: str = "--output") -> None:
    """Refuse a place where nothing can be written, before the work is done."""
    with _writing(path, name):
        require_place(Path(path))


def write_text(path: str, content: str, name: str = "--output") -> None:
    """Write an output file, which appears when it is complete; a device or a pipe as it goes."""
    with _writing(path, name):
        write_whole(Path(path), content)


@contextmanager
def _writing(path: str, name: str) -> Iterator[None]:
    """What is wrong with an output's place in one line."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{name} must be a writable file, got {path}: {error.strerror}") from None
