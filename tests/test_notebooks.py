"""Results display in a notebook: what they say, with every label escaped."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest

import rropt as rr

WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], truths=["<no>", "yes"])
WEAKER = rr.Channel.from_rows([["2/3", "1/3"], ["1/3", "2/3"]])
SHOWN: dict[str, tuple[Any, tuple[str, ...]]] = {
    "device": (lambda: rr.device("warner", p="3/4"), ("warner(p = 3/4)", "e^epsilon", "1/4")),
    "plan": (lambda: rr.plan(WARNER, "1/5", margin="0.02"), ("Plan: n", "8740", "<no>")),
    "likelihood": (
        lambda: rr.estimate(WARNER, [600, 400]),
        ("Likelihood estimate from 1000 reports", "<no>", "0.7 \u00b1 0.031"),
    ),
    "linear": (lambda: rr.estimate(WARNER, [600, 400], method="linear"), ("Linear", "<no>")),
    "comparison": (
        lambda: rr.compare(WEAKER, WARNER),
        ("P is better than A", "P strictly beats A", "A = C P for this C", "5/6", "action 1"),
    ),
    "admissible": (lambda: rr.admissible(WARNER, rr.LocalDP("ln(3)")), ("admissible", "ln(3)")),
    "inadmissible": (
        lambda: rr.admissible(WEAKER, rr.LocalDP("ln(3)")),
        ("not admissible", "better", "3/4"),
    ),
}


class Balanced(HTMLParser):
    """The text of a page of which every tag is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize("name", SHOWN)
def test_what_a_notebook_shows(name: str) -> None:
    make, said = SHOWN[name]
    page = Balanced()
    page.feed(make()._repr_html_())
    page.close()
    assert page.open == []
    text = "\n".join(page.words)
    for words in said:
        assert words in text
