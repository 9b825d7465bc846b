"""Make the atlas: `python -m examples.atlas [FOLDER]`; run it again to go on where it stopped."""

import argparse
from pathlib import Path

from examples.atlas.questions import CATEGORIES, LEVELS
from examples.atlas.site import make_atlas


def main() -> None:
    """Sweep into the store beside the folder, then write the pages."""
    parser = argparse.ArgumentParser(prog="python -m examples.atlas", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/atlas"))
    parser.add_argument("--store", type=Path, help="the sweep; default FOLDER.db")
    parser.add_argument("--jobs", type=int, help="worker processes; default one a processor")
    parser.add_argument("--categories", nargs="+", type=int, default=list(CATEGORIES))
    parser.add_argument("--levels", nargs="+", default=list(LEVELS), help="values of epsilon")
    args = parser.parse_args()
    store = args.store or args.folder.with_suffix(".db")
    first = make_atlas(args.folder, store, args.categories, args.levels, args.jobs)
    print(f"open {first}")


if __name__ == "__main__":
    main()
