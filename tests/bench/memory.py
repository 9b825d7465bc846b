"""What a process holds at most while a task runs, beyond what it held before (Linux)."""

from __future__ import annotations

from pathlib import Path

PEAK = Path("/proc/self/clear_refs")
"""Where the peak of this process is made what it holds now."""

STATUS = Path("/proc/self/status")


def held_now() -> float | None:
    """MiB, from which the peak begins anew; None where the system does not say."""
    try:
        PEAK.write_text("5")
    except OSError:
        return None
    return _status("VmRSS")


def held_since(before: float | None) -> float | None:
    """MiB of the peak beyond what was held then."""
    return None if before is None else max(0.0, _status("VmHWM") - before)


def _status(name: str) -> float:
    lines = STATUS.read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) / 1024
