"""The diagrams of the atlas: which cells stand in one, and the proved curves beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape

from examples.atlas.boundaries import (
    Frame,
    Mark,
    Point,
    drawn,
    information_curves,
    offered_curves,
    skewed_curves,
    subset_curves,
)
from examples.atlas.cells import Cell, Line
from examples.atlas.questions import EQUAL, ZIPF, Question
from examples.atlas.triangle import drawn_triangles

Curves = dict[str, list[Point]]


@dataclass(frozen=True)
class Diagram:
    """Which questions stand in it and at which height, the curves, and what its cells say."""

    title: str
    words: str
    upwards: str
    belongs: Callable[[Question], bool]
    height: Callable[[Question], float]
    curves: Callable[[Frame], Curves]
    said: Callable[[Cell], str]


def drawn_boundaries(lines: Sequence[Line]) -> str:
    """Every diagram that has cells, with its words and its curves by name."""
    drawn_with_cells = "".join(_drawn(diagram, lines) for diagram in DIAGRAMS)
    of_three = any(line.question.categories == 3 for line in lines)
    return drawn_with_cells + (drawn_triangles() if of_three else "")


def _drawn(diagram: Diagram, lines: Sequence[Line]) -> str:
    own = [line for line in lines if diagram.belongs(line.question)]
    if not own:
        return ""
    frame = _frame(diagram, own)
    picture = drawn(frame, diagram.curves(frame), marks(diagram, own), diagram.title)
    return (
        f"<h2>{escape(diagram.title)}</h2><p>{escape(diagram.words)}</p>"
        f'<figure class="wide" tabindex="0">{picture}</figure>'
    )


def marks(diagram: Diagram, own: Sequence[Line]) -> list[Mark]:
    """The certified cells of a diagram."""
    found = []
    for line in own:
        height = diagram.height(line.question)
        for cell in line.cells:
            link = f"{line.question.name}.html#{cell.anchor}"
            title = f"epsilon = {cell.level}: {cell.mechanism}"
            found.append(Mark((cell.epsilon, height), diagram.said(cell), link, title))
    return found


def _frame(diagram: Diagram, own: Sequence[Line]) -> Frame:
    """Around all cells, with some room."""
    levels = [cell.epsilon for line in own for cell in line.cells]
    heights = sorted({diagram.height(line.question) for line in own})
    room = (heights[-1] - heights[0] or 1) / 12
    return Frame(
        across=(0.0, max(levels) + 0.15),
        up=(heights[0] - room, heights[-1] + room),
        ticks=tuple(range(int(max(levels)) + 1)),
        heights=tuple(heights),
        words=("epsilon", diagram.upwards),
    )


def _of_all_shares(objective: str, statement: str) -> Diagram:
    return Diagram(
        f"{objective[0].upper()}-optimality at equal shares: a report is of how many truths",
        "Between sets of d and of d + 1 truths runs (k - d)(k - d - 1) = γ² d (d + 1), by "
        f"{statement}.",
        "truths k",
        lambda question: question.objective == objective and question.at == EQUAL,
        lambda question: float(question.categories),
        subset_curves,
        lambda cell: ", ".join(map(str, cell.sizes)),
    )


def _of_three_shares(part: Fraction, title: str, words: str) -> Diagram:
    """Of three truths, the rarest with this part of what the common one leaves."""

    def belongs(question: Question) -> bool:
        if not question.at.startswith("shares ") or question.at == ZIPF:
            return False
        common, _, rarest = map(Fraction, question.options["prior"].split(","))
        return rarest == (1 - common) * part

    return Diagram(
        title,
        words,
        "share q",
        belongs,
        lambda question: float(Fraction(question.options["prior"].partition(",")[0])),
        lambda frame: skewed_curves(frame, float(part)),
        _response_or_not,
    )


def _response_or_not(cell: Cell) -> str:
    return "k" if cell.reports == 3 and cell.sizes == (1,) else "x"


DIAGRAMS = (
    _of_all_shares("a-optimal", "shares/subset"),
    _of_all_shares("d-optimal", "determinant/subset"),
    _of_all_shares("e-optimal", "shares/eigenvalue"),
    Diagram(
        "Mutual information at equal shares: a report is of how many truths",
        "The curve is where sets of d and of d + 1 truths say as much; by shares/information "
        "neighbours decide, and below the curve, with fewer truths, it is the smaller set.",
        "truths k",
        lambda question: question.objective == "mutual-information" and question.at == EQUAL,
        lambda question: float(question.categories),
        information_curves,
        lambda cell: ", ".join(map(str, cell.sizes)),
    ),
    Diagram(
        "A right guess, shares as 1, 1/2, 1/3, ...: how many truths are offered",
        "Truth m + 1 is offered from γ = (m + 1)(1 + 1/2 + ... + 1/m) - m + 1 on.",
        "truths k",
        lambda question: question.objective == "guess" and question.at == ZIPF,
        lambda question: float(question.categories),
        offered_curves,
        lambda cell: str(cell.reports),
    ),
    _of_three_shares(
        Fraction(1, 2),
        "A-optimality of three truths with the shares q, (1 - q)/2, (1 - q)/2",
        "Up to q = (γ + 3)/(γ + 5) it is k-ary response (k), by shares/three/skewed; beyond, by "
        "shares/three/beyond, k-ary response with a fourth report for the two rare truths (x).",
    ),
    _of_three_shares(
        Fraction(1, 3),
        "A-optimality of three truths with the shares q, 2(1 - q)/3, (1 - q)/3",
        "By shares/three it is k-ary response (k) exactly below the curve on which the two rarest "
        "truths are just worth a report of their own; above it, by shares/three/beyond, k-ary "
        "response with that report (x).",
    ),
)
"""Each with the statement of proofs/found that draws its curve."""
