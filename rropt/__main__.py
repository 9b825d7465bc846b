"""`python -m rropt` is the command `rropt`."""

import signal
import sys


def command() -> int:
    """The command as a process, which an interrupt ends without a word while it is being loaded."""
    python = signal.getsignal(signal.SIGINT)
    # What is ignored, as in a job of a script's background, stays ignored.
    if python == signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from rropt.cli import entry

    signal.signal(signal.SIGINT, python)
    return entry()


if __name__ == "__main__":
    sys.exit(command())
