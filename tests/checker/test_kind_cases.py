"""Kind cases: the proof is named."""

from __future__ import annotations

import pytest

from rropt.checker import check
from rropt.checker.kind_cases import PAGES
from tests.checker.test_cases_box import BASE


@pytest.mark.parametrize("proof", [*PAGES, "", "vertices", None, 1, ["box"]])
def test_only_the_named_proof_proves(proof):
    """The fields are those of a box."""
    wanted = "verified" if proof == "box" else "malformed"
    assert check(BASE | {"proof": proof}).verdict == wanted


def test_a_proof_must_be_named():
    assert check({name: x for name, x in BASE.items() if name != "proof"}).verdict == "malformed"
