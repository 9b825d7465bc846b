"""The one table of options: every row is taken, every name has a row, needs are said in words."""

from __future__ import annotations

import argparse
from importlib import import_module

import pytest

from rropt.cli import VERBS
from rropt.cli.options import written
from rropt.cli.table import TABLE, refuse_unmet, row_of, rows_of
from rropt.exact import InputError

ROWS = [row for rows in TABLE.values() for row in rows]


def taken(verb: str) -> list:
    """All rows of a verb that are in the table."""
    rows = rows_of(verb, import_module(f"rropt.cli.{verb}"))
    return [row for title, some in rows.items() for row in some if title != "parameters"]


def test_every_row_is_taken_by_some_verb() -> None:
    used = [row for verb in VERBS for row in taken(verb)]
    assert [row for row in ROWS if row not in used] == []


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_takes_each_name_once(verb: str) -> None:
    module = import_module(f"rropt.cli.{verb}")
    names = [row.name for row in taken(verb)]
    assert sorted(names) == sorted({*module.OPTIONS, "output", "json"})
    assert set(names) >= {need for row in taken(verb) for need in row.needs}


def test_a_name_has_one_shared_row_and_one_of_a_verb() -> None:
    said = [(row.name, verb) for row in ROWS for verb in row.of or ("",)]
    assert len(set(said)) == len(said)
    assert {verb for _, verb in said} <= {"", *VERBS}


def test_a_name_that_has_no_row_is_no_option() -> None:
    with pytest.raises(IndexError):
        row_of("design", "epsilom")


def test_help_says_each_row_in_two_lines_at_most() -> None:
    assert [row for row in ROWS if not row.help or len(row.help) > 72] == []


NEEDY = [(verb, row) for verb in VERBS for row in taken(verb) if row.needs]


@pytest.mark.parametrize(("verb", "row"), NEEDY, ids=[f"{v}-{r.name}" for v, r in NEEDY])
def test_what_an_option_needs_is_asked_for_and_is_enough(verb: str, row) -> None:
    alone = argparse.Namespace(**{row.name: "1"})
    with pytest.raises(InputError, match=f"^{written(row.name)} needs "):
        refuse_unmet(verb, [row], alone)
    for need in row.needs:
        refuse_unmet(verb, [row], argparse.Namespace(**{row.name: "1", need: "2"}))
    refuse_unmet(verb, [row], argparse.Namespace(**{row.name: None}))
