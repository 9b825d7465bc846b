"""Coverage by multipliers of the levels of conditions."""

from __future__ import annotations

from rropt.checker import check
from tests.certificates import changed, two_level_trace


def test_multipliers_of_levels_cover_the_actions():
    cover = {"proof": "actions", "multipliers": [[[1, "1/3"]], [[3, "1/3"]]]}
    assert check(changed(two_level_trace(), cover=cover)).verdict == "verified"
    for wrong in ([[[1, "1/3"]], [[3, "1/4"]]], [[[1, "2/5"]], [[3, "1/3"]]], [[], []]):
        near = {"proof": "actions", "multipliers": wrong}
        assert check(changed(two_level_trace(), cover=near)).verdict == "refuted"
