"""Options by the names that version 2 had: they keep working, with one line that says today's.

One name means one thing in every verb, so two names of version 2 mean something else now: `--save`
of `design` was the certificate alone, `--weights` of `estimate` the groups' shares. A value of the
second tells which is meant; `rropt check` and `rr.Certificate.load` read both files of the first.
What two options of `estimate` said of people who do not comply is said by one.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence

from rropt.exact import InputError

RENAMED: Mapping[str, Mapping[str, str]] = {
    "design": {"--study": "--save"},
    "check": {"--kernel": "--coq"},
    "derive": {"--levels": "--privacy"},
    "estimate": {
        "--weight": "--weights",
        "--arms": "--design-column",
        "--items": "--column",
        "--safe": "--noncompliance",
    },
    "regress": {"--safe": "--noncompliance"},
    "measures": {"--reports": "--rounds", "--values": "--scores"},
    "device": {"--pi": "--prior"},
    "plan": {
        "--best": "--optimal",
        "--share": "--allocation",
        "--weights": "--shares",
        "--second": "--groups",
    },
}
"""By verb: the name of version 2, and today's."""


def with_todays_names(verb: str, words: Sequence[str]) -> list[str]:
    """The words of a command with options renamed; each old name is told once on standard error.

    >>> with_todays_names("check", ["D.json", "--coq"])
    ['D.json', '--coq']
    """
    names = RENAMED.get(verb, {})
    if verb == "estimate":
        words = _with_stated_share(words)
    now: list[str] = []
    told: set[str] = set()
    for place, word in enumerate(words):
        if word == "--":
            return [*now, *words[place:]]
        option, equals, value = word.partition("=")
        today = names.get(option, option)
        after = words[place + 1 : place + 2]
        if verb == "estimate" and option == "--weights" and _is_of_groups(value, after):
            today = "--shares"
        if today != option and option not in told:
            print(f"rropt: note: {option} is now {today}", file=sys.stderr)
            told.add(option)
        now.append(today + equals + value)
    return now


def _with_stated_share(words: Sequence[str]) -> Sequence[str]:
    """`--safe no --cheating 1/10` as one option.

    >>> _with_stated_share(["R.csv", "--cheating=1/10", "--safe", "no"])
    ['R.csv', '--noncompliance=no=1/10']
    """
    old = ArgumentParser(add_help=False, allow_abbrev=False)
    old.add_argument("--safe")
    old.add_argument("--cheating")
    said, others = old.parse_known_args(words)
    if said.cheating is None:
        return words
    print("rropt: note: --cheating S is now --noncompliance LABEL=S", file=sys.stderr)
    if said.safe is None:
        raise InputError("--cheating needs --safe, and both are now --noncompliance LABEL=S")
    return [*others, f"--noncompliance={said.safe}={said.cheating}"]


def _is_of_groups(value: str, after: Sequence[str]) -> bool:
    """Whether `--weights` is followed by town=3/4,land=1/4 and not by the name of a column."""
    return "=" in (value or "".join(after))
