"""`python -m rropt` is the command."""

import signal
import subprocess
import sys

import pytest

INTERRUPTED_LOADING = """
import os, signal, sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "rropt.cli":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupt())
from rropt.__main__ import command
sys.argv = ["rropt", "--version"]
sys.exit(command())
"""

COMMAND = [sys.executable, "-m", "rropt"]


@pytest.mark.everything
def test_the_package_runs_as_the_command():
    said = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True, check=True)
    assert said.stdout.split()[0] == "rropt"
    wrong = [*COMMAND, "design", "guess", "--gamma", "1/2"]
    refused = subprocess.run(wrong, capture_output=True, text=True)
    assert refused.returncode == 3 and refused.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="sends itself a signal")
def test_an_interrupt_while_it_is_loaded_shows_nothing():
    run = subprocess.run([sys.executable, "-c", INTERRUPTED_LOADING], capture_output=True)
    assert (run.returncode, run.stdout, run.stderr) == (-signal.SIGINT, b"", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="sends itself a signal")
def test_an_ignored_interrupt_stays_ignored():
    ignored = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    code = ignored + INTERRUPTED_LOADING
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (run.returncode, run.stdout.split()[0], run.stderr) == (0, "rropt", "")
