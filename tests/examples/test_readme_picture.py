"""The picture of the README: drawn by its script, read on light and dark pages, still what is."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytest.importorskip("matplotlib")

from examples.guide.readme_picture import COLOURS, PLACE, PREVALENCE, STYLE, main

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"


def numbers(picture: str) -> dict:
    """What its description says it shows."""
    found = ElementTree.fromstring(picture).find(f"{SVG}desc")
    assert found is not None and found.text is not None
    return json.loads(found.text)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> str:
    place = tmp_path_factory.mktemp("picture") / "variance.svg"
    main(place)
    return place.read_text(encoding="utf-8")


def test_the_committed_picture_shows_the_numbers_of_today(drawn: str) -> None:
    then, now = numbers(PLACE.read_text(encoding="utf-8")), numbers(drawn)
    assert then["prior"] == now["prior"] == PREVALENCE
    assert then["optimum"] == pytest.approx(now["optimum"], rel=1e-12)
    assert then["devices"].keys() == now["devices"].keys()
    for names, values in now["devices"].items():
        assert then["devices"][names] == pytest.approx(values, rel=1e-12)


def test_the_optimum_is_warners_variance(drawn: str) -> None:
    """pi (1 - pi) + p (1 - p) / (2p - 1)^2 with p = e^epsilon / (1 + e^epsilon)."""
    shown = numbers(drawn)
    for epsilon, variance in zip(shown["epsilon"], shown["optimum"], strict=True):
        p = math.exp(epsilon) / (1 + math.exp(epsilon))
        warner = 0.1 * 0.9 + p * (1 - p) / (2 * p - 1) ** 2
        assert variance == pytest.approx(warner, rel=1e-6)
    assert all(
        values[i] >= shown["optimum"][i] * (1 - 1e-9)
        for values in shown["devices"].values()
        for i in range(len(values))
    )


def test_every_colour_is_one_of_the_style_sheet() -> None:
    picture = PLACE.read_text(encoding="utf-8")
    body = picture.replace(STYLE, "")
    assert STYLE in picture and "prefers-color-scheme:dark" in STYLE
    assert not re.search(
        r"#[0-9a-fA-F]{3,6}\b(?!\")", re.sub(r"url\(#\w+\)|href=\"#\w+\"", "", body)
    )
    assert set(re.findall(r"var\(--\w+\)", body)) == set(COLOURS.values())


def light(colour: str) -> float:
    """Relative luminance (WCAG 2)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    bright, dim = sorted([light(one), light(other)], reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def test_ink_and_grey_are_read_on_light_and_on_dark_paper() -> None:
    sheets = [dict(re.findall(r"--(\w+):(#\w{6})", part)) for part in STYLE.split("@media")]
    assert len(sheets) == 2
    for sheet in sheets:
        assert contrast(sheet["ink"], sheet["paper"]) > 7
        assert contrast(sheet["grey"], sheet["paper"]) >= 4.5
    assert contrast(sheets[0]["ink"], sheets[1]["paper"]) < 1.5  # ink of day is not read at night


def test_the_first_screen_of_the_readme_has_it() -> None:
    first = (ROOT / "README.md").read_text(encoding="utf-8").split("\n## ")[0]
    assert f"]({PLACE.relative_to(ROOT)})" in first
