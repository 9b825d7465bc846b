r"""Statements with formulas in TeX as plain Unicode text, for a terminal.

A formula is read once, as MathML (`typeset.formula`); here its elements are written on one line.

>>> print(plain(r"Let $f(x,y)\ge\frac12$ for all $x_i^2\in[0,1]$."))
Let f(x, y) ≥ 1/2 for all xᵢ² ∈ [0, 1].
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from .typeset import formula

RAISED = dict(zip("0123456789+−=()in′", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁱⁿ′", strict=True))
LOWERED = dict(zip("0123456789+−=aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
RELATIONS = frozenset("=<>≤≥≠∈∉∋→↦⊆⊂⪰≻∼⇔≈∝≜")
OPERATIONS = frozenset("+−±∓·×∪∩∖⊕⊗⊙∧∨∗⋆∘")
"""Written with spaces between two operands, and without them where they are signs."""

ACCENTS = {"^": "\u0302", "~": "\u0303", "¯": "\u0304", "→": "\u20d7"}
DOUBLE = {"R": "ℝ", "N": "ℕ", "Z": "ℤ", "Q": "ℚ", "P": "ℙ", "C": "ℂ"}
SCRIPT = {"B": "ℬ", "E": "ℰ", "F": "ℱ", "H": "ℋ", "I": "ℐ", "L": "ℒ", "M": "ℳ", "R": "ℛ"}
"""Script capitals that Unicode has apart from the others."""

NAME = r"[^\W\d][\u0302\u0303\u0304₀-ₜ⁰-ⁿᵢ-ᵪ²³]*"
"""A letter with its accent and small letters."""

BOLD_CAPITAL, BOLD_SMALL, SCRIPT_CAPITAL = "𝐀", "𝐚", "𝒜"
"""Where these alphabets begin."""


def plain(text: str) -> str:
    """Words with formulas between dollars, stars of emphasis left out."""
    parts = re.split(r"(\$\$.*?\$\$|\$.*?\$|`[^`]*`)", text, flags=re.DOTALL)
    return "".join(map(_piece, parts))


def _piece(part: str) -> str:
    if part.startswith("$"):
        return plain_formula(part.strip("$"))
    return part if part.startswith("`") else part.replace("*", "")


def plain_formula(tex: str) -> str:
    r"""One formula on one line.

    >>> plain_formula(r"\frac{a+b}{2n}"), plain_formula(r"e^{\epsilon/2}"), plain_formula("2^{-n}")
    ('(a + b)/(2n)', 'e^(ε/2)', '2⁻ⁿ')
    """
    return (
        _line(ElementTree.fromstring(formula(tex).replace("&#160;", " ")))
        .replace("\xa0", " ")
        .strip()
    )


def _line(node: Element) -> str:
    """The children one after the other, with spaces where a reader needs them."""
    shown = ""
    children = list(node)
    for place, child in enumerate(children):
        alone = child.tag == "mfrac" and not _stands_alone(children, place)
        shown += _spaced(shown, f"({_said(child)})" if alone else _said(child), child)
    return re.sub(" +", " ", shown)


def _spaced(before: str, said: str, child: Element) -> str:
    sign = child.tag == "mo" and said
    if sign and said[0] in RELATIONS:
        return f" {said} "
    if sign in OPERATIONS:
        return f" {said} " if before and before[-1] not in "([{,|= " else said
    if sign == ",":
        return ", "
    joins = _is_name(child) or _is_large(child)
    gap = " " if joins and before and (before[-1].isalnum() or before[-1] == "∂") else ""
    return f"{gap}{said} " if _is_large(child) else gap + _after_name(before, said)


def _after_name(before: str, said: str) -> str:
    """`log x`, but `log(x)` and `xy`; `e^ε p`, where `e^εp` could be one power."""
    ends_in_name = re.search(r"(?:^|[^A-Za-z])[A-Za-z]{2,}$", before)
    ends_in_script = re.search(r"[_^](?:\w|\([^()]*\))$", before)
    ends_in_power = re.search(r"\^(?:\w|\([^()]*\))$", before)
    parted = ends_in_power if said[:1] == "(" else (ends_in_name or ends_in_script)
    return f" {said}" if parted and said[:1] not in ("", *"),;:|^[]}") else said


def _is_name(child: Element) -> bool:
    """exp, log, max, Pr."""
    return child.tag == "mi" and len(child.text or "") > 1


def _is_large(child: Element) -> bool:
    """A sum, product or integral, with what stands below and above it."""
    return _base(child).text in ("∑", "∏", "∫")


def _stands_alone(children: list[Element], place: int) -> bool:
    """Whether no operand stands directly beside a fraction, which would look like a part of it."""
    beside = [*children[max(place - 1, 0) : place], *children[place + 1 : place + 2]]
    return all(_base(other).tag in ("mo", "mtext", "mspace") for other in beside)


def _base(node: Element) -> Element:
    """What an index or a power is of."""
    return node[0] if node.tag in ("msub", "msup", "msubsup") else node


def _said(node: Element) -> str:
    writer = WRITERS.get(node.tag)
    return writer(node) if writer else (node.text or "")


def _identifier(node: Element) -> str:
    """A letter or a name, in the alphabet of its font."""
    text, font = node.text or "", node.get("mathvariant")
    if len(text) != 1 or not text.isascii() or not text.isalpha():
        return text
    if font == "double-struck":
        return DOUBLE.get(text, text)
    if font == "script":
        return SCRIPT.get(text, chr(ord(SCRIPT_CAPITAL) + ord(text) - ord("A")))
    if font == "bold":
        first, start = ("A", BOLD_CAPITAL) if text.isupper() else ("a", BOLD_SMALL)
        return chr(ord(start) + ord(text) - ord(first))
    return text


def _fraction(node: Element) -> str:
    above, below = (_line(part) if part.tag == "mrow" else _said(part) for part in node)
    if node.get("linethickness") == "0":
        return f"{above} choose {below}"
    return f"{_held(above, ' /')}/{_held(below, ' /·')}"


def _held(said: str, parting: str) -> str:
    """In brackets if a sign outside of brackets parts it; below a line, also several factors."""
    outside = re.sub(r"\([^()]*(?:\([^()]*\)[^()]*)*\)", "()", said)
    several = "·" in parting and not said.isdigit() and not re.fullmatch(NAME, said)
    needs = several or any(sign in outside for sign in parting)
    return f"({said})" if needs and not _is_bracketed(said) else said


def _is_bracketed(said: str) -> bool:
    """Whether its first bracket closes at its end."""
    depth = 0
    for place, sign in enumerate(said):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return place == len(said) - 1 and said.startswith("(")
    return False


def _script(said: str, forms: Mapping[str, str], mark: str) -> str:
    """Small letters where Unicode has all of them, `^(...)` or `_(...)` where not."""
    close = re.sub(r"\s*([+−=])\s*", r"\1", said)
    if close and all(letter in forms for letter in close):
        return "".join(forms[letter] for letter in close)
    return f"{mark}{said}" if len(said) == 1 or _is_bracketed(said) else f"{mark}({said})"


def _below(node: Element) -> str:
    return _said(node[0]) + _script(_said(node[1]), LOWERED, "_")


def _above(node: Element) -> str:
    return _said(node[0]) + _script(_said(node[1]), RAISED, "^")


def _both(node: Element) -> str:
    below = _script(_said(node[1]), LOWERED, "_")
    return _said(node[0]) + below + _script(_said(node[2]), RAISED, "^")


def _root(node: Element) -> str:
    inside = _line(node)
    return f"√{inside}" if len(inside) == 1 or _is_bracketed(inside) else f"√({inside})"


def _accented(node: Element) -> str:
    return _said(node[0]) + ACCENTS.get(_said(node[1]), "")


def _table(node: Element) -> str:
    """Rows parted by semicolons, cells by commas."""
    rows = [", ".join(_line(cell).strip(" ,") for cell in row) for row in node]
    return "; ".join(rows)


def _space(node: Element) -> str:
    return " " if (node.get("width") or "0") >= "0.3em" else ""


WRITERS: Mapping[str, Callable[[Element], str]] = {
    "mrow": _line,
    "mi": _identifier,
    "mfrac": _fraction,
    "msub": _below,
    "msup": _above,
    "msubsup": _both,
    "msqrt": _root,
    "mover": _accented,
    "mtable": _table,
    "mspace": _space,
}
"""How an element is written; the text of any other stands as it is."""
