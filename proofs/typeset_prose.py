"""Formulas that stand in prose as they are typed, for a page: e^epsilon, p_0 <= 1/2, sqrt N."""

from __future__ import annotations

import re
from html import escape

from .typeset import LETTERS

GREEK = "|".join(sorted(LETTERS, key=len, reverse=True))
NAME = re.compile(rf"(?<![A-Za-z\\])({GREEK})(?![A-Za-z])")
ATOM = r"[A-Za-zα-ωΔΠΩℓ]"
SIGNS = (("&lt;=", "≤"), ("&gt;=", "≥"), ("!=", "≠"), ("sqrt ", "√"), ("sqrt(", "√("))
INDEX = re.compile(rf"(?<![\w'])({ATOM})_({ATOM}?\d{{0,2}}|\([^() ]*\))(?![\w])")
POWER = re.compile(rf"\^(\([^()]*\)|-?\d+|{ATOM}+)")


def prose(text: str) -> str:
    """The text as HTML: Greek letters, signs, indices and powers.

    >>> prose("e^epsilon <= p_0^2 sqrt(1 - pi_A), members_of_A = 3")
    'e<sup>ε</sup> ≤ p<sub>0</sub><sup>2</sup> √(1 - π<sub>A</sub>), members_of_A = 3'
    """
    out = escape(text, quote=False)
    out = re.sub(r"_(?=[A-Za-z])", "_\u200b", out)  # lets a Greek name begin behind an underscore
    out = NAME.sub(lambda found: LETTERS[found[1]], out).replace("\u200b", "")
    for typed, sign in SIGNS:
        out = out.replace(typed, sign)
    out = INDEX.sub(r"\1<sub>\2</sub>", out)
    return POWER.sub(lambda found: f"<sup>{_bare(found[1])}</sup>", out)


def _bare(power: str) -> str:
    """Without brackets around all of it."""
    return power[1:-1] if power.startswith("(") else power


def coded(text: str) -> str:
    """Prose in which what stands between backticks is a statement of its own.

    >>> coded("at x_1 = 2, `x_1^2 <= 1` fails")
    'at x<sub>1</sub> = 2, “x<sub>1</sub><sup>2</sup> ≤ 1” fails'
    """
    parts = re.split(r"`([^`]*)`", text)
    return "".join(f"“{prose(part)}”" if k % 2 else prose(part) for k, part in enumerate(parts))
