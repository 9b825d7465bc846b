"""The colours of a page: contrast of 4.5 to 1 for words and 3 to 1 for lines, light and dark."""

from __future__ import annotations

import re

import pytest

from rropt import Privacy
from rropt.report.matrix_words import matrix_picture
from rropt.report.page_style import STYLE

DARK = "@media screen and (prefers-color-scheme:dark){"
WORDS, LINES = 4.5, 3.0


def rules(dark: bool) -> list[tuple[str, dict[str, str]]]:
    """Selectors with their declarations, those for a dark screen after the others."""
    light = STYLE
    found = []
    while DARK in light:
        start = light.index(DARK)
        end = light.index("}}", start) + 2
        found.append(light[start + len(DARK) : end - 1])
        light = light[:start] + light[end:]
    source = light + "".join(found if dark else [])
    parsed = []
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", source):
        pairs = (entry.split(":", 1) for entry in body.replace("\n", "").split(";") if ":" in entry)
        parsed.append((selector.strip(), {name.strip(): value for name, value in pairs}))
    return parsed


def palette(dark: bool) -> dict[str, str]:
    known: dict[str, str] = {}
    for selector, declared in rules(dark):
        if selector == ":root":
            known |= {name: value for name, value in declared.items() if name.startswith("--")}
    return known


def channels(colour: str) -> list[float]:
    digits = colour.lstrip("#")
    digits = "".join(2 * d for d in digits) if len(digits) == 3 else digits
    return [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]


def luminance(colour: list[float]) -> float:
    """Of WCAG 2.2."""
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: list[float], other: list[float]) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def resolved(value: str, known: dict[str, str]) -> list[float]:
    named = re.fullmatch(r"var\((--\w+)\)", value)
    return channels(known[named.group(1)] if named else value)


def used(dark: bool, names: tuple[str, ...]) -> dict[str, str]:
    """The last colour that each selector gets, of these properties."""
    found = {}
    for selector, declared in rules(dark):
        for name in names:
            value = declared.get(name, "none").split(" ")[0]
            if value.startswith(("#", "var")):
                found[f"{selector} {name}"] = value
    return found


def test_the_contrast_is_that_of_the_standard() -> None:
    """Black on white is 21 to 1; #767676 is the lightest grey with 4.5 to 1 on white."""
    assert contrast(channels("#000"), channels("#fff")) == pytest.approx(21)
    assert contrast(channels("#767676"), channels("#fff")) > WORDS
    assert contrast(channels("#777777"), channels("#fff")) < WORDS


@pytest.mark.parametrize("dark", [False, True])
def test_words_are_read_on_every_ground(dark: bool) -> None:
    known = palette(dark)
    colours = used(dark, ("color",)) | {"svg text": "var(--ink)"}
    assert len(colours) > 10
    for place, value in colours.items():
        for ground in ("--paper", "--shade"):
            reached = contrast(resolved(value, known), channels(known[ground]))
            assert reached >= WORDS, (place, ground, reached)


@pytest.mark.parametrize("dark", [False, True])
def test_lines_are_seen(dark: bool) -> None:
    """All strokes but the hair lines of tables and cells, which say nothing."""
    known = palette(dark)
    strokes = {
        place: value
        for place, value in used(dark, ("stroke",)).items()
        if not place.startswith(".cell")
    }
    assert {".curve stroke", ".region stroke", ".level stroke"} <= strokes.keys()
    for place, value in strokes.items():
        assert contrast(resolved(value, known), channels(known["--paper"])) >= LINES, place


def test_no_cell_of_a_matrix_is_darker_than_a_sector() -> None:
    drawn = matrix_picture(Privacy([[1, "3", "oo"], ["3/2", 1, 9], [1, 2, 1]]).levels, "abc")
    shades = [float(x) for x in re.findall(r'fill-opacity="([^"]*)"', drawn)]
    assert len(shades) == 6 and max(shades) <= 0.35


@pytest.mark.parametrize("dark", [False, True])
def test_labels_are_read_on_the_darkest_sector_of_a_spinner(dark: bool) -> None:
    """Six reports: the last one has ink of 7 per cent five times over the paper."""
    known = palette(dark)
    ink, paper = (channels(known[name]) for name in ("--ink", "--paper"))
    ground = [0.35 * x + 0.65 * y for x, y in zip(ink, paper, strict=True)]
    assert contrast(ink, ground) >= WORDS


def test_a_dark_screen_prints_on_white() -> None:
    assert "@media (prefers-color-scheme" not in STYLE
    assert STYLE.count(DARK) == 2
    assert palette(True)["--paper"] != palette(False)["--paper"]
