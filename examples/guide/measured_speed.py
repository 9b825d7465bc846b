"""The kept run of the benchmark: every row with its bar, how time grows, where each method ends."""

from __future__ import annotations

import json
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Any

from examples.guide.which_device import table_of
from rropt.figures.papers.bench import RESULTS, draw_growths, draw_limits
from tests.bench.lacking import lacking
from tests.bench.measure import shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def measured_speed() -> str:
    """What was measured, beside what, and against which bar; where it was measured."""
    run = json.loads(RESULTS.read_text(encoding="utf-8"))
    rows = [_row(found) for found in run["results"]]
    head = ["what", "ours", "beside", "theirs", "faster", "it lacks", "run with", "bar", "", "load"]
    grown = [
        [found["what"], found["unit"], f"{found['sizes'][0]:,} to {found['sizes'][-1]:,}",
         f"{shown(found['seconds'][0])} to {shown(found['seconds'][-1])}",
         f"{found['exponent']:.2f}", found.get("least", ""), *_memory(found)]
        for found in run["growth"]
    ]  # fmt: skip
    ends = [
        [found["what"], f"{found['truths']:,}", shown(found["seconds"]), found["end"]]
        for found in run["limits"]
    ]
    absent = "; ".join(f"{name} ({reason})" for name, reason in run["absent"].items())
    return "".join(
        [
            _where(run["machine"]),
            f"<p>Not compared: {escape(absent)}.</p>" if absent else "",
            "<h2>Side by side</h2>",
            table_of(head, rows),
            "<h2>How time and memory grow</h2>",
            f"<figure>{_drawn(draw_growths(run))}</figure>",
            "<p>Memory is what a task holds at most, in a process of its own, beyond what was held "
            "when it began; its exponent is fitted to three sizes or more above 1 MiB.</p>",
            table_of(
                ["what", "unit", "sizes", "time", "exponent", "at least", "MiB", "exponent"], grown
            ),
            "<h2>Where each method ends</h2>",
            "<p>Truths are doubled from 4 until a size is refused, takes longer than 20 s, or the "
            "largest is reached.</p>",
            f"<figure>{_drawn(draw_limits(run))}</figure>",
            table_of(["what", "most truths", "time", "then"], ends),
        ]
    )


def _where(machine: dict[str, Any]) -> str:
    versions = ", ".join(f"{name} {number}" for name, number in machine["versions"].items())
    return (
        "<p>Processor time, best of rounds in turn, one thread for all sides; the same answer is "
        "asserted before times are compared. Ours ends with a certificate that the checker has "
        "verified; what the other program lacks is a column. Made by <code>python "
        f"-m tests.bench --json tests/bench/results.json</code> on {machine['date']}: "
        f"{escape(machine['processor'])}, {machine['cores']} cores, {machine['system']}, Python "
        f"{machine['python']}, {escape(versions)}.</p>"
    )


def _row(found: dict[str, Any]) -> list[str]:
    theirs = found["theirs"]
    figure = found["figure"]
    ratio = "" if found["ratio"] is None else f"{found['ratio']:.3g}"
    ours = shown(found["ours"]["cpu"]) + ("" if figure is None else f" ({figure:.3g})")
    beside = shown(theirs["cpu"]) if theirs else ""
    other = [found["baseline"], beside, ratio, lacking(found["baseline"])]
    return [
        found["what"],
        ours,
        *other,
        found.get("settings", ""),
        found["bar"] or "",
        found["verdict"],
        f"{found['load']:.1f}" if "load" in found else "",
    ]


def _memory(found: dict[str, Any]) -> list[str]:
    """The most memory of a sweep, and how it grows."""
    if "mebibytes" not in found:
        return ["", ""]
    power = found["memory_exponent"]
    return [f"{found['mebibytes'][-1]:,.1f}", "" if power is None else f"{power:.2f}"]


def _drawn(drawn: Figure) -> str:
    """A figure, as part of the page."""
    from matplotlib import pyplot

    picture = StringIO()
    drawn.savefig(picture, format="svg", bbox_inches="tight")
    pyplot.close(drawn)
    text = picture.getvalue()
    return text[text.index("<svg") :]
