"""`python -m rropt` is the command `rropt`."""

import sys

from rropt.cli import main

sys.exit(main())
