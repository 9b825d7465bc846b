"""`python -m rropt` is the command `rropt`."""

import sys

from rropt.cli import entry

sys.exit(entry())
