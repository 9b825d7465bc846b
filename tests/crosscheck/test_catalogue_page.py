"""The catalogue as lines and as a page."""

from __future__ import annotations

from dataclasses import replace

import pytest

import rropt as rr
from rropt.crosscheck.all_routes import ROUTES
from rropt.crosscheck.bound_routes import CHAI_NAYAK, crosscheck_criterion
from rropt.crosscheck.catalogue_page import catalogue_page, head, line, totals
from rropt.crosscheck.question_catalogue import (
    Asked,
    CatalogueCell,
    Compared,
    cells,
    compared,
)


@pytest.fixture(scope="module")
def one():
    return compared(CatalogueCell("epsilon = ln(3)", rr.LocalDP("ln(3)"), Asked(rr.Trace(3))))


def test_a_line_has_the_question_the_value_and_the_differences(one) -> None:
    assert all(name in head() for name in ("certificate", *ROUTES))
    assert line(one).startswith("trace") and "1.8" in line(one)


def test_no_two_lines_read_alike() -> None:
    """Each tells its prior: a right guess has two."""
    lines = [
        line(Compared(cell)) for cell in cells() if "coefficient" not in cell.asked.objective.label
    ]
    assert len(set(lines)) == len(lines) > 1500


def test_a_page_says_the_level_of_a_kind() -> None:
    found = Compared(CatalogueCell("factor", rr.BetaFactor(2), Asked(rr.Guess("1/4,3/4"))))
    page = catalogue_page([found])
    assert "prior 1/4,3/4" in page and 'factor<br><span class="silent">epsilon = ln(2)' in page


def test_a_disagreement_is_said_in_every_form(one) -> None:
    wrong = replace(one, disagreement="numeric and certificate disagree about <trace>")
    assert "DISAGREE" in line(wrong) and "1 disagree" in totals([one, wrong])
    assert "&lt;trace&gt;" in catalogue_page([wrong])


def test_the_page_says_why_a_route_is_silent(one) -> None:
    silent = replace(one, rows=one.rows[:1], silent={"numeric": "doubles do not <tell>"})
    assert "doubles do not &lt;tell&gt;" in catalogue_page([silent])
    page = catalogue_page([one])
    assert "certificate - symbolic" in page and "symbolic - numeric" in page
    assert "farthest two" in page and "9/5" in page and "2 cells" not in page


def test_two_routes_that_speak_have_a_difference(one) -> None:
    differences = {("certificate", "numeric"): 0.25, ("published", "numeric"): 0.5}
    page = catalogue_page([replace(one, differences=differences)])
    assert "<td></td><td>2.5e-01</td><td></td><td>5.0e-01<br>" in page


def test_the_demand_of_a_criterion_by_every_route(one) -> None:
    """The Bayes factor 20 of eq-3.6."""
    name = "chai-nayak/eq-3.6"
    page = catalogue_page([one], {name: crosscheck_criterion(CHAI_NAYAK[name])})
    assert "Parity bounds B(h)" in page and page.count("<td>20<br>") == 3
