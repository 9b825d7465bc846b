"""Corners of two truths: by hand, and the edge against the definition of privacy."""

from __future__ import annotations

import json
from fractions import Fraction as F
from itertools import pairwise

import pytest

from rropt.checker.corners import Line, corners, corners_of, fair_point, lines_of
from rropt.checker.parse import parse_certificate
from rropt.checker.privacy import read_privacy
from rropt.checker.verdict import Malformed

NUMBERS = [("3", "1/10"), ("3/2", "1/4"), ("5", "2/5"), ("1", "1/3"), ("3", "0")]
PRIVACY = {
    **{f"number {g}, {d}": {"gamma": g, "delta": d} for g, d in NUMBERS},
    "matrix": {"gamma": [["1", "3"], ["3/2", "1"]], "delta": [["0", "1/20"], ["1/5", "0"]]},
    "one-sided": {"gamma": [["1", "oo"], ["2", "1"]], "delta": [["0", "0"], ["1/7", "0"]]},
    "two levels": {
        "conditions": [
            {"left": 0, "right": 1, "levels": [["1", "3"]], "most": "1/20"},
            {"left": 0, "right": 1, "levels": [["2", "3/2"]], "most": "1/2"},
            {"left": ["0", "1"], "right": ["1/4", "3/4"], "levels": [["1", "8/7"]], "most": "0"},
        ]
    },
}
SEVERAL = {
    "conditions": [
        {"left": 0, "right": 1, "levels": [["1", "3/2"], ["2", "3"]], "most": "1/4"},
        {"left": 1, "right": 0, "levels": [["1/2", "1"], ["1", "2"], ["1", "4"]], "most": "1/3"},
    ]
}
"""Two conditions of several levels each."""


def found_by_the_checker(privacy):
    """The corners, from the text of a certificate."""
    text = json.dumps({"format": "rropt-certificate/2", "privacy": privacy})
    data, size = parse_certificate(text)
    return corners_of(read_privacy(data["privacy"], 2, size), size)


def levels_by_hand(privacy):
    """(form, levels with their factors, what they may add up to)."""
    if "conditions" in privacy:
        found = []
        for given in privacy["conditions"]:
            steps = [(F(c), F(g)) for c, g in given["levels"]]
            ends = [
                entry if isinstance(entry, list) else [1 - entry, entry]
                for entry in (given["left"], given["right"])
            ]
            found.append(([list(map(F, end)) for end in ends], steps, F(given["most"])))
        return found
    gamma, delta = privacy["gamma"], privacy["delta"]
    found = []
    for a, b in ((0, 1), (1, 0)):
        g = gamma if isinstance(gamma, str) else gamma[a][b]
        d = delta if isinstance(delta, str) else delta[a][b]
        if g != "oo":
            units = [[F(j == a) for j in (0, 1)], [F(j == b) for j in (0, 1)]]
            found.append((units, [(F(1), F(g))], F(d)))
    return found


def is_private(rows, privacy):
    """Straight from the definition."""
    for (left, right), steps, most in levels_by_hand(privacy):
        told = F(0)
        for row in rows:
            x, y = (sum(a * b for a, b in zip(form, row, strict=True)) for form in (left, right))
            told += sum(c * max(F(0), x - g * y) for c, g in steps)
        if told > most:
            return False
    return True


def test_corners_of_one_number_by_hand():
    """(d, 0), the point where both levels meet, (1, 1 - d)."""
    found = found_by_the_checker({"gamma": "3", "delta": "1/10"})
    assert found == [(0, 0), (F(1, 10), 0), (F(31, 40), F(9, 40)), (1, F(9, 10)), (1, 1)]
    assert found_by_the_checker({"gamma": "3", "delta": "0"}) == [
        (0, 0),
        (F(3, 4), F(1, 4)),
        (1, 1),
    ]
    assert corners([]) == [(0, 0), (1, 0), (1, 1)]


def test_lines_of_two_levels_by_hand():
    """r_0 - r_1 and r_0 - 3 r_1 with d = 1/5, sums (1, -1) and (2, -4).

    Above y = x - 1/5, above 4 y = 2 x - 1/5, and (1, -3).v <= 1/5 - 0 above 3 y = x - 1/5.
    """
    sums = [(F(0), F(0)), (F(1), F(-1)), (F(2), F(-4))]
    wanted = {Line(F(1), F(-1, 5)), Line(F(1, 2), F(-1, 20)), Line(F(1, 3), F(-1, 15))}
    assert set(lines_of(sums, F(1, 5))) == wanted


@pytest.mark.parametrize("name", [*PRIVACY, "several levels"])
def test_two_rows_are_private_where_they_are_above_the_edge(name):
    privacy = PRIVACY.get(name, SEVERAL)
    found = found_by_the_checker(privacy)
    slopes = [(t - y) / (s - x) for (x, y), (s, t) in pairwise(found) if s > x]
    assert slopes == sorted(set(slopes))
    hair = F(1, 10**9)
    for (x, y), (s, t) in pairwise(found):
        for share in (F(0), F(1, 3), F(1, 2), F(1)):
            at, low = x + share * (s - x), y + share * (t - y)
            assert is_private([[at, low], [1 - at, 1 - low]], privacy)
            if low >= hair and at < 1:
                below = low - hair
                assert not is_private([[at, below], [1 - at, 1 - below]], privacy)


@pytest.mark.parametrize("name", [*PRIVACY, "several levels"])
def test_the_fair_point_is_the_last_private_card_of_warner(name):
    privacy = PRIVACY.get(name, SEVERAL)
    x, y = fair_point(found_by_the_checker(privacy))
    assert x + y == 1
    assert is_private([[x, y], [y, x]], privacy)
    more = x + F(1, 10**9)
    assert not is_private([[more, 1 - more], [1 - more, more]], privacy)


def test_a_level_that_no_table_keeps_is_malformed():
    none = {"left": ["1", "1"], "right": ["0", "1"], "levels": [["1", "1/2"]], "most": "1/9"}
    with pytest.raises(Malformed, match="no table is private"):
        found_by_the_checker({"conditions": [none]})


@pytest.mark.parametrize(("levels", "taken"), [(10, True), (11, False)])
def test_lines_are_counted(levels, taken):
    """Ten levels of a condition are 55 lines, eleven 66."""
    steps = [["1", str(n + 2)] for n in range(levels)]
    privacy = {"conditions": [{"left": 0, "right": 1, "levels": steps, "most": "1"}]}
    if taken:
        assert len(found_by_the_checker(privacy)) > 3
        return
    with pytest.raises(Malformed, match="too many levels of two truths"):
        found_by_the_checker(privacy)
