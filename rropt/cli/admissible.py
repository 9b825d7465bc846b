"""Is a mechanism admissible, or is some mechanism of the same privacy better?

examples:
  rropt admissible A.json --gamma 3
  rropt admissible A.json --epsilon "ln(3)" --metric path
  rropt admissible A.json --privacy no-worse-than:A.json
  rropt admissible A.json --gamma 3 --crosscheck

Exit status 0 when admissible; 1 when not: then a better mechanism P of the same privacy is printed,
and the garbling C with A = C P.
"""

from __future__ import annotations

import argparse

from rropt.cli.common import DONE, REFUTED, VerbResult, shown
from rropt.cli.compare import with_routes
from rropt.cli.design_file import read_channel
from rropt.cli.question import privacy_of
from rropt.cli.table import OF_PRIVACY

OPTIONS = ("A", *OF_PRIVACY, "crosscheck")


def run(args: argparse.Namespace) -> VerbResult:
    """The verdict with the dominating table."""
    from rropt.order import admissible

    answer = admissible(read_channel(args.A, "A"), privacy_of(args))
    found = shown(answer, DONE if answer.admissible else REFUTED)
    return with_routes(found, answer) if args.crosscheck else found
