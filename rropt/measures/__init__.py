"""What a table reveals, in every currency of the field.

`tradeoff` has f-DP and the whole profile, `divergences` those between truths and strong data
processing, `leakage` what depends on a prior, `composition` many reports of one person,
`populations_seen` what a summary of all reports says about one, `named_measures` the formula and
the source of each measure, and all of it at once.
"""

from rropt.measures.composition import composed_delta, composed_level, repeated, together
from rropt.measures.named_measures import Measures, measures
from rropt.measures.populations_seen import least_private, seen_in_population, sum_of
from rropt.measures.tradeoff import Tradeoff, tradeoff

__all__ = [
    "Measures",
    "Tradeoff",
    "composed_delta",
    "composed_level",
    "least_private",
    "measures",
    "repeated",
    "seen_in_population",
    "sum_of",
    "together",
    "tradeoff",
]
