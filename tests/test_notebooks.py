"""Results display in a notebook: what they say, with every label escaped."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest

import rropt as rr

pytestmark = pytest.mark.quick

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
    "interval": (lambda: rr.interval(WARNER, [600, 400]), ("0.239842", "profile likelihood")),
    "test": (lambda: rr.test(WARNER, [600, 400], "1/5"), ("likelihood ratio", "p", "0.001")),
    "bound": (lambda: rr.strict_bound("2*p/(1 + p)"), ("B(h) = 2",)),
    "region": (lambda: rr.region(rr.BetaFactor(3)), ("p",)),
    "noise": (lambda: rr.device("laplace", sensitivity=2, epsilon=1), ("laplace(", "8")),
    "numbers": (
        lambda: rr.device("duchi", gamma=3, low=-1, high=1),
        ("duchi(level = epsilon = ln(3), numbers = -1 to 1)", "variance", "4"),
    ),
    "crosscheck": (
        lambda: rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(2)).crosscheck(["published"]),
        ("route", "published", "3/2"),
    ),
    "derived": (lambda: rr.derive(rr.Trace(2)), ("2*gamma/(gamma + 1)", "proved")),
    "every k": (
        lambda: rr.derive_for_every_k(rr.Trace(2)),
        ("k*(delta*(k - 1) + gamma)/(gamma + k - 1)",),
    ),
    "order": (
        lambda: rr.frontier({"<a>": WARNER, "b": WEAKER}),
        ("undominated", "<a>", "<a> over b"),
    ),
    "threshold": (lambda: rr.threshold(WARNER, WEAKER), ("up to gamma = 3",)),
    "mean": (
        lambda: rr.optimal(rr.LocalDP(1), rr.Mean([0, 1])).estimate([5, 5]),
        ("Estimated mean from 10 reports (0.5 +- ",),
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
