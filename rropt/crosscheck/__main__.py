"""Every objective under every kind of privacy, by every route: status 1 where two disagree.

After the objectives come the criteria of chai-nayak with their demands B(h), but not with --random.

Example: python -m rropt.crosscheck --html page.html
         python -m rropt.crosscheck --random 200 --seed 7
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path

from rropt.closed.recalled.recall import Disagreement
from rropt.crosscheck.bound_routes import CHAI_NAYAK, crosscheck_criterion
from rropt.crosscheck.catalogue_page import catalogue_page, head, line, totals
from rropt.crosscheck.crosschecking import RouteTable
from rropt.crosscheck.question_catalogue import (
    CatalogueCell,
    Compared,
    cells,
    compared,
    random_cells,
)
from rropt.exact import InputError
from rropt.whole_files import write_whole

CHUNK = 16
"""Cells that a process takes at once: some tenths of a second."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the cells and print the table, with the number of cells and of disagreements."""
    asked = _parser().parse_args(arguments)
    if asked.html is not None and not asked.html.absolute().parent.is_dir():
        raise InputError(f"html must be in a folder that exists, got {str(asked.html)!r}")
    print(head())
    found = []
    for one in _all_compared(asked):
        if one.refusal:
            continue
        found.append(one)
        print(line(one), flush=True)
    print(totals(found))
    demands, apart = _demands() if asked.random is None else ({}, [])
    for name, routes in demands.items():
        print(
            f"B(h) of {name}: {', '.join(f'{row.route} {row.number:.10g}' for row in routes.rows)}"
        )
    print("\n".join(apart), end="\n" if apart else "")
    if asked.html is not None:
        write_whole(asked.html, catalogue_page(found, demands))
    return int(bool(apart) or any(one.disagreement for one in found))


def _demands() -> tuple[dict[str, RouteTable], list[str]]:
    """B(h) of the criteria of chai-nayak by every route, and where two disagree."""
    agreed: dict[str, RouteTable] = {}
    apart = []
    for name, criterion in CHAI_NAYAK.items():
        try:
            agreed[name] = crosscheck_criterion(criterion)
        except Disagreement as error:
            apart.append(f"B(h) of {name}: DISAGREE: {error}")
    return agreed, apart


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m rropt.crosscheck",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--random", type=_count, metavar="N", help="N random cells instead of the fixed ones"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the random cells")
    parser.add_argument(
        "--every", type=_count, default=1, metavar="N", help="only each N-th of the fixed cells"
    )
    parser.add_argument("--html", type=Path, metavar="FILE", help="also write a page")
    parser.add_argument(
        "--jobs",
        type=_count,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes (all cores)",
    )
    return parser


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, got {number}")
    return number


def _asked_cells(count: int | None, seed: int, every: int) -> Iterator[CatalogueCell]:
    return islice(cells(), 0, None, every) if count is None else random_cells(count, seed)


def _all_compared(asked: argparse.Namespace) -> Iterable[Compared]:
    """In processes, if there are several; each poses the cells itself."""
    pose = partial(_asked_cells, asked.random, asked.seed, asked.every)
    if asked.jobs == 1:
        yield from map(compared, pose())
        return
    count = sum(1 for _ in pose())
    chunks = [range(start, min(start + CHUNK, count)) for start in range(0, count, CHUNK)]
    with ProcessPoolExecutor(asked.jobs) as pool:
        for some in pool.map(partial(_compared_chunk, pose), chunks):
            yield from some


def _compared_chunk(pose: partial[Iterator[CatalogueCell]], chunk: range) -> list[Compared]:
    return list(map(compared, islice(pose(), chunk.start, chunk.stop)))


def entry() -> int:
    """The command: a reader that has seen enough closes the pipe, which is no error."""
    try:
        return main()
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 3
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(entry())
