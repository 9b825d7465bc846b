"""Many designs in one resumable store: every combination of the values in a TOML file.

  epsilon = [0.5, 1, "ln(3)"]              # or gamma; a value, a list, a range:
  prior = {from = "1/20", to = "1/2", points = 10}  # or step
  delta = [0, "1/10"]                      # default 0
  denominator = ["none", "2^32"]           # default none, the exact optimum
  objective = [
    {name = "variance", outputs = [2, "any"]},      # default any
    {name = "trace", categories = [2, 3, 4]},
  ]

Beside epsilon there may be metric = ["none", "path", "grid:2x3"], protect = [1] or sensitive = [1];
in place of it privacy = ["1,3;3/2,1", "1,oo;2,1"], matrices of levels.

An objective is a name, or a table with parameters of its own; the names and parameters are those of
`rropt design`. A prior is a prevalence, or for several categories a distribution in a list of them,
[["7/10", "2/10", "1/10"]], or "uniform" or "zipf" on each number of categories. Killed at any
moment, the same command goes on; several may work on one store. Without SPEC nothing is solved: the
store is reported, exported, plotted.

Exit status: 0 all cells done, 2 some cells failed (their reasons are in the store) or are open.

examples:
  rropt sweep SPEC.toml -o sweep.db --jobs 8
  rropt sweep SPEC.toml -o sweep.db --dask tcp://10.0.0.1:8786
  rropt sweep -o sweep.db --plot x=epsilon y=value hue=outputs delta=1/10
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from rropt.cli.common import DONE, UNDECIDED, VerbResult
from rropt.cli.options import refuse
from rropt.cli.process import tell
from rropt.exact import InputError

if TYPE_CHECKING:
    from rropt.sweep import Sweep

OWN_OUTPUT = True
DRAWN = ("x", "y", "hue", "log")


OPTIONS = ("spec", "jobs", "dask", "retry_failed", "dry_run", "export", "plot")


def run(args: argparse.Namespace) -> VerbResult:
    """Sweep, then report."""
    if args.dry_run:
        return _count(args)
    if args.output is None:
        raise InputError("-o STORE is needed: the file that holds the cells")
    plot = None if args.plot is None else _plot_words(args.plot)
    stands = _swept(args) if args.spec else _looked_at(args)
    data = stands.to_json()
    lines = [str(stands)]
    for name, path in _written(args, plot).items():
        data[name] = path
        lines.append(f"{name}: {path}")
    complete = stands.done == stands.cells
    return VerbResult(data, "\n".join(lines), DONE if complete else UNDECIDED)


def _count(args: argparse.Namespace) -> VerbResult:
    from rropt.sweep import read_spec
    from rropt.sweep.run import cells_in_words

    refuse(args, ("export", "plot", "retry_failed"), "be left out with --dry-run")
    size = read_spec(args.spec).size
    return VerbResult({"cells": size}, cells_in_words(size))


def _swept(args: argparse.Namespace) -> Sweep:
    from rropt.sweep import read_spec, run_sweep

    return run_sweep(
        args.output,
        read_spec(args.spec),
        jobs=args.jobs,
        dask=args.dask,
        retry_failed=args.retry_failed,
        started=None if args.json else _announce,
    )


def _announce(stands: Sweep) -> None:
    from rropt.sweep.run import cells_in_words

    finished = stands.done + stands.failed
    before = f", {finished:,} of them finished before" if finished else ""
    tell(f"{cells_in_words(stands.cells)}{before}")


def _looked_at(args: argparse.Namespace) -> Sweep:
    from rropt.sweep.database import plain_errors
    from rropt.sweep.run import standing
    from rropt.sweep.store import Store

    with Store.read(args.output) as store, plain_errors(store.path):
        return standing(store)


def _written(args: argparse.Namespace, plot: dict[str, str] | None) -> dict[str, str]:
    """The files asked for beside the store."""
    files = {}
    if args.export:
        from rropt.sweep.frame import export_sweep

        files["export"] = str(export_sweep(args.output, args.export))
    if plot is not None:
        from rropt.sweep.plot import plot_sweep, save_plot

        path = Path(plot.get("file", Path(args.output).with_suffix(".png")))
        named = {word: plot[word] for word in DRAWN if word in plot}
        fixed = {word: plot[word] for word in plot if word not in (*DRAWN, "file")}
        save_plot(plot_sweep(args.output, fixed=fixed, **named), path)
        files["plot"] = str(path)
    return files


def _plot_words(words: list[str]) -> dict[str, str]:
    pairs = [word.split("=", 1) for word in words]
    if any(len(pair) != 2 for pair in pairs):
        raise InputError(f"--plot must be words such as x=epsilon, got {' '.join(words)}")
    found = {pair[0]: pair[1] for pair in pairs}
    if len(found) < len(pairs):
        raise InputError(f"--plot must say each word once, got {' '.join(words)}")
    missing = [word for word in ("x", "y") if word not in found]
    if missing:
        raise InputError(f"--plot must say {missing[0]}=COLUMN, got {' '.join(words)}")
    return found
