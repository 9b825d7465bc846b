"""What somebody probably meant."""

from __future__ import annotations

from rropt.exact.near import near


def test_what_a_word_begins_is_meant_before_what_is_spelled_alike() -> None:
    options = ["--help", "--epsilon", "--sides", "--outputs"]
    assert near("--ep", options) == ", did you mean --epsilon?"
    assert near("--out", options) == ", did you mean --outputs?"
    assert near("--epsilom", options) == ", did you mean --epsilon?"
    assert near("--zzz", options) == "" and near("-", options) == ""
