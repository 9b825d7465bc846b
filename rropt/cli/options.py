"""An option of the command line: what it is called, what it takes, what it means, what it needs.

What the options are stands in `rropt.cli.table`; here is what is done with any of them.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from rropt.exact import InputError
from rropt.whole_files import require_place, writable

Rows = Mapping[str, list["Option"]]

INPUTS = ("A", "P", "design", "file", "files", "metric", "model", "pattern", "privacy")
OUTPUTS = ("save", "certificate", "html", "output")
"""Options that name files to read, and one to write."""

RENAMED = {"points": "categories"}
"""Parameters whose option has another name."""


@dataclass(frozen=True)
class Option:
    """One row: `takes` names the value, and is empty for a switch.

    A place is an argument without dashes. One of the options that a row `needs` must be given
    beside it. `more` is for argparse as it is.
    """

    name: str
    takes: str
    help: str
    default: str | None = None
    needs: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    required: bool = False
    place: bool = False
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def in_usage(self) -> str:
        """How it stands in the line of usage: FILE, [FILE], --design D."""
        if not self.place:
            return f"{written(self.name)} {self.takes}"
        form = {"?": "[{}]", "*": "[{} ...]"}.get(self.more.get("nargs", ""), "{}")
        return form.format(self.takes)

    def added_to(self, group: argparse._ActionsContainer) -> None:
        """This row as an argument of argparse."""
        said: dict[str, Any] = {"help": self.help.replace("%", "%%")}
        if not self.takes:
            said["action"] = "store_true"
        else:
            said |= {"metavar": self.takes, "default": self.default}
        if not self.place:
            said |= {"dest": self.name, "required": self.required}
        group.add_argument(
            self.name if self.place else written(self.name), **(said | dict(self.more))
        )


def written(name: str) -> str:
    """The option of a name, as it is typed.

    >>> written("at_delta"), written("output")
    ('--at-delta', '-o')
    """
    return "-o" if name == "output" else "--" + name.replace("_", "-")


def refuse_one_file_for_two(args: argparse.Namespace) -> None:
    """Each output has a file of its own: it replaces no other output, and nothing that is read."""
    asked = vars(args)
    words = chain.from_iterable(_words(asked.get(name)) for name in INPUTS)
    read = {os.path.realpath(word) for word in words if os.path.isfile(word)}
    taken: dict[str, str] = {}
    for name in OUTPUTS:
        said = asked.get(name)
        # /dev/null and /dev/stdout take any number of outputs.
        if said is None or Path(said).is_relative_to("/dev"):
            continue
        option = written(name)
        place = os.path.realpath(said)
        if place in read:
            raise InputError(f"{option} must be another file than those that are read, got {said}")
        other = taken.setdefault(place, option)
        if other != option:
            raise InputError(f"{other} and {option} must be different files, got {said} for both")


def require_writable(args: argparse.Namespace, rows: Rows) -> None:
    """Refuse a place where nothing can be written, before the work is done."""
    for row in chain.from_iterable(rows.values()):
        if row.name in OUTPUTS and row.takes == "FILE" and given(args, row.name):
            path = getattr(args, row.name)
            with writable(path, written(row.name)):
                require_place(Path(path))


def _words(said: Any) -> list[str]:
    """What may be files in the value of an option.

    >>> _words("A=a.json,B=b.json"), _words(None)
    (['A=a.json,B=b.json', 'A', 'a.json', 'B', 'b.json'], [])
    """
    texts = said if isinstance(said, list) else [said or ""]
    parts = [re.split("[,=:]", text) for text in texts if text]
    return [*filter(None, texts), *chain.from_iterable(parts)]


def given(args: argparse.Namespace, *names: str) -> list[str]:
    """Those of the options that are given, as they are typed.

    >>> given(argparse.Namespace(epsilon="1", gamma=None, html=""), "epsilon", "gamma", "html")
    ['--epsilon', '--html']
    """
    values = {name: getattr(args, name, None) for name in names}
    return [written(name) for name, value in values.items() if value not in (None, False)]


def in_options(message: str, rows: Rows, args: argparse.Namespace) -> str:
    """What Python says of a parameter, of the option that was given for it.

    Of columns it says the name that the data do not have: it is that of several options. The
    epsilon and the delta of a histogram are those of --at-epsilon and --at-delta.
    """
    said, must, rule = message.partition(" must ")
    name, bracket, place = said.partition("[")
    name = RENAMED.get(name, name)
    options = {row.name for row in chain.from_iterable(rows.values()) if not row.place}
    if given(args, f"at_{name}"):
        name = f"at_{name}"
    wanted = given(args, name) or rule.startswith("be given")
    if not must or name not in options or not wanted:
        return message
    # Which of the options that name columns was wrong is told by the name that is missing.
    if name == "column":
        wrong = rule.rpartition("got ")[2]
        name = next((each for each in options if repr(getattr(args, each)) == wrong), name)
    return f"{written(name)}{bracket}{place} must {rule}"


def refuse(args: argparse.Namespace, names: Iterable[str], why: str) -> None:
    """Refuse the first of the options that is given."""
    for option in given(args, *names):
        raise InputError(f"{option} must {why}")
