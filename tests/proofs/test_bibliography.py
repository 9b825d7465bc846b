"""The papers in full, and a place and our words for each statement."""

from __future__ import annotations

import re

from rropt.proofs import verdicts
from rropt.proofs.bibliography import PAPERS, place, statements, words


def test_every_number_has_the_form_of_its_kind():
    """An arXiv number, a DOI or a number of Zentralblatt; or it says that there is none."""
    form = r"arXiv:\d{4}\.\d{5}|doi:10\.\d{4,9}/\S+|Zbl \d{4}\.\d{5}|no DOI"
    for name, paper in PAPERS.items():
        assert re.match(form, paper.number) or name == "found", paper
        assert paper.authors in paper.cited() and str(paper.year) in paper.cited()


def test_statements_are_those_of_the_catalogue():
    known = [name for name in verdicts.catalogue() if name.partition("/")[0] in PAPERS]
    assert set(statements()) <= set(known)
    missing = [name for name in known if not words(name)]
    assert len(missing) <= len(known) // 100, missing
    assert all(place(name) for name in statements() if "/" in name)


def test_an_unknown_statement_has_no_words():
    assert (words("no/such"), place("no/such")) == ("", "")
