"""Blackwell's order: is P at least as good as A, whatever the decision problem?

With --prior the two stand side by side: epsilon, the variance of the estimated shares, and the bits
of a report, which mechanisms of thousands of truths have without a table.

examples:
  rropt compare A.json P.json
  rropt compare A.json P.json --crosscheck
  rropt compare A.json P.json --range gamma=1..oo
  rropt compare A.json P.json --prior uniform

A file holds {"channel": [["3/4", "1/4"], ["1/4", "3/4"]]} (rows are reports, columns are truths)
or a saved design. Exit status 0 when A = C P for a garbling C, 1 when not: then a gain matrix is
printed under which A strictly beats every use of P. With --range the entries may be rational
functions of that parameter, such as "gamma/(gamma + 2)"; then the values are printed for which each
is at least as good as the other, with status 0 where P is over the whole range.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from rropt.cli.common import DONE, REFUTED, VerbResult, named_range
from rropt.cli.design_file import read_channel, read_record
from rropt.cli.options import refuse
from rropt.exact import InputError

OPTIONS = ("A", "P", "range", "prior", "crosscheck")


def run(args: argparse.Namespace) -> VerbResult:
    """The relation of P to A, both answers with their witnesses."""
    from rropt.order import compare

    if args.prior is not None:
        return _side_by_side(args)
    if args.range is not None:
        if args.crosscheck:
            raise InputError("--crosscheck must be left out with --range, which is by algebra")
        name, ends = named_range(args.range)
        entries = read_entries(args.A, "A"), read_entries(args.P, "P")
        try:
            over = compare(*entries, **{name: ends})
        except InputError as refused:
            if not str(refused).startswith(f"{name} must be"):
                raise
            form = f"{name}=LO..HI with LO below HI"
            raise InputError(f"--range must be {form}, got {args.range}") from None
        return VerbResult(over.to_json(), str(over), DONE if over.is_better else REFUTED)
    answer = compare(read_channel(args.A, "A"), read_channel(args.P, "P"))
    status = REFUTED if answer.garbling is None else DONE
    found = VerbResult(answer.to_json(), str(answer), status)
    return with_routes(found, answer) if args.crosscheck else found


def read_entries(path: str, name: str) -> Any:
    """The entries of a channel file as they are written, which may be expressions."""
    record = read_record(path, name)
    rows = record.get("channel") if isinstance(record, dict) else None
    written = isinstance(rows, list) and all(isinstance(row, list) for row in rows)
    return rows if written else read_channel(path, name).rows


def _side_by_side(args: argparse.Namespace) -> VerbResult:
    """Figures of both at a prior; Blackwell's order is not asked."""
    from rropt.devices.rivals import side_by_side

    of_the_order = ("range", "crosscheck")
    refuse(args, of_the_order, "be left out with --prior: it is of Blackwell's order")
    found = side_by_side(read_channel(args.A, "A"), read_channel(args.P, "P"), args.prior)
    return VerbResult(found.to_json(), str(found), DONE)


def with_routes(found: VerbResult, answer: Any) -> VerbResult:
    """The same with what the other routes say of the verdict."""
    from rropt.crosscheck.order_routes import crosscheck_order

    routes = crosscheck_order(answer)
    return replace(
        found, data=found.data | {"routes": routes.to_json()}, text=f"{found.text}\n\n{routes}"
    )
