"""Every limit is one number: in LIMITS.md, in Python and in JavaScript, under one name."""

from __future__ import annotations

import re
from pathlib import Path

import rropt.checker
from rropt.checker.pages import page

FOLDER = Path(rropt.checker.__file__).parent
BROWSER = FOLDER.parent / "report" / "browser"
ROW = re.compile(r"^\| (`[A-Z_`,; ]+`) \| ([0-9^,; ]+) \|", re.MULTILINE)
OF_SHORT_PAGES = {*(file.stem for file in FOLDER.glob("*_at_once.py"))}
"""They leave what is long to the pages of the kinds: where they stop is no limit of a file."""

OF_DOCUMENTS = {"DOCUMENT_BYTES", "EMAX"}
"""The pages read a certificate alone; the other one is of decimals."""


def said() -> dict[str, int]:
    """The table of LIMITS.md."""
    found: dict[str, int] = {}
    for names, numbers in ROW.findall((FOLDER / "LIMITS.md").read_text(encoding="utf-8")):
        values = [number(text) for text in re.split("[,;]", numbers)]
        found |= zip(re.findall("[A-Z_]+", names), values, strict=True)
    return found


def number(text: str) -> int:
    """A number as the table writes it.

    >>> number(" 2^14"), number("512")
    (16384, 512)
    """
    base, _, power = text.strip().partition("^")
    return int(base) ** int(power or 1)


def in_python() -> dict[str, int]:
    """The constants MAX_... of the pages of the checker."""
    found: dict[str, int] = {}
    for name in {file.stem for file in FOLDER.glob("[!_]*.py")} - OF_SHORT_PAGES:
        stated = vars(page(f".{name}"))
        found |= {word[4:]: value for word, value in stated.items() if word.startswith("MAX_")}
    return found


def in_javascript() -> dict[str, int]:
    """The constants MOST_... of the second checker."""
    found: dict[str, int] = {}
    for file in BROWSER.glob("*.js"):
        for name, text in re.findall(r"^const MOST_([A-Z_]+) = (.+);$", file.read_text(), re.M):
            value = text.replace("FEW_TRUTHS", "24").removeprefix("new Fraction(").strip(")")
            base, sign, power = re.sub("(?<=[0-9])n", "", value).partition(" << ")
            found[name] = int(base) << int(power) if sign else number(base.replace(" ** ", "^"))
    return found


def test_python_has_the_limits_that_are_said() -> None:
    assert in_python().keys() - OF_DOCUMENTS == said().keys()
    assert in_python().items() >= said().items()


def test_javascript_has_the_limits_that_are_said() -> None:
    assert in_javascript() == said()


def test_a_limit_that_is_another_number_would_be_seen() -> None:
    assert len(said()) > 50
    assert {**said(), "WORK": 2**28} != in_javascript()
