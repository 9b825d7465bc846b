"""FOUND.md: every theorem with its statement, meaning, proof and a command that works."""

from __future__ import annotations

import shlex

import pytest
from rropt.proofs import found_page, verdicts
from rropt.proofs.found.novelty import NOVELTY
from rropt.proofs.found.theorems import OVER_A_REGION, THEOREMS

from rropt.cli import main

ARGUED = ("numbers/small", "numbers/middle", "numbers/gap", "gaussian/sign", "gaussian/answers")
"""Integrals over every measurable mechanism, sums over the reports of every design in phases."""

DESIGNS = [t.command for t in THEOREMS if t.command.startswith("rropt design")]


def test_the_page_is_what_the_store_says():
    assert found_page.is_current()


def test_every_theorem_is_stored_with_a_theorem_of_coq():
    records = verdicts.stored("found")
    assert len({theorem.id for theorem in THEOREMS}) == len(THEOREMS)
    for theorem in THEOREMS:
        record = records[f"found/{theorem.id}"]
        assert record["verdict"] == "proved"
        assert record["scope"] and (record["lemmas"] or record["theorems"])
        assert (record["evidence"] == "argued") == theorem.id.startswith(ARGUED)


def test_those_for_every_number_of_truths_are_counted():
    """At least eight; a statement over a region is of a fixed number of truths."""
    records = verdicts.stored("found")
    said = " ".join(found_page.counted(records).split())
    rests = [records[f"found/{theorem.id}"]["evidence"] for theorem in THEOREMS]
    proved = rests.count("kernel") + rests.count("machine")
    assert said.startswith(f"Of the {len(THEOREMS)} statements {proved} are proved")
    assert f"{rests.count('cited')} are cited from Coq" in said
    assert "33 hold for every number of truths, 22 more" in said
    for name in OVER_A_REGION:
        assert not records[f"found/{name}"]["scope"].startswith(("every k", "every number"))


def test_what_is_only_cited_or_argued_is_not_called_proved():
    page = found_page.page()
    records = verdicts.stored("found")
    rests = [records[f"found/{theorem.id}"]["evidence"] for theorem in THEOREMS]
    assert page.count("*Status.* Argued, not proved") == rests.count("argued") == 5
    assert page.count("*Status.* Cited from Coq") == rests.count("cited")
    assert page.count("*Status.* Proved") == rests.count("kernel") + rests.count("machine")


@pytest.mark.everything
@pytest.mark.parametrize("command", DESIGNS)
def test_the_command_that_finds_it_works(command, capsys):
    assert main([*shlex.split(command)[1:], "--json"]) == 0
    assert capsys.readouterr().out.startswith("{")


def test_every_statement_says_what_is_new_and_what_would_be_asked():
    assert set(NOVELTY) == {theorem.id for theorem in THEOREMS}
    page = found_page.page()
    for new, asked in NOVELTY.values():
        assert f"*New.* {new} *A referee would ask.* {asked}" in page
        assert new.endswith(".") and asked.endswith(".")
