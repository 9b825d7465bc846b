"""The checker's own command line says how it is called."""

from __future__ import annotations

import pytest

from rropt.checker.__main__ import USAGE, main


@pytest.mark.parametrize("word", ["-h", "--help"])
def test_help_is_no_file(word, capsys):
    assert main([word]) == 0
    assert capsys.readouterr().out == USAGE + "\n"


def test_without_a_file_it_is_malformed_and_says_the_usage(capsys):
    assert main([]) == 3
    assert USAGE in capsys.readouterr().out
