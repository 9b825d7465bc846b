"""What a former version wrote is refused with the sentence that says how to make it again."""

from __future__ import annotations

import json

import pytest

from rropt.checker import check
from rropt.checker.former_files import KINDS, refuse_format, refuse_kind
from rropt.checker.verdict import FORMAT, Malformed

AGAIN = "make it again with rropt design ... --save FILE"


def test_a_former_format_is_named_and_another_is_not():
    with pytest.raises(Malformed, match=f"^this is a certificate of format 1: {AGAIN}$"):
        refuse_format("rropt-certificate/1")
    for other in ("rropt-certificate/3", None, 1, ["rropt-certificate/1"]):
        with pytest.raises(Malformed, match="format must be"):
            refuse_format(other)


@pytest.mark.parametrize("kind", KINDS)
def test_a_former_kind_says_where_it_is_now(kind):
    with pytest.raises(
        Malformed, match=f"^kind {kind} is part of kind {KINDS[kind]} now: {AGAIN}$"
    ):
        refuse_kind(kind)


@pytest.mark.parametrize("kind", ["models", "prices", None, 1, ["model"], {"model": 1}])
def test_what_was_no_kind_is_refused_without_that_sentence(kind):
    verdict = check(json.dumps({"format": FORMAT, "kind": kind}))
    assert verdict.verdict == "malformed"
    assert AGAIN not in str(verdict.reason)
