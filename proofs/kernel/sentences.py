"""The sentences of the claims: theorems of the theories that say what a statement says.

Coq prints each of them, with all that it quantifies over, into `theorems.json`; a later run that
prints something else is refused, and so is one that holds by computation alone.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from .. import verdicts
from ..claims import nested
from ..goals import Sentence
from ..papers import claim_of
from . import accepted, coq

PRINTED = re.compile(r"^@?(?:\w+\.)*(\w+)\n?\s+: (.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
READ = "From Coq Require Import Reals List Arith.\nSet Printing Width 100."
STATED = re.compile(r"^(?:Theorem|Lemma) (\w+)\b", re.MULTILINE)


def wanted() -> list[str]:
    """The theorems that the claims of the papers are."""
    found = set()
    for name in verdicts.catalogue():
        claim = claim_of(name)
        parts = claim.statement().parts().values() if claim else ()
        goals = [goal for part in parts for goal in nested(part)]
        found |= {goal.theorem for goal in goals if isinstance(goal, Sentence)}
    return sorted(found)


def files() -> dict[str, str]:
    """The theory of each theorem; a name that two theories have is none of them."""
    found: dict[str, str] = {}
    twice = set()
    for file in coq.theories():
        for name in STATED.findall(file.read_text()):
            twice |= {name} & found.keys()
            found[name] = file.stem
    return {name: file for name, file in found.items() if name not in twice}


def said(names: list[str], folder: Path) -> dict[str, dict[str, str]]:
    """What the theorems say, as Coq prints it; the theories are in this folder.

    KernelError where one is missing, or is true by computation: then it says e = e.
    """
    where = files()
    if missing := [name for name in names if name not in where]:
        raise coq.KernelError(f"no theory, or more than one, proves {', '.join(missing)}")
    path = folder / "Sentences.v"
    path.write_text(_asked({name: where[name] for name in names}))
    answer = coq.run(path)
    if not answer.accepted:
        raise coq.KernelError(f"a sentence says nothing: {answer.text}")
    printed = {name: " ".join(text.split()) for name, text in PRINTED.findall(answer.text)}
    return {
        name: {"file": f"theories/{where[name]}.v", "says": printed[name]}
        for name in names
        if name in printed
    }


def _asked(where: dict[str, str]) -> str:
    """A file that prints each theorem, and fails where computation or a hypothesis gives it."""
    lines = [READ, f"From Rropt Require Import {' '.join(_read(where))}.", "Open Scope R_scope."]
    lines += [f"Check {file}.{name}." for name, file in where.items()]
    for name, file in where.items():
        lines += [
            f"Goal ltac:(let t := type of {file}.{name} in exact t).",
            "Fail (intros; solve [reflexivity | trivial]).",
            "Abort.",
        ]
    return "\n".join(lines) + "\n"


def _read(where: dict[str, str]) -> list[str]:
    """The theories of the theorems and those that they need, whose notations are printed."""
    needs = {file.stem: coq.imports(file.read_text()) for file in coq.theories()}
    return sorted(set().union(*(coq.closure(needs, file) for file in where.values())))


def write(folder: Path) -> int:
    """Write what the sentences of the claims say; how many."""
    found = said(wanted(), folder)
    verdicts.replace_file(accepted.SENTENCES, json.dumps(found, indent=0) + "\n")
    accepted.forget()
    return len(found)


def wrong(folder: Path) -> dict[str, str]:
    """The sentences that do not say what `theorems.json` writes."""
    written = accepted.sentences()
    found = said(sorted(written), folder)
    return {name: "it says something else" for name in written if found.get(name) != written[name]}
