"""A figure or table of the papers, recomputed, or one of the field's own.

The extension of -o says the format: .png, .svg or .pdf. --json prints the data. Without either
a summary of the data is printed.

examples:
  rropt figure --list
  rropt figure holohan-1 -o holohan-1.svg
  rropt figure sun-table-2
  rropt figure variance --prior 1/10 -o variance.svg
"""

from __future__ import annotations

import argparse

from rropt.cli.common import VerbResult
from rropt.cli.options import Option
from rropt.exact import InputError

OWN_OUTPUT = True


PARAMETERS = ("prior", "epsilon", "gamma", "delta", "truths")
OPTIONS = ("name", "list")


def own_options() -> list[Option]:
    """What some figures take; each says what it does not."""
    return [Option(name, name.upper(), "of figures that take it") for name in PARAMETERS]


def run(args: argparse.Namespace) -> VerbResult:
    """The data, drawn when -o is given."""
    from rropt.figures import figure
    from rropt.figures.figure import in_words

    if args.list:
        return _list()
    if args.name is None:
        raise InputError("NAME must be given; rropt figure --list names the figures")
    found = figure(args.name)
    given = {name: getattr(args, name) for name in PARAMETERS if getattr(args, name) is not None}
    data = found.data(**given)
    if args.output is not None:
        found.save(args.output, data)
        return VerbResult(data, f"{found.name}: {found.title}, drawn in {args.output}")
    return VerbResult(data, in_words(data))


def _list() -> VerbResult:
    from rropt.figures import figures

    known = {name: found.title for name, found in figures().items()}
    text = "\n".join(f"{name:<17} {title}" for name, title in known.items())
    return VerbResult({"figures": known}, text)
