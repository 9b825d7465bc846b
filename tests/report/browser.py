"""Headless Chromium for the tests of the pages: the DOM after rendering, and screenshots."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
)


def run(page: Path, profile: Path, *flags: str) -> str:
    """Standard output of one visit, with a fresh profile."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("needs Chromium to open the page")
    command = [found, *FLAGS, f"--user-data-dir={profile}", *flags, page.as_uri()]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip("Chromium did not answer within a minute here")
    if done.returncode:
        pytest.skip(f"Chromium cannot run here: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout
