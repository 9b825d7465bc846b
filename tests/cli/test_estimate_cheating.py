"""People who always give the safe report, on the command line."""

from __future__ import annotations

import pytest

from rropt.cli import main
from tests.estimate_files import answer


@pytest.mark.everything
def test_people_who_always_say_no(folder, capsys):
    """60% no of Warner's table: 0.3 yes if nobody cheats, 0.4 / 0.75 if no other no is honest."""
    words = ["--counts", "600,400", "--design", "D.json", "--noncompliance", "no"]
    found = answer(capsys, *words)["cheating"]
    assert found["range"][1] == pytest.approx([0.3, 0.4 / 0.75], abs=1e-6)
    assert found["range"][2] == pytest.approx([0, 1 - 0.4 / 0.75], abs=1e-6)
    assert found["interval"][1][0] < 0.3 < 0.4 / 0.75 < found["interval"][1][1]
    stated = answer(capsys, *words[:-1], "no=1/10")
    assert stated["estimate"][1] == pytest.approx((0.4 / 0.9 - 0.25) * 2)
    assert main(["estimate", *words]) == 0
    assert "if some always say no, as shares of all" in capsys.readouterr().out
    for wrong, message in (
        (["--noncompliance", "never"], "noncompliance must be one of no, yes"),
        (["--noncompliance", "no=1"], "below 1"),
        (["--noncompliance", "no=many"], "got 'many'"),
    ):
        assert main(["estimate", *words[:4], *wrong]) == 3
        assert message in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--by", "g"], ["--weights", "w"]])
def test_groups_and_weights_have_no_cheaters(folder, capsys, words) -> None:
    base = ["estimate", "reports.csv", "--column", "smokes", "--design", "D.json"]
    base += ["--noncompliance", "no"]
    assert main([*base, *words]) == 3
    assert "must be left out with noncompliance" in capsys.readouterr().err
