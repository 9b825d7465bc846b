"""A derivation as a page: every formula set, every undecided part said, nothing from elsewhere."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

import rropt as rr
from rropt.closed.derived.piecewise_optimum import PiecewiseOptimum
from rropt.report.derivation_page import derivation_page


@pytest.fixture(scope="module")
def guess() -> PiecewiseOptimum:
    """Derived when it is asked for: listing the tests needs no derivation."""
    problem = rr.Problem(rr.LocalDP("ln(3)"), rr.Guess("1/2,3/10,1/5"))
    return rr.derive(problem, (1, "oo"), delta=0)


class Balanced(HTMLParser):
    """Counts what is opened and not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta", "link", "br", "hr", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_each_piece_has_its_formula_and_its_region(guess: PiecewiseOptimum) -> None:
    text = derivation_page(guess)
    assert text.count("<h2>Piece ") == len(guess.pieces) == 3
    assert text.count('display="block"') == 3  # a fraction inside a line is too small to read
    parser = Balanced()
    parser.feed(text)
    assert parser.open == []
    assert "That the pieces cover the box is proved" in text
    assert not re.search(r'(src|href)="(?!#|data:)', text)


def test_a_piece_without_conditions_holds_everywhere() -> None:
    text = derivation_page(rr.derive(rr.Problem(rr.LocalDP(1), rr.Trace(3)), (1, "oo"), delta=0))
    assert "where everywhere in the box" in text


def test_what_is_undecided_is_told(guess: PiecewiseOptimum) -> None:
    part = guess.box.halves(0)[0]
    cells = tuple(replace(cell, region=None) for cell in guess.cover.cells)
    text = derivation_page(
        replace(guess, cover=replace(guess.cover, cells=cells, undecided=(part,)))
    )
    assert "cover the box is not proved" in text
    assert "1 &lt; gamma &lt; 3" in text
