"""Coverage of a largest of actions: where it needs multipliers."""

from __future__ import annotations

import pytest

from tests.certificates import F, changed, useless, verdict

COVER = {"proof": "actions"}


@pytest.mark.parametrize(
    "privacy",
    [{"gamma": "3", "delta": "1/10"}, {"gamma": [["1", "3"], ["3", "1"]], "delta": "0"}],
)
def test_other_levels_need_multipliers(privacy):
    pure, trace = {"gamma": "3", "delta": "0"}, {"name": "trace"}
    data = useless(2, pure, trace, [F(3, 4)] * 2, COVER, value=F(1))
    assert verdict(data) == "verified"
    assert verdict(changed(data, privacy=privacy)) == "malformed"
