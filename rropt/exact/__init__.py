"""Exact numbers at the door, and rigorous enclosures of exp and log.

Every number that enters rropt passes through `exact`: an int, a Fraction, a decimal or fraction
string, a sympy rational, or a float, which means the decimal that it prints as. A privacy level
becomes a `Gamma`, the likelihood-ratio bound gamma = e^epsilon: exact where it is rational
(`"ln(3)"`), otherwise a rational enclosure `lo <= e^epsilon <= hi` proved by ball arithmetic.
"""

from rropt.exact.bounds import (
    GAMMA_BITS,
    dyadic,
    enclosure_text,
    exp_bounds,
    json_number,
    log_bounds,
    root_bounds,
    round_down,
    round_up,
)
from rropt.exact.gamma import (
    MAX_EPSILON,
    Gamma,
    gamma_from_epsilon,
    gamma_from_value,
)
from rropt.exact.number import (
    MAX_DIGITS,
    InputError,
    InputNote,
    Number,
    NumberOrNumbers,
    Numbers,
    NumberTable,
    Table,
    exact,
    exact_table,
    exact_vector,
    iterates,
    listed,
    over_common_denominator,
    positive,
    prior_vector,
    probability,
    share,
    share_vector,
    shown,
    text,
    weighted_sum,
    whole,
)

__all__ = [
    "GAMMA_BITS",
    "MAX_DIGITS",
    "MAX_EPSILON",
    "Gamma",
    "InputError",
    "InputNote",
    "Number",
    "NumberOrNumbers",
    "NumberTable",
    "Numbers",
    "Table",
    "dyadic",
    "enclosure_text",
    "exact",
    "exact_table",
    "exact_vector",
    "exp_bounds",
    "gamma_from_epsilon",
    "gamma_from_value",
    "iterates",
    "json_number",
    "listed",
    "log_bounds",
    "over_common_denominator",
    "positive",
    "prior_vector",
    "probability",
    "root_bounds",
    "round_down",
    "round_up",
    "share",
    "share_vector",
    "shown",
    "text",
    "weighted_sum",
    "whole",
]
