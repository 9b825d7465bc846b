"""The limit of time holds whatever a library makes of what is raised inside of it."""

import ctypes
import signal
from importlib import import_module

import pytest

from proofs.clock import TooLong, limited


def _busy() -> None:
    while True:
        pass


def test_an_error_that_a_library_makes_of_the_limit_is_the_limit():
    with pytest.raises(TooLong), limited(0.02):
        try:
            _busy()
        except TooLong as limit:
            raise ctypes.ArgumentError("argument 1: TooLong") from limit


def test_a_library_that_swallows_the_limit_meets_it_again():
    with pytest.raises(TooLong), limited(0.02):
        try:
            _busy()
        except TooLong:
            _busy()


def test_an_error_before_the_limit_stays_what_it_is():
    with pytest.raises(ZeroDivisionError), limited(60):
        raise ZeroDivisionError


def test_a_limit_that_no_timer_takes_leaves_no_handler():
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(OverflowError), limited(1e300):
        pass
    assert signal.getsignal(signal.SIGALRM) == before


def test_what_is_being_imported_is_imported_first(tmp_path, monkeypatch):
    slow = """import time
begun = time.process_time()
while time.process_time() < begun + 0.1:
    pass
whole = True
"""
    (tmp_path / "slow_to_import.py").write_text(slow)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(TooLong), limited(0.02):
        assert import_module("slow_to_import").whole
        _busy()
