"""Formulas of plain text as MathML: `u(r) = max_j q_j r_j` as it is printed in a paper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from rropt.report.formulas import frac, math_element, mi, mn, mo, row, sub, sup, under

GREEK = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "epsilon": "ε",
    "eta": "η",
    "omega": "ω",
    "pi": "π",
    "Phi": "Φ",
    "rho": "ρ",
    "theta": "θ",
}
FUNCTIONS = {"sum": "∑", "max": "max", "min": "min", "inf": "inf", "sup": "sup"}
NAMED = {"log", "ln", "exp", "sqrt"}
SIGNS = {
    "<=": "≤",
    ">=": "≥",
    "!=": "≠",
    "*": "·",
    "-": "−",
    "'": "′",
    "|": "|",
    "->": "→",
}
RELATIONS = {"=", "<=", ">=", "<", ">"}
LETTER = r"(?:alpha|beta|gamma|delta|epsilon|eta|omega|pi|Phi|rho|theta|oo|[A-Za-z])"
WORD = rf"(?:(?:sum|max|min|inf|sup)(?:_[a-z]+)?|log|ln|exp|sqrt|{LETTER}(?:_[a-z]{{1,2}}|[0-9]+)?)"
TOKEN = re.compile(
    rf"\s*((?<![A-Za-z]){WORD}(?![A-Za-z_0-9])|[0-9]+|<=|>=|!=|->|[-+*/^=<>()|,']|\.(?=[A-Za-z]))"
)
"""A letter, perhaps with an index; a function; a number; a sign. English words are none."""


def formula(text: str) -> str:
    """The MathML of one formula.

    >>> formula("a / b")[-49:]
    '<mfrac><mi>a</mi><mi>b</mi></mfrac></mrow></math>'
    """
    return math_element(_Reader(tokens_of(text)).row())


def tokens_of(text: str) -> list[str]:
    """The signs and letters, to the first that is none.

    >>> tokens_of("p_a <= 1/2 where")
    ['p_a', '<=', '1', '/', '2']
    """
    found, at = [], 0
    while (match := TOKEN.match(text, at)) is not None:
        found.append(match.group(1))
        at = match.end()
    return found


def with_formulas(text: str) -> str:
    """A paragraph as HTML: code between backticks, formulas set wherever there is a relation."""
    parts = re.split(r"`([^`]*)`", text)
    shown = []
    for index, part in enumerate(parts):
        shown.append(f"<code>{escape(part)}</code>" if index % 2 else "".join(_pieces(part)))
    return "".join(shown)


def _pieces(text: str) -> Iterator[str]:
    at = 0
    for start, end in _runs(text):
        yield escape(text[at:start])
        yield formula(text[start:end])
        at = end
    yield escape(text[at:])


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """Where formulas stand: runs of at least three signs with a relation, brackets closed."""
    at = 0
    while at < len(text):
        end, signs = at, []
        while (match := TOKEN.match(text, end)) is not None:
            signs.append(match.group(1))
            end = match.end()
        while signs and (signs[-1] in {",", "-", "|", "("} or _open(signs)):
            end = text.rindex(signs.pop(), at, end)
        if len(signs) >= 3 and RELATIONS & set(signs) and signs[0] not in RELATIONS:
            start = at + len(text[at:]) - len(text[at:].lstrip())
            yield start, start + len(text[start:end].rstrip())
            at = end
        else:
            at = _next_word(text, at)


def _open(signs: Sequence[str]) -> bool:
    return signs.count("(") != signs.count(")")


def _next_word(text: str, at: int) -> int:
    match = re.compile(r"\s*\S[A-Za-z_0-9-]*").match(text, at)
    return len(text) if match is None else match.end()


class _Reader:
    """A formula read from its signs: rows of factors, quotients, powers, brackets."""

    def __init__(self, signs: Sequence[str]) -> None:
        self.signs, self.at = signs, 0

    def row(self) -> str:
        """Everything up to a closing bracket or the end."""
        found: list[str] = []
        while self.at < len(self.signs) and self.signs[self.at] != ")":
            if self.signs[self.at] == "/" and found:
                self.at += 1
                found[-1] = frac(_bare(found[-1]), _bare(self.factor()))
            else:
                found.append(self.factor())
        return row(*found)

    def factor(self) -> str:
        """One sign, name or bracket with its power."""
        base = self.atom()
        while self._next() == "^":
            self.at += 1
            minus = self._next() == "-"
            self.at += minus
            exponent = self.atom()
            base = sup(base, row(mo("−"), exponent) if minus else _bare(exponent))
        if self._next() == ".":
            self.at += 1
            base = row(base, mo("·"), self.atom())
        return base

    def atom(self) -> str:
        """A number, a name, a sign, or what stands in brackets."""
        sign = self._next()
        self.at += 1
        if sign == "(":
            inner = self.row()
            self.at += 1
            return row(mo("("), inner, mo(")"))
        if sign == "sqrt" and self._next() == "(":
            return f"<msqrt>{_bare(self.atom())}</msqrt>"
        return _sign(sign)

    def _next(self) -> str:
        return self.signs[self.at] if self.at < len(self.signs) else ""


def _sign(sign: str) -> str:
    name, _, index = sign.partition("_")
    if name in FUNCTIONS:
        shown = FUNCTIONS[name]
        return under(shown, _letters(index)) if index else mo(shown)
    if sign in NAMED:
        return mi(sign)
    if sign == "oo":
        return mi("∞")
    if sign.isdigit():
        return mn(sign)
    digits = re.fullmatch(r"([A-Za-z]+)([0-9]+)", sign)
    if digits is not None:
        return sub(mi(GREEK.get(digits[1], digits[1])), mn(digits[2]))
    if index:
        return sub(mi(GREEK.get(name, name)), _letters(index))
    return mi(GREEK.get(sign, sign)) if sign.isalpha() else mo(SIGNS.get(sign, sign))


def _letters(index: str) -> str:
    return row(*(mi(letter) for letter in index))


def _bare(part: str) -> str:
    """A numerator, denominator or radicand needs no brackets."""
    opening, closing = f"<mrow>{mo('(')}", f"{mo(')')}</mrow>"
    if part.startswith(opening) and part.endswith(closing):
        return part[len(opening) : -len(closing)]
    return part
