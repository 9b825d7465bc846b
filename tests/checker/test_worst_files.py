"""The most expensive file that is accepted, of every loop: within its limit, and within seconds."""

from __future__ import annotations

import json
import time
import tracemalloc

import pytest

from rropt.checker import MAX_BYTES, check
from rropt.checker.kinds import PAGES
from tests.checker.worst_files import BY_BYTES, FILES, WORST

MOST_SECONDS = 5
MOST_MEMORY = 300 << 20


def text_of(name: str, share: float = 1) -> str:
    size = int(WORST[name] * share)
    return json.dumps(FILES[name](size), separators=(",", ":"))


def test_every_kind_and_every_proof_has_one() -> None:
    kinds, proofs = set(), set()
    assert FILES.keys() == WORST.keys() > BY_BYTES
    for name, made in FILES.items():
        data = made(min(WORST[name], 8))
        kinds.add(data["kind"])
        proofs.add(data.get("proof", data.get("cover", {}).get("proof")))
    assert kinds == PAGES.keys() - {"random-cut"}, "a random cut has no loop"
    of_cover = {"actions", "line", "tree", "form", "cells", "extremes"}
    assert proofs >= {*of_cover, "card", "chain", "box"}


@pytest.mark.everything
@pytest.mark.parametrize("name", sorted(WORST.keys() - BY_BYTES))
def test_a_file_twice_as_large_is_refused(name: str) -> None:
    """At once, for what it would cost: its limit is near."""
    found = check(text_of(name, 1.3 if name == "shallow tree" else 2.2))
    assert found.verdict == "malformed" and found.reason.startswith(
        ("too", "more than", "the common")
    ), found


@pytest.mark.long
@pytest.mark.parametrize("name", WORST)
def test_the_most_expensive_file_is_answered_in_time(name: str) -> None:
    text = text_of(name)
    assert len(text) <= MAX_BYTES
    tracemalloc.start()
    assert check(text).verdict != "malformed"
    assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    tracemalloc.stop()
    started = time.process_time()
    check(text)
    assert time.process_time() - started < 2 * MOST_SECONDS, "twice, for a machine with other work"
