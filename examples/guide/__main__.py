"""Build the guide: `python -m examples.guide [FOLDER]`."""

import argparse
from pathlib import Path

from examples.guide.site import write_site

parser = argparse.ArgumentParser(prog="python -m examples.guide", description=__doc__)
parser.add_argument("folder", nargs="?", type=Path, default=Path("build/guide"))
print(f"open {write_site(parser.parse_args().folder)}")
