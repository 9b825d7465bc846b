"""What a verified certificate means to people: one sentence before the exact statement.

    no mechanism with epsilon = 1 estimates this share with a smaller variance (to 19 digits)

The exact statement follows it, and decides: this sentence leaves out priors, scale and fractions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

STATED = re.compile(
    r"no (\(.+?\)|.+?) private (?:mechanism|two-answer device|(Warner device))"
    r"( with (?:two|at most \d+) reports)?(?: on (\d+) truths)? has "
)
"""How the checker begins; what begins otherwise is said exactly only, so that nothing is left out:

    no (epsilon = 1/2, delta = 1/10) private mechanism with two reports on 3 truths has ...
"""

SHARE = "estimates this share with a smaller variance"
AIMS = {
    "fisher-information": SHARE,
    "variance": SHARE,
    "trace": "names one of {truths} equally likely truths with a larger chance",
    "probability-of-a-right-guess": "lets the truth be guessed with a larger chance",
    "gain": "has a larger expected gain",
    "mutual-information": "tells more about the truth (mutual information)",
    "a-optimal": "estimates these shares with a smaller sum of variances",
    "c-optimal": "estimates this contrast with a smaller variance",
    "e-optimal": "estimates the worst contrast with a smaller variance",
    "mean": "estimates this mean with a smaller variance",
}
"""What no mechanism does, by the name that a certificate has for the objective."""

OVER = {
    "average": ", on average over these priors",
    "minimax": ", at the worst of these priors",
    "group": ", in this group",
    "worst-group": ", at the worst group",
    "worst-population": ", at the worst shares",
}


def for_people(record: Mapping[str, Any], statement: str) -> str | None:
    """The sentence about a verified certificate; None for a kind that has none.

    >>> trace = {"kind": "prices", "utility": {"name": "trace"}, "value": "15/7", "bound": "15/7"}
    >>> for_people(trace, "no epsilon = ln 3 private mechanism on 5 truths has a trace above 15/7")
    'no mechanism with epsilon = ln 3 names one of 5 equally likely truths with a larger chance'
    """
    objective = record.get("utility") or record.get("objective") or {}
    if not isinstance(objective, dict):
        return None
    named = STATED.match(statement)
    card = record.get("device")  # a variance at one prevalence, and no other objective is said
    aim = AIMS.get(objective.get("name", "variance" if card else ""))
    if named is None or aim is None:
        return None
    few = " with two reports" if card == "two-answers" else named[3] or ""
    level = named[1].removeprefix("(").removesuffix(")")
    privacy = level if "epsilon = " in level else "this privacy"
    noun = named[2] or "mechanism"
    who = f"no {noun}{few} and {privacy}" if few else f"no {noun} with {privacy}"
    said = aim.format(truths=named[4])
    over = OVER.get(objective.get("over", ""), "")
    if aim is SHARE and "interval" in objective:
        over = ", at the worst share of this interval"
    return f"{who} {said}{over}{agreement(record['value'], record['bound'])}"


def agreement(value: Any, bound: Any) -> str:
    """To how many digits a mechanism reaches what is proved; nothing where it does exactly.

    A gap is a share of the larger end, as in the title of a design.

    >>> agreement("4/3", "4/3"), agreement("1", "99/100"), agreement("2", "1")
    ('', ' (to 2 digits)', ' (gap 50 %)')
    >>> agreement("0", "1/2")
    ' (to no digit)'
    """
    ends = [Fraction(end) for end in (value, bound) if not isinstance(end, list)]
    if len(ends) < 2:
        return " (to the digits below)"
    apart = abs(ends[0] - ends[1])
    size = max(map(abs, ends))
    if not apart:
        return ""
    digits = 0
    while apart * 10 ** (digits + 1) <= size:
        digits += 1
    if not digits and min(ends) <= 0 <= max(ends):
        return " (to no digit)"
    if not digits:
        return f" (gap {in_percent(apart / size)})"
    return f" (to {digits} digit{'' if digits == 1 else 's'})"


def in_percent(share: Fraction) -> str:
    """Two digits of a share.

    >>> in_percent(Fraction(1, 3)), in_percent(Fraction(1))
    ('33 %', '100 %')
    """
    return f"{float(f'{float(100 * share):.2g}'):g} %"  # 100, not 1e+02
