"""Where a progress line is shown."""

from __future__ import annotations

import io
import logging
import sys
from types import ModuleType

import pytest

from rropt.data.progress import Progress, is_watched


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


def test_what_was_done_is_logged_under_the_name_of_the_package(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO, "rropt"), Progress("counting a.csv") as progress:
        progress.advance(12)
    assert [record.name for record in caplog.records] == ["rropt"]
    assert caplog.messages[0].startswith("counting a.csv: ended after 12 in ")
