"""The kept run of the benchmark: every row with its bar, how time grows, where each method ends."""

from __future__ import annotations

import json
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Any

from examples.guide.which_device import table_of
from rropt.figures.papers.bench import RESULTS, draw_growths
from rropt.figures.style import canvas, labelled
from tests.bench.accounts import account
from tests.bench.lacking import is_of, lacking
from tests.bench.measure import shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure


HEAD = [
    "what", "ours", "MiB", "beside", "theirs", "MiB", "faster", "it lacks", "run with", "bar", "",
    "load", "measured",
]  # fmt: skip


RECORDED = " (recorded: its library was not installed where the others were measured)"

GROWN = ["what", "unit", "sizes", "time", "exponent", "at least", "MiB", "exponent", "ends"]


ENDS = {"enough": "o", "refused": "X", "more than": ">"}
"""The mark of a method that was stopped at the largest size, that refuses, that takes too long."""


def measured_speed() -> str:
    """What was measured, beside what, and against which bar; where it was measured."""
    run = json.loads(RESULTS.read_text(encoding="utf-8"))
    rows = [_row(found, run["absent"]) for found in run["results"]]
    grown = [
        [found["what"], found["unit"], f"{found['sizes'][0]:,} to {found['sizes'][-1]:,}",
         f"{shown(found['seconds'][0])} to {shown(found['seconds'][-1])}",
         f"{found['exponent']:.2f}", found["least"], *_memory(found), found["end"]]
        for found in run["growth"]
    ]  # fmt: skip
    ends = [
        [found["what"], f"{found['truths']:,}", shown(found["seconds"]),
         found["end"] + RECORDED * is_of(found["what"], run["absent"])]
        for found in run["limits"]
    ]  # fmt: skip
    absent = "; ".join(f"{name} ({reason})" for name, reason in run["absent"].items())
    return "".join(
        [
            _where(run["machine"]),
            f"<p>Not compared: {escape(absent)}.</p>" if absent else "",
            "<h2>Side by side</h2>",
            table_of(HEAD, rows),
            "<h2>Bars that are not met</h2>",
            *map(_short, filter(account, run["results"])),
            "<h2>How time and memory grow</h2>",
            f"<figure>{_drawn(draw_growths(run))}</figure>",
            "<p>Memory is what a task holds at most, in a process of its own, beyond what was held "
            "when it began; its exponent is fitted to three sizes or more above 1 MiB.</p>",
            table_of(GROWN, grown),
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
        f"-m tests.bench --json tests/bench/results.json</code>, last on {machine['date']}: "
        f"{escape(machine['processor'])}, {machine['cores']} cores, {machine['system']}, Python "
        f"{machine['python']}, {escape(versions)}.</p>"
    )


def _row(found: dict[str, Any], absent: dict[str, str]) -> list[str]:
    """A row; where its library was not found again, it says so."""
    theirs = found["theirs"] or {}
    figure = found["figure"]
    ratio = "" if found["ratio"] is None else f"{found['ratio']:.3g}"
    ours = shown(found["ours"]["cpu"]) + ("" if figure is None else f" ({figure:.3g})")
    recorded = RECORDED * is_of(found["baseline"], absent)
    return [
        found["what"],
        ours,
        _held(found["ours"]),
        found["baseline"],
        shown(theirs["cpu"]) if theirs else "",
        _held(theirs),
        ratio,
        lacking(found["baseline"]),
        found["settings"],
        found["bar"] or "",
        found["verdict"],
        f"{found['load']:.1f}",
        found["on"] + recorded,
    ]


def _held(side: dict[str, Any]) -> str:
    """MiB of one side; empty where they are not known."""
    held = side.get("mebibytes")
    return "" if held is None else f"{held:,.1f}"


def _short(found: dict[str, Any]) -> str:
    """What was measured, its bar, and why it is not met."""
    measured = shown(found["ours"]["cpu"])
    if found["ratio"] is not None:
        measured = f"{measured}, {found['ratio']:.3g} times as fast as {found['baseline']}"
    if found["figure"] is not None:
        measured = f"{found['figure']:.3g}"
    said = f"{found['what']}: {measured}; bar {found['bar']}"
    return f"<p><b>{escape(said)}.</b> {escape(account(found))}</p>"


def _memory(found: dict[str, Any]) -> list[str]:
    """The most memory of a sweep, and how it grows."""
    power = found["memory_exponent"]
    return [f"{found['mebibytes'][-1]:,.1f}", "" if power is None else f"{power:.2f}"]


def draw_limits(data: dict[str, Any]) -> Any:
    """The most truths that each method reached, marked by what came next."""
    figure, axes = canvas(7.6, 0.32 * len(data["limits"]) + 1.2)
    for place, limit in enumerate(reversed(data["limits"])):
        axes.plot([4, limit["truths"]], [place, place], color="0.75", linewidth=1)
        axes.plot(limit["truths"], place, mark_of(limit["end"]), color="black", markersize=6)
    axes.set_xscale("log", base=2)
    axes.set_yticks(range(len(data["limits"])), [x["what"] for x in reversed(data["limits"])])
    marks = "dot: no end was met, cross: refused, arrow: takes too long"
    labelled(axes, f"truths ({marks})", "", "where each method ends")
    return figure


def mark_of(end: str) -> str:
    """How a method ended.

    >>> mark_of("1024 truths were enough"), mark_of("k = 8: more than 20 s"), mark_of("k = 8: no")
    ('o', '>', 'X')
    """
    return next((mark for words, mark in ENDS.items() if words in end), ENDS["refused"])


def _drawn(drawn: Figure) -> str:
    """A figure, as part of the page."""
    from matplotlib import pyplot

    picture = StringIO()
    drawn.savefig(picture, format="svg", bbox_inches="tight")
    pyplot.close(drawn)
    text = picture.getvalue()
    return text[text.index("<svg") :]
