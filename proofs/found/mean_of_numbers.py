"""The best mean of a few numbers: equal and unequal gaps, known shares, drawn people, five numbers.

Each statement is a theorem of Coq. No unbiased reports of the level g do better, because prices
q_x v^2 - 2 p_x v + y_x of the truths x for a report of the number v pay at each row of likelihoods
in {1, g} a multiple of a square and a rest that is not negative; and a table does as well.
"""

from __future__ import annotations

from ..claims import Section, states
from ..goals import sentence

section = Section("found")

REPORTS = "; every number of reports"


@section("mean/two")
def two_points():
    """Warner's card with the numbers B and -B."""
    return states(sentence("mean_of_two_numbers"), scope="every g > 1" + REPORTS)


@section("mean/three/low")
def three_points_low():
    """Two cuts, at -1/2 and 1/2, and the reports +-(B + 1/2) and +-(B - 1/2)."""
    return states(sentence("mean_of_equal_gaps_low"), scope="1 < g <= 3" + REPORTS)


@section("mean/three/high")
def three_points_high():
    """A third answer, "near 0"; the other form, and its slope, are the same at 3."""
    return states(sentence("mean_of_equal_gaps_high"), scope="g >= 3" + REPORTS)


@section("mean/uneven/low")
def uneven_low():
    """Cuts halfway to s, by a coin with the chances (1 + s)/2 and (1 - s)/2; reports cut +- B."""
    return states(
        sentence("mean_of_three_low"),
        scope="-1 < s < 1, 1 < g <= 3 (a two-parameter box)" + REPORTS,
    )


@section("mean/uneven/high")
def uneven_high():
    """Five reports (c + s) / (g - 1), c = 0, +-g, +-(g + 2)."""
    return states(
        sentence("mean_of_three_high"),
        scope="0 <= s < 1, 3 <= g, g s <= 3 (1 + s) (two parameters)" + REPORTS,
    )


@section("mean/shares/coin")
def shares_coin():
    """Two questions by a coin, with the reports +-2 (g - (g-1)q)/(g-1), +-2 (1 + (g-1)q)/(g-1)."""
    return states(
        sentence("mean_of_known_shares_by_questions"),
        scope="0 < q < 1/2, 2 (g - 1) q >= g - 2, g > 1 (two parameters)" + REPORTS,
    )


@section("mean/shares/response")
def shares_response():
    """Randomized response; the variance of the difference of both shares is 2 q more."""
    return states(
        sentence("mean_of_known_shares_by_response"),
        sentence("difference_of_shares"),
        scope="0 < q < 1/2, 2 (g - 1) q <= g - 2, g > 1 (two parameters)" + REPORTS,
    )


@section("mean/population")
def population():
    """Half at each end has the mean 0, so that its variance is the mean second moment of both."""
    return states(
        sentence("mean_of_population"),
        scope="every k, all numbers, every g > 1" + REPORTS,
    )


@section("mean/five/middle")
def five_middle():
    """The numbers -1/2 and 1/2 cost nothing; two tables, below and above g = 6."""
    return states(sentence("mean_of_five"), scope="5 <= g <= 7" + REPORTS)
