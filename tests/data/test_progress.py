"""Where a progress line is shown."""

from __future__ import annotations

import io
import logging

import pytest

from rropt.data.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_what_was_done_is_logged_under_the_name_of_the_package(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO, "rropt"), Progress("counting a.csv") as progress:
        progress.advance(12)
    assert [record.name for record in caplog.records] == ["rropt"]
    assert caplog.messages[0].startswith("counting a.csv: ended after 12 in ")
