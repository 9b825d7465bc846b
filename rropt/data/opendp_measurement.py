"""A mechanism as a measurement of OpenDP: its function draws exactly, its map rounds upward.

OpenDP cannot see into a function that Python brings ("honest but curious"); what it is told here is
computed from the table in exact arithmetic: two people with different truths are at distance 1, and
their reports differ by at most epsilon = ln gamma, with the table's own delta at that gamma.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.data.sampler import randomize_labels
from rropt.exact import InputError, log_bounds


def opendp_measurement(channel: Channel, gamma: Fraction) -> Any:
    """The measurement from a truth's label to a report's label, private at this gamma."""
    try:
        import opendp.prelude as dp
    except ImportError:
        raise InputError("OpenDP must be installed: python -m pip install opendp") from None
    dp.enable_features("contrib", "honest-but-curious")
    epsilon = float_above(log_bounds(gamma)[1])
    delta = float_above(channel.profile(gamma))
    pure = dp.max_divergence()
    known = frozenset(channel.truths)

    def private(distance: int) -> Any:
        # The same truth has the same law of reports.
        if distance == 0:
            return (0.0, 0.0) if delta else 0.0
        return (epsilon, delta) if delta else epsilon

    return dp.m.make_user_measurement(
        input_domain=dp.user_domain("the design's truths", known.__contains__),
        input_metric=dp.discrete_distance(),
        output_measure=dp.approximate(pure) if delta else pure,
        function=lambda truth: randomize_labels(channel, [truth])[0],
        privacy_map=private,
    )


def float_above(number: Fraction) -> float:
    """The least double that is not below a number.

    >>> float_above(Fraction(1, 4)), Fraction(float_above(Fraction(1, 3))) > Fraction(1, 3)
    (0.25, True)
    """
    near = float(number)
    return near if Fraction(near) >= number else math.nextafter(near, math.inf)
