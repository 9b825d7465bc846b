"""One of a few words, and its page."""

from __future__ import annotations

import pytest

from rropt.checker.names import named, named_page
from rropt.checker.pages import page
from rropt.checker.verdict import Malformed


def test_a_word_names_its_page():
    assert named("b", {"a": 0, "b": 1}) == "b"
    assert named_page({"of": "b", "a": 1}, "of", {"b": ".universal"}) == ("b", page(".universal"))


@pytest.mark.parametrize("value", ["c", ["a"], None, 1, ""])
def test_another_word_is_malformed(value):
    with pytest.raises(Malformed):
        named(value, {"a": 0})


@pytest.mark.parametrize("value", [None, [], "a", {}, {"name": "c"}, {"of": "a"}])
def test_an_object_without_the_word_is_malformed(value):
    with pytest.raises(Malformed):
        named_page(value, "name", {"a": ".universal"})
