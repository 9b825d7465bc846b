"""Waiting for the first answer of a worker, which a terminal is told about."""

from __future__ import annotations

import time
from concurrent.futures import Future, wait
from typing import Any

from rropt.data.progress import Progress

POLL_SECONDS = 0.5


class Waiting(Progress):
    """Says that no worker has answered yet, and when that ends."""

    def __init__(self, patience: float) -> None:
        super().__init__("waiting for a worker")
        self.patience = patience

    def line(self, seconds: float) -> str:
        return f"{self.title}: {seconds:.0f} of at most {self.patience:.0f} s"


def has_come(future: Future[Any], patience: float) -> bool:
    """Whether the answer is there, after so many seconds at most."""
    until = time.monotonic() + patience
    with Waiting(patience) as waiting:
        while not wait([future], min(POLL_SECONDS, patience)).done:
            if time.monotonic() >= until:
                return False
            waiting.advance(0)
    return True
