"""`python -m rropt` is the command."""

import subprocess
import sys

import pytest

COMMAND = [sys.executable, "-m", "rropt"]


@pytest.mark.everything
def test_the_package_runs_as_the_command():
    said = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True, check=True)
    assert said.stdout.split()[0] == "rropt"
    wrong = [*COMMAND, "design", "guess", "--gamma", "1/2"]
    refused = subprocess.run(wrong, capture_output=True, text=True)
    assert refused.returncode == 3 and refused.stderr.count("\n") == 1
