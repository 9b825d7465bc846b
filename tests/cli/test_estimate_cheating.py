"""People who always give the safe report, on the command line."""

from __future__ import annotations

import pytest

from rropt.cli import main
from rropt.cli.estimate_distribution import _cheating_lines
from tests.estimate_files import answer


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


def test_a_reader_is_told_ranges_or_the_stated_share() -> None:
    stated = {"safe": "no", "share": "1/10"}
    assert list(_cheating_lines(stated, ["no", "yes"])) == [
        "among those who follow the table, if 1/10 always say no"
    ]
    ranges = {"safe": "no", "range": [[0, 0.5], [0.25, 1], [0, 0.75]], "interval": [[0, 1]] * 3}
    lines = list(_cheating_lines(ranges, ["no", "yes"]))
    assert lines[1] == "  no: 0.000000 to 0.500000, interval [0.000000, 1.000000]"
    assert lines[3].startswith("  cheaters: 0.000000 to 0.750000")


@pytest.mark.parametrize("words", [["--null", "1/2", "--contrast", "0,1"], ["--by", "g"]])
def test_tests_and_groups_have_no_cheaters(folder, capsys, words) -> None:
    base = ["estimate", "--counts", "60,40", "--design", "D.json", "--noncompliance", "no"]
    assert main([*base, *words]) == 3
    assert "must not be given with --noncompliance" in capsys.readouterr().err
