"""The catalogue: it has every objective and every criterion, and a part of it runs here."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from rropt import privacy
from rropt.crosscheck import crosschecking
from rropt.crosscheck.crosschecking import ONE_SIDED
from rropt.crosscheck.numeric import route as numeric_route
from rropt.crosscheck.numeric.route import ROUTES
from rropt.crosscheck.question_catalogue import (
    RENYI,
    CatalogueCell,
    Compared,
    cells,
    compared,
    random_cells,
)
from rropt.crosscheck.symbolic import symbolic_route
from rropt.design.solve import solve
from rropt.privacy import Criterion
from rropt.utility import Utility
from rropt.utility.named import OBJECTIVES

MANY = 2464
"""Questions of the catalogue."""

PART = range(7, MANY, 15)
"""Some of every size, most kinds of privacy and most objectives. The command runs all."""


@cache
def every_cell() -> list[CatalogueCell]:
    """All cells: made when they are asked for, as listing the tests needs none."""
    return list(cells())


BASES = {"Criterion", "MatrixCriterion", "OfBoundaries"}
NO_KINDS = {*BASES, "StrictInformation", "CanonicalStrictInformation"}
"""Bases; and demands that are one number, B(h), of which there are others."""


@cache
def drawn_cells() -> list[CatalogueCell]:
    """Twenty that are drawn."""
    return list(random_cells(20, 2026))


def classes(base):
    """All classes below one."""
    return {found for each in base.__subclasses__() for found in (each, *classes(each))}


def test_every_objective_that_has_a_numeric_route_is_in_it() -> None:
    assert {type(cell.asked.objective) for cell in every_cell()} == set(ROUTES)
    assert set(OBJECTIVES) <= {cell.asked.objective.name for cell in every_cell()}


def test_every_criterion_is_in_it() -> None:
    known = {each.__name__ for each in classes(Criterion) if each.__module__.startswith("rropt.")}
    assert known - NO_KINDS == {type(cell.privacy).__name__ for cell in every_cell()}
    assert all(hasattr(privacy, name) for name in known - BASES)


def test_it_is_as_large_as_it_says() -> None:
    assert len(every_cell()) == MANY
    assert {cell.truths for cell in every_cell()} == {2, 3, 4}


@pytest.mark.everything
@pytest.mark.parametrize("place", PART)
def test_the_routes_agree(place: int) -> None:
    found = compared(every_cell()[place])
    assert found.disagreement == ""
    if not found.refusal:
        assert [row.route for row in found.rows[:1]] == ["certificate"]
        assert len(told(found)) > 1 or has_no_program(every_cell()[place]), found.silent


def told(found: Compared) -> list[str]:
    """The routes that say where the optimum is, the certificate among them."""
    return [row.route for row in found.rows if row.accuracy != ONE_SIDED]


def has_no_program(cell: CatalogueCell) -> bool:
    """A covariance under a Renyi budget, whose reports may be as rare as one likes."""
    return cell.kind in RENYI and not isinstance(cell.asked.objective, Utility)


@pytest.mark.everything
@pytest.mark.parametrize("place", range(20))
def test_random_instances_agree(place: int) -> None:
    assert compared(drawn_cells()[place]).disagreement == ""


def test_the_same_seed_draws_the_same_questions() -> None:
    first, second, other = (
        [cell.asked.objective.label + cell.privacy.describe() for cell in random_cells(9, seed)]
        for seed in (1, 1, 2)
    )
    assert first == second != other


def test_a_wrong_certificate_is_told(monkeypatch) -> None:
    def doubled(privacy, objective, outputs=None):
        answer = solve(privacy, objective, outputs)
        return replace(answer, value=answer.value * 2, bound=answer.bound * 2)

    monkeypatch.setattr(crosschecking, "solve", doubled)
    cell = next(cell for cell in every_cell() if cell.asked.objective.name == "trace")
    assert "disagree about trace" in compared(cell).disagreement


@pytest.mark.everything
@pytest.mark.parametrize(
    ("route", "shared"),
    [
        ("numeric", (numeric_route, "limits_of")),
        ("symbolic", (symbolic_route, "exact_limits")),
    ],
)
def test_a_route_that_forgets_a_pair_of_truths_disagrees_in_its_cells(
    monkeypatch, route, shared
) -> None:
    """One inequality less in the statement of one route; every cell in which it speaks tells."""
    module, name = shared
    true = getattr(module, name)

    def without_one(problem):
        limits = true(problem)
        return replace(limits, hard=limits.hard[1:])

    told = [cell for cell in every_cell() if cell.kind == "matrix" and cell.truths == 2][::5]
    spoke = [cell for cell in told if route in {row.route for row in compared(cell).rows}]
    monkeypatch.setattr(module, name, without_one)
    assert len(spoke) >= 5
    for cell in spoke:
        found = compared(cell)
        assert route in found.disagreement or "infinite" in found.silent.get(route, ""), cell


def test_what_is_no_question_says_why() -> None:
    cell = next(c for c in every_cell() if c.kind == "Renyi" and c.asked.objective.name == "warner")
    found = compared(cell)
    assert found.refusal and not found.rows
