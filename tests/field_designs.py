"""Designs whose use in the field is tested."""

from __future__ import annotations

from functools import cache

import rropt as rr
from rropt.certified import Design

QUESTION = "Do you smoke <at work>?"


@cache
def design(name: str) -> Design:
    asked = {
        "soft": (rr.LocalDP("1/2", "1/10"), rr.Variance("1/4")),
        "warner": (rr.LocalDP("ln(3)"), rr.Variance("1/4")),
        "four": (rr.LocalDP("1/2"), rr.Trace(4)),
        "three": (rr.LocalDP(1), rr.AOptimal(["1/2", "1/3", "1/6"])),
    }
    truths = ["no", "yes"] if name in ("soft", "warner") else None
    return rr.optimal(*asked[name], truths=truths, question=QUESTION)


NAMES = ("soft", "warner", "four", "three")
