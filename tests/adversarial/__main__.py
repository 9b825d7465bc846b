"""python -m tests.adversarial SUBJECT FIRST LAST [--log FILE]: the long runs by seed.

One seed is one case, or a batch of cases that depends on the seed alone. A failure is noted with
its seed and traceback, and the run goes on; with the log of an earlier run it continues behind the
last seed that was finished. Without a log the notes are printed and nothing is remembered.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path

SUBJECTS = {
    "designs": ("test_random_designs", "any_design"),
    "levels": ("test_random_levels", "any_levels"),
    "mutations": ("test_certificates", "mutate"),
    "garbled": ("test_certificates", "garble"),
    "checkers": ("test_both_checkers", "agree_on_mutations"),
    "hostile": ("test_both_checkers", "agree_on_hostile"),
    "tables": ("test_sampler", "every_table"),
    "draws": ("test_sampler", "a_billion_draws"),
    "guarantees": ("test_estimators", "every_coverage"),
    "coverage": ("test_coverage", "any_coverage"),
    "differences": ("test_coverage", "any_difference"),
    "intervals": ("test_likelihood_coverage", "any_interval"),
    "regressions": ("test_regression_coverage", "any_regression"),
    "boundaries": ("test_random_boundaries", "any_boundary"),
    "ratios": ("test_random_boundaries", "any_known_ratio"),
    "lines": ("test_random_lines", "any_line"),
    "claims": ("test_random_claims", "any_claim"),
    "labels": ("test_random_columns", "any_labels"),
    "files": ("test_random_columns", "any_file"),
    "missing": ("test_random_columns", "any_regression"),
    "costs": ("test_near_limits", "any_shape"),
    "denominators": ("test_denominators", "against_all_tables"),
}
EVERY = 10.0
"""Seconds between two notes of how far the run is."""


def main(words: Sequence[str]) -> int:
    """Status 1 if any seed of the range failed, in this run or in an earlier one."""
    parser = argparse.ArgumentParser(prog="python -m tests.adversarial", description=__doc__)
    parser.add_argument("subject", choices=SUBJECTS)
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int, help="the first seed that is not run")
    parser.add_argument("--log", type=Path, help="the notes, one JSON object a line")
    args = parser.parse_args(words)
    earlier = read(args.log, args.subject)
    begin = max([args.first, *(note["next"] for note in earlier if "next" in note)])
    found = []
    for note in run(args.subject, range(begin, args.last)):
        found.append(note)
        with args.log.open("a", encoding="utf-8") if args.log else nullcontext(sys.stdout) as file:
            print(json.dumps(note), file=file, flush=True)
    failed = sorted({note["seed"] for note in [*earlier, *found] if "seed" in note})
    print(f"{args.subject}: seeds {args.first} to {args.last - 1}, {len(failed)} failed", failed)
    return 1 if failed else 0


def run(subject: str, seeds: range) -> Iterator[dict]:
    """A note for every failure, and now and then one of how far the run is."""
    case, began, noted = case_of(subject), time.perf_counter(), time.perf_counter()
    for seed in seeds:
        error, now = failure(case, seed), time.perf_counter()
        if error:
            yield {"subject": subject, "seed": seed, "error": error}
        if now - noted > EVERY or seed == seeds[-1]:
            yield {"subject": subject, "next": seed + 1, "seconds": round(now - began, 1)}
            noted = now


def case_of(subject: str) -> Callable[[int], object]:
    module, name = SUBJECTS[subject]
    case: Callable[[int], object] = getattr(import_module(f"tests.adversarial.{module}"), name)
    return case


def failure(case: Callable[[int], object], seed: int) -> str:
    """The traceback; empty where the case passes."""
    try:
        case(seed)
    except Exception:
        return traceback.format_exc()
    return ""


def read(log: Path | None, subject: str) -> list[dict]:
    """The notes of one subject; none where there is no log yet."""
    if log is None or not log.exists():
        return []
    notes = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    return [note for note in notes if note["subject"] == subject]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
