"""The picture of the README: python -m examples.guide.readme_picture

What an answer costs at each level of privacy, drawn by the package's own figure. Ink and grey are
variables of its style sheet, so that one file is read on light and on dark pages; letters are
drawn, so that it looks the same everywhere. Its description holds the numbers that it shows.
"""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import matplotlib

from rropt.figures import figure

PLACE = Path(__file__).with_name("variance.svg")
PREVALENCE = "1/10"

STYLE = """<style>svg{fill:var(--ink);--ink:#1f2328;--grey:#656d76;--line:#d0d7de;--paper:#ffffff}
@media (prefers-color-scheme:dark){
svg{--ink:#e6edf3;--grey:#9aa4af;--line:#3d444d;--paper:#0d1117}}</style>"""
"""Ink and grey have a contrast of 4.5 to 1 or more with the paper, on light and on dark pages."""

COLOURS = {
    "#000000": "var(--ink)",
    "#6e6e6e": "var(--grey)",
    "#dddddd": "var(--line)",
    "#ffffff": "var(--paper)",
}
"""Those of `rropt.figures.style`."""


def shown() -> dict[str, Any]:
    """The numbers of the figure."""
    found: dict[str, Any] = figure("variance").compute(prior=PREVALENCE)
    return found


def drawn(data: dict[str, Any]) -> str:
    """The picture as SVG."""
    picture = io.StringIO()
    settings: Any = {"svg.hashsalt": "rropt", "svg.fonttype": "path", "font.size": 11}
    with matplotlib.rc_context(settings):
        made = figure("variance").draw(data)
        behind = made.axes[0].get_legend()
        behind.set_frame_on(True)  # no line of the grid through its words
        behind.get_frame().set(facecolor="white", edgecolor="none", alpha=1)
        made.savefig(picture, format="svg", transparent=True, metadata={"Date": None})
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", picture.getvalue(), flags=re.DOTALL)
    for colour, variable in COLOURS.items():
        text = text.replace(colour, variable)
    text = re.sub(r"(\.\d{4})\d+", r"\1", text)  # what is finer is not seen
    head, mark, body = text.partition("<defs>")
    said = (
        f"<title>Variance of an estimate by device</title><desc>{escape(json.dumps(data))}</desc>"
    )
    return f"{head}{said}{STYLE}{mark}{body}"


def main(place: Path = PLACE) -> None:
    """Write the picture."""
    place.write_text(drawn(shown()), encoding="utf-8")
    print(f"{place}: {place.stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
