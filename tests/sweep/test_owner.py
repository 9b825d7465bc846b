"""Who works on a store, living or dead."""

from __future__ import annotations

import os
import threading

import pytest

from rropt.sweep import owner as owner_module
from rropt.sweep.owner import LEASE, Owner, heartbeat, is_stale, place_of


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc to see processes")
def test_processes_are_told_apart():
    mine = place_of(os.getpid())
    machine = mine.rsplit("/", 2)[0]
    assert not is_stale(mine, 0.0, 1.0)
    assert is_stale(f"{machine}/{2**22 + 1}/5", 0.0, 1.0)
    assert is_stale(f"{machine}/{os.getpid()}/5", 0.0, 1.0)
    assert not is_stale(f"elsewhere/{os.getpid()}/5", 0.0, 1.0)


def test_elsewhere_only_time_tells() -> None:
    assert not is_stale("elsewhere/1/2", 0.0, LEASE)
    assert is_stale("elsewhere/1/2", 0.0, LEASE + 0.1)
    assert not is_stale(place_of(os.getpid()), 0.0, 10.0)


def test_two_sweeps_of_one_process_are_two_owners_in_one_place() -> None:
    first, second = Owner(), Owner()
    assert first.name != second.name and first.place == second.place
    assert first.place.count("/") == 2


def test_a_sign_of_life_at_once_and_none_after_the_end(monkeypatch) -> None:
    monkeypatch.setattr(owner_module, "BEAT", 0.01)
    beats: list[float] = []
    enough = threading.Event()

    def beat(now: float) -> None:
        beats.append(now)
        if len(beats) >= 3:
            enough.set()

    with heartbeat(beat):
        assert len(beats) >= 1
        assert enough.wait(10)
    count = len(beats)
    assert beats == sorted(beats)
    threading.Event().wait(0.05)
    assert len(beats) == count
