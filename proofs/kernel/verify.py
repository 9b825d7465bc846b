"""The whole run: theories, their axioms, and the stored certificates."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import verdicts
from . import accepted, coq, goal_theorems, sentences, stored
from .export import HEADER, theorem

LEMMAS = coq.HERE / "lemmas.json"
KINDS = coq.HERE / "kinds.json"
DEFINED = re.compile(r"Definition (g_\w+) :=")
CHUNK = 128  # certificates a file: about 1.5 s each, so that two cores share the work evenly

# What Coq's construction of the reals assumes, and the excluded middle that its analysis uses.
REALS = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
    }
)
CLASSICAL = REALS | {"Classical_Prop.classic"}
ANALYSIS = {
    "ActionSets",
    "Analysis",
    "BalancedDeterminants",
    "BinaryEstimates",
    "Blackwell",
    "BudgetCover",
    "CardBudgets",
    "CaseDesigns",
    "ChaiNayak",
    "ConcentratedBudgets",
    "ConcentratedTables",
    "ConditionActions",
    "ConditionRays",
    "ContinuumPrices",
    "EntropyDesigns",
    "EqualLottery",
    "EqualUtilities",
    "FirstBlocks",
    "GroupEigenvalues",
    "InformationLevels",
    "InformativeTables",
    "KieferWolfowitz",
    "Laplace",
    "LaplaceMechanism",
    "LikelihoodPeak",
    "Likelihoods",
    "LocalPrivacy",
    "LogDesigns",
    "LogDeterminants",
    "Logarithms",
    "LossFunction",
    "LotteryDirections",
    "ModelDesigns",
    "MutualInformation",
    "NoiseLevels",
    "NormalForms",
    "NumberPrices",
    "NumberRanges",
    "OwnDesigns",
    "PowerForms",
    "Promises",
    "RaisedEntries",
    "RandomCuts",
    "RatioDesigns",
    "RenyiBudgets",
    "RenyiConcentrated",
    "RenyiOrders",
    "RenyiTables",
    "ResponseDeterminants",
    "RootDesigns",
    "Simplices",
    "SpectralDesigns",
    "Universal",
    "WorstDesigns",
}
"""Theories with the mean value theorem, exp, and cases that nothing decides."""


@dataclass(frozen=True)
class Outcome:
    """What the kernel accepted: certificates and theorems; and what it refused, with its words."""

    certificates: int
    theorems: int
    goals: int
    refused: Mapping[str, str]

    @property
    def whole(self) -> bool:
        return not self.refused

    def to_json(self) -> dict[str, Any]:
        return {
            "certificates": self.certificates,
            "theorems": self.theorems,
            "goals": self.goals,
            "refused": dict(self.refused),
        }

    def __str__(self) -> str:
        counts = f"{self.certificates} certificates, {self.theorems} theorems, {self.goals} goals"
        lines = [f"the kernel accepted {counts}"]
        lines += [f"refused: {name}: {text}" for name, text in self.refused.items()]
        return "\n".join(lines)


def lemmas() -> dict[str, dict[str, str]]:
    """The general lemmas that are proved, by their name in the catalogue."""
    return json.loads(LEMMAS.read_text())


def kinds() -> dict[str, dict[str, str]]:
    """The theorems that make certificates proofs."""
    return json.loads(KINDS.read_text())


def theorems() -> dict[str, tuple[str, str]]:
    """Lemmas, the theorems of certificate kinds, and sentences: name -> (file, Coq name)."""
    both = lemmas() | kinds()
    named = {name: (entry["file"], entry["coq"]) for name, entry in both.items()}
    return named | {name: (e["file"], name) for name, e in accepted.sentences().items()}


def everything(folder: Path, jobs: int = 2) -> Outcome:
    """Build the theories in this folder, read their axioms, and check every certificate."""
    coq.build(folder, jobs)
    bad = wrong_axioms(folder) | sentences.wrong(folder)
    good, refused = check(stored.certificates(), folder, jobs)
    blocks, missing = goal_blocks(jobs)
    goals, wrong = check_goals(blocks, folder, jobs)
    return Outcome(good, len(theorems()), goals, bad | refused | missing | wrong)


def goal_blocks(jobs: int = 1) -> tuple[dict[str, dict[str, str]], dict[str, str]]:
    """The theorems that `goals.json` names, made from the store, by paper; and those that the store
    does not give."""
    made = goal_theorems.written(verdicts.everything(), jobs)
    found: dict[str, dict[str, str]] = {}
    missing: dict[str, str] = {}
    for paper, both in accepted.names().items():
        found[paper] = {}
        for ending in (accepted.HOLDS, accepted.FAILS):
            for name in both[ending]:
                block = made.get(paper, {}).get(name)
                if block and goal_theorems.holds(block) == (ending == accepted.HOLDS):
                    found[paper][name] = block
                else:
                    missing[name] = f"the store of {paper} gives no theorem that it {ending}"
    return found, missing


def export_goals(folder: Path, jobs: int = 1) -> int:
    """Write the goals as Coq files, one a paper, into this folder; how many."""
    folder.mkdir(parents=True, exist_ok=True)
    blocks, _ = goal_blocks(jobs)
    for paper, own in blocks.items():
        (folder / accepted.file_of(paper)).write_text(goal_theorems.text(own.values()))
    return sum(map(len, blocks.values()))


def check_goals(
    blocks: Mapping[str, Mapping[str, str]], folder: Path, jobs: int = 2
) -> tuple[int, dict[str, str]]:
    """How many statements are proved or refuted, and what was said of the others: Coq refuses
    the theorem, or the name is not the hash of the statement."""
    wrong = {
        name: "the name is not that of the statement"
        for own in blocks.values()
        for name, block in own.items()
        if goal_theorems.misnamed(block)
    }
    for stem, own in blocks.items():
        wrong |= _refused_blocks(folder / f"Goals_{stem.replace('-', '_')}.v", own)
    return sum(map(len, blocks.values())) - len(wrong), wrong


def _refused_blocks(file: Path, blocks: Mapping[str, str]) -> dict[str, str]:
    """Those that Coq refuses: it stops at the first, which is left out, and the rest tried."""
    left = dict(blocks)
    refused: dict[str, str] = {}
    while left:
        answer = coq.run(_write_blocks(file, left))
        if answer.accepted:
            break
        name = _at_line(file.read_text(), answer.text)
        if name not in left:
            raise coq.KernelError(f"{file.name}: {answer.text}")
        refused[name] = _reason(answer.text)
        del left[name]
    return refused


def _at_line(content: str, said: str) -> str:
    """The name of the statement at the line of an error."""
    line = re.search(r"line (\d+)", said)
    before = content.splitlines()[: int(line[1]) if line else 0]
    return ([w[1] for w in map(DEFINED.match, before) if w] or [""])[-1]


def _write_blocks(file: Path, blocks: Mapping[str, str]) -> Path:
    file.write_text(goal_theorems.text(blocks.values()))
    return file


def write_goals(folder: Path, jobs: int = 2) -> int:
    """Write the names of the goals that the kernel accepts, and its sentences; how many."""
    coq.build(folder, jobs)
    written = sentences.write(folder)
    fresh = goal_theorems.written(verdicts.everything(), jobs)
    count, wrong = check_goals(fresh, folder, jobs)
    kept = {
        paper: {name: block for name, block in blocks.items() if name not in wrong}
        for paper, blocks in fresh.items()
    }
    verdicts.replace_file(accepted.FILE, accepted.listed({p: _split(b) for p, b in kept.items()}))
    accepted.forget()
    return count + written


def _split(blocks: Mapping[str, str]) -> dict[str, list[str]]:
    """The names of those that hold, and of those that fail."""
    hold = [name for name, block in blocks.items() if goal_theorems.holds(block)]
    return {accepted.HOLDS: hold, accepted.FAILS: [n for n in blocks if n not in set(hold)]}


def by_file() -> dict[str, list[str]]:
    """The named theorems of each theory."""
    found: dict[str, list[str]] = {}
    for file, name in theorems().values():
        found.setdefault(Path(file).stem, []).append(name)
    return found


def wrong_axioms(folder: Path) -> dict[str, str]:
    """The theories whose theorems rest on something else than the reals."""
    classical: dict[str, list[str]] = {}
    plain: dict[str, list[str]] = {}
    for file, names in by_file().items():
        (classical if file in ANALYSIS else plain)[file] = names
    return _strange(folder, plain, REALS) | _strange(folder, classical, CLASSICAL)


def _strange(
    folder: Path, theorems: Mapping[str, list[str]], known: frozenset[str]
) -> dict[str, str]:
    """Those that assume more than is known: asked together, and one by one if some do."""
    if coq.assumptions(folder, theorems) <= known:
        return {}
    more = {file: coq.assumptions(folder, {file: own}) - known for file, own in theorems.items()}
    return {file: f"assumes {', '.join(sorted(axioms))}" for file, axioms in more.items() if axioms}


def check(
    certificates: Mapping[str, tuple[dict[str, Any], list[str]]], folder: Path, jobs: int = 2
) -> tuple[int, dict[str, str]]:
    """How many are accepted, and what was said of the others; the theories are in the folder."""
    items = list(certificates.items())
    chunks = [dict(items[start : start + CHUNK]) for start in range(0, len(items), CHUNK)]
    files = [_write(folder / f"Certificates{i}.v", chunk) for i, chunk in enumerate(chunks)]
    refused: dict[str, str] = {}
    for chunk, answer in zip(chunks, coq.run_all(files, jobs), strict=True):
        if not answer.accepted:
            refused |= _singly(chunk, folder, jobs)
    return len(items) - len(refused), refused


def _singly(
    chunk: Mapping[str, tuple[dict[str, Any], list[str]]], folder: Path, jobs: int
) -> dict[str, str]:
    """Which of these are refused, each in a file of its own."""
    files = [_write(folder / f"{name}.v", {name: entry}) for name, entry in chunk.items()]
    answers = coq.run_all(files, jobs)
    return {a.file.stem: _reason(a.text) for a in answers if not a.accepted}


def _write(file: Path, chunk: Mapping[str, tuple[dict[str, Any], list[str]]]) -> Path:
    file.write_text("\n\n".join([HEADER, *_stated(chunk.values())]) + "\n")
    return file


def _stated(entries: Iterable[tuple[dict[str, Any], list[str]]]) -> list[str]:
    return [theorem(certificate, ", ".join(claims)) for certificate, claims in entries]


def _reason(text: str) -> str:
    return re.sub(r"\s+", " ", text.partition("Error:")[2])[:200].strip() or text[-200:].strip()
