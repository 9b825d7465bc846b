"""What a check that fails says."""

from __future__ import annotations

import pytest

from rropt.checker.verdict import Malformed, Refuted, Verdict, need, well_formed


def test_a_verdict_is_its_sentence_or_its_reason():
    assert str(Verdict("verified", statement="no table")) == "verified: no table"
    assert str(Verdict("refuted", reason="a gap")) == "refuted: a gap"
    words = ("verified", "refuted", "undecided", "malformed")
    assert [Verdict(word).status for word in words] == [0, 1, 2, 3]


def test_the_two_ways_to_fail_are_not_each_other():
    need(True, "fine")
    well_formed(1, "fine")
    with pytest.raises(Refuted, match="broken"):
        need(0, "broken")
    with pytest.raises(Malformed, match="no form"):
        well_formed([], "no form")
