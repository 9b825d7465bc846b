"""Where a progress line is shown."""

from __future__ import annotations

import io
import sys
from types import ModuleType

import pytest

from rropt.data.progress import is_watched


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_is_watched_and_a_file_is_not() -> None:
    assert is_watched(Terminal())
    assert not is_watched(io.StringIO())


def test_a_notebook_is_watched_on_standard_error_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert not is_watched(sys.stderr)
    monkeypatch.setitem(sys.modules, "ipykernel", ModuleType("ipykernel"))
    assert is_watched(sys.stderr)
    assert not is_watched(io.StringIO())
