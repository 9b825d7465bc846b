"""Options by the names that version 2 had: they keep working, with one line that says today's.

One name means one thing in every verb, so two names of version 2 mean something else now: `--save`
of `design` was the certificate alone, `--weights` of `estimate` the groups' shares. A value of the
second tells which is meant; `rropt check` and `rr.Certificate.load` read both files of the first.
What two options of `estimate` said of people who do not comply is said by one, and a range of
prevalences is what `--prior` says.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence

from rropt.exact import InputError

OF_PRIVACY = {
    f"--{kind}": f"--privacy {kind}:*" for kind in ("zcdp", "renyi", "pml", "lip", "no-worse-than")
}

RENAMED: Mapping[str, Mapping[str, str]] = {
    "design": {
        **OF_PRIVACY,
        "--study": "--save",
        "--points": "--categories",
        "--no-certainty": "--revealing no",
    },
    "admissible": OF_PRIVACY,
    "check": {"--kernel": "--coq"},
    "derive": {
        "--levels": "--privacy",
        "--open-prior": "--prior",
        "--points": "--categories",
        "--every-k": "--categories any",
    },
    "estimate": {
        "--weight": "--weights",
        "--arms": "--design-column",
        "--items": "--column",
        "--safe": "--noncompliance",
    },
    "regress": {
        "--arms": "--design-column",
        "--items": "--randomized",
        "--safe": "--noncompliance",
    },
    "measures": {"--reports": "--rounds", "--values": "--scores"},
    "device": {"--pi": "--prior"},
    "plan": {
        "--best": "--optimal",
        "--share": "--allocation",
        "--weights": "--shares",
        "--second": "--groups",
        "--one-sided": "--alternative one-sided",
    },
}
"""By verb: the name of version 2, and today's, with what is said there: * is the old value."""

RANGES = ("design", "derive")
"""Verbs where a range of prevalences had an option of its own."""

PAIR = re.compile(r"([\d./%]+),([\d./%]+)")
"""Two numbers, and not shares in parameters."""


def with_todays_names(verb: str, words: Sequence[str]) -> list[str]:
    """The words of a command with options renamed; each old name is told once on standard error.

    >>> with_todays_names("check", ["D.json", "--coq"])
    ['D.json', '--coq']
    """
    names = RENAMED.get(verb, {})
    if verb == "estimate":
        words = _with_stated_share(words)
    if verb in RANGES:
        words = _with_ranges(words)
    now: list[str] = []
    told: set[str] = set()
    rest = iter(enumerate(words))
    for place, word in rest:
        if word == "--":
            return [*now, *words[place:]]
        option, equals, value = word.partition("=")
        today, _, said = names[option].partition(" ") if option in names else (option, "", "")
        if "*" in said and not equals:
            value = next(rest, (place, ""))[1]
        after = words[place + 1 : place + 2]
        if verb == "estimate" and option == "--weights" and _is_of_groups(value, after):
            today = "--shares"
        new = [today, said.replace("*", value)] if said else [today + equals + value]
        if today != option and option not in told:
            _tell(option, " ".join([today, *([new[1]] if said else [])]))
            told.add(option)
        now += new
    return now


def _tell(old: str, today: str) -> None:
    print(f"rropt: note: {old} is now {today}", file=sys.stderr)


def _taken(words: Sequence[str], name: str) -> tuple[str | None, list[str]]:
    """The value of an option, and the other words.

    >>> _taken(["mean", "--interval", "-1,1", "--json"], "--interval")
    ('-1,1', ['mean', '--json'])
    """
    value, others = None, []
    rest = iter(words)
    for word in rest:
        option, equals, said = word.partition("=")
        if option == name:
            value = said if equals else next(rest, "")
        else:
            others.append(word)
    return value, others


def _with_ranges(words: Sequence[str]) -> list[str]:
    """`--interval 1/4,1/2` is a range of prevalences, or of the numbers of a mean.

    >>> _with_ranges(["guess", "--open-prior=0,1"])
    ['guess', '--open-prior=0..1']
    """
    share, others = _taken(words, "--open-prior")
    if "--every-k" in others:
        others = _taken(others, "--categories")[1]
    if share is not None:
        pair = PAIR.fullmatch(share)
        others.append(f"--open-prior={pair[1]}..{pair[2]}" if pair else f"--open-prior={share}")
    ends, others = _taken(others, "--interval")
    if ends is None:
        return others
    low, comma, high = ends.partition(",")
    if not comma:
        raise InputError(
            f"--interval is now --prior A..B of variance, --low A --high B of mean, got {ends!r}"
        )
    new = [f"--low={low}", f"--high={high}"] if "mean" in words[:1] else [f"--prior={low}..{high}"]
    _tell("--interval", " ".join(new))
    return [*others, *new]


def _with_stated_share(words: Sequence[str]) -> Sequence[str]:
    """`--safe no --cheating 1/10` as one option.

    >>> _with_stated_share(["R.csv", "--cheating=1/10", "--safe", "no"])
    ['R.csv', '--noncompliance=no=1/10']
    """
    share, others = _taken(words, "--cheating")
    if share is None:
        return words
    label, others = _taken(others, "--safe")
    _tell("--cheating S", "--noncompliance LABEL=S")
    if label is None:
        raise InputError("--cheating needs --safe, and both are now --noncompliance LABEL=S")
    return [*others, f"--noncompliance={label}={share}"]


def _is_of_groups(value: str, after: Sequence[str]) -> bool:
    """Whether `--weights` is followed by town=3/4,land=1/4 and not by the name of a column."""
    return "=" in (value or "".join(after))
