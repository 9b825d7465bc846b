"""Options by the names of version 2: they keep working, with one line that says today's name.

An old name is understood by every verb that takes today's, and has no other option of the old one.
Where one option of version 2 became two, or two became one, or a value tells
what was meant, it is said here: the ends of a mean's interval, the share of people who do not
comply, and `--weights` of `estimate`, which were the groups' shares.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from rropt.cli.process import tell
from rropt.exact import InputError

RANGE = "A..B"

PRIVACIES = ("zcdp", "renyi", "pml", "lip", "no-worse-than")

FORMERLY = (
    ("--study", "--save"),
    ("--kernel", "--coq"),
    ("--points", "--categories"),
    ("--every-k", "--categories any"),
    ("--no-certainty", "--revealing no"),
    ("--levels", "--privacy"),
    *((f"--{kind}", f"--privacy {kind}:*") for kind in PRIVACIES),
    ("--pi", "--prior"),
    ("--interval", f"--prior {RANGE}"),
    ("--open-prior", f"--prior {RANGE}"),
    ("--items", "--column"),
    ("--items", "--randomized"),
    ("--weight", "--weights"),
    ("--arms", "--design-column"),
    ("--safe", "--noncompliance"),
    ("--reports", "--rounds"),
    ("--values", "--scores"),
    ("--best", "--optimal"),
    ("--share", "--allocation"),
    ("--weights", "--shares"),
    ("--second", "--groups"),
    ("--one-sided", "--alternative one-sided"),
)
"""The name of version 2, and today's, with what is said there: * is the old value, A..B a range."""

PAIR = re.compile(r"([\d./%]+),([\d./%]+)")
"""Two numbers, and not shares in parameters: what a range was."""


def with_todays_names(verb: str, words: Sequence[str], known: Collection[str]) -> list[str]:
    """The words of a command with options renamed; each old name is told once on standard error.

    `known` are the options of the verb. What an old name says by itself comes last, where it is
    what counts.

    >>> with_todays_names("check", ["--kernel", "--", "--kernel"], {"--coq"})
    ['--coq', '--', '--kernel']
    """
    # Behind -- all words are values.
    end = list(words).index("--") if "--" in words else len(words)
    todays = {old: today for old, today in FORMERLY if today.partition(" ")[0] in known}
    now: list[str] = []
    last: list[str] = []
    told: set[str] = set()
    rest = _put_together(verb, list(words[:end]))
    while rest:
        word = rest.pop(0)
        old, equals, value = word.partition("=")
        if old in known or old not in todays:
            now.append(word)
            continue
        today, _, said = todays[old].partition(" ")
        # Only a name whose value moves into today's takes the next word with it.
        if said and (said == RANGE or "*" in said) and not equals:
            value = rest.pop(0) if rest else ""
        if said:
            said = _ranged(old, value) if said == RANGE else said.replace("*", value)
            last += [today, said]
        else:
            now.append(today + equals + value)
        if old not in told:
            _tell(old, f"{today} {said}".rstrip())
            told.add(old)
    return [*now, *last, *words[end:]]


def _tell(old: str, today: str) -> None:
    tell(f"rropt: note: {old} is now {today}")


def _ranged(old: str, value: str) -> str:
    """A..B, where two numbers were said; shares in parameters stay as they are."""
    if old == "--interval" and "," not in value:
        raise InputError(
            f"--interval is now --prior A..B of variance, --low A --high B of mean, got {value!r}"
        )
    pair = PAIR.fullmatch(value)
    return f"{pair[1]}..{pair[2]}" if pair else value


def _put_together(verb: str, words: list[str]) -> list[str]:
    """The words with what no single name says: of a mean and of an estimate."""
    if words[:1] == ["mean"]:
        ends, others = _taken(words, "--interval")
        low, comma, high = (ends or "").partition(",")
        if comma:
            _tell("--interval", f"--low={low} --high={high}")
            return [*others, f"--low={low}", f"--high={high}"]
    if verb != "estimate":
        return words
    shares, others = _taken(words, "--weights")
    if "=" in (shares or ""):
        _tell("--weights", "--shares")
        words = [*others, f"--shares={shares}"]
    share, others = _taken(words, "--cheating")
    if share is None:
        return words
    label, others = _taken(others, "--safe")
    _tell("--cheating S", "--noncompliance LABEL=S")
    if label is None:
        raise InputError("--cheating needs --safe, and both are now --noncompliance LABEL=S")
    return [*others, f"--noncompliance={label}={share}"]


def _taken(words: Sequence[str], name: str) -> tuple[str | None, list[str]]:
    """The value of an option, and the other words.

    >>> _taken(["mean", "--interval", "-1,1", "--json"], "--interval")
    ('-1,1', ['mean', '--json'])
    """
    value = None
    others = []
    rest = iter(words)
    for word in rest:
        option, equals, said = word.partition("=")
        if option == name:
            value = said if equals else next(rest, "")
        else:
            others.append(word)
    return value, others
